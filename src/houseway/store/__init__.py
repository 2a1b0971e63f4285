"""Durable streams of events: in memory, in SQLite or in PostgreSQL, with one contract."""

from houseway.store.contract import (
    Appended,
    AppendRequest,
    CopiedAppend,
    Edition,
    Line,
    Projection,
    RecordedCommand,
    Store,
    StoredAppend,
    StreamAppend,
    StreamHead,
    StreamSnapshot,
)
from houseway.store.writer import Writer

MEMORY = "memory:"
"""The address of a store that ends with the process."""


def check_address(address: str) -> None:
    """Refuse what is no address of a store. Nothing is opened."""
    if address != MEMORY:
        from houseway.store.engines import parse_address

        parse_address(address)


def open_store(address: str, read_only: bool = False) -> Store:
    """Open a store: `memory:`, `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`.

    Tables are created in an empty database, and those of an older program are upgraded. With `read_only` nothing is changed, and
    a database of an older program is read as it is.
    """
    if address == MEMORY:
        from houseway.store.memory import MemoryStore

        return MemoryStore()
    from houseway.store.sql import SqlStore

    return SqlStore(address, read_only)


__all__ = [
    "MEMORY",
    "AppendRequest",
    "Appended",
    "CopiedAppend",
    "Edition",
    "Line",
    "Projection",
    "RecordedCommand",
    "Store",
    "StoredAppend",
    "StreamAppend",
    "StreamHead",
    "StreamSnapshot",
    "Writer",
    "check_address",
    "open_store",
]
