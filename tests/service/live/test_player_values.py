"""Players add to the chance of each round, so that nobody can choose it: what is fixed when, and who has withheld a value."""

import asyncio
from hashlib import sha256

import pytest

from houseway.cards import DECK
from houseway.chance import CommittedChance
from houseway.errors import Corrupted, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.money import Cents
from houseway.service.live.loading import load_seeds
from houseway.service.live.player_values import PlayerValues
from houseway.service.live.settings import TableSettings
from houseway.service.live.snapshots import load_snapshot, save_snapshot
from houseway.service.live.steps import take_waiting_step
from houseway.service.live.turn import Turn
from houseway.service.live.verifying import verify_draws
from houseway.service.live.waiting import VALUE_SECONDS, VALUES, Clock
from houseway.service.secrecy.round_values import ROUNDS_AFTER_WITHHOLDING, list_hashes
from houseway.service.secrecy.seeds import (
    FURTHER,
    TableSeeds,
    commit_further_shuffle,
    commit_round,
    evolve_seeds,
    open_seeds,
    open_values,
    record_draw,
)
from tests.service.live.test_pace import ManualTimers
from tests.support.absence import ClockedHouse
from tests.support.contributors import Contributor, chance_events, new_value
from tests.support.live import BOOKS, PHYSICAL, TABLES, submission

UTH = "UTH-1"
MINIMAL = submission("md.ultimate-texas-holdem", "minimal")
LISTED, OPENED, DRAWN = "seeds-committed", "values-opened", "chance-drawn"


def start_round(house, players=("Ann", "Bob"), table=UTH, text=MINIMAL):
    """Play the first round, before which clients have sent their hashes. Return the clients; the second round waits for them."""
    house.open(table, text)
    clients = [Contributor(house, table, player) for player in players]
    for client in clients:
        client.offer()
    house.play(table)
    return clients


def round_of(house, table=UTH):
    return house.house.tables[table].number


def events_of_round(house, number, *kinds, table=UTH):
    return [event for event in chance_events(house, table, *kinds) if event["round"] == number]


def awaits(house, table=UTH):
    return not house.house.round_values(table).is_open


# What is fixed, opened and used


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_draws_nothing_before_every_listed_value_is_open(house, book):
    table = TABLES[book]
    ann, bob = start_round(house, table=table, text=submission(book))
    assert round_of(house, table) == 2
    (listed,) = events_of_round(house, 2, LISTED, table=table)
    assert dict(listed["hashes"]) == {1: ann.first[0], 2: bob.first[0]}
    assert house.house.current_wait(table).what == VALUES
    assert ann.open()
    assert awaits(house, table)
    assert events_of_round(house, 2, DRAWN, table=table) == []
    assert bob.open()
    (opened,) = events_of_round(house, 2, OPENED, table=table)
    assert dict(opened["values"]) == {1: ann.first[1], 2: bob.first[1]}
    assert "withheld" not in opened.facts
    house.play(table)
    drawn = events_of_round(house, 2, DRAWN, table=table)
    assert drawn
    kinds = [event.kind for event in events_of_round(house, 2, LISTED, OPENED, DRAWN, table=table)]
    assert kinds == [LISTED, OPENED, *[DRAWN] * len(drawn)]
    house.play(table)  # a second deck is dealt in the round after that in which it was shuffled
    draws = list(verify_draws(house.store, table))
    assert {draw.round for draw in draws} >= {1, 2}
    assert all(draw.agrees for draw in draws)


def test_every_draw_depends_on_every_value_and_on_the_seed():
    """One other bit in a value gives another order, and so does another seed."""
    orders = set()
    for secret, value in (("11", "22"), ("11", "23"), ("12", "22")):
        seeds = played_seeds(bytes.fromhex(secret * 32), {1: "aa" * 32, 2: value * 32})
        cards = list(DECK)
        seeds.chance_for("shuffle").shuffle(cards)
        orders.add(tuple(cards))
        orders.add((seeds.chance_for("cut").randint(1, 10**9),))
    assert len(orders) == 6


def played_seeds(secret, values, withheld=()):
    """The seeds of a round whose values are open."""
    hashes = {seat: list_hash(value) for seat, value in values.items()}
    event = commit_round(1, secret, lambda sealed: sealed, {**hashes, **dict.fromkeys(withheld, "ff" * 32)})
    seeds = evolve_seeds(TableSeeds(), event, lambda sealed: sealed)
    return evolve_seeds(seeds, open_values(seeds, values, {})) if event["hashes"] else seeds


def list_hash(value):
    return sha256(bytes.fromhex(value)).hexdigest()


def test_a_copy_of_another_players_value_cancels_nothing():
    """With XOR, two equal values would leave the house alone."""
    alone = played_seeds(bytes(32), {})
    copied = played_seeds(bytes(32), {1: "aa" * 32, 2: "aa" * 32})
    assert alone.draw_seed((1, "shuffle-1"), 1) != copied.draw_seed((1, "shuffle-1"), 1)


# Accomplices


def test_an_accomplice_who_is_last_cannot_choose_his_value_after_the_others(house):
    """He knows the others' values before he opens his own. But its hash is listed: another value is not taken."""
    ann, bob = start_round(house)
    ann.open()
    better, _ = new_value()
    assert not house.run(house.house.receive_value(UTH, 2, better))
    assert awaits(house)
    bob.open()
    assert [*house.house.round_values(UTH).values.values()] == [*ann.values.values(), *bob.values.values()]


def test_a_hash_that_comes_after_the_list_counts_for_the_next_round(house):
    ann, bob = start_round(house, players=("Ann", "Bob"))
    late = bob.offer()
    assert late not in house.house.round_values(UTH).hashes.values()
    assert not house.run(house.house.receive_value(UTH, 2, bob.values[late]))
    ann.open(), bob.open()
    house.play(UTH)
    assert house.house.round_values(UTH).hashes == {2: late}


def test_a_value_of_another_round_is_not_taken(house):
    ann, _ = start_round(house)
    (value,) = ann.values.values()
    assert not house.run(house.house.receive_value(UTH, 1, value))
    assert not house.run(house.house.receive_value(UTH, 3, value))


def test_a_withheld_value_is_on_record_and_the_seat_and_its_player_rest_for_ten_rounds(tmp_path):
    house = ClockedHouse(tmp_path)
    ann, bob = start_round(house)
    ann.open()
    house.clock.now += VALUE_SECONDS * 1000 - 1
    assert house.run(house.house.act_for_absent(UTH)) is None
    house.clock.now += 1
    house.run(house.house.act_for_absent(UTH))
    (opened,) = events_of_round(house, 2, OPENED)
    assert (dict(opened["values"]), dict(opened["withheld"])) == ({1: ann.first[1]}, {2: "Bob"})
    assert house.house.round_values(UTH).withheld == (2,)
    listed = {}
    while round_of(house) < 2 + ROUNDS_AFTER_WITHHOLDING + 2:
        ann.offer(), bob.offer()
        house.play(UTH)
        listed[round_of(house)] = [*house.house.round_values(UTH).hashes]
        ann.open(), bob.open()
    rests = range(3, 3 + ROUNDS_AFTER_WITHHOLDING)
    assert [listed[number] for number in rests] == [[1]] * ROUNDS_AFTER_WITHHOLDING
    assert listed[3 + ROUNDS_AFTER_WITHHOLDING] == [1, 2]
    house.close()


def test_whoever_has_withheld_a_value_does_not_contribute_from_another_seat(tmp_path):
    house = ClockedHouse(tmp_path)
    ann, bob = start_round(house)
    ann.open()
    house.run_out(UTH)
    house.run(house.house.act(UTH, Command("leave", Actor(Role.PLAYER, "Bob"))))
    house.run(house.house.act(UTH, Command("sit", Actor(Role.PLAYER, "Bob"), {"position": 4})))
    house.run(house.house.act(UTH, Command("sit", Actor(Role.PLAYER, "Dan"), {"position": 2})))
    dan = Contributor(house, UTH, "Dan")
    for client in (ann, bob, dan):
        client.offer()
    house.play(UTH)
    assert [*house.house.round_values(UTH).hashes] == [1]
    house.close()


# The house


def test_a_house_that_drops_a_value_is_seen_before_the_wagers(tmp_path):
    """Everybody is sent the events of the round, and they list the seat as withheld."""
    house = ClockedHouse(tmp_path)
    ann, bob = start_round(house)
    ann.open()
    values = house.house._live.find_table(UTH).values
    values.receive = lambda *given: False  # what a dishonest house would do
    assert not bob.open()
    house.run_out(UTH)
    opened = house.house.round_values(UTH)
    assert opened.text.split("\n")[-2:] == [f"value 1 {ann.first[1]}", "withheld 2"]
    assert house.house.tables[UTH].round.stakes == {}
    house.close()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"round": 1, "values": {1: "aa" * 32}}, "neither opened nor withheld"),
        ({"round": 1, "values": {1: "aa" * 32, 2: "ab" * 32}}, "not the one whose hash was listed"),
        ({"round": 1, "values": {1: "aa" * 32, 2: "bb" * 32, 3: "cc" * 32}}, "neither opened nor withheld"),
        ({"round": 2, "values": {1: "aa" * 32, 2: "bb" * 32}}, "opened in round 1"),
    ],
)
def test_an_opening_that_does_not_fit_the_list_is_found(facts, said):
    seeds = listed_seeds()
    with pytest.raises(Corrupted, match=said):
        evolve_seeds(seeds, event_of(OPENED, facts))


def listed_seeds(number=1, seeds=None):
    hashes = {1: list_hash("aa" * 32), 2: list_hash("bb" * 32)}
    event = commit_round(number, bytes(32), lambda sealed: sealed, hashes)
    return evolve_seeds(seeds or TableSeeds(), event, lambda sealed: sealed)


def event_of(kind, facts):
    return Event(kind, (), facts)


def opened_seeds():
    seeds = listed_seeds()
    return evolve_seeds(seeds, open_values(seeds, {1: "aa" * 32, 2: "bb" * 32}, {}))


def test_a_second_list_or_a_second_opening_is_found():
    with pytest.raises(Corrupted, match="second list"):
        listed_seeds(1, opened_seeds())
    with pytest.raises(Corrupted, match="second time"):
        evolve_seeds(opened_seeds(), event_of(OPENED, {"round": 1, "values": {1: "aa" * 32, 2: "bb" * 32}}))


def test_commitments_that_are_added_later_are_found():
    with pytest.raises(Corrupted, match="without players' hashes"):
        evolve_seeds(opened_seeds(), event_of(LISTED, {"round": 1, "commitments": {"shuffle-9": "00" * 32}}))
    with pytest.raises(Corrupted, match="without players' hashes"):
        evolve_seeds(opened_seeds(), event_of(LISTED, {"round": 2, "commitments": {"draws": "00" * 32}}))


def test_a_draw_before_the_opening_is_found():
    with pytest.raises(Corrupted, match="draws before"):
        evolve_seeds(listed_seeds(), record_draw((1, "shuffle-1"), "shuffle", 5, "deck 1"))


def test_a_seat_that_contributes_too_early_is_found():
    seeds = evolve_seeds(listed_seeds(), event_of(OPENED, {"round": 1, "values": {1: "aa" * 32}, "withheld": {2: "Bob"}}))
    with pytest.raises(Corrupted, match="too early"):
        listed_seeds(1 + ROUNDS_AFTER_WITHHOLDING, seeds)
    assert listed_seeds(2 + ROUNDS_AFTER_WITHHOLDING, seeds).awaited is not None


# A crash between the two events


def test_after_a_crash_between_the_two_events_the_round_goes_on_with_the_same_list(open_house):
    first = open_house()
    ann, bob = start_round(first)
    ann.open()
    listed = first.house.round_values(UTH)
    open_house.close()
    again = open_house(resume_seconds=0)
    assert again.house.round_values(UTH) == listed
    assert again.house.current_wait(UTH).what == VALUES
    for client in (ann, bob):
        client.live = again
        assert client.open()
    again.play(UTH)
    assert len(events_of_round(again, 2, LISTED)) == len(events_of_round(again, 2, OPENED)) == 1
    assert all(draw.agrees for draw in verify_draws(again.store, UTH))


def test_after_a_crash_a_value_that_does_not_come_back_is_withheld(open_house):
    first = open_house()
    start_round(first)
    open_house.close()
    again = open_house(resume_seconds=0)
    again.run(asyncio.sleep(0))
    again.house._clock._read = lambda: again.house._live.find_table(UTH).state.at + VALUE_SECONDS * 1000
    again.run(again.house.act_for_absent(UTH))
    assert again.house.round_values(UTH).withheld == (1, 2)


def test_a_snapshot_keeps_what_players_have_added(house):
    start_round(house)
    state = house.house._live.find_table(UTH).state
    save_snapshot(house.store, UTH, state, house.keys.vault)
    assert load_snapshot(house.store, UTH, house.keys.vault).seeds == state.seeds


# Nobody there


def test_where_nobody_contributes_the_house_alone_draws_at_once(house):
    house.open(UTH, MINIMAL)
    house.play(UTH, rounds=2)
    assert [dict(event["hashes"]) for event in chance_events(house, UTH, LISTED)] == [{}, {}, {}]
    assert chance_events(house, UTH, OPENED) == []
    assert house.house.round_values(UTH).is_open
    wait = house.house.current_wait(UTH)
    assert wait is None or wait.what != VALUES


def test_a_client_that_has_gone_before_the_round_is_not_waited_for(house):
    house.open(UTH, MINIMAL)
    ann, bob = Contributor(house, UTH, "Ann"), Contributor(house, UTH, "Bob")
    ann.offer(), bob.offer(), bob.leave()
    house.play(UTH)
    assert [*house.house.round_values(UTH).hashes] == [1]


def test_somebody_without_a_seat_is_not_listed(house):
    house.open(UTH, MINIMAL)
    Contributor(house, UTH, "Zoe").offer()
    house.play(UTH)
    assert house.house.round_values(UTH).hashes == {}


def test_players_of_a_table_with_physical_cards_are_not_listed(house):
    house.open(UTH, MINIMAL, settings=PHYSICAL)
    Contributor(house, UTH, "Ann").offer()
    live = house.house._live.find_table(UTH)
    turn = Turn(UTH, live.state, house.house.meters, house.keys.vault, values=live.values)
    assert turn._start_chance(2)["hashes"] == {}


# Two decks, and further shuffles


@pytest.mark.parametrize("book", BOOKS)
def test_the_second_deck_keeps_the_values_of_the_round_in_which_it_was_shuffled(house, book):
    table = TABLES[book]
    clients = start_round(house, table=table, text=submission(book))
    for _ in range(2):
        for client in clients:
            client.open(), client.offer()
        house.play(table)
    for client in clients:
        client.open()
    seeds, _ = load_seeds(house.store, table)
    assert len(seeds.decks) == 2
    deck_round = house.house.deck_round(table)
    assert deck_round in (0, round_of(house, table) - 1, round_of(house, table))
    house.play(table)
    assert all(draw.agrees for draw in verify_draws(house.store, table))


def test_all_shuffles_of_a_round_are_committed_to_when_it_starts_however_many_follow():
    """A shuffle after a jam, and after a further one: none needs a new commitment, and each gives another order."""
    seeds, orders, version = opened_seeds(), [], 10
    commitments = dict(seeds.commitments)
    for number in range(1, 8):
        cards, name = list(DECK), seeds.next_draw("shuffle")
        assert seeds.is_committed_for("shuffle")
        seeds.chance_for("shuffle").shuffle(cards)
        orders.append(tuple(cards))
        assert (name[1] == FURTHER) == (number > 3)
        seeds = evolve_seeds(seeds, record_draw(name, "shuffle", version, f"deck {1 + number % 2}"))
        version += 1
    assert len(set(orders)) == 7
    assert dict(seeds.commitments) == commitments
    waiting = {event["purpose"] for event in open_seeds(seeds, "deck 1")}
    assert FURTHER not in waiting, "the order of deck 2 is still to be dealt"
    for event in open_seeds(seeds, None):
        seeds = evolve_seeds(seeds, event)
    fourth = list(DECK)
    CommittedChance(seeds.draw_seed((1, FURTHER), 1)).shuffle(fourth)
    assert tuple(fourth) == orders[3]


def test_a_round_of_an_earlier_program_draws_from_its_seeds_alone_and_may_commit_to_a_further_shuffle():
    event = commit_round(1, bytes(32), lambda sealed: sealed)
    old = event_of(LISTED, {name: fact for name, fact in event.facts.items() if name != "hashes"})
    seeds = evolve_seeds(TableSeeds(), old, lambda sealed: sealed)
    assert seeds.awaited is None
    assert seeds.draw_seed((1, "shuffle-1"), 1) == seeds.seed((1, "shuffle-1"))
    for number in range(1, 4):
        seeds = evolve_seeds(seeds, record_draw((1, f"shuffle-{number}"), "shuffle", number, "deck 1"))
    assert not seeds.is_committed_for("shuffle")
    seeds = evolve_seeds(seeds, commit_further_shuffle(seeds))
    assert seeds.next_draw("shuffle") == (1, "shuffle-4")
    assert seeds.is_committed_for("shuffle")
    assert listed_seeds(2, seeds).awaited is not None


# Wagers, clocks and what is stored


def test_a_step_that_draws_is_refused_before_the_values_are_open(house):
    start_round(house)
    with pytest.raises(NotAllowed) as refused:
        house.run(house.house._take_turn(UTH, take_waiting_step))
    assert refused.value.code == "chance.values"


def test_a_wager_waits_for_the_values_and_is_then_taken(house):
    ann, bob = start_round(house)
    player = Actor(Role.PLAYER, "Ann")
    wager = Command("wager", player, {"position": 1, "wager": "ante", "amount": Cents(1_000)})

    async def bet():
        betting = asyncio.ensure_future(house.house.act(UTH, wager))
        await asyncio.sleep(0.05)
        assert not betting.done()
        for client in (ann, bob):
            (value,) = [client.values[each] for each in house.house.round_values(UTH).hashes.values() if each in client.values]
            await house.house.receive_value(UTH, 2, value)
        return await betting

    update = house.run(bet())
    assert "wager-placed" in [event.kind for event in update.events]


def test_a_wager_opens_the_values_itself_when_their_time_is_up_and_nobody_keeps_the_clock(house, monkeypatch):
    start_round(house)
    monkeypatch.setattr("houseway.service.live.house.VALUE_SECONDS", 0.01)
    monkeypatch.setattr("houseway.service.live.waiting.VALUE_SECONDS", 0)
    wager = Command("wager", Actor(Role.PLAYER, "Ann"), {"position": 1, "wager": "ante", "amount": Cents(1_000)})
    monkeypatch.setattr("houseway.service.live.waiting._clocks", lambda wait, positions, seconds: late_clocks(wait, positions))
    update = house.run(house.house.act(UTH, wager))
    assert "wager-placed" in [event.kind for event in update.events]
    assert house.house.round_values(UTH).withheld == (1, 2)


def late_clocks(wait, positions):
    return [Clock(wait.what, place, wait.since, wait.since) for place in positions]


def test_the_clock_of_the_values_rings_even_where_a_person_deals(tmp_path):
    house = ClockedHouse(tmp_path)
    timers = ManualTimers(house)
    timers.start()
    house.open(UTH, MINIMAL, settings=TableSettings(croupier=False))
    for player in ("Ann", "Bob"):
        Contributor(house, UTH, player).offer()
    house.play(UTH)
    assert awaits(house)
    timers.pass_time(VALUE_SECONDS * 1000)
    assert house.house.round_values(UTH).withheld == (1, 2)
    house.close()


def test_players_who_contribute_cost_one_append_more_in_a_round(house):
    """That is the opening, with the program's steps that have waited for it. The first value is not stored by itself."""
    ann, bob = start_round(house)
    due = house.table(UTH).due(house.house.now() // 1000)
    assert due.act == "shuffle"
    assert appends_of(house, ann.open) == 0
    assert appends_of(house, bob.open) == 1
    assert house.table(UTH).due(house.house.now() // 1000) is None, (
        "the table waits for wagers, as it would with the house alone"
    )


def appends_of(house, play):
    """Everything that is stored together counts once."""
    appended, append = [], house.store.append

    def count(requests):
        appended.extend(requests)
        return append(requests)

    house.store.append = count
    play()
    house.store.append = append
    return len(appended)


def test_the_latest_hash_of_a_player_counts_and_each_is_used_once():
    values = PlayerValues()
    values.offer("Ann", "one", "11")
    values.offer("Ann", "two", "22")
    assert values.hash_of("Ann") == "22"
    values.offer("Ann", "two", "")
    assert values.hash_of("Ann") == "11"
    seeds = evolve_seeds(TableSeeds(), commit_round(1, bytes(32), lambda sealed: sealed, {1: "11"}))
    values.follow(seeds)
    assert values.hash_of("Ann") == ""


def test_the_text_of_the_events_is_the_same_for_everybody():
    listed = list_hashes(7, {"shuffle-1": "c1", "draws": "c0"}, {4: list_hash("44" * 32), 1: list_hash("11" * 32)})
    opened = listed.opened({1: "11" * 32}, (4,))
    lines = ["round 7", "draws c0", "shuffle-1 c1", f"seat 1 {list_hash('11' * 32)}", f"seat 4 {list_hash('44' * 32)}"]
    assert listed.text.split("\n") == lines
    assert opened.text.split("\n") == [*lines, f"value 1 {'11' * 32}", "withheld 4"]
