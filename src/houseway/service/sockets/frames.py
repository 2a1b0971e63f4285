"""The server's end of a WebSocket, which sends short messages to many people with little work for each.

It extends uvicorn's protocol, whose attributes may change with any version, so pyproject.toml names the versions that were tried.
"""

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Opcode
from websockets.protocol import State

EXTENSION, WRITER = "houseway.frames", "writer"
"""The extension of the ASGI scope that gives an application the protocol of its socket."""
MOST_UNREAD = 4
"""Messages of one client that wait to be taken. Until there is room again, nothing more is read from him."""
_FINAL = 0x80
_SHORT, _MEDIUM = 126, 1 << 16
"""From these sizes on, the length of a frame follows in two or in eight bytes (RFC 6455, 5.2)."""


class TableSocketProtocol(WebSocketsSansIOProtocol):
    """Writes a message at once if nothing stands before it, and goes on reading while a few messages wait to be taken."""

    when_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: {WRITER: self}}
        await super().run_asgi()

    def can_write(self) -> bool:
        """Return whether a message can be written now: the client is there, and reads what he is sent."""
        is_open = self.conn.state is State.OPEN and not self.close_sent and not self.disconnected
        return is_open and self.writable.is_set() and not self.transport.is_closing()

    def write_text(self, text: str) -> None:
        content = text.encode()
        self.transport.write(_frame_header(len(content)) + content)

    def send_receive_event_to_app(self) -> None:
        """Hand over a message. To pause after each one, as uvicorn does, costs more than to read it. Whoever was told that the
        connection ends is read until he answers, although nobody takes what still waits."""
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        if not (was_paused or self.close_sent) and self.queue.qsize() >= MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()


def _frame_header(size: int) -> bytes:
    """Return the header of a text frame that is a whole message. A server's frames are not masked."""
    first = _FINAL | Opcode.TEXT
    if size < _SHORT:
        return bytes((first, size))
    if size < _MEDIUM:
        return bytes((first, _SHORT)) + size.to_bytes(2)
    return bytes((first, _SHORT + 1)) + size.to_bytes(8)
