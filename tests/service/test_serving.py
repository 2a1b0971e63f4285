"""How the server listens, and with which keys it starts."""

import socket

import pytest

from houseway.errors import NotAllowed
from houseway.service.service import Service
from houseway.service.serving import _check_keys_fit, listen
from houseway.service.settings import ServiceSettings
from houseway.store import open_store


def test_an_accepted_connection_sends_without_waiting_for_acknowledgements():
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_server_with_other_keys_than_the_first_one_is_refused(tmp_path):
    """Also while the house has no tables: rounds that one of them begins, the other could not finish."""
    with open_store("memory:") as store:

        def server(name, keys):
            return Service(ServiceSettings(tmp_path / name, "memory:", keys=tmp_path / keys), store)

        servers = [server("first", "keys"), server("second", "keys"), server("third", "other-keys")]
        servers[0].upkeep.begin()
        for each in servers:
            each.record.refresh()
        _check_keys_fit(servers[1])
        with pytest.raises(NotAllowed, match="other-keys are not those of this database"):
            _check_keys_fit(servers[2])
        for each in servers:
            each.desk.close()
            each.house.close()
