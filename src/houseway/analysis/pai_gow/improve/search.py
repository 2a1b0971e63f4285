"""Find a house way of a number of rules: good lists of rules for each kind of hand, and how many rules each kind should have."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from houseway.analysis.pai_gow.improve.candidates import KindCells, kind_cells
from houseway.analysis.pai_gow.improve.lists import ListSearch, RuleList, given_rules
from houseway.analysis.pai_gow.improve.values import ILLEGAL, PAIRS, SettingValues
from houseway.analysis.solve.solution import Progress
from houseway.house_way import AppliedRule, HandKind, HouseWay, Rule
from houseway.house_way.array_interpreter import NO_SETTING, match_rules
from houseway.house_way.kinds import COMPLETE_KIND

_LEAST_GAIN = 1_000_000
"""A rule that gains less than one in so many of a wager is not looked for."""
_MOST_RULES_OF_KIND = 10

KindRules = Mapping[HandKind, tuple[Rule, ...]]


@dataclass(frozen=True)
class _Option:
    """Rules for one kind or several, and what the hands of these kinds are worth."""

    rules: KindRules
    worth: int

    @property
    def size(self) -> int:
        return sum(map(len, self.rules.values()))

    def with_other(self, other: "_Option") -> "_Option":
        return _Option({**self.rules, **other.rules}, self.worth + other.worth)


def search_rules(values: SettingValues, start: HouseWay, most: int, progress: Progress | None = None) -> KindRules:
    """Return rules for every kind, together at most so many: the most worth of all that the search found."""
    best = {0: _Option({}, 0)}
    per_kind = min(most - len(HandKind) + 1, _MOST_RULES_OF_KIND)
    found = {}
    for done, kind in enumerate(HandKind, start=1):
        found[kind] = _kind_options(values, kind, start, per_kind)
        if progress:
            progress(done, len(HandKind))
    for kind in HandKind:
        if not kind.is_complete:
            best = _best_by_size(
                one.with_other(other)
                for one in best.values()
                for other in _with_complete(values, kind, found)
                if one.size + other.size <= most
            )
    rules = max(best.values(), key=lambda option: (option.worth, -option.size)).rules
    return {kind: rules[kind] for kind in HandKind}


def _best_by_size(options: Iterable[_Option]) -> dict[int, _Option]:
    """Return the most worth option of each number of rules."""
    best: dict[int, _Option] = {}
    for option in options:
        if option.size not in best or best[option.size].worth < option.worth:
            best[option.size] = option
    return best


def _kind_options(values: SettingValues, kind: HandKind, start: HouseWay, most: int) -> list[_Option]:
    given = start.applied_rules[kind]
    cells = kind_cells(values, kind, given)
    search = ListSearch(cells, PAIRS * values.stakes.unit // _LEAST_GAIN)
    lists = search.lists(most, given_rules(cells, given))
    return list(_best_by_size(_Option({kind: _written_rules(cells, each)}, each.worth) for each in lists).values())


def _written_rules(cells: KindCells, found: RuleList) -> tuple[Rule, ...]:
    return tuple(
        Rule(cells.kind, number, 1, rule.when, rule.unless, cells.fronts[rule.front])
        for number, rule in enumerate(found.rules, start=1)
    )


def _with_complete(values: SettingValues, kind: HandKind, found: Mapping[HandKind, list[_Option]]) -> list[_Option]:
    """Return the options of a kind together with those of the hands that are also complete, which may follow the same rules."""
    complete = COMPLETE_KIND.get(kind)
    if complete is None:
        return found[kind]
    together = []
    for option in found[kind]:
        others = [*found[complete], *_following(values, option.rules[kind], complete)]
        together += [option.with_other(other) for other in others]
    return list(_best_by_size(together).values())


def _following(values: SettingValues, rules: tuple[Rule, ...], complete: HandKind) -> list[_Option]:
    """Return the option of one rule, `as` another kind, if that sets every hand legally."""
    follows = Rule(complete, 1, 1, follows=rules[0].kind)
    rows = values.rows[complete]
    applied = tuple(AppliedRule(1, complete, (follows, rule), rule.front) for rule in rules if rule.front is not None)
    columns = np.full(len(rows), NO_SETTING, dtype=np.int8)
    for answer in match_rules(rows, applied):
        free = answer.matches & (columns == NO_SETTING)
        columns[free] = answer.columns[free]
    if (columns == NO_SETTING).any():
        return []
    each = values.values[complete][np.arange(len(rows)), columns]
    return [] if (each == ILLEGAL).any() else [_Option({complete: (follows,)}, int(each.sum()))]
