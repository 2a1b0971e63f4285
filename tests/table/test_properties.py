"""What always holds at a table, whoever asks for what: `Machine.ask` says what that is, and these tests find things to ask.

Every example of both books, every choice of every reading that is settled at the table, every method of shuffling, dealing and
finding the start, with one deck and with two, with chips and with physical cards, with a bank and with a co-bank.
"""

from itertools import product

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from houseway.errors import HousewayError
from houseway.events import Actor, Command, Event, Role
from houseway.money import Cents
from houseway.procedure import LegalOption
from houseway.submission import judge, parse_submission
from houseway.table import decide
from tests.support.effort import MORE
from tests.support.table_chance import Dice, Drawn
from tests.support.table_facts import NAMES, ends_at
from tests.support.table_invariants import DEALER, FLOOR
from tests.support.table_machine import Machine
from tests.support.table_submissions import BOOKS, any_submission, examples, methods, readings, with_method


def session(choose, text=None, moves=60, quiet=60, physical=False):
    """Players sit down, play for a while, everybody then does anything, and the round is finished from where it is."""
    machine = Machine(choose, text, physical=physical)
    machine.seat(1 + choose.below(6))
    for _ in range(quiet):
        machine.by_play()
    for _ in range(moves):
        machine.move()
        if not machine.table.open:
            break
    machine.check_replay()
    machine.finish()
    machine.check_replay()
    return machine


@settings(max_examples=12 * MORE, stateful_step_count=60, suppress_health_check=list(HealthCheck))
class Table(RuleBasedStateMachine):
    """A table that anybody may ask for anything, in any order."""

    machine = None

    @initialize(data=st.data(), players=st.integers(1, 6), rounds=st.integers(0, 2))
    def opens(self, data, players, rounds):
        self.machine = Machine(Drawn(data.draw, st.integers))
        self.machine.seat(players)
        for _ in range(rounds):
            self.machine.finish()

    def drawn(self, data):
        """Each rule has its own choices."""
        self.machine.choose = self.machine.croupier.chance.choose = Drawn(data.draw, st.integers)
        return self.machine

    while_open = precondition(lambda self: self.machine is not None and self.machine.table.open)

    @precondition(lambda self: self.machine is not None and not self.machine.table.open)
    @rule()
    def closed(self):
        assert self.machine.run.legal(FLOOR, self.machine.at) == ()

    @while_open
    @rule(data=st.data(), times=st.integers(1, 8))
    def play(self, data, times):
        for _ in range(times):
            self.drawn(data).by_play()

    @while_open
    @rule(data=st.data())
    def may(self, data):
        self.drawn(data).by_option()

    @while_open
    @rule(data=st.data())
    def something_goes_wrong(self, data):
        self.drawn(data).by_irregular_step()

    @while_open
    @rule(data=st.data())
    def anything(self, data):
        self.drawn(data).by_anything()

    @while_open
    @rule(data=st.data())
    def somebody_else(self, data):
        self.drawn(data).by_wrong_hand()

    @while_open
    @rule(data=st.data())
    def not_listed(self, data):
        machine = self.drawn(data)
        machine.check_unlisted(machine.choose.pick(machine.actors()))

    @while_open
    @rule(data=st.data())
    def time_passes(self, data):
        self.drawn(data).wait()

    @while_open
    @rule(data=st.data())
    def the_round_is_finished(self, data):
        self.drawn(data).finish()

    @invariant()
    def layout_is_what_was_wagered(self):
        """What lies on the layout is somebody's wager of this round, or the house's."""
        if self.machine is not None and not self.machine.table.round.closed:
            check_layout(self.machine.table)

    def teardown(self):
        if self.machine is None:
            return
        self.machine.choose = self.machine.croupier.chance.choose = Dice(0)
        self.machine.check_replay()
        self.machine.finish()


TestTable = Table.TestCase


def check_layout(table):
    """Before "no more bets", the layout holds the wagers that the round knows of, to the cent."""
    placed = table.round.stakes.items()
    wagers = {f"layout:{position}": sum(stake.amount.amount for stake in stakes.values()) for position, stakes in placed}
    if table.round.bank.house_stake:
        wagers["layout:0"] = table.round.bank.house_stake.amount
    lying = {account: cents.amount for account, cents in table.ledger.layout_balances.items()}
    assert lying == {account: cents for account, cents in wagers.items() if cents}


# Over all submissions


@pytest.mark.parametrize("name", sorted(examples()))
def test_every_example_submission(name):
    for seed in range(2 * MORE):
        session(Dice(f"{name} {seed}"), examples()[name])


READINGS = [
    pytest.param(book, *choice, marks=pytest.mark.prove if number % 2 else ())
    for book in BOOKS
    for number, choice in enumerate(readings(book))
]
"""Every other choice; all of them in `make prove`. What each of them does is in `test_readings`."""


DEALING = ("manual-shoe", "hand", "automated-shoe")
PAIRS = [*product(DEALING, ("shaker", "random-number")), ("automated-shoe", "button")]
"""How cards may be dealt and the start be found: a button takes an automated shoe."""


@pytest.mark.sampled
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("dealing", "starting"), PAIRS)
def test_every_method_of_shuffling_dealing_and_finding_the_start(book, dealing, starting):
    assert {(way.dealing, way.starting) for way in methods(book)} == set(PAIRS)
    ways = [way for way in methods(book) if (way.dealing, way.starting) == (dealing, starting)]
    for way, seed in product(ways, range(MORE)):
        session(Dice(f"{book} {way} {seed}"), with_method(book, way), moves=20, quiet=30)


@pytest.mark.sampled
@pytest.mark.parametrize(("book", "reading", "choice"), READINGS)
def test_every_choice_of_every_reading(book, reading, choice):
    dice = Dice(f"{book} {reading} {choice}")
    for _ in range(MORE):
        text = with_method(book, dice.pick(methods(book)), {reading: choice})
        rules = judge(parse_submission(text)).rules
        assert rules.readings[reading] == choice
        session(dice, text, moves=15, quiet=30)


@pytest.mark.parametrize("name", sorted(examples()))
def test_physical_cards(name):
    machine = session(Dice(name), examples()[name], physical=True)
    assert not any(deck.cards for deck in machine.table.equipment.decks)


@pytest.mark.prove
@pytest.mark.parametrize("part", range(20))
def test_many_tables(part):
    for seed in range(25):
        session(Dice(f"prove {part} {seed}"), moves=100, quiet=60 * (seed % 4))


# What the machine itself relies on


def test_a_drawn_submission_always_passes():
    for seed in range(20):
        assert judge(parse_submission(any_submission(Dice(seed)))).rules is not None


def test_nothing_is_legal_at_a_closed_table_and_all_is_refused():
    machine = Machine(Dice(1), examples()["md.pai-gow-poker/minimal"])
    machine.must("close-table", FLOOR)
    assert all(machine.run.legal(actor, machine.at) == () for actor in machine.actors())
    for _ in range(50):
        assert machine.by_anything().refusal is not None


@pytest.mark.parametrize("name", sorted(examples()))
def test_what_may_be_filled_in_is_taken_at_each_end_of_its_bounds(name):
    """The least, the most, and each choice: every one of them is tried from the same state."""
    dice = Dice(name)
    machine = Machine(dice, examples()[name])
    machine.seat(4)
    for _ in range(250):
        machine.by_play()
        if dice.happens(6):
            try_bounds(machine, dice.pick(machine.actors()))


def try_bounds(machine, actor):
    for option in machine.run.legal(actor, machine.at):
        for facts in at_the_bounds(machine, option):
            try:
                decide(machine.table, Command(option.act, actor, facts, machine.at), machine.run.meters)
            except HousewayError as refusal:
                raise AssertionError(f"{actor} may {option}, and {facts} is refused: {refusal}") from refusal


def at_the_bounds(machine, option: LegalOption):
    """The facts of an option with every end of every bound, one at a time."""
    usual = machine.fill(option, besides=False)
    yield usual
    for name, bounds in option.bounds.items():
        if "beside" in bounds or "instead" in bounds:
            yield machine.besides(usual, {name: bounds})
            continue
        ends = [bounds[end] for end in ("least", "most") if end in bounds]
        if "each" in bounds:
            ends = [{place: end} for place in bounds["each"] for end in ends_at(bounds, place)]
        for value in (*ends, *tuple(bounds.get("choices", ()))[:8]):
            yield {**usual, name: value}


def test_an_event_of_another_game_is_not_folded():
    machine = Machine(Dice(2), examples()["md.pai-gow-poker/minimal"])
    with pytest.raises(HousewayError):
        type(machine.run)([*machine.run.events, Event("river-dealt", (), {})])


def test_a_stranger_may_only_sit_down():
    machine = Machine(Dice(3), examples()["md.pai-gow-poker/minimal"])
    machine.seat(2)
    assert {option.act for option in machine.run.legal(Actor(Role.PLAYER, "Zoe"), machine.at)} == {"sit"}
    assert machine.ask(Command("cash-out", Actor(Role.PLAYER, NAMES[5]), {"amount": Cents(1)}, machine.at)).refusal is not None
    assert machine.ask(Command("sit", DEALER, {"position": 5}, machine.at)).refusal is not None
