"""What the tests of readings share: submissions with readings taken otherwise, and rounds of a table with everything on."""

from functools import cache

from houseway.cards import parse_hand
from houseway.submission import judge, parse_submission
from tests.support.submissions import DIV, MD, submission
from tests.support.table_driver import PaiGowTable, dollars

BONUS = {MD: "fortune-bonus", DIV: "bonus"}
PLAIN = {  # nobody has anything, and the dealer has least; who has which is said by the scenario
    "dealer": "2c 3d 5h 7s 8c Td Jh",
    "high": "Ac Kd Qh Ts 7c 5d 4h",
    "pairs": "Ad As Kc Kh 6d 3s 2h",
    "quads": "9c 9d 9h 9s 6c 4d 8h",
    "aces": "Ac Ad Ah As Jk 6s 9s",
}
METER = {"wager": "progressive", "name": "meter", "tables": ["PG-1"], "seed": "$20,000", "reset": "$10,000", "rate": "27%"}
OPTIONS = {
    "table": {
        "dealing": "automated-shoe",
        "shuffler": True,
        "positions-per-player": 2,
        "starting-position": "random-number",
    },
    "vigorish": {"rounding": "exact-cents"},
    "ranking": None,
    "payout-limit": None,
    "bank.house-stake": None,
    "meters": [METER],
}


@cache
def text(book, readings, options):
    """A submission: everything on, but one deck, a shuffler, an automated shoe and a number generator."""
    filed = {**OPTIONS, "wagers.progressive": {"paytable": "A" if book == MD else "5", "stake": "$5"}}
    filed |= {"wagers.bonus.pays": None} if book == DIV else {}
    return submission(book, {**filed, **dict(options)}, readings=readings, example="everything")


@cache
def rules(book, readings, **options):
    verdict = judge(parse_submission(text(book, readings, tuple(options.items()))))
    assert verdict.rules, verdict.findings
    return verdict.rules


class Table(PaiGowTable):
    """A table with everything on. Ann, Ben and Cal sit at 1, 2 and 3 with $1,000 each; plain hands go by their names."""

    def __init__(self, book, taken, seats=None, **options):
        filed = tuple((key.replace("__", ".").replace("_", "-"), value) for key, value in options.items())
        seats = seats or {"Ann": (1,), "Ben": (2,), "Cal": (3,)}
        super().__init__(book, text=text(book, tuple(taken.items()), filed), seats=seats, chips=1000)

    def deal(self, hands):
        """Choose the hands of the next deal."""
        self.hands = {place: parse_hand(PLAIN.get(hand, hand)) for place, hand in hands.items()}
        return self

    def go(self, until="", **facts):
        """Take what is due, until players are wanted or the step that is named is due; with facts, take that step too."""
        number = self.run.table.number
        while (step := self.due) is not None and self.run.table.number == number:
            if step.act == until:
                if facts:
                    self.take(**facts)
                break
            self.take()
        return self

    def bets(self, position, amount=100, wager="", **sides):
        """A base wager and optional ones; `bonus` is what the book calls it."""
        named = {BONUS[self.book] if name == "bonus" else name: stake for name, stake in sides.items()}
        return super().bets(position, amount, wager, **named)

    def set(self, *positions):
        """Set the hands of these positions, or of all that have not, as the house would; the bank after the others."""
        waiting = [place for place in self.state.live_positions if place not in self.state.placed_hands]
        for position in positions or sorted(waiting, key=lambda place: place == self.state.bank.position):
            self.act(position, "set-hand", low=tuple(self.house_way(self.state.hands[position]).low))
        return self

    def first_round(self):
        """One round against the dealer, so that everybody may bank the next."""
        return self.deal({0: "dealer", 1: "high"}).go().bet_all(100).finish()

    def banked(self, position=1, hands=None, stake=None, until="", **facts):
        """A second round that somebody banks, with wagers of $100 by the others, until cards are dealt or a step is due (`go`)."""
        self.first_round().deal(hands or {0: "dealer", 1: "pairs", 2: "high"}).go()
        while self.state.bank.offered != position:
            self.act(self.state.bank.offered, "pass-bank")
            self.go()
        self.act(position, "accept-bank")
        if stake is not None:
            self.do("direct-house-stake", position, amount=dollars(stake))
        return self.bet_all(100).go(until, **facts)

    def dollars(self, name):
        """What somebody has."""
        return float(self.run.table.chips(name).amount) / 100

    @property
    def meter(self):
        return float(self.run.meters["progressive/meter"].value) / 100

    def transfers(self, reason):
        """What moved for a reason: from, to, dollars."""
        facts = [event.facts for event in self.events if event.kind == "money-moved"]
        return [(each["source"], each["target"], each["amount"].amount / 100) for each in facts if each["reason"] == reason]

    def options(self, by, act, wager=""):
        """What somebody may do of a kind, with a wager or without any."""
        return [option for option in self.legal(by, act) if option.facts.get("wager", "") == wager]
