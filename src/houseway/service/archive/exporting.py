"""Export the streams of a store as logs: one for each table, which `houseway replay` reads, and one for everything else.

A log has the streams of the table, of its chance, its settings and its meters, as they stand at one moment. Facts that the store
has sealed are in it as soon as their seeds are open; those of rounds under way stay sealed. An export is complete: what was sealed,
the times in milliseconds and the links of the hash chains are there, so that an import gives the same streams with the same heads.
It also has the last checkpoint of the house's log, and proofs that its streams are in it.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import merge
from pathlib import Path
from typing import Any

from houseway.errors import Corrupted, Malformed, NotAllowed
from houseway.events import Event
from houseway.files.logs.format import (
    APPEND,
    ASKED,
    EDITION,
    EXPORT_FORMAT,
    HIDDEN,
    MANIFESTS,
    ROUND_STARTED,
    SEALED,
    LogFormatter,
)
from houseway.output_files import replacing
from houseway.progressive import ProgressiveMeter
from houseway.service.clock import MILLISECONDS
from houseway.service.evidence.stream_proofs import proof_lines
from houseway.service.integrity import manifests_named_by
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.memory.loading import load_meters, load_seeds
from houseway.service.live.settings import settings_stream
from houseway.service.live.turns.turn import chance_stream, meter_stream, table_stream
from houseway.service.records.advice_record import advice_stream
from houseway.service.secrecy.sealing import first_sealed_version, open_seals
from houseway.service.secrecy.seeds import TableSeeds
from houseway.store import Store, StoredAppend, StreamHead
from houseway.store.tree import SignedHead
from houseway.table.editions import RULES_EVENTS, edition_of

REST = "house.jsonl"
"""The file of the streams that belong to no table."""
Progress = Callable[[int, int], None]
"""Called with the number of events done and the total."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A log that was written."""

    path: Path
    table: str
    """Empty for the streams that belong to no table."""
    events: int
    sealed_from: int | None
    """The table's first event whose facts are still sealed: the log can be replayed up to there."""


def export_store(
    store: Store, folder: Path, tables: Collection[str] = (), force: bool = False, progress: Progress | None = None
) -> tuple[ExportedFile, ...]:
    """Write the logs of a store into a folder, all as of one moment; only those of some tables, if they are named.

    Files that exist are replaced only with `force`.
    """
    signed = store.tree.latest_signed_head()  # before the heads, so that they have everything that is in it
    heads = {head.stream: head for head in store.stream_heads()}
    _check_tables(heads, tables)
    wanted = {f"{_file_name(table)}.jsonl" for table in tables}
    groups = {file: streams for file, streams in _streams_by_file(store, heads) if not wanted or file in wanted}
    _check_new(folder, groups, force)
    whole, done = sum(heads[stream].version for streams in groups.values() for stream in streams), 0
    written = []
    for file, streams in groups.items():
        export = _Export(store, [heads[stream] for stream in streams], signed)
        path = folder / file
        with replacing(path) as output:
            for line in export.lines():
                output.write(f"{line}\n".encode("utf-8", "surrogatepass"))
                if progress:
                    progress(done + export.events, whole)
        done += export.events
        written.append(ExportedFile(path, export.table, export.events, export.sealed_from))
    return tuple(written)


def log_lines_until(store: Store, table: str, ended: StreamHead) -> Iterator[str]:
    """Yield the lines of a table's log up to an append of its stream. `houseway replay` folds it from the first event on."""
    heads = {head.stream: head for head in store.stream_heads()}
    _check_tables(heads, (table,))
    streams = next(streams for file, streams in _streams_by_file(store, heads) if file == f"{_file_name(table)}.jsonl")
    return _Export(store, [ended, *(heads[stream] for stream in streams if stream != ended.stream)]).lines()


def _check_tables(heads: Mapping[str, StreamHead], tables: Collection[str]) -> None:
    there = tuple(stream.removeprefix(table_stream("")) for stream in heads if stream.startswith(table_stream("")))
    for table in tables:
        if table not in there:
            known = ", ".join(there) or "none"
            said = f"there is no table {table!r}; the tables are {known}"
            raise Malformed(said, code="export.table", given=table, allowed=there)


def _check_new(folder: Path, files: Iterable[str], force: bool) -> None:
    old = [str(folder / file) for file in files if (folder / file).exists()]
    if old and not force:
        raise NotAllowed(
            f"{old[0]} exists already and is not overwritten; name another folder, or add --force",
            code="export.exists",
            given=old[0],
            allowed="a new file, or --force",
        )


def _streams_by_file(store: Store, heads: Mapping[str, StreamHead]) -> Iterator[tuple[str, list[str]]]:
    """Yield each file's name with its streams."""
    loaded, left = load_meters(store), dict.fromkeys(heads)
    for name, why in loaded.broken.items():
        raise Corrupted(f"the meter {name} cannot be read: {why}", code="store.chain", stream=meter_stream(name))
    meters = loaded.by_id
    for stream in [name for name in heads if name.startswith(table_stream(""))]:
        table = stream.removeprefix(table_stream(""))
        own = [stream, chance_stream(table), settings_stream(table), advice_stream(table)]
        own += [meter_stream(name) for name, meter in meters.items() if _is_drawn_on(meter, table)]
        there = [each for each in own if each in heads]
        for each in there:
            left.pop(each, None)
        yield f"{_file_name(table)}.jsonl", there
    if left:
        yield REST, list(left)


def _is_drawn_on(meter: ProgressiveMeter, table: str) -> bool:
    tables = meter.filed_meter.tables
    return not tables or table in tables or table in meter.withdrawn


def _file_name(table: str) -> str:
    """Return a name for a table's file that every system takes."""
    return "table-" + "".join(letter if letter.isalnum() or letter in "-_" else f"%{ord(letter):x}" for letter in table)


@dataclass
class _Export:
    """Writes the lines of one log."""

    store: Store
    heads: list[StreamHead]
    signed: SignedHead | None = None
    """The last checkpoint of the house's log."""
    formatter: LogFormatter = field(default_factory=LogFormatter)
    events: int = 0
    sealed_from: int | None = None
    round_starts: dict[str, dict[int, int]] = field(default_factory=dict)
    """By stream and version before it: the number of the round that starts."""

    @property
    def table(self) -> str:
        stream = self.heads[0].stream
        return stream.removeprefix(table_stream("")) if stream.startswith(table_stream("")) else ""

    def lines(self) -> Iterator[str]:
        yield self.formatter.heading(EXPORT_FORMAT)
        table = self.table
        seeds = self._load_seeds(table)
        own = self._appends(table_stream(table)) if table else iter(())
        others = _Queue(self._merged(head for head in self.heads if head.stream != table_stream(table)))
        for append in own:
            yield from self._lines_of_all(others.until(append.head.at - 1))
            yield from self._table_lines(append, seeds, others)
        yield from self._lines_of_all(others.until(None))
        yield from map(self.formatter.seal_line, proof_lines(self.store, self.heads, self.signed))
        yield self.formatter.ending()

    def _load_seeds(self, table: str) -> TableSeeds:
        """Return the seeds of a table at the moment of the export: a log opens nothing whose seed it does not have."""
        ends = [head.version for head in self.heads if table and head.stream == chance_stream(table)]
        return load_seeds(self.store, table, until=ends[0])[0] if ends else TableSeeds()

    def _appends(self, stream: str) -> Iterator[StoredAppend]:
        """Yield the appends of a stream up to the moment of the export."""
        version = next(head.version for head in self.heads if head.stream == stream)
        for append in self.store.read(stream):
            if append.head.version > version:
                return
            yield append

    def _merged(self, heads: Iterable[StreamHead]) -> Iterator[StoredAppend]:
        return merge(*(self._appends(head.stream) for head in heads), key=lambda append: append.head.at)

    def _lines_of_all(self, appends: Iterable[StoredAppend]) -> Iterator[str]:
        for append in appends:
            for place, (_, is_first, command, event) in enumerate(_raw_events(append)):
                added = {**self._manifests_of(append.events[place]), **_asked(command, {}, is_first)}
                yield self._event_line(append, command, {**event, **added})
            yield self._append_line(append)

    def _table_lines(self, append: StoredAppend, seeds: TableSeeds, others: "_Queue") -> Iterator[str]:
        """Yield the lines of an append to the table. What happened at its meters comes before the next round starts."""
        seals = open_seals(append.sealed, seeds, len(append.events))
        if self.sealed_from is None and seals.closed:
            self.sealed_from = first_sealed_version(append, seals.closed)
        add_stored_editions(self.store, append.commands)
        for place, (number, is_first, command, event) in enumerate(_raw_events(append)):
            if event["kind"] == ROUND_STARTED:
                yield from self._lines_of_all(others.until(append.head.at))
                yield from self.formatter.close_round(append.events[place].number("number"))
            shown = {**event, SEALED: True} if place in seals.closed else _with_hidden(event, seals.hidden_facts.get(place, {}))
            asked = _asked(command, seals.asked_facts(number), is_first)
            yield self._event_line(append, command, {**shown, **self._edition_of(append.events[place]), **asked})
        yield self._append_line(append)

    def _edition_of(self, event: Event) -> dict[str, object]:
        """Return the edition under which an event was recorded, as the store has it. Each edition is in a log once."""
        if event.kind not in RULES_EVENTS:
            return {}
        hashed = event.text("book_edition") or edition_of(event).edition
        if hashed in self.formatter.editions:
            return {}
        self.formatter.editions |= {hashed}
        stored = self.store.find_edition(hashed)
        return {EDITION: json.loads(stored.content) if stored else edition_of(event).to_json()}

    def _manifests_of(self, event: Event) -> dict[str, object]:
        """Return the manifests of the program that an event names, as the store has them. Each is in a log once."""
        named = {hashed: kind for hashed, kind in manifests_named_by(event) if hashed not in self.formatter.editions}
        found = {hashed: self.store.find_edition(hashed) for hashed in named}
        texts = [[each.kind, each.hash, each.content] for each in found.values() if each is not None]
        self.formatter.editions |= set(named)
        return {MANIFESTS: texts} if texts else {}

    def _event_line(self, append: StoredAppend, command: Mapping[str, Any], event: Mapping[str, Any]) -> str:
        self.events += 1
        given = {"at": command["at"] // MILLISECONDS, "by": command["by"]}
        return self.formatter.event_line(append.head.stream, event, given)

    def _append_line(self, append: StoredAppend) -> str:
        commands = [
            {**{key: value for key, value in command.items() if key not in ("events", ASKED)}, "count": len(command["events"])}
            for command in json.loads(append.content)
        ]
        content: dict[str, object] = {APPEND: append.head.stream, "version": append.head.version, "commands": commands}
        number = self._starting_round(append)
        if number is not None:
            content["round"] = number
        if append.sealed is not None:
            content[SEALED] = append.sealed.decode()
        return self.formatter.seal_line({**content, "form": append.form, "hash": append.head.hash.hex()})

    def _starting_round(self, append: StoredAppend) -> int | None:
        stream = append.head.stream
        if stream not in self.round_starts:
            self.round_starts[stream] = {before: number for number, before in self.store.round_starts(stream).items()}
        return self.round_starts[stream].get(append.first_version - 1)


class _Queue:
    """Appends in the order of their times, taken up to a time."""

    def __init__(self, appends: Iterator[StoredAppend]) -> None:
        self._appends = appends
        self._next = next(appends, None)

    def until(self, at: int | None) -> Iterator[StoredAppend]:
        """Yield the appends up to a time, or all that are left."""
        while self._next is not None and (at is None or self._next.head.at <= at):
            yield self._next
            self._next = next(self._appends, None)


def _raw_events(append: StoredAppend) -> Iterator[tuple[int, bool, Mapping[str, Any], Mapping[str, Any]]]:
    """Yield the events of an append as they are stored, each with its command, the number of that in the append, and whether it is
    the command's first event."""
    for number, command in enumerate(json.loads(append.content)):
        for place, event in enumerate(command["events"]):
            yield number, not place, command, event


def _asked(command: Mapping[str, Any], opened: Mapping[str, Any], is_first: bool) -> dict[str, Any]:
    """Return what was asked, with facts that were sealed, and say which they are."""
    if ASKED not in command or not is_first:
        return {}
    asked = command[ASKED]
    return {ASKED: {**asked, "facts": {**asked.get("facts", {}), **opened}, HIDDEN: list(opened)} if opened else asked}


def _with_hidden(event: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an event with facts that were sealed, and say which they are."""
    return {**event, "facts": {**event["facts"], **facts}, HIDDEN: list(facts)} if facts else event
