"""Copies of a store in which somebody has changed appends: the copy computes every hash anew."""

from houseway.service.live.editions import editions_of
from houseway.store import AppendRequest, StreamAppend
from tests.support.stored import append as store_append


def copy_store(source, target, edit=lambda append: (append.commands, append.sealed)):
    """Copy all streams. `edit` returns the commands and the sealed part of each append; without commands it is left out."""
    for head in source.stream_heads():
        copy_stream(source, target, head.stream, edit)


def copy_stream(source, target, stream, edit):
    version, round_number, requests = 0, 0, []
    for append in source.read(stream):
        commands, sealed = edit(append)
        if not commands:
            continue
        number = round_number if stream.startswith("table:") else None
        editions = tuple(edition for event in append.events for edition in editions_of(event))
        part = StreamAppend(stream, version, tuple(commands), number, sealed)
        requests.append(AppendRequest((part,), editions=editions))
        version += part.event_count
        started = [event.number("number") for event in append.events if event.kind == "round-started"]
        round_number = started[-1] if started else round_number
    store_append(target, *requests)
