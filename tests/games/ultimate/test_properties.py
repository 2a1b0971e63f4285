"""Ultimate Texas Hold'em, whatever happens: rounds finish, money is conserved, streams fold, hidden cards stay hidden."""

import random

import pytest

from houseway.cards import DECK
from houseway.chance import seeded
from houseway.croupier import DEALER, FLOOR
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Role
from houseway.hands.orders import MD_ULTIMATE as UTH
from houseway.money import Cents
from houseway.regulation import load
from houseway.table import fold, redact_event
from houseway.table.scene import scene_of
from tests.support.dealer_driver import HAND, MACHINE, MANUAL, STANDARD, WAITS, DealerTable, submission
from tests.support.submissions import EXAMPLES

READINGS = {
    reading.id: tuple(reading.choices)
    for reading in load(UTH).readings.values()
    if (not reading.fixed and reading.settles == "table") or reading.id == "UTH-31"
}
METHODS = {
    "manual": MANUAL,
    "hand": HAND,
    "two decks": {**HAND, "table.decks": 2},
    "machine": MACHINE,
    "waits": WAITS,
    "reshuffling": {**MACHINE, "table.reshuffling-device": True, "table.community-cards-first": True},
    "preshuffled": {**MANUAL, "table.cards-received": "preinspected-and-preshuffled"},
}
STRANGER = Actor(Role.PLAYER, "Zoe")
REPORTS = ("report-exposed", "report-misdeal", "abandon", "count-stub")


def chosen(method, rng):
    """A submission with this method: some of the wagers, some of the readings, some of the options."""
    wagers = [wager for wager in STANDARD if rng.random() < 0.7]
    picked = {key: rng.choice(choices) for key, choices in READINGS.items()}
    if "six-card-bonus" in wagers and METHODS[method].get("table.dealing") != "automated-shoe":
        picked["UTH-12"] = "community-cards"
    needed = {"UTH-12": "six-card-bonus", "UTH-11": "six-card-bonus", "UTH-13": "six-card-bonus", "UTH-05": "progressive"}
    needed |= {"UTH-06": "progressive", "UTH-14": "bad-beat", "UTH-15": "bad-beat", "UTH-31": "progressive"}
    picked = {key: choice for key, choice in picked.items() if needed.get(key, "trips") in (*wagers, "trips")}
    folds = {f"fold.{wager}": rng.choice(["live", "lost"]) for wager in wagers if wager != "six-card-bonus"}
    options = {**METHODS[method], **folds, "table.boxes-per-player": 2}
    letters = {wager: rng.choice(load(UTH).tables_of(wager)).letter for wager in (*wagers, "blind", "trips")}
    return submission(options, wagers, picked, letters)


class Table(DealerTable):
    """Carries rounds by whatever is legal."""

    def __init__(self, text, seed):
        self.rng = random.Random(seed)
        super().__init__(text=text, seats={"Ann": (1, 2), "Bob": (3,), "Cid": (5,)}, chips=3000)
        self.croupier.chance = seeded(seed)

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
            places = (0, *self.scene.playing)
            faults = [
                {"face_up": (1,)},
                {"face_up": (1, 3)},
                {"drawn_in_error": True},
                {"exposed": {self.rng.choice(places): 1}},
            ]
            return self.rng.choice(faults)
        if step.act == "rule-exposed":
            return {"choice": self.rng.choice(["play-on", "void-base"])}
        return {}

    def _report(self):
        by = self.rng.choice([DEALER, FLOOR])
        options = [option for option in self.run.table.game.legal(self.scene, by) if option.act in REPORTS]
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
            options = [option for option in self.run.table.game.legal(self.scene, self.player(name)) if option.act == "wager"]
            fresh = [each for each in options if each.facts["wager"] not in self.state.wagers(each.facts["position"])]
            fresh = [each for each in fresh if each.facts["wager"] == "ante" or self.rng.random() < 0.6]
            if fresh:
                option = self.rng.choice(fresh)
                bounds = option.bounds["amount"]
                self.do("wager", name, **option.facts, amount=bounds["choices"][0] if "choices" in bounds else bounds["least"])
                return True
        assert not must, "nobody can bet"
        return False

    def _decide(self):
        name = self.run.table.seats[self.scene.turn]
        options = [
            each for each in self.run.table.game.legal(self.scene, self.player(name)) if each.act in ("check", "play", "fold")
        ]
        option = self.rng.choice(options)
        amounts = option.bounds.get("amount", {}).get("choices")
        self.do(option.act, name, **option.facts, **({"amount": self.rng.choice(amounts)} if amounts else {}))

    def come_back(self):
        for name, places in {"Ann": (1, 2), "Bob": (3,), "Cid": (5,)}.items():
            if name not in self.run.table.seats.values():
                self.sit(name, *places, chips=3000)
            elif self.run.table.chips(name) < Cents.dollars(200):
                self.do("buy-in", name, amount=Cents.dollars(3000))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", METHODS)
def test_rounds_end_and_nothing_is_lost(method, seed):
    rng = random.Random(f"{method} {seed}")
    table = Table(chosen(method, rng), seed)
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


# Hidden cards


def played(text, deck, script, actor):
    """A round up to the dealer's cards with a deck and a script of decisions: all that somebody is shown on the way."""
    table = DealerTable(text=text, players=3)
    shown = []

    def look(events):
        scene, game = scene_of(table.run.table, table.at, table.run.meters), table.run.table.game
        shown.append(
            (
                game.view(scene, actor),
                game.legal(scene, actor),
                game.due(scene),
                [redact_event(scene, actor, event) for event in events if event.kind != "cards-shuffled"],
            )
        )

    decisions = iter(script)
    while (step := table.due) is None or step.act != "turn-dealer":
        if step is None and not table.state.stakes:
            for place in (1, 2, 3):
                table.bet(place, trips=5, progressive=5)
            look(())
        elif step is None:
            turn = table.scene.turn
            options = [option.act for option in table.legal(turn, "check") + table.legal(turn, "fold")]
            act = next(decisions)
            if act == "pass":
                look(table.act(turn, options[0]))
            else:
                amount = table.legal(turn, "play")[0].bounds["amount"]["choices"][0]
                look(table.act(turn, "play", amount=amount))
        else:
            command = table.croupier.command(step, table.at)
            facts = {"cards": deck} if step.act == "shuffle" else {}
            look(table.run.act(Command(command.act, command.by, {**command.facts, **facts}, table.at)))
    return table, shown


@pytest.mark.parametrize("who", ["player", "dealer", "floor", "stranger"])
@pytest.mark.parametrize("method", ["hand", "machine", "waits"])
@pytest.mark.parametrize("seed", range(3))
def test_cards_that_somebody_has_not_seen_change_nothing_for_him(method, who, seed):
    rng = random.Random(f"{method} {who} {seed}")
    wagers = ["progressive", "six-card-bonus"] if method != "hand" else ["progressive"]
    text = submission(METHODS[method], wagers, {"UTH-31": "not-required"})
    script = [rng.choice(["pass", "pass", "play"]) for _ in range(9)]
    actor = {"player": Actor(Role.PLAYER, "Bob"), "dealer": DEALER, "floor": FLOOR, "stranger": STRANGER}[who]
    deck = list(DECK)
    rng.shuffle(deck)
    table, first = played(text, tuple(deck), script, actor)
    state = table.state
    known = {*state.board[: state.shown], *(state.hands[2] if who == "player" else ())}
    unseen = [card for card in deck if card not in known]
    swap = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    other, second = played(text, tuple(swap.get(card, card) for card in deck), script, actor)
    assert other.state.hands[0] != state.hands[0]
    assert first == second


def test_a_refused_command_changes_nothing():
    table = DealerTable(players=2).ready().bet_all().to("players")
    before = table.run.table
    for act, facts in (("play", {"position": 1, "times": 5}), ("fold", {"position": 1}), ("check", {"position": 2})):
        with pytest.raises(HousewayError):
            table.do(act, facts["position"], **facts)
    assert table.run.table is before


def test_a_strategy_sits_at_the_table():
    """Who decides needs only the view and what is legal: here, four times with a pair or an ace, and else as late as may be."""
    table = DealerTable(players=6, chips=20_000)
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
            turn = table.scene.turn
            actor = table.player(turn)
            options = {option.act: option for option in game.legal(table.scene, actor)}
            act, amount = strategy(game.view(table.scene, actor), options)
            table.act(turn, act, **({"amount": amount} if act == "play" else {}))
    assert table.run.table.number == 6
