"""A service with real sockets, shared by the tests of a module."""

import pytest

from tests.support.sockets import RunningService


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    service = RunningService(tmp_path_factory.mktemp("service"))
    yield service
    service.close()
