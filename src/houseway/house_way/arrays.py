"""Apply a house way to every class of hands at once, with arrays: for the compiler and the checker.

It shares only the parsed rules with `plain`; the tests compare the two.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.hands import PAI_GOW_LOW, Order
from houseway.house_way.classes import Classes, classes, portions, ranks_of
from houseway.house_way.kinds import Kind
from houseway.house_way.rules import Applied
from houseway.house_way.words import (
    Best,
    Condition,
    Conditions,
    Front,
    FrontBeats,
    FrontIs,
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
from houseway.kernels.batch import strengths
from houseway.kernels.layout import I64, U8
from houseway.kernels.tables import categories, lowest_high

Bools = NDArray[np.bool_]
Columns = NDArray[np.int8]
I32 = NDArray[np.int32]
Progress = Callable[[int, int], None]
Item = TypeVar("Item", bound=np.generic)

PAIRS = np.array(list(combinations(range(7), 2)))
"""The two of the seven cards that are the low hand: one column per setting."""
_REST = np.array([[card for card in range(7) if card not in pair] for pair in PAIRS.tolist()])
_JOKER = 52
_ACE = 14
STEPS = 10
"""The number of steps in which all classes are prepared."""
NONE = -1
"""The column of a front that a hand does not have."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Classes with all facts that rules use: all classes, or those of one kind."""

    order: Order
    index: I64
    """The indices of these classes."""
    ranks: U8
    """The ranks of the seven cards, highest first."""
    counts: U8
    """The number of cards, by rank."""
    joker: Bools
    low: U8
    """The strength of the low hand, by setting."""
    high: NDArray[np.uint16]
    """The strength of the high hand, by setting."""
    legal: Bools
    ranks_in_front: U8
    """The two ranks of the low hand in one byte, by setting."""
    score: I32
    """The preference between settings: the low hand, the high hand, then no joker and few cards of the long suit in front."""
    made: U8
    """The position of the high hand's category, by setting."""

    def only(self, rows: Bools) -> "Rows":
        parts = {name: getattr(self, name)[rows] for name in self.__dataclass_fields__ if name != "order"}
        return Rows(order=self.order, **parts)

    def __len__(self) -> int:
        return len(self.index)


def prepare(order: Order, step: Callable[[int], None]) -> Rows:
    """Rank all 21 settings of every class."""
    every = classes()
    parts = []
    for done, part in enumerate(portions(len(every.hands), STEPS), start=1):
        parts.append(_settings(order, every, part))
        step(done)
    low, high, awkward = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    ranks = ranks_of(every.hands)
    in_front = ranks[:, PAIRS]
    return Rows(
        order=order,
        index=np.arange(len(ranks)),
        ranks=ranks,
        counts=(ranks[:, :, None] == np.arange(_ACE + 1, dtype=np.uint8)).sum(axis=1, dtype=np.uint8),
        joker=(every.hands == _JOKER).any(axis=1),
        low=low,
        high=high,
        legal=high >= lowest_high(order)[low],
        ranks_in_front=(in_front[:, :, 0] << 4 | in_front[:, :, 1]).astype(np.uint8),
        score=(low.astype(np.int32) << 20) + (high.astype(np.int32) << 4) + (15 - awkward),
        made=categories(order)[high].astype(np.uint8),
    )


def _settings(order: Order, every: Classes, part: slice) -> tuple[U8, NDArray[np.uint16], U8]:
    """Return the strengths of low and high hand, and a penalty for the choice of cards: for jokers, then for the long suit."""
    hands, long = every.hands[part], every.has_long_suit[part]
    front = hands[:, PAIRS]
    low = strengths(PAI_GOW_LOW, front.reshape(-1, 2), checked=False).reshape(-1, len(PAIRS))
    high = strengths(order, hands[:, _REST].reshape(-1, 5), checked=False).reshape(-1, len(PAIRS))
    is_joker = front == _JOKER
    in_long = (front % 4 == 0) & ~is_joker & long[:, None, None]
    awkward = 3 * is_joker.sum(axis=2) + in_long.sum(axis=2)
    return low.astype(np.uint8), high, awkward.astype(np.uint8)


# Kinds


_READY: dict[Order, dict[Kind, Rows]] = {}


def by_kind(order: Order, step: Callable[[int], None]) -> dict[Kind, Rows]:
    """Return the classes of each kind, prepared once. Every class has one kind. `step` gets the number of `STEPS` done."""
    ready = _READY.get(order)
    if ready is None:
        rows = prepare(order, step)
        kinds = kinds_of(rows)
        ready = _READY.setdefault(order, {kind: rows.only(kinds == number) for number, kind in enumerate(Kind)})
    return ready


def kinds_of(rows: Rows) -> I64:
    """Return the number of each row's kind: by groups of ranks, and by whether some high hand is a straight or a flush."""
    sizes = np.stack([(rows.counts == size).sum(axis=1) for size in (2, 3, 4, 5)], axis=1)
    complete = _any_made(rows, Made.COMPLETE)
    kinds = np.full(len(rows), NONE)
    for kind, pairs, trips, quads, fives, whole in _KINDS:
        counted = (sizes[:, 1:] == (trips, quads, fives)).all(axis=1) & np.isin(sizes[:, 0], pairs)
        kinds[counted & (complete if whole else ~complete)] = list(Kind).index(kind)
    assert (kinds != NONE).all()  # no house way could set a hand without a kind
    return kinds


_KINDS: tuple[tuple[Kind, tuple[int, ...], int, int, int, bool], ...] = (
    (Kind.NO_PAIR, (0,), 0, 0, 0, False),
    (Kind.PAIR, (1,), 0, 0, 0, False),
    (Kind.TWO_PAIR, (2,), 0, 0, 0, False),
    (Kind.THREE_PAIR, (3,), 0, 0, 0, False),
    (Kind.TRIPS, (0,), 1, 0, 0, False),
    (Kind.TWO_TRIPS, (0,), 2, 0, 0, False),
    (Kind.FULL_HOUSE, (1, 2), 1, 0, 0, False),
    (Kind.QUADS, (0,), 0, 1, 0, False),
    (Kind.QUADS_WITH_PAIR, (1,), 0, 1, 0, False),
    (Kind.QUADS_WITH_TRIPS, (0,), 1, 1, 0, False),
    (Kind.FIVE_ACES, (0, 1), 0, 0, 1, False),
    (Kind.COMPLETE, (0,), 0, 0, 0, True),
    (Kind.COMPLETE_WITH_PAIR, (1,), 0, 0, 0, True),
    (Kind.COMPLETE_WITH_TWO_PAIR, (2,), 0, 0, 0, True),
    (Kind.COMPLETE_WITH_THREE_PAIR, (3,), 0, 0, 0, True),
    (Kind.COMPLETE_WITH_TRIPS, (0,), 1, 0, 0, True),
    (Kind.COMPLETE_WITH_FULL_HOUSE, (1, 2), 1, 0, 0, True),
    (Kind.COMPLETE_WITH_QUADS, (0,), 0, 1, 0, True),
)
"""The numbers of pairs, trips, quads and fives, and whether the hand is complete."""


# Rules


@dataclass(frozen=True, eq=False)
class Answers:
    """The result of one rule for the rows of its kind."""

    rule: Applied
    matches: Bools
    columns: Columns
    """The setting that the rule gives, where it matches."""


def answers(rows: Rows, rules: tuple[Applied, ...]) -> Iterator[Answers]:
    for rule in rules:
        columns = front_columns(rows, rule.front)
        matches = columns != NONE
        for part in rule.chain:
            matches &= _all_hold(rows, part.when, columns)
            if part.unless:
                matches &= ~_all_hold(rows, part.unless, columns)
        yield Answers(rule, matches, columns)


def taken(columns: Columns, settings: NDArray[Item]) -> NDArray[Item]:
    """Return the value in the chosen column of each row."""
    found: NDArray[Item] = settings[np.arange(len(columns)), np.maximum(columns, 0)]
    return found


def front_columns(rows: Rows, front: Front) -> Columns:
    """Return the setting that a front means for each row."""
    match front:
        case TwoOf(group):
            rank = _group_rank(rows, group)
            return _of_ranks(rows, rank, rank)
        case TwoCards(first, second):
            return _of_ranks(rows, _rank(rows, first), _rank(rows, second))
        case Best(pair, keeps):
            allowed = rows.legal.copy()
            if pair is not None:
                allowed &= (rows.ranks_in_front >> 4 == rows.ranks_in_front & 15) == pair
            if keeps is not None:
                allowed &= np.isin(rows.made, _places(rows.order, keeps))
            return _highest(rows, allowed)


def _of_ranks(rows: Rows, first: U8, second: U8) -> Columns:
    high, low = np.maximum(first, second), np.minimum(first, second)
    wanted = (high << 4 | low)[:, None]
    return _highest(rows, (rows.ranks_in_front == wanted) & (low > 0)[:, None])


def _highest(rows: Rows, allowed: Bools) -> Columns:
    """Return the best of the allowed settings; of equals, the first, which has the lowest suits."""
    best = np.where(allowed, rows.score, -1)
    columns = best.argmax(axis=1)
    return np.where(allowed.any(axis=1), columns, NONE).astype(np.int8)


def _rank(rows: Rows, noun: Nth | OneOf | Group) -> U8:
    """Return the rank of a card or group in each row, 0 if there is none."""
    if isinstance(noun, Nth):
        return _nth(rows.counts == 1, noun.place) if noun.of_others else rows.ranks[:, noun.place - 1]
    return _group_rank(rows, noun.group if isinstance(noun, OneOf) else noun)


def _group_rank(rows: Rows, group: Group) -> U8:
    pairs, trips = rows.counts == 2, rows.counts == 3
    how_many = pairs.sum(axis=1)
    match group:
        case Group.PAIR:
            return np.where(how_many == 1, _nth(pairs, 1), 0).astype(np.uint8)
        case Group.HIGH_PAIR:
            beside_trips = trips.any(axis=1)
            return np.where((how_many > 1) | beside_trips, _nth(pairs, 1), 0).astype(np.uint8)
        case Group.MIDDLE_PAIR:
            return np.where(how_many == 3, _nth(pairs, 2), 0).astype(np.uint8)
        case Group.LOW_PAIR:
            lowest = np.where(how_many == 3, _nth(pairs, 3), _nth(pairs, 2))
            return np.where(how_many > 1, lowest, 0).astype(np.uint8)
        case Group.TRIPS | Group.HIGH_TRIPS:
            alone = trips.sum(axis=1) == 1
            return np.where(alone == (group is Group.TRIPS), _nth(trips, 1), 0).astype(np.uint8)
        case Group.LOW_TRIPS:
            return _nth(trips, 2)
        case Group.QUADS:
            return _nth(rows.counts == 4, 1)
        case Group.ACES:
            return _nth(rows.counts == 5, 1)


def _nth(ranks: Bools, place: int) -> U8:
    """Return the n-th highest of the marked ranks, 0 if there are fewer."""
    seen = ranks[:, ::-1].cumsum(axis=1)
    found = _ACE - (seen == place).argmax(axis=1)
    return np.where(seen[:, -1] >= place, found, 0).astype(np.uint8)


# Conditions


def _all_hold(rows: Rows, conditions: Conditions, columns: Columns) -> Bools:
    hold = np.ones(len(rows), dtype=np.bool_)
    for condition in conditions:
        hold &= _holds(rows, condition, columns)
    return hold


def _holds(rows: Rows, condition: Condition, columns: Columns) -> Bools:
    hold: Bools
    match condition:
        case RankIs(noun, lowest, highest):
            rank = _rank(rows, noun)
            hold = (rank >= lowest) & (rank <= highest)
        case FrontIs():
            hold = _front_is(taken(columns, rows.ranks_in_front), condition)
        case FrontBeats(other):
            beaten = front_columns(rows, other)
            hold = (beaten != NONE) & (taken(columns, rows.low) > taken(beaten, rows.low))
        case Has(what, absent):
            hold = _has(rows, what) != absent
    return hold


def _front_is(ranks: U8, least: FrontIs) -> Bools:
    high, low = ranks >> 4, ranks & 15
    pair: Bools = high == low
    good: Bools = pair & (high >= least.first)
    if not least.is_pair:
        good = pair | (high > least.first) | (high == least.first) & (low >= (least.second or 0))
    return good


def _has(rows: Rows, what: Held) -> Bools:
    match what:
        case Held.JOKER:
            return rows.joker
        case Held.ACE:
            return rows.counts[:, _ACE] > 0
        case Held.LOWER_STRAIGHT:
            return _has_lower_straight(rows)
        case _:
            return _any_made(rows, Made(what.with_article))


def _has_lower_straight(rows: Rows) -> Bools:
    """Find lower straights by ranks: the same five cards with the joker may also make a higher straight."""
    natural = rows.counts > 0
    natural[:, _ACE] = rows.counts[:, _ACE] > rows.joker
    natural[:, 1] = natural[:, _ACE]
    runs = np.stack([natural[:, low : low + 5].sum(axis=1) for low in range(1, 10)], axis=1)
    found: Bools = np.asarray(runs.max(axis=1) + rows.joker >= 5)
    return found


def _any_made(rows: Rows, made: Made) -> Bools:
    found: Bools = np.asarray(np.isin(rows.made, _places(rows.order, made)).any(axis=1))
    return found


def _places(order: Order, made: Made) -> list[int]:
    return [order.place(category) for category in made.categories]
