"""The house: its live tables and meters, one store behind them.

Every command goes the same way: it is decided against the latest state, stored, and only then applied and announced. Commands at
one table are decided one after the other, and the next need not wait until the last is stored (`turn_order`); tables do not wait
for each other. Tables that share a meter may decide at the same time, and so may several servers at one table; the store refuses
the second one, which is then decided again against what has become.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from math import inf

from houseway.errors import HousewayError, Malformed, Outdated, Unavailable
from houseway.events import Actor, Command, Event, Role
from houseway.reports.rows.meter_rows import project_meters
from houseway.service.clock import HouseClock
from houseway.service.command_keys import NO_KEY, CommandKey
from houseway.service.live.absence import act_for_absent, act_for_awaited
from houseway.service.live.durable import DurableAppends
from houseway.service.live.editions import store_missing_editions
from houseway.service.live.memory.live_tables import RESUME_SECONDS, LiveTable, LiveTables, Update, frozen_error
from houseway.service.live.memory.loading import StoredEvent, read_events
from houseway.service.live.settings import TableSettings
from houseway.service.live.settings_plan import SettingsPlan
from houseway.service.live.turn_taker import TurnTaker, Work
from houseway.service.live.turns.meter_changes import (
    TermsChange,
    changes_to_carry_out,
    meter_append,
    request_change,
    tables_sharing,
    take_back_request,
)
from houseway.service.live.turns.significant import LargeAmounts
from houseway.service.live.turns.steps import WAIT_FOR_VALUES, carry_out, open_values, take_program_steps, take_waiting_step
from houseway.service.live.turns.tries import TRIES
from houseway.service.live.turns.turn import Meters, TableState, Turn, chance_stream, check_readable, table_stream
from houseway.service.live.under_way import UnderWay
from houseway.service.live.waiting import VALUE_SECONDS, Clock, Wait, overdue_positions
from houseway.service.people.accounts import Accounts
from houseway.service.people.administration import record_thaw
from houseway.service.people.authority import check_duties
from houseway.service.people.person import Person
from houseway.service.people.postings import AccountPostings
from houseway.service.people.protection.choices import BEGINNINGS
from houseway.service.people.protection.play_counts import PlayBook
from houseway.service.people.protection.play_sums import PlayRecord
from houseway.service.people.protection.protection_policy import ProtectionPolicy, usual_protection
from houseway.service.people.record import HouseRecord
from houseway.service.people.stops import Stop, stop_at_table
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipt_counts import ReceiptCounts
from houseway.service.secrecy.receipts import RECEIPTS_MISSING, ReceiptFile, ReceiptWriter, contains_signed, sign_head
from houseway.service.secrecy.round_values import RoundValues, values_message
from houseway.service.secrecy.seeds import SeedName
from houseway.store import Appended, AppendRequest, Store
from houseway.table import Table

CheckTable = Callable[[Table, Meters, int], None]
"""Looks at a table and its meters at a time in milliseconds, and refuses a command by raising."""


class House:
    """Runs the tables of a store. All methods are called from one event loop."""

    def __init__(
        self,
        store: Store,
        keys: HouseKeys,
        receipts: ReceiptFile,
        clock: HouseClock | None = None,
        record: HouseRecord | None = None,
        accounts: Accounts | None = None,
        large_amounts: LargeAmounts | None = None,
        resume_seconds: int = RESUME_SECONDS,
        protection: ProtectionPolicy | None = None,
    ) -> None:
        """Load everything from the store."""
        self._store, self._keys = store, keys
        self._clock = clock or HouseClock()
        self.record = record or HouseRecord(store, self._clock)
        self.accounts = accounts or Accounts(store, self.record, self._clock)
        self._appends = DurableAppends(store)
        self._receipts = ReceiptWriter(receipts, self._record_receipts, counts=self._count_receipts(receipts))
        self._live = LiveTables(store, keys, self._clock, resume_seconds)
        self._under_way = UnderWay()
        self._taker = TurnTaker(
            store=store,
            keys=keys,
            clock=self._clock,
            live=self._live,
            record=self.record,
            accounts=self.accounts,
            play_book=PlayBook(store),
            protection=protection or usual_protection(),
            appends=self._appends,
            receipts=self._receipts,
            large_amounts=large_amounts or LargeAmounts(),
            under_way=self._under_way,
            carry_out_changes=self._carry_out_changes,
        )
        self.listeners, self.freeze_listeners = self._live.listeners, self._live.freeze_listeners
        self.thaw_listeners = self._live.thaw_listeners
        self._sign_heads(receipts)
        store_missing_editions(store, [table.rules.regulation for table in self.tables.values()])

    def _count_receipts(self, receipts: ReceiptFile) -> ReceiptCounts:
        return ReceiptCounts(receipts, self._store, self._clock.now, lambda why: self._record_receipts(RECEIPTS_MISSING, why))

    def _sign_heads(self, receipts: ReceiptFile) -> None:
        """Sign where the tables stand, in case the last receipt was not written before the end. A table that is not what the house
        signed last is frozen: its record was rewritten whole, or an older one was restored."""
        signed = receipts.latest(map(table_stream, self.tables), self._keys.public_keys)
        for table in tuple(self.tables):
            last = signed.get(table_stream(table))
            if last is None or contains_signed(self._store, last):
                self._sign_head(table)
            else:
                said = f"its record is not the one that the house signed at event {last.version}: it was rewritten or restored"
                self._live.freeze(table, said)

    def _sign_head(self, table: str) -> None:
        version = self._live.find_table(table).state.version
        self._receipts.add(sign_head(self._store.head_at(table_stream(table), version), self._keys))

    async def thaw(self, table: str, by: Person, why: str) -> None:
        """Resume a frozen table from its stored state, after a floorperson has examined it. If it cannot be folded, it stays
        frozen."""
        live = self._live.find_table(table)
        async with live.turns:
            state = await self._fold_again(table)
            await asyncio.to_thread(record_thaw, self.record, table, by, why, live.frozen)
            await self._live.resume(table, live, state)
        await asyncio.to_thread(self._sign_head, table)  # from here on
        self._live.announce_resumed(table)

    async def follow_thaw(self, table: str) -> None:
        """Resume a table that another server has resumed. Nothing happens if it is not frozen."""
        live = self._live.by_name.get(table)
        if live is None or not live.frozen:
            return
        async with live.turns:
            await self._live.resume(table, live, await self._fold_again(table))
        self._live.announce_resumed(table)

    def follow_freeze(self, table: str) -> None:
        """Freeze a table that another server has frozen."""
        live = self._live.by_name.get(table)
        if live is not None and not live.frozen:
            self._live.freeze(table, "a fault at another server")

    async def _fold_again(self, table: str) -> TableState:
        await self._live.read_meters_again()
        try:
            state = await asyncio.to_thread(self._live.load_stored, table)
        except HousewayError as error:
            raise frozen_error(table, error.message) from error
        if why := self._live.meters.find_fault(state.table):
            raise frozen_error(table, why)
        return state

    async def catch_up(self, table: str, version: float = inf) -> bool:
        """Follow what other servers have added to a table since, at least up to a version. Return whether there was anything."""
        return self._store.is_shared and await self._live.catch_up(table, version)

    def decide_ahead_at(self, is_alone: Callable[[str], bool]) -> None:
        """Decide turns ahead of what is being stored at those tables at which this server is alone."""
        self._live.decides_ahead = is_alone

    async def carry_out_changes(self) -> None:
        """Carry out requested terms of meters, if what they waited for has happened at other servers."""
        await self._under_way.run(self._carry_out_changes())

    async def catch_up_meters(self, *others: str) -> bool:
        """Follow what other servers have added to meters, including those that are not known here yet."""
        return await self._live.follow_meters(*others)

    @property
    def tables(self) -> Mapping[str, Table]:
        """Return every table that is not frozen, by id."""
        return self._live.open_tables

    @property
    def frozen(self) -> Mapping[str, str]:
        return self._live.frozen_tables

    @property
    def meters(self) -> Meters:
        return self._live.meters

    @property
    def table_ids(self) -> tuple[str, ...]:
        """Return every table that is known here, open, closed or frozen."""
        return tuple(sorted(self._live.by_name))

    def has_table(self, table: str) -> bool:
        """Return whether a table is known here, open or frozen."""
        return table in self._live.by_name

    def tables_of(self, person: str) -> tuple[str, ...]:
        """Return the tables at which somebody sits, or where chips of his are left."""
        return tuple(name for name, table in self.tables.items() if person in table.arrivals or table.chips(person))

    @property
    def cannot_store(self) -> bool:
        """Return whether the last turns could not be stored."""
        return self._appends.has_just_failed

    def now(self) -> int:
        """Return the time of the house, in milliseconds."""
        return self._clock.now()

    def latest_state(self, table: str) -> Table:
        """Return a table after its last stored event, even if it is frozen."""
        state = self._live.find_table(table).state.table
        if state is None:
            raise frozen_error(table, self.frozen.get(table, "it is not open"))
        return state

    def read_events(self, table: str, after: int) -> list[StoredEvent]:
        """Read the events of a table after a version from the store. It blocks; any thread may call it.

        Raises `Corrupted` if some of them were sealed in a round that is over."""
        return read_events(self._store, table, self._live.find_table(table).state.seeds, after)

    def read_round(self, table: str) -> list[StoredEvent]:
        """Read the events of the round in play from the store. It blocks; any thread may call it."""
        before = self._store.version_before_round(table_stream(table), self.latest_state(table).number)
        return self.read_events(table, before or 0)

    async def act(
        self, table: str, command: Command, command_id: str = "", check: CheckTable | None = None
    ) -> Update | Appended:
        """Carry out a command, or refuse it. A repeated command gets its first answer. `check` is called when the command's turn
        has come, before it is decided: no other command comes between."""

        def take(turn: Turn, at: int) -> None:
            if check is not None:
                check(turn.table, turn.meters, at)
            carry_out(turn, command, at)

        if command.act in BEGINNINGS and self._store.is_shared:  # a limit holds as soon as another server has stored it
            await asyncio.to_thread(self.record.refresh)
        if command.act in WAIT_FOR_VALUES:
            await self._wait_for_values(table)
        return await self._take_turn(table, take, CommandKey.of(command_id, table, command.act, command.facts))

    # What players add to chance

    def offer_hash(self, table: str, player: str, source: Hashable, hashed: str) -> None:
        """Take the hash of a player's value for the next round of a table; an empty one takes it back. `source` is the connection
        or the server from which it comes."""
        self._live.find_table(table).values.offer(player, source, hashed)

    def offered_hash(self, table: str, player: str) -> str:
        """Return the hash that would be listed for a player now; empty if there is none."""
        return self._live.find_table(table).values.hash_of(player)

    async def receive_value(self, table: str, number: int, value: str) -> bool:
        """Take a player's value for the round that has begun, and go on if it was the last one. Return whether it was awaited."""
        live = self._live.find_table(table)
        if number > live.state.seeds.round:
            await self.catch_up(table)
        if not live.values.receive(live.state.seeds, number, value):
            return False
        if live.values.is_complete(live.state.seeds):
            await self._take_turn(table, open_values)
        return True

    def receive_value_soon(self, table: str, number: int, value: str) -> None:
        """Take a value that has come to another server. Nobody waits for it."""
        taken: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        taken.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._under_way.begin(self.receive_value(table, number, value), taken)

    async def _wait_for_values(self, table: str) -> None:
        """Wait until the players' values of a round are open, and open them if nobody else has when their time is up."""
        live = self._live.find_table(table)
        if live.state.seeds.awaited is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(VALUE_SECONDS):
                    await live.values.all_open.wait()
            if live.state.seeds.awaited is not None:
                await self._take_turn(table, open_values)

    def round_values(self, table: str) -> RoundValues | None:
        """Return what players add to the chance of the round in play; None if an earlier program began it."""
        seeds = self._live.find_table(table).state.seeds
        return seeds.values.get(seeds.round)

    def deck_round(self, table: str) -> int:
        """Return the round in which the deck to be dealt next was shuffled; 0 if it is still to be shuffled."""
        state = self._live.find_table(table).state
        deck = state.table.equipment.next_deck if state.table is not None else None
        return state.seeds.decks[deck.name][0] if deck is not None and deck.cards and deck.name in state.seeds.decks else 0

    def sign_values(self, table: str, digest: str) -> tuple[int, str]:
        """Sign the hash of a round's events of chance. Return the number of the key and the signature."""
        return self._keys.sign(values_message(chance_stream(table), digest))

    async def open_table(
        self, table: str, command: Command, settings: TableSettings | None = None, command_id: str = ""
    ) -> Update | Appended:
        """Open a table under its settings. If that is refused, there is no such table."""
        opening, run_as = command._replace(facts={**command.facts, "table": table}), settings or TableSettings()

        def open_with_settings(turn: Turn, at: int) -> None:
            if turn.before.table is None:
                turn.record_settings(run_as, command.by, at)
            carry_out(turn, opening, at)

        key = CommandKey.of(command_id, table, opening.act, opening.facts, run_as.to_json())
        return await self._under_way.run(self._run_opening(table, open_with_settings, key))

    async def _run_opening(self, table: str, work: Work, key: CommandKey) -> Update | Appended:
        tables = self._live.by_name
        tables.setdefault(table, LiveTable(TableState()))
        try:
            return await self._with_changes(self._taker.begin_turn(table, work, key))
        finally:
            if tables[table].state.table is None:
                del tables[table]

    async def take_due_step(self, table: str, work: Work = take_waiting_step) -> Update | Appended:
        """Take the due step, even one that was waiting for wagers, and those that follow from it."""
        await self._wait_for_values(table)
        return await self._take_turn(table, work)

    async def act_for_absent(self, table: str) -> Update | Appended | None:
        """Act for the players whose clocks have run out; None if no clock has."""
        if not overdue_positions(self.clocks(table), self._clock.now()):
            return None
        return await self._take_turn(table, act_for_absent)

    async def act_for_awaited(self, table: str, position: int, by: Actor, why: str, command_id: str = "") -> Update | Appended:
        """Act for a player for whom the table waits without a clock, because a floorperson says that he is absent."""

        def act(turn: Turn, at: int) -> None:
            check_duties(turn.state.table, by)
            act_for_awaited(turn, position, by, why, at)

        return await self._take_turn(table, act, CommandKey.of(command_id, table, "act-for-awaited", position, why))

    async def change_settings(
        self, table: str, wanted: Mapping[str, object], by: Actor, why: str, command_id: str = ""
    ) -> Update | Appended:
        """Change the settings of a table, from its next round on if one is under way. Settings that are not named stay as they
        are."""

        def change(turn: Turn, at: int) -> None:
            check_duties(turn.state.table, by)
            turn.change_settings(wanted, by, why, at)

        return await self._take_turn(table, change, CommandKey.of(command_id, table, "change-settings", wanted, why))

    def settings(self, table: str) -> TableSettings:
        """Return the settings in force."""
        return self._live.find_table(table).state.settings

    def settings_plan(self, table: str) -> SettingsPlan:
        return self._live.find_table(table).state.plan

    def filed_texts(self, table: str) -> tuple[str, str]:
        """Return the texts of the submission and of the house way that are in force."""
        return self._live.find_table(table).state.filing

    def commitments(self, table: str) -> Mapping[SeedName, str]:
        """Return the published hashes of the seeds from which the table's chance is drawn: a round and a purpose each."""
        return self._live.find_table(table).state.seeds.commitments

    def chance_version(self, table: str) -> int:
        """Return the number of events in the stream of a table's seeds."""
        return self._live.find_table(table).state.chance_version

    def current_wait(self, table: str) -> Wait | None:
        """Return what a table waits for."""
        return self._live.find_table(table).state.wait

    def clocks(self, table: str) -> tuple[Clock, ...]:
        """Return the clocks that run at a table."""
        return self._live.find_table(table).state.clocks

    async def change_meter_terms(self, meter: str, terms: Mapping[str, object], by: Actor, why: str) -> None:
        """Request new terms of a meter for all its tables, in the words of a submission (`rate = "20%"`).

        They are in force when the jackpot has been won, if they move the return, and the rounds at all tables have ended. Until
        then a later request replaces this one. `ProgressiveMeter.requested` shows what waits.
        """
        check_readable(self._live.meters, meter)
        if meter not in self._live.meters.by_id:
            allowed = tuple(self._live.meters.by_id)
            raise Malformed(f"there is no meter {meter!r}", code="house.meter", given=meter, allowed=allowed)
        sharing = tables_sharing(meter, self._live.states, self._live.meters)
        await self._under_way.run(
            self._request_terms(meter, by, lambda: request_change(self._live.meters.by_id[meter], terms, sharing, by, why))
        )

    async def _request_terms(self, meter: str, by: Actor, decide: Callable[[], Event]) -> None:
        await self._append_to_meter(meter, by, decide)
        await self._carry_out_changes()

    async def _append_to_meter(self, meter: str, by: Actor, decide: Callable[[], Event]) -> None:
        for _ in range(TRIES):
            event = decide()
            part = meter_append(self._live.meters, event, self._live.latest_time(), by)
            after = self._live.meters.after([(meter, event)])
            try:
                rows = project_meters([(after.by_id[meter], part.commands)], self.record.state.calendar)
                await self._appends.append(AppendRequest((part,), projections=rows))
            except Outdated as outdated:
                await self._taker.follow(outdated)
                continue
            self._live.meters = self._live.meters.with_changes(after)
            return
        raise Unavailable(f"others keep changing {meter}; try again", code="house.busy", given=meter, allowed="try again")

    async def _carry_out_changes(self) -> None:
        """Carry out requested terms of meters that no longer wait for anything."""
        if not self._live.meters.ready:
            return
        for meter in changes_to_carry_out(self._live.states, self._live.meters, self.frozen):
            names = tuple(tables_sharing(meter, self._live.states, self._live.meters))
            async with AsyncExitStack() as locks:
                for name in names:
                    await locks.enter_async_context(self._live.by_name[name].turns)
                await self._carry_out_if_ready(meter)  # still, now that nobody else acts
            for name in names:
                await self._taker.begin_turn(name, take_program_steps)  # the program's steps that were held back

    async def _carry_out_if_ready(self, meter: str) -> None:
        """Carry out new terms of a meter whose tables are all locked, unless other servers' rounds still wait for something."""
        for _ in range(TRIES):
            if meter not in changes_to_carry_out(self._live.states, self._live.meters, self.frozen):
                return
            try:
                await self._carry_out_change(meter)
            except Outdated as outdated:
                await self._taker.follow(outdated)

    async def _carry_out_change(self, meter: str) -> None:
        before = self._live.meters.by_id[meter]
        try:
            tables, meters, calendar = self._live.states, self._live.meters, self.record.state.calendar
            change = TermsChange(meter, tables, meters, self._keys.vault, self._live.latest_time(), calendar)
        except HousewayError as refusal:
            why, by = refusal.message, Actor(Role.FLOOR, before.requested.by if before.requested else "")
            await self._append_to_meter(meter, by, lambda: take_back_request(self._live.meters.by_id[meter], why))
            return
        appended = await self._appends.append(change.request())
        self._live.meters = self._live.meters.with_changes(change.meters_changed)
        for turn in change.turns:
            self._live.by_name[turn.id].state = turn.state.after_turn(turn.meters)
            self._live.announce(Update(turn.id, tuple(turn.commands), turn.table, appended))

    async def _take_turn(self, name: str, work: Work, key: CommandKey = NO_KEY) -> Update | Appended:
        """Take a turn to its end, even if its sender no longer waits: what is stored must reach the table as well."""
        begun = self._taker.begin_turn(name, work, key)
        if isinstance(begun, asyncio.Future):
            return await begun
        return await self._under_way.run(self._with_changes(begun))

    async def _with_changes(self, turn: Awaitable[Update | Appended]) -> Update | Appended:
        done = await turn
        await self._carry_out_changes()
        return done

    async def check_accounts(self, table: str, events: Sequence[Event], by: Actor) -> None:
        """Refuse what players' accounts cannot pay for. Nothing is stored."""
        postings = AccountPostings(table)
        postings.note_events(events, 0, by, 0)
        await self._taker.post(postings)

    async def check_play(self, table: str, command: Command, events: Sequence[Event]) -> None:
        """Refuse what a limit, a suspension or an exclusion does not allow. Nothing is stored."""
        await self._taker.check_play(table, command, events)

    async def play_of(self, person: str) -> PlayRecord:
        """Return what somebody has played."""
        return (await self._taker.load_play((person,)))[person]

    def stop_at(self, table: str) -> Stop | None:
        """Return the stop that keeps new rounds from a table; None if there is none."""
        return stop_at_table(self.record.state.stops, self.latest_state(table))

    def _record_receipts(self, kind: str, reason: str) -> None:
        """Record a significant event: receipts cannot be written, can be written again, or are missing."""
        with suppress(HousewayError):
            self.record.add(lambda _: (Event(kind, (), {"why": reason}),))

    async def finish_turns(self) -> None:
        """Wait until the turns that are being taken are over."""
        for live in tuple(self._live.by_name.values()):
            await live.turns.wait_for_stored()
        await self._under_way.finish()

    def close(self) -> None:
        """Store what is under way, and stop."""
        self._appends.close()
        self._receipts.close()
