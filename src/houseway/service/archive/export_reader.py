"""Read the appends of an exported log, with the texts and proofs that came with them. Whatever does not fit is refused."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.files.logs.checking import AppendLine, EventLine, LogLines, ProofLine
from houseway.files.logs.format import APPEND, ASKED, EDITION, HIDDEN, MANIFESTS, SEALED
from houseway.regulation import edition_text, hash_text
from houseway.regulation.editions import read_edition
from houseway.service.clock import MILLISECONDS
from houseway.service.evidence.stream_proofs import ExportedProofs
from houseway.service.integrity import MANIFEST_KINDS
from houseway.service.live.editions import BOOK, BOOK_HASH, HOUSE_WAY, SUBMISSION, text_edition
from houseway.store import CopiedAppend, Edition
from houseway.table.editions import RULES_EVENTS

_OF_THE_LOG = ("stream", "version", "at", "by", "seal", HIDDEN, SEALED, EDITION, MANIFESTS, ASKED)
"""Keys of a line that are not the event's."""
_MOST = 1 << 53
"""No number of a log is larger; databases take no larger ones."""
_LONGEST_NAME = 500
_UNREADABLE = (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration, RecursionError)


class ExportReader:
    """Reads the appends of an exported log. Iterate once; then `editions` and `proofs` have what came with them."""

    def __init__(self, path: Path) -> None:
        self.lines = LogLines(path)
        self.editions: dict[str, Edition] = {}
        self.proofs = ExportedProofs()
        self.events: list[EventLine] = []
        """The lines of the events of the append that was read last."""
        self._waiting: dict[str, list[EventLine]] = {}
        """Events of each stream that wait for the line of their append."""

    def __iter__(self) -> Iterator[CopiedAppend]:
        for line in self.lines.records():
            if not self.lines.is_export:
                raise self.refusal(
                    "this log was not exported from a store; houseway replay reads it",
                    "a log",
                    "a log written by `houseway export`",
                )
            if isinstance(line, AppendLine):
                yield self._read_append(line)
            elif isinstance(line, ProofLine):
                self.proofs.add(line.content)
            else:
                self._waiting.setdefault(line.stream, []).append(line)
                self._collect_texts(line.content)
        if not self.lines.complete:
            raise self.refusal("the log ends before its last line", "the end of the file", "the whole file")
        if self._waiting:
            stream = next(iter(self._waiting))
            raise self.refusal(f"the log has events of {stream} that no append has", stream, "events that were appended")

    def refusal(self, said: str, given: object, allowed: object) -> HousewayError:
        return self.lines.malformed(said, given, allowed)

    def _read_append(self, line: AppendLine) -> CopiedAppend:
        content = line.content
        try:
            self.events = self._waiting.pop(content[APPEND], [])
            events = iter(self.events)
            commands = [_stored_command(command, events) for command in content["commands"]]
            if next(events, None) is not None:
                raise ValueError("more events than the append has")
            return CopiedAppend(
                _name(content[APPEND]),
                _number(content["version"]),
                _number(commands[-1]["at"]),
                json.dumps(commands, ensure_ascii=False, separators=(",", ":")).encode(),
                content[SEALED].encode() if SEALED in content else None,
                bytes.fromhex(content["hash"]),
                _number(content["round"]) if "round" in content else None,
                _number(content["form"]),
            )
        except _UNREADABLE as error:
            raise self.refusal(
                "this line does not fit the events before it", str(error), "the append of these events"
            ) from error

    def _collect_texts(self, content: Mapping[str, Any]) -> None:
        """Collect the texts that came with an event. Each must be the one that the event names."""
        try:
            found = [*_rule_texts(content), *_manifests(content)]
        except (*_UNREADABLE, HousewayError) as error:
            raise self.refusal("a text in this line is not one that its event names", str(error), "the text") from error
        self.editions |= {edition.hash: edition for edition in found}


def _rule_texts(content: Mapping[str, Any]) -> Iterator[Edition]:
    """Yield the texts under which a table was opened."""
    if content.get("kind") not in RULES_EVENTS:
        return
    facts = content.get("facts", {})
    if EDITION in content:
        text = edition_text(content[EDITION])
        book, named = text_edition(BOOK, text), facts.get("book_edition", "")
        yield book
        if named and named != book.hash:
            raise ValueError(f"the edition is {book.hash}")
        if not named and "book_hash" in facts:
            if read_edition(text).hash != facts["book_hash"]:
                raise ValueError("the edition is of another book")
            yield Edition(facts["book_hash"], BOOK_HASH, book.hash)
    for kind, name in ((SUBMISSION, "submission"), (HOUSE_WAY, "house_way")):
        if facts.get(name):
            yield text_edition(kind, facts[name])


def _manifests(content: Mapping[str, Any]) -> Iterator[Edition]:
    for kind, hashed, text in content.get(MANIFESTS, ()):
        if kind not in MANIFEST_KINDS.values() or hash_text(text) != hashed:
            raise ValueError(f"{kind} {hashed}")
        yield Edition(hashed, kind, text)


def _stored_command(command: Mapping[str, Any], events: Iterator[EventLine]) -> dict[str, Any]:
    """Return a command as it was stored. Its events are the next ones of the stream, and say the same time and actor."""
    given = {key: value for key, value in command.items() if key != "count"}
    taken = [next(events).content for _ in range(_number(command["count"]))]
    shown = _number(command["at"]) // MILLISECONDS, command["by"]
    if any((event.get("at"), event.get("by")) != shown for event in taken):
        raise ValueError("an event with another time or actor than its command")
    asked = {ASKED: _stored_asked(taken[0][ASKED])} if taken and ASKED in taken[0] else {}
    if any(ASKED in event for event in taken[1:]):
        raise ValueError("an event that is not the first of its command and says what was asked")
    return {**given, **asked, "events": [_stored_event(event) for event in taken]}


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


def _name(value: object) -> str:
    """Return the name of a stream, or refuse it: databases do not take every character."""
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and value.isprintable():
        return value
    raise ValueError("this is not the name of a stream")


def _number(value: object) -> int:
    """Return a number of a log, or refuse it: no truth value is one, and no number that a database does not take."""
    if type(value) is int and 0 <= value < _MOST:
        return value
    raise ValueError(f"{str(value)[:40]} is not a number that a log has")
