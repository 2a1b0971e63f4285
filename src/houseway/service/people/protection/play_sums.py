"""What a person has bought, wagered, won and lost, and how long he has played, in the gaming day, week and month: running sums.

They are a stream `played:ID` for each person whose play is limited. Each event carries the sums after it, so the last one is all
that is read, and it is stored in the append of the turn that moved the money: two tables, or two servers, that take a wager of one
person at the same moment cannot both be right about the sums, and the store refuses the second one, which is decided again.

Sums begin anew with a later period only. If the clock shows an earlier day, they go on as they were.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from types import MappingProxyType

from houseway.errors import Corrupted
from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason, Transfer
from houseway.procedure import account_player
from houseway.reports.gaming_day import GamingCalendar, parse_day
from houseway.service.people.protection.protection_policy import DAY, MONTH, PERIODS, WEEK

PLAY_COUNTED = "play-counted"
SEATED, GOT_UP, TAKEN_BACK = "player-seated", "player-got-up", "wager-taken-back"
_BETWEEN_PERSON_AND_HOUSE = frozenset((Reason.BUY_IN, Reason.CASH_OUT, Reason.TIP))
"""Chips that are bought, cashed or given away are neither won nor lost."""


def played_stream(person: str) -> str:
    return f"played:{person}"


@dataclass(frozen=True, slots=True)
class PlaySums:
    """Sums of one period, in cents and milliseconds."""

    since: str = ""
    """The first gaming day of the period."""
    bought: int = 0
    wagered: int = 0
    net: int = 0
    """What was won less what was lost. Wagers of a round under way count as lost."""
    time: int = 0
    """Time at tables, up to the last time at which somebody who sat at none sat down, or got up from the last one."""


@dataclass(frozen=True, slots=True)
class PlayMoved:
    """What a command moves for one person."""

    bought: int = 0
    wagered: int = 0
    net: int = 0
    sat_down: str = ""
    """The table at which he sits down."""
    got_up: str = ""


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """What a person has played, as of the last event of his stream."""

    sums: Mapping[str, PlaySums] = field(default_factory=lambda: MappingProxyType({}))
    """By period."""
    tables: tuple[str, ...] = ()
    """The tables at which he sits."""
    seated_since: int = 0
    """Since when he sits at one table or another (milliseconds)."""
    version: int = 0
    at: int = 0

    def in_period(self, period: str, at: int, calendar: GamingCalendar) -> PlaySums:
        """Return the sums of a period at a time, with the time at tables up to then. An earlier time than that
        of the last event counts as that one."""
        at = max(at, self.at)
        since = max(first_day(calendar, at, period), self.sums.get(period, PlaySums()).since)
        known = self.sums.get(period)
        sums = known if known is not None and known.since == since else PlaySums(since)
        if not self.tables:
            return sums
        begin = max(self.seated_since, calendar.day_bounds(since)[0])
        return replace(sums, time=sums.time + max(at - begin, 0))

    def after(self, moved: PlayMoved, at: int, calendar: GamingCalendar) -> "PlayRecord":
        """Return the record after something has moved."""
        at = max(at, self.at)
        leaves = bool(moved.got_up) and self.tables == (moved.got_up,)
        sums = {}
        for period in PERIODS:
            timed = self.in_period(period, at, calendar)
            base = timed if leaves else replace(timed, time=self._time_before(period, timed.since))
            sums[period] = replace(
                base, bought=base.bought + moved.bought, wagered=base.wagered + moved.wagered, net=base.net + moved.net
            )
        tables = tuple(each for each in self.tables if each != moved.got_up)
        since = self.seated_since
        if moved.sat_down and moved.sat_down not in tables:
            since = since if tables else at
            tables = (*tables, moved.sat_down)
        return PlayRecord(MappingProxyType(sums), tables, since if tables else 0, self.version + 1, at)

    def _time_before(self, period: str, since: str) -> int:
        known = self.sums.get(period)
        return known.time if known is not None and known.since == since else 0

    def to_event(self, person: str, table: str, moved: PlayMoved) -> Event:
        """Return the event that records what has moved, with the sums after it."""
        sums = {
            period: (each.since, each.bought, each.wagered, each.net, each.time) for period, each in sorted(self.sums.items())
        }
        facts = {"bought": moved.bought, "wagered": moved.wagered, "net": moved.net, "sums": sums}
        seats = {"tables": self.tables, "seated_since": self.seated_since}
        return Event(PLAY_COUNTED, (), {"person": person, "table": table, **facts, **seats})


def record_from_event(event: Event, version: int, at: int) -> PlayRecord:
    """Return the record of which an event tells."""
    sums = {str(period): PlaySums(*each) for period, each in event.table("sums").items()}
    seated = event.texts("tables"), event.number("seated_since")
    return PlayRecord(MappingProxyType(sums), *seated, version, at)


def follow_event(before: PlayRecord, event: Event, version: int, at: int) -> PlayRecord:
    """Return the record after a stored event, or refuse it: its sums have to follow from those before, and no period goes back.
    The first event rests on reports, so nothing comes before it."""
    after, moved = record_from_event(event, version, at), tuple(event.number(name) for name in ("bought", "wagered", "net"))
    for period, sums in after.sums.items():
        known = before.sums.get(period, PlaySums(sums.since))
        base = (known.bought, known.wagered, known.net) if known.since == sums.since else (0, 0, 0)
        expected = tuple(map(sum, zip(base, moved, strict=True)))
        follows = not before.version or (sums.bought, sums.wagered, sums.net) == expected
        if known.since > sums.since or not follows:
            said = f"event {version} does not follow from the sums of the {period} before it"
            raise Corrupted(said, code="play.sums", given=list(expected), allowed="the sums that follow")
    return after


def first_day(calendar: GamingCalendar, at: int, period: str) -> str:
    """Return the first gaming day of the day, week or month of a time. A week begins on Monday."""
    today = parse_day(calendar.day_of(at))
    back = {DAY: 0, WEEK: today.weekday(), MONTH: today.day - 1}[period]
    return (today - timedelta(days=back)).isoformat()


def end_of_period(calendar: GamingCalendar, period: str, since: str) -> int:
    """Return when a period that began on a gaming day ends, in milliseconds."""
    first = parse_day(since)
    weeks = {DAY: timedelta(days=1), WEEK: timedelta(weeks=1)}
    last = first + weeks[period] if period in weeks else (first + timedelta(days=31)).replace(day=1)
    return calendar.day_bounds(last.isoformat())[0]


def count_events(events: Iterable[Event], table: str) -> dict[str, PlayMoved]:
    """Return what the events of a command move, by person."""
    made = tuple(events)
    is_taken_back = any(event.kind == TAKEN_BACK for event in made)
    found: dict[str, PlayMoved] = {}
    for event in made:
        for person, moved in _count_event(event, table, is_taken_back):
            found[person] = add_moved(found.get(person, PlayMoved()), moved)
    return found


def _count_event(event: Event, table: str, is_taken_back: bool) -> Iterator[tuple[str, PlayMoved]]:
    if event.kind == MONEY_MOVED:
        yield from count_transfer(Transfer.from_event(event), is_taken_back)
    elif event.kind == SEATED:
        yield event.text("player"), PlayMoved(sat_down=table)
    elif event.kind == GOT_UP:
        yield event.text("player"), PlayMoved(got_up=table)


def count_transfer(transfer: Transfer, is_taken_back: bool = False) -> Iterator[tuple[str, PlayMoved]]:
    """Yield what a transfer means for the persons on both sides."""
    amount, reason = transfer.amount.amount, transfer.reason
    source, target = account_player(transfer.source), account_player(transfer.target)
    if target and reason is Reason.BUY_IN:
        yield target, PlayMoved(bought=amount)
    if reason in _BETWEEN_PERSON_AND_HOUSE:
        return
    if source:
        yield source, PlayMoved(wagered=amount if reason is Reason.WAGER else 0, net=-amount)
    if target:
        undone = reason is Reason.REFUND or (is_taken_back and reason is Reason.WAGER_RETURNED)
        yield target, PlayMoved(wagered=-amount if undone else 0, net=amount)


def add_moved(one: PlayMoved, other: PlayMoved) -> PlayMoved:
    """Return what two commands, or parts of one, move together."""
    bought, wagered, net = one.bought + other.bought, one.wagered + other.wagered, one.net + other.net
    return PlayMoved(bought, wagered, net, one.sat_down or other.sat_down, one.got_up or other.got_up)
