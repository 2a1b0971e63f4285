"""The WebSocket of a table."""

import structlog
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.limits import session_token
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.process.logs import describe_fault
from houseway.service.sockets.connection import RESTART, Closed, Connection
from houseway.service.sockets.frames import EXTENSION, WRITER, TableSocketProtocol

router = SubjectRouter()
log = structlog.get_logger()
NORMAL, FAULT = 1000, 1011
_LONGEST_REASON = 120
"""Bytes that a closing frame has room for."""


class SocketTransport:
    """Carries messages over a WebSocket. A binary message is read as a malformed one."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._writer: TableSocketProtocol | None = socket.scope.get("extensions", {}).get(EXTENSION, {}).get(WRITER)

    async def receive(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Closed(NORMAL)
        return message.get("text") or ""

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            raise Closed(NORMAL) from None

    def can_write(self) -> bool:
        return self._writer is not None and self._writer.can_write()

    def write(self, text: str) -> None:
        assert self._writer is not None, "it can write"
        self._writer.write_text(text)


@router.websocket("/api/tables/{table}/socket")
async def table_socket(socket: WebSocket, table: str, service: ServiceHere) -> None:
    """Carry one person's connection to a table: see docs/feed.md."""
    await socket.accept()
    connection = Connection(service, SocketTransport(socket), table, service.settings.feed)
    try:
        if service.draining:
            raise Closed(RESTART, "service.restart")
        await connection.run(session_token(socket.headers))
    except Closed as closed:
        await _close(socket, closed)
    except Exception as error:
        log.error("fault", route="/api/tables/{table}/socket", **describe_fault(error))
        await _close(socket, Closed(FAULT, "service.fault"))


async def _close(socket: WebSocket, closed: Closed) -> None:
    """Close a socket that is still open."""
    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        await socket.close(closed.code, closed.reason[:_LONGEST_REASON])
