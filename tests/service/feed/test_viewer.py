"""Whoever is sent a snapshot and then every update sees what he would see if he came anew; numbers have no gaps."""

import json

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import Outdated
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.feed import viewer as viewing
from houseway.service.feed.meaning import Meanings, check_meaning
from houseway.service.feed.moment import PUBLIC, TableMoment
from houseway.service.feed.viewer import ANNOUNCEMENTS, TableFeed, TableViewer
from tests.support.feeds import Reader
from tests.support.live import BOOKS, TABLES, submission

ANN, BOB = (Actor(Role.PLAYER, name) for name in ("Ann", "Bob"))
VIEWERS = {"Ann": ANN, "Bob": BOB, "dealer": DEALER_ACTOR, "floor": FLOOR_ACTOR, "watcher": PUBLIC}


class Watched:
    """A live table with its feed, and several people who read everything that they are sent."""

    def __init__(self, live, name, most_recent=10_000):
        self.live, self.name = live, name
        self.feed = TableFeed(self.moment, most_recent)
        self.viewers = {who: TableViewer(self.feed, lambda table, actor=actor: actor) for who, actor in VIEWERS.items()}
        self.readers = {who: Reader(viewer.snapshot()) for who, viewer in self.viewers.items()}
        live.house.listeners.append(self.follow)

    @property
    def moment(self):
        house = self.live.house
        return TableMoment(house.latest_state(self.name), house.meters.by_id, house.now())

    def follow(self, update):
        if update.table != self.name:
            return
        self.feed.advance(self.moment, update.commands)
        for who, viewer in self.viewers.items():
            self.readers[who].read(viewer.next_message())

    def fresh(self, who):
        return Reader(TableViewer(self.feed, lambda table: VIEWERS[who]).snapshot())

    def act(self, actor, act, **facts):
        return self.live.run(self.live.house.act(self.name, Command(act, actor, facts)))


def open_watched(house, book, name="everything", **settings):
    house.open(TABLES[book], submission(book, name))
    return Watched(house, TABLES[book], **settings)


@pytest.mark.parametrize("book", BOOKS)
def test_updates_lead_to_what_a_newcomer_sees(house, book):
    watched = open_watched(house, book)
    house.play(watched.name, rounds=2)
    for who, reader in watched.readers.items():
        assert reader.state == watched.fresh(who).state, who
        assert reader.numbers == list(range(reader.first + 1, watched.feed.recent.version + 1)), who


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_watches_with_others_is_sent_what_he_would_be_sent_alone(house, book):
    """Much of what people are sent is put together once for all of them: nobody gets what is meant for another."""
    watched = open_watched(house, book)
    first = watched.moment
    together, alone = TableFeed(first), {who: TableFeed(first) for who in VIEWERS}
    pairs = {
        who: [TableViewer(feed, lambda table, actor=actor: actor) for feed in (together, alone[who])]
        for who, actor in VIEWERS.items()
    }
    for pair in pairs.values():
        assert pair[0].snapshot() == pair[1].snapshot()
    differing = set()

    def follow(update):
        moment = watched.moment
        for feed in (together, *alone.values()):
            feed.advance(moment, update.commands)
        for who, (one, other) in pairs.items():
            text = one.next_message()
            assert text == other.next_message(), who
            differing.add((update.state.version, text))

    house.house.listeners.append(follow)
    house.play(watched.name, rounds=1)
    assert len(differing) > len({version for version, _ in differing}), "and they are not all sent the same"


@pytest.mark.parametrize("book", BOOKS)
def test_the_croupier_s_steps_of_a_turn_are_one_update(house, book):
    watched = open_watched(house, book)
    turns = []
    house.house.listeners.append(turns.append)
    house.play(watched.name)
    updates = [message for message in watched.readers["Ann"].messages if message["type"] == "update"]
    assert [message["to"] for message in updates] == [turn.state.version for turn in turns]
    assert max(len(message["events"]) for message in updates) > 10


@pytest.mark.parametrize("book", BOOKS)
def test_resumed_events_are_those_that_were_sent_live(house, book):
    watched = open_watched(house, book)
    house.play(watched.name)
    for who, reader in watched.readers.items():
        for last in reader.numbers[::40]:
            viewer = TableViewer(watched.feed, lambda table, who=who: VIEWERS[who])
            again = Reader(viewer.resume(last))
            assert again.events == {number: event for number, event in reader.events.items() if number > last}
            assert {**again.state, "announcements": None} == {**watched.fresh(who).state, "announcements": None}


def test_whoever_comes_between_rounds_reads_what_was_called_out_last_and_when(house):
    watched = open_watched(house, "md.four-card-poker", "minimal")
    house.play(watched.name)
    called = [event for event in watched.readers["Ann"].events.values() if event.get("announced")]
    assert called
    snapshot = json.loads(TableViewer(watched.feed, lambda table: ANN).snapshot())
    assert snapshot["announcements"] == called[-ANNOUNCEMENTS:]
    assert all(watched.moment.at >= event["at"] > 0 for event in called)


def test_a_viewer_who_is_too_far_behind_gets_a_snapshot(house):
    watched = open_watched(house, "md.ultimate-texas-holdem", most_recent=5)
    slow = TableViewer(watched.feed, lambda table: ANN)
    first = json.loads(slow.snapshot())
    house.play(watched.name)
    after = json.loads(slow.next_message())
    assert after["type"] == "snapshot"
    assert after["number"] == watched.feed.recent.version > first["number"] + 5
    assert slow.next_message() == ""
    watched.act(ANN, "buy-in", amount=Cents.from_dollars(1))
    assert json.loads(slow.next_message())["from"] == after["number"] + 1


@pytest.mark.parametrize("last", [-1, 10_000_000])
def test_a_number_that_the_table_never_had_gets_a_snapshot(house, last):
    watched = open_watched(house, "md.ultimate-texas-holdem")
    assert json.loads(TableViewer(watched.feed, lambda table: ANN).resume(last))["type"] == "snapshot"


def test_a_record_of_the_house_is_a_numbered_skip_for_players(house):
    watched = open_watched(house, "md.pai-gow-poker")
    clause = next(
        option.bounds["clause"]["choices"][0]
        for option in house.table(watched.name).legal(FLOOR_ACTOR, 0)
        if option.act == "record-conduct"
    )
    watched.act(FLOOR_ACTOR, "record-conduct", clause=clause, who="Bob", what="looked at Ann's cards")
    number = watched.feed.recent.version
    assert watched.readers["Ann"].events[number] == {"number": number, "skip": True}
    assert "looked at Ann's cards" in watched.readers["dealer"].events[number]["words"]


def test_opaque_ids_are_replaced_by_names_in_words_only(house):
    watched = open_watched(house, "md.ultimate-texas-holdem", "minimal")
    person = Actor(Role.PLAYER, "p-abcdefghij")
    house.run(house.house.act(watched.name, Command("sit", person, {"position": 5})))
    house.house.accounts.grant(person.name, Cents(100), "a test")
    assert watched.feed.unknown_ids == {"p-abcdefghij"}
    watched.feed.learn_names({"p-abcdefghij": "Zoë"})
    house.run(house.house.act(watched.name, Command("buy-in", person, {"amount": Cents(100)})))
    event = watched.readers["Bob"].events[watched.feed.recent.version]
    assert "Zoë" in event["words"]
    assert "p-abcdefghij" not in event["words"]
    assert event["facts"]["target"] == "player:p-abcdefghij"
    assert watched.readers["Bob"].state["names"] == {"p-abcdefghij": "Zoë"}


def test_names_of_people_who_have_gone_are_forgotten(house, monkeypatch):
    """Guests come and go for months, and whoever comes is sent the names of all that are kept."""
    monkeypatch.setattr(viewing, "MOST_NAMES", 3)
    watched = open_watched(house, "md.ultimate-texas-holdem", "minimal", most_recent=4)
    guests = [f"p-{letter * 10}" for letter in "abcdefgh"]
    for guest in guests:
        watched.act(Actor(Role.PLAYER, guest), "sit", position=5)
        watched.feed.learn_names({guest: f"Guest {guest[-1]}"})
        watched.act(Actor(Role.PLAYER, guest), "leave")
    assert guests[0] not in watched.feed.names
    assert watched.feed.names[guests[-1]] == "Guest h", "who is named in what may still be sent"
    assert len(watched.feed.names) <= 2 * 4
    assert watched.fresh("Bob").state["names"] == watched.feed.names


# Options and their meanings


def meanings_at(moment, actor):
    return Meanings(moment, actor, moment.view_for(actor))


def options_of(reader, act):
    return [option for option in reader.state["options"] if option["act"] == act]


def deal_ultimate(house):
    """A table at which both players have an Ante, and the first decision is due."""
    watched = open_watched(house, "md.ultimate-texas-holdem", "minimal")
    for actor, position in ((ANN, 1), (BOB, 2)):
        watched.act(actor, "wager", position=position, wager="ante", amount=Cents.from_dollars(15))
    while not watched.moment.table.round.dealt:
        house.run(house.house.take_due_step(watched.name))
    return watched


def test_bets_of_others_do_not_change_the_meaning_of_mine(house):
    watched = open_watched(house, "md.ultimate-texas-holdem", "minimal")
    before = {option["meaning"] for option in options_of(watched.readers["Bob"], "wager")}
    watched.act(ANN, "wager", position=1, wager="ante", amount=Cents.from_dollars(15))
    assert {option["meaning"] for option in options_of(watched.readers["Bob"], "wager")} == before
    (meaning,) = before
    check_meaning(meanings_at(watched.moment, BOB), "wager", meaning)


def test_a_check_before_the_flop_is_not_a_check_after_it(house):
    watched = deal_ultimate(house)
    turn = watched.moment.view_for(PUBLIC)["turn"]
    first, second = (ANN, BOB) if turn == 1 else (BOB, ANN)
    before = options_of(watched.readers[first.name], "check")
    watched.act(first, "check", position=turn)
    watched.act(second, "check", position=3 - turn)
    after = options_of(watched.readers[first.name], "check")
    assert [option["facts"] for option in before] == [option["facts"] for option in after]
    assert before[0]["meaning"] != after[0]["meaning"]
    with pytest.raises(Outdated, match="the table has changed since you chose to check"):
        check_meaning(meanings_at(watched.moment, first), "check", before[0]["meaning"])


def test_rulings_are_sent_on_request_only(house):
    watched = open_watched(house, "md.ultimate-texas-holdem")
    house.play(watched.name)
    for part, act in (("rulings", "rule"), ("corrections", "correct")):
        assert not options_of(watched.readers["floor"], act)
        asked = json.loads(watched.viewers["floor"].options(part))
        assert {option["act"] for option in asked["options"]} == {act}
        assert json.loads(watched.viewers["Ann"].options(part))["options"] == []


# Pai Gow settings


def deal_pai_gow(house):
    watched = open_watched(house, "md.pai-gow-poker", "minimal")
    for _ in range(60):
        table = watched.moment.table
        if table.round.stub_counted:
            return watched
        offered = table.round.bank.offered
        if offered is not None:
            watched.act(Actor(Role.PLAYER, table.seats[offered]), "pass-bank", position=offered)
        elif not table.round.closed and len(table.round.stakes) < 2:
            for actor, position in ((ANN, 1), (BOB, 2)):
                watched.act(actor, "wager", position=position, wager="pai-gow", amount=Cents.from_dollars(100))
        else:
            house.run(house.house.take_due_step(watched.name))
    raise AssertionError("the cards were not dealt")


def test_a_player_who_is_to_set_is_sent_every_setting_with_names_and_legality(house):
    watched = deal_pai_gow(house)
    (hand,) = watched.readers["Ann"].state["own"]["hands"]
    settings = hand["settings"]
    assert len(settings) == len({json.dumps(setting["low"]) for setting in settings}) == 21
    assert all(setting["low_words"] and setting["high_words"] for setting in settings)
    for setting in settings:
        assert setting["legal"] == ("foul" not in setting) == ("clauses" not in setting)
    assert not any("house_way" in setting for setting in settings)
    watched.act(ANN, "ask-house-way", position=1)
    (house_way,) = [each for each in watched.readers["Ann"].state["own"]["hands"][0]["settings"] if each["house_way"]]
    assert house_way["legal"]
    assert "house_way" not in json.dumps(watched.readers["Bob"].state["own"])
    low = tuple(card for card in watched.moment.table.round.hands[1] if {"card": str(card)} in house_way["low"])
    watched.act(ANN, "set-hand", position=1, low=low)
    assert "settings" not in watched.readers["Ann"].state["own"]["hands"][0]


@pytest.mark.parametrize("place", [0, -1])
def test_hands_that_were_set_are_named_as_they_were_set(house, place):
    """The best hand of all seven cards may be one that nobody has set."""
    watched = deal_pai_gow(house)
    legal = [each for each in watched.readers["Ann"].state["own"]["hands"][0]["settings"] if each["legal"]]
    low = tuple(card for card in watched.moment.table.round.hands[1] if {"card": str(card)} in legal[place]["low"])
    watched.act(ANN, "set-hand", position=1, low=low)
    (hand,) = watched.readers["Ann"].state["own"]["hands"]
    assert hand["words"] == f"{legal[place]['high_words']}, and {legal[place]['low_words']} in the low hand"
    assert (hand["high_words"], hand["low_words"]) == (legal[place]["high_words"], legal[place]["low_words"])
    assert watched.fresh("Ann").state["own"]["hands"] == [hand]


def test_every_message_has_the_time_at_which_it_is_sent(house):
    """Clocks that run are read by it. It was the time of the last turn, so whoever came later was shown more time than he had."""
    first_moment = open_watched(house, BOOKS[0]).moment
    time = [first_moment.at]
    feed = TableFeed(first_moment, now=lambda: time[0])
    first, second = (TableViewer(feed, lambda table: PUBLIC) for _ in range(2))
    assert [json.loads(viewer.snapshot())["at"] for viewer in (first, second)] == [time[0]] * 2
    feed.show_section("stopped", "a stop without a turn")
    sent = []
    for viewer in (first, second):  # both are sent the same, the second later
        time[0] += 12_000
        sent.append(json.loads(viewer.next_message()))
    assert [update["at"] - first_moment.at for update in sent] == [12_000, 24_000]
    assert [{**update, "at": None} for update in sent] == [{**sent[0], "at": None}] * 2
    time[0] += 6_000
    assert json.loads(TableViewer(feed, lambda table: PUBLIC).resume(first.number))["at"] == time[0]
