"""The people of a house."""

import pytest

from houseway.store import open_store
from tests.support.people_bench import PeopleBench


@pytest.fixture
def bench(store):
    return PeopleBench(store)


@pytest.fixture
def memory_bench():
    with open_store("memory:") as store:
        yield PeopleBench(store)
