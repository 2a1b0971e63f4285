"""A service that the tests of a module share, and a client without a session."""

import pytest

from tests.support.api_bench import ApiBench


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """A service that the tests of a module share."""
    bench = ApiBench(tmp_path_factory.mktemp("api"))
    yield bench
    bench.close()


@pytest.fixture
def client(bench):
    return bench.client()
