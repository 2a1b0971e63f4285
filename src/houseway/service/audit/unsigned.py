"""Find settled rounds of which the house's own files have no receipt: somebody has removed lines.

The service writes a receipt of every settled round, in the order in which rounds are settled, and of every table when it starts.
So three things may be missing in files that nobody has touched. A crash loses the receipts of the moments before it: no receipt
of the same table follows until the next start, or, if several servers serve the house, another server takes the table over and
the loss of the first is on record. What could not be written is on record. The receipts of the last moments may not be written
yet. Before receipts were counted (`receipt_counts`), a file could be moved away and begun anew without a trace, so there a table
may begin without receipts.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houseway.events import Event
from houseway.service.audit.findings import Problem, StreamAudit
from houseway.service.people.record import SERVICE_LOST, SERVICE_STARTED
from houseway.service.secrecy.receipts import RECEIPTS_FAILED, RECEIPTS_RESUMED, Receipt
from houseway.spelling import count_things
from houseway.store import StoredAppend

_COMPLETED = "round-completed"
LOST_MILLISECONDS = 10_000
"""A receipt is written within moments. What was settled so shortly before a crash may not have been written."""
NOTICED_MILLISECONDS = 60_000
"""A server that ended without notice is found to be lost within this time."""
_NEVER = 10**15
"""A time that no clock of a house reaches."""


class SettledAppend(NamedTuple):
    version: int
    """The table's version after the append that settled it."""
    at: int


def settled_by(append: StoredAppend) -> Iterator[SettledAppend]:
    """Yield the append if it settles a round."""
    if _COMPLETED in append.kinds:
        yield SettledAppend(append.head.version, append.head.at)


class UnsignedRound(NamedTuple):
    """A settled round without a receipt."""

    version: int
    at: int
    next_at: int
    """The time of the table's next receipt, which covers it."""
    following_at: int
    """The time of the receipt after that one."""
    is_first: bool
    """Whether the table has no earlier receipt, and a later one."""


def find_unsigned(settled: Sequence[SettledAppend], receipts: Sequence[Receipt]) -> list[list[int]]:
    """Return the settled rounds of a table without a receipt, as rows of numbers."""
    times = {receipt.version: receipt.at for receipt in receipts}
    versions = sorted(times)
    found: list[list[int]] = []
    for each in settled:
        if each.version not in times:
            place = bisect_left(versions, each.version)
            later = [*(times[version] for version in versions[place : place + 2]), _NEVER, _NEVER]
            is_first = place == 0 and bool(versions)
            found.append(list(UnsignedRound(each.version, each.at, later[0], later[1], is_first)))
    return found


class ServerTimes:
    """Collects from the record of the house when servers were started, and when one was found to be lost."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.lost: list[int] = []

    def add(self, event: Event, at: int) -> None:
        if event.kind == SERVICE_STARTED:
            self.starts.append(at)
        elif event.kind == SERVICE_LOST:
            self.lost.append(at)


class UnwrittenTimes:
    """Collects from the record of the house when receipts could not be written."""

    def __init__(self) -> None:
        self._since: int | None = None
        self._ended: list[list[int]] = []

    def add(self, event: Event, at: int) -> None:
        if event.kind == RECEIPTS_FAILED and self._since is None:
            self._since = at - LOST_MILLISECONDS
        elif event.kind in (RECEIPTS_RESUMED, SERVICE_STARTED) and self._since is not None:
            self._ended.append([self._since, at])
            self._since = None

    @property
    def times(self) -> list[list[int]]:
        """Return each time as its beginning and its end, in milliseconds."""
        return [*self._ended, *([[self._since, _NEVER]] if self._since is not None else [])]


@dataclass(frozen=True, slots=True)
class _Excuses:
    """Why a receipt may be missing, as everything that is stored says."""

    latest: int
    """The time of the last event of all streams."""
    first_count: int
    """When receipts were counted first."""
    unwritten: Sequence[Sequence[int]]
    starts: Sequence[int]
    lost: Sequence[int]

    def excuse(self, missing: UnsignedRound) -> bool:
        at = missing.at
        return (
            at >= self.latest - LOST_MILLISECONDS
            or (missing.is_first and at < self.first_count)
            or self._was_lost_in_crash(missing)
            or any(lost - NOTICED_MILLISECONDS <= at <= lost for lost in self.lost)
            or any(begin <= at <= end for begin, end in self.unwritten)
        )

    def _was_lost_in_crash(self, missing: UnsignedRound) -> bool:
        """Return whether the table's next receipt was made by a start, and the round was settled just before its end."""
        if missing.at < missing.next_at - LOST_MILLISECONDS:
            return False
        place = bisect_left(self.starts, missing.next_at)
        return place < len(self.starts) and self.starts[place] <= missing.following_at


def check_unsigned(audits: Sequence[StreamAudit], latest: int) -> Iterator[Problem]:
    """Yield the tables with rounds of which there should be a receipt. `latest` is the time of the last event of all streams."""
    excuses = _Excuses(
        latest,
        min((row[-1] for audit in audits for row in audit.sums.receipt_counts), default=_NEVER),
        [times for audit in audits for times in audit.sums.unwritten],
        sorted(at for audit in audits for at in audit.sums.starts),
        [at for audit in audits for at in audit.sums.lost],
    )
    for audit in audits:
        rounds = (
            UnsignedRound(version, at, next_at, last_at, bool(first)) for version, at, next_at, last_at, first in audit.unsigned
        )
        missing = [each.version for each in rounds if not excuses.excuse(each)]
        if missing:
            said = f"{count_things(len(missing), 'settled round')} without a receipt, the first up to event {missing[0]}"
            yield Problem(audit.stream, f"{said}: lines of the file of receipts were removed, or the file is an older copy")
