"""The results as a table for the terminal, as `docs/benchmarks.md`, and as a chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import vl_convert
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.auditing import write_audit_report
from benchmarks.evaluators import SIZES, Evaluator
from benchmarks.measure import COMPARED_HANDS, Rates
from benchmarks.page import DOCS, markdown_list, markdown_table, page_part, replace_part
from benchmarks.server_groups import SERVER_HEADINGS
from benchmarks.service_report import (
    LONG_TEXT,
    MEMORY_HEADINGS,
    MEMORY_TEXT,
    PAGE_TEXT,
    PAINT_HEADINGS,
    PAINT_TEXT,
    REPORTS_TEXT,
    SERVERS_TEXT,
    SIZE_HEADINGS,
    SIZES_TEXT,
    SOCKETS_TEXT,
    SPEED_TEXT,
    ServiceReport,
)
from benchmarks.solving import SolveTime
from benchmarks.tables import TableSpeed
from benchmarks.throughput import SPEED_HEADINGS

CHART = DOCS / "evaluators.svg"
BEGIN, END = "<!-- begin: written by python -m benchmarks -->", "<!-- end: written by python -m benchmarks -->"
SERVICE_BEGIN = "<!-- begin: written by python -m benchmarks service -->"
SERVICE_END = "<!-- end: written by python -m benchmarks service -->"

NO_VALUE = "-"
CARD_WORDS = {5: "Five cards", 7: "Seven cards"}
TABLE_HEADINGS = ("book", "rounds/s", "commands", "events", "what is due", "deciding", "folding", "players, rest")
TABLES_TEXT = """\
Rounds per second of CPU time through the whole engine, on one core: six house-way players make every wager of the book's
`everything` example, the croupier deals, and every event and transfer is stored. The garbage collector is off, because rounds
create no reference cycles. The other columns show commands and events per round, and how the time is divided between finding the
step that is due, deciding commands, folding events, and the rest."""
SOLVE_HEADINGS = ("game", "warm", "cold", "cached", "memory", "published")
SOLVING_TEXT = """\
The time that `solve` takes in a fresh process on all cores, imports included. Everything is counted anew: the results that come
with the program are left out. *Warm*: compiled code is already on disk. *Cold*: it is compiled first. *Cached*: the result itself
is on disk. Memory is the peak of the warm run. *Published*: how long other programs ran to compute the figures that their authors
published."""
EVALUATOR_HEADINGS = ("evaluator", "batch", "checked", "one call", "× many", "× one")
EVALUATORS_TEXT = f"""\
Evaluations per second over random hands, the best of several repetitions. Cards are converted to each package's own form before
the clock starts. *Batch* ranks an array of hands in one call without checking them; *checked* first checks every row, which is
houseway's default. *One call* is one call from Python per hand.

The ratios are houseway's rate divided by the other's, for 52 cards on one thread. *× many* compares houseway's batch with the
other's fastest way to rank many hands: single calls if it has no batch call. *× one* compares single calls. The other packages
check no hands, so neither ratio uses the checked batch. A package is compared only if it puts {COMPARED_HANDS:,} random hands in
the same order as houseway, with the same ties."""


@dataclass(frozen=True)
class EvaluatorResult:
    """The result of one evaluator for hands of one size."""

    evaluator: Evaluator
    cards: int
    agrees: bool
    rates: Rates


@dataclass(frozen=True)
class BenchmarkReport:
    """Everything that one run measured."""

    results: Sequence[EvaluatorResult]
    first_call_seconds: float | None
    help_seconds: float | None
    tables: Sequence[TableSpeed] = ()
    solved: Sequence[SolveTime] = ()

    def results_for(self, cards: int) -> list[EvaluatorResult]:
        return [result for result in self.results if result.cards == cards]

    def evaluator_rows(self, cards: int) -> Iterator[tuple[str, ...]]:
        ours, *_ = self.results_for(cards)
        for result in self.results_for(cards):
            rates = map(rate_words, (result.rates.batch, result.rates.checked, result.rates.single))
            yield (result.evaluator.name, *rates, *_ratios(ours, result))

    def table_rows(self) -> Iterator[tuple[str, ...]]:
        for speed in self.tables:
            shares = (f"{speed.time_shares[part]:.0%}" for part in ("due_step", "decide", "evolve_all", "players"))
            rates = (speed.rounds_per_second, speed.commands_per_round, speed.events_per_round)
            yield speed.book, *(f"{rate:.0f}" for rate in rates), *shares

    def startup_rows(self) -> Iterator[tuple[str, str]]:
        yield "fresh process: import houseway, rank the first 1,000 hands", _seconds_words(self.first_call_seconds)
        yield "`houseway --help`", _seconds_words(self.help_seconds)


def rate_words(rate: float | None) -> str:
    """Format a rate: `161.2 M/s`, `0.85 M/s`, `56.7 k/s`. Most are in millions, so that a column is easy to compare."""
    if rate is None:
        return NO_VALUE
    if rate < 1e5:
        return f"{rate / 1e3:.1f} k/s"
    return f"{rate / 1e6:.{2 if rate < 1e7 else 1}f} M/s"


def _seconds_words(seconds: float | None) -> str:
    return NO_VALUE if seconds is None else f"{seconds:.2f} s"


def _ratios(ours: EvaluatorResult, other: EvaluatorResult) -> tuple[str, str]:
    if not other.agrees:
        return "ranks differently", "ranks differently"
    if other.evaluator.is_ours:
        return "", ""
    return _ratio(ours.rates.batch_or_single, other.rates.batch_or_single), _ratio(ours.rates.single, other.rates.single)


def _ratio(ours: float | None, other: float | None) -> str:
    if ours is None or other is None:
        return NO_VALUE
    ratio = ours / other
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


def print_report(report: BenchmarkReport, console: Console) -> None:
    for cards in SIZES:
        table = Table(*EVALUATOR_HEADINGS, title=CARD_WORDS[cards], box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for place, column in enumerate(table.columns):
            column.justify, column.no_wrap = "right" if place else "left", True
        for row in report.evaluator_rows(cards):
            table.add_row(*row)
        console.print(table)
    table = Table(*TABLE_HEADINGS, title="Rounds at a table", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for row in report.table_rows():
        table.add_row(*row)
    console.print(table)
    table = Table(*SOLVE_HEADINGS, title="Games solved", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for solved in report.solved:
        table.add_row(*solved.row())
    console.print(table)
    for what, seconds in report.startup_rows():
        console.print(f"{what.replace('`', '')}: {seconds}")


def write_report(report: BenchmarkReport) -> None:
    """Replace the part of the page between its markers, and write the chart."""
    replace_part(BEGIN, END, _markdown(report))
    CHART.write_text(vl_convert.vegalite_to_svg(_chart(report)), encoding="utf-8")


def write_service_report(report: ServiceReport) -> None:
    """Replace the part of the page about the service."""
    replace_part(SERVICE_BEGIN, SERVICE_END, _service_markdown(report))
    write_audit_report(report.auditing)


def _service_markdown(report: ServiceReport) -> str:
    times = ("", "wall time")
    parts = ["## Bytes a round", SIZES_TEXT, markdown_table(SIZE_HEADINGS, report.size_rows(), keys=2)]
    parts += ["## A table with many rounds", LONG_TEXT, markdown_table(times, report.long_rows())]
    parts += ["## Reports", REPORTS_TEXT, markdown_table(times, report.report_rows())]
    parts += ["## Durable commands", SPEED_TEXT, markdown_table(SPEED_HEADINGS, report.speed_rows())]
    parts += ["## Commands through sockets", SOCKETS_TEXT, markdown_table(SPEED_HEADINGS, report.socket_rows())]
    parts += ["## Servers", SERVERS_TEXT, markdown_table(SERVER_HEADINGS, report.server_rows(), keys=2)]
    parts += ["## Memory", MEMORY_TEXT, markdown_table(MEMORY_HEADINGS, report.memory_rows())]
    parts += ["## The first page", PAGE_TEXT, markdown_table(times, report.page_rows())]
    parts += ["## The first page in a browser", PAINT_TEXT, markdown_table(PAINT_HEADINGS, report.paint_rows())]
    parts += [markdown_table(("", ""), report.frame_rows())]
    return page_part(parts)


def _markdown(report: BenchmarkReport) -> str:
    parts = [f"![Evaluations per second, by evaluator]({CHART.name})", EVALUATORS_TEXT]
    for cards in SIZES:
        parts += [f"## {CARD_WORDS[cards]}", markdown_table(EVALUATOR_HEADINGS, report.evaluator_rows(cards))]
    parts += ["## Rounds at a table", TABLES_TEXT, markdown_table(TABLE_HEADINGS, report.table_rows())]
    parts += ["## Games solved", SOLVING_TEXT, markdown_table(SOLVE_HEADINGS, [each.row() for each in report.solved])]
    notes = [(result.evaluator.name, result.evaluator.note) for result in report.results_for(SIZES[0])]
    parts += ["## The functions called", markdown_list(notes)]
    parts += ["## Start-up", markdown_table(("", "wall time"), report.startup_rows())]
    return page_part(parts)


def _chart(report: BenchmarkReport) -> dict[str, Any]:
    decades = [10**power for power in range(2, 11)]
    scale, axis = alt.Scale(type="log", domain=[decades[0], decades[-1]]), alt.Axis(format="~s", values=decades)
    base = alt.Chart().encode(
        alt.Y("evaluator:N", sort=None, title=None),
        alt.X("rate:Q", title="evaluations per second", scale=scale, axis=axis),
    )
    # A logarithmic scale has no zero where bars could begin.
    bars = base.mark_bar().encode(alt.Color("how:N", title=None, legend=alt.Legend(orient="top")), x2=alt.datum(decades[0]))
    words = base.mark_text(align="left", dx=3).encode(alt.Text("words:N"))
    panels = alt.layer(bars, words, data=alt.Data(values=list(_bar_values(report)))).properties(width=300)
    chart = panels.facet(row=alt.Row("cards:N", title=None), column=alt.Column("task:N", title=None))
    drawn: dict[str, Any] = chart.resolve_scale(y="independent").to_dict()
    return drawn


def _bar_values(report: BenchmarkReport) -> Iterator[dict[str, Any]]:
    for result in report.results:
        for task, rate in (("many hands", result.rates.batch_or_single), ("one hand per call", result.rates.single)):
            if rate is not None and result.agrees:
                yield {
                    "evaluator": result.evaluator.name,
                    "cards": CARD_WORDS[result.cards],
                    "task": task,
                    "how": "one batch call" if rate == result.rates.batch else "one call per hand",
                    "rate": rate,
                    "words": rate_words(rate),
                }
