"""The feeds of all tables of a house: they follow its turns, and wake whoever watches."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from houseway.errors import Corrupted
from houseway.procedure import DECISION
from houseway.service.clock import MILLISECONDS
from houseway.service.feed.moment import TableMoment, moment_of
from houseway.service.feed.recording import FeedEvent, is_seating_same
from houseway.service.feed.update_queue import UpdateQueue, WaitingViewer
from houseway.service.feed.viewer import ActorAt, ShownState, TableFeed, TableViewer
from houseway.service.live.absence import absent_decision, describe_expiry
from houseway.service.live.house import House
from houseway.service.live.memory.live_tables import Update
from houseway.service.live.settings import TableSettings
from houseway.service.live.waiting import VALUES, Clock
from houseway.service.messages.encoding import Text
from houseway.service.secrecy.seeds import SeedName
from houseway.table import Table

FURTHEST_BEHIND = 1_500
"""How many missed events are read again from the store; a viewer who has missed more gets a snapshot."""
METER_PAUSE = 0.8
"""Seconds between two updates of shared meters at other tables."""
_TABLES_AT_ONCE = 4
"""Tables at which meters are shown before the event loop looks again for commands."""

DRAIN_SECONDS, _DRAIN_STEP = 3.0, 0.02
GRACE = 60.0
"""Seconds for which the last events of a table are kept after its last watcher has gone, for broken connections."""

NamesOf = Callable[[Collection[str]], Mapping[str, str]]
"""Returns display names for ids. It may block."""


class Watcher(WaitingViewer, Protocol):
    """Somebody's connection to a table."""

    def go_away(self, words: str) -> None:
        """The service ends: send the reason, and close."""


class Feeds:
    """One feed for each table that somebody watches. All methods are called from the house's event loop."""

    def __init__(self, house: House, names_of: NamesOf) -> None:
        self.house, self._names_of = house, names_of
        self._feeds: dict[str, TableFeed] = {}
        self._watching: dict[str, dict[Watcher, None]] = {}
        """Who watches each table, in the order in which they came: they are sent updates in this order, too."""
        self._meters_due, self._meters_shown = False, house.meters.by_id
        """Whether new amounts of meters are about to be shown at all tables, and the meters that were shown last."""
        self.updates = UpdateQueue()
        """The watchers of all tables who wait for an update."""
        house.listeners.append(self._follow)
        house.freeze_listeners.append(self._show_frozen)
        house.thaw_listeners.append(self._show_frozen)

    # Who watches

    def watch(self, table: str, watcher: Watcher) -> TableFeed:
        """Return the feed of a table, and wake the watcher whenever there is something new in it."""
        feed = self._feed(table)
        self._watching.setdefault(table, {})[watcher] = None
        return feed

    def is_watched(self, table: str) -> bool:
        return table in self._watching

    @property
    def watched_tables(self) -> tuple[str, ...]:
        return tuple(self._watching)

    def leave(self, table: str, watcher: Watcher) -> None:
        self.updates.remove(watcher)
        self._watching.get(table, {}).pop(watcher, None)
        if not self._watching.get(table):
            self._watching.pop(table, None)
            asyncio.get_running_loop().call_later(GRACE, self._forget_unwatched, table)

    @property
    def connections(self) -> int:
        return sum(map(len, self._watching.values()))

    async def drain(self, seconds: float = DRAIN_SECONDS) -> None:
        """Tell everybody that the service ends, and wait until they are gone, but not for long."""
        for watcher in [watcher for watching in self._watching.values() for watcher in watching]:
            watcher.go_away("the service is being restarted; connect again in a moment")
        until = asyncio.get_running_loop().time() + seconds
        while self.connections and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(_DRAIN_STEP)

    def _forget_unwatched(self, table: str) -> None:
        if table not in self._watching:
            self._feeds.pop(table, None)

    def _feed(self, table: str) -> TableFeed:
        if table not in self._feeds:
            self._feeds[table] = self._new_feed(table)
        return self._feeds[table]

    def _new_feed(self, table: str) -> TableFeed:
        feed = TableFeed(moment_of(self.house, table), now=self.house.now)
        self._show_state(feed)
        if table in self.house.frozen:
            feed.freeze(self.house.frozen[table])
        return feed

    def refresh_table(self, table: str) -> None:
        """Show changes without a turn of the table, such as a stop switch, and the options that follow from them."""
        feed = self._feeds.get(table)
        if feed is None:
            return
        stops, protections = self.house.record.state.stops, self.house.record.state.protections
        is_changed = feed.moment.stops is not stops or feed.moment.protections is not protections
        if is_changed:
            feed.show_stops(stops, protections)
        if self._show_state(feed) or is_changed:
            self._wake(table)

    def _show_state(self, feed: TableFeed) -> bool:
        """Show the clocks of a table, a stop that keeps new rounds from it, and what its chance depends on. Return whether anything
        is new."""
        table, house, before = feed.moment.table, self.house, feed.shown_state
        name, following = table.id, self._following_settings(table)
        clocks, wait = house.clocks(name), house.current_wait(name)
        chance = house.commitments(name), house.round_values(name), house.deck_round(name)
        shown = ShownState(house.settings(name), following, clocks, wait, house.stop_at(name), *chance)
        if shown == before:
            return False
        feed.shown_state, settings, stop = shown, shown.settings, shown.stop
        running = [_clock_content(clock, feed.moment, settings) for clock in clocks if clock.what != VALUES]
        content: dict[str, object] = {"clocks": running}
        if before is None or before.settings is not settings or before.following != following:
            content |= {"settings": settings.to_json(), "next_settings": following}
        if before is None or before.stop != stop:
            content["stopped"] = f"{stop}: {stop.why}" if stop else None
        if before is None or before.commitments is not shown.commitments:
            content["commitments"] = _commitments_content(shown.commitments)
        if before is None or (before.values, before.deck_round) != (shown.values, shown.deck_round):
            content["chance"] = self._chance_content(name, shown)
        news = [feed.show_section(section, part) for section, part in content.items()]
        return any(news)

    def _chance_content(self, table: str, shown: ShownState) -> dict[str, object] | None:
        """Return what players add to the chance of the round, signed by the house; None if an earlier program began it."""
        values = shown.values
        if values is None:
            return None
        key, signature = self.house.sign_values(table, values.digest)
        signed = {"text": values.text, "open": values.is_open, "key": key, "signature": signature}
        return {**signed, "deck_round": shown.deck_round}

    def _following_settings(self, table: Table) -> dict[str, object] | None:
        """Return the settings that take over with a later round, and that round; None if there are none."""
        plan = self.house.settings_plan(table.id)
        if plan.following is None or plan.from_round <= table.number:
            return None
        return {"from_round": plan.from_round, "settings": plan.following.to_json()}

    # What happens

    def _follow(self, update: Update) -> None:
        feed = self._feeds.get(update.table)
        if feed is not None:
            feed.advance(moment_of(self.house, update.table), update.commands)
            self._show_state(feed)
            if update.receipt is not None:
                feed.show_section("receipt", update.receipt.to_json())
            self._wake(update.table)
        if not self._meters_due and self._meters_shown is not self.house.meters.by_id:
            self._meters_due = True
            asyncio.get_running_loop().call_later(METER_PAUSE, self.show_meters)

    def show_meters(self) -> None:
        """Show the new amounts of meters at every table, and wake the viewers who see a difference."""
        self._meters_due, self._meters_shown = False, self.house.meters.by_id
        self._show_meters_at(deque(self._feeds))

    def _show_meters_at(self, tables: deque[str]) -> None:
        """Show meters at a few tables, and at the others after what else there is to do: no command waits for a hundred tables."""
        for _ in range(min(_TABLES_AT_ONCE, len(tables))):
            table = tables.popleft()
            if table in self._feeds and self._feeds[table].show_meters(self.house.meters.by_id):
                self._wake(table)
        if tables:
            asyncio.get_running_loop().call_soon(self._show_meters_at, tables)

    def _show_frozen(self, table: str) -> None:
        """Show that a table is frozen, or that it goes on."""
        if table in self._feeds:
            self._feeds[table].freeze(self.house.frozen.get(table, ""))
            self._wake(table)

    def _wake(self, table: str) -> None:
        self.updates.gather(self._watching.get(table, ()))

    # What has to be fetched

    async def learn_names(self, feed: TableFeed) -> None:
        """Fetch the display names of people at a table that are not known yet."""
        if feed.unknown_ids:
            unknown = frozenset(feed.unknown_ids)
            known = await asyncio.to_thread(self._names_of, unknown)
            feed.learn_names({**dict.fromkeys(unknown, "somebody"), **known})

    async def recall_round(self, feed: TableFeed) -> None:
        """Fetch what was called out in the round in play before the feed began: before a restart, or while nobody watched."""
        if feed.is_round_recalled:
            return
        feed.is_round_recalled, now = True, feed.moment
        try:
            events = await asyncio.to_thread(self.house.read_round, now.table.id)
        except Corrupted:
            return  # the round has ended in between, and its events are sealed
        feed.recall(FeedEvent(*each, now.context) for each in events if each.version < feed.recent.first_number)

    async def snapshot(self, table: str, actor_at: ActorAt) -> Text:
        """Return what somebody is sent who comes to a table now."""
        feed = self._feeds.get(table) or self._new_feed(table)
        await self.recall_round(feed)
        await self.learn_names(feed)
        return TableViewer(feed, actor_at).snapshot()

    async def read_missed(self, feed: TableFeed, last: int) -> Sequence[FeedEvent]:
        """Read from the store the events after a number that the feed does not keep. None are returned if there are too many, if
        people have changed seats since, or if some are of rounds that are over: a snapshot serves better then."""
        now, first_recent = feed.moment, feed.recent.first_number
        if not 0 < first_recent - 1 - last <= FURTHEST_BEHIND:
            return ()
        try:
            events = await asyncio.to_thread(self.house.read_events, now.table.id, last)
        except Corrupted:
            return ()  # sealed by a round that is over
        if not is_seating_same(each.event for each in events):
            return ()
        missed = tuple(FeedEvent(*each, now.context) for each in events if each.version < first_recent)
        feed.note_ids(missed)
        return missed


def _commitments_content(commitments: Mapping[SeedName, str]) -> list[dict[str, object]]:
    return [{"round": name[0], "purpose": name[1], "hash": each} for name, each in commitments.items()]


def _clock_content(clock: Clock, moment: TableMoment, settings: TableSettings) -> dict[str, object]:
    decides = clock.what == DECISION and clock.position in moment.table.seats
    decision = absent_decision(moment.table, moment.context, clock.position or 0, settings) if decides else ""
    is_short = clock.position is not None and clock.ends_at - clock.begins_at < settings.decision_seconds * MILLISECONDS
    return {**clock._asdict(), "words": describe_expiry(clock.what, settings, decision), "is_short": is_short}
