"""The name of a table that is opened without one."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.errors import Malformed
from houseway.explanation.games import default_table_name
from houseway.submission.built_in import game_of
from houseway.submission.source import parse_content


def first_filed_table(submission: str) -> str:
    """Return the first table for which all meters of a submission are filed; the game's usual name if they name no tables.

    A submission that cannot be read is refused when the table is opened.
    """
    usual = default_table_name(game_of(submission))
    try:
        meters = parse_content(submission).get("meters", ())
    except Malformed:
        return usual
    lists = [tables for tables in _table_lists(meters) if tables]
    if not lists:
        return usual
    return next((name for name in lists[0] if all(name in tables for tables in lists)), str(lists[0][0]))


def _table_lists(meters: Iterable[Any]) -> list[list[str]]:
    """Return the tables of each meter that names some."""
    found = (meter.get("tables") for meter in meters if isinstance(meter, Mapping))
    return [tables for tables in found if isinstance(tables, list) and all(isinstance(name, str) for name in tables)]
