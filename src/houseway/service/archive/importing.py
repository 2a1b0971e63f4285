"""Import what `exporting` has written: the same streams, with the same heads.

A log is read twice: first every seal and every link of the hash chains is checked, then it is written. A stream that the store has
already must agree with the log as far as both go; what is there is not written again.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.errors import Corrupted, HousewayError, NotAllowed
from houseway.files.log_checking import AppendLine, EventLine, LogLines, ProofLine
from houseway.files.log_format import APPEND, ASKED, EDITION, HIDDEN, SEALED
from houseway.regulation import edition_text
from houseway.reports.rebuilding import forget_filling
from houseway.service.evidence.stream_proofs import ExportedProofs
from houseway.service.live.editions import BOOK, BOOK_HASH, HOUSE_WAY, SUBMISSION, text_edition
from houseway.store import CopiedAppend, Edition, Store, StreamHead
from houseway.store.batch import decide_copy
from houseway.table.editions import RULES_EVENTS

_AT_ONCE = 200
"""Appends that are written together."""
_OF_THE_LOG = ("stream", "version", "at", "by", "seal", HIDDEN, SEALED, EDITION, ASKED)
"""Keys of a line that are not the event's."""
Progress = Callable[[int, int], None]
"""Called with the number of parts done and the total."""


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A log whose streams are in the store now."""

    path: Path
    streams: int
    events: int
    """Events that were not there before."""
    proofs: ExportedProofs
    """Where the streams are in the log of the house from which they were exported."""


def import_logs(store: Store, paths: Iterable[Path], progress: Progress | None = None) -> tuple[ImportedFile, ...]:
    """Add the streams of exported logs to a store. All logs are checked before anything is written."""
    files, imported = list(paths), list[ImportedFile]()
    for number, path in enumerate(files, start=1):
        _check_against(store, path)
        if progress:
            progress(number, 2 * len(files))
    forget_filling(store)
    for number, path in enumerate(files, start=1):
        imported.append(_import_file(store, path))
        if progress:
            progress(len(files) + number, 2 * len(files))
    return tuple(imported)


class ExportReader:
    """Reads the appends of an exported log. Iterate once; then `editions` and `proofs` have what came with them."""

    def __init__(self, path: Path) -> None:
        self.lines = LogLines(path)
        self.editions: dict[str, Edition] = {}
        self.proofs = ExportedProofs()
        self._events: dict[str, list[EventLine]] = {}
        """Events of each stream that wait for the line of their append."""

    def __iter__(self) -> Iterator[CopiedAppend]:
        for line in self.lines.records():
            if not self.lines.is_export:
                raise self._refusal(
                    "this log was not exported from a store; houseway replay reads it",
                    "a log",
                    "a log written by `houseway export`",
                )
            if isinstance(line, AppendLine):
                yield self._read_append(line)
            elif isinstance(line, ProofLine):
                self.proofs.add(line.content)
            else:
                self._events.setdefault(line.stream, []).append(line)
                self._collect_editions(line.content)
        if not self.lines.complete:
            raise self._refusal("the log ends before its last line", "the end of the file", "the whole file")

    def _refusal(self, said: str, given: object, allowed: object) -> HousewayError:
        return self.lines.malformed(said, given, allowed)

    def _read_append(self, line: AppendLine) -> CopiedAppend:
        content = line.content
        try:
            events = iter(self._events.pop(content[APPEND], ()))
            commands = [_stored_command(command, events) for command in content["commands"]]
            if next(events, None) is not None:
                raise ValueError("more events than the append has")
            return CopiedAppend(
                content[APPEND],
                content["version"],
                commands[-1]["at"],
                json.dumps(commands, ensure_ascii=False, separators=(",", ":")).encode(),
                content[SEALED].encode() if SEALED in content else None,
                bytes.fromhex(content["hash"]),
                content.get("round"),
                content["form"],
            )
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration) as error:
            raise self._refusal(
                "this line does not fit the events before it", str(error), "the append of these events"
            ) from error

    def _collect_editions(self, content: Mapping[str, Any]) -> None:
        """Collect the texts under which a table was opened. That they are what the event names is checked when it is folded."""
        if content.get("kind") not in RULES_EVENTS:
            return
        facts = content.get("facts", {})
        found = []
        if EDITION in content:
            found.append(text_edition(BOOK, edition_text(content[EDITION])))
            if "book_edition" not in facts and "book_hash" in facts:
                found.append(Edition(facts["book_hash"], BOOK_HASH, found[0].hash))
        found += [
            text_edition(kind, facts[name])
            for kind, name in ((SUBMISSION, "submission"), (HOUSE_WAY, "house_way"))
            if facts.get(name)
        ]
        self.editions |= {edition.hash: edition for edition in found}


def _stored_command(command: Mapping[str, Any], events: Iterator[EventLine]) -> dict[str, Any]:
    """Return a command as it was stored. Its events are the next ones of the stream."""
    given = {key: value for key, value in command.items() if key != "count"}
    lines = [next(events).content for _ in range(command["count"])]
    asked = {ASKED: _stored_asked(lines[0][ASKED])} if ASKED in lines[0] else {}
    return {**given, **asked, "events": [_stored_event(line) for line in lines]}


def _stored_asked(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was asked as it was stored, without facts that were sealed there."""
    hidden = content.get(HIDDEN, ())
    facts = {name: fact for name, fact in content.get("facts", {}).items() if name not in hidden}
    stored = {key: value for key, value in content.items() if key != HIDDEN and (key != "facts" or facts)}
    return {**stored, "facts": facts} if facts and hidden else stored


def _stored_event(content: Mapping[str, Any]) -> dict[str, Any]:
    hidden = content.get(HIDDEN, ())
    event = {key: value for key, value in content.items() if key not in _OF_THE_LOG}
    return {**event, "facts": {name: fact for name, fact in content["facts"].items() if name not in hidden}}


def _check_against(store: Store, path: Path) -> None:
    """Check every seal of a log and every link of its chains, and that the store has no other history of a stream."""
    heads: dict[str, StreamHead] = {}
    before: dict[str, int] = {}
    stored = {head.stream: head for head in store.stream_heads()}
    for append in ExportReader(path):
        try:
            heads |= decide_copy([append], heads).heads
        except Corrupted as error:
            raise Corrupted(f"{path}: {error.message}", code=error.code, stream=append.stream) from error
        there = stored.get(append.stream)
        if there is not None and before.get(append.stream, 0) < there.version <= append.version:
            _check_same(path, there, heads[append.stream])
        before[append.stream] = append.version
    for head in heads.values():
        if head.stream in stored and head.version < stored[head.stream].version:
            _check_same(path, store.head_at(head.stream, head.version), head)


def _check_same(path: Path, stored: StreamHead, read: StreamHead) -> None:
    if (stored.version, stored.hash) != (read.version, read.hash):
        raise NotAllowed(
            f"{path}: the database has another history of {read.stream} up to event {read.version}",
            code="import.history",
            given=read.hash.hex(),
            allowed=stored.hash.hex(),
        )


def _import_file(store: Store, path: Path) -> ImportedFile:
    reader, waiting, added = ExportReader(path), list[CopiedAppend](), 0
    stored = {head.stream: head.version for head in store.stream_heads()}
    versions: dict[str, int] = {}
    for append in reader:
        before, versions[append.stream] = versions.get(append.stream, 0), append.version
        if append.version > stored.get(append.stream, 0):
            waiting.append(append)
            added += append.version - before
        if len(waiting) == _AT_ONCE:
            store.copy_appends(waiting)
            waiting.clear()
    for edition in reader.editions.values():
        store.save_edition(edition)
    if waiting:
        store.copy_appends(waiting)
    return ImportedFile(path, len(versions), added, reader.proofs)
