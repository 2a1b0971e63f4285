"""Audit one stream: its hash chain, its receipts, and everything in it folded again. Snapshots are never read."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Generic, Protocol, TypeVar

from houseway.errors import IMPOSSIBLE, HousewayError, Malformed
from houseway.events import Event
from houseway.files.referee.check import RefereeCheck
from houseway.ledger import Ledger
from houseway.money import NO_MONEY
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.stream_rows import StreamRows, has_rows
from houseway.review import ReviewFinding, StreamTableReview
from houseway.service.audit.chance_counts import ChanceCounter, find_unsigned_values
from houseway.service.audit.editions import TextReferences
from houseway.service.audit.findings import StreamAudit, StreamSums
from houseway.service.audit.seals import SealCheck
from houseway.service.audit.unsigned import ServerTimes, SettledAppend, UnwrittenTimes, find_unsigned, settled_by
from houseway.service.live.checks.draws import SeedsAndDraws, read_chance
from houseway.service.live.checks.reconciling import MeterContributions, RoundAwards, TableWagers
from houseway.service.live.checks.verifying import MeterRecords, TableReplay, review_of
from houseway.service.live.editions import load_edition_text
from houseway.service.live.turns.turn import meter_stream, table_stream
from houseway.service.people.accounts import account_stream
from houseway.service.people.postings import TableMovement
from houseway.service.people.protection.play_sums import PlayRecord, follow_event, played_stream
from houseway.service.people.reconciliation import AccountSums, MovementsAtTable
from houseway.service.people.record import HOUSE_STREAM, HouseState, evolve_house
from houseway.service.records.round_index import RoundIndex
from houseway.service.secrecy.keys import PublicKey
from houseway.service.secrecy.receipt_counts import counts_in, counts_stream
from houseway.service.secrecy.receipts import Receipt, is_genuine
from houseway.store import Store, StoredAppend, StreamHead
from houseway.store.chain import check_end
from houseway.table import Table
from houseway.table.editions import RULES_EVENTS

Tick = Callable[[int], None]
"""Called with the number of events that were read since the last call."""
_APPENDS_AT_ONCE = 64
"""What reads appends takes so many in a row: code that stays in the cache of the processor runs a tenth faster."""
_NO_LONGER = " (found before the audit was interrupted, and no longer)"


def audit_stream(
    store: Store,
    head: StreamHead,
    receipts: Sequence[Receipt],
    keys: Sequence[PublicKey],
    tick: Tick,
    earlier: StreamAudit | None = None,
    may_end_early: bool = False,
    calendar: GamingCalendar | None = None,
    asks_referee: bool = False,
    meters: MeterRecords | None = None,
) -> StreamAudit:
    """Check one stream up to a head. What cannot be read or folded any further is a problem.

    `earlier` is its audit from before an interruption. The stream is read again; if it still ends in the link of the head, it has
    the same events, which are not folded again. Receipts of events after the end of a stream that `may_end_early` are not compared.
    With the `calendar` of the house, the rows of reports are compared with the stored ones. `meters` is what tables share.
    """
    audit, is_table = StreamAudit(head.stream), head.stream.startswith(table_stream(""))
    is_known = earlier is not None and earlier.is_in_order
    chance = cache(lambda: read_chance(store, head.stream.removeprefix(table_stream(""))))
    replay = _UntilFault(_Replay(store, head, asks_referee, chance, meters) if is_table and not is_known else None)
    rows = _UntilFault(StreamRows(head.stream, calendar) if calendar is not None and has_rows(head.stream) else None)
    try:
        _read_stream(store, head, receipts, keys, audit, tick, may_end_early, chance, (replay, rows))
        if replay.reader is not None:
            replay.reader.finish(audit, replay.fault)
        elif earlier is not None and is_known:
            _take_over(earlier, audit)
        if is_table:
            audit.problems += find_unsigned_values(store, head, receipts, chance)
        if rows.fault is not None:
            raise rows.fault
        if rows.reader is not None:
            with store.database.reading() as connection:
                audit.rows = rows.reader.compare(connection).to_json()
    except (HousewayError, *IMPOSSIBLE) as error:
        _add_fault(audit, error)
    audit.problems += _vanished(earlier, audit)
    return audit


def decide_stream(store: Store, head: StreamHead, tick: Tick) -> StreamAudit:
    """Decide a table again, and compute its draws from their seeds, without everything else that an audit checks."""
    audit, replay = StreamAudit(head.stream), _Replay(store, head)
    try:
        for append in _read_until(store, head, 0):
            replay.add(append)
            tick(len(append.events))
        replay.finish(audit, None)
    except (HousewayError, *IMPOSSIBLE) as error:
        _add_fault(audit, error)
    return audit


def _add_fault(audit: StreamAudit, fault: Exception) -> None:
    """Add to an audit that its stream cannot be read or folded any further."""
    said = (
        fault.message if isinstance(fault, HousewayError) else f"its events cannot be folded: {type(fault).__name__}: {fault}"
    )
    audit.is_whole = False
    audit.problems.append(said)


def _take_over(earlier: StreamAudit, audit: StreamAudit) -> None:
    """Take over what was found in rounds that were folded before an interruption."""
    audit.rounds = audit.rounds_before = earlier.rounds
    audit.draws = earlier.draws
    audit.findings, audit.review, audit.referee = earlier.findings, earlier.review, earlier.referee


def _vanished(earlier: StreamAudit | None, audit: StreamAudit) -> Iterator[str]:
    """Say what was wrong before the interruption and no longer is: somebody has changed the stream twice."""
    for message in earlier.problems if earlier is not None else ():
        if message.removesuffix(_NO_LONGER) not in audit.problems:
            yield f"{message.removesuffix(_NO_LONGER)}{_NO_LONGER}"


def _read_stream(
    store: Store,
    head: StreamHead,
    receipts: Sequence[Receipt],
    keys: Sequence[PublicKey],
    audit: StreamAudit,
    tick: Tick,
    may_end_early: bool,
    chance: Callable[[], SeedsAndDraws],
    others: Iterable["_AppendReader"],
) -> None:
    """Read a stream, which checks its chain, and fold what it is about. Each append is read and decoded once, for all readers."""
    reader, wanted = _reader_of(store, head.stream, chance), {receipt.version for receipt in receipts}
    index, settled, counter = RoundIndex(head.stream), list[SettledAppend](), ChanceCounter()
    readers: list[_AppendReader] = [*others, reader, index, counter]  # what has been decided again is known to those after it
    links: dict[int, str] = {}
    try:
        for several in _in_groups(_read_until(store, head, max(wanted, default=0))):
            links |= {each.head.version: each.head.hash.hex() for each in several if each.head.version in wanted}
            appends = [each for each in several if each.head.version <= head.version]
            events = sum(len(each.events) for each in appends)
            audit.appends += len(appends)
            audit.events += events
            for each in readers:
                for append in appends:
                    each.add(append)
            settled += [found for append in appends for found in settled_by(append)]
            tick(events)
    finally:
        audit.receipts = len(receipts)
        audit.problems += _receipt_problems(receipts, keys)
    compared = [each for each in receipts if each.version <= head.version or not may_end_early]
    audit.problems += [*_contradictions(compared, links), *index.problems(store, head)]
    audit.sums, audit.unsigned, audit.chance = reader.sums(), find_unsigned(settled, receipts), counter.counts
    audit.problems += reader.problems()


def _read_until(store: Store, head: StreamHead, last: int) -> Iterator[StoredAppend]:
    """Yield the appends up to a head, and those after it up to a version of which there is a receipt: a stream may have grown since
    the audit began."""
    reached = StreamHead(head.stream)
    for append in store.read(head.stream):
        if append.head.version > max(head.version, last):
            break
        if append.head.version <= head.version:
            reached = append.head
        yield append
    check_end(reached, head)


def _in_groups(appends: Iterable[StoredAppend]) -> Iterator[list[StoredAppend]]:
    """Yield appends several at a time. Those before one that cannot be read come first, and then its fault."""
    several: list[StoredAppend] = []
    fault: Exception | None = None
    try:
        for append in appends:
            several.append(append)
            if len(several) == _APPENDS_AT_ONCE:
                yield several
                several = []
    except (HousewayError, *IMPOSSIBLE) as error:
        fault = error
    if several:
        yield several
    if fault is not None:
        raise fault


def _receipt_problems(receipts: Sequence[Receipt], keys: Sequence[PublicKey]) -> Iterator[str]:
    for receipt in receipts:
        if keys and not is_genuine(receipt, keys):
            yield f"the receipt of event {receipt.version} was not signed by a key of the house that was in use at that time"


def _contradictions(receipts: Sequence[Receipt], links: Mapping[int, str]) -> Iterator[str]:
    for receipt in receipts:
        if links.get(receipt.version) != receipt.hash:
            yield f"the receipt of event {receipt.version} contradicts it: the stream is shorter, or was rewritten"


class _AppendReader(Protocol):
    def add(self, append: StoredAppend) -> None:
        """Take the next append."""


Reader = TypeVar("Reader", bound=_AppendReader)


class _UntilFault(Generic[Reader]):
    """Passes appends on to a reader, if there is one, until it cannot take any more. The stream itself is read on, because its
    chain has to be checked to the end."""

    def __init__(self, reader: Reader | None) -> None:
        self.reader = reader
        self.fault: Exception | None = None

    def add(self, append: StoredAppend) -> None:
        if self.reader is not None and self.fault is None:
            try:
                self.reader.add(append)
            except (HousewayError, *IMPOSSIBLE) as error:
                self.fault = error


class _Replay:
    """Decides every command of a table again, computes its draws from their seeds, and sums up its money after each command."""

    def __init__(
        self,
        store: Store,
        head: StreamHead,
        asks_referee: bool = False,
        read_chance: Callable[[], SeedsAndDraws | None] = lambda: None,
        meters: MeterRecords | None = None,
    ) -> None:
        self._store, self._head, self._table_id = store, head, head.stream.removeprefix(table_stream(""))
        self._read_chance, self._meters = read_chance, meters
        self._review: StreamTableReview | None = None
        self._replay: TableReplay | None = None
        self._findings: list[ReviewFinding] = []
        self._draws, self._problems = 0, list[str]()
        self._ledger: Ledger | None = None
        self._referee = RefereeCheck() if asks_referee else None

    def add(self, append: StoredAppend) -> None:
        if self._replay is None:
            self._review = review_of(self._store, self._table_id, self._meters)
            self._review.follower = self._referee.take if self._referee is not None else None
            self._replay = TableReplay(self._store, self._table_id, self._review, self._read_chance())
        if self._replay.is_over:
            return
        for state, draw, finding in self._replay.take(append, self._head.version):
            if finding is not None:
                self._findings.append(finding)
            if draw is not None:
                self._draws += 1
                if not draw.agrees:
                    said = f"event {draw.version} ({draw.act}) is not what the seed of round {draw.round} gives"
                    self._problems.append(said)
            if state is not None and state.ledger is not self._ledger:
                self._ledger = state.ledger
                _check_money(state)

    def finish(self, audit: StreamAudit, fault: Exception | None) -> None:
        """Put what was found into the audit of the stream, also what precedes a command that cannot be folded, which is raised."""
        audit.problems += self._problems
        audit.draws = self._draws
        if self._replay is not None and self._review is not None:
            if fault is None:
                self._replay.finish()
            table = self._review.table
            audit.rounds = table.number - 1 if table is not None else 0
            found = (*self._findings, *self._review.late, self._review.unfolded)
            audit.findings = [finding.to_json() for finding in found if finding is not None]
            audit.review = self._review.counts.to_json()
            audit.referee = self._referee.report.to_json() if self._referee is not None else {}
        if fault is not None:
            raise fault


def _check_money(table: Table) -> None:
    total = table.ledger.total
    if total != NO_MONEY:
        raise Malformed(f"after event {table.version} the money of the table sums to {total}", code="audit.sum", given=total)


# What each kind of stream is folded to


class _Reader(ABC):
    @abstractmethod
    def add(self, append: StoredAppend) -> None:
        """Take the next append."""

    def sums(self) -> StreamSums:
        """Return what must agree with other streams."""
        return StreamSums()

    def problems(self) -> Iterable[str]:
        """Return what is wrong with the stream itself, once it was read to its end."""
        return ()


class _TableReader(_Reader):
    """Reads a table. The editions that it names must be stored unchanged; its wagers feed meters, which award what it pays as
    their shares, and its chips come from accounts."""

    def __init__(self, store: Store, table: str, read_chance: Callable[[], SeedsAndDraws]) -> None:
        self._store, self._texts = store, TextReferences()
        self._wagers, self._movements = TableWagers(store, table), MovementsAtTable(table)
        self._seals = SealCheck(store, table, read_chance)

    def add(self, append: StoredAppend) -> None:
        self._texts.add(append)
        if not append.kinds.isdisjoint(RULES_EVENTS):
            for event in append.events:
                if event.kind in RULES_EVENTS:
                    _check_edition(self._store, event)
        self._wagers.add(append)
        self._movements.add(append)
        self._seals.add(append)

    def sums(self) -> StreamSums:
        wagered = [
            [list(key), table, number, stakes.collected.amount, stakes.returned.amount, stakes.coupons.amount]
            for (key, table, number), stakes in self._wagers.found.items()
        ]
        movements, awards = _rows(self._movements.movements), _award_rows(self._wagers.awards)
        return StreamSums(movements=movements, wagered=wagered, awards=awards, texts=self._texts.rows)

    def problems(self) -> Iterable[str]:
        return self._seals.problems()


class _AccountReader(_Reader):
    def __init__(self, person: str) -> None:
        self._sums = AccountSums(person)

    def add(self, append: StoredAppend) -> None:
        self._sums.add(append)

    def sums(self) -> StreamSums:
        found = self._sums
        return StreamSums(found.issued.amount, found.balance.amount, _rows(found.movements))


class _MeterReader(_Reader):
    def __init__(self) -> None:
        self._contributions = MeterContributions()

    def add(self, append: StoredAppend) -> None:
        self._contributions.add(append)

    def sums(self) -> StreamSums:
        fed = [
            [list(key), table, number, counted.stake.amount, str(counted.at_rate), str(counted.amount)]
            for (key, table, number), counted in self._contributions.found.items()
        ]
        key, name = self._contributions.name
        return StreamSums(fed=fed, awards=_award_rows(self._contributions.awards), meter=[list(key), name])


class _HouseReader(_Reader):
    def __init__(self) -> None:
        self._state, self._unwritten, self._servers = HouseState(), UnwrittenTimes(), ServerTimes()
        self._texts = TextReferences()

    def add(self, append: StoredAppend) -> None:
        self._texts.add(append)
        for command in append.commands:
            for event in command.events:
                self._state = evolve_house(self._state, event)
                self._unwritten.add(event, command.at)
                self._servers.add(event, command.at)

    def sums(self) -> StreamSums:
        servers = self._servers
        return StreamSums(unwritten=self._unwritten.times, starts=servers.starts, lost=servers.lost, texts=self._texts.rows)


class _CountReader(_Reader):
    """Reads the counts of a file of receipts."""

    def __init__(self) -> None:
        self._counts: list[list[object]] = []

    def add(self, append: StoredAppend) -> None:
        self._counts += ([*count, append.head.at] for count in counts_in(append.events))

    def sums(self) -> StreamSums:
        return StreamSums(receipt_counts=self._counts)


class _PlayReader(_Reader):
    """Reads what somebody with limits has played: each of its sums follows from the one before."""

    def __init__(self) -> None:
        self._record = PlayRecord()

    def add(self, append: StoredAppend) -> None:
        for number, event in enumerate(append.events, start=append.first_version):
            self._record = follow_event(self._record, event, number, append.head.at)


class _ChainReader(_Reader):
    """Reads any other stream, and checks only its chain. What chance has drawn is checked with its table."""

    def add(self, append: StoredAppend) -> None:
        pass


def _reader_of(store: Store, stream: str, chance: Callable[[], SeedsAndDraws]) -> _Reader:
    if stream.startswith(table_stream("")):
        return _TableReader(store, stream.removeprefix(table_stream("")), chance)
    if stream.startswith(account_stream("")):
        return _AccountReader(stream.removeprefix(account_stream("")))
    if stream.startswith(meter_stream("")):
        return _MeterReader()
    if stream.startswith(counts_stream("")):
        return _CountReader()
    if stream.startswith(played_stream("")):
        return _PlayReader()
    return _HouseReader() if stream == HOUSE_STREAM else _ChainReader()


def _check_edition(store: Store, event: Event) -> None:
    edition = event.text("book_edition")
    if edition and load_edition_text(store, edition) is None:
        said = f"the edition {edition[:16]} of its rule book is not stored"
        raise Malformed(said, code="store.edition", given="nothing", allowed=edition)


def _rows(movements: Sequence[TableMovement]) -> list[list[object]]:
    return [[each.person, each.reason.value, each.amount.amount, each.table, each.event] for each in movements]


def _award_rows(awards: RoundAwards) -> list[list[object]]:
    return [[table, number, amount.amount] for (table, number), amount in awards.items()]
