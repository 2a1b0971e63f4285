"""Find settled rounds of which the house's own file has no receipt: somebody has shortened it.

The service writes a receipt of every settled round, and of every table when it starts. Three things may be missing in a file that
nobody has touched: what a crash has lost, which the next start covers; what could not be written, which is on record; and what is
before the first receipt of a table, if the file was moved away and begun anew.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from houseway.events import Event
from houseway.service.audit.findings import Problem, StreamAudit
from houseway.service.people.record import SERVICE_STARTED
from houseway.service.secrecy.receipts import RECEIPTS_FAILED, RECEIPTS_RESUMED, Receipt
from houseway.spelling import count_things

_COMPLETED = "round-completed"
LOST_MILLISECONDS = 60_000
"""A receipt is written within moments. What was settled in the last minute may have been lost in a crash, or not be written yet."""
_NOT_ENDED = 10**15
"""A time that no clock of a house reaches."""


class SettledAppend(NamedTuple):
    version: int
    """The table's version after the append that settled it."""
    at: int


def settled_by(version: int, at: int, events: Iterable[Event]) -> Iterator[SettledAppend]:
    """Yield the append if it settles a round."""
    if any(event.kind == _COMPLETED for event in events):
        yield SettledAppend(version, at)


def find_unsigned(settled: Sequence[SettledAppend], receipts: Sequence[Receipt]) -> list[list[int]]:
    """Return the settled rounds of a table without a receipt, as pairs of version and time, except those before its first receipt
    and those that a crash may have lost."""
    ordered = sorted(receipts, key=lambda receipt: receipt.version)
    versions = [receipt.version for receipt in ordered]
    found: list[list[int]] = []
    for each in settled:
        place = bisect_left(versions, each.version)
        is_signed = place < len(versions) and versions[place] == each.version
        is_first = place == 0 and bool(versions)
        may_be_lost = place < len(versions) and ordered[place].at - each.at <= LOST_MILLISECONDS
        if not (is_signed or is_first or may_be_lost):
            found.append([each.version, each.at])
    return found


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
        return [*self._ended, *([[self._since, _NOT_ENDED]] if self._since is not None else [])]


def check_unsigned(audits: Sequence[StreamAudit], latest: int) -> Iterator[Problem]:
    """Yield the tables with rounds of which there should be a receipt. `latest` is the time of the last event of all streams."""
    unwritten = [times for audit in audits for times in audit.sums.unwritten]
    for audit in audits:
        missing = [
            version
            for version, at in audit.unsigned
            if at < latest - LOST_MILLISECONDS and not any(begin <= at <= end for begin, end in unwritten)
        ]
        if missing:
            said = f"{count_things(len(missing), 'settled round')} without a receipt, the first up to event {missing[0]}"
            yield Problem(audit.stream, f"{said}: lines of the file of receipts were removed, or the file is an older copy")
