"""The lines of a log, and of an export, in the formats that this program writes. docs/table.md describes them.

A log is JSON lines. After a heading come the events of all streams, interleaved as they were appended. A stream has a name
(`table:PG-1`, `meter:progressive/mega`), and its events are numbered from 1. When a round ends, a closing line states how many
events each stream has and the head of the seals; a last line ends the log. The event that opens a table comes with the edition of
its rule book. Since the fifth format the first event of each command says what was asked, and the heading names the program. An
export also has a line for each append to a stream of the store, from which the store can be built again, and since the fourth
format proofs that its streams are in the log of the house; since the sixth it says what was asked, too, and
events that name manifests of the program come with them.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from houseway.events import NO_FACTS, Actor, Event
from houseway.events.command_record import RecordedAct
from houseway.program import program_name
from houseway.table.editions import RULES_EVENTS, edition_of

FORMAT, EXPORT_FORMAT = 5, 6
FORMATS = (2, 3, 4, FORMAT, EXPORT_FORMAT)
EXPORT_FORMATS = (3, 4, EXPORT_FORMAT)
PROGRAM = "program"
"""The key of the program that wrote a log, in its heading."""
ASKED = "asked"
"""The key of what was asked, in the line of a command's first event."""
HEADING, ROUND, END, APPEND = "houseway-log", "round", "end", "append"
"""The keys by which the heading, closing lines, the last line and those of appends are known. Events have a stream."""
CHECKPOINT, PROOF = "checkpoint", "proof"
"""The keys of an export's lines with the checkpoint of the house's log, and with the place of a stream's end in that log."""
EDITION = "edition"
"""The key of an edition in the line of the event that names it."""
MANIFESTS = "manifests"
"""The key of the program's manifests in the line of the event of an export that names them: kinds, hashes and texts."""
HIDDEN, SEALED = "hidden", "sealed"
"""Keys in the lines of an export: the names of facts that were sealed and are open now; that facts are still sealed."""
TABLE = "table"
METER = "meter"
ROUND_STARTED = "round-started"
SEAL = 16
"""Number of characters of a line's seal. Closing lines state the whole head, from which it is taken."""


@dataclass
class SealChain:
    """The head of the seals. Each line is sealed together with all lines before it, so that a changed, missing, moved or repeated
    line is found. The seals do not protect against somebody who rewrites the whole log."""

    head: str = ""

    def seal_text(self, text: str) -> str:
        self.head = sha256(f"{self.head} {text}".encode("utf-8", "surrogatepass")).hexdigest()
        return self.head[:SEAL]


def table_stream(name: str) -> str:
    return f"{TABLE}:{name}"


def meter_stream(name: str) -> str:
    return f"{METER}:{name}"


def command_facts(at: int, by: Actor) -> dict[str, object]:
    return {"at": at, "by": by.to_json()}


@dataclass
class LogFormatter:
    """Formats what is appended to the streams of one table, command by command."""

    table: str = ""
    """The table's name; from the event that opens it, if it is not given."""
    counts: Counter[str] = field(default_factory=Counter)
    """Number of events of each stream so far."""
    chain: SealChain = field(default_factory=SealChain)
    round: int | None = None
    """The round that has started last."""
    editions: frozenset[str] = frozenset()
    """Hashes of the editions that are in the log."""

    def copy(self) -> "LogFormatter":
        return replace(self, counts=self.counts.copy(), chain=SealChain(self.chain.head))

    def heading(self, number: int = FORMAT) -> str:
        return self.seal_line({HEADING: number, PROGRAM: program_name()})

    def command_lines(
        self,
        events: Sequence[Event],
        meter_events: Iterable[tuple[str, Event]],
        given: Mapping[str, object] = NO_FACTS,
        asked: RecordedAct | None = None,
    ) -> Iterator[str]:
        """Yield the lines of one command's events. `given` says when it was given and by whom, and `asked` what."""
        first: Mapping[str, object] = {} if asked is None else {ASKED: asked.to_json()}
        meter_lines = [(meter_stream(meter), event) for meter, event in meter_events]
        for event in events:
            if event.kind == ROUND_STARTED:
                yield from (self.event_line(stream, each.to_json(), given) for stream, each in meter_lines)
                meter_lines = []
                yield from self.close_round(event.number("number"))
            self.table = self.table or event.text("table")
            content = {**event.to_json(), **self.embedded_edition(event), **first}
            yield self.event_line(table_stream(self.table), content, given)
            first = {}
        for stream, each in meter_lines:
            yield self.event_line(stream, {**each.to_json(), **first}, given)
            first = {}

    def ending(self) -> str:
        return self.seal_line({END: True, **self._counts_and_head()})

    def embedded_edition(self, event: Event) -> dict[str, object]:
        """Return the edition that an event names, so that the log needs no other file. Each edition is in a log once."""
        if event.kind not in RULES_EVENTS or event["book_edition"] in self.editions:
            return {}
        book = edition_of(event)
        if book.edition != event["book_edition"]:  # the two texts differ only in prose
            return {}
        self.editions |= {book.edition}
        return {EDITION: book.to_json()}

    def close_round(self, following: int) -> Iterator[str]:
        """Yield the closing line of the round before, if there was one."""
        if self.round is not None:
            yield self.seal_line({ROUND: self.round, **self._counts_and_head()})
        self.round = following

    def _counts_and_head(self) -> dict[str, object]:
        return {"counts": dict(self.counts), "head": self.chain.head}

    def event_line(self, stream: str, event: Mapping[str, object], given: Mapping[str, object]) -> str:
        """Return the line of an event, which is given as JSON."""
        self.counts[stream] += 1
        return self.seal_line({"stream": stream, "version": self.counts[stream], **event, **given})

    def seal_line(self, content: Mapping[str, object]) -> str:
        """Seal the text of a line, and add the seal as its last key."""
        text = json.dumps(content, ensure_ascii=False)
        return f'{text[:-1]}, "seal": "{self.chain.seal_text(text)}"}}'
