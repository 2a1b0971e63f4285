"""Ultimate Texas Hold'em, whatever happens: rounds finish, money is conserved, streams fold."""

import random

import pytest

from houseway.chance import seeded_chance
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import HousewayError
from houseway.hands.orders import MD_ULTIMATE as UTH
from houseway.money import Cents
from houseway.table import fold
from tests.support.dealer_submissions import METHODS, drawn_submission
from tests.support.submissions import EXAMPLES
from tests.support.table_driver import UltimateTable

REPORTS = ("report-exposed", "report-misdeal", "abandon", "count-stub")


class Table(UltimateTable):
    """Carries rounds by whatever is legal."""

    def __init__(self, text, seed):
        self.rng = random.Random(seed)
        super().__init__(text=text, seats={"Ann": (1, 2), "Bob": (3,), "Cid": (5,)}, chips=3000)
        self.croupier.chance = seeded_chance(seed)

    def random_round(self, trouble):
        number = self.run.table.number
        for _ in range(400):
            if self.run.table.number != number:
                return
            self._step(trouble)
        raise AssertionError(f"the round does not end: {self.due}")

    def _step(self, trouble):
        step, state = self.due, self.state
        if state.dealt and self.rng.random() < trouble and self._report():
            return
        if step is not None and not (step.act == "close-betting" and self.rng.random() < 0.8 and self._wager()):
            facts = self._facts(step) if self.rng.random() < trouble else {}
            self.take(**facts)
        elif step is None:
            self._decide() if state.closed else self._wager(must=True)

    def _facts(self, step):
        if step.act in ("deal", "deal-flop", "deal-final"):
            places = (0, *self.context.playing_positions)
            faults = [{"face_up": (1,)}, {"face_up": (1, 3)}, {"exposed": {self.rng.choice(places): 1}}]
            drawn = step.act == "deal" or self.context.dealing != "automated-shoe"
            return self.rng.choice([*faults, *([{"drawn_in_error": True}] if drawn else [])])
        if step.act == "rule-exposed":
            return {"choice": self.rng.choice(["play-on", "void-base"])}
        return {}

    def _report(self):
        by = self.rng.choice([DEALER_ACTOR, FLOOR_ACTOR])
        options = [option for option in self.run.table.game.legal_options(self.context, by) if option.act in REPORTS]
        if self.rng.random() < 0.3 and self.state.closed:
            name = self.rng.choice(["Ann", "Bob", "Cid"])
            if name in self.run.table.seats.values() and not set(self.run.table.positions_of(name)) & self.state.left:
                self.do("leave", name)
                return True
        if not options:
            return False
        option = self.rng.choice(options)
        hands = option.bounds.get("hands")
        self.do(option.act, by, **option.facts, **({"hands": {hands["each"][0]: hands["least"]}} if hands else {}))
        return True

    def _wager(self, must=False):
        for name in dict.fromkeys(self.run.table.seats.values()):
            options = [
                option for option in self.run.table.game.legal_options(self.context, self.player(name)) if option.act == "wager"
            ]
            fresh = [each for each in options if each.facts["wager"] not in self.state.wagers_at(each.facts["position"])]
            fresh = [each for each in fresh if each.facts["wager"] == "ante" or self.rng.random() < 0.6]
            if fresh:
                option = self.rng.choice(fresh)
                bounds = option.bounds["amount"]
                self.do("wager", name, **option.facts, amount=bounds["choices"][0] if "choices" in bounds else bounds["least"])
                return True
        assert not must, "nobody can bet"
        return False

    def _decide(self):
        name = self.run.table.seats[self.context.position_to_act]
        options = [
            each
            for each in self.run.table.game.legal_options(self.context, self.player(name))
            if each.act in ("check", "play", "fold")
        ]
        option = self.rng.choice(options)
        amounts = option.bounds.get("amount", {}).get("choices")
        self.do(option.act, name, **option.facts, **({"amount": self.rng.choice(amounts)} if amounts else {}))

    def come_back(self):
        for name, places in {"Ann": (1, 2), "Bob": (3,), "Cid": (5,)}.items():
            if name not in self.run.table.seats.values():
                self.sit(name, *places, chips=3000)
            elif self.run.table.chips(name) < Cents.from_dollars(200):
                self.do("buy-in", name, amount=Cents.from_dollars(3000))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", METHODS[UTH])
def test_rounds_end_and_nothing_is_lost(method, seed):
    rng = random.Random(f"{method} {seed}")
    table = Table(drawn_submission(UTH, method, rng), seed)
    for number in range(6):
        table.come_back()
        table.random_round(trouble=(0, 0.05, 0.2)[number % 3])
        balances = table.run.table.ledger.balances
        assert sum(amount.amount for amount in balances.values()) == 0
        assert not any(held for account, held in balances.items() if account.startswith(("layout", "centre")))
        assert all(held.amount >= 0 for account, held in balances.items() if account != "outside")
    assert fold(table.run.events) == table.run.table


@pytest.mark.parametrize("name", ["minimal", "everything"])
def test_the_examples_are_dealt(name):
    table = Table((EXAMPLES / UTH / f"{name}.toml").read_text().replace("boxes-per-player = 1", "boxes-per-player = 2"), 1)
    for _ in range(8):
        table.come_back()
        table.random_round(trouble=0)
    assert table.run.table.number == 9


def test_a_refused_command_changes_nothing():
    table = UltimateTable(players=2).ready().bet_all().to("players")
    before = table.run.table
    for act, facts in (("play", {"position": 1, "times": 5}), ("fold", {"position": 1}), ("check", {"position": 2})):
        with pytest.raises(HousewayError):
            table.do(act, facts["position"], **facts)
    assert table.run.table is before


def test_a_strategy_sits_at_the_table():
    """Who decides needs only the view and what is legal: here, four times with a pair or an ace, and else as late as may be."""
    table = UltimateTable(players=6, chips=20_000)
    game = table.run.table.game

    def strategy(view, options):
        own = next(iter(view["cards"].values()))
        strong = own[0].rank is own[1].rank or max(card.rank for card in own) == 14
        act = "play" if strong or "fold" in options else "check"
        return act, options[act].bounds.get("amount", {}).get("choices", (None,))[-1]

    for _ in range(5):
        table.ready().bet_all()
        number = table.run.table.number
        while table.run.table.number == number:
            if table.due is not None:
                table.take()
                continue
            turn = table.context.position_to_act
            actor = table.player(turn)
            options = {option.act: option for option in game.legal_options(table.context, actor)}
            act, amount = strategy(game.view(table.context, actor), options)
            table.act(turn, act, **({"amount": amount} if act == "play" else {}))
    assert table.run.table.number == 6
