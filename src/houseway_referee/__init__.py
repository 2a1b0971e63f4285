"""A second, independent reading of the money of four casino rule books.

The package imports nothing of houseway. Its record and its result are described in docs/referee.md.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.record import read_record

__all__ = ["NotDecided", "RecordError", "decide"]

# The folder of each book. Each has `decide_record(record) -> list of the results of its rounds`.
BOOKS = {
    "md.pai-gow-poker": "pai_gow_md",
    "div.pai-gow-poker": "pai_gow_div",
    "md.ultimate-texas-holdem": "ultimate",
    "md.four-card-poker": "four_card",
}


def decide(record: Mapping[str, Any]) -> dict[str, Any]:
    """Say what every wager, meter, bank and account of a record is owed."""
    read = read_record(record)
    if read.filing.book not in BOOKS:
        raise RecordError(f"no book {read.filing.book!r}")
    book = import_module(f"houseway_referee.{BOOKS[read.filing.book]}")
    return {"referee": 1, "rounds": book.decide_record(read)}
