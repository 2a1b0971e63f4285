"""The benchmarks of the service: what a round takes in a database, a table with many rounds, and durable commands per second."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.long_tables import LongTableTimes, long_table_rows, measure_long_table
from benchmarks.storage import KILOBYTE, RoundSize, round_sizes
from benchmarks.throughput import AIM, FLOOR, Throughput, throughputs

LIMITS = {"SQLite": 20, "PostgreSQL": 40}
"""Kilobytes that a round of the largest book may take."""
SIZE_HEADINGS = ("book", "database", "commands", "events", "snapshots", "memory")
SIZES_TEXT = f"""\
What one round takes, with six players and every wager of the book's `everything` example: stored commands; kilobytes of events with
their hash chain, seeds, command ids and indexes (at most {LIMITS["SQLite"]} in SQLite and {LIMITS["PostgreSQL"]} in PostgreSQL);
kilobytes of snapshots, which are a cache; and by how many bytes the process grew. There are no tables for reports yet."""
LONG_TEXT = """\
Rounds that were played are copied, each with its link in the hash chain, its sealed part and its snapshots."""
SPEED_HEADINGS = ("sent", "tables", "players", "answered", "median", "99%", "CPU, house", "CPU, players")
SPEED_TEXT = f"""\
Commands through the house on SQLite: decided, sealed, stored with `synchronous=FULL`, folded and answered. Tables of all four
books, each with six program players, who run in the same process and take their CPU time from the house. Asked for: {FLOOR}
commands a second with 99 percent under 100 ms; the aim is {AIM}. In the last row everybody sends as soon as he is answered."""


@dataclass(frozen=True)
class ServiceReport:
    sizes: Sequence[RoundSize]
    long_table: LongTableTimes
    speeds: Sequence[Throughput]

    def size_rows(self) -> Iterator[tuple[str, ...]]:
        for size in self.sizes:
            kilobytes = (f"{part / KILOBYTE:.1f} kB" for part in (size.bytes, size.snapshot_bytes))
            yield size.book, size.database, f"{size.commands:.0f}", *kilobytes, f"{size.memory_bytes:,.0f} B"

    def speed_rows(self) -> Iterator[tuple[str, ...]]:
        for speed in self.speeds:
            sent = f"{speed.sent_per_second}/s" if speed.sent_per_second else "-"
            times = (speed.median_ms, speed.percentile_99_ms, speed.cpu_ms, speed.players_ms)
            answered = f"{speed.answered_per_second:.0f}/s"
            yield sent, str(speed.tables), str(speed.players), answered, *(f"{time:.1f} ms" for time in times)


def measure_service() -> ServiceReport:
    return ServiceReport(list(round_sizes()), measure_long_table(), list(throughputs()))


def print_service(report: ServiceReport, console: Console) -> None:
    for title, headings, rows in (
        ("Bytes a round", SIZE_HEADINGS, report.size_rows()),
        ("Commands", SPEED_HEADINGS, report.speed_rows()),
    ):
        table = Table(*headings, title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for row in rows:
            table.add_row(*row)
        console.print(table)
    for what, seconds in long_table_rows(report.long_table):
        console.print(f"{what}: {seconds}")
