"""Chips of a table counted by denomination: at its opening and closing, for a fill or a credit, or at any other time.

A count is an event in the record of the house, together with the ledger's figure at that moment.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import Connection, select

from houseway.errors import Malformed
from houseway.events import Event
from houseway.money import Cents
from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_incidents

CHIPS_COUNTED = "chips-counted"
OCCASIONS = ("opening", "closing", "fill", "credit", "count")
USUAL_CHIPS = tuple(map(Cents, (25, 50, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000)))
"""The denominations in the form. A count may have others."""
_MOST_CHIPS, _LARGEST_CHIP = 10_000_000, 100_000_000


def count_event(table: str, occasion: str, chips: Mapping[int, int], held: Cents, by: str, why: str) -> Event:
    """Return the event of a count, or refuse it. `chips` are numbers of chips by their value in cents."""
    if occasion not in OCCASIONS:
        raise Malformed(f"{occasion!r} is not an occasion of a count", code="count.occasion", given=occasion, allowed=OCCASIONS)
    if not chips:
        allowed = "numbers of chips by their value; 0 where there are none"
        raise Malformed("a count needs at least one denomination", code="count.empty", given="none", allowed=allowed)
    for value, number in chips.items():
        if not (0 < value <= _LARGEST_CHIP and 0 <= number <= _MOST_CHIPS):
            allowed = f"values up to {Cents(_LARGEST_CHIP)}, numbers from 0 to {_MOST_CHIPS:,}"
            raise Malformed("there are no such chips", code="count.chips", given=f"{number} of {value} cents", allowed=allowed)
    counted = Cents(sum(value * number for value, number in chips.items()))
    facts = {"table": table, "occasion": occasion, "chips": dict(sorted(chips.items())), "counted": counted, "held": held}
    return Event(CHIPS_COUNTED, (), {**facts, "by": by, "why": why})


@dataclass(frozen=True, slots=True)
class ChipCount:
    """The chips of one denomination in a count."""

    at: common.Time
    day: common.DetailDay
    table: common.Table
    occasion: Annotated[str, ColumnTitle("Occasion")]
    denomination: Annotated[int, ColumnTitle("Denomination", ColumnKind.MONEY)]
    chips: Annotated[int, ColumnTitle("Chips", ColumnKind.COUNT)]
    amount: common.Amount
    counted: Annotated[int, ColumnTitle("Counted altogether", ColumnKind.MONEY)]
    held: Annotated[int, ColumnTitle("By the ledger", ColumnKind.MONEY)]
    by: common.ActedBy
    why: Annotated[str, ColumnTitle("Why")]
    number: common.EventNumber


def list_chip_counts(connection: Connection, scope: ReportScope) -> Iterator[ChipCount]:
    """Yield the denominations of each count, the latest count first."""
    rows = report_incidents
    query = select(rows).where(rows.c.kind == CHIPS_COUNTED, *scope.row_conditions(rows))
    for row in connection.execute(query.order_by(rows.c.at.desc(), rows.c.version.desc())):
        event = Event.from_json(json.loads(row.event))
        for value, number in event.table("chips").items():
            yield ChipCount(
                at=row.at,
                day=row.day,
                table=row.table_id,
                occasion=event.text("occasion"),
                denomination=value,
                chips=number,
                amount=value * number,
                counted=event.cents("counted").amount,
                held=event.cents("held").amount,
                by=event.text("by"),
                why=event.text("why"),
                number=row.version,
            )
