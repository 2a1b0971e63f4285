"""The argument of commands that work on a database."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from houseway.store import Store

FILE_NAME = "house.db"
"""The database in the data folder of a service."""

Database = Annotated[
    str,
    typer.Argument(
        help="A SQLite file, the data folder of a service, or an address: sqlite:///FILE, postgresql://USER@HOST/DATABASE.",
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace what is there.")]


def database_address(given: str) -> str:
    """Return the address of a database that is named by a file, by the folder that it is in, or by its address."""
    if ":" in given.partition("/")[0]:
        return given
    path = Path(given)
    return f"sqlite:///{path / FILE_NAME if path.is_dir() else path}"


def open_existing(given: str) -> "Store":
    """Open a database that exists, to read it: nothing in it is changed, and no permission to write is needed."""
    from houseway.store import open_store
    from houseway.store.copying import check_existing

    address = database_address(given)
    check_existing(address)
    return open_store(address, read_only=True)


def count_things(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
