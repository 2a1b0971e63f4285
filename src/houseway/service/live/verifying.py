"""Check from the stored streams alone that every draw came from the seed that the house had committed to beforehand."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.chance import CommittedChance, derive_seed
from houseway.croupier import draw_chance_facts
from houseway.equipment.disclosure import with_unknown_order
from houseway.events import Event
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.loading import load_seeds
from houseway.service.live.turn import chance_stream, table_stream
from houseway.service.secrecy.sealing import first_sealed_version, open_seals, unseal_commands
from houseway.service.secrecy.seeds import DRAWN, DRAWS, SeedName, TableSeeds
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
    return (draw for _, draw in replay_table(store, table) if draw is not None)


def replay_table(store: Store, table: str, until: int | None = None) -> Iterator[tuple[Table | None, VerifiedDraw | None]]:
    """Fold a table from its beginning, up to a version. Yield it after each command, with the draw if the command was one."""
    seeds, _ = load_seeds(store, table)
    draws = {event.number("version"): (event, name, chance) for event, name, chance in _open_draws(store, table, seeds)}
    state: Table | None = None
    for command, version in _open_commands(store, table, seeds):
        if until is not None and version > until:
            return
        draw = None
        if version in draws and state is not None:
            event, name, chance = draws[version]
            act = event.text("act")
            draw = VerifiedDraw(name[0], act, version, _agrees(state, act, chance, command))
        state = evolve_all(state, command.events)
        yield state, draw


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
                seed = seeds.opened[name]
                yield event, name, CommittedChance(derive_seed(seed, str(drawn[name])) if name[1] == DRAWS else seed)


def _open_commands(store: Store, table: str, seeds: TableSeeds) -> Iterator[tuple[RecordedCommand, int]]:
    """Yield commands with the version of their first event, up to the first whose seal is closed."""
    for append in store.read(table_stream(table)):
        version = append.first_version
        sealed_from = first_sealed_version(append, open_seals(append.sealed, seeds, len(append.events)))
        commands = unseal_commands(append.commands, append.sealed, seeds.seal_key, seeds.opened)
        add_stored_editions(store, commands)
        for command in commands:
            if sealed_from is not None and version + len(command.events) > sealed_from:
                return
            yield command._replace(events=tuple(map(with_unknown_order, command.events))), version
            version += len(command.events)


def _agrees(state: Table, act: str, chance: CommittedChance, command: RecordedCommand) -> bool:
    expected = draw_chance_facts(state, act, chance)
    recorded = [event.facts for event in command.events]
    return bool(expected) and all(any(facts.get(name) == value for facts in recorded) for name, value in expected.items())
