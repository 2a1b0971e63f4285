"""The tables and meters of a house in memory, as far as this server has followed the store.

Other servers may add to the same streams. What is decided against a memory that is behind is refused by the store, so being behind
does no harm: the table follows what was added, and the command is decided again.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf

from houseway.errors import IMPOSSIBLE, Corrupted, HousewayError, Malformed, Unavailable
from houseway.events import Event
from houseway.service.clock import MILLISECONDS, HouseClock
from houseway.service.live.memory.loading import (
    FollowedTurn,
    describe_fault,
    ends_of,
    follow_meters,
    follow_meters_to,
    follow_table,
    load_meters,
    load_table,
    read_ends,
)
from houseway.service.live.memory.snapshots import load_snapshot
from houseway.service.live.player_values import PlayerValues
from houseway.service.live.turns.order import TurnOrder
from houseway.service.live.turns.turn import Meters, TableState, table_stream
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import Receipt, sign_head
from houseway.store import Appended, RecordedCommand, Store
from houseway.store.readable import read_heads
from houseway.table import Table
from houseway.table.editions import RULES_EVENTS

RESUME_SECONDS = 20
"""No clock runs out for this long after the house is opened, so that players can come back."""


@dataclass(frozen=True, slots=True)
class Update:
    """What a turn has changed. It is durable."""

    table: str
    commands: tuple[RecordedCommand, ...]
    state: Table
    appended: Appended
    receipt: Receipt | None = None
    """The table's signed head, if a round was completed."""
    is_followed: bool = False
    """Whether another server has taken the turn."""

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for command in self.commands for event in command.events)


@dataclass
class LiveTable:
    state: TableState
    turns: TurnOrder = field(default_factory=TurnOrder)
    values: PlayerValues = field(default_factory=PlayerValues)
    frozen: str = ""
    """Why the table takes no more commands: a fault of the program or the store. Other tables go on."""


Announce = Callable[[Update], None]


class LiveTables:
    """Loads tables and meters, and follows what other servers add to them. All methods are called from one event loop."""

    def __init__(self, store: Store, keys: HouseKeys, clock: HouseClock, resume_seconds: int = RESUME_SECONDS) -> None:
        """Load everything from the store. For `resume_seconds` nobody's time runs out."""
        self._store, self._keys, self._clock, self._resume_seconds = store, keys, clock, resume_seconds
        self.by_name: dict[str, LiveTable] = {}
        self.meters = load_meters(store, keys.vault)
        self.listeners: list[Announce] = []
        self.freeze_listeners: list[Callable[[str], None]] = []
        """Called with the id of a table that is frozen."""
        self.thaw_listeners: list[Callable[[str], None]] = []
        """Called with the id of a table that goes on, or that another server has opened."""
        self.decides_ahead: Callable[[str], bool] = lambda table: not store.is_shared
        """Whether turns of a table are decided ahead of what is being stored. That is safe where other servers act, too, but then
        what was decided ahead is often decided again."""
        heads, broken = read_heads(store, table_stream(""))
        for head in heads:
            self._clock.now(head.at)  # nobody waits until a clock that was set back has caught up
            name = head.stream.removeprefix(table_stream(""))
            self.by_name[name] = self._load(name, self.meters)
        for stream, why in broken.items():
            self.by_name[stream.removeprefix(table_stream(""))] = LiveTable(TableState(), frozen=why)
        self._clock.now(self.meters.at)

    def _load(self, name: str, meters: Meters) -> LiveTable:
        """Load a table. One that cannot be loaded, or a meter of which cannot be read, is frozen; the others are not touched by
        it."""
        live = LiveTable(TableState())
        try:
            live.state = self.load_stored(name, load_snapshot(self._store, name, self._keys.vault), meters)
            live.frozen = meters.find_fault(live.state.table)
            live.values.follow(live.state.seeds)
        except Unavailable:
            raise  # it may be read later
        except (HousewayError, *IMPOSSIBLE) as error:
            live.frozen = describe_fault(error)
        return live

    def load_stored(self, name: str, begin: TableState | None = None, meters: Meters | None = None) -> TableState:
        """Return a table as it is stored, with clocks that give players time to come back. It blocks."""
        state = load_table(self._store, name, self._keys.vault, begin, meters or self.meters)
        now = self._clock.now(state.at)
        return state.held_until(now + self._resume_seconds * MILLISECONDS) if self._resume_seconds else state

    def find_table(self, name: str) -> LiveTable:
        if name not in self.by_name:
            allowed = tuple(self.by_name)
            raise Malformed(f"there is no table {name!r}", code="house.table", given=name, allowed=allowed)
        return self.by_name[name]

    @property
    def states(self) -> dict[str, TableState]:
        return {name: live.state for name, live in self.by_name.items()}

    @property
    def open_tables(self) -> Mapping[str, Table]:
        """Return every table that is not frozen, by id."""
        return {name: live.state.table for name, live in self.by_name.items() if live.state.table and not live.frozen}

    @property
    def frozen_tables(self) -> Mapping[str, str]:
        return {name: live.frozen for name, live in self.by_name.items() if live.frozen}

    def latest_time(self) -> int:
        """Return a time that is not earlier than the last event of any table."""
        return self._clock.now(max((live.state.at for live in self.by_name.values()), default=0))

    def announce(self, update: Update) -> None:
        live = self.by_name[update.table]
        live.values.follow(live.state.seeds)
        for announce in self.listeners:
            announce(update)

    def freeze(self, name: str, why: str) -> None:
        self.by_name[name].frozen = why
        for announce in self.freeze_listeners:
            announce(name)

    def announce_resumed(self, name: str) -> None:
        """Announce that a table takes commands again."""
        for announce in self.thaw_listeners:
            announce(name)

    async def resume(self, name: str, live: LiveTable, folded: TableState) -> None:
        """Resume a frozen table, at which nobody else acts, from its folded state. What other servers have added meanwhile is
        announced."""
        live.frozen = ""
        if live.state.table is not None:
            await self.follow(name, live)
        if folded.version >= live.state.version:
            live.state = folded
            live.values.follow(folded.seeds)

    # What other servers have stored

    async def catch_up(self, name: str, version: float = inf) -> bool:
        """Follow what was added to a table, even if another server has opened it. Return whether there was anything.

        A table that has reached `version` is not looked at: its own turn may have followed what a hint is about.
        """
        live = self.by_name.get(name)
        if live is None:
            return await self._find(name)
        async with live.turns:
            return live.state.version < version and await self.follow(name, live)

    async def _find(self, name: str) -> bool:
        """Load a table that another server has opened. Return whether there is one."""
        if not (await asyncio.to_thread(self._store.stream_versions, [table_stream(name)])):
            return False
        meters, live = await asyncio.to_thread(self._load_found, name)
        self._take_meters(meters)
        if name not in self.by_name:
            self.by_name[name] = live
            self.announce_resumed(name)
        return True

    def _load_found(self, name: str) -> tuple[Meters, LiveTable]:
        meters = load_meters(self._store, self._keys.vault)
        return meters, self._load(name, meters)

    async def follow(self, name: str, live: LiveTable) -> bool:
        """Follow what was added to a table at which nobody else acts. Return whether there was anything."""
        if live.frozen:
            return False
        before = live.state
        try:
            turns, after, meters = await asyncio.to_thread(self._read, name, before)
        except Corrupted as error:
            self.freeze(name, error.message)
            return False
        self._take_meters(meters)
        for turn in turns:
            self._apply(name, live, turn)
        live.state = after
        live.values.follow(after.seeds)
        return after is not before

    def _read(self, name: str, state: TableState) -> tuple[list[FollowedTurn], TableState, Meters]:
        """Read what was added to a table, and everything that was added to meters."""
        known = self.meters
        ends, versions = read_ends(self._store, name, known.by_id)
        if ends == ends_of(state):
            return [], state, known
        meters = follow_meters_to(self._store, known, versions)
        turns, after = follow_table(self._store, name, self._keys.vault, state, meters, ends)
        if any(event.kind in RULES_EVENTS for turn in turns for command in turn.stored.commands for event in command.events):
            meters = load_meters(self._store, self._keys.vault)  # it was opened, or has other meters than before
            turns, after = follow_table(self._store, name, self._keys.vault, state, meters, ends)
        self._clock.now(
            max(after.at, after.plan.at, meters.at)
        )  # another server's clock may be ahead, and time never goes back
        return turns, after, meters

    def _apply(self, name: str, live: LiveTable, turn: FollowedTurn) -> None:
        before, live.state = live.state, turn.state
        table = turn.state.table
        assert table is not None, "a stored turn belongs to a table"
        completed = before.table is not None and before.table.number != table.number
        digest = turn.state.values_digest(before.table.number) if before.table is not None else ""
        receipt = sign_head(turn.stored.head, self._keys, digest) if completed else None
        heads = Appended((turn.stored.head,))
        self.announce(Update(name, turn.stored.commands, table, heads, receipt, is_followed=True))

    async def follow_meters(self, *others: str) -> bool:
        """Follow what was added to meters, including those that are not known yet. Return whether there was anything."""
        before = self.meters
        read = await asyncio.to_thread(follow_meters, self._store, before, others, self._keys.vault)
        self._clock.now(read.at)
        self._take_meters(read)
        return self.meters is not before

    async def read_meters_again(self) -> None:
        """Read all meters: somebody may have restored those that could not be read."""
        read = await asyncio.to_thread(load_meters, self._store, self._keys.vault)
        self.meters = self.meters.without_broken().with_changes(read)

    def _take_meters(self, read: Meters) -> None:
        """Take meters as they were read. The tables of those that cannot be read any more are frozen."""
        known, self.meters = self.meters.broken, self.meters.with_changes(read)
        if self.meters.broken == known:
            return
        for name, table in self.open_tables.items():
            if why := self.meters.find_fault(table):
                self.freeze(name, why)


def frozen_error(name: str, why: str) -> Unavailable:
    return Unavailable(f"{name} is stopped: {why}", code="house.frozen", given=name, allowed="a floorperson looks at it")
