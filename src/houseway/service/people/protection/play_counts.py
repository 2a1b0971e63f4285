"""Counts in each turn what persons with limits play, and refuses what goes over a limit: the sums are stored with the turn."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock

from sqlalchemy import func, select

from houseway.events import Actor, Command, Event, Role
from houseway.ledger import Reason
from houseway.procedure import player_account
from houseway.reports.gaming_day import GamingCalendar
from houseway.service.people.person import PERSON_ID, THE_HOUSE
from houseway.service.people.protection.choices import BEGINNINGS, NO_PROTECTIONS, Protections
from houseway.service.people.protection.play_limits import check_limits, check_not_barred
from houseway.service.people.protection.play_sums import (
    GOT_UP,
    SEATED,
    PlayMoved,
    PlayRecord,
    PlaySums,
    add_moved,
    count_events,
    count_transfer,
    first_day,
    played_stream,
    record_from_event,
)
from houseway.service.people.protection.protection_policy import PERIODS, ProtectionPolicy
from houseway.store import RecordedCommand, Store, StreamAppend
from houseway.store.report_tables import report_hands, report_movements, report_sittings
from houseway.table import Table

COUNTED = frozenset(("money-moved", SEATED, GOT_UP))
MOST_KNOWN = 5_000
"""Persons whose sums are kept in memory."""
_NOBODY = ProtectionPolicy()


@dataclass(frozen=True, slots=True)
class Protected:
    """What holds for everybody, as it is known when a turn is decided."""

    by_person: Protections = field(default_factory=lambda: NO_PROTECTIONS)
    policy: ProtectionPolicy = _NOBODY
    calendar: GamingCalendar = field(default_factory=GamingCalendar)

    @property
    def is_empty(self) -> bool:
        return not (self.by_person or self.policy.limits)

    def counts(self, person: str) -> bool:
        """Return whether somebody's play is added up. Once it is, it goes on, so that no sum has a gap."""
        return person in self.by_person or (bool(self.policy.limits) and PERSON_ID.fullmatch(person) is not None)

    def check_command(self, command: Command, at: int) -> None:
        """Refuse what somebody begins while his play is suspended or he has excluded himself."""
        found = self.by_person.get(command.by.name) if command.by.role in (Role.PLAYER, Role.BANK) else None
        if found is not None and command.act in BEGINNINGS:
            check_not_barred(found.bar_at(at), command.act, self.calendar)


NOBODY_PROTECTED = Protected()


@dataclass(frozen=True, slots=True)
class _Step:
    """What one command moves for one person."""

    person: str
    act: str
    """What he himself begins; empty if his limits are not asked."""
    moved: PlayMoved
    at: int


class PlayCounts:
    """Collects what the commands of one turn move for protected persons, and counts it when their sums are at hand."""

    def __init__(self, table: str, protected: Protected) -> None:
        self._table, self._protected = table, protected
        self._steps: list[_Step] = []
        self.parts: list[StreamAppend] = []

    def note_events(self, command: Command, events: Collection[Event], at: int) -> None:
        """Note what the events of a command move."""
        if self._protected.is_empty or all(event.kind not in COUNTED for event in events):
            if command.act in BEGINNINGS and self._protected.counts(command.by.name):
                self._steps.append(_Step(command.by.name, command.act, PlayMoved(), at))
            return
        for person, moved in count_events(events, self._table).items():
            if self._protected.counts(person):
                is_his = command.act in BEGINNINGS and person == command.by.name
                self._steps.append(_Step(person, command.act if is_his else "", moved, at))

    @property
    def persons(self) -> tuple[str, ...]:
        """Return whose play moves, each once."""
        return tuple(dict.fromkeys(step.person for step in self._steps))

    def count(self, records: Mapping[str, PlayRecord]) -> None:
        """Check every step against the limits, and add it up."""
        live, known, totals = dict(records), self._protected, dict[str, PlayMoved]()
        last: dict[str, int] = {}
        for step in self._steps:
            played = live[step.person]
            if step.act:
                found = known.by_person.get(step.person)
                check_limits(found, known.policy, played, step.act, step.moved, step.at, known.calendar)
            live[step.person] = played.after(step.moved, step.at, known.calendar)
            totals[step.person] = add_moved(totals.get(step.person, PlayMoved()), step.moved)
            last[step.person] = max(step.at, played.at)
        self.parts = [
            self._part(person, records[person], live[person], moved, last[person]) for person, moved in totals.items()
        ]

    def _part(self, person: str, before: PlayRecord, after: PlayRecord, moved: PlayMoved, at: int) -> StreamAppend:
        event = after.to_event(person, self._table, moved)
        command = RecordedCommand(at, Actor(Role.FLOOR, THE_HOUSE.id), (event,))
        return StreamAppend(played_stream(person), before.version, (command,))


class PlayBook:
    """The sums of all persons whose play is added up. Methods block, and any thread may call them."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._known: dict[str, PlayRecord] = {}

    def load(
        self, persons: Iterable[str], tables: Mapping[str, Table], at: int, calendar: GamingCalendar
    ) -> Mapping[str, PlayRecord]:
        """Return what persons have played. Of somebody whose play was not added up before, it is what reports and the rounds
        under way at `tables` say, so that a limit counts what came before it in its period."""
        wanted = tuple(persons)
        versions = self._store.stream_versions(map(played_stream, wanted))
        return {
            person: self._follow(person, version)
            if (version := versions.get(played_stream(person), 0))
            else self._begin(person, tables, at, calendar)
            for person in wanted
        }

    def _follow(self, person: str, version: int) -> PlayRecord:
        with self._lock:
            known = self._known.pop(person, None)
            if known is None or known.version != version:
                known = self._read_last(person, version)
            self._known[person] = known
            while len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
            return known

    def _read_last(self, person: str, version: int) -> PlayRecord:
        found = PlayRecord()
        for append in self._store.read(played_stream(person), version - 1):
            for command in append.commands:
                for number, event in enumerate(command.events, start=append.first_version):
                    found = record_from_event(event, number, command.at)
        return found

    def _begin(self, person: str, tables: Mapping[str, Table], at: int, calendar: GamingCalendar) -> PlayRecord:
        under_way = [_under_way(table, person) for table in tables.values()]
        sums = {}
        for period in PERIODS:
            since = first_day(calendar, at, period)
            begin = calendar.day_bounds(since)[0]
            known = self._sums_from_reports(person, since, begin, at)
            wagered, net = (
                known.wagered + sum(each.wagered for each in under_way),
                known.net + sum(each.net for each in under_way),
            )
            sums[period] = PlaySums(since, known.bought, wagered, net, known.time)
        seated = tuple(sorted(name for name, table in tables.items() if person in table.arrivals))
        return PlayRecord(sums, seated, at if seated else 0)

    def _sums_from_reports(self, person: str, since: str, begin: int, at: int) -> PlaySums:
        moved = report_movements.c
        mine = moved.player == person, moved.target == player_account(person), moved.reason == Reason.BUY_IN.value
        query = select(func.sum(moved.amount)).where(*mine, moved.day >= since)
        with self._store.database.reading() as connection:
            bought = connection.execute(query).scalar_one()
        wagered, net, time = sums_since(self._store, person, begin, at)
        return PlaySums(since, int(bought or 0), wagered, net, time)


def _under_way(table: Table, person: str) -> PlayMoved:
    """Return what a person has moved in the round under way at a table."""
    total = PlayMoved()
    for transfer in table.ledger.recent_transfers(rounds=1):
        if transfer.round == table.number:
            for whose, moved in count_transfer(transfer):
                if whose == person:
                    total = add_moved(total, moved)
    return PlayMoved(0, total.wagered, total.net)


def sums_since(store: Store, person: str, since: int, now: int) -> tuple[int, int, int]:
    """Return what a person has wagered and won (less what he lost) in rounds that ended since a time, in cents, and his time at
    tables, in milliseconds."""
    hands, sat = report_hands.c, report_sittings.c
    played = select(func.sum(hands.wagered), func.sum(hands.net)).where(hands.player == person, hands.ended_at >= since)
    at_tables = select(sat.began_at, sat.ended_at).where(sat.player == person, sat.ended_at.is_(None) | (sat.ended_at >= since))
    with store.database.reading() as connection:
        wagered, net = connection.execute(played).one()
        spans = [
            (max(row.began_at, since), now if row.ended_at is None else row.ended_at) for row in connection.execute(at_tables)
        ]
    return int(wagered or 0), int(net or 0), sum(end - begin for begin, end in merge_spans(spans))


def merge_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans of time without those parts in which another one runs already."""
    merged: list[tuple[int, int]] = []
    reached = 0
    for begin, end in sorted(spans):
        if end > max(begin, reached):
            merged.append((max(begin, reached), end))
        reached = max(reached, end)
    return merged
