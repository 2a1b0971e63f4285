"""Where streams stand, if somebody has edited the entry of one of them: the others must still be found."""

from typing import NamedTuple

from sqlalchemy import func, select

from houseway.errors import Corrupted
from houseway.store.contract import Store, StreamHead
from houseway.store.schema import streams


class ReadableHeads(NamedTuple):
    heads: tuple[StreamHead, ...]
    """Where each stream stands whose entry can be read, by name."""
    broken: dict[str, str]
    """Why the entry of a stream cannot be read, by its name."""


def read_heads(store: Store, prefix: str = "") -> ReadableHeads:
    """Return where all streams stand whose names begin with a prefix, and which of them cannot be read."""
    try:
        return ReadableHeads(store.stream_heads(prefix), {})
    except Corrupted:
        return _read_one_by_one(store, prefix)


def _read_one_by_one(store: Store, prefix: str) -> ReadableHeads:
    begins = func.substr(streams.c.name, 1, len(prefix)) == prefix
    with store.database.reading() as connection:
        names = connection.execute(select(streams.c.name).where(begins).order_by(streams.c.name)).scalars().all()
    heads: list[StreamHead] = []
    broken: dict[str, str] = {}
    for name in names:
        try:
            heads.append(store.stream_head(name))
        except Corrupted as error:
            broken[name] = error.message
    return ReadableHeads(tuple(heads), broken)
