"""Fold tables and meters from the store."""

from collections.abc import Iterator
from dataclasses import replace

from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.turn import Meters, TableState, chance_stream, meter_stream, table_stream
from houseway.service.secrecy.sealing import Vault, unseal_commands
from houseway.service.secrecy.seeds import TableSeeds, evolve_seeds
from houseway.store import RecordedCommand, Store


def load_table(store: Store, table: str, vault: Vault, begin: TableState | None = None) -> TableState:
    """Return a table as it stands after its last stored event, folded from `begin` on or from its beginning."""
    begin = begin or TableState()
    seeds, chance_version = load_seeds(store, table, vault, begin)
    state = replace(begin, seeds=seeds)
    for command in read_commands(store, table, seeds, begin.version):
        state = state.after(command)
    return replace(state, seeds=seeds.without_finished_rounds(), chance_version=chance_version)


def load_seeds(store: Store, table: str, vault: Vault | None = None, begin: TableState | None = None) -> tuple[TableSeeds, int]:
    """Return the seeds of a table, and the number of events behind them. Without the vault only open ones are known."""
    begin = begin or TableState()
    seeds, version = begin.seeds, begin.chance_version
    for append in store.read(chance_stream(table), version):
        version = append.head.version
        for event in append.events:
            seeds = evolve_seeds(seeds, event, vault.decrypt if vault else None)
    return seeds, version


def read_commands(store: Store, table: str, seeds: TableSeeds, after: int = 0) -> Iterator[RecordedCommand]:
    """Yield the commands of a table with all facts of their events."""
    for append in store.read(table_stream(table), after):
        commands = unseal_commands(append.commands, append.sealed, seeds.seal_key)
        add_stored_editions(store, commands)
        yield from commands


def load_meters(store: Store) -> Meters:
    """Return all meters of the house."""
    meters = Meters()
    for head in store.heads(meter_stream("")):
        name = head.stream.removeprefix(meter_stream(""))
        meter: ProgressiveMeter | None = None
        for append in store.read(head.stream):
            for event in append.events:
                meter = evolve_meter(meter, event)
        if meter is not None:
            meters = replace(meters, by_id={**meters.by_id, name: meter}, versions={**meters.versions, name: head.version})
    return meters
