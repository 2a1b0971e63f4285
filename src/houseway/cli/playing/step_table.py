"""Print the steps of a round in columns.

A table of rich's takes five times as long as reading the log does, so the columns are laid out here.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from houseway.cli.show import console

HEADS = ("event", "by", "what happened", "clauses")
_GAP = "  "
_MOST_CLAUSES = 40
"""The clauses take no more columns than these, and no more than a third."""
_FEWEST_WORDS = 20
"""What happened takes no fewer columns, however narrow the terminal is."""
_DIM, _CYAN, _BOLD, _PLAIN = "\x1b[2m", "\x1b[36m", "\x1b[1m", ""
_RESET = "\x1b[0m"


class StepRow(NamedTuple):
    """One event: its number, who caused it, what happened, and under which clauses."""

    event: str
    by: str
    words: str
    clauses: str
    is_aside: bool = False
    """Whether it is printed less prominently."""


def print_steps(title: str, rows: Sequence[StepRow]) -> None:
    """Print the steps under a title, as wide as the terminal."""
    screen = console()
    styled, width = screen.color_system is not None, screen.width
    lines = [_styled(title, _BOLD, styled), *_table_lines(rows, width, styled)]
    print("\n".join(line.rstrip() for line in lines))


def _table_lines(rows: Sequence[StepRow], width: int, styled: bool) -> Iterator[str]:
    widths = _column_widths(rows, width)
    yield _line(HEADS, widths, (_DIM,) * len(HEADS), styled)
    for row in rows:
        styles = (_DIM, _DIM, _DIM if row.is_aside else _PLAIN, _CYAN)
        cells = ((row.event,), (row.by,), _folded(row.words, widths[2]), _folded(row.clauses, widths[3]))
        yield from (_line(parts, widths, styles, styled) for parts in zip_longest(*cells, fillvalue=""))


def _column_widths(rows: Sequence[StepRow], width: int) -> tuple[int, int, int, int]:
    event, by, words, clauses = (max(map(len, column)) for column in zip(HEADS, *(row[:4] for row in rows), strict=True))
    clauses = min(clauses, _MOST_CLAUSES, width // 3)
    room = width - event - by - clauses - 3 * len(_GAP)
    return event, by, min(words, max(room, _FEWEST_WORDS)), clauses


def _folded(text: str, width: int) -> Sequence[str]:
    return (text,) if len(text) <= width else wrap(text, width)


def _line(cells: Iterable[str], widths: Sequence[int], styles: Iterable[str], styled: bool) -> str:
    event, *others = (
        _styled(cell.ljust(width) if place else cell.rjust(width), style, styled)
        for place, (cell, width, style) in enumerate(zip(cells, widths, styles, strict=True))
    )
    return _GAP.join((event, *others))


def _styled(text: str, style: str, styled: bool) -> str:
    return f"{style}{text}{_RESET}" if styled and style else text
