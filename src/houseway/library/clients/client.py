"""A client of a running service: `Client`."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

import httpx

from houseway.library.clients import service_calls as calls
from houseway.library.clients.service_calls import ServiceCall

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

Act = str | Mapping[str, Any]
"""An act by its name, or an option as `options` returns it."""


class Client:
    """A session at a house that `houseway serve` runs. Refusals are raised as the exceptions that they are there.

    with hw.Client("http://127.0.0.1:8000") as client:
        client.join("Ann")
        client.act("UTH-1", "sit", position=1)
        client.act("UTH-1", "buy-in", amount="$500")
        for option in client.options("UTH-1"):
            print(option["act"], option["facts"])
    """

    def __init__(
        self,
        address: str = calls.DEFAULT_ADDRESS,
        *,
        timeout: float | None = calls.SECONDS,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Name the service. Nothing is sent yet; a transport replaces the network, for tests."""
        self.address = calls.check_address(address)
        calls.check_timeout(timeout)
        self._http = httpx.Client(base_url=self.address, timeout=timeout, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. The session goes on; `log_out` ends it."""
        self._http.close()

    def __repr__(self) -> str:
        return f"<client of {self.address}>"

    # Sessions

    def log_in(self, login: str, password: str) -> dict[str, Any]:
        """Begin a session with an account. Return the person."""
        return self._person(calls.log_in_call(login, password))

    def join(self, name: str) -> dict[str, Any]:
        """Begin a session as a guest, with play money. Return the person."""
        return self._person(calls.guest_call(name))

    def log_out(self) -> None:
        self.send(ServiceCall("DELETE", "/api/session"))

    @property
    def person(self) -> dict[str, Any] | None:
        """Return who has the session; None without one."""
        found: dict[str, Any] | None = self.get("/api/session")["person"]
        return found

    def _person(self, call: ServiceCall) -> dict[str, Any]:
        found: dict[str, Any] = self.send(call)["person"]
        return found

    # Tables

    def tables(self) -> list[dict[str, Any]]:
        """Return the tables of the house, with limits, seats, meters and state."""
        found: list[dict[str, Any]] = self.get("/api/tables")["tables"]
        return found

    def table(self, table: str, role: str = "player") -> dict[str, Any]:
        """Return a table as you may see it now: as player, dealer, floor or watch."""
        found: dict[str, Any] = self.send(calls.table_call(table, role))
        return found

    def options(self, table: str, role: str = "player") -> list[dict[str, Any]]:
        """Return what you may do now. An option may be given to `act`, with the facts that it leaves open."""
        found: list[dict[str, Any]] = self.send(calls.table_call(table, role, "/options"))["options"]
        return found

    def act(self, table: str, act: Act, *, role: str = "player", command_id: str | None = None, **facts: object) -> Any:
        """Do something at a table. When this returns, it is stored; the same `command_id` again changes nothing."""
        return self.send(calls.command_call(table, calls.command_message(act, facts, command_id), role))

    def preview(self, table: str, act: Act, *, role: str = "player", **facts: object) -> Any:
        """Return what an act would lead to, without doing it."""
        return self.send(calls.command_call(table, calls.command_message(act, facts, None), role, "preview"))

    def connect(self, table: str, role: str = "player", *, last: int | None = None) -> "ClientFeed":
        """Open the feed of a table: a WebSocket with a snapshot, then numbered updates."""
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        address = calls.socket_address(self.address, table)
        open_files = ExitStack()
        try:
            connection = open_files.enter_context(connect(address, max_size=calls.LARGEST_MESSAGE))
        except (OSError, WebSocketException) as error:
            raise calls.unreachable(address, error) from error
        connection.send(calls.hello(role, self._http.cookies.get(calls.SESSION_COOKIE), last))
        return ClientFeed(connection, open_files)

    # Anything else

    def get(self, path: str, **query: str) -> Any:
        """Ask for anything that the interface offers; /api/openapi.json describes it."""
        return self.send(ServiceCall("GET", path, query=query))

    def post(self, path: str, **content: Any) -> Any:
        return self.send(ServiceCall("POST", path, content))

    def send(self, call: ServiceCall) -> Any:
        """Send a request, and return what is answered, or raise the refusal."""
        try:
            answer = self._http.request(call.method, call.path, **call.options())
        except httpx.TransportError as error:
            raise calls.unreachable(self.address, error) from error
        return calls.read_answer(answer.status_code, answer.content)


class ClientFeed:
    """One person's connection to a table. Iterate over its messages; docs/feed.md describes them."""

    def __init__(self, connection: "ClientConnection", open_files: ExitStack) -> None:
        self._connection, self._open_files = connection, open_files

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open_files.close()

    def receive(self, timeout: float | None = None) -> dict[str, Any]:
        """Return the next message; raise TimeoutError if none comes in time."""
        from websockets.exceptions import ConnectionClosed

        try:
            message: dict[str, Any] = json.loads(self._connection.recv(timeout))
        except ConnectionClosed as closed:
            raise calls.feed_ended(self._connection.close_code, self._connection.close_reason or "") from closed
        return message

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield messages until the connection is closed in good order."""
        for text in self._connection:
            yield json.loads(text)

    def send(self, message: Mapping[str, Any]) -> None:
        self._connection.send(calls.encode_content(message))

    def act(self, act: Act, **facts: object) -> str:
        """Send a command, and return its id: the message of type `answer` with this id says what became of it."""
        message = calls.command_message(act, facts, None)
        self.send({"type": "command", **message})
        return str(message["id"])
