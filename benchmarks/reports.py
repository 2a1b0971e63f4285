"""Measure how long reports over a million rounds take.

Some rounds are played. The rows of reports that they have left are then copied to other tables and other gaming days, and the sums
of days are multiplied by the number of copies, so that reports cannot tell the difference.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import Connection, text

from benchmarks.live_tables import LivePlayers, open_house, open_table
from houseway.events import Actor, Event, Role
from houseway.money import Cents
from houseway.progressive.meter import CONTRIBUTED
from houseway.reports.catalogue import REPORTS
from houseway.reports.chips.chip_counts import count_event
from houseway.reports.expected.hold import report_hold
from houseway.reports.expected.theory import TheoreticalOdds, save_odds
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.meter_rows import move_rows
from houseway.reports.rows.sign_ons import SIGNED_OFF, SignOn, sign_off_event
from houseway.reports.rows.table_rows import project_house
from houseway.reports.scope import ReportScope
from houseway.store import Projection, RecordedCommand, Store, StreamAppend, open_store
from houseway.store.projections import write_projections
from houseway.store.report_tables import REPORT_TABLES

ROUNDS = 1_000_000
BOOK, TABLE = "md.four-card-poker", "T-1"
PLAYED, TABLES, DAYS, PLAYERS = 50, 20, 365, 1_000
LAST_DAY = "2026-12-31"


@dataclass(frozen=True)
class ReportTimes:
    rounds: int
    seconds: dict[str, float]
    """By report; each over the whole year, or over a day where it lists people one by one."""
    rows: dict[str, int]
    """The number of rows that were read of each."""


def measure_reports(rounds: int = ROUNDS) -> ReportTimes:
    with TemporaryDirectory() as name:
        folder = Path(name)
        with open_store(f"sqlite:///{folder / 'house.db'}") as store:
            asyncio.run(_play_some(store, folder))
            _record_house(store)
            with store.database.transaction() as connection:
                count = _copy_rows(connection, rounds // PLAYED)
            _save_odds(store)
            read = {name: _read_report(store, name) for name in REPORTS}
    return ReportTimes(
        count, {name: seconds for name, (seconds, _) in read.items()}, {name: n for name, (_, n) in read.items()}
    )


async def _play_some(store: Store, folder: Path) -> None:
    house = open_house(store, folder)
    await open_table(house, TABLE, BOOK, "everything", players=2)
    await LivePlayers(house, TABLE).play(PLAYED)
    house.close()


def _record_house(store: Store) -> None:
    """Write rows of what these rounds do not have: a count, a dealer, a large win, an irregularity, a contribution."""
    with store.database.transaction() as connection:
        began, ended = connection.execute(text("SELECT min(began_at), max(ended_at) FROM report_rounds")).one()
        floor = Actor(Role.FLOOR, "Flo")
        events = (
            count_event(TABLE, "closing", {100: 1_000}, Cents(0), "Flo", "an example"),
            sign_off_event(TABLE, SignOn("Dan", began), ended, SIGNED_OFF, "Dan"),
            Event("large-win", (), {"table": TABLE, "round": 1, "player": "Ann", "amount": Cents(1)}),
        )
        part = StreamAppend("house", 1_000_000, (RecordedCommand(ended, floor, events),))
        write_projections(connection, project_house(part, GamingCalendar()))
        connection.execute(text(_IRREGULARITY), {"stream": f"table:{TABLE}"})
        fed = Event(
            CONTRIBUTED, (), {"meter": "an example", "table": TABLE, "round": 1, "stake": Cents(5), "amount": Fraction(1)}
        )
        rows = list(move_rows(RecordedCommand(ended, floor, (fed,)), GamingCalendar()))
        sums = ({name: value for name, value in row.items() if name != "number"} for row in rows)
        write_projections(
            connection, [Projection("report_meter_rounds", tuple(rows)), Projection("report_meter_days", tuple(sums))]
        )


_IRREGULARITY = """
INSERT INTO report_incidents SELECT :stream, 999999, day, at, 'round-voided', table_id, 1,
    '{"kind": "round-voided", "clauses": [], "facts": {"why": "an example"}}' FROM report_incidents LIMIT 1
"""


_COPIES = f"""
CREATE TEMPORARY TABLE copies AS
WITH RECURSIVE
numbers(place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM numbers WHERE place + 1 < :copies),
turns(place, turn, left_over, turns) AS (
    SELECT place, place / {TABLES}, (:copies - 1) / {TABLES} - place / {TABLES}, (:copies - 1) / {TABLES} + 1 FROM numbers
),
days(place, turn, left_over, turns, days_before) AS (SELECT *, left_over * {DAYS} / turns FROM turns)
SELECT place, 'C-' || (place % {TABLES}) AS table_id, turn, date('{LAST_DAY}', '-' || days_before || ' days') AS day,
       CAST((julianday('{LAST_DAY}', '-' || days_before || ' days')
             - julianday((SELECT min(day) FROM report_rounds))) * 86400000 AS INTEGER)
           + (((days_before + 1) * turns - 1) / {DAYS} - left_over) * 3600000 AS later
FROM days
"""  # noqa: S608 - numbers of this module
"""A copy has a table and a turn. Turns come one after the other, an hour apart within a day, so that numbers, versions and times of
copies are in the order in which a house would have written them."""
_MOVED = {
    "day": "c.day",
    "table_id": "c.table_id",
    "player": f"rows.player || '-' || (c.place % {PLAYERS})",
    "number": f"rows.number + c.turn * {PLAYED}",
    "version": "rows.version + c.place * 1000",
    **{name: f"rows.{name} + c.later" for name in ("at", "began_at", "ended_at")},
}
"""What is different in a copy of a row."""
_LISTED = ("rounds", "hands", "movements", "incidents", "sittings", "shifts", "sign_ons", "meter_rounds")
_SUMMED = ("days", "day_wagers", "day_movements", "meter_days")


def _copy_rows(connection: Connection, copies: int) -> int:
    connection.execute(text(_COPIES), {"copies": copies})
    for name in _LISTED:
        _copy_table(connection, f"report_{name}", "copies")
    for name in _SUMMED:
        _copy_table(
            connection, f"report_{name}", "(SELECT day, table_id, count(*) AS times FROM copies GROUP BY day, table_id)"
        )
    _copy_table(connection, "report_meters", "(SELECT DISTINCT day, min(later) AS later FROM copies GROUP BY day)")
    return int(connection.execute(text("SELECT count(*) FROM report_rounds")).scalar_one())


def _copy_table(connection: Connection, name: str, copies: str) -> None:
    """Copy all rows of a table. Sums are multiplied by the number of copies in a day."""
    columns = REPORT_TABLES[name].columns
    is_sum = "times" in copies
    values = [
        f"rows.{each.name} * c.times"
        if is_sum and not each.primary_key and each.name != "book"
        else _MOVED.get(each.name, f"rows.{each.name}")
        for each in columns
    ]
    named = ", ".join(each.name for each in columns)
    connection.execute(
        text(f"INSERT OR IGNORE INTO {name} ({named}) SELECT {', '.join(values)} FROM {name} rows CROSS JOIN {copies} c")  # noqa: S608
    )


def _save_odds(store: Store) -> None:
    """Odds of every stake: what they are does not matter here."""
    with store.database.reading() as connection:
        missing = report_hold(connection, ReportScope("1970-01-01", LAST_DAY)).missing
    odds = TheoreticalOdds(Fraction(1, 50), Fraction(3, 2), "an example")
    for rules in {rules for rules, _, _ in missing}:
        save_odds(store.database, rules, {(wager, stake): odds for at, wager, stake in missing if at == rules})


def _read_report(store: Store, name: str) -> tuple[float, int]:
    """Read a report as a page does. Return how long it took, and how many rows it has."""
    first = f"{LAST_DAY[:4]}-01-01"
    with store.database.reading() as connection:
        player = connection.execute(text("SELECT player FROM report_hands LIMIT 1")).scalar_one()
        scope = ReportScope(first, LAST_DAY, player=player if REPORTS[name].needs_player else "")
        start = perf_counter()
        found = REPORTS[name].read_parts(connection, scope).by_part
        rows = [list(islice(found[part.name], part.rows_on_page)) for part in REPORTS[name].parts]
        return perf_counter() - start, sum(map(len, rows))


def report_time_rows(times: ReportTimes) -> Iterator[tuple[str, str]]:
    for name, seconds in times.seconds.items():
        yield f"{name} over {times.rounds:,} rounds", f"{seconds:.2f} s"
