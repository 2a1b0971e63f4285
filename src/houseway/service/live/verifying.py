"""Check from the stored streams alone that every draw came from the seed that the house had committed to beforehand."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houseway.chance import CommittedChance
from houseway.croupier import draw_chance_facts
from houseway.equipment.disclosure import with_unknown_order
from houseway.events import Event
from houseway.review import MeterRecord, RecordedDecision, ReviewFinding, StreamTableReview
from houseway.service.clock import MILLISECONDS
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.loading import load_seeds
from houseway.service.live.turn import chance_stream, meter_stream, table_stream
from houseway.service.secrecy.sealing import first_sealed_version, open_seals, unseal_commands
from houseway.service.secrecy.seeds import DRAWN, SeedName, TableSeeds
from houseway.store import RecordedCommand, Store
from houseway.table.state import Table, evolve_all


@dataclass(frozen=True, slots=True)
class VerifiedDraw:
    """A draw of which the seed is open."""

    round: int
    """The round that committed to the seed."""
    act: str
    version: int
    """The version of the draw's first event in the table's stream."""
    agrees: bool
    """Whether the recorded result is the one that the seed gives."""


def verify_draws(store: Store, table: str) -> Iterator[VerifiedDraw]:
    """Yield every draw whose seed is open. Needs no key of the house. Stops where the facts of the table are still sealed."""
    return (each.draw for each in replay_table(store, table) if each.draw is not None)


class FoldedCommand(NamedTuple):
    """A table after a command."""

    table: Table | None
    draw: VerifiedDraw | None = None
    """The draw, if the command was one."""
    finding: ReviewFinding | None = None
    """Where the record is not what the rules give, if commands are decided again."""


def replay_table(
    store: Store, table: str, until: int | None = None, review: StreamTableReview | None = None
) -> Iterator[FoldedCommand]:
    """Fold a table from its beginning, up to a version. With a review, each command is decided again."""
    seeds, _ = load_seeds(store, table)
    draws = {event.number("version"): (event, name, chance) for event, name, chance in _open_draws(store, table, seeds)}
    state: Table | None = None
    for command, version, raw in _open_commands(store, table, seeds):
        if until is not None and version > until:
            break
        draw = finding = None
        if version in draws and state is not None:
            event, name, chance = draws[version]
            act = event.text("act")
            draw = VerifiedDraw(name[0], act, version, _agrees(state, act, chance, command))
        if review is None:
            state = evolve_all(state, _known(command.events))
        else:
            review.begin(command.at, command.asked)
            finding = review.take(_recorded_decision(command, version, raw))
            state = review.table
        yield FoldedCommand(state, draw, finding)
    if review is not None:
        review.finish()


def review_of(store: Store, table: str) -> StreamTableReview:
    """Return what decides a table of a store again."""
    return StreamTableReview(table, lambda: _meter_records(store))


def _meter_records(store: Store) -> Iterator[tuple[str, Iterator[MeterRecord]]]:
    for head in store.stream_heads(meter_stream("")):
        yield head.stream.removeprefix(meter_stream("")), _records_of(store, head.stream)


def _records_of(store: Store, stream: str) -> Iterator[MeterRecord]:
    for append in store.read(stream):
        for command in append.commands:
            yield from (MeterRecord(command.at, command.by, event, command.asked) for event in command.events)


def _recorded_decision(command: RecordedCommand, version: int, raw: Sequence[Mapping[str, object]]) -> RecordedDecision:
    is_sealed = any(event.facts != shown.facts for event, shown in zip(_known(command.events), command.events, strict=True))
    seconds = command.at // MILLISECONDS
    return RecordedDecision(version - 1, seconds, command.by, _known(command.events), (), command.asked, tuple(raw), is_sealed)


def _known(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return events whose sealed orders are unknown ones."""
    return tuple(map(with_unknown_order, events))


def _open_draws(store: Store, table: str, seeds: TableSeeds) -> Iterator[tuple[Event, SeedName, CommittedChance]]:
    """Yield the recorded draws whose seeds are open, each with its stream of numbers."""
    drawn: dict[SeedName, int] = {}
    for append in store.read(chance_stream(table)):
        for event in append.events:
            if event.kind != DRAWN:
                continue
            name = (event.number("round"), event.text("purpose"))
            drawn[name] = drawn.get(name, 0) + 1
            if name in seeds.opened:
                yield event, name, CommittedChance(seeds.draw_seed(name, drawn[name]))


def _open_commands(
    store: Store, table: str, seeds: TableSeeds
) -> Iterator[tuple[RecordedCommand, int, Sequence[Mapping[str, object]]]]:
    """Yield commands with the version of their first event and their events as they are stored, up to the first whose seal is
    closed."""
    for append in store.read(table_stream(table)):
        version = append.first_version
        sealed_from = first_sealed_version(append, open_seals(append.sealed, seeds, len(append.events)))
        commands = unseal_commands(append.commands, append.sealed, seeds.seal_key, seeds.opened)
        add_stored_editions(store, commands)
        for command, stored in zip(commands, json.loads(append.content), strict=True):
            if sealed_from is not None and version + len(command.events) > sealed_from:
                return
            yield command, version, stored["events"]
            version += len(command.events)


def _agrees(state: Table, act: str, chance: CommittedChance, command: RecordedCommand) -> bool:
    expected = draw_chance_facts(state, act, chance)
    recorded = [event.facts for event in command.events]
    return bool(expected) and all(any(facts.get(name) == value for facts in recorded) for name, value in expected.items())
