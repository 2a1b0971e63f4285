"""Houses whose rounds are reported."""

import pytest

from houseway.store import open_store
from tests.service.conftest import house, open_house  # noqa: F401 - fixtures


@pytest.fixture
def memory_store():
    """A store for what is the same in every database."""
    with open_store("memory:") as store:
        yield store
