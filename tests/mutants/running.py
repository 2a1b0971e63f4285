"""Run tests against a mutant in a process of its own, and say whether one of them noticed."""

import json
import os
import resource
import select
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from time import monotonic

import pytest

from houseway import disk_cache
from houseway.errors import HousewayError
from houseway.files.rounds.check import check_expectations
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.files.rounds.played_round import PlayedRoundFile
from tests.mutants.bearers import is_round
from tests.mutants.model import InvalidMutant, Mutant, Verdict
from tests.support.paths import ROOT

PROGRAM = str(ROOT / "src" / "houseway")
MUTANT = "HOUSEWAY_MUTANT"
"""Set while tests run against a mutant: tests/conftest.py then neither writes files nor asks whether clauses were observed."""
FIGURES_FILE = "tests/regulation/test_figures.py::"
UNSEEN = "clauses that were not observed"
MOST_CPU_S = 60
"""A mutant that works longer hangs, and that was noticed. It is CPU time: on a busy machine others make it wait."""
PATIENCE_S = 900
"""A mutant that has not come to its end by then waits for something that never happens."""
WITHOUT = ("-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:threadexception")
OPTIONS = ("-x", "--tb=no", "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), *WITHOUT)
"""A mutant is tried in half a second: without plug-ins that collect garbage, and without tracebacks."""


@dataclass(frozen=True)
class Outcome:
    verdict: Verdict
    by: str = ""
    """The test that noticed."""
    how: str = ""


def try_mutant(mutant: Mutant, tests: Sequence[str]) -> Outcome:
    """Run tests against a mutant until one notices. A test that fails without it, too, does not count."""
    left = list(tests)
    while left:
        outcome = _in_own_process(mutant, left)
        if outcome.verdict is not Verdict.KILLED or _passes_unchanged(outcome.by):
            return outcome
        left = left[left.index(outcome.by) + 1 :] if outcome.by in left else left[1:]
    return Outcome(Verdict.SURVIVED)


@cache
def _passes_unchanged(test: str) -> bool:
    return _in_own_process(None, [test]).verdict is Verdict.SURVIVED


def _in_own_process(mutant: Mutant | None, tests: Sequence[str]) -> Outcome:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _report_as_child(mutant, tests, writer)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = _read_until(pipe.fileno(), monotonic() + PATIENCE_S)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    begun, _, said = text.rpartition("\n")
    if not said:
        return Outcome(Verdict.KILLED, begun.splitlines()[-1] if begun else tests[0], "it did not come to an end")
    return Outcome(**{**json.loads(said), "verdict": Verdict(json.loads(said)["verdict"])})


def _read_until(pipe: int, deadline: float) -> str:
    """What a child writes until it ends or time is up."""
    parts = []
    while select.select([pipe], [], [], max(0, deadline - monotonic()))[0]:
        part = os.read(pipe, 65536)
        if not part:
            break
        parts.append(part)
    return b"".join(parts).decode()


def _report_as_child(mutant: Mutant | None, tests: Sequence[str], writer: int) -> None:
    """Make the program wrong, run the tests and write the outcome as the last line; before it, the tests that were begun."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        try:
            outcome = _run_mutated(mutant, tests, writer)
        except BaseException as error:
            outcome = Outcome(Verdict.INVALID, how=repr(error))
        os.write(writer, json.dumps(vars(outcome)).encode())
        os._exit(0)


def _run_mutated(mutant: Mutant | None, tests: Sequence[str], writer: int) -> Outcome:
    if mutant is not None:
        try:
            mutant.apply()
            disk_cache._store = _store_nothing
        except InvalidMutant as error:
            return Outcome(Verdict.INVALID, how=str(error))
    for test in filter(_is_direct, tests):
        os.write(writer, f"{test}\n".encode())
        outcome = play_golden_round(test) if is_round(test) else compare_figures(test)
        if outcome.verdict is not Verdict.SURVIVED:
            return outcome
    return run_with_pytest([test for test in tests if not _is_direct(test)], writer)


def _store_nothing(*_: object) -> None:
    """Stand in for what caches results on disk: those of a mutant would be read by the program as it should be."""


def _is_direct(test: str) -> bool:
    """Whether a test is called without pytest, which takes half a second to start."""
    return is_round(test) or test.startswith(FIGURES_FILE)


def compare_figures(test: str) -> Outcome:
    """Compare payout rows or values with the second transcription: of one version of a book, or of all if none is named."""
    from tests.regulation import test_figures

    name, _, parameters = test.removeprefix(FIGURES_FILE).partition("[")
    versions = [each for each in test_figures.VERSIONS if "-".join(each) == parameters.removesuffix("]") or not parameters]
    try:
        for book, version in versions:
            getattr(test_figures, name)(book, version, lambda *_: None)
    except Exception as error:
        return _failure(test, error)
    return Outcome(Verdict.SURVIVED)


def play_golden_round(path: str) -> Outcome:
    """Play a golden round. That a clause is no longer cited is not enough: something else must be noticed."""
    try:
        played = play_round_file(read_round_file(ROOT / path))
        _check_declared(played)
        differences = [each for each in check_expectations(played) if not each.startswith(UNSEEN)]
    except Exception as error:
        return _failure(path, error)
    return Outcome(Verdict.KILLED, path, differences[0]) if differences else Outcome(Verdict.SURVIVED)


def _check_declared(played: PlayedRoundFile) -> None:
    """What the test of golden rounds checks besides what they expect; imported late, so that it sees the mutant."""
    from tests.support.table_invariants import check_all_racked, check_declared

    check_all_racked(played)
    check_declared(played.run.table, (*played.events, *(event for _, event in played.meter_events)), played.run.at)


def _failure(test: str, error: BaseException) -> Outcome:
    """A test that failed noticed, unless the program broke down with an error that is no refusal."""
    last = traceback.extract_tb(error.__traceback__)[-1].filename if error.__traceback__ else ""
    broke = not isinstance(error, HousewayError) and last.startswith(PROGRAM)
    how = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
    return Outcome(Verdict.CRASHED if broke else Verdict.KILLED, test, how)


def run_with_pytest(tests: Sequence[str], writer: int) -> Outcome:
    if not tests:
        return Outcome(Verdict.SURVIVED)
    watcher = _Watcher(writer)
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", MUTANT: "1"}
    _forget_tests()
    status = pytest.main([*OPTIONS, *tests], plugins=[watcher])
    if status is not pytest.ExitCode.OK and watcher.outcome.verdict is Verdict.SURVIVED:
        return Outcome(Verdict.INVALID, how=f"pytest ended with {status}")
    return watcher.outcome


def _forget_tests() -> None:
    """Import tests anew: what they work out when they are imported must see the mutant."""
    for name in list(sys.modules):
        if name.startswith("tests") and not name.startswith("tests.mutants"):
            del sys.modules[name]


class _Watcher:
    """Plug-in that sees the first failure, and how the test failed."""

    def __init__(self, writer: int) -> None:
        self.writer = writer
        self.outcome = Outcome(Verdict.SURVIVED)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        os.write(self.writer, f"{nodeid}\n".encode())

    def pytest_exception_interact(self, node, call) -> None:
        """Note a failure. A file that cannot even be imported shows nothing."""
        if self.outcome.verdict is Verdict.SURVIVED:
            failed = _failure(node.nodeid, call.excinfo.value)
            self.outcome = failed if "::" in node.nodeid else replace(failed, verdict=Verdict.CRASHED)
