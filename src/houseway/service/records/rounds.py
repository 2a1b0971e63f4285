"""A completed round, read from the store with the table's state at its beginning."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.review import ReviewFinding
from houseway.service.live.memory.snapshots import load_snapshot
from houseway.service.live.turns.turn import TableState, chance_stream, meter_stream, table_stream
from houseway.service.records.chance_record import LATER_ROUNDS
from houseway.service.records.streams import read_times
from houseway.service.secrecy.sealing import Vault, unseal_commands
from houseway.service.secrecy.seeds import COMMITTED, TableSeeds, evolve_seeds
from houseway.store import RecordedCommand, Store
from houseway.table import Table
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import evolve_all


@dataclass(frozen=True, slots=True)
class RoundCommand:
    """A command of a round, with the versions of its events and the table after it."""

    first: int
    """The version of its first event in the table's stream."""
    before: Table
    command: RecordedCommand
    """With the events of this round only."""
    after: Table
    open_events: tuple[Event, ...]
    """The same events with the facts whose seals are open, and no other hidden facts."""
    whole: RecordedCommand
    """With all events: the command that ends a round begins the next one."""


@dataclass(frozen=True, slots=True)
class StoredRound:
    table: str
    number: int
    begin: Table
    """The table before the round's first event."""
    commands: tuple[RoundCommand, ...]
    seeds: TableSeeds
    meter_events: tuple[tuple[str, Event], ...] = ()
    findings: tuple[ReviewFinding, ...] = ()
    """Where the record is not what the rules give, if the round was decided again."""
    filing: tuple[str, str] = ("", "")
    """The texts of the submission and of the house way under which its hands were played."""

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for each in self.commands for event in each.command.events)

    @property
    def end(self) -> Table:
        """Return the table after the round's last command. If that command began the next round, it has begun."""
        return self.commands[-1].after

    @property
    def seats(self) -> dict[int, str]:
        """Return everybody who sat at the table during the round, by position."""
        return {position: name for each in self.commands for position, name in each.after.seats.items()}

    @property
    def began_at(self) -> int:
        return self.commands[0].command.at

    @property
    def ended_at(self) -> int:
        return self.commands[-1].command.at

    @property
    def last_version(self) -> int:
        last = self.commands[-1]
        return last.first + len(last.command.events) - 1


def check_round_is_over(table: Table, number: int) -> None:
    """Refuse a round that has not been completed: until then it is sealed."""
    if number < 1 or number > table.number:
        said = f"{table.id} has no round {number}"
        raise Malformed(said, code="service.round", given=number, allowed=_describe_rounds(table))
    if number == table.number:
        raise NotAllowed(
            f"round {number} is not over; until then it is sealed",
            code="service.round-live",
            given=number,
            allowed=_describe_rounds(table),
        )


def _describe_rounds(table: Table) -> str:
    """Say which rounds are over, as pages show it."""
    last = table.number - 1
    if last < 1:
        return f"no round of {table.id} is over yet"
    return "round 1 is over" if last == 1 else f"rounds 1 to {last} are over"


def read_round(store: Store, table: str, number: int, vault: Vault) -> StoredRound:
    """Read a completed round. The state before it comes from the nearest snapshot; the rounds in between are folded."""
    return next(read_rounds(store, table, (number,), vault))


def read_rounds(store: Store, table: str, numbers: Sequence[int], vault: Vault) -> Iterator[StoredRound]:
    """Read completed rounds of a table, in rising order. All rounds from the first to the last are folded once."""
    earlier = store.version_before_round(table_stream(table), numbers[0] - 1) or 0
    state = load_snapshot(store, table, vault, at_most=earlier) or TableState()
    seeds = _read_seeds(store, table, vault, state, numbers[-1])
    for number, begin, filing, commands in _collect_rounds(_read_commands(store, table, seeds, state), state, numbers):
        read = StoredRound(table, number, begin, commands, seeds, filing=filing)
        yield replace(read, meter_events=tuple(_read_meter_events(store, read)))


def _read_seeds(store: Store, table: str, vault: Vault, begin: TableState, number: int) -> TableSeeds:
    """Fold the seeds up to the round, and on until those of its shuffles may be open."""
    seeds = begin.seeds
    for append in store.read(chance_stream(table), begin.chance_version):
        for event in append.events:
            if event.kind == COMMITTED and event.number("round") > number + LATER_ROUNDS:
                return seeds
            seeds = evolve_seeds(seeds, event, vault.decrypt)
    return seeds


WholeAndOpen = tuple[RecordedCommand, RecordedCommand]
"""A command with all facts of its events, and with those that are not sealed any more."""


def _read_commands(store: Store, table: str, seeds: TableSeeds, begin: TableState) -> Iterator[WholeAndOpen]:
    for append in store.read(table_stream(table), begin.version):
        whole = unseal_commands(append.commands, append.sealed, seeds.seal_key)
        opened = unseal_commands(append.commands, append.sealed, seeds.seal_key, seeds.opened)
        yield from zip(whole, opened, strict=True)


CollectedRound = tuple[int, Table, tuple[str, str], tuple[RoundCommand, ...]]
"""The number of a round, the table before its first event, the texts filed at its end, and its commands."""


def _collect_rounds(commands: Iterator[WholeAndOpen], begin: TableState, numbers: Sequence[int]) -> Iterator[CollectedRound]:
    """Fold commands up to the end of the last of these rounds. The command that ends a round begins the next one."""
    table, number, begun, filing = begin.table, 0, begin.table, begin.filing
    found: list[RoundCommand] = []
    for command, opened in commands:
        started = next((place for place, event in enumerate(command.events) if event.kind == "round-started"), None)
        version, before = table.version if table else 0, table
        table = evolve_all(table, command.events)
        assert table is not None, "a command is given at a table"
        if found and command.events[:started]:
            assert before is not None, "a round begins at a table"
            found.append(_round_command(version, before, command, opened, table, 0, started))
        filing = _filing_after(filing, command.events[:started])
        if started is None:
            continue
        if found and begun is not None:
            yield number, begun, filing, tuple(found)
        filing = _filing_after(filing, command.events[started:])
        if number == numbers[-1]:
            return
        number, found = command.events[started].number("number"), []
        if number in numbers:
            begun = evolve_all(before, command.events[:started])
            assert begun is not None, "a round begins at a table"
            found.append(_round_command(version, begun, command, opened, table, started, None))
    assert found, f"round {numbers[-1]} is not in the stream"
    assert begun is not None, "a round begins at a table"
    yield number, begun, filing, tuple(found)


def _filing_after(filing: tuple[str, str], events: Sequence[Event]) -> tuple[str, str]:
    """Return the texts that are filed after events. Rules may change until the betting of a round is closed."""
    for event in events:
        if event.kind in RULES_EVENTS:
            filing = event.text("submission"), event.text("house_way")
    return filing


def _round_command(
    version: int, before: Table, command: RecordedCommand, opened: RecordedCommand, after: Table, first: int, last: int | None
) -> RoundCommand:
    """Return a command with those of its events that belong to one round."""
    shown = command._replace(events=command.events[first:last])
    return RoundCommand(version + first + 1, before, shown, after, opened.events[first:last], command)


def _read_meter_events(store: Store, read: StoredRound) -> Iterator[tuple[str, Event]]:
    """Yield what the round did to the meters of its table's wagers."""
    for wager in dict.fromkeys(filed.wager for filed in read.end.rules.meters):
        for head in store.stream_heads(meter_stream(f"{wager}/")):
            for append in read_times(store, head.stream, read.began_at, read.ended_at):
                for event in append.events:
                    if event.facts.get("table") == read.table and event.facts.get("round") == read.number:
                        yield head.stream.removeprefix(meter_stream("")), event
