"""Who acts when nobody does: clocks run out, the system acts for whoever is absent, and every round ends."""

import json
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.errors import NotAllowed
from houseway.events import SYSTEM, Actor, Command, Role
from houseway.money import Cents
from houseway.procedure import BANK_OFFER, DECISION, EXPOSED_CARD, FOUR_CARD, SETTING, ULTIMATE
from houseway.service.feed.feeds import Feeds
from houseway.service.live.absence import describe_absence, describe_expiry
from houseway.service.live.memory.live_tables import RESUME_SECONDS
from houseway.service.live.settings import AbsentSettings, TableSettings
from tests.support.absence import SETTINGS, ClockedHouse
from tests.support.dealer_submissions import METHODS, drawn_submission
from tests.support.effort import MORE
from tests.support.live import BOOKS, TABLES, submission
from tests.support.table_chance import Drawn
from tests.support.table_submissions import submission_of

PRESENT = {"Ann"}
"""In most tests Bob has left his place without a word."""


@contextmanager
def clocked_house():
    """A house whose seeds are the same in every run, so that Hypothesis can repeat one."""
    seeds = (sha256(bytes([number % 256, number // 256])).digest() for number in count())
    with TemporaryDirectory() as folder, mock.patch("houseway.service.live.turns.turn.new_seed", seeds.__next__):
        house = ClockedHouse(Path(folder))
        yield house
        house.close()


def any_submission(choose, book):
    if book in (ULTIMATE, FOUR_CARD):
        return drawn_submission(book, choose.pick(tuple(METHODS[book])), choose.random_source())
    return submission_of(book, choose)


class Chooser(Drawn):
    def random_source(self):
        from random import Random

        return Random(self.below(1 << 16))


def money_sum(table):
    return sum(amount.amount for amount in table.ledger.balances.values())


def acted_for(updates):
    """The commands that the system gave in a player's name."""
    found = [command for update in updates for command in update.commands if command.by.stand_in == SYSTEM]
    return [command for command in found if command.by.role in (Role.PLAYER, Role.BANK)]


@pytest.mark.hypothesis
@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=6 * MORE, deadline=None, derandomize=MORE == 1)
@given(data=st.data())
def test_every_round_ends_whoever_is_absent_and_whenever(book, data):
    """No wager is made for anybody who is absent, and money sums to zero."""
    choose = Chooser(data.draw, st.integers)
    with clocked_house() as house:
        name = TABLES[book]
        house.open(name, any_submission(choose, book), players=3, settings=SETTINGS)
        silence = {player: choose.pick((0, 2, 3, 5)) for player in ("Ann", "Bob", "Cy")}
        updates = []
        house.house.listeners.append(updates.append)

        def interfere():
            if choose.happens(8):
                house.interfere(name, choose)

        house.play_with_silence(name, lambda player: not choose.happens(1 + silence[player]), 2, interfere)
        table = house.house.tables[name]
        assert not house.house.frozen
        assert money_sum(table) == 0
        by_system = [event.kind for command in acted_for(updates) for event in command.events]
        assert "wager-placed" not in by_system
        assert not table.round.closed, house.house.current_wait(name)


@pytest.mark.parametrize("book", ["md.pai-gow-poker", "div.pai-gow-poker"])
def test_an_absent_hand_is_set_the_house_way(book, house_of):
    house, name = house_of(book)
    bob_bets_and_goes(house, name)
    updates = house.play_with_silence(name, lambda player: player not in PRESENT)
    (command,) = [each for each in acted_for(updates) if each.events[0].kind == "hand-set"]
    table = house.house.tables[name].completed
    setting = command.events[0]
    (position,) = [place for place, player in table.seats.items() if player == "Bob"]
    assert command.by == Actor(Role.PLAYER, "Bob", SYSTEM)
    assert set(setting.cards("low")) == set(house_way_low(house.house.tables[name], table.state.hands[position]))


def house_way_low(table, cards):
    from houseway.games.pai_gow.base_wager.outcome import high_order

    return table.house_way.set(cards, high_order(table.rules)).low


@pytest.mark.parametrize(
    ("book", "absent", "expected"),
    [
        (ULTIMATE, AbsentSettings(), ["player-checked", "player-checked", "hand-folded"]),
        (FOUR_CARD, AbsentSettings(), ["hand-folded"]),
        (ULTIMATE, AbsentSettings(decision="fold"), ["player-checked", "player-checked", "hand-folded"]),
    ],
)
def test_against_the_dealer_an_absent_player_checks_while_that_is_free_and_then_folds(house_of, book, absent, expected):
    house, name = house_of(book, TableSettings(absent=absent, program_floor=True))
    bob_bets_and_goes(house, name)
    updates = house.play_with_silence(name, lambda player: player not in PRESENT)
    assert [command.events[0].kind for command in acted_for(updates)] == expected


def test_a_bank_that_nobody_answers_is_passed(house_of):
    house, name = house_of("md.pai-gow-poker", example="everything")
    house.play_with_silence(name, lambda player: False)
    players = house.program_players(name)
    while house.house.current_wait(name) is None or house.house.current_wait(name).what != "bank-offer":
        assert any(house.let_act(player) for player in players)
    update = house.run_out(name)
    assert acted_for([update])[0].events[0].kind == "bank-passed"


def test_the_first_clock_is_long_and_the_next_ones_are_short(house_of):
    """Others do not wait again and again for somebody who is away."""
    house, name = house_of(ULTIMATE)
    bob_bets_and_goes(house, name)
    lengths = []
    house.house.listeners.append(lambda update: lengths.extend(acted_for([update])))
    seen = []
    while house.house.tables[name].number == 1:
        clocks = [each for each in house.house.clocks(name) if each.position == 2]
        seen += [
            ((each.ends_at - each.begins_at) // 1000, shown["is_short"])
            for each, shown in zip(clocks, shown_clocks(house, name))
        ]
        if not house.let_act(house.program_players(name)[0]):
            house.run_out(name)
    assert sorted(set(seen)) == [(SETTINGS.absent.seconds, True), (SETTINGS.decision_seconds, False)]


def shown_clocks(house, name):
    """The clocks as Bob is sent them."""
    snapshot = house.run(Feeds(house.house, lambda _: {}).snapshot(name, lambda _: Actor(Role.PLAYER, "Bob")))
    return [clock for clock in json.loads(snapshot)["clocks"] if clock["position"] == 2]


def test_whoever_lets_an_offer_of_the_bank_pass_has_all_his_time_to_set_his_hands(house_of):
    house, name = house_of("md.pai-gow-poker", example="everything")
    house.play_with_silence(name, lambda player: False)
    while house.house.current_wait(name) is None or house.house.current_wait(name).what != BANK_OFFER:
        assert any(house.let_act(player) for player in house.program_players(name))
    (position,) = house.house.current_wait(name).positions
    wager = {"position": position, "wager": "pai-gow", "amount": Cents.from_dollars(10)}
    house.run(house.house.act(name, Command("wager", Actor(Role.PLAYER, house.house.tables[name].seats[position]), wager)))
    while house.house.current_wait(name).what != SETTING:
        assert house.run_out(name) is not None
    lengths = {each.position: (each.ends_at - each.begins_at) // 1000 for each in house.house.clocks(name)}
    assert lengths[position] == SETTINGS.decision_seconds


@pytest.mark.parametrize("book", BOOKS)
def test_without_a_clock_a_floorperson_says_who_is_absent_and_the_system_acts(house_of, book):
    """Only for somebody for whom the table waits, and with who and why on the record of the house."""
    house, name = house_of(book, TableSettings(decision_seconds=0, program_floor=True))
    while not house.house.tables[name].round.wagers_at(2):
        assert any(house.let_act(player) for player in house.program_players(name)) or house.run_out(name) is not None
    flo, done = Actor(Role.FLOOR, "p:flo"), []
    while house.house.tables[name].number == 1:
        if house.run_out(name) is None and not house.let_act(house.program_players(name)[0]):
            done.append(house.run(house.house.act_for_awaited(name, 2, flo, "went home")))
    assert {command.by.name for command in acted_for(done)} == {"Bob"}
    recorded = [event for append in house.store.read("house") for event in append.events if event.kind == "player-absent"]
    assert [event.facts["position"] for event in recorded] == [2] * len(done)
    assert {(event.text("player"), event.text("by"), event.text("why")) for event in recorded} == {
        ("Bob", "p:flo", "went home")
    }
    with pytest.raises(NotAllowed, match="does not wait for position 2"):
        house.run(house.house.act_for_awaited(name, 2, flo, "went home"))


def test_while_a_clock_runs_nobody_is_called_absent(house_of):
    house, name = house_of(ULTIMATE)
    bob_bets_and_goes(house, name)
    while not any(clock.position == 2 for clock in house.house.clocks(name)):
        assert house.let_act(house.program_players(name)[0]) or house.run_out(name) is not None
    with pytest.raises(NotAllowed, match="or its clock runs"):
        house.run(house.house.act_for_awaited(name, 2, Actor(Role.FLOOR, "p:flo"), "went home"))


def test_others_who_act_do_not_restart_a_clock(house_of):
    house, name = house_of("md.pai-gow-poker", players=3)
    bob_bets_and_goes(house, name)
    ann, _, cy = house.program_players(name)
    while house.house.current_wait(name) is None or house.house.current_wait(name).what != "setting":
        if not house.let_act(ann) and not house.let_act(cy):
            house.run_out(name)
    began = house.house.current_wait(name).since
    house.clock.now += 5_000
    house.let_act(ann)
    house.run(house.house.act(name, Command("buy-in", Actor(Role.PLAYER, "Cy"), {"amount": Cents.from_dollars(5)})))
    assert house.house.current_wait(name).what == "setting"
    assert house.house.current_wait(name).since == began


def test_nothing_happens_before_the_clock_has_run_out(house_of):
    house, name = house_of(ULTIMATE)
    bob_bets_and_goes(house, name)
    (clock,) = house.house.clocks(name)
    assert (clock.what, clock.ends_at - clock.begins_at) == ("bets", SETTINGS.betting_seconds * 1000)
    house.clock.now = clock.ends_at - 1
    assert house.run(house.house.act_for_absent(name)) is None
    house.clock.now = clock.ends_at
    assert "betting-closed" in [event.kind for event in house.run(house.house.act_for_absent(name)).events]


def test_whoever_does_nothing_for_several_rounds_gives_up_his_seat_with_his_chips(house_of):
    house, name = house_of(ULTIMATE)
    for _ in range(SETTINGS.absent.rounds):
        assert "Bob" in house.house.tables[name].arrivals
        house.play_with_silence(name, lambda player: player not in PRESENT)
    house.play_with_silence(name, lambda player: player not in PRESENT)
    table = house.house.tables[name]
    assert table.arrivals == ("Ann",)
    assert not table.chips("Bob")


def test_clocks_go_on_after_a_crash_when_players_had_time_to_come_back(tmp_path):
    from houseway.store import open_store

    address = f"sqlite:///{tmp_path / 'house.db'}"
    house = ClockedHouse(tmp_path, open_store(address))
    name = "UTH-1"
    house.open(name, submission(ULTIMATE, "minimal"), settings=SETTINGS)
    bob_bets_and_goes(house, name)
    for _ in range(3):
        house.clock.now += 1_500
        again = ClockedHouse(tmp_path, open_store(address), house.clock)
        (before,), (after,) = house.house.clocks(name), again.house.clocks(name)
        resumes_at = house.clock.now + RESUME_SECONDS * 1000
        assert after == before._replace(ends_at=max(before.ends_at, resumes_at))
        assert again.house.settings(name) == SETTINGS
        house.close()
        house = again
        assert house.run_out(name) is not None
    assert house.house.tables[name].number == 1
    house.close()


@pytest.fixture
def house_of(tmp_path):
    """A function that opens a table of a book with two players who have chips."""
    houses = []

    def new(book, table_settings=SETTINGS, players=2, example="minimal"):
        houses.append(ClockedHouse(tmp_path))
        houses[-1].open(TABLES[book], submission(book, example), players, table_settings)
        return houses[-1], TABLES[book]

    yield new
    for house in houses:
        house.close()


def bob_bets_and_goes(house, name):
    """Bob makes the wagers that he wants, and is not seen again in this round."""
    bob = house.program_players(name)[1]
    while not house.house.tables[name].round.wagers_at(2):
        if not house.let_act(bob):
            assert house.run_out(name) is not None


@pytest.mark.parametrize(
    ("what", "absent", "words"),
    [
        (EXPOSED_CARD, AbsentSettings(exposed_card="void"), "the hand is void"),
        (SETTING, AbsentSettings(), "the house way sets your hands"),
        (BANK_OFFER, AbsentSettings(), "you pass the bank"),
        ("shake", AbsentSettings(), "the step is taken for you"),
    ],
)
def test_a_clock_says_what_happens_at_its_end(what, absent, words):
    assert describe_expiry(what, TableSettings(absent=absent)) == words


@pytest.mark.parametrize(("book", "decision"), [(ULTIMATE, "check"), (FOUR_CARD, "fold")])
def test_a_clock_of_a_decision_says_what_that_game_allows_and_the_system_does_it(book, decision, house_of):
    """Nobody can check at Four Card Poker. Before the flop of Ultimate nobody can fold, whatever the settings prefer."""
    for preferred in ("check-then-fold", "fold"):
        house, name = house_of(book, replace(SETTINGS, absent=AbsentSettings(decision=preferred)))
        bob_bets_and_goes(house, name)
        while (wait := house.house.current_wait(name)).what != DECISION:
            house.run_out(name)
        (clock,) = shown_clocks(house, name)
        assert (clock["position"], clock["words"]) == (wait.positions[0], f"you {decision}")
        (command,) = acted_for([house.run_out(name)])
        assert command.events[0].kind == {"check": "player-checked", "fold": "hand-folded"}[decision]


@pytest.mark.parametrize(
    ("what", "settings", "words"),
    [
        (SETTING, TableSettings(), "the house way sets the hands"),
        (SETTING, TableSettings(croupier=False, cards="physical"), "the player leaves, and the dealer sets the hands"),
        (EXPOSED_CARD, TableSettings(), "the hand is played"),
        (BANK_OFFER, TableSettings(), "the bank is passed"),
        ("cut", TableSettings(), "the cut is refused"),
        ("shake-dice", TableSettings(), "the step is taken for the player"),
    ],
)
def test_the_staff_reads_what_is_done_for_an_absent_player(what, settings, words):
    assert describe_absence(what, settings) == words
