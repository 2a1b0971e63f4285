"""Compare two house ways: find which of the 154,143,080 hands they set differently."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from houseway.cards import CARDS, Card
from houseway.hands import HandOrder
from houseway.house_way.array_interpreter import LOW_CARDS_BY_SETTING, ProgressCallback
from houseway.house_way.classes import hand_classes
from houseway.house_way.compiling import refuse_faults, sample_hand
from houseway.house_way.decisions import DecidedKind, decide_classes
from houseway.house_way.way import HouseWay


@dataclass(frozen=True)
class TwoHands:
    """A hand as one of the ways sets it."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]

    def to_json(self) -> dict[str, object]:
        return {"high": [str(card) for card in self.high], "low": [str(card) for card in self.low]}


@dataclass(frozen=True)
class RulePairDifference:
    """Hands of a kind that are decided by one rule of the first way and one of the second, and set differently."""

    kind: str
    rule_a: str
    rule_b: str
    hands: int
    """All hands that these two rules decide."""
    different: int
    """Those of them that are set differently."""
    example: str
    """The smallest of these hands."""
    a: TwoHands
    b: TwoHands

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "hands": self.hands,
            "different": self.different,
            "rule_a": self.rule_a,
            "rule_b": self.rule_b,
            "example": self.example,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
        }


@dataclass(frozen=True)
class HouseWayDifference:
    """The result of a comparison, the most frequent difference first."""

    a: str
    b: str
    order: str
    total: int
    different: int
    classes: tuple[RulePairDifference, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "a": self.a,
            "b": self.b,
            "order": self.order,
            "total": self.total,
            "different": self.different,
            "classes": [found.to_json() for found in self.classes],
        }


def compare_ways(a: HouseWay, b: HouseWay, order: HandOrder, progress: ProgressCallback | None = None) -> HouseWayDifference:
    """Count the hands that two house ways set differently. Both must set every hand."""

    def half(start: int) -> ProgressCallback | None:
        return progress and (lambda done, total: progress(start * total + done, 2 * total))

    ways = []
    for start, way in enumerate((a, b)):
        decided = decide_classes(way, order, half(start))
        refuse_faults(way, decided)
        ways.append(decided)
    found = [part for ones, others in zip(*ways, strict=True) for part in _compare_kind(a, b, ones, others)]
    return HouseWayDifference(
        a=a.name,
        b=b.name,
        order=order.name,
        total=int(hand_classes().weights.sum()),
        different=sum(part.different for part in found),
        classes=tuple(sorted(found, key=lambda part: -part.different)),
    )


def _compare_kind(a: HouseWay, b: HouseWay, ones: DecidedKind, others: DecidedKind) -> Iterator[RulePairDifference]:
    weights = hand_classes().weights[ones.rows.index]
    differs = ones.columns != others.columns
    for rule_a, rule_b in sorted(
        {*zip(ones.rule_numbers[differs].tolist(), others.rule_numbers[differs].tolist(), strict=True)}
    ):
        both = (ones.rule_numbers == rule_a) & (others.rule_numbers == rule_b)
        row = int(np.flatnonzero(both & differs)[0])
        yield RulePairDifference(
            kind=ones.kind.value,
            rule_a=a.numbered_rules[rule_a - 1].id,
            rule_b=b.numbered_rules[rule_b - 1].id,
            hands=int(weights[both].sum()),
            different=int(weights[both & differs].sum()),
            example=sample_hand(int(ones.rows.index[row])),
            a=_two_hands(ones, row),
            b=_two_hands(others, row),
        )


def _two_hands(decided: DecidedKind, row: int) -> TwoHands:
    hand = hand_classes().hands[decided.rows.index[row]].tolist()
    low = [hand[place] for place in LOW_CARDS_BY_SETTING[decided.columns[row]].tolist()]
    high = [card for card in hand if card not in low]
    return TwoHands(_highest_first(high), _highest_first(low))


def _highest_first(cards: list[int]) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in sorted(cards, reverse=True))
