"""The lines of a log, read one by one and checked: form, order, seals, counts. What the events mean is checked in `log`.

All formats are read. The first has no heading: the table's events come first, then those of each meter, each stream with
seals of its own, and the first line says how many events of each stream follow.
"""

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from houseway.errors import Malformed, describe_os_error, quote
from houseway.files.logs.format import (
    APPEND,
    CHECKPOINT,
    END,
    EXPORT_FORMATS,
    FORMATS,
    HEADING,
    PROGRAM,
    PROOF,
    ROUND,
    ROUND_STARTED,
    SEAL,
    TABLE,
    SealChain,
)

CORRUPTED = "log.corrupted"
MAX_LINE_BYTES = 1 << 24
"""The longest line that is read. The first event holds the submission and the house way."""
EXPECTED_CONTENT = "a log written by `houseway deal --log` or `houseway play --log`"
EVENT_COUNTS = "follow"
"""The key in the first line of the first format for the number of events of each stream."""
_SEALED = re.compile(rf'(?P<text>\{{.*), "seal": "(?P<seal>[0-9a-f]{{{SEAL}}})"\}}', re.DOTALL)


class AppendLine(NamedTuple):
    """A line of an export that says how the events before it were appended to their stream."""

    number: int
    content: Mapping[str, Any]


class ProofLine(NamedTuple):
    """A line of an export with a checkpoint of the house's log, or with the place of a stream's end in it."""

    number: int
    content: Mapping[str, Any]


class EventLine(NamedTuple):
    """A line with an event. Its form and seal are in order."""

    number: int
    stream: str
    content: Mapping[str, Any]

    @property
    def starts_round(self) -> bool:
        return self.content.get("kind") == ROUND_STARTED and self.stream.startswith(f"{TABLE}:")


Record = EventLine | AppendLine | ProofLine


class LogLines:
    """Reads the lines of a log. Iterate once; then `counts` and `complete` are known."""

    def __init__(self, path: Path) -> None:
        self.path, self.number = path, 0
        self.counts: Counter[str] = Counter()
        self.complete = False
        """Whether the log ends as it was closed. Otherwise it was interrupted, or cut."""
        self.program = ""
        """The program that wrote the log, if its heading names one."""
        self._format: _FirstFormat | _SecondFormat | None = None

    def __iter__(self) -> Iterator[EventLine]:
        """Yield the lines with events."""
        return (line for line in self.records() if isinstance(line, EventLine))

    def records(self) -> Iterator[Record]:
        """Yield the lines with events, and those of an export that say how they were appended and prove where they are."""
        try:
            with self.path.open("rb") as file:
                yield from self._read_lines(file)
        except OSError as error:
            raise Malformed(
                f"{self.path} cannot be read: {describe_os_error(error)}", code="log.file", given=str(self.path)
            ) from error
        if self._format is None:
            raise Malformed(
                f"{self.path} is not a log: it is empty", code=CORRUPTED, given=str(self.path), allowed=EXPECTED_CONTENT
            )
        self._format.finish()

    @property
    def is_first_format(self) -> bool:
        return isinstance(self._format, _FirstFormat)

    @property
    def is_export(self) -> bool:
        return isinstance(self._format, _SecondFormat) and self._format.is_export

    def malformed(self, message: str, given: object, allowed: object) -> Malformed:
        place = f"{self.path}:{self.number}"
        return Malformed(f"{place}: {message}", code=CORRUPTED, place=place, given=str(given), allowed=str(allowed))

    def count_event(self, content: Mapping[str, Any]) -> str:
        """Count an event, which must be the next of its stream. Return the stream."""
        stream = content.get("stream")
        if not isinstance(stream, str):
            raise self.malformed("this line names no stream", quote(content), "stream, version, kind, clauses, facts")
        expected, version = self.counts[stream] + 1, content.get("version")
        if version != expected or type(version) is not int:
            there = f"event {version} of {stream} is in the place of event {expected}"
            raise self.malformed(f"{there}: a line is missing or was moved", version, expected)
        self.counts[stream] = expected
        return stream

    def _read_lines(self, file: BinaryIO) -> Iterator[Record]:
        while row := file.readline(MAX_LINE_BYTES + 1):
            self.number += 1
            if len(row) > MAX_LINE_BYTES:
                raise self.malformed(f"this line is longer than {MAX_LINE_BYTES:,} bytes", "a longer line", "a shorter line")
            content = row if self.number > 1 else row.removeprefix(BOM_UTF8)  # which an editor may have put there
            text, is_whole = self._decode(content), row.endswith(b"\n")
            if self._format is None:
                self._format = self._find_format(text)
            record = self._format.read_line(text, is_whole)
            if record is not None:
                yield record

    def _decode(self, row: bytes) -> str:
        try:
            return row.decode("utf-8", "surrogatepass").rstrip("\r\n")
        except UnicodeDecodeError as error:
            if self._format is None:
                raise Malformed(
                    f"{self.path} is not a log: it is not text", code="log.file", given=str(self.path), allowed=EXPECTED_CONTENT
                ) from error
            raise self.malformed("this line is not text in UTF-8", repr(row[:40]), "text") from error

    def _find_format(self, text: str) -> "_FirstFormat | _SecondFormat":
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self.malformed("this is not a log: its lines are not JSON", text[:40], EXPECTED_CONTENT) from error
        if isinstance(content, dict) and HEADING in content:
            if content[HEADING] not in FORMATS:
                said = f"this log has the format {quote(content[HEADING])}, which this version of houseway does not know"
                raise self.malformed(said, quote(content[HEADING]), f"1 to {FORMATS[-1]}")
            self.program = str(content.get(PROGRAM, ""))
            return _SecondFormat(self, is_export=content[HEADING] in EXPORT_FORMATS)
        return _FirstFormat(self)

    def parse_line(self, text: str) -> dict[str, Any]:
        """Parse a line, which must be a JSON object."""
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self.malformed("this line is not JSON", text[:40], "an event") from error
        if not isinstance(content, dict):
            raise self.malformed("this line names no stream", text[:40], "stream, version, kind, clauses, facts")
        return content


class _SecondFormat:
    """The second format, and those of exports, which have lines of appends and proofs as well."""

    def __init__(self, lines: LogLines, is_export: bool) -> None:
        self.lines, self.chain, self.is_export = lines, SealChain(), is_export
        self.round: object = None
        self.is_closed = True
        """Whether the round was closed. Before the first one there is nothing to close."""

    def read_line(self, text: str, is_whole: bool) -> Record | None:
        sealed = _SEALED.fullmatch(text)
        if sealed is None and not is_whole:
            return None  # the program was stopped while it wrote
        if self.lines.complete:
            raise self.lines.malformed("the log continues after its last line", text[:40], "nothing")
        content = self.lines.parse_line(text)
        stream = self.lines.count_event(content) if "stream" in content else ""
        head = self.chain.head
        if sealed is None or self.chain.seal_text(f"{sealed['text']}}}") != sealed["seal"]:
            raise self.lines.malformed(
                "this line was changed, or the line before it is missing, moved or repeated: the seal does not match",
                sealed["seal"] if sealed else "no seal",
                "the log as it was written",
            )
        if stream:
            return self._check_event(EventLine(self.lines.number, stream, content))
        if self.is_export and APPEND in content:
            return AppendLine(self.lines.number, content)
        if self.is_export and (CHECKPOINT in content or PROOF in content):
            return ProofLine(self.lines.number, content)
        self._check_other(content, head)
        return None

    def _check_event(self, event: EventLine) -> EventLine:
        if event.starts_round:
            if not self.is_closed:
                raise self.lines.malformed(
                    f"a round begins, but round {self.round} was not closed", "an event", "a closing line"
                )
            facts = event.content.get("facts")
            self.round, self.is_closed = facts.get("number") if isinstance(facts, dict) else None, False
        elif self.is_closed and self.round is not None:
            raise self.lines.malformed(f"round {self.round} is closed, and no other has begun", "an event", ROUND_STARTED)
        return event

    def _check_other(self, content: Mapping[str, Any], head: str) -> None:
        """Check the heading, a closing line or the last line."""
        if HEADING in content and self.lines.number == 1:
            return
        standing = content.get("counts"), content.get("head")
        if standing != (dict(self.lines.counts), head) or not (END in content or content.get(ROUND) == self.round):
            said = "this closing line does not fit the lines before it"
            raise self.lines.malformed(said, quote(standing), quote((dict(self.lines.counts), head)))
        self.lines.complete, self.is_closed = END in content, self.is_closed or ROUND in content

    def finish(self) -> None:
        """A missing end is reported, not refused: a program that was stopped leaves one."""


class _FirstFormat:
    def __init__(self, lines: LogLines) -> None:
        self.lines = lines
        self.seals: dict[str, str] = {}
        self.follow: Mapping[str, object] = {}
        self.table, self.has_meters = "", False

    def read_line(self, text: str, is_whole: bool) -> EventLine:
        try:
            content = self.lines.parse_line(text)
        except Malformed:
            if not is_whole:
                said = "the log is cut off in the middle of this line"
                raise self.lines.malformed(said, text[:40], "a whole line") from None
            raise
        stream = self.lines.count_event(content)
        seal = content.pop("seal", "")
        if seal != self._seal(stream, content):
            said = "this line or an earlier one was changed: the seal does not match"
            raise self.lines.malformed(said, quote(seal), "the log as it was written")
        if self.lines.number == 1:
            self.table, self.follow = stream, _table(content.get(EVENT_COUNTS))
        self.has_meters |= stream != self.table
        return EventLine(self.lines.number, stream, content)

    def _seal(self, stream: str, content: Mapping[str, Any]) -> str:
        text = f"{self.seals.get(stream, '')} {json.dumps(content, ensure_ascii=False, sort_keys=True)}"
        self.seals[stream] = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:SEAL]
        return self.seals[stream]

    def finish(self) -> None:
        """Check that each stream has as many events as the first line says. Older logs do not say."""
        for stream, number in self.follow.items():
            there = self.lines.counts[stream]
            if there != number:
                what = "is incomplete" if stream == self.table and self.has_meters else "is cut off after this line"
                raise self.lines.malformed(f"the log {what}: it has {there} of {number} events of {stream}", there, number)
        self.lines.complete = True


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
