"""A service that the tests of a module share, and a client without a session."""

from time import monotonic

import pytest

from houseway.service.clock import MILLISECONDS, HouseClock
from tests.support.api_bench import ApiBench

NOON = 1_772_452_800_000
"""2 March 2026, 12:00 UTC, in milliseconds."""


def clock_from_noon():
    """A clock that begins at noon: if a gaming day turned meanwhile, the rounds of a module would be those of yesterday."""
    began = monotonic()
    return HouseClock(lambda: NOON + int((monotonic() - began) * MILLISECONDS))


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """A service that the tests of a module share."""
    bench = ApiBench(tmp_path_factory.mktemp("api"), clock_from_noon())
    yield bench
    bench.close()


@pytest.fixture
def client(bench):
    return bench.client()
