"""Plug-in of pytest that tries mutants with tests that are collected once, in the folder into which mutmut has put the mutants.

`mutmut run` starts pytest for each mutant, which takes seconds where a test takes milliseconds. Here a process is forked for each
mutant. It runs the tests that call the mutated function, the quickest first, until one fails.
"""

import os
import resource
import signal
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import alembic.command
import alembic.config
import pytest
from mutmut.mutation.trampoline import set_mutant_under_test
from rich.progress import track

from tests.mutation.codes import CRASHED, HUNG, KILLED, SURVIVED, UNCALLED, change_codes, read_codes
from tests.mutation.measuring import measure, read_measured, unmeasured

__all__ = ["alembic"]  # the store imports it late, which would take half a second for every mutant
MOST_CPU_S = 30
"""A mutant that works longer hangs. It is processor time: on a busy machine others make it wait."""
WAITS_S, WORKS_S = 60, 0.2
"""A mutant that works less than this in such a time waits for something that never happens."""
MOST_MEMORY = 8 << 30
Mutant = tuple[Path, str]
"""The module and the name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--mutated", action="append", type=Path, default=[], help="a file of which mutants are tried that were not tried yet"
    )
    parser.addoption("--at-once", type=int, default=1, help="how many mutants are tried at the same time")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Measure the tests, and try mutants with them instead of running them once."""
    if session.testsfailed:
        raise session.Interrupted("tests cannot be imported")
    sources = session.config.option.mutated
    with TemporaryDirectory() as folder:
        if tests := unmeasured(session.items, sources):
            child = _fork(folder, session, lambda: KILLED - measure(tests, partial(_all_pass, session)))
            if os.waitpid(child, 0)[1]:
                pytest.exit("a test fails without any mutant", 1)
        _try_all(session, [(each, name) for each in sources for name, code in read_codes(each).items() if code is None], folder)
    return True


def _try_all(session: pytest.Session, mutants: Sequence[Mutant], folder: str) -> None:
    measured = read_measured()
    quickest = sorted(session.items, key=lambda item: measured[item.nodeid]["seconds"])
    running: dict[int, Mutant] = {}
    for module, name in track(mutants, "mutants", auto_refresh=False):
        function = name.partition("__mutmut_")[0]
        tests = [item for item in quickest if function in measured[item.nodeid]["calls"]]
        if not tests:
            change_codes(module, {name: UNCALLED})
            continue
        running[_fork(folder, session, partial(_try_one, session, name, tests))] = module, name
        if len(running) >= session.config.option.at_once:
            _await_one(running)
    while running:
        _await_one(running)


def _try_one(session: pytest.Session, name: str, tests: Sequence[pytest.Item]) -> int:
    _set_limits()
    set_mutant_under_test(name)
    return SURVIVED if _all_pass(session, tests) else KILLED


def _all_pass(session: pytest.Session, tests: Sequence[pytest.Item]) -> bool:
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if session.testsfailed:
            session._setupstate.teardown_exact(None)  # what the tests share may be a server
            return False
    return True


def _fork(folder: str, session: pytest.Session, work: Callable[[], int]) -> int:
    """Start work in a process of its own, which ends with the code that it returns."""
    if child := os.fork():
        return child
    code = CRASHED
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        with TemporaryDirectory(dir=folder) as own:
            session.config._tmp_path_factory._basetemp = Path(own)
            code = work()
    finally:
        os._exit(code)


def _set_limits() -> None:
    worked = process_time()

    def stop_if_idle(*_: object) -> None:
        nonlocal worked
        if process_time() - worked < WORKS_S:
            os._exit(HUNG)
        worked = process_time()

    signal.signal(signal.SIGALRM, stop_if_idle)
    signal.setitimer(signal.ITIMER_REAL, WAITS_S, WAITS_S)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _await_one(running: dict[int, Mutant]) -> None:
    child, status = os.wait()
    module, name = running.pop(child)
    change_codes(module, {name: os.waitstatus_to_exitcode(status)})
