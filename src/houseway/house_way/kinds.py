"""The kinds of hands for which a house way has rules: by the number of cards of each rank, and by complete hands.

The joker counts as an ace for the number of cards of each rank. A hand is complete if some five of its seven cards make a straight,
a flush, a straight flush or a royal flush. A complete hand can hold three pair, a full house or quads only with the joker. Two
trips, a full house with a second pair, quads with a pair or trips, and five aces are never complete.
"""

from dataclasses import dataclass
from enum import StrEnum

from houseway.house_way.words import (
    Best,
    Condition,
    Front,
    FrontBeats,
    Group,
    Has,
    Held,
    Made,
    Nth,
    OneOf,
    RankIs,
    TwoCards,
    TwoOf,
)


class Kind(StrEnum):
    NO_PAIR = "no-pair"
    PAIR = "pair"
    TWO_PAIR = "two-pair"
    THREE_PAIR = "three-pair"
    TRIPS = "trips"
    TWO_TRIPS = "two-trips"
    FULL_HOUSE = "full-house"
    QUADS = "quads"
    QUADS_WITH_PAIR = "quads-with-pair"
    QUADS_WITH_TRIPS = "quads-with-trips"
    FIVE_ACES = "five-aces"
    COMPLETE = "complete"
    COMPLETE_WITH_PAIR = "complete-with-pair"
    COMPLETE_WITH_TWO_PAIR = "complete-with-two-pair"
    COMPLETE_WITH_THREE_PAIR = "complete-with-three-pair"
    COMPLETE_WITH_TRIPS = "complete-with-trips"
    COMPLETE_WITH_FULL_HOUSE = "complete-with-full-house"
    COMPLETE_WITH_QUADS = "complete-with-quads"

    @property
    def is_complete(self) -> bool:
        return self.value.startswith("complete")

    @property
    def words(self) -> str:
        return self.value.replace("-", " ")


BY_COUNTS: dict[tuple[int, ...], Kind] = {
    (1, 1, 1, 1, 1, 1, 1): Kind.NO_PAIR,
    (2, 1, 1, 1, 1, 1): Kind.PAIR,
    (2, 2, 1, 1, 1): Kind.TWO_PAIR,
    (2, 2, 2, 1): Kind.THREE_PAIR,
    (3, 1, 1, 1, 1): Kind.TRIPS,
    (3, 3, 1): Kind.TWO_TRIPS,
    (3, 2, 1, 1): Kind.FULL_HOUSE,
    (3, 2, 2): Kind.FULL_HOUSE,
    (4, 1, 1, 1): Kind.QUADS,
    (4, 2, 1): Kind.QUADS_WITH_PAIR,
    (4, 3): Kind.QUADS_WITH_TRIPS,
    (5, 1, 1): Kind.FIVE_ACES,
    (5, 2): Kind.FIVE_ACES,
}
"""By the number of cards of each rank, largest first; five of a rank are four aces and the joker."""

COMPLETED: dict[Kind, Kind] = {
    Kind.NO_PAIR: Kind.COMPLETE,
    Kind.PAIR: Kind.COMPLETE_WITH_PAIR,
    Kind.TWO_PAIR: Kind.COMPLETE_WITH_TWO_PAIR,
    Kind.THREE_PAIR: Kind.COMPLETE_WITH_THREE_PAIR,
    Kind.TRIPS: Kind.COMPLETE_WITH_TRIPS,
    Kind.FULL_HOUSE: Kind.COMPLETE_WITH_FULL_HOUSE,
    Kind.QUADS: Kind.COMPLETE_WITH_QUADS,
}
"""The kind of a hand that is also complete."""

NAMES: dict[tuple[int, int], tuple[Group, ...]] = {
    (2, 1): (Group.PAIR,),
    (2, 2): (Group.HIGH_PAIR, Group.LOW_PAIR),
    (2, 3): (Group.HIGH_PAIR, Group.MIDDLE_PAIR, Group.LOW_PAIR),
    (3, 1): (Group.TRIPS,),
    (3, 2): (Group.HIGH_TRIPS, Group.LOW_TRIPS),
    (4, 1): (Group.QUADS,),
    (5, 1): (Group.ACES,),
}
"""The names of the groups, highest first, by their size and number."""


@dataclass(frozen=True)
class Shape:
    """The groups that a kind can have, and the largest number of cards outside them."""

    groups: frozenset[Group]
    others: int


def shape(kind: Kind) -> Shape:
    groups: set[Group] = set()
    others = 0
    for counts, plain in BY_COUNTS.items():
        if kind in (plain, COMPLETED.get(plain)):
            for size in set(counts) - {1}:
                groups.update(NAMES[size, counts.count(size)])
            others = max(others, counts.count(1))
    if Group.TRIPS in groups and Group.PAIR in groups:
        groups.add(Group.HIGH_PAIR)
    return Shape(frozenset(groups), others)


def impossible(kind: Kind, phrase: Front | Condition) -> str | None:
    """Return what a phrase names that no hand of the kind has, or None."""
    match phrase:
        case TwoCards(first, second):
            return impossible_card(kind, first) or impossible_card(kind, second)
        case TwoOf(group):
            return impossible_card(kind, OneOf(group))
        case RankIs(Nth() as noun):
            return impossible_card(kind, noun)
        case RankIs(Group() as group):
            return impossible_card(kind, OneOf(group))
        case FrontBeats(other):
            return impossible(kind, other)
        case Best(_, Made() as kept) if not kind.is_complete and kept in _COMPLETE:
            return kept.value
        case Has(held) if not kind.is_complete and held in _COMPLETIONS:
            return held.with_article
    return None


def impossible_card(kind: Kind, card: Nth | OneOf) -> str | None:
    has = shape(kind)
    if isinstance(card, OneOf):
        return None if card.group in has.groups else card.group.value
    return str(card) if card.of_others and card.place > has.others else None


_COMPLETE = (Made.COMPLETE, Made.STRAIGHT, Made.FLUSH, Made.STRAIGHT_FLUSH, Made.ROYAL_FLUSH)
_COMPLETIONS = (Held.STRAIGHT, Held.LOWER_STRAIGHT, Held.FLUSH, Held.STRAIGHT_FLUSH, Held.ROYAL_FLUSH)
