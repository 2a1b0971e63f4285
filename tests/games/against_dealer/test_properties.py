"""The games against the dealer, whatever happens: rounds finish, money is conserved, streams fold."""

import random

import pytest

from houseway.chance import seeded_chance
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import HousewayError
from houseway.events import Command
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.table import decide, fold_events
from tests.support.clauses import AGAINST_DEALER
from tests.support.dealer_submissions import METHODS, drawn_submission
from tests.support.submissions import EXAMPLES, FC, UTH
from tests.support.table_driver import VERSIONS, FourCardTable, UltimateTable
from tests.support.table_facts import ends_at

SEATS = {"Ann": (1, 2), "Bob": (3,), "Cid": (5,)}
REPORTS = ("report-exposed", "report-misdeal", "report-face-up", "abandon", "count-stub")
DECISIONS = ("check", "play", "fold")
EVERY_METHOD = pytest.mark.parametrize(
    ("book", "method"), [(book, method) for book in AGAINST_DEALER for method in METHODS[book]]
)


class RandomPlay:
    """Carries rounds by whatever is legal."""

    def __init__(self, text, seed):
        self.rng = random.Random(seed)
        super().__init__(text=text, seats=SEATS, chips=3000)
        self.croupier.chance = seeded_chance(seed)

    def random_round(self, trouble):
        number = self.run.table.number
        for _ in range(400):
            if self.run.table.number != number:
                return
            self.random_step(trouble)
        raise AssertionError(f"the round does not end: {self.due}")

    def random_step(self, trouble):
        step, state = self.due, self.state
        if state.dealt and self.rng.random() < trouble and self._report():
            return
        if step is None:
            self._decide() if state.closed else self._wager(must=True)
        elif not (step.act == "close-betting" and self.rng.random() < 0.8 and self._wager()):
            self.take(**(self._mishap(step) if self.rng.random() < trouble else {}))

    def _mishap(self, step):
        if step.act == "rule-exposed":
            return {"choice": self.rng.choice(["play-on", "void-base"])}
        mishaps = self.mishaps(step.act)
        return self.rng.choice(mishaps) if mishaps else {}

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
            self.do(option.act, by, **self.rng.choice(list(ends(option)) or [option.facts]))
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

    def check_money_and_clauses(self):
        balances = self.run.table.ledger.balances
        assert sum(amount.amount for amount in balances.values()) == 0
        assert not any(held for account, held in balances.items() if account.startswith(("layout", "centre")))
        assert all(held.amount >= 0 for account, held in balances.items() if account != "outside")
        assert {clause.book for event in self.run.events for clause in event.clauses} == {self.book}


class RandomUltimate(RandomPlay, UltimateTable):
    def mishaps(self, act):
        if act not in ("deal", "deal-flop", "deal-final"):
            return []
        shown = {"exposed": {self.rng.choice((0, *self.context.playing_positions)): 1}}
        drawn = act == "deal" or self.context.dealing != "automated-shoe"
        return [{"face_up": (1,)}, {"face_up": (1, 3)}, shown, *([{"drawn_in_error": True}] if drawn else [])]


class RandomFourCard(RandomPlay, FourCardTable):
    def mishaps(self, act):
        if act != "deal":
            return []
        face_up = [{"face_up": (1,)}, {"face_up": (1, 3)}, {"face_up": (50,)}]
        shown = [{"exposed": {0: 1}}, {"exposed": {self.context.playing_positions[0]: 2}}, {"hands": {0: 5}}]
        jammed = [{"jammed": True}] if self.context.dealing == "automated-shoe" else []
        return [*face_up, *shown, *jammed, {"drawn_in_error": True}]


RANDOM = {UTH: RandomUltimate, FC: RandomFourCard}


def ends(option):
    """The facts of an option with every end of its bounds."""
    wanted = {
        name: (bounds["some"][-1],) for name, bounds in option.bounds.items() if "some" in bounds and "optional" not in bounds
    }
    for name, bounds in option.bounds.items():
        some = [tuple(bounds["some"][:1]), tuple(bounds["some"])] if bounds.get("some") else []
        numbers = [bounds[end] for end in ("least", "most") if end in bounds]
        if "each" in bounds:
            numbers = [{place: end} for place in bounds["each"] for end in ends_at(bounds, place)]
        for given in (*numbers, *bounds.get("choices", ()), *some):
            yield {**option.facts, **wanted, name: given}


@pytest.mark.parametrize("seed", range(4))
@EVERY_METHOD
def test_rounds_end_and_nothing_is_lost(book, method, seed):
    table = RANDOM[book](drawn_submission(book, method, random.Random(f"{method} {seed}")), seed)
    for number in range(6):
        table.come_back()
        table.random_round(trouble=(0, 0.05, 0.2)[number % 3])
        table.check_money_and_clauses()
    assert fold_events(table.run.events) == table.run.table


@pytest.mark.parametrize(
    ("book", "name", "version"),
    [
        (UTH, "minimal", load_book(UTH).version),
        (UTH, "everything", load_book(UTH).version),
        (FC, "minimal", VERSIONS[0]),
        (FC, "everything", VERSIONS[0]),
        (FC, "original", VERSIONS[1]),
    ],
)
def test_the_examples_are_dealt(book, name, version):
    text = (EXAMPLES / book / f"{name}.toml").read_text()
    table = RANDOM[book](text.replace("boxes-per-player = 1", "boxes-per-player = 2"), 1)
    assert table.run.table.rules.version == version
    for _ in range(8):
        table.come_back()
        table.random_round(trouble=0)
        table.check_money_and_clauses()
    assert table.run.table.number == 9


@EVERY_METHOD
def test_what_may_be_done_is_taken_at_each_end_of_its_bounds(book, method):
    """The least, the most, and each choice of all that players, dealer and floorperson are told they may do in a round."""
    table = RANDOM[book](drawn_submission(book, method, random.Random(method)), 2)
    for _ in range(60):
        for actor in (table.player("Ann"), table.player("Cid"), DEALER_ACTOR, FLOOR_ACTOR):
            for option in table.run.table.game.legal_options(table.context, actor):
                for facts in ends(option):
                    decide(table.run.table, Command(option.act, actor, facts, table.at), table.run.meters)
        table.random_step(0)


@pytest.mark.parametrize(
    ("driver", "commands"),
    [
        (UltimateTable, [("play", 1, {"times": 5}), ("fold", 1, {}), ("check", 2, {})]),
        (FourCardTable, [("play", 1, {"times": 5}), ("fold", 2, {}), ("check", 1, {})]),
    ],
)
def test_a_refused_command_changes_nothing(driver, commands):
    table = driver(players=2).ready().bet_all().to("players")
    before = table.run.table
    for act, position, facts in commands:
        with pytest.raises(HousewayError):
            table.act(position, act, **facts)
    assert table.run.table is before


def four_times_a_pair_or_an_ace(hand, options):
    """With a pair or an ace the most that may be played, and else as late as may be."""
    strong = hand[0].rank is hand[1].rank or max(card.rank for card in hand) == 14
    if strong or "fold" in options:
        return "play", {"amount": options["play"].bounds["amount"]["choices"][-1]}
    return "check", {}


def three_times_a_pair_of_tens(hand, options):
    """Three times with a pair of tens or better, once with a lower pair, or a fold."""
    ranks = [card.rank for card in hand]
    paired = [rank for rank in ranks if ranks.count(rank) > 1]
    return ("play", {"times": 3 if max(paired) >= 10 else 1}) if paired else ("fold", {})


@pytest.mark.parametrize(
    ("driver", "sides", "strategy"),
    [(UltimateTable, {}, four_times_a_pair_or_an_ace), (FourCardTable, {"aces_up": 5}, three_times_a_pair_of_tens)],
)
def test_a_strategy_sits_at_the_table(driver, sides, strategy):
    """Who decides needs only the view and what is legal."""
    table = driver(players=6, chips=20_000)
    game = table.run.table.game
    for number in range(1, 6):
        table.ready().bet_all(10, **sides)
        while table.run.table.number == number:
            if table.due is not None:
                table.take()
                continue
            turn = table.context.position_to_act
            options = {option.act: option for option in game.legal_options(table.context, table.player(turn))}
            act, facts = strategy(game.view(table.context, table.player(turn))["cards"][turn], options)
            table.act(turn, act, **facts)
    assert table.run.table.number == 6
