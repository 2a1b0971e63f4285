"""Four Card Poker, whatever happens: rounds finish, money is conserved, streams fold."""

import random

import pytest

from houseway.chance import seeded_chance
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import HousewayError
from houseway.events import Command
from houseway.money import Cents
from houseway.table import decide, fold
from tests.support.dealer_submissions import METHODS, drawn_submission
from tests.support.submissions import EXAMPLES, FC
from tests.support.table_driver import VERSIONS, FourCardTable

SEATS = {"Ann": (1, 2), "Bob": (3,), "Cid": (5,)}
REPORTS = ("report-exposed", "report-misdeal", "abandon", "count-stub")
DECISIONS = ("check", "play", "fold")


class Table(FourCardTable):
    """Carries rounds by whatever is legal."""

    def __init__(self, text, seed):
        self.rng = random.Random(seed)
        super().__init__(text=text, seats=SEATS, chips=3000)
        self.croupier.chance = seeded_chance(seed)

    def random_round(self, trouble):
        number = self.run.table.number
        for _ in range(300):
            if self.run.table.number != number:
                return
            self._step(trouble)
        raise AssertionError(f"the round does not end: {self.due}")

    def _step(self, trouble):
        step, state = self.due, self.state
        if state.dealt and self.rng.random() < trouble and self._report():
            return
        if step is None:
            self._decide() if state.closed else self._wager(must=True)
        elif not (step.act == "close-betting" and self.rng.random() < 0.8 and self._wager()):
            self.take(**(self._facts(step) if self.rng.random() < trouble else {}))

    def _facts(self, step):
        playing = self.context.playing_positions
        match step.act:
            case "deal":
                mishaps = [{"face_up": (1,)}, {"face_up": (1, 3)}, {"face_up": (50,)}, {"drawn_in_error": True}]
                shown = [{"exposed": {0: 1}}, {"exposed": {playing[0]: 2}}, {"hands": {0: 5}}]
                shown += [{"jammed": True}] if self.context.dealing == "automated-shoe" else []
                return self.rng.choice([*mishaps, *shown])
            case "rule-exposed":
                return {"choice": self.rng.choice(["play-on", "void-base"])}
            case _:
                return {}

    def _report(self):
        by = self.rng.choice([DEALER_ACTOR, FLOOR_ACTOR])
        options = [option for option in self.run.legal(by, self.at) if option.act in REPORTS]
        name = self.rng.choice(list(SEATS))
        places = self.run.table.positions_of(name)
        if self.rng.random() < 0.2 and places and not set(places) & self.state.left:
            self.do("leave", name)
            return True
        if options:
            option = self.rng.choice(options)
            self.do(option.act, by, **next(ends(option), option.facts) if option.act == "report-misdeal" else option.facts)
        return bool(options)

    def _wager(self, must=False):
        for name in dict.fromkeys(self.run.table.seats.values()):
            options = [option for option in self.run.legal(self.player(name), self.at) if option.act == "wager"]
            fresh = [each for each in options if each.facts["wager"] not in self.state.wagers_at(each.facts["position"])]
            fresh = fresh if must else [each for each in fresh if self.rng.random() < 0.6]
            if fresh:
                option = self.rng.choice(fresh)
                bounds = option.bounds["amount"]
                amount = self.rng.choice(bounds["choices"]) if "choices" in bounds else bounds["least"]
                self.do("wager", name, **option.facts, amount=amount)
                return True
        assert not must, "nobody can bet"
        return False

    def _decide(self):
        name = self.run.table.seats[self.context.position_to_act]
        option = self.rng.choice([each for each in self.run.legal(self.player(name), self.at) if each.act in DECISIONS])
        amounts = option.bounds.get("amount", {}).get("choices")
        self.do(option.act, name, **option.facts, **({"amount": self.rng.choice(amounts)} if amounts else {}))

    def come_back(self):
        for name, places in SEATS.items():
            if name not in self.run.table.seats.values():
                self.sit(name, *places, chips=3000)
            elif self.run.table.chips(name) < Cents.from_dollars(300):
                self.do("buy-in", name, amount=Cents.from_dollars(3000))

    def check(self):
        balances = self.run.table.ledger.balances
        assert sum(amount.amount for amount in balances.values()) == 0
        assert not any(held for account, held in balances.items() if account.startswith(("layout", "centre")))
        assert all(held.amount >= 0 for account, held in balances.items() if account != "outside")
        assert {clause.book for event in self.run.events for clause in event.clauses} == {FC}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", METHODS[FC])
def test_rounds_end_and_nothing_is_lost(method, seed):
    table = Table(drawn_submission(FC, method, random.Random(f"{method} {seed}")), seed)
    for number in range(6):
        table.come_back()
        table.random_round(trouble=(0, 0.05, 0.2)[number % 3])
        table.check()
    assert fold(table.run.events) == table.run.table


@pytest.mark.parametrize("name", ["minimal", "everything", "original"])
def test_the_examples_are_dealt(name):
    text = (EXAMPLES / FC / f"{name}.toml").read_text()
    table = Table(text.replace("boxes-per-player = 1", "boxes-per-player = 2"), 1)
    assert table.run.table.rules.version == VERSIONS[name == "original"]
    for _ in range(8):
        table.come_back()
        table.random_round(trouble=0)
        table.check()
    assert table.run.table.number == 9


@pytest.mark.parametrize("method", METHODS[FC])
def test_what_may_be_done_is_taken_at_each_end_of_its_bounds(method):
    """The least, the most, and each choice of all that players, dealer and floorperson are told they may do in a round."""
    table = Table(drawn_submission(FC, method, random.Random(method)), 2)
    for _ in range(60):
        for actor in (table.player("Ann"), table.player("Cid"), DEALER_ACTOR, FLOOR_ACTOR):
            for option in table.run.table.game.legal_options(table.context, actor):
                for facts in ends(option):
                    decide(table.run.table, Command(option.act, actor, facts, table.at), table.run.meters)
        table._step(0)


def ends(option):
    """The facts of an option with every end of its bounds."""
    wanted = {
        name: (bounds["some"][-1],) for name, bounds in option.bounds.items() if "some" in bounds and "optional" not in bounds
    }
    for name, bounds in option.bounds.items():
        some = [tuple(bounds["some"][:1]), tuple(bounds["some"])] if bounds.get("some") else []
        for value in (*(bounds[end] for end in ("least", "most") if end in bounds), *bounds.get("choices", ()), *some):
            for given in [{place: value} for place in bounds["each"]] if "each" in bounds else [value]:
                yield {**option.facts, **wanted, name: given}


def decided(table, times):
    """A Play wager of so many times the Ante, or a fold."""
    turn = table.context.position_to_act
    return table.act(turn, "play", times=times) if times else table.act(turn, "fold")


def test_a_refused_command_changes_nothing():
    table = FourCardTable(players=2).ready().bet_all().to("players")
    before = table.run.table
    for act, facts in (("play", {"position": 1, "times": 5}), ("fold", {"position": 2}), ("check", {"position": 1})):
        with pytest.raises(HousewayError):
            table.do(act, facts["position"], **facts)
    assert table.run.table is before


def test_a_strategy_sits_at_the_table():
    """Who decides needs only the view and what is legal: three times with a pair of tens or better, once with a pair, or a fold."""
    table = FourCardTable(players=6, chips=20_000)

    def strategy(view, position):
        ranks = [card.rank for card in view["cards"][position]]
        paired = [rank for rank in ranks if ranks.count(rank) > 1]
        return 0 if not paired else 3 if max(paired) >= 10 else 1

    for _ in range(4):
        table.ready().bet_all(10, aces_up=5)
        while table.due is None or table.due.act != "turn-dealer":
            if table.due is not None:
                table.take()
                continue
            turn = table.context.position_to_act
            decided(table, strategy(table.run.table.game.view(table.context, table.player(turn)), turn))
        table.finish()
    assert table.run.table.number == 5
