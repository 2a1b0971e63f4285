"""Players who are connected to the tables of a served house by WebSocket, and know only what they are sent."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from itertools import count
from time import perf_counter
from typing import Any

from pydantic_core import from_json, to_json
from websockets.asyncio.client import ClientConnection, connect

_BASE_WAGERS = ("ante", "pai-gow")
_SIMPLE_ACTS = ("pass-bank", "refuse-cut", "check", "play-exposed")
"""Acts that a player chooses whenever they are offered, and to which nothing has to be added."""
_WAITED_FOR = ("own", "options")
_PARSED = (b'"type":"answer"', b'"type":"snapshot"', *(f'"{name}":'.encode() for name in _WAITED_FOR))
"""What is in every message that a player has to parse."""
_LAST_NUMBER = re.compile(rb'"to":(\d+)')

Content = Mapping[str, Any]


class SocketPlayer:
    """Passes the bank, makes the base wager, checks while that is possible, and sets a legal hand."""

    def __init__(self, pause: Callable[[], Awaitable[None]], latencies: list[float]) -> None:
        self._pause, self._latencies = pause, latencies
        self._state: dict[str, Any] = {}
        self._number = -1
        """Of the last event that the player was sent."""
        self._ids = count(10_000_000)
        self._answers: dict[str, asyncio.Future[Content]] = {}
        self._changed = asyncio.Event()
        self._sent_at = 0.0
        self.is_connected = asyncio.Event()
        self.refused = Counter[str]()
        """Refusals by their codes."""

    async def play(self, address: str, token: str, connecting: asyncio.Semaphore, begin: asyncio.Event) -> None:
        """Connect, and play at a table from an event on, until the task is cancelled."""
        async with AsyncExitStack() as stack:
            async with connecting:
                opened = connect(address, max_size=None, proxy=None, compression=None, ping_interval=None, open_timeout=None)
                socket = await stack.enter_async_context(opened)
                await socket.send(to_json({"type": "hello", "as": "player", "token": token}).decode())
                reading = asyncio.create_task(self._read(socket))
                await self._changed.wait()
            self.is_connected.set()
            await begin.wait()
            try:
                while True:
                    await self._act_when_asked(socket)
            finally:
                reading.cancel()

    def waiting_seconds(self, now: float) -> float | None:
        """Return how long the player has waited for an answer; None if it waits for none."""
        return now - self._sent_at if self._answers else None

    async def _read(self, socket: ClientConnection) -> None:
        """Read messages. Those that say nothing new about the player himself are not parsed: all players share one process."""
        while True:
            content = await socket.recv(decode=False)
            if any(part in content for part in _PARSED):
                self._apply(from_json(content))
            elif found := _LAST_NUMBER.search(content):
                self._number = int(found[1])
            self._changed.set()

    def _apply(self, message: Content) -> None:
        if message["type"] == "answer":
            self._answers.pop(message["id"]).set_result(message)
            message = message.get("snapshot", {})
        self._number = message.get("to", message.get("number", self._number))
        self._state |= {name: message[name] for name in _WAITED_FOR if name in message}

    async def _act_when_asked(self, socket: ClientConnection) -> None:
        self._changed.clear()
        if self._choose() is None:
            await self._changed.wait()
            return
        await self._pause()
        chosen = self._choose()
        if chosen is not None:  # what was asked may have been decided meanwhile
            await self._send(socket, *chosen)

    async def _send(self, socket: ClientConnection, option: Content, facts: Content) -> None:
        command_id = str(next(self._ids))
        answered = self._answers[command_id] = asyncio.get_running_loop().create_future()
        command = {"type": "command", "id": command_id, "act": option["act"], "meaning": option["meaning"]}
        start = self._sent_at = perf_counter()
        await socket.send(to_json({**command, "facts": {**option["facts"], **facts}}).decode())
        answer = await answered
        self._latencies.append(perf_counter() - start)
        if not answer["ok"]:
            self.refused[answer["error"]["code"]] += 1
        while answer["ok"] and self._number < answer["version"]:
            self._changed.clear()
            await self._changed.wait()

    def _choose(self) -> tuple[Content, Content] | None:
        """Return the option that the player takes, and the facts that it adds; None while it is not asked."""
        for option in self._state.get("options", ()):
            match option["act"]:
                case act if act in _SIMPLE_ACTS:
                    return option, {}
                case "set-hand":
                    return option, {"low": self._legal_low(option["facts"]["position"])}
                case "play":
                    return option, {"amount": _least(option)}
                case "wager" if option["facts"]["wager"] in _BASE_WAGERS and not self._has_wager():
                    return option, {"amount": _least(option)}
        return None

    def _has_wager(self) -> bool:
        return any(option["act"] == "take-back" for option in self._state["options"])

    def _legal_low(self, position: int) -> object:
        hand = next(hand for hand in self._state["own"]["hands"] if hand["position"] == position)
        return next(setting["low"] for setting in hand["settings"] if setting["legal"])


def _least(option: Content) -> object:
    """Return the smallest amount or the first choice that is offered."""
    bound = option["bounds"]["amount"]
    return {"cents": bound["least"]} if bound["kind"] == "amount" else bound["choices"][0]
