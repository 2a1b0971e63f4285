"""Find good lists of rules for one kind of hand: one rule after the other where it gains most, then each of them again.

The search is deterministic. It is no proof: a list of as many rules that is worth more may exist.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from houseway.analysis.pai_gow.improve.candidates import KindCells
from houseway.house_way import AppliedRule
from houseway.house_way.array_interpreter import Bools
from houseway.house_way.vocabulary import Condition, Conditions, Front, RankIs
from houseway.kernels.layout import I64
from houseway.kernels.pai_gow.class_values.conditions import sum_by_condition

_FOUL = -(1 << 56)
"""What a cell costs that a rule would set with the low hand above the high hand: more than any gain."""
_BEAM = 6
_MOST_CONDITIONS = 3


@dataclass(frozen=True, eq=False)
class CellRule:
    """A rule of the list, and the cells for which it holds."""

    front: int
    matches: Bools
    when: Conditions = ()
    unless: Conditions = ()


@dataclass(frozen=True, eq=False)
class RuleList:
    """Rules in order; the last one decides whatever is left, if there is no tail of other rules."""

    rules: tuple[CellRule, ...]
    worth: int

    def __len__(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, eq=False)
class Tail:
    """What decides after the last rule of a list: the rules of another kind."""

    worth: I64
    """By cell."""


class ListSearch:
    """Finds lists of one, two, three and more rules for the cells of one kind."""

    def __init__(self, cells: KindCells, least_gain: int, tail: Tail | None = None) -> None:
        self._cells, self._tail, self._least_gain = cells, tail, least_gain
        self._least = 1 if tail is None else 0

    def worth(self, rules: Sequence[CellRule]) -> int | None:
        """Return what a list is worth, or None if it leaves a hand open or sets one with the low hand above the high hand."""
        found = self._settle(rules)
        return None if found is None else int(found[0].sum())

    def _settle(self, rules: Sequence[CellRule]) -> tuple[I64, I64] | None:
        """Return by cell what it is worth, and the place of the rule that decides."""
        cells = self._cells
        worth = np.zeros(len(cells), dtype=np.int64)
        decided = np.full(len(cells), -1)
        for place, rule in enumerate(rules):
            here = rule.matches & (decided < 0)
            if (here & cells.foul[rule.front]).any():
                return None
            worth[here] = cells.worth[rule.front][here]
            decided[here] = place
        left = decided < 0
        if left.any():
            if self._tail is None:
                return None
            worth[left] = self._tail.worth[left]
            decided[left] = len(rules)
        return worth, decided

    def defaults(self) -> list[CellRule]:
        """Return the rules without conditions that can set every hand."""
        cells = self._cells
        return [
            CellRule(front, cells.has[front])
            for front in range(len(cells.fronts))
            if cells.has[front].all() and not cells.foul[front].any()
        ]

    def make_list(self, rules: Sequence[CellRule]) -> RuleList | None:
        """Return a list without the rules that never decide; None if it is not legal."""
        found = self._settle(rules)
        if found is None:
            return None
        used = {*found[1].tolist()}
        kept = [rule for place, rule in enumerate(rules) if place in used]
        return RuleList(tuple(kept), int(found[0].sum()))

    def lists(self, most: int, start: Sequence[CellRule] | None = None) -> Iterator[RuleList]:
        """Yield the lists found, each of more rules and worth more than the one before; from a list that is given, also shorter
        ones."""
        if self._tail is None:
            yield from self._grow(
                max(filter(None, (self.make_list([rule]) for rule in self.defaults())), key=lambda x: x.worth), most
            )
        else:
            yield from self._grow(RuleList((), int(self._tail.worth.sum())), most)
        given = self.make_list(start) if start is not None else None
        if given is not None:
            yield from self._shrink(given, most)

    def _grow(self, found: RuleList, most: int) -> Iterator[RuleList]:
        yield found
        while len(found) < most:
            longer = self._insert_best(found)
            if longer is None:
                return
            found = self._polish(longer)
            yield found

    def _shrink(self, found: RuleList, most: int) -> Iterator[RuleList]:
        """Yield the given list made better, and with fewer and fewer rules, the least needed first left out."""
        if len(found) <= most:
            yield self._polish(found)
        while len(found) > self._least:
            if len(found) <= most:
                yield found
            shorter = [self._without(found, place) for place in range(len(found))]
            legal = [each for each in shorter if each is not None]
            if not legal:
                return
            found = max(legal, key=lambda each: each.worth)

    def _without(self, found: RuleList, place: int) -> RuleList | None:
        return self.make_list([*found.rules[:place], *found.rules[place + 1 :]])

    def _polish(self, found: RuleList) -> RuleList:
        """Look again for each rule, in its place, and take what is better."""
        for place in range(len(found)):
            without = self._without(found, place) if place < len(found) else None
            again = self._insert_best(without, [place]) if without is not None else None
            if again is not None and again.worth > found.worth and len(again) <= len(found):
                found = again
        return self._change_default(found)

    def _change_default(self, found: RuleList) -> RuleList:
        if self._tail is not None or not found.rules:
            return found
        others = (self.make_list([*found.rules[:-1], default]) for default in self.defaults())
        return max([found, *(each for each in others if each is not None)], key=lambda each: each.worth)

    def _insert_best(self, found: RuleList, places: Sequence[int] | None = None) -> RuleList | None:
        """Return the list with one more rule, in the place where it gains most; None if none gains enough."""
        settled = self._settle(found.rules)
        assert settled is not None  # lists are legal
        now, decided = settled
        best, at = None, 0
        for place in range(len(found) + (self._tail is not None)) if places is None else places:
            choice = self._best_rule(decided >= place, now, best.gain if best else self._least_gain)
            if choice is not None:
                best, at = choice, place
        if best is None:
            return None
        return self.make_list([*found.rules[:at], self._make_rule(best), *found.rules[at:]])

    def _make_rule(self, choice: "_Choice") -> CellRule:
        cells, front = self._cells, choice.front
        matches = cells.has[front].copy()
        for number in choice.conditions:
            matches &= cells.holds[front][number]
        return CellRule(front, matches, merge_ranges([cells.conditions[front][number] for number in choice.conditions]))

    def _best_rule(self, is_open: Bools, now: I64, least: int) -> "_Choice | None":
        """Return the rule that gains most on the cells that are open, if it gains more than `least`."""
        cells, best = self._cells, None
        gains = np.where(is_open & cells.has & ~cells.foul, cells.worth - now, 0)
        hopes = np.maximum(gains, 0).sum(axis=1)
        for front in np.argsort(-hopes, kind="stable").tolist():
            if hopes[front] <= least:
                break
            found = self._best_conditions(front, gains[front], is_open & cells.foul[front], least)
            if found is not None:
                best, least = found, found.gain
        return best

    def _best_conditions(self, front: int, gains: I64, foul: Bools, least: int) -> "_Choice | None":
        """Return the best of all single conditions, and of the most promising pairs and triples."""
        there = np.flatnonzero((gains != 0) | foul)
        holds = self._cells.holds[front][:, there].view(np.uint8)
        gains = np.where(foul[there], _FOUL, gains[there])
        best, hits = None, gains[None]
        tried: list[tuple[int, ...]] = [()]
        for _ in range(_MOST_CONDITIONS):
            sums, hopes = sum_by_condition(holds, hits)
            at = int(sums.argmax())
            if sums.flat[at] > least:
                least = int(sums.flat[at])
                best = _Choice(least, front, (*tried[at // len(holds)], at % len(holds)))
            tried = _most_promising(tried, sums, hopes, least)
            if not tried:
                break
            hits = np.stack([gains * holds[list(each)].all(axis=0) for each in tried])
        return best


def _most_promising(tried: list[tuple[int, ...]], sums: I64, hopes: I64, least: int) -> list[tuple[int, ...]]:
    """Return the sets of conditions to which it may pay to add another: the best so far, and those that leave most to gain."""
    flat, many = hopes.ravel() > least, sums.shape[1]
    found: dict[tuple[int, ...], None] = {}
    for order in (np.argsort(-sums.ravel(), kind="stable"), np.argsort(-hopes.ravel(), kind="stable")):
        for place in order[flat[order]][:_BEAM].tolist():
            found[tuple(sorted({*tried[place // many], place % many}))] = None
    return list(found)


@dataclass(frozen=True)
class _Choice:
    """A rule that could be put into a list."""

    gain: int
    front: int
    conditions: tuple[int, ...]


def merge_ranges(conditions: Sequence[Condition]) -> Conditions:
    """Write two conditions on the rank of the same cards as one range."""
    found: list[Condition] = []
    for condition in conditions:
        same = [
            each for each in found if isinstance(each, RankIs) and isinstance(condition, RankIs) and each.noun == condition.noun
        ]
        if same and isinstance(condition, RankIs):
            (other,) = same
            lowest, highest = max(other.lowest, condition.lowest), min(other.highest, condition.highest)
            found[found.index(other)] = RankIs(condition.noun, lowest, highest)
        else:
            found.append(condition)
    return tuple(found)


def given_rules(cells: KindCells, rules: Sequence[AppliedRule]) -> list[CellRule] | None:
    """Return the rules of a house way as a list to start from; None if they follow another kind as no single rule can."""
    found = []
    for rule in rules:
        unless = [part.unless for part in rule.chain if part.unless]
        if len(unless) > 1:
            return None
        when = tuple(dict.fromkeys(condition for part in rule.chain for condition in part.when))
        front = _same_front(cells, rule.front)
        if front is None:
            return None
        found.append(CellRule(front, cells.matches(rule), when, unless[0] if unless else ()))
    return found


def _same_front(cells: KindCells, front: Front) -> int | None:
    return cells.front_number(front) if front in cells.fronts else None
