"""Logs of tables that run in a test."""

from collections.abc import Iterator
from pathlib import Path

from houseway.files.log_format import LogFormatter, command_facts
from houseway.table.run import TableRun


def write_log(run: TableRun, path: Path) -> Path:
    """Write the log of a run that has kept all its events."""
    path.write_text("".join(f"{line}\n" for line in _log_lines(run)))
    return path


def _log_lines(run: TableRun) -> Iterator[str]:
    formatter = LogFormatter(run.table.id)
    yield formatter.heading()
    for events, meter_events, given in _appended(run):
        yield from formatter.command_lines(events, meter_events, command_facts(*given))
    yield formatter.ending()


def _appended(run):
    """Yield the events of the table and the meters in the order in which they were appended, with time and actor."""
    starts = [(version, meters, (at, by)) for version, meters, at, by in run.given]
    ends = [(first, meters) for first, meters, _ in starts[1:]] + [(len(run.events), len(run.meter_events))]
    for (first, meter, given), (last, last_meter) in zip(starts, ends, strict=True):
        yield run.events[first:last], run.meter_events[meter:last_meter], given
