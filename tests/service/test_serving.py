"""How the server listens."""

import socket

from houseway.service.serving import listen


def test_an_accepted_connection_sends_without_waiting_for_acknowledgements():
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
