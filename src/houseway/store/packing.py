"""Rows are compressed with a preset dictionary, because each append alone is too short to compress well.

A database stores every dictionary with which it was written. A new one gets the next number; rows name theirs.
"""

import zlib
from collections.abc import Mapping
from functools import cached_property
from importlib import resources

from houseway.errors import Corrupted

CURRENT_DICTIONARY = 1
"""The dictionary with which this program writes."""
_LEVEL = 6
_RAW = -zlib.MAX_WBITS
"""Deflate without header and checksum: the hash chain covers the content."""

MOST_UNPACKED = 1 << 26
"""Bytes of an unpacked row. Somebody who edits a database could put a row there that fills the memory of whoever reads it."""


def shipped_dictionary(number: int) -> bytes:
    """Return a dictionary that comes with the program."""
    return (resources.files("houseway.store") / "dictionaries" / f"{number}.txt").read_bytes()


class Packer:
    """Packs and unpacks rows with the dictionaries of one database."""

    def __init__(self, dictionaries: Mapping[int, bytes]) -> None:
        self._dictionaries = dict(dictionaries)

    @cached_property
    def _fresh_packer(self) -> "zlib._Compress":
        """It has read the current dictionary and nothing else. Its copies need not read it again."""
        current = self._dictionaries[CURRENT_DICTIONARY]
        return zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, current)

    def pack(self, content: bytes) -> bytes:
        """Compress with the current dictionary."""
        packer = self._fresh_packer.copy()
        return packer.compress(content) + packer.flush()

    def unpack(self, packed: bytes, number: int) -> bytes:
        """Decompress with the dictionary of a number."""
        dictionary = self._dictionaries.get(number)
        if dictionary is None:
            said = f"a row was packed with dictionary {number}, which the database does not have"
            raise Corrupted(said, code="store.dictionary", given=number, allowed=tuple(self._dictionaries))
        try:
            unpacker = zlib.decompressobj(_RAW, dictionary)
            content = unpacker.decompress(packed, MOST_UNPACKED)
            if unpacker.unconsumed_tail:
                raise Corrupted("a row is too large", code="store.packed", given="more", allowed=f"{MOST_UNPACKED:,} bytes")
            return content + unpacker.flush()
        except zlib.error as error:
            raise Corrupted(
                "a row cannot be unpacked", code="store.packed", given=str(error), allowed="a packed row"
            ) from error
