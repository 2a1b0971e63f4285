"""Measure the time and memory that it takes to solve a game, next to the published computing times of other programs."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from os import environ
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

NO_VALUE = "-"
SOLVE_SCRIPT = """
import json, resource, sys
from time import perf_counter
begin = perf_counter()
from pathlib import Path
from houseway import disk_cache
from houseway.analysis import solve_game, standard_rules
disk_cache.SHIPPED = Path(sys.argv[3])  # an empty folder: results that come with the program are counted anew
solution = solve_game(standard_rules(sys.argv[1]), **json.loads(sys.argv[2]))
seconds = perf_counter() - begin
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


@dataclass(frozen=True)
class BenchmarkGame:
    name: str
    book: str
    options: dict[str, str]
    published_time: str
    """How long the published figures took to compute, according to their author."""


GAMES = (
    BenchmarkGame("Ultimate Texas Hold'em, Blind A", "md.ultimate-texas-holdem", {}, "five days"),
    BenchmarkGame("Four Card Poker", "md.four-card-poker", {}, NO_VALUE),
    BenchmarkGame(
        "Pai Gow Poker, foxwoods on both sides", "md.pai-gow-poker", {"house_way": "foxwoods"}, "two or three months"
    ),
)


@dataclass(frozen=True)
class SolveTime:
    """The times of one game in a fresh process, imports included."""

    game: BenchmarkGame
    cold_s: float
    """Without machine code on disk."""
    warm_s: float
    kept_s: float
    """With the result on disk."""
    memory_mib: float
    """The peak of the warm run."""

    def row(self) -> tuple[str, ...]:
        times = (f"{seconds:.1f} s" for seconds in (self.warm_s, self.cold_s, self.kept_s))
        return self.game.name, *times, f"{self.memory_mib:,.0f} MiB", self.game.published_time


def solve_times(games: tuple[BenchmarkGame, ...] = GAMES) -> Iterator[SolveTime]:
    for game in games:
        with TemporaryDirectory() as folder:
            code = Path(folder) / "code"
            cold_s, _ = _solve_in_process(game, code, Path(folder) / "first")
            warm_s, memory_mib = _solve_in_process(game, code, Path(folder) / "second")
            kept_s, _ = _solve_in_process(game, code, Path(folder) / "second")
        yield SolveTime(game, cold_s, warm_s, kept_s, memory_mib)


def _solve_in_process(game: BenchmarkGame, code: Path, results: Path) -> tuple[float, float]:
    """Return the seconds and the peak of memory in MiB, with machine code and results in these folders and nowhere else."""
    where = {**environ, "NUMBA_CACHE_DIR": str(code), "HOUSEWAY_CACHE": str(results)}
    command = [sys.executable, "-c", SOLVE_SCRIPT, game.book, json.dumps(game.options), str(results / "shipped")]
    seconds, memory_mib = json.loads(run(command, env=where, capture_output=True, check=True, text=True).stdout)
    return seconds, memory_mib


if __name__ == "__main__":
    for each in solve_times():
        print(*each.row(), sep=" | ", flush=True)
