"""The benchmarks of the service: bytes and memory a round, a table with many rounds, commands per second, and the first page."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from benchmarks.auditing import AUDIT_HEADINGS, YEAR_HEADINGS, AuditSpeed, audit_rows, audit_speeds, year_rows
from benchmarks.first_page import REPETITIONS, FirstPageTimes, measure_first_page
from benchmarks.live_tables import BOOKS
from benchmarks.long_tables import LongTableTimes, long_table_rows, measure_long_table
from benchmarks.memory import MANY_ROUNDS, MemoryUse, memory_over_rounds
from benchmarks.pages import VISITS, PageTimes, frame_rows, measure_pages, page_visit_rows
from benchmarks.reports import ReportTimes, measure_reports, report_time_rows
from benchmarks.server_groups import SERVER_HEADINGS, GroupSpeed, group_speeds, server_rows
from benchmarks.sockets import SocketSpeed, socket_speeds
from benchmarks.storage import KILOBYTE, RoundSize, round_sizes
from benchmarks.throughput import AIM, FLOOR, SPEED_HEADINGS, Throughput, speed_row, throughputs

LIMITS = {"SQLite": 20, "PostgreSQL": 40}
"""Kilobytes that a round of the largest book may take."""
SIZE_HEADINGS = ("book", "database", "commands", "events", "tree", "reports", "together", "snapshots", "memory")
SIZES_TEXT = f"""\
Storage for one round with six players and every wager of the book's `everything` example. *Events* includes their hash chain,
seeds, command ids and indexes; the target is at most {LIMITS["SQLite"]} kB in SQLite and {LIMITS["PostgreSQL"]} kB in PostgreSQL.
*Tree* is the tree over all appends. *Reports* are the tables of reports, whose rows follow from the events. *Together* is the sum
of the three. *Snapshots* are a cache. *Memory* is the number of bytes by which the process grew."""
REPORTS_TEXT = """\
Reports over a year of twenty tables on SQLite. The rows of rounds that were played are copied to fill the year. The target is less
than a second."""
LONG_TEXT = """\
Rounds that were played are copied, each with its link in the hash chain, its sealed part and its snapshots."""
SPEED_TEXT = f"""\
Commands through the house on SQLite: each is decided, sealed, stored with `synchronous=FULL`, applied and answered. There are
tables of all four books, each with six program players, who run in the same process and share its CPU time. The target is {FLOOR}
commands a second with 99 percent under 100 ms; the further goal is {AIM}. Tables begin one after the other, so that rounds end at
all times. *In step*: all begin at once, and a hundred rounds end within a second or two, again and again. In the last row everybody
sends as soon as he is answered."""
SOCKETS_TEXT = """\
The same through a real server on the loopback interface: six WebSockets a table, and everybody is sent the table's view, the
events in words and what he may do. The server is one process; all players are another, on the other core. Each player sends his
next command when he is asked for it, so fewer may be sent than stated. Times are from sending a command to its answer, or to
the end of the measurement if it was not answered."""
SERVERS_TEXT = """\
The same load on SQLite, and on PostgreSQL with one to three servers of one house, all on this machine with the players and the
database. The six players of each table are spread over all servers, so that every server follows every table: this is what several
servers cost where they share the cores, and not what they bring on machines of their own. *3 by table*: the players of one table
are connected to the same server, as by a proxy that chooses it by the table in the path. CPU time is that of all servers for a
command; memory is that of the largest; a round is the growth of the whole database, with rows of reports, snapshots and the tree.
Betting closes a second after the first wager. A player at another server who learns of it late is refused (`round.closed`,
`command.stale`). If two servers decide at the same version, one of them decides again, up to ten times. In the end the server that
keeps the clocks is killed under load: *takeover* is the time until others keep the clock of every table (at most five seconds)."""
MEMORY_HEADINGS = ("rounds played", "memory")
MEMORY_TEXT = """\
Memory of a process with a table of each book, its players, and somebody who watches each table."""
PAGE_TEXT = f"""\
`houseway serve` with the demonstration house, from the start of the process until it is ready, in an empty folder and again; then
the requests of somebody's first page (each the median of {REPETITIONS})."""

PAINT_HEADINGS = ("page", "first paint", "useful paint", "requests", "transferred")
PAINT_TEXT = f"""\
The same house in a real browser: pages that somebody opens for the first time, as a new guest with an empty cache (each the
median of {VISITS} visits). A page is useful when its tables, or the felt with its seats and chips, are drawn. The target is less
than a second and 200 kB. Then a table at which programs play is watched for a minute, and for comparison a page with one small
thing that moves: what is missing there is missing because the browser draws without a graphics card, shares two cores with the
server, and is measured. A frame is late if it comes a sixtieth of a second after its time, or more."""


@dataclass(frozen=True)
class ServiceReport:
    """What was measured. Parts that were not asked for are empty."""

    sizes: Sequence[RoundSize] = ()
    long_table: LongTableTimes | None = None
    reports: ReportTimes | None = None
    speeds: Sequence[Throughput] = ()
    socket_speeds: Sequence[SocketSpeed] = ()
    server_groups: Sequence[GroupSpeed] = ()
    auditing: Sequence[AuditSpeed] = ()
    memory: Sequence[MemoryUse] = ()
    first_page: FirstPageTimes | None = None
    pages: PageTimes | None = None

    def long_rows(self) -> Iterator[tuple[str, ...]]:
        return iter(()) if self.long_table is None else long_table_rows(self.long_table)

    def report_rows(self) -> Iterator[tuple[str, ...]]:
        return iter(()) if self.reports is None else report_time_rows(self.reports)

    def audit_rows(self) -> Iterator[tuple[str, ...]]:
        return audit_rows(self.auditing)

    def year_rows(self) -> Iterator[tuple[str, ...]]:
        return year_rows(self.auditing)

    def paint_rows(self) -> Iterator[tuple[str, ...]]:
        return iter(()) if self.pages is None else page_visit_rows(self.pages)

    def frame_rows(self) -> Iterator[tuple[str, ...]]:
        return iter(()) if self.pages is None else frame_rows(self.pages)

    def size_rows(self) -> Iterator[tuple[str, ...]]:
        for size in self.sizes:
            parts = (size.bytes, size.tree_bytes, size.report_bytes)
            kilobytes = (f"{part / KILOBYTE:.1f} kB" for part in (*parts, sum(parts), size.snapshot_bytes))
            yield size.book, size.database, f"{size.commands:.0f}", *kilobytes, f"{size.memory_bytes:,.0f} B"

    def speed_rows(self) -> Iterator[tuple[str, ...]]:
        return (speed_row(speed, speed.load.per_second, speed.load.in_step) for speed in self.speeds)

    def socket_rows(self) -> Iterator[tuple[str, ...]]:
        return (speed_row(speed, speed.sent_per_second) for speed in self.socket_speeds)

    def server_rows(self) -> Iterator[tuple[str, ...]]:
        return server_rows(self.server_groups)

    def memory_rows(self) -> Iterator[tuple[str, ...]]:
        return ((f"{use.rounds:,}", f"{use.megabytes:.0f} MB") for use in self.memory)

    def page_rows(self) -> Iterator[tuple[str, ...]]:
        if self.first_page is None:
            return
        yield "first start", f"{self.first_page.first_start:.1f} s"
        yield "second start", f"{self.first_page.second_start:.1f} s"
        yield from ((what, f"{1_000 * seconds:.0f} ms") for what, seconds in self.first_page.requests.items())


_TIMES_SHOWN = 10


PARTS: dict[str, Callable[[Callable[[int], None]], object]] = {
    "sizes": lambda show: _counted(round_sizes(), show),
    "long_table": lambda show: measure_long_table(),
    "reports": lambda show: measure_reports(),
    "speeds": lambda show: _counted(throughputs(), show),
    "socket_speeds": lambda show: _counted(socket_speeds(), show),
    "server_groups": lambda show: _counted(group_speeds(), show),
    "auditing": lambda show: _counted(audit_speeds(), show),
    "memory": lambda show: memory_over_rounds(),
    "first_page": lambda show: measure_first_page(),
    "pages": lambda show: measure_pages(),
}
"""What measures each part of the report, by its name."""


Measured = TypeVar("Measured")


def _counted(measured: Iterable[Measured], show: Callable[[int], None]) -> list[Measured]:
    """Collect what is measured row by row, and show how many rows are done."""
    rows = []
    for row in measured:
        rows.append(row)
        show(len(rows))
    return rows


def _show_part(progress: Progress, task: TaskID, name: str, rows: int) -> None:
    progress.update(task, description=f"Measuring {name.replace('_', ' ')}, {rows} rows", refresh=True)


def measure_service(console: Console, names: Collection[str] = tuple(PARTS)) -> ServiceReport:
    """Measure parts of the report."""
    # An automatic refresh would run in its own thread, on a core that is being measured.
    with Progress(console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task("", total=len(names))
        measured = {}
        for name in names:
            progress.update(task, description=f"Measuring {name.replace('_', ' ')}", refresh=True)
            measured[name] = PARTS[name](partial(_show_part, progress, task, name))
            progress.advance(task)
    return ServiceReport(**measured)  # type: ignore[arg-type]  # each part measures its own field


def measure_many_rounds(console: Console, rounds: int = MANY_ROUNDS) -> None:
    """Print the memory of a process ten times while it plays rounds for many minutes."""
    with Progress(console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task("Playing rounds", total=rounds)

        def show(use: MemoryUse) -> None:
            progress.console.print(f"{use.rounds:,} rounds: {use.megabytes:.1f} MB")
            progress.update(task, completed=use.rounds, refresh=True)

        progress.refresh()
        memory_over_rounds(rounds, max(rounds // _TIMES_SHOWN, len(BOOKS)), show)


def print_service(report: ServiceReport, console: Console) -> None:
    for title, headings, rows in (
        ("Bytes a round", SIZE_HEADINGS, report.size_rows()),
        ("A table with many rounds", ("", "wall time"), report.long_rows()),
        ("Reports", ("", "wall time"), report.report_rows()),
        ("Commands", SPEED_HEADINGS, report.speed_rows()),
        ("Commands through sockets", SPEED_HEADINGS, report.socket_rows()),
        ("Servers", SERVER_HEADINGS, report.server_rows()),
        ("Audit", AUDIT_HEADINGS, report.audit_rows()),
        ("Audit of a year", YEAR_HEADINGS, report.year_rows()),
        ("Memory", MEMORY_HEADINGS, report.memory_rows()),
        ("The first page", ("", "wall time"), report.page_rows()),
        ("The first page in a browser", PAINT_HEADINGS, report.paint_rows()),
        ("Frames of a table", ("", ""), report.frame_rows()),
    ):
        table = Table(*headings, title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for row in rows:
            table.add_row(*row)
        if table.row_count:
            console.print(table)
