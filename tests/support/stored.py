"""Requests to a store, made short."""

from houseway.events import Actor, Event, Role
from houseway.store import AppendRequest, RecordedCommand, StreamAppend

FLOOR = Actor(Role.FLOOR, "Fay")
TABLE, METER = "table:PG-1", "meter:progressive/main"


def said(*words):
    """Events that can be told apart."""
    return tuple(Event("conduct-recorded", (), {"what": word}) for word in words)


def words_of(appends):
    return [event.text("what") for each in appends for event in each.events]


def part(stream, expected, *words, at=1_000, in_round=None, sealed=None):
    return StreamAppend(stream, expected, (RecordedCommand(at, FLOOR, said(*words)),), in_round, sealed)


def request(*parts, command="", answer=""):
    return AppendRequest(parts, command, answer)


def append(store, *requests):
    """Append and return the results; a refusal is raised."""
    results = store.append(requests)
    for result in results:
        if isinstance(result, Exception):
            raise result
    return results
