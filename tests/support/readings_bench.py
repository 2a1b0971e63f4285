"""What the tests of readings share: submissions with readings taken otherwise, and a table that is dealt from chosen cards."""

import json
from datetime import date
from functools import cache

from houseway.cards import DECK_WITH_JOKER, parse_hand
from houseway.croupier import Croupier
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Role
from houseway.games.pai_gow import outcome
from houseway.money import Cents
from houseway.regulation import load
from houseway.submission import judge, read
from houseway.table import Run
from houseway.table.scene import scene_of
from tests.support.submissions import EXAMPLES, document, written

MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
BONUS = {MD: "fortune-bonus", DIV: "bonus"}
FLOOR, DEALER = Actor(Role.FLOOR, "Flo"), Actor(Role.DEALER, "croupier")
METER = {"wager": "progressive", "name": "meter", "tables": ["PG-1"]}
PLAIN = {  # nobody has anything, and the dealer has least; who has which is said by the scenario
    "dealer": "2c 3d 5h 7s 8c Td Jh",
    "high": "Ac Kd Qh Ts 7c 5d 4h",
    "pairs": "Ad As Kc Kh 6d 3s 2h",
    "quads": "9c 9d 9h 9s 6c 4d 8h",
    "aces": "Ac Ad Ah As Jk 6s 9s",
}


@cache
def text(book, readings, options):
    """A submission: everything on, but one deck, a shuffler, an automated shoe and a number generator."""
    content = document(EXAMPLES / book / "everything.toml")
    content["table"] = {"dealing": "automated-shoe", "shuffler": True, "positions-per-player": 2}
    content["table"]["starting-position"] = "random-number"
    content["vigorish"] = {"rounding": "exact-cents"}
    content.pop("ranking", None)
    content.pop("payout-limit")
    content["bank"].pop("house-stake", None)
    content["wagers"]["progressive"] = {"paytable": "A" if book == MD else "5", "stake": "$5"}
    content["wagers"].get("bonus", {}).pop("pays", None)
    content["meters"] = [{**METER, "seed": "$20,000", "reset": "$10,000", "rate": "27%"}]
    content["readings"] = dict(readings)
    content["approvals"] = [{"what": what, "reference": "R", "date": date(2026, 1, 1)} for what in load(book).approvals]
    for place, value in options:
        *path, last = place.split(".")
        here = content
        for key in path:
            here = here[int(key)] if isinstance(here, list) else here.setdefault(key, {})
        if value is None:
            here.pop(last)
        else:
            here[last] = value
    return "\n".join(f"{json.dumps(key)} = {written(value)}" for key, value in content.items())


@cache
def rules(book, readings, **options):
    verdict = judge(read(text(book, readings, tuple(options.items()))))
    assert verdict.rules, verdict.findings
    return verdict.rules


class Table:
    """A table that is dealt from chosen cards. Ann, Ben and Cal sit at 1, 2 and 3 with $1,000 each."""

    def __init__(self, book, taken, seats=None, **options):
        self.book, self.hands, self.number = book, {}, 1
        self.run = Run()
        self.croupier = Croupier(self.run, self)
        submission = text(
            book, tuple(taken.items()), tuple((key.replace("__", ".").replace("_", "-"), v) for key, v in options.items())
        )
        self.do("open-table", FLOOR, submission=submission, table="PG-1", inventory=Cents.dollars(100_000))
        for name, positions in (seats or {"Ann": (1,), "Ben": (2,), "Cal": (3,)}).items():
            self.do("sit", name, positions=positions)
            self.do("buy-in", name, amount=Cents.dollars(1000))

    def do(self, act, by=DEALER, **facts):
        if isinstance(by, str):
            table = self.run._table
            bank = table is not None and table.seats.get(table.round.bank.position or 0) == by
            by = Actor(Role.BANK if bank else Role.PLAYER, by)
        return self.run.act(Command(act, by, facts, 0))

    def may(self, act, by=DEALER, **facts):
        try:
            self.do(act, by, **facts)
        except NotAllowed:
            return False
        return True

    def shuffle(self, cards):
        """As chance for the croupier: the hands that are wanted, in the order in which a shoe gives out its stacks."""
        places = scene_of(self.run.table, 0).clockwise(self.run.table.round.bank.position or 0)
        wanted = {place: parse_hand(PLAIN.get(hand, hand)) for place, hand in self.hands.items()}
        rest = [card for card in DECK_WITH_JOKER if not any(card in hand for hand in wanted.values())]
        cards[:] = [card for place in places for card in wanted.get(place) or [rest.pop() for _ in range(7)]] + rest

    def randint(self, least, most):
        return self.number if least == 1 else least

    def due(self):
        step = self.run.due(0)
        return step.act if step else None

    def go(self, until="", **facts):
        """What is due, until players are wanted or the step that is named; with facts, that step too."""
        round_now = self.run.table.number
        while (step := self.run.due(0)) is not None and self.run.table.number == round_now:
            if step.act == until:
                if facts:
                    command = self.croupier.command(step, 0)
                    self.run.act(command._replace(facts={**command.facts, **facts}))
                break
            self.run.act(self.croupier.command(step, 0))
        return self

    def bet(self, position, dollars=100, **sides):
        name = self.run.table.seats[position]
        if dollars:
            self.do("wager", name, position=position, wager="pai-gow", amount=Cents.dollars(dollars))
        for wager, amount in sides.items():
            wager = BONUS[self.book] if wager == "bonus" else wager.replace("_", "-")
            self.do("wager", name, position=position, wager=wager, amount=Cents.dollars(amount))
        return self

    def set(self, *positions):
        """Hands are laid as the house would."""
        table = self.run.table
        for position in positions or [place for place in table.round.playing if place not in table.round.laid]:
            told = table.house_way.set(table.round.hands[position], outcome.high_order(table.rules))
            self.do("set-hand", table.seats[position], position=position, low=tuple(told.low))
        return self

    def end(self):
        """All hands set, to the last card."""
        number = self.run.table.number
        for _ in range(9):
            self.go()
            if self.run.table.number != number:
                return self
            self.set(*[place for place in self.run.table.round.playing if self._sets(place)])
        raise AssertionError(self.due())

    def _sets(self, position):
        name = self.run.table.seats[position]
        bank = position == self.run.table.round.bank.position
        actor = Actor(Role.BANK if bank else Role.PLAYER, name)
        return any(each.act == "set-hand" and each.facts["position"] == position for each in self.run.legal(actor, 0))

    def options(self, by, act, wager=""):
        """What somebody may do of a kind."""
        actor = by if isinstance(by, Actor) else Actor(Role.PLAYER, by)
        return [each for each in self.run.legal(actor, 0) if each.act == act and each.facts.get("wager", "") == wager]

    def first_round(self):
        """One round against the dealer, so that everybody may bank the next."""
        self.hands = {0: "dealer", 1: "high"}
        self.go()
        for position in self.run.table.seats:
            self.bet(position)
        return self.end()

    def bank(self, position=1, hands=None, co=False, stake=None):
        """A second round that somebody banks, with wagers of $100 by the others, until cards are dealt."""
        self.first_round()
        self.hands = hands or {0: "dealer", 1: "pairs", 2: "high"}
        self.go()
        while self.run.table.round.bank.offered != position:
            self.do(
                "pass-bank", self.run.table.seats[self.run.table.round.bank.offered], position=self.run.table.round.bank.offered
            )
            self.go()
        name = self.run.table.seats[position]
        self.do("accept-bank", name, position=position)
        if co:
            self.do("request-co-bank", name)
        if stake is not None:
            self.do("direct-house-stake", name, amount=Cents.dollars(stake))
        for place, player in self.run.table.seats.items():
            if player != name:
                self.bet(place)
        return self.go()

    def chips(self, name):
        return float(self.run.table.chips(name).amount) / 100

    @property
    def meter(self):
        return float(self.run.meters["progressive/meter"].value) / 100

    def kinds(self):
        return [event.kind for event in self.run.events]

    def moved(self, reason):
        """What moved for a reason: from, to, dollars."""
        facts = [event.facts for event in self.run.events if event.kind == "money-moved"]
        return [(each["source"], each["target"], each["amount"].amount / 100) for each in facts if each["reason"] == reason]
