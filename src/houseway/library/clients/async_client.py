"""A client of a running service for programs that use asyncio: `AsyncClient`."""

import json
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any, Self

import httpx

from houseway.library.clients import service_calls as calls
from houseway.library.clients.service_calls import ServiceCall

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

Act = str | Mapping[str, Any]


class AsyncClient:
    """As `Client`, with methods to be awaited.

    async with hw.AsyncClient() as client:
        await client.join("Ann")
        async with await client.connect("UTH-1") as feed:
            async for message in feed:
                print(message["type"])
    """

    def __init__(
        self,
        address: str = calls.DEFAULT_ADDRESS,
        *,
        timeout: float | None = calls.SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Name the service. Nothing is sent yet; a transport replaces the network, for tests."""
        self.address = calls.check_address(address)
        calls.check_timeout(timeout)
        self._http = httpx.AsyncClient(base_url=self.address, timeout=timeout, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections. The session goes on; `log_out` ends it."""
        await self._http.aclose()

    def __repr__(self) -> str:
        return f"<client of {self.address}>"

    async def log_in(self, login: str, password: str) -> dict[str, Any]:
        """Begin a session with an account. Return the person."""
        return await self._person(calls.log_in_call(login, password))

    async def join(self, name: str) -> dict[str, Any]:
        """Begin a session as a guest, with play money. Return the person."""
        return await self._person(calls.guest_call(name))

    async def log_out(self) -> None:
        await self.send(ServiceCall("DELETE", "/api/session"))

    async def _person(self, call: ServiceCall) -> dict[str, Any]:
        found: dict[str, Any] = (await self.send(call))["person"]
        return found

    async def tables(self) -> list[dict[str, Any]]:
        """Return the tables of the house, with limits, seats, meters and state."""
        found: list[dict[str, Any]] = (await self.get("/api/tables"))["tables"]
        return found

    async def table(self, table: str, role: str = "player") -> dict[str, Any]:
        """Return a table as you may see it now: as player, dealer, floor or watch."""
        found: dict[str, Any] = await self.send(calls.table_call(table, role))
        return found

    async def options(self, table: str, role: str = "player") -> list[dict[str, Any]]:
        """Return what you may do now. An option may be given to `act`, with the facts that it leaves open."""
        found: list[dict[str, Any]] = (await self.send(calls.table_call(table, role, "/options")))["options"]
        return found

    async def act(self, table: str, act: Act, *, role: str = "player", command_id: str | None = None, **facts: object) -> Any:
        """Do something at a table. When this returns, it is stored; the same `command_id` again changes nothing."""
        return await self.send(calls.command_call(table, calls.command_message(act, facts, command_id), role))

    async def preview(self, table: str, act: Act, *, role: str = "player", **facts: object) -> Any:
        """Return what an act would lead to, without doing it."""
        return await self.send(calls.command_call(table, calls.command_message(act, facts, None), role, "preview"))

    async def connect(self, table: str, role: str = "player", *, last: int | None = None) -> "AsyncClientFeed":
        """Open the feed of a table: a WebSocket with a snapshot, then numbered updates."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        address = calls.socket_address(self.address, table)
        try:
            connection = await connect(address, max_size=calls.LARGEST_MESSAGE)
        except (OSError, WebSocketException) as error:
            raise calls.unreachable(address, error) from error
        await connection.send(calls.hello(role, self._http.cookies.get(calls.SESSION_COOKIE), last))
        return AsyncClientFeed(connection)

    async def get(self, path: str, **query: str) -> Any:
        """Ask for anything that the interface offers; /api/openapi.json describes it."""
        return await self.send(ServiceCall("GET", path, query=query))

    async def post(self, path: str, **content: Any) -> Any:
        return await self.send(ServiceCall("POST", path, content))

    async def send(self, call: ServiceCall) -> Any:
        """Send a request, and return what is answered, or raise the refusal."""
        try:
            answer = await self._http.request(call.method, call.path, **call.options())
        except httpx.TransportError as error:
            raise calls.unreachable(self.address, error) from error
        return calls.read_answer(answer.status_code, answer.content)


class AsyncClientFeed:
    """One person's connection to a table. Iterate over its messages; docs/feed.md describes them."""

    def __init__(self, connection: "ClientConnection") -> None:
        self._connection = connection

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._connection.close()

    async def receive(self) -> dict[str, Any]:
        """Return the next message."""
        from websockets.exceptions import ConnectionClosed

        try:
            message: dict[str, Any] = json.loads(await self._connection.recv())
        except ConnectionClosed as closed:
            raise calls.feed_ended(self._connection.close_code, self._connection.close_reason or "") from closed
        return message

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        """Yield messages until the connection is closed in good order."""
        async for text in self._connection:
            yield json.loads(text)

    async def send(self, message: Mapping[str, Any]) -> None:
        await self._connection.send(calls.encode_content(message))

    async def act(self, act: Act, **facts: object) -> str:
        """Send a command, and return its id: the message of type `answer` with this id says what became of it."""
        message = calls.command_message(act, facts, None)
        await self.send({"type": "command", **message})
        return str(message["id"])
