"""The kinds of hands for which a house way has rules: by the number of cards of each rank, and by complete hands.

The joker counts as an ace for the number of cards of each rank. A hand is complete if some five of its seven cards make a straight,
a flush, a straight flush or a royal flush. A complete hand can hold three pair, a full house or quads only with the joker. Two
trips, a full house with a second pair, quads with a pair or trips, and five aces are never complete.
"""

from dataclasses import dataclass
from enum import StrEnum

from houseway.house_way.vocabulary import (
    BestFront,
    Condition,
    Front,
    FrontBeats,
    HandFeature,
    HasFeature,
    MadeHand,
    NthHighest,
    OneOfGroup,
    RankGroup,
    RankIs,
    TwoCards,
    TwoOfGroup,
)


class HandKind(StrEnum):
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
    def label(self) -> str:
        return self.value.replace("-", " ")


KIND_BY_RANK_COUNTS: dict[tuple[int, ...], HandKind] = {
    (1, 1, 1, 1, 1, 1, 1): HandKind.NO_PAIR,
    (2, 1, 1, 1, 1, 1): HandKind.PAIR,
    (2, 2, 1, 1, 1): HandKind.TWO_PAIR,
    (2, 2, 2, 1): HandKind.THREE_PAIR,
    (3, 1, 1, 1, 1): HandKind.TRIPS,
    (3, 3, 1): HandKind.TWO_TRIPS,
    (3, 2, 1, 1): HandKind.FULL_HOUSE,
    (3, 2, 2): HandKind.FULL_HOUSE,
    (4, 1, 1, 1): HandKind.QUADS,
    (4, 2, 1): HandKind.QUADS_WITH_PAIR,
    (4, 3): HandKind.QUADS_WITH_TRIPS,
    (5, 1, 1): HandKind.FIVE_ACES,
    (5, 2): HandKind.FIVE_ACES,
}
"""By the number of cards of each rank, largest first; five of a rank are four aces and the joker."""

COMPLETE_KIND: dict[HandKind, HandKind] = {
    HandKind.NO_PAIR: HandKind.COMPLETE,
    HandKind.PAIR: HandKind.COMPLETE_WITH_PAIR,
    HandKind.TWO_PAIR: HandKind.COMPLETE_WITH_TWO_PAIR,
    HandKind.THREE_PAIR: HandKind.COMPLETE_WITH_THREE_PAIR,
    HandKind.TRIPS: HandKind.COMPLETE_WITH_TRIPS,
    HandKind.FULL_HOUSE: HandKind.COMPLETE_WITH_FULL_HOUSE,
    HandKind.QUADS: HandKind.COMPLETE_WITH_QUADS,
}
"""The kind of a hand that is also complete."""

GROUP_NAMES: dict[tuple[int, int], tuple[RankGroup, ...]] = {
    (2, 1): (RankGroup.PAIR,),
    (2, 2): (RankGroup.HIGH_PAIR, RankGroup.LOW_PAIR),
    (2, 3): (RankGroup.HIGH_PAIR, RankGroup.MIDDLE_PAIR, RankGroup.LOW_PAIR),
    (3, 1): (RankGroup.TRIPS,),
    (3, 2): (RankGroup.HIGH_TRIPS, RankGroup.LOW_TRIPS),
    (4, 1): (RankGroup.QUADS,),
    (5, 1): (RankGroup.ACES,),
}
"""The names of the groups, highest first, by their size and number."""


@dataclass(frozen=True)
class KindShape:
    """The groups that a kind can have, and the largest number of cards outside them."""

    groups: frozenset[RankGroup]
    others: int


def kind_shape(kind: HandKind) -> KindShape:
    groups: set[RankGroup] = set()
    others = 0
    for counts, plain in KIND_BY_RANK_COUNTS.items():
        if kind in (plain, COMPLETE_KIND.get(plain)):
            for size in set(counts) - {1}:
                groups.update(GROUP_NAMES[size, counts.count(size)])
            others = max(others, counts.count(1))
    if RankGroup.TRIPS in groups and RankGroup.PAIR in groups:
        groups.add(RankGroup.HIGH_PAIR)
    return KindShape(frozenset(groups), others)


def find_impossible(kind: HandKind, phrase: Front | Condition) -> str | None:
    """Return what a phrase names that no hand of the kind has, or None."""
    match phrase:
        case TwoCards(first, second):
            return find_impossible_card(kind, first) or find_impossible_card(kind, second)
        case TwoOfGroup(group):
            return find_impossible_card(kind, OneOfGroup(group))
        case RankIs(NthHighest() as noun):
            return find_impossible_card(kind, noun)
        case RankIs(RankGroup() as group):
            return find_impossible_card(kind, OneOfGroup(group))
        case FrontBeats(other):
            return find_impossible(kind, other)
        case BestFront(_, MadeHand() as made) if not kind.is_complete and made in _COMPLETE_HANDS:
            return made.value
        case HasFeature(held) if not kind.is_complete and held in _COMPLETE_FEATURES:
            return held.with_article
    return None


def find_impossible_card(kind: HandKind, card: NthHighest | OneOfGroup) -> str | None:
    has = kind_shape(kind)
    if isinstance(card, OneOfGroup):
        return None if card.group in has.groups else card.group.value
    return str(card) if card.of_others and card.position > has.others else None


_COMPLETE_HANDS = (MadeHand.COMPLETE, MadeHand.STRAIGHT, MadeHand.FLUSH, MadeHand.STRAIGHT_FLUSH, MadeHand.ROYAL_FLUSH)
_COMPLETE_FEATURES = (
    HandFeature.STRAIGHT,
    HandFeature.LOWER_STRAIGHT,
    HandFeature.FLUSH,
    HandFeature.STRAIGHT_FLUSH,
    HandFeature.ROYAL_FLUSH,
)
