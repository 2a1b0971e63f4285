"""What mutmut needs in the process from which it forks one process for each mutant."""

import json
from pathlib import Path

import alembic.command
import alembic.config
import pytest

__all__ = ["alembic"]  # the store imports it late, which would take half a second for every mutant

pytest.Item._nodeid = property(lambda item: item.nodeid)
"""mutmut 3.8 asks for it; pytest 9.2 has it no more."""
MEASURED = Path("mutmut-stats.json")
"""What tests took, in the folder in which mutmut runs them."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the quick tests first: most mutants are noticed by one of them, and mutmut gives the tests in no order."""
    seconds = json.loads(MEASURED.read_text())["duration_by_test"] if MEASURED.exists() else {}
    items.sort(key=lambda item: seconds.get(item.nodeid, 0))
