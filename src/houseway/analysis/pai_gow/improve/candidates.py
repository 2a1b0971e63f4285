"""What rules of one kind of hand may say: fronts and conditions, and what each front is worth where each condition holds.

Classes of hands that no front and no condition of the pool tells apart are one cell, with the sum of their values. So a list of
rules is worth a sum over cells, of which there are far fewer than classes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.pai_gow.improve.values import ILLEGAL, SettingValues
from houseway.cards import Rank
from houseway.house_way import AppliedRule, HandKind, Rule
from houseway.house_way.array_interpreter import NO_SETTING, Bools, ClassRows, front_columns, match_rules, pick_columns
from houseway.house_way.kinds import find_impossible, kind_shape
from houseway.house_way.vocabulary import (
    BestFront,
    Condition,
    Front,
    FrontAtLeast,
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
from houseway.kernels.layout import I64

_PLACES, _PLACES_BESIDE_GROUPS = 5, 2
"""Rules of the pool name so many of the highest cards by their place: where all are single, and beside pairs, trips and quads."""
_MOST_FRONTS = 14
_ACE_FRONTS = tuple(FrontAtLeast(Rank.ACE, second) for second in (Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE))


@dataclass(frozen=True, eq=False)
class KindCells:
    """The hands of one kind in cells, with the pool of fronts and conditions."""

    kind: HandKind
    rows: ClassRows
    """One class of each cell."""
    fronts: tuple[Front, ...]
    worth: I64
    """By front and cell, in units; 0 where the cell has no such front."""
    has: Bools
    """By front and cell, whether the cell has it."""
    foul: Bools
    """By front and cell, whether it would rank above the high hand."""
    conditions: tuple[tuple[Condition, ...], ...]
    """By front, the conditions for a rule with this front."""
    holds: tuple[Bools, ...]
    """By front, a row for each condition and a column for each cell."""

    def __len__(self) -> int:
        return len(self.rows)

    def matches(self, rule: AppliedRule) -> Bools:
        (found,) = match_rules(self.rows, (rule,))
        return found.matches

    def front_number(self, front: Front) -> int:
        return self.fronts.index(front)


def kind_cells(values: SettingValues, kind: HandKind, given: Iterable[AppliedRule] = ()) -> KindCells:
    """Return the cells of a kind. What rules that are given name is in the pool as well."""
    rows, rules = values.rows[kind], tuple(given)
    named = _distinct_fronts(rows, _named_fronts(rules))
    fronts = _promising_fronts(rows, values.values[kind], _distinct_fronts(rows, [*named, *_pool_fronts(kind)]), len(named))
    plain = _distinct_conditions(rows, [*_named_conditions(rules), *_pool_conditions(kind)])
    of_plain = _hold(rows, plain)
    in_front = np.stack([pick_columns(front_columns(rows, front), rows.ranks_in_front) for front in fronts])
    has = np.stack([front_columns(rows, front) != NO_SETTING for front in fronts])
    foul = np.stack([has[at] & ~pick_columns(front_columns(rows, front), rows.legal) for at, front in enumerate(fronts)])
    keys = np.vstack([np.packbits(np.vstack([of_plain, has, foul]), axis=0), np.where(has, in_front, 0)])
    _, first, cell = np.unique(np.ascontiguousarray(keys.T), axis=0, return_index=True, return_inverse=True)
    cell = cell.ravel()
    worth = np.zeros((len(fronts), len(first)), dtype=np.int64)
    for at, front in enumerate(fronts):
        each = pick_columns(front_columns(rows, front), values.values[kind])
        np.add.at(worth[at], cell, np.where(has[at] & ~foul[at], each, 0))
    chosen = rows.select(_mask(first, len(rows)))
    order = np.argsort(np.argsort(first, kind="stable"), kind="stable")  # `select` keeps the order of the rows
    back = np.argsort(order, kind="stable")
    conditions, holds = _by_front(chosen, fronts, plain, of_plain[:, first[back]], kind, rules)
    return KindCells(kind, chosen, tuple(fronts), worth[:, back], has[:, first[back]], foul[:, first[back]], conditions, holds)


def _mask(places: NDArray[np.int64], size: int) -> Bools:
    found = np.zeros(size, dtype=np.bool_)
    found[places] = True
    return found


def _by_front(
    rows: ClassRows,
    fronts: list[Front],
    plain: list[Condition],
    of_plain: Bools,
    kind: HandKind,
    rules: tuple[AppliedRule, ...],
) -> tuple[tuple[tuple[Condition, ...], ...], tuple[Bools, ...]]:
    """Return for each front the conditions that a rule with it may have: those on the cards, and those on the front."""
    asked = [*_named_front_conditions(rules), *_front_conditions(kind)]
    found = [_front_holds(rows, front, asked) for front in fronts]
    conditions = tuple((*plain, *(condition for condition, _ in each)) for each in found)
    holds = tuple(np.vstack([of_plain, *(hold[None] for _, hold in each)]) for each in found)
    return conditions, holds


def _front_holds(rows: ClassRows, front: Front, asked: Iterable[Condition]) -> list[tuple[Condition, Bools]]:
    """Return the conditions on the front that hold for some cells that have it and not for all, each once."""
    kept: dict[bytes, tuple[Condition, Bools]] = {}
    exists = front_columns(rows, front) != NO_SETTING
    for condition in asked:
        hold = _match(rows, (condition,), front)
        if hold.any() and not np.array_equal(hold, exists):
            kept.setdefault(hold.tobytes(), (condition, hold))
    return list(kept.values())


def _match(rows: ClassRows, when: tuple[Condition, ...], front: Front) -> Bools:
    rule = Rule(HandKind.NO_PAIR, 1, 1, when=when, front=front)
    (found,) = match_rules(rows, (AppliedRule(1, rule.kind, (rule,), front),))
    return found.matches


def _hold(rows: ClassRows, conditions: Iterable[Condition]) -> Bools:
    return np.stack([_match(rows, (condition,), BestFront()) for condition in conditions])


# The pool


def _pool_fronts(kind: HandKind) -> list[Front]:
    found = [
        front for front in (*_group_fronts(kind), *_card_fronts(kind), *_best_fronts()) if not find_impossible(kind, front)
    ]
    return list(dict.fromkeys(found))


def _groups(kind: HandKind) -> list[RankGroup]:
    return [group for group in RankGroup if group in kind_shape(kind).groups]


def _group_fronts(kind: HandKind) -> Iterator[Front]:
    for group in _groups(kind):
        yield TwoOfGroup(group)
    for one, other in combinations(_groups(kind), 2):
        yield TwoCards(OneOfGroup(one), OneOfGroup(other))
    for group in _groups(kind):
        for place in range(1, min(kind_shape(kind).others, 3) + 1):
            yield TwoCards(OneOfGroup(group), NthHighest(place, of_others=True))


def _card_fronts(kind: HandKind) -> Iterator[Front]:
    for one, two in combinations(range(1, _places(kind) + 1), 2):
        yield TwoCards(NthHighest(one, _has_groups(kind)), NthHighest(two, _has_groups(kind)))


def _has_groups(kind: HandKind) -> bool:
    return bool(kind_shape(kind).groups)


def _places(kind: HandKind) -> int:
    """Return how many of the cards in no group rules of the pool name by their place."""
    return min(kind_shape(kind).others, _PLACES_BESIDE_GROUPS if _has_groups(kind) else _PLACES)


def _best_fronts() -> Iterator[Front]:
    for wanted in (None, True, False):
        yield BestFront(wanted)
        for made in MadeHand:
            yield BestFront(wanted, made)


def _distinct_fronts(rows: ClassRows, fronts: Iterable[Front]) -> list[Front]:
    """Return the fronts that some hand has, each only once if several always mean the same."""
    kept: dict[bytes, Front] = {}
    for front in fronts:
        columns = front_columns(rows, front)
        if (columns != NO_SETTING).any():
            kept.setdefault(columns.tobytes(), front)
    return list(kept.values())


def _promising_fronts(rows: ClassRows, values: I64, fronts: list[Front], named: int) -> list[Front]:
    """Return the fronts that are named, the best one that every hand can set, and those that would gain most over it if they were
    chosen wherever they are better."""
    worth = np.stack([pick_columns(front_columns(rows, front), values) for front in fronts])
    worth[np.stack([front_columns(rows, front) == NO_SETTING for front in fronts])] = ILLEGAL
    always = np.flatnonzero((worth > ILLEGAL).all(axis=1))
    default = int(always[worth[always].sum(axis=1).argmax()])
    gains = np.maximum(worth - worth[default], 0).sum(axis=1)
    most = np.argsort(-gains, kind="stable")[:_MOST_FRONTS].tolist()
    kept = {default, *range(named), *(at for at in most if gains[at] > 0)}
    return [front for at, front in enumerate(fronts) if at in kept]


def _pool_conditions(kind: HandKind) -> Iterator[Condition]:
    for noun in _nouns(kind):
        for rank in Rank:
            yield RankIs(noun, rank, Rank.ACE)
            yield RankIs(noun, Rank.TWO, rank)
            yield RankIs(noun, rank, rank)
    for feature in HandFeature:
        for absent in (False, True):
            if not find_impossible(kind, HasFeature(feature, absent)):
                yield HasFeature(feature, absent)


def _nouns(kind: HandKind) -> list[RankGroup | NthHighest]:
    return [*_groups(kind), *(NthHighest(place, _has_groups(kind)) for place in range(1, _places(kind) + 1))]


def _distinct_conditions(rows: ClassRows, conditions: Iterable[Condition]) -> list[Condition]:
    """Return the conditions that hold for some hands and not for all, each only once."""
    kept: dict[bytes, Condition] = {}
    for condition in conditions:
        hold = _match(rows, (condition,), BestFront())
        if hold.any() and not hold.all():
            kept.setdefault(hold.tobytes(), condition)
    return list(kept.values())


def _front_conditions(kind: HandKind) -> Iterator[Condition]:
    for rank in list(Rank)[1:]:
        yield FrontAtLeast(rank)
    yield from _ACE_FRONTS
    for rank in Rank:
        yield FrontAtLeast(rank, rank)
    if kind.is_complete:
        yield FrontBeats(BestFront(None, MadeHand.COMPLETE))


# What rules that are given name


def _named_fronts(rules: Iterable[AppliedRule]) -> list[Front]:
    return [rule.front for rule in rules]


def _all_conditions(rules: Iterable[AppliedRule]) -> list[Condition]:
    return [condition for rule in rules for part in rule.chain for condition in (*part.when, *part.unless)]


def _named_conditions(rules: Iterable[AppliedRule]) -> list[Condition]:
    return [each for each in _all_conditions(rules) if isinstance(each, RankIs | HasFeature)]


def _named_front_conditions(rules: Iterable[AppliedRule]) -> list[Condition]:
    return [each for each in _all_conditions(rules) if isinstance(each, FrontAtLeast | FrontBeats)]
