"""Takes turns at the tables of a house: a turn is decided, stored, and only then shown."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from houseway.errors import HousewayError, Outdated, Unavailable
from houseway.events import Command, Event
from houseway.service.clock import HouseClock
from houseway.service.command_keys import NO_KEY, CommandKey, check_same_request
from houseway.service.live.durable import DurableAppends
from houseway.service.live.memory.live_tables import LiveTable, LiveTables, Update, frozen_error
from houseway.service.live.memory.loading import load_seeds
from houseway.service.live.memory.snapshots import ROUNDS_BETWEEN, save_meter_snapshots, save_snapshot
from houseway.service.live.turns.answers import FirstAnswer, answer_to, completes_round, read_answer
from houseway.service.live.turns.meter_changes import check_not_held, ids_drawn_on
from houseway.service.live.turns.significant import LargeAmounts
from houseway.service.live.turns.tries import TABLE_STREAMS, Overtaken, TurnTries
from houseway.service.live.turns.turn import Meters, TableState, Turn, table_stream
from houseway.service.live.under_way import UnderWay
from houseway.service.people.accounts import Accounts
from houseway.service.people.postings import AccountPostings
from houseway.service.people.protection.play_counts import PlayBook, PlayCounts, Protected
from houseway.service.people.protection.play_sums import PlayRecord
from houseway.service.people.protection.protection_policy import ProtectionPolicy
from houseway.service.people.record import HOUSE_STREAM, HouseRecord
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import Receipt, ReceiptWriter, sign_head
from houseway.store import Appended, Store

Work = Callable[[Turn, int], None]
"""Decides a turn at a time in milliseconds, or refuses it by raising."""
Begun = asyncio.Future[Update | Appended] | Coroutine[None, None, Update | Appended]


@dataclass(frozen=True, slots=True)
class _WantedTurn:
    table: str
    live: LiveTable
    work: Work
    key: CommandKey


@dataclass(frozen=True, slots=True)
class _Decision:
    """How a turn was decided, and on what."""

    before: TableState
    meters: Meters
    outcome: Turn | HousewayError
    """A refusal is an answer, too."""


@dataclass(frozen=True, slots=True)
class TurnTaker:
    """Takes one turn of a table after the other; tables do not wait for each other. All methods are called from one event loop."""

    store: Store
    keys: HouseKeys
    clock: HouseClock
    live: LiveTables
    record: HouseRecord
    accounts: Accounts
    play_book: PlayBook
    protection: ProtectionPolicy
    appends: DurableAppends
    receipts: ReceiptWriter
    large_amounts: LargeAmounts
    under_way: UnderWay
    carry_out_changes: Callable[[], Coroutine[None, None, None]]
    """Called after a turn while new terms of meters wait for rounds to end."""
    tries: TurnTries = field(default_factory=TurnTries)

    def begin_turn(self, table: str, work: Work, key: CommandKey = NO_KEY) -> Begun:
        """Decide a turn after those before it, and store it. If it moves only its table, and this server is alone there, the next
        one is decided meanwhile.

        What is returned has to be awaited. A future means that the turn is being stored, and will be shown whether or not
        anybody waits for it."""
        wanted = _WantedTurn(table, self.live.find_table(table), work, key)
        if wanted.live.turns.deciding.locked() or not self.live.decides_ahead(table):
            return self._take_in_order(wanted)
        begun = self._decide_and_store(wanted)
        return begun if isinstance(begun, asyncio.Future) else self._take_when_stored(wanted, begun)

    async def _take_in_order(self, wanted: _WantedTurn) -> Update | Appended:
        """Take a turn when those who came before have decided theirs."""
        async with wanted.live.turns.deciding:
            begun = self._decide_and_store(wanted) if self.live.decides_ahead(wanted.table) else None
            if not isinstance(begun, asyncio.Future):
                await wanted.live.turns.wait_for_stored()
                return await self._take_alone(wanted, begun)
        return await begun

    async def _take_when_stored(self, wanted: _WantedTurn, decision: _Decision | None = None) -> Update | Appended:
        async with wanted.live.turns:
            return await self._take_alone(wanted, decision)

    # While others are being stored

    def _decide_and_store(self, wanted: _WantedTurn) -> "asyncio.Future[Update | Appended] | _Decision | None":
        """Decide a turn now, and let it be stored if it moves only its table: the answer comes when it is stored. Otherwise return
        how it was decided; None if it cannot be decided yet."""
        decision = self._decide_ahead(wanted)
        turn = decision.outcome if decision is not None else None
        if not isinstance(turn, Turn) or not self._moves_only_its_table(turn):
            return decision
        state, answered = turn.state.after_turn(turn.meters), asyncio.get_running_loop().create_future()
        request = replace(turn.request(wanted.key.id, answer_to(turn, wanted.key)), line=wanted.live.turns.line)
        self.appends.submit(request, lambda done: self._conclude(wanted, turn, state, done, answered))
        wanted.live.turns.begin(state)
        return answered

    def _decide_ahead(self, wanted: _WantedTurn) -> _Decision | None:
        """Decide a turn on what is being stored; None if it cannot be decided yet. A refusal is not sent before what it rests on is
        stored."""
        state, meters = wanted.live.turns.latest_state(wanted.live.state), self.live.meters
        if state is None or wanted.live.frozen:
            return None
        try:
            return _Decision(state, meters, self._decide(wanted, state))
        except HousewayError as refusal:
            return _Decision(state, meters, refusal)

    def _moves_only_its_table(self, turn: Turn) -> bool:
        """Return whether a turn adds only to the streams of its table. Others add to those of meters, accounts and the house."""
        before = turn.before.table
        return before is not None and turn.moves_only_its_table and not any(self.large_amounts.find_events(before, turn.events))

    def _conclude(
        self,
        wanted: _WantedTurn,
        turn: Turn,
        state: TableState,
        done: "Future[Appended]",
        answered: "asyncio.Future[Update | Appended]",
    ) -> None:
        """Show a turn that is stored, and answer. Turns of a table are stored, and come here, in the order in which they were
        decided."""
        try:
            outcome = self._show_stored(wanted, turn, state, done)
        except Outdated:  # one of the turns before it was not stored
            self.under_way.begin(self._take_when_stored(wanted), answered)
        except Exception as refusal:
            if not answered.cancelled():
                answered.set_exception(refusal)
        else:
            if isinstance(outcome, Appended):
                self.under_way.begin(self._first_answer(wanted, outcome.answer), answered)
            elif self._is_snapshot_due(outcome) or self.live.meters.ready:
                self.under_way.begin(self._complete(outcome, state, turn.meters), answered)
            elif not answered.cancelled():
                answered.set_result(outcome)

    def _show_stored(self, wanted: _WantedTurn, turn: Turn, state: TableState, done: "Future[Appended]") -> Update | Appended:
        """Show a turn, and return what everybody sees; nothing is shown if the same command was carried out before."""
        shown = None
        try:
            appended = done.result()
            if appended.repeated:
                return appended
            shown = self._show(wanted, turn, state, appended)
            return shown
        finally:
            wanted.live.turns.end(is_stored=shown is not None)

    async def _complete(self, update: Update, state: TableState, meters: Meters) -> Update:
        """Do what comes after some turns, before they are answered."""
        await self._save_if_due(update, state, meters)
        await self.carry_out_changes()
        return update

    # Alone at the table

    async def _take_alone(self, wanted: _WantedTurn, decision: _Decision | None = None) -> Update | Appended:
        """Take a turn while no other is decided or stored at the table. A decision from before that holds if what it rests on is
        stored."""
        unused = [decision] if decision is not None else []
        try:
            return await self.tries.repeat(wanted.table, lambda: self._try_once(wanted, unused.pop() if unused else None))
        except HousewayError:
            answer = await asyncio.to_thread(self.store.answer_to, wanted.key.id) if wanted.key.id else None
            if answer is None:
                raise
            return await self._first_answer(wanted, answer)  # it is refused now because it was carried out before

    async def _try_once(self, wanted: _WantedTurn, decision: _Decision | None) -> Update | Appended:
        """Try a turn. Raises `Overtaken`, after following what has moved, if it may be decided differently now."""
        try:
            return await self._try_turn(wanted, decision)
        except Unavailable:
            raise
        except HousewayError as refusal:
            if isinstance(refusal, Outdated) and "stream" in refusal.facts:
                await self.follow(refusal)
                raise Overtaken(str(refusal.facts["stream"])) from refusal
            if not (self.store.is_shared and await self.live.follow(wanted.table, wanted.live)):
                raise  # decided again, it would be refused again
            raise Overtaken(table_stream(wanted.table)) from refusal

    async def follow(self, outdated: Outdated) -> None:
        """Follow what somebody else has added to a stream. If it is a table's, nobody else acts there."""
        kind, _, name = str(outdated.facts["stream"]).partition(":")
        if kind == HOUSE_STREAM:
            await asyncio.to_thread(self.record.refresh)
        elif kind == "meter":
            await self.live.follow_meters(name)
        elif kind in TABLE_STREAMS:
            await self.live.follow(name, self.live.find_table(name))

    async def _try_turn(self, wanted: _WantedTurn, decision: _Decision | None) -> Update | Appended:
        live = wanted.live
        if live.frozen:
            raise frozen_error(wanted.table, live.frozen)
        is_current = decision is not None and decision.before is live.state and decision.meters is self.live.meters
        turn = decision.outcome if decision is not None and is_current else self._decide(wanted, live.state)
        if isinstance(turn, HousewayError):
            raise turn
        await self.post(turn.postings)
        await self.count_play(turn.play_counts)
        request = turn.request(wanted.key.id, answer_to(turn, wanted.key))
        if not request.parts and not wanted.key.id:
            return Appended(())  # nothing is to be done any more
        large = self.large_amounts.find_events(turn.before.table or turn.table, turn.events)
        significant = (*turn.house_events, *large)
        if significant:
            request = self.record.add_to(request, significant)
        state = turn.state.after_turn(turn.meters)  # now, while the step that is due is still known from the turn's last look
        appended = await self.appends.append(request)
        if appended.repeated:
            return await self._first_answer(wanted, appended.answer)
        if significant:
            await asyncio.to_thread(self.record.refresh)
        update = self._show(wanted, turn, state, appended)
        await self._save_if_due(update, state, turn.meters)
        return update

    # Parts of a turn

    def _decide(self, wanted: _WantedTurn, state: TableState) -> Turn:
        """Let the work decide. A refusal is an answer; any other error freezes the table until a person has looked at it."""
        recorded = self.record.state
        known = (self.live.meters, self.keys.vault, recorded.stops, recorded.calendar, wanted.live.values, self.protected)
        turn = Turn(wanted.table, state, *known)
        try:
            wanted.work(turn, self.clock.now(state.at))
            check_not_held(turn)
        except HousewayError:
            raise
        except Exception as error:
            self.live.freeze(wanted.table, f"a fault of the program: {type(error).__name__}")
            raise frozen_error(wanted.table, wanted.live.frozen) from error
        return turn

    @property
    def protected(self) -> Protected:
        """Return what holds for everybody now."""
        recorded = self.record.state
        return Protected(recorded.protections, self.protection, recorded.calendar)

    async def load_play(self, persons: Iterable[str]) -> Mapping[str, PlayRecord]:
        """Return what persons have played."""
        known = self.live.open_tables, self.clock.now(), self.record.state.calendar
        return await asyncio.to_thread(self.play_book.load, persons, *known)

    async def check_play(self, table: str, command: Command, events: Sequence[Event]) -> None:
        """Refuse what a limit, a suspension or an exclusion does not allow. Nothing is stored."""
        at, protected = self.clock.now(), self.protected
        protected.check_command(command, at)
        counts = PlayCounts(table, protected)
        counts.note_events(command, events, at)
        await self.count_play(counts)

    async def count_play(self, counts: PlayCounts) -> None:
        """Add up what persons with limits play, or refuse what goes over a limit."""
        if counts.persons:
            counts.count(await self.load_play(counts.persons))

    async def post(self, postings: AccountPostings) -> None:
        """Move what players buy and cash on their accounts, or refuse it."""
        if not postings.is_empty:
            load = self.accounts.load_with_newcomers
            postings.post(await asyncio.to_thread(load, postings.persons, tuple(postings.newcomers)))

    def _show(self, wanted: _WantedTurn, turn: Turn, state: TableState, appended: Appended) -> Update:
        """Show everybody what is stored now."""
        wanted.live.state = state
        self.live.meters = self.live.meters.with_changes(turn.meters_changed)
        update = Update(wanted.table, tuple(turn.commands), turn.table, appended, self._sign_completed(turn, appended))
        self.live.announce(update)
        return update

    def _sign_completed(self, turn: Turn, appended: Appended) -> Receipt | None:
        """Sign the table's head when a round is completed, and keep it outside the database."""
        if not completes_round(turn):
            return None
        head = next(head for head in appended.heads if head.stream == table_stream(turn.id))
        before = turn.before.table
        receipt = sign_head(head, self.keys, turn.state.values_digest(before.number) if before is not None else "")
        self.receipts.add(receipt)
        return receipt

    def _is_snapshot_due(self, update: Update) -> bool:
        return update.receipt is not None and update.state.number % ROUNDS_BETWEEN == 0

    async def _save_if_due(self, update: Update, state: TableState, meters: Meters) -> None:
        """Save a table and the meters that it shares, as a turn has left them, after so many rounds."""
        if self._is_snapshot_due(update):
            await asyncio.to_thread(self._save_snapshots, update.table, state, meters)

    def _save_snapshots(self, table: str, state: TableState, meters: Meters) -> None:
        save_snapshot(self.store, table, state, self.keys.vault)
        save_meter_snapshots(self.store, meters, ids_drawn_on(state.table, meters), self.keys.vault)

    async def _first_answer(self, wanted: _WantedTurn, answer: str) -> FirstAnswer:
        said = read_answer(answer)
        check_same_request(wanted.key, said)
        if not said.get("completes"):
            return FirstAnswer((), answer, repeated=True)
        head = await asyncio.to_thread(self.store.head_at, table_stream(wanted.table), said["version"])
        chance = await asyncio.to_thread(self._values_digest, wanted, said["completes"])
        return FirstAnswer((), answer, True, sign_head(head, self.keys, chance))

    def _values_digest(self, wanted: _WantedTurn, completed: int | bool) -> str:
        """Return what the receipt of a round signs of its chance. An earlier program has not stored which round it was, and signed
        nothing of it."""
        if completed is True:
            return ""
        known = wanted.live.state.values_digest(completed)
        return known or TableState(seeds=load_seeds(self.store, wanted.table)[0]).values_digest(completed)
