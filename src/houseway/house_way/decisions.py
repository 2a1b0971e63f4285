"""Find the rule that decides each class of hands, and its setting: for the compiler, the checker and the comparison."""

from dataclasses import dataclass

import numpy as np

from houseway.hands import HandOrder
from houseway.house_way.array_interpreter import (
    NO_SETTING,
    PREPARATION_STEPS,
    Bools,
    ClassRows,
    Columns,
    ProgressCallback,
    RuleMatches,
    classes_by_kind,
    match_rules,
    pick_columns,
)
from houseway.house_way.kinds import HandKind
from houseway.house_way.way import HouseWay
from houseway.kernels.layout import U16


@dataclass(frozen=True, eq=False)
class DecidedKind:
    """The classes of one kind, the result of each rule for them, and the rule that decides."""

    kind: HandKind
    rows: ClassRows
    rule_matches: tuple[RuleMatches, ...]
    rule_numbers: U16
    """The number of the rule that decides, 0 if none does."""
    columns: Columns
    """The setting that the rule gives."""

    @property
    def is_illegal(self) -> Bools:
        found: Bools = (self.columns != NO_SETTING) & ~pick_columns(self.columns, self.rows.legal)
        return found


def decide_classes(way: HouseWay, order: HandOrder, progress: ProgressCallback | None = None) -> tuple[DecidedKind, ...]:
    """Decide every class of hands, kind by kind."""
    total = PREPARATION_STEPS + len(HandKind)

    def step(done: int) -> None:
        if progress:
            progress(done, total)

    decided = []
    for done, (kind, rows) in enumerate(classes_by_kind(order, step).items(), start=PREPARATION_STEPS + 1):
        decided.append(_decide_kind(kind, rows, tuple(match_rules(rows, way.applied_rules[kind]))))
        step(done)
    return tuple(decided)


def _decide_kind(kind: HandKind, rows: ClassRows, rule_matches: tuple[RuleMatches, ...]) -> DecidedKind:
    rules = np.zeros(len(rows), dtype=np.uint16)
    columns = np.full(len(rows), NO_SETTING, dtype=np.int8)
    for answer in rule_matches:
        first = answer.matches & (rules == 0)
        rules[first] = answer.rule.number
        columns[first] = answer.columns[first]
    return DecidedKind(kind, rows, rule_matches, rules, columns)
