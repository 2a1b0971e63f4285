"""Rows of a table of actions that are alike, merged into one."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby, takewhile
from typing import TypeVar

Cells = TypeVar("Cells", bound=Hashable)


def merge_alike_rows(rows: Iterable[tuple[str, Cells]]) -> tuple[tuple[str, Cells], ...]:
    """Merge adjacent rows with the same cells, and name them after the first and the last."""
    groups = ((cells, [name for name, _ in alike]) for cells, alike in groupby(rows, key=lambda row: row[1]))
    return tuple((_name_range(names), cells) for cells, names in groups)


def _name_range(names: Sequence[str]) -> str:
    """Name the first and the last; what both begin with is said once: `pair of sixes to fives`."""
    if len(names) == 1:
        return names[0]
    first, last = names[0].split(), names[-1].split()
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))
    return f"{names[0]} to {' '.join(last[same:])}"
