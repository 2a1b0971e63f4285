"""Fold tables and meters from the store."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from houseway.events import Actor, Event
from houseway.progressive import evolve_meter
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.settings_plan import load_settings_plan
from houseway.service.live.snapshots import load_meter_snapshot
from houseway.service.live.turn import Meters, TableState, chance_stream, meter_stream, table_stream
from houseway.service.live.waiting import Wait, find_wait
from houseway.service.secrecy.sealing import Vault, unseal_commands
from houseway.service.secrecy.seeds import TableSeeds, evolve_seeds
from houseway.store import RecordedCommand, Store


def load_table(
    store: Store, table: str, vault: Vault, begin: TableState | None = None, meters: Meters | None = None
) -> TableState:
    """Return a table as it stands after its last stored event, folded from `begin` on or from its beginning."""
    begin = begin or TableState()
    seeds, chance_version = load_seeds(store, table, vault, begin)
    state = replace(begin, seeds=seeds, plan=load_settings_plan(store, table))
    turns: list[TableState] = []
    for commands in read_turns(store, table, seeds, begin.version):
        for command in commands:
            state = state.after(command)
        if turns and state.table and turns[-1].table and turns[-1].table.number != state.table.number:
            turns.clear()
        turns.append(state)
    wait = _find_last_wait(turns, meters or Meters(), begin.wait)
    return replace(state, wait=wait, seeds=seeds.without_finished_rounds(), chance_version=chance_version)


def _find_last_wait(turns: Iterable[TableState], meters: Meters, wait: Wait | None) -> Wait | None:
    """Return what the table waits for, and since when, from its states after each turn of the round in play."""
    for turn in turns:
        wait = find_wait(turn.table, turn.at, meters.by_id, wait) if turn.table else None
    return wait


def load_seeds(store: Store, table: str, vault: Vault | None = None, begin: TableState | None = None) -> tuple[TableSeeds, int]:
    """Return the seeds of a table, and the number of events behind them. Without the vault only open ones are known."""
    begin = begin or TableState()
    seeds, version = begin.seeds, begin.chance_version
    for append in store.read(chance_stream(table), version):
        version = append.head.version
        for event in append.events:
            seeds = evolve_seeds(seeds, event, vault.decrypt if vault else None)
    return seeds, version


def read_turns(store: Store, table: str, seeds: TableSeeds, after: int = 0) -> Iterator[tuple[RecordedCommand, ...]]:
    """Yield the commands of each turn of a table with all facts of their events."""
    for append in store.read(table_stream(table), after):
        commands = unseal_commands(append.commands, append.sealed, seeds.seal_key)
        add_stored_editions(store, commands)
        yield commands


class StoredEvent(NamedTuple):
    version: int
    event: Event
    by: Actor
    """Whose command it follows from."""


def read_events(store: Store, table: str, seeds: TableSeeds, after: int) -> list[StoredEvent]:
    """Return the events of a table after a version, with all their facts."""
    found: list[StoredEvent] = []
    for append in store.read(table_stream(table), after):
        commands = unseal_commands(append.commands, append.sealed, seeds.seal_key)
        events = [(event, command.by) for command in commands for event in command.events]
        found += [StoredEvent(version, *event) for version, event in enumerate(events, start=append.first_version)]
    return [event for event in found if event.version > after]


def load_meters(store: Store) -> Meters:
    """Return all meters of the house."""
    meters = Meters()
    for head in store.heads(meter_stream("")):
        name = head.stream.removeprefix(meter_stream(""))
        meter, version = load_meter_snapshot(store, name)
        for append in store.read(head.stream, version):
            for event in append.events:
                meter = evolve_meter(meter, event)
        if meter is not None:
            meters = replace(meters, by_id={**meters.by_id, name: meter}, versions={**meters.versions, name: head.version})
    return meters
