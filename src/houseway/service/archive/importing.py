"""Import what `exporting` has written: the same streams, with the same heads.

A log is read twice: first every seal and every link of the hash chains is checked (`checking`), then it is written. A stream that
the store has already must agree with the log as far as both go; what is there is not written again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from houseway.reports.rows.rebuilding import forget_filling
from houseway.service.archive.checking import ProvedVersions, check_logs
from houseway.service.archive.export_reader import ExportReader
from houseway.service.evidence.stream_proofs import ExportedProofs
from houseway.service.live.turns.turn import table_stream
from houseway.service.secrecy.keys import PublicKey
from houseway.store import CopiedAppend, Store

_AT_ONCE = 200
"""Appends that are written together."""
Progress = Callable[[int, int], None]
"""Called with the number of parts done and the total."""


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A log whose streams are in the store now."""

    path: Path
    streams: int
    events: int
    """Events that were not there before."""
    proofs: ExportedProofs
    """Where the streams are in the log of the house from which they were exported."""
    left_out: int = 0
    """Events that the house is not proved to have signed."""
    tables: tuple[str, ...] = ()
    """The streams of its tables."""


def import_logs(
    store: Store, paths: Iterable[Path], progress: Progress | None = None, keys: Sequence[PublicKey] = ()
) -> tuple[ImportedFile, ...]:
    """Add the streams of exported logs to a store. All logs are checked before anything is written. With the public keys of a
    house, they must come from its log, and what is not proved to be in it is left out."""
    files, imported = list(paths), list[ImportedFile]()
    report = progress or (lambda done, whole: None)
    proved = check_logs(store, files, keys, lambda done: report(done, 2 * len(files)))
    forget_filling(store)
    for number, path in enumerate(files, start=1):
        imported.append(_import_file(store, path, proved[number - 1]))
        report(len(files) + number, 2 * len(files))
    return tuple(imported)


def _import_file(store: Store, path: Path, proved: ProvedVersions | None) -> ImportedFile:
    reader, waiting, added, left_out = ExportReader(path), list[CopiedAppend](), 0, 0
    stored = {head.stream: head.version for head in store.stream_heads()}
    versions: dict[str, int] = {}
    for append in reader:
        before, versions[append.stream] = versions.get(append.stream, 0), append.version
        if proved is not None and append.version > proved.get(append.stream, 0):
            left_out += append.version - before
        elif append.version > stored.get(append.stream, 0):
            waiting.append(append)
            added += append.version - before
        if len(waiting) == _AT_ONCE:
            store.copy_appends(waiting)
            waiting.clear()
    for edition in reader.editions.values():
        store.save_edition(edition)
    if waiting:
        store.copy_appends(waiting)
    tables = tuple(stream for stream in versions if stream.startswith(table_stream("")))
    return ImportedFile(path, len(versions), added, reader.proofs, left_out, tables)
