"""Measure how long reports over a million rounds take.

Some rounds are played. The rows of reports that they have left are then copied to other tables and other gaming days, and the sums
of days are added up from the copies, so that reports cannot tell the difference.
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
from houseway.reports.catalogue import REPORTS
from houseway.reports.hold import report_hold
from houseway.reports.scope import ReportScope
from houseway.reports.theory import TheoreticalOdds, save_odds
from houseway.service.reporting.reading import MOST_ROWS
from houseway.store import Store, open_store

ROUNDS = 1_000_000
BOOK, TABLE = "md.four-card-poker", "T-1"
PLAYED, TABLES, DAYS = 50, 20, 365
LAST_DAY = "2026-12-31"
_ONE_DAY = ("ratings", "shifts")
"""Reports that list people one by one, and are read a day at a time."""


@dataclass(frozen=True)
class ReportTimes:
    rounds: int
    seconds: dict[str, float]
    """By report; each over the whole year, or over a day where it lists people one by one."""


def measure_reports(rounds: int = ROUNDS) -> ReportTimes:
    with TemporaryDirectory() as name:
        folder = Path(name)
        with open_store(f"sqlite:///{folder / 'house.db'}") as store:
            asyncio.run(_play_some(store, folder))
            with store.database.transaction() as connection:
                count = _copy_rows(connection, rounds // PLAYED)
            _save_odds(store)
            return ReportTimes(count, {name: _seconds_of(store, name) for name in REPORTS})


async def _play_some(store: Store, folder: Path) -> None:
    house = open_house(store, folder)
    await open_table(house, TABLE, BOOK, "everything", players=2)
    await LivePlayers(house, TABLE).play(PLAYED)
    house.close()


_COPY = f"""
WITH RECURSIVE copies(place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM copies WHERE place + 1 < :copies)
SELECT place, 'C-' || (place % {TABLES}) AS table_id, place / {TABLES} AS turn,
       date('{LAST_DAY}', '-' || (place / {TABLES} % {DAYS}) || ' days') AS day FROM copies
"""  # noqa: S608 - numbers of this module
_STATEMENTS = (
    f"CREATE TEMPORARY TABLE copies AS {_COPY}",
    f"""INSERT INTO report_rounds SELECT c.table_id, number + turn * {PLAYED}, c.day, book, rules, began_at, ended_at,
        first_version, last_version, wagered, house_win, vigorish, meter_awards, players, irregularities, is_void, is_banked
        FROM report_rounds CROSS JOIN copies c""",  # noqa: S608
    f"""INSERT INTO report_hands SELECT c.table_id, number + turn * {PLAYED}, position, player, c.day, ended_at, wagered, net,
        vigorish, wagers FROM report_hands CROSS JOIN copies c""",  # noqa: S608
    """INSERT INTO report_movements SELECT c.table_id, version + c.place * 1000, c.day, at, reason, source, target, amount, player,
        made_by, note FROM report_movements CROSS JOIN copies c""",
    """INSERT INTO report_day_wagers SELECT c.day, c.table_id, rules, wager, stake, terms, book, hands * count(*),
        wagered * count(*), won * count(*), lost * count(*), vigorish * count(*), envy * count(*), meter_awards * count(*),
        house_win * count(*)
        FROM report_day_wagers w CROSS JOIN copies c GROUP BY c.day, c.table_id, rules, wager, stake, terms""",
    """INSERT INTO report_day_movements SELECT c.day, c.table_id, entry, amount * count(*)
        FROM report_day_movements m CROSS JOIN copies c GROUP BY c.day, c.table_id, entry""",
    """DELETE FROM report_days""",
    """INSERT INTO report_days SELECT day, table_id, min(book), count(*), sum(is_void), sum(irregularities > 0), sum(players),
        sum(wagered), sum(house_win), sum(vigorish), sum(meter_awards) FROM report_rounds GROUP BY day, table_id""",
)


def _copy_rows(connection: Connection, copies: int) -> int:
    for statement in _STATEMENTS:
        connection.execute(text(statement), {"copies": copies} if ":copies" in statement else {})
    return int(connection.execute(text("SELECT count(*) FROM report_rounds")).scalar_one())


def _save_odds(store: Store) -> None:
    """Odds of every stake: what they are does not matter here."""
    with store.database.reading() as connection:
        missing = report_hold(connection, ReportScope("1970-01-01", LAST_DAY)).missing
    odds = TheoreticalOdds(Fraction(1, 50), Fraction(3, 2), "an example")
    for rules in {rules for rules, _, _ in missing}:
        save_odds(store.database, rules, {(wager, stake): odds for at, wager, stake in missing if at == rules})


def _seconds_of(store: Store, name: str) -> float:
    first = LAST_DAY if name in _ONE_DAY else f"{LAST_DAY[:4]}-01-01"
    with store.database.reading() as connection:
        player = connection.execute(text("SELECT player FROM report_hands LIMIT 1")).scalar_one()
        scope = ReportScope(first, LAST_DAY, player=player if REPORTS[name].needs_player else "")
        start = perf_counter()
        for part in REPORTS[name].parts:
            list(islice(part.rows(connection, scope), MOST_ROWS))
        return perf_counter() - start


def report_time_rows(times: ReportTimes) -> Iterator[tuple[str, str]]:
    for name, seconds in times.seconds.items():
        yield f"{name} over {times.rounds:,} rounds{' (one day)' if name in _ONE_DAY else ''}", f"{seconds:.2f} s"
