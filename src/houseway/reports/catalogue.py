"""All reports: their names, their contents, and how each is read from the tables of reports."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from houseway.errors import Malformed
from houseway.reports.chips.chip_counts import ChipCount, list_chip_counts
from houseway.reports.chips.count_reconciliation import CountReconciliation, reconcile_counts
from houseway.reports.chips.table_inventory import (
    InventoryMovement,
    TableInventory,
    list_inventory_movements,
    report_inventory,
)
from houseway.reports.day_totals import (
    DayTotals,
    PeriodTotals,
    TableTotals,
    latest_days,
    total_days,
    total_tables,
    total_to_date,
)
from houseway.reports.expected.hold import HoldLine, HoldTotal, report_hold
from houseway.reports.expected.theory import StakeClass
from houseway.reports.incident_report import Incident, report_irregularities, report_significant_events
from houseway.reports.meter_report import (
    MeterLine,
    MeterRoundLine,
    MeterTableLine,
    list_meter_rounds,
    report_meters_by_table,
    report_meters_of,
)
from houseway.reports.people_reports import (
    HistoryEntry,
    RatingSlip,
    report_history,
    report_ratings,
)
from houseway.reports.scope import ReportScope
from houseway.reports.shift_report import DealerShift, report_shifts_of

DAYS_IN_CHART = 14


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A table of a report."""

    name: str
    title: str
    row_type: type
    rows: Callable[[Connection, ReportScope], Iterable[Any]]
    """Reads the rows. Long ones come one by one."""
    rows_on_page: int = 500
    """A page shows no more of them; a file has all."""


@dataclass(frozen=True, slots=True)
class PartRows:
    """The rows of all parts of a report."""

    by_part: Mapping[str, Iterable[Any]]
    missing_odds: tuple[StakeClass, ...] = ()
    """Exact odds that the report lacks."""


@dataclass(frozen=True, slots=True)
class ReportKind:
    name: str
    title: str
    about: str
    """In one sentence, what it says."""
    parts: tuple[ReportPart, ...]
    """The first is the one that is downloaded."""
    notes: tuple[str, ...] = ()
    needs_player: bool = field(default=False)
    takes_player: bool = field(default=False)
    """Whether it can be limited to one player."""
    read_together: Callable[[Connection, ReportScope], PartRows] | None = None
    """Reads all parts at once, if they come from the same rows."""

    def read_parts(self, connection: Connection, scope: ReportScope) -> PartRows:
        """Read all parts. Rows of a part come one by one, and are read while they are taken."""
        if self.read_together:
            return self.read_together(connection, scope)
        return PartRows({part.name: part.rows(connection, scope) for part in self.parts})


def _chart_days(connection: Connection, scope: ReportScope) -> tuple[DayTotals, ...]:
    return latest_days(connection, scope.last_day, DAYS_IN_CHART, scope)


def _read_hold(connection: Connection, scope: ReportScope) -> PartRows:
    found = report_hold(connection, scope)
    parts = {
        "lines": found.lines,
        "tables": found.totals,
        "by-table": found.by_table,
        "by-submission": found.by_submission,
    }
    return PartRows(parts, found.missing)


_HOLD_NOTES = (
    "The theoretical win follows from the exact odds at optimal play, with meters at their seeds. Pai Gow hands are set the house"
    " way.",
    "The interval has the exact variance, with what the hands of a round share: the dealer's cards and, at some games, a board. If"
    " that is not counted for a game, its lines say that hands are taken as independent.",
    "The chance of luck is that of a win at least so far from the theoretical one, above or below it, if all is as it should be.",
    "Of a wager against a player's bank, only the house's share is compared: the vigorish on its win.",
    "What exact odds do not answer is left out of the comparison, and each line says how much: what a bank itself wins, rulings,"
    " coupons without chips, stakes that the rules do not allow.",
)
REPORTS: Mapping[str, ReportKind] = {
    kind.name: kind
    for kind in (
        ReportKind(
            "overview",
            "Overview of the day",
            "What each table took in, and the month and the year to date",
            (
                ReportPart("tables", "By table", TableTotals, total_tables),
                ReportPart("to-date", "To date", PeriodTotals, total_to_date),
                ReportPart("days", f"The last {DAYS_IN_CHART} days", DayTotals, _chart_days),
            ),
            takes_player=True,
        ),
        ReportKind(
            "days",
            "Day by day",
            "Wagers, win, drop and hold of each gaming day",
            (ReportPart("days", "By gaming day", DayTotals, total_days),),
            takes_player=True,
        ),
        ReportKind(
            "hold",
            "Win and hold",
            "Each game and each optional wager, actual against theoretical",
            (
                ReportPart("lines", "By wager", HoldLine, lambda *at: report_hold(*at).lines),
                ReportPart("tables", "All wagers of each table", HoldTotal, lambda *at: report_hold(*at).totals),
                ReportPart("by-table", "By table and wager", HoldLine, lambda *at: report_hold(*at).by_table),
                ReportPart(
                    "by-submission", "By table, submission and wager", HoldLine, lambda *at: report_hold(*at).by_submission
                ),
            ),
            _HOLD_NOTES,
            takes_player=True,
            read_together=_read_hold,
        ),
        ReportKind(
            "meters",
            "Progressive meters",
            "Seed, contributions, payments and balance of each meter, reconciled",
            (
                ReportPart("meters", "By meter", MeterLine, report_meters_of),
                ReportPart("by-table", "By meter and table", MeterTableLine, report_meters_by_table),
                ReportPart("rounds", "By round, the latest first", MeterRoundLine, list_meter_rounds),
            ),
            (
                "Amounts are exact; a meter holds fractions of a cent. They are rounded here only to be shown.",
                "A meter is reconciled if its balance follows from its own totals, and from the sums of all tables that feed it.",
            ),
        ),
        ReportKind(
            "irregularities",
            "Voids and irregularities",
            "What went wrong in rounds, and what was ruled",
            (ReportPart("irregularities", "The latest first", Incident, report_irregularities),),
            takes_player=True,
        ),
        ReportKind(
            "events",
            "Significant events",
            "Large wins and wagers, outages, changes of roles and settings, stops",
            (ReportPart("events", "The latest first", Incident, report_significant_events),),
            takes_player=True,
        ),
        ReportKind(
            "inventory",
            "Table inventories",
            "Opening and closing counts, fills, credits and drop",
            (
                ReportPart("tables", "By table", TableInventory, report_inventory),
                ReportPart("movements", "Slips, the latest first", InventoryMovement, list_inventory_movements),
                ReportPart("counts", "Counts by denomination", ChipCount, list_chip_counts),
                ReportPart("reconciliation", "Counts reconciled, the latest first", CountReconciliation, reconcile_counts),
            ),
            (
                "Expected is the count before, and fills, less credits and chips sold for cash, and the chips won in rounds.",
                "Awards of meters are paid by the house, not from a table's chips. A count in the middle of a round may differ.",
            ),
        ),
        ReportKind(
            "shifts",
            "Dealers' shifts",
            "Who dealt where and when, and what the table won meanwhile",
            (ReportPart("shifts", "The latest first", DealerShift, report_shifts_of),),
            (
                "A shift lasts from signing on to signing off.",
                "Where nobody had signed on, it is derived: from a dealer's first act to the last before another dealer's.",
            ),
        ),
        ReportKind(
            "ratings",
            "Rating slips",
            "Time, wagers, result and theoretical loss of each player at each table",
            (ReportPart("ratings", "The latest first", RatingSlip, report_ratings, rows_on_page=200),),
            takes_player=True,
        ),
        ReportKind(
            "history",
            "A player's history",
            "Every round of one player",
            (
                ReportPart("rounds", "The latest first", HistoryEntry, report_history),
                ReportPart("wagers", "By wager", HoldLine, lambda *at: report_hold(*at).lines),
            ),
            _HOLD_NOTES,
            needs_player=True,
            takes_player=True,
        ),
    )
}


def find_report(name: str) -> ReportKind:
    if name not in REPORTS:
        said = f"there is no report {name!r}; there are {', '.join(REPORTS)}"
        raise Malformed(said, code="report.name", given=name, allowed=tuple(REPORTS))
    return REPORTS[name]


def check_player(kind: ReportKind, player: str) -> None:
    """Refuse to limit a report to a player if it would show the figures of everybody all the same."""
    if player and not kind.takes_player:
        allowed = tuple(other.name for other in REPORTS.values() if other.takes_player)
        said = f"the report {kind.name} has no figures of single players; {', '.join(allowed)} have"
        raise Malformed(said, code="report.player", given=player, allowed=allowed)


def find_part(kind: ReportKind, name: str) -> ReportPart:
    """Return a part of a report by its name; without one, the first."""
    found = next((part for part in kind.parts if name in ("", part.name)), None)
    if found is None:
        allowed = tuple(part.name for part in kind.parts)
        raise Malformed(f"the report {kind.name} has no part {name!r}", code="report.part", given=name, allowed=allowed)
    return found
