"""A table of Four Card Poker for tests: its cards chosen, its players answering as they are told.

table = FourCardTable(wagers=("progressive",), hands={1: "As Ac Ad Ah 2c", 0: "2d 7d 9c Jh Ks Kd"})     the dealer's last is face up
table.ready().bet(1, 10, aces_up=5)
table.answers = {1: ["play 3"]}     else everybody plays once
table.finish()
"""

from datetime import date

import pytest

from houseway.cards import DECK
from houseway.chance import seeded
from houseway.croupier import FLOOR, Croupier
from houseway.hands.orders import MD_FOUR_CARD as FC
from houseway.money import Cents
from houseway.regulation import load
from houseway.table import Run
from tests.support.dealer_driver import HAND, MACHINE, MANUAL, DealerTable
from tests.support.submissions import EXAMPLES, document, written
from tests.support.table_driver import NAMES, cards

__all__ = ["FC", "HAND", "MACHINE", "MANUAL", "METHODS", "VERSIONS", "FourCardTable", "bears", "dollars", "fc", "submission"]

TABLE = "FC-1"
METHODS = {"manual-shoe": MANUAL, "hand": HAND, "automated-shoe": MACHINE}
VERSIONS = ("proposed-2013-06-27", "original")
MUST_BE_FILED = {"FC-02": "as-printed", "FC-17": "required"}


def dollars(amount):
    return Cents.dollars(amount)


def fc(*clauses):
    """The clauses of the book, those of the game as it is played by their numbers."""
    return tuple(f"{FC} {played(clause)}" for clause in clauses)


def bears(*clauses):
    """A test that bears these clauses."""
    return pytest.mark.clause(*fc(*clauses))


def played(clause):
    return clause if clause.startswith(".") else f"as-played.{clause}"


def submission(options=(), wagers=(), readings=(), letters=(), version=VERSIONS[0]):
    """The text of the minimal submission with options, wagers, letters and readings; every approval is on file."""
    content = {**document(EXAMPLES / FC / "minimal.toml"), "version": version}
    for key, value in dict(options).items():
        table, name = key.split(".", 1)
        content.setdefault(table, {})[name] = value
    letter = {"aces-up": "A", "progressive": "A", "envy": "A", **dict(letters)}
    content["wagers"]["aces-up"]["paytable"] = letter["aces-up"]
    taken = dict(readings)
    if "progressive" in wagers:
        content["wagers"]["progressive"] = {"paytable": letter["progressive"], "stake": ["$1", "$5"], "envy": letter["envy"]}
        meter = {"name": "meter", "seed": "$20,000", "reset": "$10,000", "rate": "20%", "tables": [TABLE]}
        content["meters"] = [{"wager": "progressive", **meter}]
        wanted = {"FC-17"} | ({"FC-02"} if letter["envy"] == "C" else set())
        taken = {reading: MUST_BE_FILED[reading] for reading in wanted} | taken
    content["readings"] = taken
    content["approvals"] = [{"what": what, "reference": "TEST", "date": date(2026, 1, 1)} for what in load(FC).approvals]
    return "".join(f'"{key}" = {written(value)}\n' for key, value in content.items())


class FourCardTable(DealerTable):
    """Carries a table. `hands` are what the deck gives; 0 is the dealer's, whose last card is dealt face up."""

    def __init__(
        self,
        options=(),
        wagers=(),
        readings=(),
        letters=(),
        *,
        players=3,
        chips=5000,
        hands=None,
        text=None,
        seats=None,
        version=VERSIONS[0],
    ):
        self.book, self.run, self.at = FC, Run(), 1_000_000
        self.hands = {place: cards(hand) for place, hand in (hands or {}).items()}
        self.depth, self.answers = 20, {}
        self.croupier = Croupier(self.run, seeded(1))
        self.text = text or submission(options, wagers, readings, letters, version)
        self.do("open-table", FLOOR, submission=self.text, table=TABLE, inventory=Cents.dollars(3_000_000))
        for name, places in (seats or {name: (place,) for place, name in enumerate(NAMES[:players], 1)}).items():
            self.sit(name, *places, chips=chips)

    def bet_aces_up(self, position, amount=5, **sides):
        """Aces Up alone."""
        return self.bet(position, amount, "aces-up", **sides)

    def _answer(self):
        position = self.scene.turn
        if position is None:
            return False
        told = self.answers.get(position, [])
        name, _, times = (told.pop(0) if told else "play").partition(" ")
        self.act(position, name, **({"times": int(times or 1)} if name == "play" else {}))
        return True

    def _chance(self, command):
        match command.act:
            case "shuffle" | "receive-deck" if "cards" in command.facts:
                return {"cards": self._stacked()} if self.hands else {}
            case "cut":
                return {"depth": self.depth}
            case "rule-count":
                return {"standing": self.run.table.equipment.acceptors.lit}
            case _:
                return {}

    def _stacked(self):
        """The deck before the cut, so that everybody who is dealt to gets the cards that were chosen for him."""
        equipment = self.run.table.equipment
        used = [card for hand in self.hands.values() for card in hand]
        assert len(set(used)) == len(used), "a card is in two places"
        rest = [card for card in DECK if card not in used]
        places = [place for place in sorted(self.hands) if place] or sorted(self.run.table.seats)
        hands = {place: self.hands.get(place) or tuple(rest.pop() for _ in range(5)) for place in places}
        dealer = self.hands.get(0) or tuple(rest.pop() for _ in range(6))
        if equipment.dealing.value == "automated-shoe":
            stock = [card for hand in (*hands.values(), dealer) for card in hand]
        else:
            stock = [hand[turn] for turn in range(5) for hand in (*hands.values(), dealer)] + [dealer[5]]
        stock += [card for card in DECK if card not in stock]
        cut = self.depth if equipment.shuffling == "manual" else 0
        return tuple(stock[len(stock) - cut :] + stock[: len(stock) - cut])

    def paid(self, position):
        """Every wager of a position that was settled in the last round, with its result and what it won."""
        found = [event for event in self.since(skip=1) if event.kind == "wager-settled" and event["position"] == position]
        return {event["wager"]: (event["result"], event["amount"].amount // 100) for event in found}

    def moved(self, reason, skip=1):
        """The transfers of a round for a reason: who got what, and the clauses."""
        return [event for event in self.since(skip=skip) if event.kind == "money-moved" and event["reason"] == reason]
