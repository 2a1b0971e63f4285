"""Players add to the chance of each round, so that nobody can choose it: what is fixed when, and who has withheld a value."""

import asyncio

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.memory.loading import load_seeds
from houseway.service.live.memory.snapshots import load_snapshot, save_snapshot
from houseway.service.live.settings import TableSettings
from houseway.service.live.turns.steps import take_waiting_step
from houseway.service.live.turns.turn import Turn
from houseway.service.live.waiting import VALUE_SECONDS, VALUES, Clock
from houseway.service.secrecy.round_values import ROUNDS_AFTER_WITHHOLDING
from houseway.service.secrecy.seeds import FURTHER
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
    assert again.run(again.house.act_for_absent(UTH)) is None
    late = again.house.clocks(UTH)[0].ends_at
    again.house._clock.now(late)
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
    assert house.house.deck_round(table) == round_of(house, table) - 1
    house.play(table, rounds=2)
    assert all(draw.agrees for draw in verify_draws(house.store, table))


def test_cards_that_are_shuffled_again_after_a_jam_need_no_further_commitment(house):
    """One jam, and four orders of a floorperson: the third shuffle of the round and those after it share a seed."""
    ann, bob = start_round(house, text=submission("md.ultimate-texas-holdem"))
    ann.open(), bob.open()
    jam = {"device": "automated-shoe", "what": "jammed", "usable": True}
    house.run(house.house.act(UTH, Command("report-device", FLOOR_ACTOR, jam)))
    for _ in range(4):
        house.run(house.house.act(UTH, Command("order-shuffle", FLOOR_ACTOR)))
    purposes = [event["purpose"] for event in events_of_round(house, 2, DRAWN)]
    assert purposes == ["shuffle-1", "shuffle-2", FURTHER, FURTHER, FURTHER, FURTHER]
    assert len(events_of_round(house, 2, LISTED)) == 1
    house.play(UTH, rounds=2)
    draws = [draw for draw in verify_draws(house.store, UTH) if draw.round == 2]
    assert [draw.agrees for draw in draws] == [True] * 6


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
