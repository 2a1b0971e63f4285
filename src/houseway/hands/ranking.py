"""Rank a hand by its order: categories, finders and descriptions. This is the reference; the tests prove `kernels` equal to it.

An order is a list of categories, highest first. Each category has a finder, which looks for the best hand of that category and
says which cards make it; the first finder that succeeds decides. In games with a joker, the joker counts as an ace where cards are
counted by rank, and replaces any missing card to complete a straight, a flush, a straight flush or a royal flush
(md.pai-gow-poker 6.A(2); div.pai-gow-poker (c)(1), (c)(3)).

`HandOrder.rank` checks the cards. `HandOrder.find_best` does not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import total_ordering
from itertools import combinations

from houseway.cards import JOKER, Card, Rank, Suit, check_distinct, format_hand
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.hands.categories import Category

Straight = tuple[Rank, ...]
"""The ranks of a straight, highest card first; a low ace is last."""


@dataclass(frozen=True, slots=True)
class FoundHand:
    """The result of a finder: the key that compares hands of the category, the cards, and the rank that the joker replaces."""

    key: tuple[int, ...]
    cards: tuple[Card, ...]
    joker_as: Rank | None = None


Finder = Callable[["GroupedCards", "HandOrder"], FoundHand | None]


@dataclass(frozen=True, eq=False)
class HandOrder:
    """One order of hands, with the clauses that set it."""

    name: str
    title: str
    cited_categories: tuple[tuple[Category, tuple[Citation, ...]], ...] = field(repr=False)
    """The categories, highest first, each with the clauses that put it there."""
    hand_size: int
    card_counts: tuple[int, ...]
    """The numbers of cards that can be ranked; the best `hand_size` of them count."""
    has_joker: bool
    straights: tuple[Straight, ...] = field(default=(), repr=False)
    clauses: tuple[Citation, ...] = field(default=(), repr=False)
    """All clauses about the order as a whole (the rank of cards, the joker, ties), including the next three."""
    low_ace_clauses: tuple[Citation, ...] = field(default=(), repr=False)
    """The clauses that let the ace be low in a straight."""
    joker_ace_clauses: tuple[Citation, ...] = field(default=(), repr=False)
    """The clauses by which the joker counts as an ace."""
    joker_completes_clauses: tuple[Citation, ...] = field(default=(), repr=False)
    """The clauses by which the joker completes a straight or a flush."""
    match_clauses: Mapping[tuple[Rank, ...], tuple[Citation, ...]] = field(default_factory=dict, repr=False)
    """The ranks of a royal match's two further cards, each with its clauses."""
    _positions: dict[Category, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {category: len(self.cited_categories) - place for place, (category, _) in enumerate(self.cited_categories)}
        object.__setattr__(self, "_positions", places)

    @property
    def categories(self) -> tuple[Category, ...]:
        """Return the categories, highest first."""
        return tuple(self._positions)

    @property
    def books(self) -> frozenset[str]:
        """Return the rule books that use this order."""
        cited = [*self.clauses, *(clause for _, clauses in self.cited_categories for clause in clauses)]
        return frozenset(clause.book for clause in cited)

    def rank(self, cards: Sequence[Card]) -> "Hand":
        """Return the best hand of these cards. Refuse a wrong number of cards, a repeated card, or a joker out of place."""
        self.check_cards(cards)
        return self.find_best(cards)

    def find_best(self, cards: Sequence[Card]) -> "Hand":
        """Return the best hand of these cards without checking them."""
        return next(self._find_each(cards))

    def find_all(self, cards: Sequence[Card]) -> tuple["Hand", ...]:
        """Return the best hand of each category that these cards hold, highest first. Paytables that pay the best-paying hand need
        all of them."""
        self.check_cards(cards)
        return tuple(self._find_each(cards))

    def check_cards(self, cards: Sequence[Card]) -> None:
        if len(cards) not in self.card_counts:
            sizes = " or ".join(map(str, self.card_counts))
            raise Malformed(
                f"{self.title} ranks {sizes} cards, not {len(cards)}: {format_hand(cards)}",
                code="hand.size",
                clauses=self.clauses,
                given=len(cards),
                allowed=self.card_counts,
            )
        if JOKER in cards and not self.has_joker:
            raise Malformed(
                f"{self.title} has no joker, but {format_hand(cards)} includes one",
                code="hand.joker",
                clauses=self.clauses,
                given=format_hand(cards),
                allowed="the 52 cards",
            )
        check_distinct(cards)

    def position(self, category: Category) -> int:
        """Return the position of a category; 1 is the lowest."""
        return self._positions[category]

    def has_category(self, category: Category) -> bool:
        """Return whether this order has the category."""
        return category in self._positions

    def _find_each(self, cards: Sequence[Card]) -> Iterator["Hand"]:
        dealt = GroupedCards(cards)
        for category in self._positions:
            found = FINDERS[category](dealt, self)
            if found is not None:
                yield Hand(self, category, found.key, found.cards, found.joker_as)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A ranked hand. Hands of one order can be compared; hands of equal rank are equal, whatever their suits."""

    order: HandOrder
    category: Category
    key: tuple[int, ...]
    cards: tuple[Card, ...]
    """The cards that make the hand, most significant first."""
    joker_as: Rank | None = None
    """The rank that the joker replaces, if it is one of the cards."""

    def __repr__(self) -> str:
        return f"<{self.describe()}>"

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """Return the clauses that give the hand its rank in this order; `order.clauses` are about the whole order."""
        return (*dict(self.order.cited_categories)[self.category], *self.card_clauses)

    @property
    def card_clauses(self) -> tuple[Citation, ...]:
        """Return the clauses that give a card a special role: a low ace, the joker, a royal match."""
        low = self.order.low_ace_clauses if self.category in _STRAIGHT_CATEGORIES and self._has_low_ace else ()
        joker = self.order.joker_completes_clauses if self.category in COMPLETED_BY_JOKER else self.order.joker_ace_clauses
        return (*low, *(joker if self.joker_as is not None else ()), *self.match_clauses)

    @property
    def match_clauses(self) -> tuple[Citation, ...]:
        """Return the clause that names the cards beyond the hand: which two make a royal match."""
        further = tuple(card.rank for card in self.cards[self.order.hand_size :] if not card.is_joker)
        return self.order.match_clauses.get(further, ())

    @property
    def _has_low_ace(self) -> bool:
        last = self.cards[-1]
        return (self.joker_as if last.is_joker else last.rank) is Rank.ACE

    @property
    def strength(self) -> tuple[int, ...]:
        return (self.order.position(self.category), *self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.order is other.order and self.strength == other.strength

    def __hash__(self) -> int:
        return hash((self.order.name, self.strength))

    def __lt__(self, other: "Hand") -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        if self.order is not other.order:
            raise TypeError(f"hands of different orders cannot be compared: {self.order.name} and {other.order.name}")
        return self.strength < other.strength

    def describe(self) -> str:
        """Describe the hand: `full house, kings full of nines`, `pair of aces with K Q 2 (joker as ace)`."""
        return self.description if self.joker_as is None else f"{self.description} (joker as {self.joker_as.word})"

    @property
    def description(self) -> str:
        """Return a description that is the same for all hands of this rank, without the joker's role."""
        return _describe_hand(self)


_STRAIGHT_CATEGORIES = frozenset({Category.STRAIGHT, Category.STRAIGHT_FLUSH})
COMPLETED_BY_JOKER = _STRAIGHT_CATEGORIES | {Category.ROYAL_FLUSH, Category.FLUSH}
"""The categories that the joker may complete as any card; in all others it counts as an ace."""


class GroupedCards:
    """Cards grouped by rank and by suit, for the finders."""

    __slots__ = ("by_rank", "by_suit", "cards", "groups", "joker")

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self.joker = JOKER in cards
        natural = sorted((card for card in cards if not card.is_joker), reverse=True)
        self.by_rank: dict[Rank, Card] = {}
        self.by_suit: dict[Suit, dict[Rank, Card]] = {}
        self.groups: dict[Rank, list[Card]] = {}
        """Cards of each rank, highest rank first; the joker counts as an ace."""
        if self.joker:
            self.groups[Rank.ACE] = []
        for card in natural:
            rank = card.rank
            self.by_rank[rank] = card
            self.by_suit.setdefault(card.suit, {})[rank] = card
            self.groups.setdefault(rank, []).append(card)
        if self.joker:
            self.groups[Rank.ACE].append(JOKER)

    def highest_group(self, size: int, apart_from: Rank | None = None) -> Rank | None:
        """Return the highest rank with at least `size` cards."""
        for rank, cards in self.groups.items():
            if len(cards) >= size and rank is not apart_from:
                return rank
        return None

    def pairs(self) -> Iterator[tuple[Card, Card]]:
        """Yield every two cards of one rank."""
        for cards in self.groups.values():
            yield from combinations(cards, 2)

    def make_hand(self, size: int, *groups: tuple[Rank, int]) -> FoundHand:
        """Make a hand of `size` cards from these groups, the highest cards of other ranks, then the rest of the groups."""
        chosen = [card for rank, count in groups for card in self.groups[rank][:count]]
        taken = [rank for rank, _ in groups]
        others = [(rank, card) for rank, cards in self.groups.items() if rank not in taken for card in cards]
        others += [(rank, card) for rank, count in groups for card in self.groups[rank][count:]]
        kickers = others[: size - len(chosen)]
        chosen += [card for _, card in kickers]
        key = (*taken, *(rank for rank, _ in kickers))
        return FoundHand(key, tuple(chosen), Rank.ACE if JOKER in chosen else None)


def fill_straight(held: dict[Rank, Card], straight: Straight, joker: bool) -> tuple[tuple[Card, ...], Rank | None] | None:
    """Return the cards of a straight if all are held, with the joker for at most one missing rank, and that rank."""
    stand_in = None
    for rank in straight:
        if rank not in held:
            if not joker or stand_in is not None:
                return None
            stand_in = rank
    return tuple(held.get(rank, JOKER) for rank in straight), stand_in


def all_straights(length: int, low_ace_above: Rank | None) -> tuple[Straight, ...]:
    """Return all straights, highest first. The straight with the low ace goes above the one with this highest card, or last."""
    ranks = sorted(Rank, reverse=True)
    runs = [tuple(ranks[start : start + length]) for start in range(len(ranks) - length + 1)]
    with_low_ace = (*runs[-1][1:], Rank.ACE)
    places = [place for place, run in enumerate(runs) if run[0] is low_ace_above]
    runs.insert(places[0] if places else len(runs), with_low_ace)
    return tuple(runs)


# Finders


def _find_five_aces(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    aces = dealt.groups.get(Rank.ACE, [])
    return FoundHand((), tuple(aces), Rank.ACE) if dealt.joker and len(aces) == len(Suit) + 1 else None


def _find_straight_flush_of(dealt: GroupedCards, straights: Sequence[Straight], joker: bool) -> FoundHand | None:
    suits = [held for held in dealt.by_suit.values() if len(held) + joker >= len(straights[0])]
    for place, straight in enumerate(straights if suits else ()):
        for held in suits:
            cards = fill_straight(held, straight, joker)
            if cards is not None:
                return FoundHand((len(straights) - place,), *cards)
    return None


def _find_royal_flush(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    found = _find_straight_flush_of(dealt, order.straights[:1], dealt.joker)
    return found and FoundHand((), found.cards, found.joker_as)


def _find_natural_royal_flush(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    found = _find_straight_flush_of(dealt, order.straights[:1], joker=False)
    return found and FoundHand((), found.cards)


def _find_straight_flush(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    royal_apart = order.has_category(Category.ROYAL_FLUSH)
    return _find_straight_flush_of(dealt, order.straights[royal_apart:], dealt.joker)


def _find_straight(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    if len(dealt.by_rank) + dealt.joker < order.hand_size:
        return None
    for place, straight in enumerate(order.straights):
        cards = fill_straight(dealt.by_rank, straight, dealt.joker)
        if cards is not None:
            return FoundHand((len(order.straights) - place,), *cards)
    return None


def _find_flush(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    """Find a flush; the joker is the highest missing card of the suit (reading PG-49)."""
    for held in dealt.by_suit.values():
        if len(held) + dealt.joker < order.hand_size:
            continue
        stand_in = next(rank for rank in _RANKS_HIGHEST_FIRST if rank not in held) if dealt.joker else None
        ranks = sorted([*held, stand_in] if stand_in else held, reverse=True)[: order.hand_size]
        joker_as = stand_in if stand_in in ranks else None
        return FoundHand(tuple(ranks), tuple(held.get(rank, JOKER) for rank in ranks), joker_as)
    return None


_RANKS_HIGHEST_FIRST = sorted(Rank, reverse=True)


def _of_a_kind_finder(size: int) -> Finder:
    def find(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
        rank = dealt.highest_group(size)
        return dealt.make_hand(order.hand_size, (rank, size)) if rank else None

    return find


def _two_groups_finder(first_size: int) -> Finder:
    def find(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
        first = dealt.highest_group(first_size)
        second = first and dealt.highest_group(2, apart_from=first)
        return dealt.make_hand(order.hand_size, (first, first_size), (second, 2)) if first and second else None

    return find


def _find_high_card(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    return dealt.make_hand(order.hand_size)


def _find_nothing(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
    return FoundHand((), ())


def _seven_card_straight_flush_finder(natural: bool, joker: bool) -> Finder:
    def find(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
        if (dealt.joker and not joker) or (not dealt.joker and not natural):
            return None
        found = _find_straight_flush_of(dealt, SEVEN_CARD_STRAIGHTS, dealt.joker)
        return found and FoundHand((), found.cards, found.joker_as)

    return find


SEVEN_CARD_STRAIGHTS = all_straights(7, low_ace_above=None)


def _super_royal_finder(suits: Sequence[Suit]) -> Finder:
    """Return a finder of ace to nine of one suit: six cards without a joker."""

    def find(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
        for suit in suits:
            found = fill_straight(dealt.by_suit.get(suit, {}), SUPER_ROYAL_STRAIGHT, joker=False)
            if found is not None:
                return FoundHand((), found[0])
        return None

    return find


SUPER_ROYAL_STRAIGHT = all_straights(6, low_ace_above=None)[0]


def _royal_match_finder(*matches: tuple[Rank, Rank]) -> Finder:
    """Return a finder of a royal flush, with or without the joker, and a match: two natural cards of one suit (PG-09)."""

    def find(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
        royal = _find_royal_flush(dealt, order)
        if royal is None:
            return None
        match = sorted((card for card in dealt.cards if card not in royal.cards), reverse=True)
        if JOKER in match or len({card.suit for card in match}) != 1:
            return None
        if tuple(card.rank for card in match) not in matches:
            return None
        return FoundHand((), (*royal.cards, *match), royal.joker_as)

    return find


def _no_pair_finder(highest: Rank) -> Finder:
    """Return a finder of seven cards without a pair or better whose highest card has this rank."""

    def find(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
        paired = len(dealt.groups) < len(dealt.cards)
        if paired or next(iter(dealt.groups)) is not highest:
            return None
        if _find_straight(dealt, order) or _find_flush(dealt, order):
            return None
        return dealt.make_hand(len(dealt.cards))

    return find


def _and_pair_finder(five: Category) -> Finder:
    """Return a finder of five cards of a category with a pair in the other two; a joker in the pair is an ace."""

    def find(dealt: GroupedCards, order: HandOrder) -> FoundHand | None:
        for pair in dealt.pairs():
            rest = GroupedCards([card for card in dealt.cards if card not in pair])
            found = FINDERS[five](rest, order)
            if found is not None:
                joker_as = Rank.ACE if JOKER in pair else found.joker_as
                return FoundHand((), (*found.cards, *pair), joker_as)
        return None

    return find


FINDERS: dict[Category, Finder] = {
    Category.FIVE_ACES: _find_five_aces,
    Category.ROYAL_FLUSH: _find_royal_flush,
    Category.STRAIGHT_FLUSH: _find_straight_flush,
    Category.FOUR_OF_A_KIND: _of_a_kind_finder(4),
    Category.FULL_HOUSE: _two_groups_finder(3),
    Category.FLUSH: _find_flush,
    Category.STRAIGHT: _find_straight,
    Category.THREE_OF_A_KIND: _of_a_kind_finder(3),
    Category.TWO_PAIR: _two_groups_finder(2),
    Category.PAIR: _of_a_kind_finder(2),
    Category.HIGH_CARD: _find_high_card,
    Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH: _seven_card_straight_flush_finder(natural=True, joker=False),
    Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH: _seven_card_straight_flush_finder(natural=False, joker=True),
    Category.SEVEN_CARD_STRAIGHT_FLUSH: _seven_card_straight_flush_finder(natural=True, joker=True),
    Category.ROYAL_MATCH: _royal_match_finder((Rank.ACE, Rank.KING), (Rank.KING, Rank.QUEEN)),
    Category.ROYAL_KING_QUEEN: _royal_match_finder((Rank.KING, Rank.QUEEN)),
    Category.ROYAL_ACE_KING: _royal_match_finder((Rank.ACE, Rank.KING)),
    Category.SUPER_ROYAL_OF_DIAMONDS: _super_royal_finder((Suit.DIAMOND,)),
    Category.SUPER_ROYAL: _super_royal_finder(tuple(Suit)),
    Category.NINE_HIGH: _no_pair_finder(Rank.NINE),
    Category.TEN_HIGH: _no_pair_finder(Rank.TEN),
    Category.JACK_HIGH: _no_pair_finder(Rank.JACK),
    Category.QUEEN_HIGH: _no_pair_finder(Rank.QUEEN),
    Category.KING_HIGH: _no_pair_finder(Rank.KING),
    Category.ACE_HIGH: _no_pair_finder(Rank.ACE),
    Category.NATURAL_ROYAL_FLUSH: _find_natural_royal_flush,
    Category.NATURAL_ROYAL_FLUSH_AND_PAIR: _and_pair_finder(Category.NATURAL_ROYAL_FLUSH),
    Category.FIVE_ACES_AND_PAIR: _and_pair_finder(Category.FIVE_ACES),
    Category.ROYAL_FLUSH_AND_PAIR: _and_pair_finder(Category.ROYAL_FLUSH),
    Category.STRAIGHT_FLUSH_AND_PAIR: _and_pair_finder(Category.STRAIGHT_FLUSH),
    Category.FOUR_OF_A_KIND_AND_PAIR: _and_pair_finder(Category.FOUR_OF_A_KIND),
    Category.FULL_HOUSE_AND_PAIR: _and_pair_finder(Category.FULL_HOUSE),
    Category.FLUSH_AND_PAIR: _and_pair_finder(Category.FLUSH),
    Category.STRAIGHT_AND_PAIR: _and_pair_finder(Category.STRAIGHT),
    Category.NOTHING: _find_nothing,
}


# Descriptions


def _describe_hand(hand: Hand) -> str:
    words = hand.category.label
    if hand.category in _STRAIGHT_CATEGORIES:
        return f"{words}, {_describe_straight(hand)}"
    ranks = [Rank(rank) for rank in hand.key]
    match hand.category:
        case Category.FLUSH:
            return f"{words}, {_rank_labels(ranks)}"
        case Category.HIGH_CARD:
            return _add_kickers(f"{ranks[0].word} high", ranks[1:])
        case Category.FULL_HOUSE:
            return f"{words}, {ranks[0].plural} full of {ranks[1].plural}"
        case Category.TWO_PAIR:
            return _add_kickers(f"{words}, {ranks[0].plural} and {ranks[1].plural}", ranks[2:])
        case Category.PAIR:
            return _add_kickers(f"{words} of {ranks[0].plural}", ranks[1:])
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return _add_kickers(f"{words}, {ranks[0].plural}", ranks[1:])
        case _:
            return "no paying hand" if hand.category is Category.NOTHING else words


def _describe_straight(hand: Hand) -> str:
    top, bottom = (hand.joker_as if card.is_joker else card.rank for card in (hand.cards[0], hand.cards[-1]))
    assert top is not None  # a joker in a straight always replaces a rank
    return f"ace to {top.word}" if bottom is Rank.ACE else f"{top.word} high"


def _add_kickers(words: str, kickers: Sequence[Rank]) -> str:
    return f"{words} with {_rank_labels(kickers)}" if kickers else words


def _rank_labels(ranks: Sequence[Rank]) -> str:
    return " ".join("10" if rank is Rank.TEN else rank.letter for rank in ranks)
