"""Conditions on a set of cards, from which a designer's wager makes its hands: three of a suit, all red, a total of 20 or more.

Each condition is one of three sorts. A filter asks something of every card (`AllOf`, `NoneOf`, `Lowest`, `Highest`). A find looks
for some cards among all, and further cards never spoil it (`OfAKind`, `Pairs`, `Suited`, `Run`, `SuitedRun`, `HasCards`,
`HasRanks`). The others look at the cards as a whole (`Total`, `AtLeast`, `AtMost`).

The joker is an ace without suit or colour: it is in no suit, neither red nor black, and never a face card. Only `AtLeast` and
`AtMost` treat it as their order of hands does. `predicates` reads conditions from data.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from houseway.cards import Card, Rank, Suit
from houseway.hands.categories import Category
from houseway.hands.ranking import HandOrder
from houseway.spelling import list_things

_FACES = (Rank.JACK, Rank.QUEEN, Rank.KING)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


class CardKind(StrEnum):
    """A kind of cards that `all` and `none` may name."""

    RED = "red"
    BLACK = "black"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    FACES = "faces"

    @property
    def suits(self) -> tuple[Suit, ...]:
        """Return the suits of this kind; none for face cards."""
        return _SUITS_OF_KIND.get(self, ())

    @property
    def noun(self) -> str:
        return {CardKind.RED: "red cards", CardKind.BLACK: "black cards", CardKind.FACES: "face cards"}.get(self, self.value)

    def includes(self, card: Card) -> bool:
        if card.is_joker:
            return False
        return card.rank in _FACES if self is CardKind.FACES else card.suit in self.suits


_SUITS_OF_KIND: Mapping[CardKind, tuple[Suit, ...]] = {
    CardKind.RED: (Suit.DIAMOND, Suit.HEART),
    CardKind.BLACK: (Suit.CLUB, Suit.SPADE),
    CardKind.CLUBS: (Suit.CLUB,),
    CardKind.DIAMONDS: (Suit.DIAMOND,),
    CardKind.HEARTS: (Suit.HEART,),
    CardKind.SPADES: (Suit.SPADE,),
}


class Condition:
    """A condition on a set of cards."""

    def fits(self, cards: Sequence[Card]) -> bool:
        """Return whether the cards meet the condition."""
        raise NotImplementedError

    def describe(self, count: int) -> str:
        """Describe the condition on this number of cards, in words that follow `pays on`."""
        raise NotImplementedError


class Filter(Condition):
    """A condition that every card must meet by itself."""

    def allows(self, card: Card) -> bool:
        raise NotImplementedError

    def fits(self, cards: Sequence[Card]) -> bool:
        return all(map(self.allows, cards))


class Find(Condition):
    """A condition that some of the cards meet, whatever the others are."""

    @property
    def cards_needed(self) -> int:
        """Return the smallest number of cards that can meet it."""
        raise NotImplementedError


def rank_of(card: Card) -> Rank:
    """Return the rank of a card; the joker is an ace."""
    return Rank.ACE if card.is_joker else card.rank


def _count_ranks(cards: Sequence[Card]) -> Counter[Rank]:
    return Counter(map(rank_of, cards))


def _or_more(number: int, count: int) -> str:
    """Write `three`, or `three or more` if there may be more than three among the cards."""
    return f"{_NUMBERS[number]}{' or more' * (number < count)}"


@dataclass(frozen=True, slots=True)
class OfAKind(Find):
    """At least so many cards of one rank."""

    number: int

    @property
    def cards_needed(self) -> int:
        return self.number

    def fits(self, cards: Sequence[Card]) -> bool:
        return max(_count_ranks(cards).values(), default=0) >= self.number

    def describe(self, count: int) -> str:
        return f"{_or_more(self.number, min(count, len(Suit)))} of one rank"


@dataclass(frozen=True, slots=True)
class Pairs(Find):
    """At least so many different ranks that each come twice or more."""

    number: int

    @property
    def cards_needed(self) -> int:
        return 2 * self.number

    def fits(self, cards: Sequence[Card]) -> bool:
        return sum(held > 1 for held in _count_ranks(cards).values()) >= self.number

    def describe(self, count: int) -> str:
        if self.number == 1:
            return "a pair" if count < 3 else "a pair or more"
        return f"{_NUMBERS[self.number]} different pairs{' or more' * (self.cards_needed < count)}"


@dataclass(frozen=True, slots=True)
class Suited(Find):
    """At least so many cards of one suit."""

    number: int

    @property
    def cards_needed(self) -> int:
        return self.number

    def fits(self, cards: Sequence[Card]) -> bool:
        held = Counter(card.suit for card in cards if not card.is_joker)
        return max(held.values(), default=0) >= self.number

    def describe(self, count: int) -> str:
        return f"{_or_more(self.number, count)} of a suit"


@dataclass(frozen=True, slots=True)
class Run(Find):
    """So many consecutive ranks, of any suits; the ace is high or low."""

    number: int

    @property
    def cards_needed(self) -> int:
        return self.number

    def fits(self, cards: Sequence[Card]) -> bool:
        return longest_run(set(map(rank_of, cards))) >= self.number

    def describe(self, count: int) -> str:
        return f"{_NUMBERS[self.number]} consecutive ranks"


@dataclass(frozen=True, slots=True)
class SuitedRun(Find):
    """So many consecutive cards of one suit; the ace is high or low."""

    number: int

    @property
    def cards_needed(self) -> int:
        return self.number

    def fits(self, cards: Sequence[Card]) -> bool:
        natural = [card for card in cards if not card.is_joker]
        return any(longest_run({card.rank for card in natural if card.suit is suit}) >= self.number for suit in Suit)

    def describe(self, count: int) -> str:
        return f"{_NUMBERS[self.number]} consecutive cards of one suit"


def longest_run(ranks: set[Rank]) -> int:
    """Return the number of ranks in the longest run; the ace is high or low, and no run goes around it."""
    longest = length = int(Rank.ACE in ranks)
    for rank in Rank:
        length = length + 1 if rank in ranks else 0
        longest = max(longest, length)
    return longest


@dataclass(frozen=True, slots=True)
class HasCards(Find):
    """These cards are among them."""

    cards: tuple[Card, ...]

    @property
    def cards_needed(self) -> int:
        return len(self.cards)

    def fits(self, cards: Sequence[Card]) -> bool:
        return set(self.cards) <= set(cards)

    def describe(self, count: int) -> str:
        return list_things(card.symbol for card in self.cards)


@dataclass(frozen=True, slots=True)
class HasRanks(Find):
    """Cards of these ranks are among them; a rank that is named twice needs two cards."""

    ranks: tuple[Rank, ...]

    @property
    def cards_needed(self) -> int:
        return len(self.ranks)

    def fits(self, cards: Sequence[Card]) -> bool:
        return Counter(self.ranks) <= _count_ranks(cards)

    def describe(self, count: int) -> str:
        return list_things(_name_rank(rank, number) for rank, number in Counter(self.ranks).items())


def _name_rank(rank: Rank, number: int) -> str:
    if number > 1:
        return f"{_NUMBERS[number]} {rank.plural}"
    return f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank.word}"


@dataclass(frozen=True, slots=True)
class AllOf(Filter):
    """All cards are of this kind."""

    kind: CardKind

    def allows(self, card: Card) -> bool:
        return self.kind.includes(card)

    def describe(self, count: int) -> str:
        return f"only {self.kind.noun}"


@dataclass(frozen=True, slots=True)
class NoneOf(Filter):
    """No card is of this kind."""

    kind: CardKind

    def allows(self, card: Card) -> bool:
        return not self.kind.includes(card)

    def describe(self, count: int) -> str:
        return f"no {self.kind.noun}"


@dataclass(frozen=True, slots=True)
class Lowest(Filter):
    """No card is below this rank."""

    rank: Rank
    ace_low: bool = False

    def allows(self, card: Card) -> bool:
        return _height(rank_of(card), self.ace_low) >= _height(self.rank, self.ace_low)

    def describe(self, count: int) -> str:
        return f"no card below the {self.rank.word}{_ace_in_words(self.ace_low)}"


@dataclass(frozen=True, slots=True)
class Highest(Filter):
    """No card is above this rank."""

    rank: Rank
    ace_low: bool = False

    def allows(self, card: Card) -> bool:
        return _height(rank_of(card), self.ace_low) <= _height(self.rank, self.ace_low)

    def describe(self, count: int) -> str:
        return f"no card above the {self.rank.word}{_ace_in_words(self.ace_low)}"


def _height(rank: Rank, ace_low: bool) -> int:
    return 1 if ace_low and rank is Rank.ACE else int(rank)


def _ace_in_words(ace_low: bool) -> str:
    return " (aces are low)" if ace_low else ""


@dataclass(frozen=True, slots=True)
class Total(Condition):
    """The ranks add up to a number within bounds; other cards than aces and faces count their number."""

    least: int
    most: int | None
    """None if there is no upper bound."""
    ace: int
    """What an ace counts."""
    faces: int
    """What a jack, queen or king counts."""

    def worth(self, card: Card) -> int:
        """Return what a card counts."""
        rank = rank_of(card)
        return self.ace if rank is Rank.ACE else self.faces if rank in _FACES else int(rank)

    def fits(self, cards: Sequence[Card]) -> bool:
        return self.includes(sum(map(self.worth, cards)))

    def includes(self, total: int) -> bool:
        """Return whether a total is within the bounds."""
        return self.least <= total and (self.most is None or total <= self.most)

    def describe(self, count: int) -> str:
        return f"a total of {self._bounds_in_words()} (an ace counts {self.ace}, a face card {self.faces})"

    def _bounds_in_words(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        if self.least == self.most:
            return f"{self.least}"
        return f"{self.least} to {self.most}" if self.least else f"{self.most} or less"


@dataclass(frozen=True, slots=True)
class AtLeast(Condition):
    """The best hand, in an order of hands, is of this category or a higher one."""

    order: HandOrder
    category: Category

    def fits(self, cards: Sequence[Card]) -> bool:
        return self.order.position(self.order.find_best(cards).category) >= self.order.position(self.category)

    def describe(self, count: int) -> str:
        return f"{_name_category(self.category)} or better"


@dataclass(frozen=True, slots=True)
class AtMost(Condition):
    """The best hand, in an order of hands, is of this category or a lower one."""

    order: HandOrder
    category: Category

    def fits(self, cards: Sequence[Card]) -> bool:
        return self.order.position(self.order.find_best(cards).category) <= self.order.position(self.category)

    def describe(self, count: int) -> str:
        return f"{_name_category(self.category)} or less"


_WITH_ARTICLE = frozenset({Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FULL_HOUSE, Category.FLUSH})
_WITH_ARTICLE |= {Category.STRAIGHT, Category.PAIR, Category.HIGH_CARD}


def _name_category(category: Category) -> str:
    return f"a {category.label}" if category in _WITH_ARTICLE else category.label
