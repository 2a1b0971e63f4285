"""Connections that send no request, or one without end, cost little and end soon; nobody else waits for them."""

import json
import resource
import socket
from dataclasses import replace
from ipaddress import ip_address
from time import sleep

import httpx
import pytest
from structlog.testing import capture_logs
from websockets.sync.client import connect

from houseway.service import connections, serving
from houseway.service.connections import OpenConnections, connections_for_files, counted_address
from houseway.service.settings import RequestLimits, ServiceSettings
from tests.support.served import serve
from tests.support.sockets import PATIENCE

LIMITS = RequestLimits(connections=6, connections_per_address=4, header_bytes=2_000, request_seconds=0.5, answer_seconds=0.5)


@pytest.fixture
def served(tmp_path):
    with serve(tmp_path, limits=LIMITS) as bench:
        yield bench


@pytest.fixture
def patient(tmp_path):
    """A service that waits for requests."""
    with serve(tmp_path, limits=replace(LIMITS, request_seconds=PATIENCE)) as bench:
        yield bench


def dial(bench):
    host, port = bench.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def read_to_the_end(made):
    """Return everything that comes until the server ends the connection."""
    parts = []
    while True:
        try:
            part = made.recv(65_536)
        except ConnectionResetError:
            return b"".join(parts)
        if not part:
            return b"".join(parts)
        parts.append(part)


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-a: ",
        b"GET /",
        b"POST /api/session/guest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-a: ",
    ],
    ids=["a header", "an address", "a trailer"],
)
def test_a_request_without_end_is_refused(patient, begun):
    """The process grew by hundreds of megabytes, before any limit was looked at."""
    with dial(patient) as made:
        made.sendall(begun)
        try:
            for _ in range(10):
                made.sendall(b"a" * 1_000)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it was refused while it was still being sent
        answer = read_to_the_end(made)
    if answer:  # it may be lost with a connection that is reset
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert json.loads(answer.split(b"\r\n\r\n")[1])["code"] == "service.headers"
    assert httpx.get(f"{patient.address}/api/health").status_code == 200


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc"])
def test_a_connection_that_does_not_send_its_request_ends(served, begun):
    with dial(served) as made:
        made.sendall(begun)
        read_to_the_end(made)


def test_a_second_request_must_arrive_in_time_too(served):
    with dial(served) as made:
        made.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/health HT")
        made.sendall(b"TP/1.1\r\nHost: ")
        assert read_to_the_end(made).count(b"HTTP/1.1 200") == 1


def test_further_connections_from_one_address_are_refused_until_one_ends(patient):
    """They are counted when they are made, not when they send a request: 2,500 silent ones were accepted."""
    silent = [dial(patient) for _ in range(LIMITS.connections_per_address)]
    with dial(patient) as refused:
        answer = read_to_the_end(refused)
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert json.loads(answer.split(b"\r\n\r\n")[1])["code"] == "service.connections"
    silent.pop().close()
    assert eventually_healthy(patient)
    for made in silent:
        made.close()


def eventually_healthy(bench):
    """The server notices a moment later that a client has gone."""
    for _ in range(100 * PATIENCE):
        try:
            if httpx.get(f"{bench.address}/api/health").status_code == 200:
                return True
        except httpx.TransportError:
            pass
        sleep(0.01)
    return False


def test_a_table_socket_counts_until_it_ends(patient):
    """It is handed over to another protocol."""
    url = patient.address.replace("http", "ws") + "/api/tables/T-1/socket"
    for _ in range(3 * LIMITS.connections):
        with connect(url, open_timeout=PATIENCE) as made:
            made.close()
        assert eventually_healthy(patient)


def test_addresses_and_all_together_are_counted():
    counted = OpenConnections(LIMITS)
    assert [counted.open("192.0.2.1") for _ in range(5)] == [True] * 4 + [False]
    assert [counted.open("192.0.2.2") for _ in range(3)] == [True] * 2 + [False]
    counted.close("192.0.2.1")
    assert counted.open("192.0.2.2")
    assert counted.total == LIMITS.connections


def test_clients_of_a_trusted_proxy_are_counted_only_in_all():
    """All of them have its address."""
    counted = OpenConnections(LIMITS, ("10.0.0.0/8",))
    assert [counted.open("10.1.2.3") for _ in range(7)] == [True] * 6 + [False]
    assert [OpenConnections(LIMITS, ("10.0.0.0/8",)).open("") for _ in range(2)] == [True, True]


def test_a_household_has_all_addresses_of_its_network():
    first, second, other = (counted_address(f"2001:db8:0:{part}") for part in ("1::1", "1::2", "2::1"))
    assert first == second != other
    assert counted_address("192.0.2.1") == str(ip_address("192.0.2.1"))
    assert counted_address("somewhere") == "somewhere"


def test_a_client_who_does_not_read_his_answer_is_disconnected(served):
    """A page is larger than the buffers of a connection that nobody reads."""
    with dial(served) as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        made.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40)
        assert eventually_none_open(served)


def eventually_none_open(bench):
    counted = bench.server.config.http_protocol_class.open_connections
    for _ in range(100 * PATIENCE):
        if not counted.total:
            return True
        sleep(0.01)
    return False


@pytest.mark.parametrize(
    ("soft", "hard", "allowed", "raised"),
    [
        (1_024, 1_024, 896, None),
        (1_024, 4_096, 2_000, 2_128),
        (1_024, resource.RLIM_INFINITY, 2_000, 2_128),
        (1_024, 2_000, 1_872, 2_000),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 2_000, None),
        (8_192, 8_192, 2_000, None),
    ],
)
def test_no_more_connections_are_accepted_than_files_can_be_open(monkeypatch, soft, hard, allowed, raised):
    """With 1,024 open files every player's command failed, because the database could not be opened."""
    limit = [(soft, hard)]
    monkeypatch.setattr(connections.resource, "getrlimit", lambda which: limit[-1])
    monkeypatch.setattr(connections.resource, "setrlimit", lambda which, given: limit.append(given))
    assert connections_for_files(RequestLimits()) == allowed
    assert limit[1:] in ([], [(soft, hard)]) if raised is None else limit[-1] == (raised, hard)


def test_the_log_says_at_the_start_if_too_few_files_can_be_open(monkeypatch, tmp_path):
    monkeypatch.setattr(serving, "connections_for_files", lambda limits: 896)
    with capture_logs() as lines:
        assert serving._allowed_connections(ServiceSettings(data=tmp_path)) == 896
    (line,) = lines
    assert (line["event"], line["count"]) == ("few_files", 896)
    assert "instead of 2000" in line["reason"]
