"""Fetch what a house publishes, from outside the house. The house may be dishonest, and so may whoever answers for its name.

So nobody but the witness decides which machine is asked. Redirects are not followed. A name that leads into the witness's own
network (this machine, private and link-local addresses) is refused unless he allows that, and the connection goes to the very
address that was checked, so that a name which changes its meaning in between gains nothing. An address that is typed as numbers,
or as `localhost`, is the witness's own choice. An answer has a largest size, and has to come in time as a whole.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.parse import SplitResult, urljoin, urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request, build_opener

from houseway.errors import Malformed, NotAllowed, Unavailable

SECONDS_TO_ANSWER = 30.0
MOST_BYTES = 1 << 20
REFUSED = "witness.refused"
"""The code if the house answers, and refuses what was asked."""
_READ_AT_ONCE = 1 << 16
_LOCALHOST = "localhost"
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses behind which a translator reaches those of the fourth version."""
_REDIRECTS, _REFUSALS = range(300, 400), range(400, 500)
Address = IPv4Address | IPv6Address


class HouseSite:
    """The site of a house, by its address. Methods block."""

    def __init__(self, address: str, own_network: bool = False, seconds: float = SECONDS_TO_ANSWER) -> None:
        """With `own_network`, a name may lead into the own network, and a proxy of the environment is used."""
        self.address, self._seconds = address, seconds
        host = _check_address(address).hostname or ""
        is_typed = host == _LOCALHOST or _parse(host) is not None
        self._is_checked = not (own_network or is_typed)
        self._opener = _make_opener(self._make_connection, uses_proxy=own_network)
        self._connection: HTTPConnection | None = None

    def _make_connection(self, kind: type[HTTPConnection], host: str, **options: Any) -> HTTPConnection:
        self._connection = connection = kind(host, **options)
        if self._is_checked:
            connection._create_connection = _connect_outside  # type: ignore[attr-defined]  # as http.client itself sets it
        return connection

    def fetch(self, path: str) -> bytes:
        """Return what is at a path below `/api/log/`."""
        ends, limit = monotonic() + self._seconds, Timer(self._seconds, self._hang_up)
        limit.daemon = True
        limit.start()
        try:
            with self._opener.open(urljoin(f"{self.address.rstrip('/')}/api/log/", path), timeout=self._seconds) as answer:
                content = b"".join(self._read(answer, ends))
            if monotonic() > ends:
                raise self._no_answer(self._too_late)
            return content
        except HTTPError as error:
            raise self._status_error(error) from error
        except (OSError, HTTPException) as error:
            raise self._no_answer(str(error) or type(error).__name__) from error
        finally:
            limit.cancel()

    def _hang_up(self) -> None:
        """End a connection whose headers have not come in time, byte by byte."""
        with suppress(OSError, AttributeError):  # it may have ended meanwhile
            self._connection.sock.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]

    def _read(self, answer: Any, ends: float) -> Iterator[bytes]:
        """Yield the parts of an answer as they come. A house that sends a byte now and then would keep a witness for ever."""
        left = MOST_BYTES
        while part := answer.read1(_READ_AT_ONCE):
            yield part
            left -= len(part)
            if left < 0:
                raise self._no_answer(f"its answer is longer than {MOST_BYTES:,} bytes")
            if monotonic() > ends:
                raise self._no_answer(self._too_late)

    @property
    def _too_late(self) -> str:
        return f"its answer takes longer than {self._seconds:g} seconds"

    def _status_error(self, error: HTTPError) -> NotAllowed | Unavailable:
        if error.code in _REDIRECTS:
            said = f"{self.address} sends on to another address, which is not followed; name the address yourself"
            return NotAllowed(said, code="witness.redirect", given=error.code, allowed="an address that answers itself")
        if error.code in _REFUSALS:
            said = f"{self.address} refuses what was asked ({error.code})"
            return Unavailable(said, code=REFUSED, given=error.code, allowed="the address of a running house")
        return self._no_answer(f"status {error.code}")

    def _no_answer(self, why: str) -> Unavailable:
        said = f"{self.address} does not answer: {why}"
        return Unavailable(said, code="witness.address", given=self.address, allowed="the address of a running house")


def _check_address(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError:  # a port that is no number, or brackets without an address
        is_right = False
    if not is_right or not address.isprintable() or " " in address:
        raise Malformed(
            f"{address!r} is not the address of a house", code="witness.address", given=address, allowed="http://HOST:PORT"
        )
    return parts


MakeConnection = Callable[..., HTTPConnection]
"""Makes a connection of a class to a host."""


def _make_opener(make: MakeConnection, uses_proxy: bool) -> OpenerDirector:
    return build_opener(ProxyHandler() if uses_proxy else ProxyHandler({}), _NoRedirects(), _Plain(make), _Secure(make))


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


class _Plain(HTTPHandler):
    def __init__(self, make: MakeConnection) -> None:
        super().__init__()
        self._make = make

    def http_open(self, request: Request) -> Any:
        return self.do_open(partial(self._make, HTTPConnection), request)


class _Secure(HTTPSHandler):
    """The certificate is compared with the name that the witness has typed, whatever address was found for it."""

    def __init__(self, make: MakeConnection) -> None:
        super().__init__()
        self._make = make

    def https_open(self, request: Request) -> Any:
        return self.do_open(partial(self._make, HTTPSConnection), request)


def _connect_outside(place: tuple[str, int], timeout: float, source: object = None) -> socket.socket:
    """Connect to a name at an address outside the own network. All its addresses must be outside."""
    host, port = place
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    inside = [each for each in found if not _is_outside(each)]
    if inside or not found:
        raise NotAllowed(
            f"{host} leads to {', '.join(inside) or 'no address'}, which is in your own network; --own-network allows that",
            code="witness.own-network",
            given=inside[0] if inside else host,
            allowed="an address outside, or --own-network",
        )
    return _connect_to_first(found, port, timeout)


def _connect_to_first(addresses: list[str], port: int, timeout: float) -> socket.socket:
    *others, last = addresses
    for address in others:
        try:
            return socket.create_connection((address, port), timeout)
        except OSError:
            continue
    return socket.create_connection((last, port), timeout)


def _is_outside(address: str) -> bool:
    found = _parse(address)
    return found is not None and all(each.is_global and not each.is_multicast for each in _meant_by(found))


def _meant_by(address: Address) -> Iterator[Address]:
    """Yield an address, and those of the fourth version to which it leads."""
    if isinstance(address, IPv4Address):
        yield address
        return
    within = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _TRANSLATED:
        within.append(IPv4Address(int(address) & 0xFFFFFFFF))
    embedded = [each for each in within if each is not None]
    yield from embedded or [address]


def _parse(host: str) -> Address | None:
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None
