"""CSV in one form: a heading, lines that end with a line feed, and no cell that a spreadsheet would compute."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

_FORMULA_BEGINS = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER = re.compile(r"-?\$?\d[\d,]*(\.\d+)?(/\d+)?%?", re.ASCII)
_LINE_END = "\r\n"


def write_csv_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the heading and a line for each row."""
    yield _csv_line(columns)
    for row in rows:
        yield _csv_line(row)


def write_csv_records(records: Iterable[Mapping[str, object]], columns: Sequence[str] = ()) -> Iterator[str]:
    """Yield a line for each record: a mapping of plain values, whose parts become columns of their own (`high.hand`).

    Without columns, all names that occur are columns, in the order in which they occur first.
    """
    flat: Iterable[dict[str, object]] = (dict(_flat_items(each)) for each in records)
    if not columns:
        flat = list(flat)
        columns = list(dict.fromkeys(name for each in flat for name in each))
    return write_csv_lines(columns, ([each.get(name) for name in columns] for each in flat))


def named_values(document: Mapping[str, object]) -> list[dict[str, object]]:
    """Return a document as records of a name and a value each."""
    return [{"name": name, "value": value} for name, value in _flat_items(document)]


def parent_rows(records: Iterable[Mapping[str, Any]], part: str) -> Iterator[dict[str, object]]:
    """Yield a record for each row of a part of each record, with the other values of that record before its own."""
    for each in records:
        others = {name: value for name, value in each.items() if name != part}
        yield from ({**others, **row} for row in each[part])


def _flat_items(record: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in record.items():
        if isinstance(value, Mapping):
            yield from _flat_items(value, f"{prefix}{name}.")
        elif isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value):
            yield from _flat_items({str(number): part for number, part in enumerate(value, start=1)}, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _csv_line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator=_LINE_END).writerow(map(_cell_text, cells))
    return line.getvalue().removesuffix(_LINE_END) + "\n"


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        parts = [str(part) for part in value]
        return safe_cell(("; " if any(" " in part for part in parts) else " ").join(parts))
    return safe_cell(str(value))


def safe_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: an apostrophe goes before what begins like one and is no number."""
    is_formula = text.lstrip(" ").startswith(_FORMULA_BEGINS) and not _NUMBER.fullmatch(text)
    return f"'{text}" if is_formula else text
