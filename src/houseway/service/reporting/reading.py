"""Read reports from the store. Methods block; no connection is held while somebody is slow to take an answer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from houseway.reports.catalogue import ReportKind, ReportPart
from houseway.reports.columns import ColumnKind, columns_of, write_csv, write_json_lines
from houseway.reports.expected.theory import StakeClass
from houseway.reports.scope import ReportScope
from houseway.service.messages.encoding import person_ids_in
from houseway.store import Store

_IN_MEMORY = 1 << 20
"""Bytes of a download that are held in memory; what is more goes to a temporary file."""
_CHUNK = 1 << 16
JSON_LINES = "jsonl"
FindNames = Callable[[list[str]], Mapping[str, str]]
"""Finds the display names of persons by their ids."""


@dataclass(frozen=True, slots=True)
class ReadPart:
    part: ReportPart
    rows: tuple[Any, ...]
    is_cut: bool
    """There are more rows than a page shows."""


@dataclass(frozen=True, slots=True)
class ReadReport:
    parts: tuple[ReadPart, ...]
    missing_odds: tuple[StakeClass, ...]
    """Exact odds that the report lacks."""


def read_report(store: Store, kind: ReportKind, scope: ReportScope) -> ReadReport:
    """Read all parts of a report, as of one moment."""
    found: list[ReadPart] = []
    with store.database.reading() as connection:
        read = kind.read_parts(connection, scope)
        for part in kind.parts:
            most = part.rows_on_page
            rows = tuple(islice(read.by_part[part.name], most + 1))
            found.append(ReadPart(part, rows[:most], len(rows) > most))
    return ReadReport(tuple(found), read.missing_odds)


def texts_with_ids(parts: tuple[ReadPart, ...]) -> Iterator[str]:
    """Yield texts that may hold ids of persons."""
    for read in parts:
        names = [each.name for each in columns_of(read.part.row_type) if each.kind in (ColumnKind.PERSON, ColumnKind.TEXT)]
        yield from (str(getattr(row, name)) for row in read.rows for name in names)


def write_download(store: Store, part: ReportPart, scope: ReportScope, form: str, find_names: FindNames) -> IO[bytes]:
    """Write all rows of a part to a file, and return it at its beginning."""
    file: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - whoever sends it closes it
    with store.database.reading() as connection:
        rows = part.rows(connection, scope)
        if form == JSON_LINES:
            file.writelines(line.encode() for line in write_json_lines(part.row_type, rows))
        else:
            rows = tuple(rows)
    if form != JSON_LINES:  # names are found with a connection of their own
        names = find_names(_persons(part, tuple(rows)))
        file.writelines(line.encode() for line in write_csv(part.row_type, rows, names))
    file.seek(0)
    return file


def _persons(part: ReportPart, rows: tuple[Any, ...]) -> list[str]:
    names = [each.name for each in columns_of(part.row_type) if each.kind is ColumnKind.PERSON]
    return sorted({found for row in rows for name in names for found in person_ids_in(str(getattr(row, name)))})


def send_file(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a file piece by piece, and close it."""
    with file:
        while piece := file.read(_CHUNK):
            yield piece
