"""Read the end of a stream, page by page."""

from typing import Annotated

from pydantic import Field

from houseway.events import Event
from houseway.store import Store

PAGE = 100
"""Events on a page."""
EventNumber = Annotated[int, Field(ge=1, le=10**12)]


def latest_events(store: Store, stream: str, before: int | None = None) -> list[tuple[int, int, Event]]:
    """Return the last events of a stream before a number: for each its number, its time in milliseconds and the event."""
    end = min(store.stream_head(stream).version + 1, before or 1 << 62)
    found: list[tuple[int, int, Event]] = []
    for append in store.read(stream, max(end - PAGE - 1, 0)):
        number = append.first_version
        for command in append.commands:
            for event in command.events:
                if end - PAGE <= number < end:
                    found.append((number, command.at, event))
                number += 1
        if number >= end:
            break
    return found
