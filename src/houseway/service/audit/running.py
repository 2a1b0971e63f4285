"""Run an audit over all streams of a database: in several processes, with progress, and such that it can be continued later.

The audit is as of one moment: streams that grow meanwhile are read up to where they stood when it began.
"""

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.rebuilding import are_filled, count_stored_odds, read_calendar
from houseway.reports.rows.stream_rows import ComparedRows, TableDifference, sum_up_rows
from houseway.service.audit.decided import sum_up_decisions
from houseway.service.audit.editions import add_editions
from houseway.service.audit.exported import add_proofs
from houseway.service.audit.findings import AuditReport, ChanceCounts, Problem, StreamAudit, TreeAudit
from houseway.service.audit.partial import describe_absent, find_unproved, is_partial, without_absent
from houseway.service.audit.receipt_counts import add_missing_receipts
from houseway.service.audit.refereed import add_referee
from houseway.service.audit.state import AuditState
from houseway.service.audit.streams import audit_stream
from houseway.service.audit.sums import check_sums
from houseway.service.audit.tree import audit_tree
from houseway.service.evidence.checkpoints import Checkpoint
from houseway.service.evidence.stream_proofs import ExportedProofs
from houseway.service.live.checks.verifying import MeterRecords
from houseway.service.live.turns.turn import table_stream
from houseway.service.process.interpreter import few_collections
from houseway.service.secrecy.keys import PublicKey
from houseway.service.secrecy.line_file import LineFile
from houseway.service.secrecy.receipts import Receipt
from houseway.spelling import count_things
from houseway.store import Store, StreamHead, open_store
from houseway.store.foreign_objects import find_foreign_objects
from houseway.store.tree import AbsentTree
from houseway.store.value_types import find_wrong_types

EVENTS_AT_ONCE = 2_000
"""A piece of work has streams with about this many events in all."""
WORTH_PROCESSES = 40_000
"""Below this number of events, starting processes takes longer than reading."""
_SECONDS_BETWEEN_LOOKS = 0.2
Progress = Callable[[int, int], None]
"""Called with the number of events read and the total."""
Heads = Sequence[StreamHead]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What comes from outside the database."""

    receipts: Sequence[Receipt] = ()
    checkpoints: Sequence[Checkpoint] = ()
    keys: Sequence[PublicKey] = ()
    proofs: Sequence[ExportedProofs] = ()
    """What exported logs say about their places in the log of the house."""
    of_logs: bool = False
    """Whether the database was made from exported logs, which may be those of one table alone."""
    receipt_files: Sequence[Path] = ()
    """The files from which the receipts were read."""
    has_all_receipts: bool = False
    """Whether these files are the house's own, which have one of every settled round."""
    asks_referee: bool = False
    """Whether every round is decided by the referee, too."""

    def unproved_tables(self, heads: Iterable[StreamHead]) -> frozenset[str]:
        """Return the exported tables that may end earlier than the other streams."""
        proved = {proof.stream for each in self.proofs for proof in each.streams}
        return find_unproved((head.stream for head in heads), proved) if self.of_logs else frozenset()

    def receipts_of(self, heads: Iterable[StreamHead]) -> dict[str, list[Receipt]]:
        found: dict[str, list[Receipt]] = {head.stream: [] for head in heads}
        for receipt in self.receipts:
            if receipt.stream in found:
                found[receipt.stream].append(receipt)
        return found


def run_audit(
    address: str, evidence: Evidence, state: AuditState, processes: int = 1, progress: Progress | None = None
) -> AuditReport:
    """Audit a database. Rounds that were folded before an interruption are not folded again; a finished audit deletes its file."""
    with open_store(address, read_only=True) as store, state, few_collections():
        foreign = [Problem(*found) for found in find_foreign_objects(store.database)]
        wrong = [_describe_type(*found) for found in find_wrong_types(store.database)]
        if wrong:
            return AuditReport(problems=[*foreign, *wrong], unchecked=["everything else, because such values cannot be read"])
        calendar = _find_calendar(store)
        pieces = [_Piece(heads, state, evidence, calendar) for heads in split_into_pieces(state.heads)]
        tree = _audit_all(store, address, state, pieces, evidence, processes, progress or (lambda done, whole: None))
        report = _sum_up(state, tree, evidence)
        report.problems[:0] = foreign
        add_editions(report, store, [*state.done.values()], evidence.of_logs)
        _add_later(report, store.stream_heads(), state.heads, evidence)
        _audit_reports(store, state, report, calendar)
        add_proofs(report, store, state.heads, evidence.proofs, evidence.checkpoints, evidence.keys)
    state.delete()
    return report


def _describe_type(column: str, values: int) -> Problem:
    return Problem(column, f"{count_things(values, 'value')} of a type that this column never has: somebody edited the file")


def _audit_reports(store: Store, state: AuditState, report: AuditReport, calendar: GamingCalendar | None) -> None:
    """Sum up how the rows of reports differ from those that follow from the streams."""
    if not all(audit.is_whole for audit in state.done.values()):
        report.unchecked.append("rows of reports, because a stream cannot be read or folded to its end")
    elif calendar is None or not are_filled(store):
        report.unchecked.append(
            "rows of reports, because the database has none, or they wait for the next start of the service"
        )
    else:
        with store.database.reading() as connection:
            differences = sum_up_rows((ComparedRows(**audit.rows) for audit in state.done.values() if audit.rows), connection)
        if store.stream_heads() != state.heads:
            report.unchecked.append("rows of reports, because the house has gone on meanwhile; audit a backup")
        else:
            report.problems += [Problem(each.table, _describe(each)) for each in differences]
    odds = count_stored_odds(store)
    if odds:
        report.unchecked.append(f"{odds} stored odds of wagers, which are computed from filings and do not follow from events")


def _describe(difference: TableDifference) -> str:
    missing, unfounded = difference.missing, difference.unfounded
    return f"{missing} rows of reports that follow from the streams are missing, and {unfounded} do not follow from them"


def _audit_all(
    store: Store,
    address: str,
    state: AuditState,
    pieces: "Sequence[_Piece]",
    evidence: Evidence,
    processes: int,
    progress: Progress,
) -> TreeAudit | None:
    """Audit the streams and the tree. Return the tree's audit."""
    whole = sum(head.version for head in state.heads)
    versions = {head.stream: head.version for head in state.heads}

    def show(done: int) -> None:
        progress(done, whole)

    if processes > 1:
        with _Workers(address, evidence, processes, show) as workers:
            tree = workers.submit(_tree_in_worker, versions)
            for audits in workers.run(pieces, (tree,)):
                state.add(audits)
            found: TreeAudit | None = tree.result()
            return found
    counter, meters = _Counter(show), MeterRecords(store)
    for piece in pieces:
        state.add(_audit_piece(piece, store, evidence, meters, counter.add))
    return _audit_tree(store, versions, evidence)


def _find_calendar(store: Store) -> GamingCalendar | None:
    """Return the calendar of the house, by which rows of reports are derived; None if there are no such rows. If the record of the
    house cannot be read, its own audit says so."""
    try:
        return read_calendar(store) if are_filled(store) else None
    except (HousewayError, *IMPOSSIBLE):
        return None


def _audit_tree(store: Store, versions: Mapping[str, int], evidence: Evidence) -> TreeAudit | None:
    """Audit the tree; None if there never was one: in a database of an older program, and after an import. Who holds a checkpoint
    knows that there was one."""
    tree = store.tree
    if evidence.proofs:
        return None  # the streams were imported, and their tree is elsewhere
    is_absent = isinstance(tree, AbsentTree) or (
        tree.latest_signed_head() is None and tree.count_waiting() and not tree.count_leaves()
    )
    if is_absent and not evidence.checkpoints:
        return None
    return audit_tree(store, versions, evidence.checkpoints, evidence.keys)


def split_into_pieces(heads: Heads) -> Iterator[list[StreamHead]]:
    """Yield streams in pieces of work, the largest streams first."""
    piece: list[StreamHead] = []
    for head in sorted(heads, key=lambda each: (-each.version, each.stream)):
        piece.append(head)
        if sum(each.version for each in piece) >= EVENTS_AT_ONCE:
            yield piece
            piece = []
    if piece:
        yield piece


class _Piece:
    """Some streams, and their audits from before an interruption."""

    def __init__(self, heads: Heads, state: AuditState, evidence: Evidence, calendar: GamingCalendar | None) -> None:
        self.heads, self.calendar, self.unproved = heads, calendar, evidence.unproved_tables(state.heads)
        self.earlier = {head.stream: state.earlier.get(head.stream) for head in heads}


def _audit_piece(
    piece: _Piece, store: Store, evidence: Evidence, meters: MeterRecords, tick: Callable[[int], None]
) -> list[StreamAudit]:
    receipts = evidence.receipts_of(piece.heads)
    return [
        audit_stream(
            store,
            head,
            receipts[head.stream],
            evidence.keys,
            tick,
            piece.earlier[head.stream],
            head.stream in piece.unproved,
            piece.calendar,
            evidence.asks_referee,
            meters,
        )
        for head in piece.heads
    ]


class _Counter:
    def __init__(self, progress: Callable[[int], None]) -> None:
        self._done, self._progress = 0, progress

    def add(self, events: int) -> None:
        self._done += events
        self._progress(self._done)


# Processes


class _Workers:
    """Processes that audit pieces. Whatever ends the audit ends them."""

    def __init__(self, address: str, evidence: Evidence, processes: int, progress: Callable[[int], None]) -> None:
        context = get_context("spawn")  # a fork would copy threads that hold locks
        self._events: Any = context.Value("q", 0)
        self._evidence, self._progress = evidence, progress
        self._others = set(active_children())
        self._pool = ProcessPoolExecutor(
            processes, context, initializer=_begin_worker, initargs=(address, self._events, evidence)
        )

    def __enter__(self) -> "_Workers":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._pool.shutdown(wait=error is None, cancel_futures=True)
        for process in set(active_children()) - self._others if error is not None else ():
            process.terminate()

    def submit(self, work: Callable[..., Any], *arguments: object) -> "Future[Any]":
        """Give work to a process, which is started if need be. It does not see Ctrl-C: whoever started the audit ends it."""
        with _ignored_interrupts():
            return self._pool.submit(work, *arguments)

    def run(self, pieces: Iterable[_Piece], others: "Iterable[Future[Any]]") -> Iterator[list[StreamAudit]]:
        """Yield the audits of pieces as they are done, and wait for other work, too."""
        audits = {self.submit(_audit_in_worker, piece) for piece in pieces}
        waiting = {*audits, *others}
        while waiting:
            done, waiting = wait(waiting, _SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
            self._progress(self._events.value)
            for each in done & audits:
                yield each.result()


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment. A process that is started meanwhile inherits that, and ignores it for good."""
    if current_thread() is not main_thread():  # others cannot say what happens to signals
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(slots=True)
class _Work:
    store: Store
    meters: MeterRecords
    events: Any
    evidence: Evidence

    def tick(self, events: int) -> None:
        with self.events.get_lock():
            self.events.value += events


_work: list[_Work] = []
"""What this process works on, if it is a worker."""


def _begin_worker(address: str, events: Any, evidence: Evidence) -> None:
    store = open_store(address, read_only=True)
    _work.append(_Work(store, MeterRecords(store), events, evidence))


def _audit_in_worker(piece: _Piece) -> list[StreamAudit]:
    (work,) = _work
    with few_collections():
        return _audit_piece(piece, work.store, work.evidence, work.meters, work.tick)


def _tree_in_worker(versions: Mapping[str, int]) -> TreeAudit | None:
    return _audit_tree(_work[0].store, versions, _work[0].evidence)


# The report


def _sum_up(state: AuditState, tree: TreeAudit | None, evidence: Evidence) -> AuditReport:
    ordered = sorted(state.done.values(), key=lambda audit: audit.stream)
    report = AuditReport(
        streams=len(ordered),
        tables=sum(audit.stream.startswith(table_stream("")) for audit in ordered),
        **{name: sum(getattr(audit, name) for audit in ordered) for name in ("events", "rounds", "draws", "rounds_before")},
        began_at=state.began_at,
        receipts=len(evidence.receipts),
        checkpoints=len(evidence.checkpoints),
        chance=sum((audit.chance for audit in ordered), start=ChanceCounts()),
    )
    report.problems += [Problem(audit.stream, message) for audit in ordered for message in audit.problems]
    again = sum_up_decisions(ordered)
    report.decided, report.findings, report.remarks = again.counts.decided, again.groups, again.remarks
    report.problems += again.problems
    report.other_programs = again.other_programs
    report.unchecked += again.unchecked
    if evidence.asks_referee:
        add_referee(report, ordered)
    partial = evidence.of_logs and is_partial(audit.stream for audit in ordered)
    unproved = evidence.unproved_tables(state.heads)
    if all(audit.is_whole for audit in ordered):
        report.problems += check_sums(without_absent(ordered, unproved) if partial else ordered)
        report.unchecked += describe_absent(ordered, unproved) if partial else ()
    else:
        report.unchecked.append("sums over all streams, because a stream cannot be read or folded to its end")
    latest, files = max((head.at for head in state.heads), default=0), [*map(LineFile, evidence.receipt_files)]
    add_missing_receipts(report, ordered, latest, files, evidence.has_all_receipts)
    if tree is not None:
        report.leaves, report.waiting = tree.leaves, tree.waiting
        report.problems += [*tree.problems, *_outside_tree(ordered, tree)]
    report.unchecked += _not_given(tree, evidence)
    return report


def _add_later(report: AuditReport, now: Heads, began: Heads, evidence: Evidence) -> None:
    """Say what has come since the audit began, and which streams are gone of which there are receipts."""
    known, versions = {head.stream for head in began}, {head.stream: head.version for head in began}
    new = {head.stream for head in now} - known
    gone = sorted({receipt.stream for receipt in evidence.receipts} - known - new)
    if evidence.of_logs and is_partial(known):
        _leave_out_receipts(
            report, sum(receipt.stream in gone for receipt in evidence.receipts), "of tables whose logs were not given"
        )
    else:
        report.problems += [Problem(stream, "there are receipts of this stream, and the stream is gone") for stream in gone]
    events = sum(max(0, head.version - versions.get(head.stream, 0)) for head in now)
    if events:
        report.unchecked.append(f"{count_things(events, 'event')} that came after the audit began")
    newer = sum(receipt.stream in new for receipt in evidence.receipts)
    _leave_out_receipts(report, newer, "of tables that were opened after the audit began")
    for stream in sorted(evidence.unproved_tables(began)):
        after = sum(receipt.stream == stream and receipt.version > versions[stream] for receipt in evidence.receipts)
        _leave_out_receipts(report, after, f"of {stream.removeprefix(table_stream(''))} after the end of its log")


def _leave_out_receipts(report: AuditReport, receipts: int, which: str) -> None:
    """Say that some receipts were not checked."""
    if receipts:
        report.receipts -= receipts
        report.unchecked.append(f"{count_things(receipts, 'receipt')} {which}")


def _outside_tree(audits: Sequence[StreamAudit], tree: TreeAudit) -> Iterator[Problem]:
    for audit in audits:
        found = tree.appends.get(audit.stream, 0)
        if audit.is_whole and found < audit.appends:
            yield Problem(audit.stream, f"{audit.appends - found} of its {audit.appends} appends are not in the tree")


def _not_given(tree: TreeAudit | None, evidence: Evidence) -> Iterator[str]:
    if tree is None and not evidence.proofs:
        yield "the tree over all appends, because the database or export has none"
    if not evidence.receipts:
        yield "receipts, because none were given"
    if tree is not None and not evidence.checkpoints:
        yield "the history of the tree, because no checkpoints from outside the database were given"
    if not evidence.keys:
        yield "signatures, because no public keys were given"
