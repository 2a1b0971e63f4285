"""Fold tables and meters from the store."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from houseway.errors import IMPOSSIBLE, Corrupted, HousewayError, Unavailable
from houseway.events import Actor, Event
from houseway.progressive import evolve_meter
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.memory.snapshots import load_meter_snapshot
from houseway.service.live.settings import settings_stream
from houseway.service.live.settings_plan import load_settings_plan
from houseway.service.live.turns.turn import Meters, TableState, chance_stream, meter_stream, table_stream
from houseway.service.live.waiting import VALUES, Wait, find_wait
from houseway.service.secrecy.sealing import Vault, unseal_commands
from houseway.service.secrecy.seeds import SeedFold, TableSeeds
from houseway.store import RecordedCommand, Store, StreamHead
from houseway.store.readable import read_heads


def describe_fault(error: Exception) -> str:
    """Say why a stream cannot be folded. What an error of Python says may contain facts that are not public."""
    return error.message if isinstance(error, HousewayError) else f"its events cannot be folded ({type(error).__name__})"


class StreamEnds(NamedTuple):
    """How far the streams of one table reach at one moment. Another server may be adding to them while they are read."""

    table: int = 0
    chance: int = 0
    settings: int = 0


def read_ends(store: Store, table: str, meters: Iterable[str] = ()) -> tuple[StreamEnds, Mapping[str, int]]:
    """Return how far the streams of a table reach, and the versions of meters by their streams. All are read at the same moment,
    because one turn adds to all."""
    names = (table_stream(table), chance_stream(table), settings_stream(table))
    versions = store.stream_versions((*names, *map(meter_stream, meters)))
    for name, version in versions.items():
        if not isinstance(version, int):  # SQLite takes any value in any column
            raise Corrupted(f"{name}: the entry of the stream has a value of the wrong type", code="store.type", stream=name)
    return StreamEnds(*(versions.get(name, 0) for name in names)), versions


def ends_of(state: TableState) -> StreamEnds:
    """Return how far the streams are folded into a state."""
    return StreamEnds(state.version, state.chance_version, state.plan.version)


class StoredTurn(NamedTuple):
    """A turn as it is stored, with all facts of its events."""

    head: StreamHead
    """Where the table's stream stands after it."""
    commands: tuple[RecordedCommand, ...]


class FollowedTurn(NamedTuple):
    """A turn that another server has stored, and the state after it."""

    stored: StoredTurn
    state: TableState


def load_table(
    store: Store, table: str, vault: Vault, begin: TableState | None = None, meters: Meters | None = None
) -> TableState:
    """Return a table as it stands after its last stored event, folded from `begin` on or from its beginning."""
    begin = begin or TableState()
    ends, _ = read_ends(store, table)
    state = seeded = _with_seeds_and_plan(store, table, vault, begin, ends)
    turns: list[TableState] = []
    for turn in read_turns(store, table, seeded.seeds, begin.version, ends.table):
        state = _after_turn(state, turn)
        if turns and state.table and turns[-1].table and turns[-1].table.number != state.table.number:
            turns.clear()
        turns.append(state)
    wait = _find_last_wait(turns, meters or Meters(), begin.wait)
    loaded = replace(state, wait=wait, seeds=seeded.seeds.without_finished_rounds())
    return _with_values_awaited(loaded, meters or Meters(), begin.wait)


def follow_table(
    store: Store, table: str, vault: Vault, begin: TableState, meters: Meters, ends: StreamEnds
) -> tuple[list[FollowedTurn], TableState]:
    """Return the turns that were stored after a state and up to the ends of its streams, and the state after them."""
    state = seeded = _with_seeds_and_plan(store, table, vault, begin, ends)
    seeds, wait = seeded.seeds.without_finished_rounds(), begin.wait
    followed: list[FollowedTurn] = []
    for turn in read_turns(store, table, seeded.seeds, begin.version, ends.table):
        state = _after_turn(state, turn)
        wait = find_wait(state.table, state.at, meters.by_id, wait) if state.table else None
        followed.append(FollowedTurn(turn, replace(state, wait=wait, seeds=seeds)))
    after = _with_values_awaited(replace(state, wait=wait, seeds=seeds), meters, begin.wait)
    if followed:
        followed[-1] = followed[-1]._replace(state=after)
    return followed, after


def _with_values_awaited(state: TableState, meters: Meters, earlier: Wait | None) -> TableState:
    """Return a state that waits for players' values if they are not open yet, and for something else if they are."""
    if state.seeds.awaited is not None:
        return replace(state, wait=state.find_wait(meters, earlier))
    is_over = state.wait is not None and state.wait.what == VALUES
    return replace(state, wait=state.find_wait(meters, None)) if is_over else state


def _after_turn(state: TableState, turn: StoredTurn) -> TableState:
    for command in turn.commands:
        state = state.after(command)
    return state


def _with_seeds_and_plan(store: Store, table: str, vault: Vault, begin: TableState, ends: StreamEnds) -> TableState:
    """Return a state with the seeds and settings that its further turns need."""
    seeds, _ = load_seeds(store, table, vault, begin, ends.chance)
    plan = begin.plan if begin.plan.version == ends.settings else load_settings_plan(store, table, ends.settings)
    return replace(begin, seeds=seeds, chance_version=ends.chance, plan=plan)


def _find_last_wait(turns: Iterable[TableState], meters: Meters, wait: Wait | None) -> Wait | None:
    """Return what the table waits for, and since when, from its states after each turn of the round in play."""
    for turn in turns:
        wait = find_wait(turn.table, turn.at, meters.by_id, wait) if turn.table else None
    return wait


def load_seeds(
    store: Store, table: str, vault: Vault | None = None, begin: TableState | None = None, until: int | None = None
) -> tuple[TableSeeds, int]:
    """Return the seeds of a table, and the number of events behind them. Without the vault only open ones are known."""
    begin = begin or TableState()
    folding, version = SeedFold(begin.seeds, vault.decrypt if vault else None), begin.chance_version
    for append in store.read_until(chance_stream(table), version, until):
        version = append.head.version
        for event in append.events:
            folding.add(event)
    return folding.seeds(), version


def read_turns(store: Store, table: str, seeds: TableSeeds, after: int, until: int) -> Iterator[StoredTurn]:
    """Yield the turns of a table after a version and up to another."""
    for append in store.read_until(table_stream(table), after, until):
        commands = unseal_commands(append.commands, append.sealed, seeds.seal_key)
        add_stored_editions(store, commands)
        yield StoredTurn(append.head, commands)


class StoredEvent(NamedTuple):
    version: int
    event: Event
    by: Actor
    """Whose command it follows from."""
    at: int
    """When that was, in milliseconds."""


def read_events(store: Store, table: str, seeds: TableSeeds, after: int) -> list[StoredEvent]:
    """Return the events of a table after a version, with all their facts."""
    found: list[StoredEvent] = []
    for append in store.read(table_stream(table), after):
        commands = unseal_commands(append.commands, append.sealed, seeds.seal_key)
        events = [(event, command.by, command.at) for command in commands for event in command.events]
        found += [StoredEvent(version, *event) for version, event in enumerate(events, start=append.first_version)]
    return [event for event in found if event.version > after]


def load_meters(store: Store, vault: Vault | None = None) -> Meters:
    """Return all meters of the house. Without the vault no snapshot is used, and their streams are folded from the beginning. Those
    whose streams cannot be read are `broken`."""
    prefix = meter_stream("")
    heads, broken = read_heads(store, prefix)
    unreadable = Meters(broken={stream.removeprefix(prefix): why for stream, why in broken.items()})
    return follow_meters_to(store, unreadable, {head.stream: head.version for head in heads}, vault)


def follow_meters(store: Store, meters: Meters, others: Iterable[str] = (), vault: Vault | None = None) -> Meters:
    """Return meters as they are stored now, and others that were not known. Only what was added is read."""
    names = tuple(dict.fromkeys((*meters.by_id, *others)))
    return follow_meters_to(store, meters, store.stream_versions(map(meter_stream, names)), vault)


def follow_meters_to(store: Store, meters: Meters, versions: Mapping[str, int], vault: Vault | None = None) -> Meters:
    """Return meters at least as far as the versions of their streams say. Other streams do not count, and neither do those of which
    it is known that they cannot be read."""
    prefix = meter_stream("")
    for stream, version in versions.items():
        name = stream.removeprefix(prefix)
        if stream.startswith(prefix) and name not in meters.broken and version > meters.versions.get(name, 0):
            meters = meters.with_changes(_follow_meter(store, name, meters, vault))
    return meters


def _follow_meter(store: Store, name: str, meters: Meters, vault: Vault | None) -> Meters:
    """Return one meter as it is stored now, or why it cannot be read."""
    try:
        return _fold_meter(store, name, meters, vault)
    except Unavailable:
        raise  # it may be read later
    except (HousewayError, *IMPOSSIBLE) as error:
        return Meters(broken={name: describe_fault(error)})


def _fold_meter(store: Store, name: str, meters: Meters, vault: Vault | None) -> Meters:
    meter, version, at = meters.by_id.get(name), meters.versions.get(name, 0), meters.at
    if meter is None and vault is not None:
        meter, version = load_meter_snapshot(store, name, vault)
    for append in store.read(meter_stream(name), version):
        version, at = append.head.version, max(at, append.head.at)
        for event in append.events:
            meter = evolve_meter(meter, event)
    return Meters({name: meter}, {name: version}, at) if meter is not None else Meters()
