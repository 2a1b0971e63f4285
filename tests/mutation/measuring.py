"""Which tests call which functions, and what they take: measured once, and again for files of tests that have changed."""

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import TypedDict

import pytest
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

MEASURED = Path("measured.json")
"""In the folder in which the tests run."""


class Measured(TypedDict):
    file: str
    """A hash of the file of tests, and of what is mutated."""
    seconds: float
    """Of processor time."""
    calls: list[str]
    """Functions of which mutmut has made mutants, as it calls them."""


def read_measured() -> dict[str, Measured]:
    """What was measured, by test."""
    stored: dict[str, Measured] = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    return stored


def unmeasured(items: Iterable[pytest.Item], sources: Iterable[Path]) -> dict[pytest.Item, str]:
    """The tests that were not measured, or whose file or program has changed since, with the hash that they have now."""
    program = b"".join(source.read_bytes() for source in sources)
    hashes = {path: sha256(program + path.read_bytes()).hexdigest()[:16] for path in {item.path for item in items}}
    known = read_measured()
    return {
        item: hashes[item.path] for item in items if item.nodeid not in known or known[item.nodeid]["file"] != hashes[item.path]
    }


def measure(tests: dict[pytest.Item, str], run: Callable[[Sequence[pytest.Item]], bool]) -> bool:
    """Run tests of the program as it is, and store what they call; whether all of them pass."""
    set_mutant_under_test("stats")
    measured = read_measured()
    for item, file in tests.items():
        began = process_time()
        state()._stats.clear()
        if not run([item]):
            return False
        measured[item.nodeid] = {"file": file, "seconds": round(process_time() - began, 3), "calls": sorted(state()._stats)}
    MEASURED.write_text(json.dumps(measured, indent=1))
    return True
