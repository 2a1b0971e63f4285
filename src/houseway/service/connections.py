"""Connections from outside, before any request of theirs is read: how many there may be, and how long a request may take to arrive.

The protocol extends uvicorn's, whose attributes may change with any version, so pyproject.toml names the versions that were tried.
"""

import asyncio
import json
import resource
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from houseway.errors import HousewayError, Malformed, Unavailable
from houseway.service.messages.refusals import refusal_from
from houseway.service.settings import RequestLimits
from houseway.service.sockets.frames import TableSocketProtocol

_NETWORK_BITS = 64
"""IPv6 addresses are counted by their network, because one household has all its addresses."""
FILES_OF_THE_SERVICE = 128
"""Open files that are no connections: the database, the service's own files, worker processes."""
_TOO_MANY, _HEADERS_TOO_LARGE = 503, 431


def counted_address(host: str) -> str:
    """Return the address as which a client is counted: one of IPv6 by its network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(int(address) >> (address.max_prefixlen - _NETWORK_BITS))
    return str(address)


class OpenConnections:
    """The connections that are open now, by address. Whatever comes through a trusted proxy is counted only in all, because every
    client has the proxy's address; its requests are counted by the address that the proxy names."""

    def __init__(self, limits: RequestLimits, trusted_proxies: Sequence[str] = (), most: int | None = None) -> None:
        self._most = limits.connections if most is None else most
        self._most_from_one = limits.connections_per_address
        self._proxies = [ip_network(proxy) for proxy in trusted_proxies]
        self._open: Counter[str] = Counter()
        self._total = 0

    @property
    def total(self) -> int:
        return self._total

    def open(self, host: str) -> bool:
        """Count a connection; return False, and count nothing, if there are too many."""
        address = counted_address(host)
        is_full = self._open[address] >= self._most_from_one and not self._is_proxy(host)
        if is_full or self._total >= self._most:
            return False
        self._open[address] += 1
        self._total += 1
        return True

    def close(self, host: str) -> None:
        address = counted_address(host)
        self._open[address] -= 1
        self._total -= 1
        if not self._open[address]:
            del self._open[address]

    def _is_proxy(self, host: str) -> bool:
        try:
            return any(ip_address(host) in network for network in self._proxies)
        except ValueError:
            return False


class RequestProtocol(HttpToolsProtocol):
    """Reads requests, within limits: how many connections are open, how many bytes a request has around its body, and how long it
    takes to send it or to read the answer."""

    open_connections: OpenConnections
    limits: RequestLimits

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_counted = False
        self._unframed_bytes = 0
        """Bytes of the request that are not its body."""
        self._arriving: asyncio.TimerHandle | None = None
        """Ends the connection if its request does not arrive in time."""
        self._unread: asyncio.TimerHandle | None = None
        """Ends the connection if its client does not read the answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_counted = self.open_connections.open(self._host)
        if self._is_counted:
            self._wait_for_request()
        else:
            self._refuse(_TOO_MANY, _too_many_error())

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_unread()
        self._uncount()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._arriving is None and self._unframed_bytes == 0:
            self._wait_for_request()
        self._unframed_bytes += len(data)
        super().data_received(data)
        if self._unframed_bytes > self.limits.header_bytes and self._arriving is not None:
            self._refuse(_HEADERS_TOO_LARGE, _header_error(self.limits))

    def on_body(self, body: bytes) -> None:
        self._unframed_bytes -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self._unframed_bytes = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over. It is counted until the socket ends."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, TableSocketProtocol):
            socket.when_lost = self._uncount

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(self.limits.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_unread()

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def _uncount(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.open_connections.close(self._host)

    def _wait_for_request(self) -> None:
        self._arriving = self.loop.call_later(self.limits.request_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _refuse(self, status: int, error: HousewayError) -> None:
        """Answer without reading further, and end the connection."""
        self._stop_waiting()
        content = json.dumps(refusal_from(error)).encode()
        headers = b"content-type: application/json\r\ncontent-length: %d\r\nretry-after: 1\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + headers % len(content) + content)
        self.transport.close()


def request_protocol(limits: RequestLimits, connections: OpenConnections) -> type[RequestProtocol]:
    """Return the protocol of one server."""
    return type("ServerRequestProtocol", (RequestProtocol,), {"limits": limits, "open_connections": connections})


def _too_many_error() -> Unavailable:
    return Unavailable("too many connections are open", code="service.connections", given="one more", allowed="later")


def _header_error(limits: RequestLimits) -> Malformed:
    allowed = f"{limits.header_bytes} bytes"
    return Malformed("the headers of the request are too large", code="service.headers", given="more", allowed=allowed)


def connections_for_files(limits: RequestLimits) -> int:
    """Return how many connections the limit of open files allows, after raising it as far as the system lets this process: at most
    the number in the settings."""
    wanted = limits.connections + FILES_OF_THE_SERVICE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits.connections
    return max(1, soft - FILES_OF_THE_SERVICE)
