"""Count, time and log each request by its route. A fault ends here: nothing outside learns its message."""

from http import HTTPStatus
from time import perf_counter

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.service.api.requests.errors import fault_response
from houseway.service.metrics import Metrics
from houseway.service.process.logs import describe_fault

log = structlog.get_logger()
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_MILLISECONDS = 1_000


class RequestRecorder:
    """Middleware around all routes."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        begun = perf_counter()
        try:
            await self._app(scope, receive, answer.send)
        except Exception as error:
            log.error("fault", route=_route(scope), **describe_fault(error))
            if not answer.status:
                await fault_response(error)(scope, receive, answer.send)
        self._record(scope, answer.status, perf_counter() - begun)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = _route(scope)
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        log.info("request", method=method, route=route, status=status, milliseconds=round(seconds * _MILLISECONDS, 1))


class _Answer:
    """Remembers the status that was sent."""

    def __init__(self, send: Send) -> None:
        self._send, self.status = send, 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = HTTPStatus(message["status"]).value
        await self._send(message)


def _route(scope: Scope) -> str:
    """Return the path of a route with the names of its parameters; the path itself may hold anything."""
    return str(getattr(scope.get("route"), "path", ""))
