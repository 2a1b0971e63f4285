"""A Rules Submission as it is filed: a TOML file, taken apart but not yet judged."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.errors import Malformed
from houseway.regulation import Regulation, load

Table = Mapping[str, Any]

SECTIONS = ("book", "version", "facility", "wagers", "meters", "approvals", "readings")
"""Everything else in the file is an option of the book."""


@dataclass(frozen=True)
class Submission:
    """What was filed, under which book."""

    regulation: Regulation
    facility: object
    options: Mapping[str, object]
    """By dotted key, as given."""
    wagers: Mapping[str, object]
    meters: tuple[object, ...]
    approvals: tuple[object, ...]
    readings: Mapping[str, object]
    floats: tuple[str, ...]
    """Places where a float was written."""


def read(text: str) -> Submission:
    """Take a file apart. Only what makes judging impossible is refused here."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number too long, and brackets too deep
        raise Malformed(f"the submission is not TOML: {error}", code="submission.toml", reason=str(error)) from error
    book = content.get("book")
    if not isinstance(book, str):
        raise Malformed(
            'the submission names no rule book; write book = "md.pai-gow-poker" or another',
            code="submission.no-book",
            given=str(book),
        )
    version = content.get("version")
    if version is not None and not isinstance(version, str):
        raise Malformed(f"version is {version!r}, which is no text", code="submission.version", given=str(version))
    return Submission(
        regulation=load(book, version),
        facility=content.get("facility"),
        options=_options({key: value for key, value in content.items() if key not in SECTIONS}),
        wagers=_table(content, "wagers"),
        meters=_list(content, "meters"),
        approvals=_list(content, "approvals"),
        readings=_table(content, "readings"),
        floats=tuple(_floats(content, "")),
    )


def _options(table: Table) -> dict[str, object]:
    """By dotted key. `[table]` with positions and `"table.positions"` are one key, and it is there once."""
    options: dict[str, object] = {}
    for key, value in _flat(table, ""):
        if key in options:
            raise Malformed(f"{key} is written twice, in two forms", code="submission.doubled", place=key)
        options[key] = value
    return options


def _flat(table: Table, prefix: str) -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _table(content: Table, key: str) -> Mapping[str, object]:
    value = content.get(key, {})
    if not isinstance(value, dict):
        raise Malformed(f"{key} is {value!r}, and should be a table: [{key}]", code="submission.shape", place=key)
    return value


def _list(content: Table, key: str) -> tuple[object, ...]:
    value = content.get(key, [])
    if not isinstance(value, list):
        raise Malformed(f"{key} is {value!r}, and should be a list of tables: [[{key}]]", code="submission.shape", place=key)
    return tuple(value)


def _floats(value: object, place: str) -> Iterator[str]:
    if isinstance(value, float):
        yield place
    parts = value.items() if isinstance(value, dict) else enumerate(value, start=1) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _floats(part, f"{place}.{key}".lstrip("."))
