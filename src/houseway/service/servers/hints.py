"""Hints between servers by PostgreSQL's LISTEN and NOTIFY: which streams have grown, and to what version, and what players have
sent for the chance of a round.

A hint is sent after the commit, from a connection of its own: NOTIFY inside the transaction would take a lock for the whole
database at its commit. Hints may be lost; whoever follows them also looks by itself now and then.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import structlog
from sqlalchemy.engine import URL

from houseway.store import StreamHead

if TYPE_CHECKING:
    import psycopg

CHANNEL = "houseway"
_STREAMS_AT_ONCE = 60
"""A notification has room for 8000 bytes, and a name of a stream for about a hundred."""
_CONTRIBUTIONS_AT_ONCE = 30
"""A hash or a value of a player takes about 200 bytes."""
_SECONDS_BEFORE_NEW_TRY = 1.0
_log = structlog.get_logger("houseway.servers")

Versions = Mapping[str, int]
Contribution = Mapping[str, Any]
"""A table with a player and his hash for the next round, or with a round and a value for it."""


class Hint(NamedTuple):
    """What another server has said."""

    sender: str
    grown: Versions
    """Streams with their versions."""
    watched: Sequence[str]
    """Tables that people watch there."""
    contributions: Sequence[Contribution]


Receive = Callable[[Hint], None]


class Hints:
    """Sends and receives hints. Methods but `add_soon` are called from one event loop."""

    def __init__(self, url: URL, sender: str, receive: Receive) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._sender, self._receive = sender, receive
        self._grown: dict[str, int] = {}
        self._watched: tuple[str, ...] = ()
        self._contributions: list[Contribution] = []
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._tasks = [
            asyncio.create_task(self._keep_connected(self._send), name="hints-sender"),
            asyncio.create_task(self._keep_connected(self._listen), name="hints-listener"),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def add_soon(self, heads: Sequence[StreamHead]) -> None:
        """Send a hint about streams that have grown. Any thread may call it; nothing waits for it."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self._add, heads)

    def _add(self, heads: Sequence[StreamHead]) -> None:
        self._grown |= {head.stream: head.version for head in heads}
        self._news.set()

    def show_watched(self, tables: Sequence[str]) -> None:
        """Tell the others which tables people watch here."""
        self._watched = tuple(tables)
        self._news.set()

    def share(self, contribution: Contribution) -> None:
        """Tell the others what a player has sent here for the chance of a round."""
        self._contributions.append(contribution)
        self._news.set()

    async def _keep_connected(self, work: "Callable[[psycopg.AsyncConnection], object]") -> None:
        """Work on a connection of its own, and on a new one when that is lost."""
        import psycopg  # a house on SQLite starts without it; any other has imported it with its database

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await work(connection)  # type: ignore[misc]  # both are coroutines
            except psycopg.Error as error:
                _log.warning("hints-interrupted", fault=type(error).__name__)
            await asyncio.sleep(_SECONDS_BEFORE_NEW_TRY)

    async def _send(self, connection: "psycopg.AsyncConnection") -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            for payload in self._take_payloads():
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    def _take_payloads(self) -> Iterator[str]:
        grown, watched, contributions = list(self._grown.items()), self._watched, self._contributions
        self._grown, self._watched, self._contributions = {}, (), []
        for start in range(0, max(len(grown), len(watched)), _STREAMS_AT_ONCE):
            part = slice(start, start + _STREAMS_AT_ONCE)
            yield self._payload(grown=dict(grown[part]), watched=watched[part])
        for start in range(0, len(contributions), _CONTRIBUTIONS_AT_ONCE):
            yield self._payload(contributions=contributions[start : start + _CONTRIBUTIONS_AT_ONCE])

    def _payload(self, **content: object) -> str:
        return json.dumps({"from": self._sender, "grown": {}, "watched": (), **content}, separators=(",", ":"))

    async def _listen(self, connection: "psycopg.AsyncConnection") -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        async for notification in connection.notifies():
            content = json.loads(notification.payload)
            if content["from"] != self._sender:
                self._receive(Hint(content["from"], content["grown"], content["watched"], content.get("contributions", ())))
