"""Find the rule that decides each class of hands, and its setting: for the compiler, the checker and the comparison."""

from dataclasses import dataclass

import numpy as np

from houseway.hands import Order
from houseway.house_way.arrays import NONE, STEPS, Answers, Bools, Columns, Progress, Rows, answers, by_kind, taken
from houseway.house_way.kinds import Kind
from houseway.house_way.way import HouseWay
from houseway.kernels.layout import U16


@dataclass(frozen=True, eq=False)
class Decided:
    """The classes of one kind, the result of each rule for them, and the rule that decides."""

    kind: Kind
    rows: Rows
    rule_matches: tuple[Answers, ...]
    rule_numbers: U16
    """The number of the rule that decides, 0 if none does."""
    columns: Columns
    """The setting that the rule gives."""

    @property
    def is_illegal(self) -> Bools:
        found: Bools = (self.columns != NONE) & ~taken(self.columns, self.rows.legal)
        return found


def decide(way: HouseWay, order: Order, progress: Progress | None = None) -> tuple[Decided, ...]:
    """Decide every class of hands, kind by kind."""
    total = STEPS + len(Kind)

    def step(done: int) -> None:
        if progress:
            progress(done, total)

    decided = []
    for done, (kind, rows) in enumerate(by_kind(order, step).items(), start=STEPS + 1):
        decided.append(_decide(kind, rows, tuple(answers(rows, way.applied[kind]))))
        step(done)
    return tuple(decided)


def _decide(kind: Kind, rows: Rows, said: tuple[Answers, ...]) -> Decided:
    rules = np.zeros(len(rows), dtype=np.uint16)
    columns = np.full(len(rows), NONE, dtype=np.int8)
    for answer in said:
        first = answer.matches & (rules == 0)
        rules[first] = answer.rule.number
        columns[first] = answer.columns[first]
    return Decided(kind, rows, said, rules, columns)
