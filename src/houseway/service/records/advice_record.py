"""The record of advice: who asked for what at a table, in the stream `advice:TABLE`.

A request names the table's version at which it was made. What the player saw then, and so the advice itself, follows from the
table's own stream; no card is in this one.
"""

import asyncio
from collections.abc import Iterator
from typing import NamedTuple

from houseway.errors import Malformed, Outdated, Unavailable
from houseway.events import Actor, Event
from houseway.service.clock import HouseClock
from houseway.store import AppendRequest, RecordedCommand, Store, StreamAppend

ADVICE_ASKED = "advice-asked"
HOUSE_WAY, EXPECTATION = SUBJECTS = ("house-way", "expectation")
"""What a player may ask for: how the house would act in his place, and what each of his choices is worth."""
_TRIES = 10


def advice_stream(table: str) -> str:
    return f"advice:{table}"


class AdviceRequest(NamedTuple):
    """Somebody's request for advice, as it is recorded."""

    at: int
    """In milliseconds."""
    player: str
    about: str
    round: int
    number: int
    """The version of the table when he asked."""
    position: int


class AdviceRecord:
    """Adds to the record of advice, and reads it."""

    def __init__(self, store: Store, clock: HouseClock) -> None:
        self._store, self._clock = store, clock

    async def add(self, table: str, by: Actor, about: str, round_number: int, number: int, position: int) -> None:
        """Record a request. When this returns, it is durable, and the advice may be given."""
        facts = {"about": about, "round": round_number, "number": number, "position": position, "by": by.name}
        await asyncio.to_thread(self._append, table, by, Event(ADVICE_ASKED, (), facts))

    def _append(self, table: str, by: Actor, event: Event) -> None:
        stream = advice_stream(table)
        for _ in range(_TRIES):
            head = self._store.stream_head(stream)
            command = RecordedCommand(self._clock.now(head.at), by, (event,))
            (result,) = self._store.append([AppendRequest((StreamAppend(stream, head.version, (command,)),))])
            if isinstance(result, Outdated):
                continue
            if isinstance(result, Exception):
                raise result
            return
        raise Unavailable("too many people ask for advice at once", code="advice.busy", given=table, allowed="ask again")

    def requests_in(self, table: str, round_number: int) -> Iterator[AdviceRequest]:
        """Yield the requests of a round, in order. It blocks."""
        for append in self._store.read(advice_stream(table)):
            for command in append.commands:
                for event in command.events:
                    request = _read_request(command.at, event)
                    if request.round == round_number:
                        yield request


def _read_request(at: int, event: Event) -> AdviceRequest:
    if event.kind != ADVICE_ASKED:
        said = f"{event.kind!r} is not an event of advice"
        raise Malformed(said, code="advice.event", given=event.kind, allowed=ADVICE_ASKED)
    numbers = (event.number(name) for name in ("round", "number", "position"))
    return AdviceRequest(at, event.text("by"), event.text("about"), *numbers)
