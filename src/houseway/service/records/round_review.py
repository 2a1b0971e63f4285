"""Decide one completed round again, on the table and the meters as they stood when it began."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.review import MeterRecord, MeterStream, RecordedDecision, ReviewFinding, StreamTableReview
from houseway.service.clock import MILLISECONDS
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.memory.snapshots import load_meter_snapshot
from houseway.service.live.turns.turn import meter_stream, table_stream
from houseway.service.records.rounds import StoredRound
from houseway.service.records.streams import version_before
from houseway.service.secrecy.sealing import Vault
from houseway.store import Store

RawEvents = Mapping[int, Mapping[str, Any]]
"""Events as they are stored, by version."""


def review_round(store: Store, read: StoredRound, vault: Vault) -> StoredRound:
    """Return a round with what is not as the rules give it. Only a round with findings is compared in the schema in which it was
    recorded, because that is read again."""
    findings = tuple(_findings(store, read, vault, {}))
    if findings:
        findings = tuple(_findings(store, read, vault, _raw_events(store, read)))
    return replace(read, findings=findings)


class RoundReviews:
    """What was found about the rounds that were asked for last. A round that is over does not change, and everybody at a table asks
    for its report."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], tuple[ReviewFinding, ...]] = OrderedDict()

    def decide(self, store: Store, read: StoredRound, vault: Vault) -> StoredRound:
        """Return a round with its findings. Threads may ask for the same round at once; then it is decided twice."""
        key = (read.table, read.number)
        found = self._found.get(key)
        if found is not None:
            return replace(read, findings=found)
        reviewed = review_round(store, read, vault)
        self._found[key] = reviewed.findings
        while len(self._found) > _ROUNDS_REMEMBERED:
            self._found.popitem(last=False)
        return reviewed


_ROUNDS_REMEMBERED = 2_000


def _findings(store: Store, read: StoredRound, vault: Vault, raw: RawEvents) -> Iterator[ReviewFinding]:
    """Decide the commands of the round: all after the one that began it."""
    begun, *commands = read.commands
    add_stored_editions(store, [each.whole for each in commands])
    review = StreamTableReview.of_round(begun.after, _meter_streams(store, read, vault))
    for each in commands:
        command, first = each.whole, each.first
        review.begin(command.at, command.asked)
        stored = tuple(raw[version] for version in range(first, first + len(command.events)) if version in raw)
        seconds = command.at // MILLISECONDS
        recorded = RecordedDecision(first - 1, seconds, command.by, command.events, (), command.asked, stored)
        finding = review.take(recorded)
        yield from review.late
        review.late.clear()
        if finding is not None:
            yield finding


def _raw_events(store: Store, read: StoredRound) -> dict[int, Mapping[str, Any]]:
    found: dict[int, Mapping[str, Any]] = {}
    before = store.version_before_round(table_stream(read.table), read.number) or 0
    for append in store.read(table_stream(read.table), before):
        events = [event for command in json.loads(append.content) for event in command["events"]]
        found |= dict(enumerate(events, start=append.first_version))
        if append.head.version >= read.last_version:
            break
    return found


def _meter_streams(store: Store, read: StoredRound, vault: Vault) -> Iterator[MeterStream]:
    """Yield the meters of the table's wagers as they stood when the round began, with what followed."""
    for wager in dict.fromkeys(filed.wager for filed in read.end.rules.meters):
        for head in store.stream_heads(meter_stream(f"{wager}/")):
            name = head.stream.removeprefix(meter_stream(""))
            version = version_before(store, head.stream, read.began_at)
            meter = _meter_at(store, name, version, vault)
            yield MeterStream(name, _records_after(store, head.stream, version, read.ended_at), meter, version)


def _meter_at(store: Store, name: str, version: int, vault: Vault) -> ProgressiveMeter | None:
    meter, reached = load_meter_snapshot(store, name, vault, at_most=version)
    for append in store.read(meter_stream(name), reached):
        if append.head.version > version:
            break
        for event in append.events:
            meter = evolve_meter(meter, event)
    return meter


def _records_after(store: Store, stream: str, version: int, until: int) -> Iterator[MeterRecord]:
    for append in store.read(stream, version):
        if append.head.at > until:
            return
        for command in append.commands:
            yield from (MeterRecord(command.at, command.by, event, command.asked) for event in command.events)
