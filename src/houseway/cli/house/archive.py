"""`houseway export` and `houseway import`: the streams of a database as logs, and back."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.house.audit import WRONG
from houseway.cli.house.database import Database, Force
from houseway.cli.show import print_line
from houseway.errors import Malformed
from houseway.library.databases import database_address, find_logs, open_existing
from houseway.library.evidence_files import PUBLIC_KEYS
from houseway.output_files import create_folder
from houseway.spelling import count_things

if TYPE_CHECKING:
    from houseway.service.archive.exporting import ExportedFile
    from houseway.service.archive.importing import ImportedFile


Folder = Annotated[
    Path,
    typer.Argument(help="The folder for the logs; it is created if missing.", parser=file_paths.folder, show_default=False),
]
Tables = Annotated[list[str] | None, typer.Option("--table", help="Only this table. May be repeated.", show_default=False)]
Static = Annotated[bool, typer.Option("--static", help="Publish the hashes of the whole log as files that anybody can check.")]
WithRounds = Annotated[
    bool, typer.Option("--with-rounds", help="With --static: also write the records of finished rounds. People appear as ids.")
]
KeysToPublish = Annotated[
    Path | None,
    typer.Option(
        help="With --static: a file with the public keys of the house; by default those of the data folder.",
        parser=file_paths.path,
        show_default=False,
    ),
]


KeysToCompare = Annotated[
    Path | None,
    typer.Option(
        "--public-keys",
        help="A file with the public keys of the house; logs that these keys did not sign are not imported.",
        parser=file_paths.path,
        show_default=False,
    ),
]


ExportedLogs = Annotated[
    list[Path], typer.Argument(help="Logs that were exported, or folders of them.", parser=file_paths.path, show_default=False)
]
IntoDatabase = Annotated[
    str,
    typer.Option("--into", help="The database: a SQLite file, or an address; it is created if missing.", show_default=False),
]
Decide = Annotated[
    bool,
    typer.Option(
        "--decide", help="Also decide every imported command again, and report where the record is not what the rules give."
    ),
]


def export_logs(
    database: Database,
    folder: Folder,
    table: Tables = None,
    force: Force = False,
    static: Static = False,
    with_rounds: WithRounds = False,
    public_keys: KeysToPublish = None,
) -> None:
    """Write the streams of a database as logs: one for each table, which `houseway replay` shows, and one for everything else.

    The database may be in use; all logs show the same moment. Hidden cards and the order of a deck are in a log once their
    seeds are open. A round that is under way stays sealed, and the log can be replayed up to that round.

    With --static, the command writes the Merkle tree over all appends instead, with its last checkpoint and a short verifier:
    anybody can run `python verify.py` in the folder. A second run writes only what is new.

    \b
    Examples:
      houseway export house logs
      houseway export house one-table --table PG-1
      houseway export house published --static
    """
    if static:
        _publish(database, folder, with_rounds, public_keys)
        return
    from houseway.cli.waiting import delayed_progress
    from houseway.service.archive.exporting import export_store

    with open_existing(database) as store, delayed_progress("exporting") as progress:
        create_folder(folder)
        files = export_store(store, folder, tables=table or (), force=force, progress=progress(0))
    for file in files:
        print_line(f"{file.path}: {_describe(file)}")


def _publish(database: str, folder: Path, with_rounds: bool, public_keys: Path | None) -> None:
    from houseway.cli.waiting import delayed_progress
    from houseway.service.evidence.static_export import publish_log
    from houseway.service.secrecy.keys import read_public_keys

    keys = public_keys or Path(database) / PUBLIC_KEYS
    if not keys.is_file():
        said = "the public keys of the house are needed, which those who check it compare"
        raise Malformed(said, code="publish.keys", given=str(keys), allowed="--public-keys FILE")
    with open_existing(database) as store, delayed_progress("publishing") as progress:
        create_folder(folder)
        published = publish_log(store, folder, read_public_keys(keys), with_rounds, progress(0))
    size, links = count_things(published.size, "leaf", "leaves"), count_things(published.links, "link")
    print_line(f"{folder}: a log of {size}, {links} of {count_things(published.tables, 'table')}")
    print_line(f"anybody can check it: python {folder / 'verify.py'}")


def _describe(file: "ExportedFile") -> str:
    sealed = f"; sealed from event {file.sealed_from} on, until its rounds are over" if file.sealed_from else ""
    return f"{count_things(file.events, 'event')}{sealed}"


def import_exported(
    logs: ExportedLogs,
    database: IntoDatabase,
    public_keys: KeysToCompare = None,
    decide: Decide = False,
) -> None:
    """Add the streams of exported logs to a database. The copies have the same events and hash chains.

    All logs are checked before anything is written. Events that the database already has are not written again; a stream with
    another history is refused. Anybody can write a log whose hashes fit: with --public-keys, only what the house has signed is
    imported, and events that its checkpoint does not prove are left out.

    An import is faithful: it copies what is recorded, whether or not it is right. With --decide, every command at the imported
    tables is decided again, and findings are reported as by `houseway audit`, which checks everything else, too. The import stays.

    Exit code 0; with --decide, 1 if money or procedure is not what the rules give.

    \b
    Examples:
      houseway import exported --into copy.db
      houseway import exported/table-PG-1.jsonl --into one-table.db
      houseway import exported --into checked.db --decide
    """
    from houseway.cli.waiting import delayed_progress
    from houseway.service.archive.importing import import_logs
    from houseway.service.secrecy.keys import read_public_keys
    from houseway.store import open_store

    files, keys = find_logs(logs), read_public_keys(public_keys) if public_keys else ()
    with open_store(database_address(database)) as store, delayed_progress("importing") as progress:
        imported = import_logs(store, files, progress(0), keys)
    _show_imported(imported, bool(keys))
    if decide:
        raise typer.Exit(_decide_again(database, [table for file in imported for table in file.tables]))


def _show_imported(imported: "Sequence[ImportedFile]", has_keys: bool) -> None:
    for file in imported:
        print_line(f"{file.path}: {count_things(file.streams, 'stream')}, {count_things(file.events, 'new event')}")
        if file.left_out:
            print_line(
                f"{count_things(file.left_out, 'event')} left out, because they are newer than the checkpoint of the log"
            )
    if not has_keys:
        print_line("not checked: who wrote these logs, because no public keys were given")


def _decide_again(database: str, tables: Sequence[str]) -> int:
    """Decide imported tables again, and show what was found. Return the exit code."""
    from houseway.cli.waiting import delayed_progress
    from houseway.service.audit.decided import decide_tables

    with open_existing(database) as store, delayed_progress("deciding again") as progress:
        found = decide_tables(store, tables, progress(0))
    for problem in found.problems:
        print_line(f"{problem.place}: {problem.message}", "red")
    for remark in found.remarks:
        print_line(f"remark: {remark}", "yellow")
    print_line(f"{count_things(found.counts.decided, 'command')} decided again and compared with what is recorded")
    for each in found.unchecked:
        print_line(f"not checked: {each}")
    if found.problems:
        print_line(f"{count_things(len(found.problems), 'problem')}; the logs were imported as they are")
    return WRONG if found.problems else 0
