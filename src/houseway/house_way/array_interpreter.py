"""Apply a house way to every class of hands at once, with arrays: for the compiler and the checker.

It shares only the parsed rules with `interpreter`; the tests compare the two.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.hands import PAI_GOW_LOW, HandOrder
from houseway.house_way import vocabulary
from houseway.house_way.classes import HandClasses, hand_classes, ranks_of, split_rows
from houseway.house_way.kinds import HandKind
from houseway.house_way.rules import AppliedRule
from houseway.kernels.batch import hand_strengths
from houseway.kernels.layout import I64, U8, read_only
from houseway.kernels.tables import category_positions, lowest_legal_high

Bools = NDArray[np.bool_]
Columns = NDArray[np.int8]
I32 = NDArray[np.int32]
ProgressCallback = Callable[[int, int], None]
Item = TypeVar("Item", bound=np.generic)

LOW_CARDS_BY_SETTING = np.array(list(combinations(range(7), 2)))
"""The two of the seven cards that are the low hand: one column per setting."""
_HIGH_CARDS_BY_SETTING = np.array([[card for card in range(7) if card not in pair] for pair in LOW_CARDS_BY_SETTING.tolist()])
_JOKER = 52
_ACE = 14
PREPARATION_STEPS = 10
"""The number of steps in which all classes are prepared."""
NO_SETTING = -1
"""The column of a front that a hand does not have."""
_KEPT = 512
"""Rules name the same cards and fronts again and again, within a house way and in others: so many answers for a kind are kept."""


@dataclass(frozen=True, eq=False)
class ClassRows:
    """Classes with all facts that rules use: all classes, or those of one kind."""

    order: HandOrder
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

    def select(self, rows: Bools) -> "ClassRows":
        parts = {name: getattr(self, name)[rows] for name in self.__dataclass_fields__ if name != "order"}
        return ClassRows(order=self.order, **parts)

    def __len__(self) -> int:
        return len(self.index)


def prepare_classes(order: HandOrder, on_step: Callable[[int], None]) -> ClassRows:
    """Rank all 21 settings of every class."""
    every = hand_classes()
    parts = []
    for done, part in enumerate(split_rows(len(every.hands), PREPARATION_STEPS), start=1):
        parts.append(_rank_settings(order, every, part))
        on_step(done)
    low, high, awkward = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    ranks = ranks_of(every.hands)
    in_front = ranks[:, LOW_CARDS_BY_SETTING]
    return ClassRows(
        order=order,
        index=np.arange(len(ranks)),
        ranks=ranks,
        counts=(ranks[:, :, None] == np.arange(_ACE + 1, dtype=np.uint8)).sum(axis=1, dtype=np.uint8),
        joker=(every.hands == _JOKER).any(axis=1),
        low=low,
        high=high,
        legal=high >= lowest_legal_high(order)[low],
        ranks_in_front=(in_front[:, :, 0] << 4 | in_front[:, :, 1]).astype(np.uint8),
        score=(low.astype(np.int32) << 20) + (high.astype(np.int32) << 4) + (15 - awkward),
        made=category_positions(order)[high].astype(np.uint8),
    )


def _rank_settings(order: HandOrder, all_classes: HandClasses, part: slice) -> tuple[U8, NDArray[np.uint16], U8]:
    """Return the strengths of low and high hand, and a penalty for the choice of cards: for jokers, then for the long suit."""
    hands, long = all_classes.hands[part], all_classes.has_long_suit[part]
    front = hands[:, LOW_CARDS_BY_SETTING]
    low = hand_strengths(PAI_GOW_LOW, front.reshape(-1, 2), checked=False).reshape(-1, len(LOW_CARDS_BY_SETTING))
    high = hand_strengths(order, hands[:, _HIGH_CARDS_BY_SETTING].reshape(-1, 5), checked=False).reshape(
        -1, len(LOW_CARDS_BY_SETTING)
    )
    is_joker = front == _JOKER
    in_long = (front % 4 == 0) & ~is_joker & long[:, None, None]
    awkward = 3 * is_joker.sum(axis=2) + in_long.sum(axis=2)
    return low.astype(np.uint8), high, awkward.astype(np.uint8)


# Kinds


_PREPARED_CLASSES: dict[HandOrder, dict[HandKind, ClassRows]] = {}


def classes_by_kind(order: HandOrder, on_step: Callable[[int], None]) -> dict[HandKind, ClassRows]:
    """Return the classes of each kind, prepared once. Every class has one kind. `on_step` gets the number of `PREPARATION_STEPS`
    done."""
    ready = _PREPARED_CLASSES.get(order)
    if ready is None:
        rows = prepare_classes(order, on_step)
        kinds = kind_numbers(rows)
        ready = _PREPARED_CLASSES.setdefault(
            order, {kind: rows.select(kinds == number) for number, kind in enumerate(HandKind)}
        )
    return ready


def kind_numbers(rows: ClassRows) -> I64:
    """Return the number of each row's kind: by groups of ranks, and by whether some high hand is a straight or a flush."""
    sizes = np.stack([(rows.counts == size).sum(axis=1) for size in (2, 3, 4, 5)], axis=1)
    complete = _can_make(rows, vocabulary.MadeHand.COMPLETE)
    kinds = np.full(len(rows), NO_SETTING)
    for kind, pairs, trips, quads, fives, whole in _KIND_COUNTS:
        counted = (sizes[:, 1:] == (trips, quads, fives)).all(axis=1) & np.isin(sizes[:, 0], pairs)
        kinds[counted & (complete if whole else ~complete)] = list(HandKind).index(kind)
    assert (kinds != NO_SETTING).all()  # no house way could set a hand without a kind
    return kinds


_KIND_COUNTS: tuple[tuple[HandKind, tuple[int, ...], int, int, int, bool], ...] = (
    (HandKind.NO_PAIR, (0,), 0, 0, 0, False),
    (HandKind.PAIR, (1,), 0, 0, 0, False),
    (HandKind.TWO_PAIR, (2,), 0, 0, 0, False),
    (HandKind.THREE_PAIR, (3,), 0, 0, 0, False),
    (HandKind.TRIPS, (0,), 1, 0, 0, False),
    (HandKind.TWO_TRIPS, (0,), 2, 0, 0, False),
    (HandKind.FULL_HOUSE, (1, 2), 1, 0, 0, False),
    (HandKind.QUADS, (0,), 0, 1, 0, False),
    (HandKind.QUADS_WITH_PAIR, (1,), 0, 1, 0, False),
    (HandKind.QUADS_WITH_TRIPS, (0,), 1, 1, 0, False),
    (HandKind.FIVE_ACES, (0, 1), 0, 0, 1, False),
    (HandKind.COMPLETE, (0,), 0, 0, 0, True),
    (HandKind.COMPLETE_WITH_PAIR, (1,), 0, 0, 0, True),
    (HandKind.COMPLETE_WITH_TWO_PAIR, (2,), 0, 0, 0, True),
    (HandKind.COMPLETE_WITH_THREE_PAIR, (3,), 0, 0, 0, True),
    (HandKind.COMPLETE_WITH_TRIPS, (0,), 1, 0, 0, True),
    (HandKind.COMPLETE_WITH_FULL_HOUSE, (1, 2), 1, 0, 0, True),
    (HandKind.COMPLETE_WITH_QUADS, (0,), 0, 1, 0, True),
)
"""The numbers of pairs, trips, quads and fives, and whether the hand is complete."""


# Rules


@dataclass(frozen=True, eq=False)
class RuleMatches:
    """The result of one rule for the rows of its kind."""

    rule: AppliedRule
    matches: Bools
    columns: Columns
    """The setting that the rule gives, where it matches."""


def match_rules(rows: ClassRows, rules: tuple[AppliedRule, ...]) -> Iterator[RuleMatches]:
    for rule in rules:
        columns = front_columns(rows, rule.front)
        matches = columns != NO_SETTING
        for part in rule.chain:
            matches &= _all_hold(rows, part.when, columns)
            if part.unless:
                matches &= ~_all_hold(rows, part.unless, columns)
        yield RuleMatches(rule, matches, columns)


def pick_columns(columns: Columns, settings: NDArray[Item]) -> NDArray[Item]:
    """Return the value in the chosen column of each row."""
    found: NDArray[Item] = settings[np.arange(len(columns)), np.maximum(columns, 0)]
    return found


@lru_cache(_KEPT)
def front_columns(rows: ClassRows, front: vocabulary.Front) -> Columns:
    """Return the setting that a front means for each row."""
    match front:
        case vocabulary.TwoOfGroup(group):
            rank = _group_rank(rows, group)
            return _columns_of_ranks(rows, rank, rank)
        case vocabulary.TwoCards(first, second):
            return _columns_of_ranks(rows, _rank_of(rows, first), _rank_of(rows, second))
        case vocabulary.BestFront(pair, keeps):
            allowed = rows.legal.copy()
            if pair is not None:
                allowed &= (rows.ranks_in_front >> 4 == rows.ranks_in_front & 15) == pair
            if keeps is not None:
                allowed &= np.isin(rows.made, _category_positions(rows.order, keeps))
            return _best_columns(rows, allowed)


def _columns_of_ranks(rows: ClassRows, first: U8, second: U8) -> Columns:
    high, low = np.maximum(first, second), np.minimum(first, second)
    wanted = (high << 4 | low)[:, None]
    return _best_columns(rows, (rows.ranks_in_front == wanted) & (low > 0)[:, None])


def _best_columns(rows: ClassRows, allowed: Bools) -> Columns:
    """Return the best of the allowed settings; of equals, the first, which has the lowest suits."""
    best = np.where(allowed, rows.score, -1)
    columns = best.argmax(axis=1)
    return read_only(np.where(allowed.any(axis=1), columns, NO_SETTING).astype(np.int8))


@lru_cache(_KEPT)
def _rank_of(rows: ClassRows, noun: vocabulary.NthHighest | vocabulary.OneOfGroup | vocabulary.RankGroup) -> U8:
    """Return the rank of a card or group in each row, 0 if there is none."""
    if isinstance(noun, vocabulary.NthHighest):
        return _nth_highest(rows.counts == 1, noun.position) if noun.of_others else rows.ranks[:, noun.position - 1]
    return _group_rank(rows, noun.group if isinstance(noun, vocabulary.OneOfGroup) else noun)


def _group_rank(rows: ClassRows, group: vocabulary.RankGroup) -> U8:
    pairs, trips = rows.counts == 2, rows.counts == 3
    how_many = pairs.sum(axis=1)
    match group:
        case vocabulary.RankGroup.PAIR:
            return np.where(how_many == 1, _nth_highest(pairs, 1), 0).astype(np.uint8)
        case vocabulary.RankGroup.HIGH_PAIR:
            has_trips = trips.any(axis=1)
            return np.where((how_many > 1) | has_trips, _nth_highest(pairs, 1), 0).astype(np.uint8)
        case vocabulary.RankGroup.MIDDLE_PAIR:
            return np.where(how_many == 3, _nth_highest(pairs, 2), 0).astype(np.uint8)
        case vocabulary.RankGroup.LOW_PAIR:
            lowest = np.where(how_many == 3, _nth_highest(pairs, 3), _nth_highest(pairs, 2))
            return np.where(how_many > 1, lowest, 0).astype(np.uint8)
        case vocabulary.RankGroup.TRIPS | vocabulary.RankGroup.HIGH_TRIPS:
            alone = trips.sum(axis=1) == 1
            return np.where(alone == (group is vocabulary.RankGroup.TRIPS), _nth_highest(trips, 1), 0).astype(np.uint8)
        case vocabulary.RankGroup.LOW_TRIPS:
            return _nth_highest(trips, 2)
        case vocabulary.RankGroup.QUADS:
            return _nth_highest(rows.counts == 4, 1)
        case vocabulary.RankGroup.ACES:
            return _nth_highest(rows.counts == 5, 1)


def _nth_highest(ranks: Bools, place: int) -> U8:
    """Return the n-th highest of the marked ranks, 0 if there are fewer."""
    seen = ranks[:, ::-1].cumsum(axis=1)
    found = _ACE - (seen == place).argmax(axis=1)
    return np.where(seen[:, -1] >= place, found, 0).astype(np.uint8)


# Conditions


def _all_hold(rows: ClassRows, conditions: vocabulary.Conditions, columns: Columns) -> Bools:
    hold = np.ones(len(rows), dtype=np.bool_)
    for condition in conditions:
        hold &= _condition_holds(rows, condition, columns)
    return hold


def _condition_holds(rows: ClassRows, condition: vocabulary.Condition, columns: Columns) -> Bools:
    hold: Bools
    match condition:
        case vocabulary.RankIs(noun, lowest, highest):
            rank = _rank_of(rows, noun)
            hold = (rank >= lowest) & (rank <= highest)
        case vocabulary.FrontAtLeast():
            hold = _front_is(pick_columns(columns, rows.ranks_in_front), condition)
        case vocabulary.FrontBeats(other):
            beaten = front_columns(rows, other)
            hold = (beaten != NO_SETTING) & (pick_columns(columns, rows.low) > pick_columns(beaten, rows.low))
        case vocabulary.HasFeature(what, absent):
            hold = _has_feature(rows, what) != absent
    return hold


def _front_is(ranks: U8, least: vocabulary.FrontAtLeast) -> Bools:
    high, low = ranks >> 4, ranks & 15
    pair: Bools = high == low
    good: Bools = pair & (high >= least.first)
    if not least.is_pair:
        good = pair | (high > least.first) | (high == least.first) & (low >= (least.second or 0))
    return good


@lru_cache(_KEPT)
def _has_feature(rows: ClassRows, what: vocabulary.HandFeature) -> Bools:
    match what:
        case vocabulary.HandFeature.JOKER:
            return rows.joker
        case vocabulary.HandFeature.ACE:
            return rows.counts[:, _ACE] > 0
        case vocabulary.HandFeature.LOWER_STRAIGHT:
            return _has_lower_straight(rows)
        case _:
            return _can_make(rows, vocabulary.MadeHand(what.with_article))


def _has_lower_straight(rows: ClassRows) -> Bools:
    """Find lower straights by ranks: the same five cards with the joker may also make a higher straight."""
    natural = rows.counts > 0
    natural[:, _ACE] = rows.counts[:, _ACE] > rows.joker
    natural[:, 1] = natural[:, _ACE]
    runs = np.stack([natural[:, low : low + 5].sum(axis=1) for low in range(1, 10)], axis=1)
    found: Bools = np.asarray(runs.max(axis=1) + rows.joker >= 5)
    return found


def _can_make(rows: ClassRows, made: vocabulary.MadeHand) -> Bools:
    found: Bools = np.asarray(np.isin(rows.made, _category_positions(rows.order, made)).any(axis=1))
    return found


def _category_positions(order: HandOrder, made: vocabulary.MadeHand) -> list[int]:
    return [order.position(category) for category in made.categories]
