"""`houseway export` and `houseway import`: the streams of a database as logs, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.database import Database, Force, count_things, database_address, find_logs, open_existing
from houseway.cli.show import print_line
from houseway.output_files import create_folder

if TYPE_CHECKING:
    from houseway.service.archive.exporting import ExportedFile


def export_logs(
    database: Database,
    folder: Annotated[
        Path, typer.Argument(help="The folder for the logs. It is created.", parser=file_paths.path, show_default=False)
    ],
    table: Annotated[
        list[str] | None, typer.Option("--table", help="Only this table. May be repeated.", show_default=False)
    ] = None,
    force: Force = False,
) -> None:
    """Write the streams of a database as logs: one for each table, which `houseway replay` shows, and one for everything else.

    The database may be in use; all logs are of one moment. Hidden cards and the order of a deck are in a log as soon as their seeds
    are open. Those of rounds under way stay sealed, and the log can be replayed up to there.

    \b
    Examples:
      houseway export house logs
      houseway export house one-table --table PG-1
    """
    from houseway.cli.waiting import delayed_progress
    from houseway.service.archive.exporting import export_store

    with open_existing(database) as store, delayed_progress("exporting") as progress:
        create_folder(folder)
        files = export_store(store, folder, tables=table or (), force=force, progress=progress(0))
    for file in files:
        print_line(f"{file.path}: {_describe(file)}")


def _describe(file: "ExportedFile") -> str:
    sealed = f"; sealed from event {file.sealed_from} on, until its rounds are over" if file.sealed_from else ""
    return f"{count_things(file.events, 'event')}{sealed}"


def import_exported(
    logs: Annotated[
        list[Path],
        typer.Argument(help="Logs that were exported, or folders of them.", parser=file_paths.path, show_default=False),
    ],
    database: Annotated[
        str,
        typer.Option("--into", help="The database: a SQLite file, or an address. It is created.", show_default=False),
    ],
) -> None:
    """Add the streams of exported logs to a database. They get the same events with the same hash chains.

    All logs are checked before anything is written. What the database has already is not written again; a stream with another
    history is refused.

    \b
    Examples:
      houseway import exported --into copy.db
      houseway import exported/table-PG-1.jsonl --into one-table.db
    """
    from houseway.cli.waiting import delayed_progress
    from houseway.service.archive.importing import import_logs
    from houseway.store import open_store

    files = find_logs(logs)
    with open_store(database_address(database)) as store, delayed_progress("importing") as progress:
        imported = import_logs(store, files, progress(0))
    for file in imported:
        print_line(f"{file.path}: {count_things(file.streams, 'stream')}, {count_things(file.events, 'new event')}")
