"""A service with real sockets, shared by the tests of a module."""

from itertools import count

import pytest

from tests.support.live import submission
from tests.support.sockets import RunningService


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    service = RunningService(tmp_path_factory.mktemp("service"))
    yield service
    service.close()


_numbers = count(1)


@pytest.fixture
def table(running):
    """A table of its own for each test."""
    name = f"T-{next(_numbers)}"
    running.open_table(name, submission("md.ultimate-texas-holdem", "minimal"))
    return name
