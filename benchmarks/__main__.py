"""Run every benchmark, show the table, and write it to `docs`."""

from collections.abc import Iterator
from os import getloadavg

from rich.console import Console
from rich.progress import Progress

from benchmarks.evaluators import LINES, SIZES
from benchmarks.measure import Result, result
from benchmarks.report import Report, machine, show, write
from benchmarks.startup import first_call_seconds, help_seconds

BUSY = 0.5
"""Processes at work on average over the last minute, above which a core is too often taken."""


def main() -> None:
    console = Console()
    console.print(f"Measured on {machine()}.")
    if getloadavg()[0] > BUSY:
        console.print("Something else is running: two threads will not show what they can do.", style="yellow")
    startup = first_call_seconds(), help_seconds()
    report = Report(list(_results(console)), *startup)
    show(report, console)
    write(report)


def _results(console: Console) -> Iterator[Result]:
    # A bar that redraws itself would do so from a thread of its own, on a core that is being measured.
    with Progress(console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task("Ranking hands", total=len(LINES) * len(SIZES))
        for line in LINES:
            evaluator = line()
            for cards in SIZES:
                progress.update(task, description=f"{evaluator.name}, {cards} cards", refresh=True)
                yield result(evaluator, cards)
                progress.advance(task)


if __name__ == "__main__":
    main()
