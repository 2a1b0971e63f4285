"""What mutmut needs in the process from which it forks one process for each mutant."""

import alembic.command
import alembic.config
import pytest

__all__ = ["alembic"]  # the store imports it late, which would take half a second for every mutant

pytest.Item._nodeid = property(lambda item: item.nodeid)
"""mutmut 3.8 asks for it; pytest 9.2 has it no more."""
