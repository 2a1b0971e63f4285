"""Rows of a table of actions that are alike, merged into one."""

from collections.abc import Hashable, Iterable
from itertools import groupby
from typing import TypeVar

Cells = TypeVar("Cells", bound=Hashable)


def merge_alike_rows(rows: Iterable[tuple[str, Cells]]) -> tuple[tuple[str, Cells], ...]:
    """Merge adjacent rows with the same cells, and name them after the first and the last."""
    found = []
    for cells, alike in groupby(rows, key=lambda row: row[1]):
        names = [name for name, _ in alike]
        found.append((names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}", cells))
    return tuple(found)
