"""Limits for one client: connections, requests in a time, bytes in a body."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from math import inf
from time import monotonic

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import HousewayError, Malformed, Unavailable
from houseway.service.api.requests.errors import refusal_response, status_of
from houseway.service.api.requests.origins import SAFE_METHODS, check_host, check_origin
from houseway.service.connections import counted_address
from houseway.service.messages.refusals import refusal_from
from houseway.service.rate_limiter import RateLimiter
from houseway.service.request_address import request_address
from houseway.service.settings import RequestLimits, ServiceSettings

SESSION_COOKIE = "houseway_session"
_BODY_SECONDS = 10.0
"""A whole body must arrive within this time."""
_REFUSED_SOCKET = 1008


class RequestGuard:
    """Middleware that refuses excessive requests, and those from other sites, before anything reads them."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings, check_takes_work: Callable[[], None]) -> None:
        self._app, self._settings, self._check_takes_work = app, settings, check_takes_work
        limits = settings.limits
        self._sessions = RateLimiter(limits.requests_per_second, limits.requests_at_once)
        factor = limits.address_factor
        self._addresses = RateLimiter(limits.requests_per_second * factor, limits.requests_at_once * factor)
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = client_address(scope)
        try:
            with self._connection(address):
                self._check(scope, address)
                if scope["type"] == "http":
                    receive = await read_bounded_body(scope, receive, self._settings.limits)
                request_address.set(address)
                await self._app(scope, receive, send)
        except HousewayError as error:
            await _refuse(error, scope, receive, send)

    @contextmanager
    def _connection(self, address: str) -> Iterator[None]:
        limits = self._settings.limits
        if self._open.total() >= limits.connections or self._open[address] >= limits.connections_per_address:
            raise Unavailable("too many connections are open", code="service.connections", given="one more", allowed="later")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _check(self, scope: Scope, address: str) -> None:
        headers, now = Headers(scope=scope), monotonic()
        check_host(self._settings, headers)
        check_origin(self._settings, scope, headers)
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            self._check_takes_work()
        session = session_token(headers)
        key = sha256(session.encode()).hexdigest() if session else address
        if not (self._addresses.take(address, now) and self._sessions.take(key, now)):
            allowed = f"{self._settings.limits.requests_per_second:g} a second"
            raise Unavailable("too many requests", code="service.rate", given="one more", allowed=allowed)


def session_token(headers: Headers) -> str:
    """Return the token of a session from the cookie of a request; empty if there is none."""
    return cookie_parser(headers.get("cookie", "")).get(SESSION_COOKIE, "")


def client_address(scope: Scope) -> str:
    """Return the address of a client, or its network."""
    return counted_address(scope["client"][0] if scope.get("client") else "")


async def read_bounded_body(scope: Scope, receive: Receive, limits: RequestLimits) -> Receive:
    """Read the body of a request, and return a channel that gives it again. A body that is too large is refused."""
    if _declared_length(scope) > limits.body_bytes:
        raise _body_error(limits)
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while True:
                message = await receive()
                parts.append(message.get("body", b""))
                if sum(map(len, parts)) > limits.body_bytes:
                    raise _body_error(limits)
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise Malformed(
            "the body of the request did not arrive in time", code="service.slow", given="a part", allowed="all of it"
        ) from None
    return _replay(b"".join(parts), receive)


def _declared_length(scope: Scope) -> float:
    """Return the length that the headers declare; an unreadable one is too long."""
    declared = Headers(scope=scope).get("content-length", "0")
    return int(declared) if declared.isdecimal() and len(declared) < 16 else inf


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()  # whether the client goes away
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def _body_error(limits: RequestLimits) -> Malformed:
    allowed = f"{limits.body_bytes} bytes"
    return Malformed("the body is too large", code="service.body", given="more", allowed=allowed)


async def _refuse(error: HousewayError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with a refusal; a socket is closed before anything is sent."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _REFUSED_SOCKET, "reason": error.code})
        return
    await refusal_response(status_of(error), refusal_from(error), {"Retry-After": "1"})(scope, receive, send)
