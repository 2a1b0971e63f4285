"""Houses on stores of their own."""

import pytest

from houseway.store import open_store
from tests.support.live import LiveHouse


@pytest.fixture
def open_house(tmp_path):
    """A function that opens the house on the same database, again and again. `open_house.close()` closes what is open."""
    opened = []

    def new(**settings):
        opened.append(LiveHouse(open_store(f"sqlite:///{tmp_path / 'house.db'}"), tmp_path, **settings))
        return opened[-1]

    def close():
        while opened:
            opened.pop().close()

    new.close = close
    yield new
    close()


@pytest.fixture
def house(tmp_path):
    """A house in memory."""
    live = LiveHouse(open_store("memory:"), tmp_path)
    yield live
    live.close()
