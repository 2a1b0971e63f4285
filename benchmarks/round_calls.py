"""Count the calls of the program's own functions in a round, through the whole engine, with six players and every wager.

Started as `python -m benchmarks.round_calls`, it prints them next to the recorded figures, with the functions that are called most.
The same rounds are played each time, so the figures are the same on every machine, however busy it is. A test holds them
(`tests/table/test_round_calls.py`); `python -m benchmarks.round_calls --because "..."` records new ones with the reason.
"""

import gc
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from cProfile import Profile
from dataclasses import dataclass
from os import environ
from pathlib import Path
from subprocess import run
from types import CodeType

import houseway
from benchmarks.tables import BOOKS, EXAMPLES
from benchmarks.unattended import UnattendedTable
from houseway.chance import seeded_chance

RECORDED = Path(__file__).parent / "round_calls.toml"
MOST = 1.02
"""A round may take this many times the calls that are recorded for it."""
SEED, WARM_UP, ROUNDS = 1, 5, 10
"""Rounds that fill caches are not counted."""
SHOWN = 20
_SOURCE = str(Path(houseway.__file__).parent)


@dataclass(frozen=True)
class RecordedCalls:
    calls: int
    why: str
    """What the last change of the figure was for."""


def recorded_calls() -> dict[str, RecordedCalls]:
    return {book: RecordedCalls(**entry) for book, entry in tomllib.loads(RECORDED.read_text(encoding="utf-8")).items()}


def find_excess(counted: Mapping[str, int], recorded: Mapping[str, RecordedCalls]) -> list[str]:
    """Say for each book what is wrong with the calls of a round. The list is empty if nothing is."""
    found = [f"no calls are recorded for {book}" for book in counted if book not in recorded]
    for book, entry in recorded.items():
        calls = counted.get(book, 0)
        if calls > entry.calls * MOST:
            more = 100 * (calls / entry.calls - 1)
            found.append(
                f"a round of {book} takes {calls:,} function calls, {more:.1f}% more than the {entry.calls:,} recorded"
            )
    return found


def count_calls(book: str) -> Counter[str]:
    """Return the calls of each function of the program in all counted rounds."""
    table, profile = UnattendedTable((EXAMPLES / book / "everything.toml").read_text(), seeded_chance(SEED)), Profile()
    gc.disable()  # finalisers would be counted where they happen to run
    for _ in range(WARM_UP):
        table.deal_round()
    for _ in range(ROUNDS):
        profile.runcall(table.deal_round)
    gc.enable()
    calls: Counter[str] = Counter()
    for entry in profile.getstats():
        if isinstance(entry.code, CodeType) and entry.code.co_filename.startswith(_SOURCE):
            place = Path(entry.code.co_filename).relative_to(_SOURCE).as_posix()
            calls[f"{place} {entry.code.co_qualname}"] += entry.callcount
    return calls


def count_in_new_process(*options: str) -> str:
    """Run this module in a process of its own: caches are empty, and sets have the same order each time."""
    command = [sys.executable, "-m", "benchmarks.round_calls", *options]
    where, settings = Path(__file__).parents[1], {**environ, "PYTHONHASHSEED": "0"}
    return run(command, cwd=where, env=settings, check=True, capture_output=True, text=True).stdout


def counted_calls() -> dict[str, int]:
    """Return the calls of a round of each book, counted in a new process."""
    counted: dict[str, int] = json.loads(count_in_new_process("--count"))
    return counted


def _calls_of_a_round(calls: Counter[str]) -> int:
    return round(calls.total() / ROUNDS)


def _print_calls() -> None:
    recorded = recorded_calls()
    for book in BOOKS:
        calls = count_calls(book)
        print(f"{book}: {_calls_of_a_round(calls):,} calls, {recorded[book].calls:,} recorded ({recorded[book].why})")
        for name, count in calls.most_common(SHOWN):
            print(f"{count / ROUNDS:8.1f} {name}")


def _record(why: str) -> None:
    counted = counted_calls()
    lines = ["# Function calls of a round, written by `python -m benchmarks.round_calls --because REASON`.", ""]
    for book, calls in counted.items():
        before = recorded_calls().get(book)
        reason = before.why if before and before.calls == calls else why
        lines += [f'["{book}"]', f"calls = {calls}", f"why = {json.dumps(reason)}", ""]
    RECORDED.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")


def main() -> None:
    match sys.argv[1:]:
        case ["--count"]:
            print(json.dumps({book: _calls_of_a_round(count_calls(book)) for book in BOOKS}))
        case ["--list"]:
            _print_calls()
        case ["--because", why] if why.strip():
            _record(why)
        case []:
            print(count_in_new_process("--list"), end="")
        case _:
            sys.exit('usage: python -m benchmarks.round_calls [--because "why a round takes more or fewer calls"]')


if __name__ == "__main__":
    main()
