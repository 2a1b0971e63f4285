"""The vocabulary of a house way: what a rule may name, test and put in front. Each element prints as it is written in the file.

Ranks are the numbers of `cards.Rank`. The joker counts as an ace wherever a card is identified by its rank, as it does when it
replaces no missing card (md.pai-gow-poker 6.A(2), div.pai-gow-poker (c)(3)).
"""

from dataclasses import dataclass
from enum import StrEnum

from houseway.cards import Rank
from houseway.hands import Category

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


class RankGroup(StrEnum):
    """The names of groups of cards of one rank."""

    PAIR = "pair"
    HIGH_PAIR = "high pair"
    MIDDLE_PAIR = "middle pair"
    LOW_PAIR = "low pair"
    TRIPS = "trips"
    HIGH_TRIPS = "high trips"
    LOW_TRIPS = "low trips"
    QUADS = "quads"
    ACES = "aces"

    @property
    def is_pair(self) -> bool:
        return self.value.endswith("pair")


class MadeHand(StrEnum):
    """What five cards can make: the high hand that a front leaves, or any five of the seven."""

    COMPLETE = "a complete hand"
    STRAIGHT = "a straight"
    FLUSH = "a flush"
    STRAIGHT_FLUSH = "a straight flush"
    ROYAL_FLUSH = "a royal flush"
    QUADS = "quads"
    FULL_HOUSE = "a full house"
    TRIPS = "trips"
    TWO_PAIR = "two pair"
    PAIR = "a pair"

    @property
    def categories(self) -> tuple[Category, ...]:
        """Return the categories that include this: a straight flush is also a straight, a full house has trips."""
        return _CATEGORIES[self]


_STRAIGHT_FLUSHES = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
_QUADS = (Category.FOUR_OF_A_KIND, Category.FIVE_ACES)
_CATEGORIES = {
    MadeHand.COMPLETE: (Category.STRAIGHT, Category.FLUSH, *_STRAIGHT_FLUSHES),
    MadeHand.STRAIGHT: (Category.STRAIGHT, *_STRAIGHT_FLUSHES),
    MadeHand.FLUSH: (Category.FLUSH, *_STRAIGHT_FLUSHES),
    MadeHand.STRAIGHT_FLUSH: _STRAIGHT_FLUSHES,
    MadeHand.ROYAL_FLUSH: (Category.ROYAL_FLUSH,),
    MadeHand.QUADS: _QUADS,
    MadeHand.FULL_HOUSE: (Category.FULL_HOUSE,),
    MadeHand.TRIPS: (Category.THREE_OF_A_KIND, Category.FULL_HOUSE, *_QUADS),
    MadeHand.TWO_PAIR: (Category.TWO_PAIR, Category.FULL_HOUSE),
    MadeHand.PAIR: (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, *_QUADS),
}


class HandFeature(StrEnum):
    """What seven cards can hold, apart from their kind."""

    STRAIGHT = "straight"
    LOWER_STRAIGHT = "lower straight"
    """A straight that is not the one from the ten to the ace."""
    FLUSH = "flush"
    STRAIGHT_FLUSH = "straight flush"
    ROYAL_FLUSH = "royal flush"
    JOKER = "joker"
    ACE = "ace"

    @property
    def with_article(self) -> str:
        article = {"joker": "the", "ace": "an"}.get(self.value, "a")
        return f"{article} {self.value}"


# Cards


@dataclass(frozen=True)
class NthHighest:
    """The n-th highest card: of all seven, or of the others, which are in no pair, trips or quads."""

    position: int
    of_others: bool = False

    def __str__(self) -> str:
        return self.ordinal + ("highest other" if self.of_others else "highest")

    @property
    def ordinal(self) -> str:
        return "" if self.position == 1 else f"{ORDINALS[self.position - 1]} "


@dataclass(frozen=True)
class OneOfGroup:
    """One card of a group."""

    group: RankGroup

    def __str__(self) -> str:
        return f"one of {self.group}"


# Fronts: the low hand


@dataclass(frozen=True)
class TwoCards:
    first: NthHighest | OneOfGroup
    second: NthHighest | OneOfGroup

    def __str__(self) -> str:
        if (
            isinstance(self.first, NthHighest)
            and isinstance(self.second, NthHighest)
            and self.first.of_others == self.second.of_others
        ):
            return _describe_two(self.first, self.second)
        return f"{self.first} and {self.second}"


def _describe_two(first: NthHighest, second: NthHighest) -> str:
    cards = "highest others" if first.of_others else "highest"
    if (first.position, second.position) == (1, 2):
        return f"two {cards}"
    return f"{ORDINALS[first.position - 1]} and {ORDINALS[second.position - 1]} {cards}"


@dataclass(frozen=True)
class TwoOfGroup:
    """A pair, or two cards of a larger group."""

    group: RankGroup

    def __str__(self) -> str:
        return self.group.value if self.group.is_pair else f"two of {self.group}"


@dataclass(frozen=True)
class BestFront:
    """The highest legal front; optionally only pairs or only non-pairs, and only those that leave a given high hand."""

    wants_pair: bool | None = None
    """True: pairs only; False: non-pairs only; None: either."""
    kept_hand: MadeHand | None = None

    def __str__(self) -> str:
        words = {None: "best", True: "best pair", False: "best unpaired"}[self.wants_pair]
        return f"{words} that keeps {self.kept_hand}" if self.kept_hand else words


Front = TwoCards | TwoOfGroup | BestFront


# Conditions


@dataclass(frozen=True)
class RankIs:
    """The rank of a group or card is in this range."""

    noun: RankGroup | NthHighest
    lowest: Rank
    highest: Rank

    def __str__(self) -> str:
        return f"{self.noun} is {_describe_range(self.lowest, self.highest)}"


def _describe_range(lowest: Rank, highest: Rank) -> str:
    if lowest == highest:
        return lowest.letter
    if highest is Rank.ACE:
        return f"{lowest.letter} or better"
    if lowest is Rank.TWO:
        return f"{highest.letter} or lower"
    return f"{lowest.letter} to {highest.letter}"


@dataclass(frozen=True)
class FrontAtLeast:
    """The low hand that the rule would give is at least this; any pair is better than two cards of different ranks."""

    first: Rank
    second: Rank | None = None
    """None: any second card."""

    @property
    def is_pair(self) -> bool:
        return self.first == self.second

    def __str__(self) -> str:
        if self.is_pair:
            return "front is a pair" if self.first is Rank.TWO else f"front is a pair of {self.first.letter} or better"
        second = f"-{self.second.letter}" if self.second else ""
        return f"front is {self.first.letter}{second} or better"


@dataclass(frozen=True)
class FrontBeats:
    """The low hand that the rule would give ranks above another front."""

    other: Front

    def __str__(self) -> str:
        return f"front beats {self.other}"


@dataclass(frozen=True)
class HasFeature:
    """The seven cards hold something, or do not."""

    feature: HandFeature
    is_absent: bool = False

    def __str__(self) -> str:
        return f"has no {self.feature}" if self.is_absent else f"has {self.feature.with_article}"


Condition = RankIs | FrontAtLeast | FrontBeats | HasFeature
Conditions = tuple[Condition, ...]


def print_conditions(conditions: Conditions) -> str:
    """Print conditions in the form that `parse_conditions` parses."""
    return ", ".join(map(str, conditions))
