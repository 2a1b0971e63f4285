"""A PAR sheet as a workbook for Excel and its like: a page for each part, with numbers as numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

import xlsxwriter

from houseway.analysis import ParSheet
from houseway.analysis.par.sheet import COLUMNS

_NUMBERS = frozenset(
    (
        *("combinations", "total", "probability", "expected_value", "house_edge", "return_to_player", "hit_frequency"),
        *("standard_deviation", "contribution"),
    )
)
"""Columns that are figures. A spreadsheet rounds them to its fifteen digits; the CSV and JSON files have the exact ones."""
_WIDTH, _WIDEST = 12, 60

Rows = Iterable[Sequence[object]]


def write_workbook(sheet: ParSheet) -> bytes:
    """Return the workbook of a sheet."""
    written = BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True}) as book:
        book.set_properties({"title": f"PAR sheet: {sheet.rules.regulation.title}", "comments": sheet.figures_hash})
        heading = book.add_format({"bold": True, "bottom": 1})
        for name, columns, rows in _pages(sheet):
            _write_page(book.add_worksheet(name), heading, columns, rows)
    return written.getvalue()


def _pages(sheet: ParSheet) -> Iterator[tuple[str, Sequence[str], Rows]]:
    content = sheet.to_json()
    yield "Summary", ("", ""), _summary(sheet, content)
    yield "Rows", COLUMNS, ([_cell(column, line[column]) for column in COLUMNS] for line in sheet.spreadsheet_rows())
    yield "Assumptions", ("assumption",), ([each] for each in sheet.assumptions)
    yield "Findings", ("place", "message", "clause"), ((each.place, each.message, each.clause) for each in sheet.findings)
    yield "Readings", ("reading", "choice"), sheet.readings.items()


def _summary(sheet: ParSheet, content: Mapping[str, Any]) -> Rows:
    named = ("book", "book_version", "facility", "rules_hash", "figures_hash", "version", "date", "revision", "hold_per_hour")
    yield from ((name.replace("_", " "), content[name]) for name in named)
    yield "rounds per hour", sheet.pace.rounds_per_hour
    yield "players", sheet.pace.players
    for wager in sheet.wagers:
        yield f"house edge of {wager.wager}", _cell("house_edge", wager.to_json().get("house_edge"))


def _cell(column: str, value: object) -> object:
    """Return a value as a spreadsheet takes it: exact decimals and ratios become numbers where a column has figures."""
    if column not in _NUMBERS or not isinstance(value, str):
        return value
    numerator, slash, denominator = value.partition("/")
    try:
        return int(numerator) / int(denominator) if slash else float(value)
    except ValueError:
        return value


def _write_page(page: Any, heading: Any, columns: Sequence[str], rows: Rows) -> None:
    widths = [len(column) for column in columns]
    page.write_row(0, 0, columns, heading)
    for number, row in enumerate(rows, start=1):
        for place, value in enumerate(row):
            _write_cell(page, number, place, value)
            widths[place] = max(widths[place], len(str(value if value is not None else "")))
    for place, width in enumerate(widths):
        page.set_column(place, place, min(max(width, _WIDTH), _WIDEST))
    page.freeze_panes(1, 0)


def _write_cell(page: Any, row: int, place: int, value: object) -> None:
    """Write numbers as numbers and everything else as text: a text that begins with an equals sign is no formula."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        page.write_number(row, place, value)
    elif value is not None:
        page.write_string(row, place, str(value))
