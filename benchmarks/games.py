"""The benchmarks of ranking, rounds and solving, with the packages that they are compared with (the dependency group `bench`)."""

from collections.abc import Iterator

from rich.console import Console
from rich.progress import Progress

from benchmarks.evaluators import EVALUATORS, SIZES
from benchmarks.measure import best_rates, prepare_trial
from benchmarks.report import BenchmarkReport, EvaluatorResult, print_report, write_report
from benchmarks.solving import solve_times
from benchmarks.startup import first_call_seconds, help_seconds
from benchmarks.tables import table_speeds

ROUNDS = 4


def measure_games(console: Console) -> None:
    """Measure, print and write everything but the service."""
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
