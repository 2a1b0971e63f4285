"""Printing: tables for people, JSON and CSV for programs."""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from os import environ
from typing import IO, TYPE_CHECKING, cast

from houseway.cli.plain_characters import is_unicode_output
from houseway.formats.csv_text import write_csv_records

if TYPE_CHECKING:
    from rich.console import Console

FILE_WIDTH = 160
"""Columns of a file, unless COLUMNS says otherwise."""


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=not is_unicode_output()))


def print_csv(records: Iterable[Mapping[str, object]], columns: Sequence[str] = ()) -> None:
    """Print records as CSV. Without columns, every name that occurs is a column."""
    sys.stdout.writelines(write_csv_records(records, columns))


def console() -> "Console":
    """Return a console as wide as the terminal, or wide enough for a file. Files get no trailing blanks."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    asked = environ.get("COLUMNS", "")
    width = int(asked) if asked.isdecimal() and int(asked) else FILE_WIDTH
    return Console(highlight=False, width=width, file=cast("IO[str]", _TrimmedFile(sys.stdout)))


class _TrimmedFile:
    """A file that drops trailing blanks of table lines. A prompt, which ends no line, keeps its blank."""

    def __init__(self, file: "IO[str]") -> None:
        self.file = file

    def write(self, text: str) -> int:
        return self.file.write(re.sub(r" +(?=\n)", "", text))

    def __getattr__(self, name: str) -> object:
        return getattr(self.file, name)


def print_line(text: str = "", style: str | None = None) -> None:
    """Print a line of text literally, without interpreting markup."""
    console().print(text, style=style, markup=False)


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    title: str = "",
    wrap_first: bool = False,
    widths: Sequence[int | None] = (),
) -> None:
    """Print columns without lines. All wrap, the first only on request; their widths are as given, or as rows ask."""
    if title:
        print_line(title, "bold")
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=any(columns), header_style="dim")
    for place, column in enumerate(columns, start=1):
        no_wrap = place == 1 and len(columns) > 1 and not wrap_first
        table.add_column(column, no_wrap=no_wrap, overflow="fold", width=widths[place - 1] if widths else None)
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)


_GAP = 2
"""Blanks between two columns."""


def print_wide_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table of many columns. If they are too many for the width, groups of them are printed one below the other, each with
    the columns that tell the rows apart; no word is broken."""
    widths = [max(*map(len, column.split()), *(len(row[place]) for row in rows)) for place, column in enumerate(columns)]
    for number, group in enumerate(_column_groups(rows, widths, console().width)):
        if number:
            print_line()
        headings, cells = [columns[place] for place in group], [[row[place] for place in group] for row in rows]
        print_table(headings, cells, wrap_first=True, widths=_spread(headings, [widths[place] for place in group]))


def _spread(headings: Sequence[str], least: Sequence[int]) -> list[int]:
    """Return widths of columns that fit, with headings on one line as far as there is room for them."""
    spare = console().width - sum(least) - _GAP * (len(least) - 1)
    widths = list(least)
    for place, heading in enumerate(headings):
        more = max(len(heading) - widths[place], 0)
        if more <= spare:
            widths[place] += more
            spare -= more
    return widths


def _column_groups(rows: Sequence[Sequence[str]], widths: Sequence[int], width: int) -> list[list[int]]:
    """Return which columns are printed together. Headings may be wrapped between words; cells are not."""
    spaces = [each + _GAP for each in widths]
    if sum(spaces) <= width + _GAP:
        return [list(range(len(spaces)))]
    keys = _key_columns(rows, spaces, width)
    groups, used = [list(keys)], sum(spaces[place] for place in keys)
    for place in (place for place in range(len(spaces)) if place not in keys):
        if used + spaces[place] > width + _GAP and len(groups[-1]) > len(keys):
            groups.append(list(keys))
            used = sum(spaces[key] for key in keys)
        groups[-1].append(place)
        used += spaces[place]
    return groups


def _key_columns(rows: Sequence[Sequence[str]], spaces: Sequence[int], width: int) -> list[int]:
    """Return the first columns that tell the rows apart, as far as they leave half of the width to the others."""
    keys, told_apart = list[int](), 1
    for place, space in enumerate(spaces):
        distinct = len({tuple(row[key] for key in (*keys, place)) for row in rows})
        if distinct > told_apart and sum(spaces[key] for key in keys) + space <= width // 2:
            keys, told_apart = [*keys, place], distinct
    return keys or [0]
