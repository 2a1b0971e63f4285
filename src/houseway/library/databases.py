"""Databases and exported logs, as commands and functions name them: files, folders and addresses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.errors import HousewayError, NotAllowed

if TYPE_CHECKING:
    from houseway.service.audit.findings import Problem
    from houseway.service.evidence.stream_proofs import ExportedProofs
    from houseway.store import Store

FILE_NAME = "house.db"
"""The database in the data folder of a service."""
_LONGEST_HEADING = 1_000
"""Bytes of a log's first line, at most."""
Progress = Callable[[int, int], None]
"""Called with the number of logs read and the total."""


def database_address(given: str) -> str:
    """Return the address of a database that is named by a file, by the folder that it is in, or by its address."""
    if ":" in given.partition("/")[0]:
        return given
    path = Path(given)
    check_is_stored(path)
    return f"sqlite:///{path / FILE_NAME if path.is_dir() else path}"


def open_existing(given: str) -> "Store":
    """Open a database that exists, to read it: nothing in it is changed, and no permission to write is needed."""
    from houseway.store import open_store
    from houseway.store.copying import check_existing

    address = database_address(given)
    check_existing(address)
    return open_store(address, read_only=True)


def is_export(path: Path) -> bool:
    """Return whether a path is an exported log or a folder of them."""
    return (path.is_file() and path.suffix == ".jsonl") or (path.is_dir() and any(path.glob("table-*.jsonl")))


def check_is_stored(path: Path) -> None:
    """Refuse the log of a single table, which has no hash chain of a store: another command reads it."""
    import json

    from houseway.files.logs.format import EXPORT_FORMATS, HEADING

    if not path.is_file():
        return
    with path.open("rb") as file, suppress(ValueError, OSError):
        heading = json.loads(file.readline(_LONGEST_HEADING))
        if isinstance(heading, dict) and HEADING in heading and heading[HEADING] not in EXPORT_FORMATS:
            said = f"{path} is the log of a table that deal or play has written; houseway replay {path} checks it"
            raise NotAllowed(said, code="database.table-log", given="the log of a table", allowed="a database or its export")


@dataclass(frozen=True, slots=True)
class OpenedSource:
    """A database to read, which may have been made from exported logs."""

    address: str
    unreadable: "tuple[Problem, ...]" = ()
    """Logs that cannot be read."""
    proofs: "tuple[ExportedProofs, ...]" = ()
    """What the logs say about their places in the log of the house."""


@contextmanager
def opened_source(source: str, progress: Progress | None = None) -> Iterator[OpenedSource]:
    """Yield the address of a database, or put exported logs into one for the time being. A log that cannot be read is a problem."""
    from houseway.store import open_store
    from houseway.store.copying import check_existing

    path = Path(source)
    check_is_stored(path)
    if not is_export(path):
        address = database_address(source)
        check_existing(address)
        yield OpenedSource(address)
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/imported.db"
        with open_store(address) as store:
            unreadable, proofs = _import_each(store, path, progress or (lambda done, total: None))
        yield OpenedSource(address, tuple(unreadable), tuple(proofs))


def _import_each(store: "Store", path: Path, progress: Progress) -> "tuple[list[Problem], list[ExportedProofs]]":
    """Import logs. Return those that cannot be read, and the proofs of the others."""
    from houseway.service.archive.importing import import_logs
    from houseway.service.audit.findings import Problem

    unreadable, proofs, logs = list[Problem](), list["ExportedProofs"](), find_logs([path])
    for done, log in enumerate(logs, start=1):
        try:
            proofs += [each.proofs for each in import_logs(store, [log]) if each.proofs.checkpoint is not None]
        except HousewayError as error:
            unreadable.append(Problem(str(log), error.message))
        progress(done, len(logs))
    return unreadable, proofs


def find_logs(given: list[Path]) -> list[Path]:
    """Return the logs that are named, and those in folders that are named."""
    files = [file for path in given for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    if not files:
        named = ", ".join(map(str, given))
        raise NotAllowed(f"there are no logs in {named}", code="import.none", given=named, allowed="files that end with .jsonl")
    return files
