"""`houseway backup` and `houseway restore`: copies of a database, made while it is in use."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.house.database import Database, Force
from houseway.cli.show import print_line
from houseway.errors import NotAllowed
from houseway.library.databases import database_address
from houseway.spelling import count_things

BackupFile = Annotated[Path, typer.Argument(help="The file of the backup.", parser=file_paths.path, show_default=False)]


def backup(database: Database, file: BackupFile, force: Force = False) -> None:
    """Copy a database into a file while it is in use, and check every hash chain in the copy.

    The copy shows one moment. It has everything that the database has, including sealed facts; the keys that open them are in
    another folder and need a separate backup, in another place.

    \b
    Examples:
      houseway backup house tuesday.db
      houseway backup postgresql://house@localhost/house monday.db
    """
    from houseway.cli.waiting import delayed_progress
    from houseway.output_files import check_output_path
    from houseway.store.copying import back_up_database

    check_output_path(file)
    with delayed_progress("copying the database") as progress:
        count = back_up_database(database_address(database), file, progress(0), force)
    print_line(f"{file}: {count_things(count, 'stream')}, every chain is in order")


def restore(file: BackupFile, database: Database, force: Force = False) -> None:
    """Copy a backup into an empty database, SQLite or PostgreSQL, and check every hash chain there.

    A database that is not empty is refused. With --force, a SQLite file that nobody uses is replaced; the old file stays
    as FILE.before-1.

    \b
    Examples:
      houseway restore monday.db restored.db
      houseway restore monday.db postgresql://house@localhost/house
    """
    from houseway.cli.waiting import delayed_progress
    from houseway.store.copying import replace_database
    from houseway.store.copying import restore_database as restore_backup

    address, old_database = database_address(database), None
    target = _sqlite_file(address)
    with delayed_progress("copying the database") as progress:
        if force and target is not None and target.exists():
            count, old_database = replace_database(file, target, progress(0))
        elif force and target is None:
            raise NotAllowed(
                "--force replaces SQLite files only; give an empty PostgreSQL database",
                code="store.restore",
                given="--force",
                allowed="an empty database",
            )
        else:
            count = restore_backup(file, address, progress(0))
    print_line(f"{target or 'the database'}: {count_things(count, 'stream')}, every chain is in order")
    if old_database is not None:
        print_line(f"the old database is now {old_database}")


def _sqlite_file(address: str) -> Path | None:
    from houseway.store.engines import parse_address

    url = parse_address(address)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None
