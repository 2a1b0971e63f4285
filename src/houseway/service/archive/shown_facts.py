"""Check what an exported log shows of sealed facts. They are opened for whoever reads the log, and are not part of its hash
chains, so somebody could write other cards there. The seeds that the same log has opened say what was sealed."""

import json
from collections.abc import Container
from dataclasses import replace
from typing import Any, NamedTuple

from houseway.errors import IMPOSSIBLE, HousewayError, Malformed
from houseway.files.logs.checking import EventLine
from houseway.files.logs.format import HIDDEN, SEALED
from houseway.service.archive.export_reader import ExportReader
from houseway.service.live.turns.turn import chance_stream, table_stream
from houseway.service.secrecy.sealing import open_seals
from houseway.service.secrecy.seeds import SeedName, TableSeeds, evolve_seeds
from houseway.store import StoredAppend

_ROUNDS_REMEMBERED = 5


class _Shown(NamedTuple):
    """What a log shows of the sealed part of an append."""

    line: int
    """The line of the append."""
    sealed: bytes
    seeds: frozenset[SeedName]
    """The seeds under which it is sealed."""
    hidden: list[dict[str, Any]]
    """By event: the facts that are shown as opened."""
    closed: frozenset[int]
    """The events that are shown as still sealed."""


class ShownFacts:
    """Follows a log, and compares what it shows with what was sealed as soon as all seeds for that are open."""

    def __init__(self, reader: ExportReader) -> None:
        self._reader = reader
        self._seeds: dict[str, TableSeeds] = {}
        self._waiting: dict[str, list[_Shown]] = {}
        """By table: what waits for its seeds."""

    def add(self, stored: StoredAppend) -> None:
        """Take the append that was read last."""
        stream = stored.head.stream
        try:
            if stream.startswith(chance_stream("")):
                self._take_seeds(stream.removeprefix(chance_stream("")), stored)
            elif stored.sealed is not None:
                shown = _read_shown(self._reader, stored.sealed)
                self._waiting.setdefault(stream.removeprefix(table_stream("")), []).append(shown)
        except (*IMPOSSIBLE, RecursionError) as error:
            raise self._reader.refusal("what is sealed in this log cannot be read", str(error), "seeds and seals") from error

    def _take_seeds(self, table: str, stored: StoredAppend) -> None:
        seeds = self._seeds.get(table, TableSeeds())
        for event in stored.events:
            seeds = evolve_seeds(seeds, event)
        waiting = self._waiting.get(table, [])
        self._waiting[table] = [each for each in waiting if not each.seeds <= seeds.opened.keys()]
        for each in waiting:
            if each.seeds <= seeds.opened.keys():
                self._compare(each, seeds)
        self._seeds[table] = _forget_old(seeds, {name for each in self._waiting[table] for name in each.seeds})

    def check_rest(self) -> None:
        """Check what is sealed under seeds that the log does not open. It must be shown as sealed."""
        for table, waiting in self._waiting.items():
            for each in waiting:
                self._compare(each, self._seeds.get(table, TableSeeds()))

    def _compare(self, shown: _Shown, seeds: TableSeeds) -> None:
        try:
            seals = open_seals(shown.sealed, seeds, len(shown.hidden))
        except (*IMPOSSIBLE, HousewayError) as error:
            raise self._refusal(shown, "cannot be opened") from error
        opened = [
            {} if place in seals.closed else dict(seals.hidden_facts.get(place, {})) for place in range(len(shown.hidden))
        ]
        if opened != shown.hidden or seals.closed != shown.closed:
            raise self._refusal(shown, "are not those that were sealed")

    def _refusal(self, shown: _Shown, said: str) -> Malformed:
        place = f"{self._reader.lines.path}:{shown.line}"
        message = f"{place}: the hidden facts of the events before this line {said}"
        return Malformed(message, code="log.hidden", place=place, given="these facts", allowed="what the seeds of the log open")


def _forget_old(seeds: TableSeeds, needed: Container[SeedName]) -> TableSeeds:
    """Forget seeds of rounds that are long over. The append that ends a round may come after the seeds that it opens."""
    kept = seeds.without_finished_rounds()
    recent = {
        name: seed for name, seed in seeds.opened.items() if name in needed or name[0] >= seeds.round - _ROUNDS_REMEMBERED
    }
    return replace(kept, opened={**kept.opened, **recent})


def _read_shown(reader: ExportReader, sealed: bytes) -> _Shown:
    seeds = frozenset((number, purpose) for number, purpose, *_ in json.loads(sealed))
    closed = frozenset(place for place, line in enumerate(reader.events) if line.content.get(SEALED))
    return _Shown(reader.lines.number, sealed, seeds, [_hidden_facts(line) for line in reader.events], closed)


def _hidden_facts(line: EventLine) -> dict[str, Any]:
    facts = line.content["facts"]
    return {name: facts[name] for name in line.content.get(HIDDEN, ())}
