"""The chips of tables: openings, fills, credits, drop, closings and differences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from sqlalchemy import Connection, func, select

from houseway.ledger import Reason
from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.gaming_day import FIRST_DAY
from houseway.reports.rows.inventory_entries import CLOSING, ENTRIES, IN_PLAY, REFUNDED
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_day_movements, report_days, report_movements

_LISTED = tuple(
    reason.value
    for reason in (
        Reason.OPENING_INVENTORY,
        Reason.FILL,
        Reason.CREDIT,
        Reason.COUNT_DIFFERENCE,
        Reason.CLOSING_INVENTORY,
    )
)


@dataclass(frozen=True, slots=True)
class TableInventory:
    """The chips of a table over a period. The win by inventory counts chips that players have taken away as lost."""

    table: common.Table
    opening: Annotated[int, ColumnTitle("Opening inventory", ColumnKind.MONEY)]
    fills: common.Fills
    credits: common.Credits
    drop: common.Drop
    cashed_out: Annotated[int, ColumnTitle("Chips cashed at the cage", ColumnKind.MONEY)]
    tips: Annotated[int, ColumnTitle("Tips", ColumnKind.MONEY)]
    closing: Annotated[int | None, ColumnTitle("Closing count", ColumnKind.MONEY)]
    """None for a table that was not closed."""
    count_difference: Annotated[int, ColumnTitle("Count difference", ColumnKind.MONEY)]
    round_win: Annotated[int, ColumnTitle("Win of rounds", ColumnKind.MONEY)]
    refunded: Annotated[int, ColumnTitle("Given back as void", ColumnKind.MONEY)]
    in_play: Annotated[int, ColumnTitle("On the layout at the end", ColumnKind.MONEY)]
    """Chips in a round that is under way, or was when the period ended."""


@dataclass(frozen=True, slots=True)
class InventoryMovement:
    """Chips that came to a table or left it, apart from rounds and players."""

    at: common.Time
    day: common.DetailDay
    table: common.Table
    reason: Annotated[str, ColumnTitle("Reason")]
    amount: common.Amount
    by: common.ActedBy
    note: Annotated[str, ColumnTitle("Why")]
    number: common.EventNumber


def report_inventory(connection: Connection, scope: ReportScope) -> tuple[TableInventory, ...]:
    """Report the chips of each table."""
    sums, wins = _sum_entries(connection, scope, (*ENTRIES, REFUNDED)), _round_wins(connection, scope)
    in_play = _sum_entries(connection, replace(scope, first_day=FIRST_DAY), (IN_PLAY,))
    at_stake = {table: found[IN_PLAY] for table, found in in_play.items() if found[IN_PLAY]}
    nothing = dict.fromkeys((*(entry for entry in ENTRIES if entry != CLOSING), REFUNDED), 0)

    def inventory_of(table: str) -> TableInventory:
        found = {**nothing, **sums.get(table, {})}
        closing = found.pop(CLOSING, None)
        return TableInventory(table, **found, closing=closing, round_win=wins.get(table, 0), in_play=at_stake.get(table, 0))

    return tuple(map(inventory_of, sorted({*sums, *at_stake, *(table for table, win in wins.items() if win)})))


def _sum_entries(connection: Connection, scope: ReportScope, entries: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return the sums of those entries that there are, by table."""
    rows, sums = report_day_movements, dict[str, dict[str, int]]()
    query = select(rows.c.table_id, rows.c.entry, func.sum(rows.c.amount)).where(*scope.row_conditions(rows))
    query = query.where(rows.c.entry.in_(entries)).group_by(rows.c.table_id, rows.c.entry)
    for table, entry, amount in connection.execute(query):
        sums.setdefault(table, {})[entry] = int(amount)
    return sums


def _round_wins(connection: Connection, scope: ReportScope) -> dict[str, int]:
    query = select(report_days.c.table_id, func.sum(report_days.c.house_win)).where(*scope.row_conditions(report_days))
    return {table: int(win) for table, win in connection.execute(query.group_by(report_days.c.table_id))}


def list_inventory_movements(connection: Connection, scope: ReportScope) -> Iterator[InventoryMovement]:
    """Yield openings, fills, credits, count differences and closings, the latest first."""
    rows = report_movements
    query = select(rows).where(rows.c.reason.in_(_LISTED), *scope.row_conditions(rows))
    for row in connection.execute(query.order_by(rows.c.at.desc(), rows.c.version.desc())):
        yield InventoryMovement(row.at, row.day, row.table_id, row.reason, row.amount, row.made_by, row.note, row.version)
