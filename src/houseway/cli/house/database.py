"""The argument of commands that work on a database."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from houseway.library.databases import OpenedSource

Database = Annotated[
    str,
    typer.Argument(
        help="A SQLite file, the data folder of a service, or an address: sqlite:///FILE, postgresql://USER@HOST/DATABASE.",
        show_default=False,
    ),
]
Source = Annotated[
    str,
    typer.Argument(
        help="A SQLite file, the data folder of a service, the address of a database, an exported log or a folder of logs.",
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]


@contextmanager
def opened_source(source: str) -> "Iterator[OpenedSource]":
    """Yield the database that a command names, and show how far its logs are read if that takes long."""
    from houseway.cli.waiting import delayed_progress
    from houseway.library import databases

    with ExitStack() as open_files:
        with delayed_progress("reading logs") as progress:
            opened = open_files.enter_context(databases.opened_source(source, progress(0)))
        yield opened
