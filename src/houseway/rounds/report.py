"""A round as people want to see it: who had which hands, what each wager came to, and what the table took."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards import Card
from houseway.events import Event
from houseway.games.pai_gow.outcome import high_order, setting
from houseway.hands import PAI_GOW_LOW, Hand
from houseway.rounds.why import Because, Why, why
from houseway.rounds.words import in_words
from houseway.submission import Rules

DEALER = 0
_START = ("total-announced", "number-drawn", "button-read")


@dataclass(frozen=True, slots=True)
class Hands:
    """Seven cards as they were set, and what each part is."""

    position: int
    high: tuple[Card, ...]
    low: tuple[Card, ...]
    high_words: str = ""
    low_words: str = ""
    rule: str = ""
    """The rule of the house way that set them, where it did."""

    def to_json(self) -> dict[str, object]:
        return {
            "position": self.position,
            "high": [str(card) for card in self.high],
            "low": [str(card) for card in self.low],
            "high_hand": self.high_words,
            "low_hand": self.low_words,
        }


@dataclass(frozen=True, slots=True)
class Report:
    number: int
    seats: Mapping[int, str]
    hands: Mapping[int, Hands]
    """By position; 0 is the dealer. Hands that nobody turned over are not here."""
    bank: int | None
    co_banking: bool
    start: str
    """How the starting position was found, in words."""
    why: Why
    meters: Mapping[str, Fraction]

    def wagers(self, position: int) -> tuple[Because, ...]:
        return tuple(each for each in self.why.wagers if each.position == position)

    def change(self, account: str) -> int:
        return self.why.changes.get(account, 0)

    def net(self, name: str) -> int:
        """What a player gained or lost in the round, in cents."""
        return sum(each.net for each in self.why.wagers if each.player == name)

    def to_json(self) -> dict[str, object]:
        return {
            "round": self.number,
            "seats": {str(position): name for position, name in self.seats.items()},
            "bank": self.bank,
            "co_banking": self.co_banking,
            "start": self.start,
            "void": self.why.void,
            "hands": [hands.to_json() for hands in self.hands.values()],
            "wagers": [each.to_json() for each in self.why.wagers],
            "net": {name: self.net(name) for name in dict.fromkeys(self.seats.values())},
            "changes": self.why.changes,
            "meters": {meter: str(value) for meter, value in self.meters.items()},
            "clauses": dict(self.why.gists),
        }


def report(
    events: Iterable[Event],
    rules: Rules,
    seats: Mapping[int, str],
    meters: Mapping[str, Fraction] | None = None,
    settings: Mapping[int, Mapping[str, tuple[Card, ...]]] | None = None,
) -> Report:
    """What a round was, from its events, or from those of them that somebody may know with the hands that he saw."""
    events = tuple(events)
    last = {event.kind: event for event in events}
    hands: dict[int, Hands] = {}
    for event in events:
        if event.kind in ("hand-set", "hand-reset", "hand-exposed") and event.facts.get("high"):
            made = _hands(event.facts, rules)
            before = hands.get(made.position)
            hands[made.position] = made if before is None or made.rule or before.high != made.high else before
    for position, halves in (settings or {}).items():
        if position not in hands and halves["high"]:
            hands[position] = _hands({"position": position, **halves}, rules)
    accepted = last.get("bank-accepted")
    bank = accepted["position"] if accepted and "bank-confirmed" in last else None
    assert bank is None or isinstance(bank, int)
    start = next((in_words(event, seats) for event in events if event.kind in _START), "")
    explained = why(events, rules)
    return Report(
        explained.number,
        seats,
        dict(sorted(hands.items())),
        bank,
        "co-banking-agreed" in last,
        start,
        explained,
        meters or {},
    )


def _hands(facts: Mapping[str, object], rules: Rules) -> Hands:
    position, high, low = facts["position"], facts["high"], facts["low"]
    assert isinstance(position, int)
    assert isinstance(high, tuple)
    assert isinstance(low, tuple)
    rule = str(facts.get("rule", ""))
    if not setting(rules, high, low).high_strength:
        return Hands(position, high, low, f"{len(high)} cards", f"{len(low)} cards", rule)
    strong, weak = high_order(rules).find(high), PAI_GOW_LOW.find(low)
    return Hands(position, _sorted(strong, high), _sorted(weak, low), strong.describe(), weak.describe(), rule)


def _sorted(hand: Hand, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """As people lay them: what makes the hand first."""
    return hand.cards if sorted(hand.cards) == sorted(cards) else cards
