"""Fold tables and meters from the store."""

from collections.abc import Iterator
from dataclasses import replace

from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.service.sealing import Vault, unseal_commands
from houseway.service.seeds import TableSeeds, evolve_seeds
from houseway.service.turn import Meters, TableState, chance_stream, meter_stream, table_stream
from houseway.store import RecordedCommand, Store
from houseway.table.state import Table, evolve_all


def load_table(store: Store, table: str, vault: Vault) -> TableState:
    """Return a table as it stands after its last stored event. A table that was never opened has none."""
    seeds, chance_version = load_seeds(store, table, vault)
    state: Table | None = None
    at, deck = 0, ""
    for command in read_commands(store, table, seeds):
        state, at = evolve_all(state, command.events), command.at
        for event in command.events:
            if event.kind == "deal-begun":
                deck = event.text("deck")
            elif event.kind == "round-completed":
                deck = ""
    return TableState(state, seeds.without_finished_rounds(), chance_version, deck, at)


def load_seeds(store: Store, table: str, vault: Vault | None = None) -> tuple[TableSeeds, int]:
    """Return all seeds of a table, and the number of events behind them. Without the vault only open ones are known."""
    seeds, version = TableSeeds(), 0
    for append in store.read(chance_stream(table)):
        version = append.head.version
        for event in append.events:
            seeds = evolve_seeds(seeds, event, vault.decrypt if vault else None)
    return seeds, version


def read_commands(store: Store, table: str, seeds: TableSeeds, after: int = 0) -> Iterator[RecordedCommand]:
    """Yield the commands of a table with all facts of their events."""
    for append in store.read(table_stream(table), after):
        yield from unseal_commands(append.commands, append.sealed, seeds.seal_key)


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
