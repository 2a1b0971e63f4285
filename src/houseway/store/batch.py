"""Decide which requests of a batch are stored. The function is pure, and every store uses it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from houseway.errors import Corrupted, HousewayError, Malformed, Outdated
from houseway.store.chain import Link, add_link, checked_appends
from houseway.store.contract import (
    Appended,
    AppendRequest,
    AppendResult,
    CopiedAppend,
    Edition,
    Line,
    Projection,
    StreamAppend,
    StreamHead,
    edition_conflict_error,
)

StoredHeads = Mapping[str, StreamHead | Corrupted]
"""Where streams stand, by name. An entry that cannot be read is an error, which refuses what would be added to that stream."""


@dataclass
class Batch:
    """What a store has to write, and the result of each request."""

    results: list[AppendResult] = field(default_factory=list)
    heads: dict[str, StreamHead] = field(default_factory=dict)
    """Where the streams that grow stand afterwards."""
    links: list[tuple[str, Link]] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    """Answers by command id."""
    round_starts: list[tuple[str, int, int]] = field(default_factory=list)
    """Stream, number of the round, and the version before its first command."""
    editions: dict[str, Edition] = field(default_factory=dict)
    """Texts that are not stored yet, by hash."""
    projections: list[Projection] = field(default_factory=list)
    """Rows of reports, in the order in which they are to be written."""


def decide_batch(
    requests: Sequence[AppendRequest],
    heads: StoredHeads,
    answers: Mapping[str, str],
    editions: Mapping[str, Edition],
) -> Batch:
    """Take the requests in order. Each sees what the earlier ones have added; a refused one adds nothing.

    `heads`, `answers` and `editions` are what is stored of the streams, command ids and texts that the requests name.
    """
    batch, broken = Batch(), {request.line for request in requests if request.line is not None and request.line.is_broken}
    for request in requests:
        stored = answers.get(request.command_id, batch.answers.get(request.command_id)) if request.command_id else None
        if stored is not None:
            batch.results.append(Appended((), stored, repeated=True))
            _break_line(request, broken)
            continue
        try:
            _check_line(request, broken)
            if request.editions:
                _check_editions({**editions, **batch.editions}, request)
            batch.results.append(_append_request(batch, request, heads))
            batch.editions |= {each.hash: each for each in request.editions if each.hash not in editions}
            batch.projections += request.projections
        except HousewayError as refusal:
            batch.results.append(refusal)
            _break_line(request, broken)
    return batch


def decide_copy(copied: Iterable[CopiedAppend], heads: StoredHeads) -> Batch:
    """Return what a store has to write to have appends of another store as they are. A broken chain raises."""
    batch = Batch()
    for each in copied:
        head = _head_before(each.stream, batch, heads)
        link = Link(head.version, each.version, each.at, each.form, each.content, each.sealed, each.hash)
        (checked,) = checked_appends(head, [link])
        if each.round is not None:
            batch.round_starts.append((each.stream, each.round, head.version))
        batch.links.append((each.stream, link))
        batch.heads[each.stream] = replace(checked.head, round=head.round if each.round is None else each.round)
    return batch


def _break_line(request: AppendRequest, broken: set[Line]) -> None:
    """Note that a request was not stored now: those after it in its line rest on what is not there."""
    if request.line is not None:
        broken.add(request.line)


def _check_line(request: AppendRequest, broken: Collection[Line]) -> None:
    if request.line is not None and request.line in broken:
        raise Outdated(
            "a command before this one was not stored, and this one was decided on what would have followed from it",
            code="store.line",
            given="the state after a command that was not stored",
            allowed="the stored state",
        )


def _head_before(stream: str, batch: Batch, heads: StoredHeads) -> StreamHead:
    """Return where a stream stands after what the batch has added, or raise what is wrong with its entry."""
    found = batch.heads.get(stream) or heads.get(stream, StreamHead(stream))
    if isinstance(found, Corrupted):
        raise found
    return found


def _append_request(batch: Batch, request: AppendRequest, heads: StoredHeads) -> Appended:
    before = {part.stream: _head_before(part.stream, batch, heads) for part in request.parts}
    _check_request(request, before)
    after = []
    for part in request.parts:
        head = before[part.stream]
        if part.round is not None and part.round > head.round:
            batch.round_starts.append((part.stream, part.round, head.version))
        link, new = add_link(head, part)
        batch.links.append((part.stream, link))
        batch.heads[part.stream] = new
        after.append(new)
    if request.command_id:
        batch.answers[request.command_id] = request.answer
    return Appended(tuple(after), request.answer)


def _check_editions(stored: Mapping[str, Edition], request: AppendRequest) -> None:
    for edition in request.editions:
        if not stored.get(edition.hash, edition).has_text_of(edition):
            raise edition_conflict_error(edition)


def _check_request(request: AppendRequest, before: Mapping[str, StreamHead]) -> None:
    if not request.parts:
        raise Malformed("a request must add something", code="store.request", given="no streams", allowed="one or more streams")
    if len(before) != len(request.parts):
        raise Malformed("a request names a stream twice", code="store.request", given="twice", allowed="each stream once")
    for part in request.parts:
        _check_part(part, before[part.stream])


def _check_part(part: StreamAppend, head: StreamHead) -> None:
    if not part.stream or not part.commands or not all(command.events for command in part.commands):
        raise Malformed(
            "a request needs the name of a stream and at least one event for each command",
            code="store.request",
            given=f"{part.stream!r} with {part.event_count} events",
            allowed="one event or more for each command",
        )
    if part.expected_version != head.version:
        raise Outdated(
            f"{part.stream} is at event {head.version}, and this command was decided at event {part.expected_version}",
            code="store.version",
            given=part.expected_version,
            allowed=head.version,
            stream=part.stream,
        )
    _check_order(part, head)


def _check_order(part: StreamAppend, head: StreamHead) -> None:
    """Time and rounds never go back."""
    last = head.at
    for command in part.commands:
        if command.at < last:
            raise Malformed(
                f"{part.stream} is already at the time {last}", code="store.time", given=command.at, allowed=f"{last} or later"
            )
        last = command.at
    if part.round is not None and part.round < head.round:
        raise Malformed(
            f"{part.stream} is already in round {head.round}",
            code="store.round",
            given=part.round,
            allowed=f"{head.round} or later",
        )
