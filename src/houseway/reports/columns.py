"""Rows of reports as typed values, and how a page, a CSV file or a line of JSON shows them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from houseway.analysis.exact import as_decimal
from houseway.formats.csv_text import write_csv_lines
from houseway.money import Cents

_MILLISECONDS = 1_000
_CENTS_PLACES, _SHARE_PLACES = 2, 6


class ColumnKind(StrEnum):
    """What a column holds, which decides how it is written and aligned."""

    TEXT = "text"
    PERSON = "person"
    """An opaque id, shown as a name."""
    DAY = "day"
    TIME = "time"
    """Milliseconds since the epoch."""
    COUNT = "count"
    MONEY = "money"
    """Cents."""
    EXACT_MONEY = "exact-money"
    """Cents as an exact fraction."""
    SHARE = "share"
    """An exact fraction of one."""
    FLAG = "flag"


class ColumnTitle(NamedTuple):
    """Annotates a field of a row: its title and what it holds."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    is_detail: bool = False
    """Whether only files have it, not pages."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    title: str
    kind: ColumnKind
    is_detail: bool
    """For files; pages leave it out."""


@cache
def columns_of(row_type: type) -> tuple[Column, ...]:
    """Return the columns of a type of rows, in the order of its fields."""
    hints = get_type_hints(row_type, include_extras=True)
    return tuple(Column(name, *titled) for name, hint in hints.items() for titled in hint.__metadata__)


def row_to_json(row: Any) -> dict[str, object]:
    """Return a row as plain JSON: fractions of cents and of one as exact texts."""
    return {each.name: _plain(getattr(row, each.name)) for each in columns_of(row.__class__)}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Fraction) else value


def write_csv(row_type: type, rows: Iterable[Any], names: Mapping[str, str] | None = None) -> Iterator[str]:
    """Return the lines of a CSV file, with dollars, ISO times and decimals. Persons get their names where they are known."""
    columns = columns_of(row_type)
    cells = ([write_cell(each.kind, getattr(row, each.name), names or {}) for each in columns] for row in rows)
    return write_csv_lines([each.title for each in columns], cells)


def write_json_lines(row_type: type, rows: Iterable[Any]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row_to_json(row), ensure_ascii=False, separators=(",", ":")) + "\n"


def write_cell(kind: ColumnKind, value: Any, names: Mapping[str, str]) -> str:
    """Write a value as people read it in a file."""
    if value is None:
        return ""
    match kind:
        case ColumnKind.MONEY:
            return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}"
        case ColumnKind.EXACT_MONEY:
            return as_decimal(Fraction(value) / Cents.from_dollars(1).amount, _CENTS_PLACES)
        case ColumnKind.SHARE:
            return as_decimal(Fraction(value), _SHARE_PLACES)
        case ColumnKind.TIME:
            return datetime.fromtimestamp(value / _MILLISECONDS, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        case ColumnKind.FLAG:
            return "yes" if value else ""
        case ColumnKind.PERSON:
            return names.get(value, value)
    return str(value)
