"""Arrays that take a moment to work out, kept beside numba's machine code and thrown away when their sources change."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from os import getpid
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]

_HERE = Path(__file__).parent
_PLACE = _HERE / "__pycache__"
_SOURCES = ("cards.py", "hands/ranking.py", "hands/orders.py", "kernels/layout.py", "kernels/tables.py")


def kept(name: str, build: Callable[[], Arrays], version: str = "") -> Arrays:
    """What `build` returns, from the disk if it is there. Where nothing can be written, it is built each time.

    Of one name only the last version is kept.
    """
    path = _PLACE / f"{name}.{_digest()}{version}.npz"
    try:
        with np.load(path) as file:
            arrays = dict(file)
    except (OSError, ValueError, EOFError, BadZipFile):
        arrays = build()
        _write(path, name, arrays)
    for array in arrays.values():
        array.setflags(write=False)  # shared by everything that ranks
    return arrays


def _write(path: Path, name: str, arrays: Arrays) -> None:
    with suppress(OSError):
        _PLACE.mkdir(exist_ok=True)
        draft = path.with_suffix(f".{getpid()}-{id(arrays)}.npz")  # each thread its own
        np.savez(draft, allow_pickle=False, **arrays)
        draft.replace(path)
        for old in _PLACE.glob(f"{name}.*.npz"):
            if old != path:
                old.unlink(missing_ok=True)


@cache
def _digest() -> str:
    sources = b"".join((_HERE.parent / source).read_bytes() for source in _SOURCES)
    return sha256(sources).hexdigest()[:16]
