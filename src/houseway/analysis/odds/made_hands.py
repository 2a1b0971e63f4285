"""Find the hands of a designer's wager in arrays of deals: as `WagerHand.fits` does, a million deals at a time.

A set of hands is a number with one bit for each hand. Most conditions look at ranks alone, or at the number of cards of each suit
alone: a deal looks the hands that they let through up in two tables. An order of hands adds a table by strength. What looks at rank
and suit together is found in the ranks that a deal holds of each suit.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from itertools import permutations, product
from operator import and_, or_

import numpy as np
from numpy.typing import NDArray

from houseway.cards import CARDS, JOKER, Rank, Suit
from houseway.errors import NotAllowed
from houseway.hands import HandOrder
from houseway.hands.conditions import (
    AllOf,
    AtLeast,
    AtMost,
    Condition,
    Filter,
    HasCards,
    HasRanks,
    NoneOf,
    OfAKind,
    Pairs,
    Run,
    Suited,
    SuitedRun,
    Total,
    longest_run,
)
from houseway.hands.predicates import WagerHand
from houseway.kernels.batch import hand_strengths, has_kernel, ranks_categories
from houseway.kernels.layout import I64, RANKS, SUIT_SHIFT, U8, card_keys, rank_layout
from houseway.kernels.tables import category_positions
from houseway.regulation.games import ranked_orders

Bools = NDArray[np.bool_]
SuitOrder = tuple[int, ...]
"""Which suit each of the four suits of a deal stands for."""

SUIT_ORDERS: tuple[SuitOrder, ...] = tuple(permutations(range(len(Suit))))
AS_DEALT = SUIT_ORDERS[0]
MOST_HANDS = 60
"""The most hands of one wager: each has a bit of a number."""
_SUIT_BITS, _COUNT_BITS = 16, 4
_ALL_RANKS = (1 << RANKS) - 1
_JOKER_BIT = 1 << RANKS
"""The joker's bit in `_held_cards`, above the ranks of the first suit."""


class MadeHands:
    """The hands of a wager, ready to be found in arrays of deals of one size."""

    def __init__(self, hands: Sequence[WagerHand], size: int) -> None:
        self.hands, self.size = tuple(hands), size
        self._suit_tables: dict[SuitOrder, I64] = {}
        if len(self.hands) > MOST_HANDS:
            message = f"a wager of {len(hands)} hands is not counted; allowed: {MOST_HANDS}"
            raise NotAllowed(message, code="odds.not-counted", given=len(hands), allowed=MOST_HANDS)
        for order in self._orders:
            _check_kernel(order)

    def find(self, deals: U8) -> I64:
        """Return the set of hands that each deal makes; of the hand at place n it has bit n."""
        seen = self._look_at(deals)
        return self._find_under(AS_DEALT, seen)

    def count(self, deals: U8, weights: U8) -> Iterator[tuple[int, int]]:
        """Yield sets of hands with the number of permutations of the suits under which deals make them, by the deals' weights.

        Only deals that make a hand with named suits or cards under some permutation are tried under more than one.
        """
        seen = self._look_at(deals)
        possible = seen.in_any_suits & self._by_some_suit_counts[seen.suit_counts]
        named = possible & self._with_named_suits != 0
        yield from _count_sets(possible[~named], weights[~named], len(self.hands), len(SUIT_ORDERS))
        some, weights = seen.only(named), weights[named]
        for suits, alike in self._suit_orders.items() if len(weights) else ():
            yield from _count_sets(self._find_under(suits, some), weights, len(self.hands), alike)

    def _look_at(self, deals: U8) -> "_SeenDeals":
        keys, held = _sum_by_card(card_keys().astype(np.int64), deals), _sum_by_card(_held_cards(), deals)
        return _SeenDeals(reduce(and_, self._find_in_any_suits(deals, keys, held)), keys >> SUIT_SHIFT, held)

    def _find_under(self, suits: SuitOrder, seen: "_SeenDeals") -> I64:
        """Return the sets of hands that deals make if each suit stands for another."""
        found = seen.in_any_suits & self._by_suit_counts(suits)[seen.suit_counts]
        for cards, hands in self._by_cards:
            wanted = _bits_of(cards, suits)
            found &= np.where(seen.held & wanted == wanted, self._every, self._every & ~hands)
        return found

    @cached_property
    def _suit_orders(self) -> Mapping[SuitOrder, int]:
        """Return the permutations of the suits that differ for these hands, each with how many are like it.

        Only one differs unless a condition names a suit, a colour or a card.
        """
        alike: dict[object, list[SuitOrder]] = {}
        for suits in SUIT_ORDERS:
            cards = tuple(_bits_of(named, suits) for named, _ in self._by_cards)
            alike.setdefault((self._by_suit_counts(suits).tobytes(), cards), []).append(suits)
        return {like[0]: len(like) for like in alike.values()}

    @cached_property
    def _by_some_suit_counts(self) -> I64:
        """Return the hands that are possible with each number of cards of the suits under some permutation."""
        return reduce(or_, map(self._by_suit_counts, SUIT_ORDERS))

    @cached_property
    def _with_named_suits(self) -> int:
        """Return the hands with a condition that names a suit, a colour or a card."""
        named = (any(map(_names_suits, hand.conditions)) for hand in self.hands)
        return sum(1 << place for place, is_named in enumerate(named) if is_named)

    @property
    def _every(self) -> int:
        return (1 << len(self.hands)) - 1

    @property
    def _orders(self) -> tuple[HandOrder, ...]:
        conditions = (each for hand in self.hands for each in hand.conditions)
        return tuple(dict.fromkeys(each.order for each in conditions if isinstance(each, AtLeast | AtMost)))

    def _find_in_any_suits(self, deals: U8, keys: I64, held: I64) -> Iterator[I64]:
        yield self._by_ranks[rank_layout(self.size).place(keys)]
        for order in self._orders:
            yield self._by_strength(order)[hand_strengths(order, deals, checked=False)]
        if any(isinstance(each, SuitedRun) for hand in self.hands for each in hand.conditions):
            yield self._by_suited_run[_longest_suited_runs(held)]

    def _table(self, rows: int, fits: Callable[[Condition], Bools | None]) -> I64:
        """Return the hands that are possible at each row, by the conditions of which `fits` knows in which rows they hold."""
        table = np.full(rows, self._every, dtype=np.int64)
        for place, hand in enumerate(self.hands):
            for condition in hand.conditions:
                holds = fits(condition)
                if holds is not None:
                    table[~holds] &= ~(1 << place)
        return table

    @cached_property
    def _by_ranks(self) -> I64:
        """Return the hands that are possible with each choice of ranks, by its place in the layout."""
        layout = rank_layout(self.size)
        counts = layout.counts.astype(np.int64)
        table = np.zeros(layout.room, dtype=np.int64)
        table[layout.places] = self._table(len(counts), lambda condition: _holds_for_ranks(condition, counts))
        return table

    def _by_suit_counts(self, suits: SuitOrder) -> I64:
        """Return the hands that are possible with each number of cards of the suits, by their bits in a key."""
        if suits not in self._suit_tables:
            self._suit_tables[suits] = self._make_suit_table(suits)
        return self._suit_tables[suits]

    def _make_suit_table(self, suits: SuitOrder) -> I64:
        rows = _suit_counts(self.size)
        joker = rows[:, len(Suit) :]
        places = ((rows[:, : len(Suit)] + joker) << _COUNT_BITS * np.arange(len(Suit))).sum(axis=1)
        named = rows[:, np.argsort(suits)]
        table = np.zeros(1 << _COUNT_BITS * len(Suit), dtype=np.int64)
        table[places] = self._table(len(rows), lambda condition: _holds_for_suits(condition, named, self.size))
        return table

    def _by_strength(self, order: HandOrder) -> I64:
        """Return the hands that are possible with each strength in an order."""
        listed = np.arange(len(order.categories) + 1)
        positions = listed if ranks_categories(order) else category_positions(order).astype(np.int64)
        return self._table(len(positions), lambda condition: _holds_for_category(condition, order, positions))

    @cached_property
    def _by_suited_run(self) -> I64:
        """Return the hands that are possible with each length of the longest run in one suit."""
        lengths = np.arange(RANKS + 1)
        return self._table(
            len(lengths), lambda condition: lengths >= condition.number if isinstance(condition, SuitedRun) else None
        )

    @cached_property
    def _by_cards(self) -> tuple[tuple[HasCards, int], ...]:
        """Return each choice of named cards, and the hands that need it."""
        found: dict[HasCards, int] = {}
        for place, hand in enumerate(self.hands):
            for condition in hand.conditions:
                if isinstance(condition, HasCards):
                    found[condition] = found.get(condition, 0) | 1 << place
        return tuple(found.items())


@dataclass(frozen=True, eq=False)
class _SeenDeals:
    """What the conditions look at in an array of deals."""

    in_any_suits: I64
    """The hands that are possible by all that does not name suits."""
    suit_counts: I64
    held: I64

    def only(self, rows: Bools) -> "_SeenDeals":
        return _SeenDeals(self.in_any_suits[rows], self.suit_counts[rows], self.held[rows])


_MOST_BITS = 20
"""Sets of more hands are sorted instead of counted by their number."""


def _count_sets(found: I64, weights: U8, hands: int, times: int) -> Iterator[tuple[int, int]]:
    """Yield each set of so many hands that was found, with the weight of its deals, taken a number of times."""
    if hands > _MOST_BITS:
        sets, places = np.unique(found, return_inverse=True)
    else:
        sets, places = np.arange(1 << hands), found
    totals = np.bincount(places, weights=weights, minlength=len(sets)).astype(np.int64)
    for place in np.flatnonzero(totals).tolist():
        yield int(sets[place]), times * int(totals[place])


def _check_kernel(order: HandOrder) -> None:
    if not has_kernel(order):
        allowed = tuple(each.name for each in ranked_orders())
        raise NotAllowed(
            f"hands of the order {order.name} are not counted by themselves; orders that are: {', '.join(allowed)}",
            code="odds.not-counted",
            given=order.name,
            allowed=allowed,
        )


def _names_suits(condition: Condition) -> bool:
    """Return whether a condition names a suit, a colour or a card."""
    return isinstance(condition, HasCards) or (isinstance(condition, AllOf | NoneOf) and bool(condition.kind.suits))


# Conditions on ranks


def _holds_for_ranks(condition: Condition, counts: I64) -> Bools | None:
    """Return in which rows a condition on ranks holds; a row counts the cards of each rank, and the joker."""
    held = counts[:, :RANKS].copy()
    held[:, _column(Rank.ACE)] += counts[:, RANKS]
    holds: Bools | None = None
    match condition:
        case OfAKind(number):
            holds = held.max(axis=1) >= number
        case Pairs(number):
            holds = (held > 1).sum(axis=1) >= number
        case Run(number):
            holds = _longest_runs()[(held > 0) @ (1 << np.arange(RANKS))] >= number
        case HasRanks(ranks):
            wanted = np.bincount([_column(rank) for rank in ranks], minlength=RANKS)
            holds = np.logical_and.reduce(held >= wanted, axis=1)
        case HasCards(cards):
            wanted = np.bincount([RANKS if card.is_joker else _column(card.rank) for card in cards], minlength=RANKS + 1)
            holds = np.logical_and.reduce(counts >= wanted, axis=1)
        case Total():
            holds = _holds_for_totals(condition, counts)
        case Filter() if not _names_suits(condition):
            barred = [not condition.allows(card) for card in _ONE_OF_EACH]
            holds = counts[:, barred].sum(axis=1) == 0
    return holds


_ONE_OF_EACH = (*(CARDS[len(Suit) * column] for column in range(RANKS)), JOKER)
"""A card of each rank, and the joker."""


def _column(rank: Rank) -> int:
    return rank - Rank.TWO


def _holds_for_totals(condition: Total, counts: I64) -> Bools:
    totals = counts @ np.array([condition.worth(card) for card in _ONE_OF_EACH])
    upper = totals.max(initial=0) if condition.most is None else condition.most
    holds: Bools = (condition.least <= totals) & (totals <= upper)
    return holds


@cache
def _longest_runs() -> NDArray[np.int8]:
    """Return the longest run of every set of ranks, by its bits."""
    found = (longest_run({rank for rank in Rank if held >> _column(rank) & 1}) for held in range(_ALL_RANKS + 1))
    return np.fromiter(found, dtype=np.int8)


# Conditions on suits


@cache
def _suit_counts(size: int) -> I64:
    """Return every number of cards of each suit in a deal, and of jokers."""
    rows = [
        (*counts, joker)
        for joker in (0, 1)
        for counts in product(range(min(size, RANKS) + 1), repeat=len(Suit))
        if sum(counts) == size - joker
    ]
    return np.array(rows, dtype=np.int64)


def _holds_for_suits(condition: Condition, counts: I64, size: int) -> Bools | None:
    holds: Bools | None = None
    match condition:
        case Suited(number):
            holds = counts[:, : len(Suit)].max(axis=1) >= number
        case AllOf(kind) if kind.suits:
            holds = counts[:, list(kind.suits)].sum(axis=1) == size
        case NoneOf(kind) if kind.suits:
            holds = counts[:, list(kind.suits)].sum(axis=1) == 0
    return holds


# Conditions on an order of hands, on runs in one suit and on named cards


def _holds_for_category(condition: Condition, order: HandOrder, positions: I64) -> Bools | None:
    holds: Bools | None = None
    match condition:
        case AtLeast(asked, category) if asked is order:
            holds = positions >= order.position(category)
        case AtMost(asked, category) if asked is order:
            holds = positions <= order.position(category)
    return holds


def _held_cards() -> I64:
    """Return a number for each card, so that the sum for a deal shows the ranks that it holds of each suit, and the joker."""
    return np.array([*(1 << _SUIT_BITS * card.suit + _column(card.rank) for card in CARDS[:JOKER]), _JOKER_BIT], dtype=np.int64)


def _bits_of(named: HasCards, suits: SuitOrder) -> int:
    """Return the bits of named cards where each suit of the deal stands for another."""
    numbers = _held_cards()
    held = (card if card.is_joker else 4 * _column(card.rank) + suits.index(card.suit) for card in named.cards)
    return sum(int(numbers[card]) for card in held)


def _longest_suited_runs(held: I64) -> NDArray[np.int8]:
    runs = _longest_runs()
    longest: NDArray[np.int8] = reduce(np.maximum, (runs[held >> _SUIT_BITS * suit & _ALL_RANKS] for suit in Suit))
    return longest


def _sum_by_card(numbers: I64, deals: U8) -> I64:
    """Add up a number of each card of each deal."""
    total = numbers[deals[:, 0]]
    for place in range(1, deals.shape[1]):
        total += numbers[deals[:, place]]
    return total
