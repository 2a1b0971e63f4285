"""Compare files of receipts with the counts of their lines that are on record: lines were removed where they do not agree."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from houseway.service.audit.findings import AuditReport, Problem, StreamAudit
from houseway.service.audit.unsigned import check_unsigned
from houseway.service.secrecy.line_file import LineFile
from houseway.service.secrecy.receipt_counts import FileMark, LineChain, LineCount, counts_stream, find_marks
from houseway.spelling import count_things

_PLACE = "receipts"
_NOT_KNOWN = "whether receipts are missing, because"


class FileCounts(NamedTuple):
    """What is on record about one file of receipts."""

    file: str
    """The name in one of its lines."""
    counts: Sequence[LineCount]


def add_missing_receipts(
    report: AuditReport, audits: Sequence[StreamAudit], latest: int, files: Sequence[LineFile], are_own: bool
) -> None:
    """Add to a report which receipts are missing, or why that cannot be said. Files that are not the house's own may have only some
    receipts, unless they have everything that was counted. `latest` is the time of the last event of all streams."""
    recorded = recorded_counts(audits)
    wrong = list(check_counts(files, recorded))
    if are_own:
        report.problems += [Problem(_PLACE, message) for message in wrong]
    elif files and not recorded:
        report.unchecked.append(f"{_NOT_KNOWN} only the house's own file has one of every round")
        return
    elif files and wrong:
        report.unchecked.append(f"{_NOT_KNOWN} these are not all receipts that were counted ({wrong[0]})")
        return
    if files:
        report.problems += check_unsigned(audits, latest)


def recorded_counts(audits: Iterable[StreamAudit]) -> list[FileCounts]:
    """Return what streams of counts say."""
    prefix = counts_stream("")
    return [
        FileCounts(audit.stream.removeprefix(prefix), [LineCount(*row[:3]) for row in audit.sums.receipt_counts])
        for audit in audits
        if audit.sums.receipt_counts
    ]


def check_counts(files: Iterable[LineFile], recorded: Sequence[FileCounts]) -> Iterator[str]:
    """Say which files of receipts are not as they were counted. Several files may have been put together in one."""
    wanted = {each.file: each for each in recorded}
    found: set[str] = set()
    for file in files:
        for mark in find_marks(file):
            if mark.file in wanted.keys() - found:
                found.add(mark.file)
                yield from _check_file(_lines_of(file, mark), wanted[mark.file])
    for name in sorted(wanted.keys() - found):
        lines = count_things(max(count.lines for count in wanted[name].counts), "line")
        said = f"the file of receipts {name} had {lines} when it was last counted, and is not here"
        yield f"{said}: it was removed, moved away, or the line that names it was"


def _lines_of(file: LineFile, mark: FileMark) -> Iterator[bytes]:
    """Yield the lines of the file that a mark names, and whatever comes after it."""
    before = sum(1 for _ in takewhile(lambda end: end <= mark.before, accumulate(map(len, file.lines_after(0)))))
    return islice(file.lines_after(0), max(0, before + 1 - mark.line), None)


def _check_file(lines: Iterable[bytes], recorded: FileCounts) -> Iterator[str]:
    """Say at which count a file is first another than it was then."""
    chain, left = LineChain(), iter(lines)
    place = f"the file of receipts {recorded.file}"
    for count in sorted(recorded.counts):
        for line in islice(left, count.lines - chain.lines):
            chain.add(line)
        if chain.lines < count.lines:
            yield f"{place} has {chain.lines} of the {count.lines} lines that were counted: the others were removed"
            return
        if chain.count.head != count.head:
            said = f"the first {count.lines} lines of {place} are not those that were counted"
            yield f"{said}: lines were removed, changed or exchanged"
            return
