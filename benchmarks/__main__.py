"""Run every benchmark, show the tables, and write them to `docs`. With `service`, run those of the service only."""

import sys
from collections.abc import Iterator
from os import getloadavg

from rich.console import Console
from rich.progress import Progress

from benchmarks.evaluators import EVALUATORS, SIZES
from benchmarks.measure import best_rates, prepare_trial
from benchmarks.report import (
    BenchmarkReport,
    EvaluatorResult,
    describe_machine,
    print_report,
    write_report,
    write_service_report,
)
from benchmarks.service_report import measure_service, print_service
from benchmarks.solving import solve_times
from benchmarks.startup import first_call_seconds, help_seconds
from benchmarks.tables import table_speeds

ROUNDS = 4
SERVICE = "service"
BUSY_LOAD = 0.5
"""The load average above which other processes would disturb the measurement."""


def main() -> None:
    console = Console()
    console.print(f"Measured on {describe_machine()}.")
    if getloadavg()[0] > BUSY_LOAD:
        console.print("Other programs are running: figures for two threads will be too low.", style="yellow")
    if sys.argv[1:] != [SERVICE]:
        _measure_games(console)
    service = measure_service(console)
    print_service(service, console)
    write_service_report(service)


def _measure_games(console: Console) -> None:
    startup = first_call_seconds(), help_seconds()
    report = BenchmarkReport(list(_measure_all(console)), *startup, list(table_speeds()), list(solve_times()))
    print_report(report, console)
    write_report(report)


def _measure_all(console: Console) -> Iterator[EvaluatorResult]:
    """Measure all evaluators in several rounds, so that a busy moment of the machine does not affect only one of them."""
    # An automatic refresh would run in its own thread, on a core that is being measured.
    with Progress(console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task("Preparing hands", total=ROUNDS + 1)
        progress.refresh()
        trials = [prepare_trial(line(), cards) for line in EVALUATORS for cards in SIZES]
        rounds = []
        for number in range(1, ROUNDS + 1):
            progress.update(task, advance=1, description=f"Ranking hands, round {number} of {ROUNDS}", refresh=True)
            rounds.append([trial.measure_rates() for trial in trials])
    for trial, rates in zip(trials, zip(*rounds, strict=True), strict=True):
        yield EvaluatorResult(trial.evaluator, trial.cards, trial.agrees, best_rates(rates))


if __name__ == "__main__":
    main()
