"""The lines of a log in the second format. docs/table.md describes it.

A log is JSON lines. After a heading come the events of all streams, interleaved as they were appended. A stream has a name
(`table:PG-1`, `meter:progressive/mega`), and its events are numbered from 1. When a round ends, a closing line states how many
events each stream has and the head of the seals; a last line ends the log.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from houseway.events import NO_FACTS, Actor, Event

FORMAT = 2
HEADING, ROUND, END = "houseway-log", "round", "end"
"""The keys by which the heading, closing lines and the last line are known. Events have a stream."""
TABLE, METER = "table", "meter"
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

    def copy(self) -> "LogFormatter":
        return replace(self, counts=self.counts.copy(), chain=SealChain(self.chain.head))

    def heading(self) -> str:
        return self._seal({HEADING: FORMAT})

    def command_lines(
        self, events: Iterable[Event], meter_events: Iterable[tuple[str, Event]], given: Mapping[str, object] = NO_FACTS
    ) -> Iterator[str]:
        """Yield the lines of one command's events. `given` says when it was given and by whom."""
        meter_lines = [(meter_stream(meter), event) for meter, event in meter_events]
        for event in events:
            if event.kind == ROUND_STARTED:
                yield from (self._event_line(stream, each, given) for stream, each in meter_lines)
                meter_lines = []
                yield from self._close_round(event.number("number"))
            self.table = self.table or event.text("table")
            yield self._event_line(table_stream(self.table), event, given)
        yield from (self._event_line(stream, each, given) for stream, each in meter_lines)

    def ending(self) -> str:
        return self._seal({END: True, **self._standing()})

    def _close_round(self, following: int) -> Iterator[str]:
        if self.round is not None:
            yield self._seal({ROUND: self.round, **self._standing()})
        self.round = following

    def _standing(self) -> dict[str, object]:
        return {"counts": dict(self.counts), "head": self.chain.head}

    def _event_line(self, stream: str, event: Event, given: Mapping[str, object]) -> str:
        self.counts[stream] += 1
        return self._seal({"stream": stream, "version": self.counts[stream], **event.to_json(), **given})

    def _seal(self, content: Mapping[str, object]) -> str:
        """Seal the text of a line, and add the seal as its last key."""
        text = json.dumps(content, ensure_ascii=False)
        return f'{text[:-1]}, "seal": "{self.chain.seal_text(text)}"}}'
