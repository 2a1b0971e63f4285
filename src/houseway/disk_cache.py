"""Cache results of long computations on disk, under a key of everything that they depend on.

The key consists of what the caller names and of the source files that compute the result. If any of them changes, or the file is
damaged, the result is computed again. If nothing can be written, every call computes. The program comes with some results, in files
of the same form: a new user does not wait for them, and they are not used any more once something that they depend on has changed.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from glob import escape
from hashlib import sha256
from os import environ
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar
from zipfile import BadZipFile

from houseway.errors import NotAllowed
from houseway.output_files import replacing

if TYPE_CHECKING:
    from numpy.typing import NDArray

Result = TypeVar("Result")
Arrays = dict[str, "NDArray[Any]"]

NOT_CACHED = "solve.not-kept"
"""The code of a refusal: the result is not on disk, and within `cached_only` it is not built."""

_PACKAGE = Path(__file__).parent
SHIPPED = _PACKAGE / "analysis" / "data" / "solved"
"""The results that come with the program: `tests.support.solved_examples` counts and writes them."""

_LIBRARIES = ("numpy", "numba")
_MOST_VERSIONS = 4
"""Checkouts of different sources share the folder, so a few versions of the arrays of one name stay."""


def cache_folder() -> Path:
    """Return HOUSEWAY_CACHE, or `houseway` in the user's cache folder; the folder of the byte code for a user without a home."""
    given = environ.get("HOUSEWAY_CACHE")
    if given:
        return Path(given)
    try:
        return Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"
    except RuntimeError:
        return _PACKAGE / "__pycache__"


_ONLY_CACHED: ContextVar[bool] = ContextVar("only_cached", default=False)


@contextmanager
def cached_only() -> Iterator[None]:
    """Refuse results that are not on disk instead of building them, for callers who cannot wait. Arrays are built all the same."""
    token = _ONLY_CACHED.set(True)
    try:
        yield
    finally:
        _ONLY_CACHED.reset(token)


def disk_cached(name: str, depends: object, sources: Sequence[str], build: Callable[[], Result]) -> Result:
    """Return the JSON value that `build` returns, from disk if it is there.

    The key covers `depends`, the source files by pattern under the package, and the libraries that do the work.
    """
    file = _file_of(name, depends, sources)
    path = cache_folder() / file
    for stored in (path, SHIPPED / file):
        with suppress(OSError, ValueError, KeyError, TypeError):
            content = json.loads(stored.read_text(encoding="utf-8"))
            if content["digest"] == _digest(content["result"]):
                found: Result = content["result"]
                return found
    if _ONLY_CACHED.get():
        raise NotAllowed(f"{name} has not been solved yet", code=NOT_CACHED, given=name, allowed="houseway solve")
    result = build()
    text = json.dumps({"digest": _digest(result), "result": result})
    _store(path, lambda file: file.write(text.encode()))
    return result


def drop_cached(name: str, depends: object, sources: Sequence[str]) -> None:
    """Delete a value that `disk_cached` keeps, once nobody will ask for it again."""
    with suppress(OSError):
        (cache_folder() / _file_of(name, depends, sources)).unlink(missing_ok=True)


def _file_of(name: str, depends: object, sources: Sequence[str]) -> str:
    return f"{name}.{_key([depends, _library_versions()], sources)}.json"


def cached_arrays(name: str, depends: object, sources: Sequence[str], build: Callable[[], Arrays]) -> Arrays:
    """Return the arrays that `build` returns, from disk if they are there; read-only, because callers share them."""
    import numpy as np

    path = cache_folder() / f"{name}.{_key(depends, sources)}.npz"
    try:
        with np.load(path) as file:
            arrays = dict(file)
    except (OSError, ValueError, EOFError, BadZipFile):
        arrays = build()
        _store(path, lambda file: np.savez(file, allow_pickle=False, **arrays))
        _drop_old_versions(path.parent, name)
    for array in arrays.values():
        array.setflags(write=False)
    return arrays


def _drop_old_versions(folder: Path, name: str) -> None:
    with suppress(OSError):
        versions = sorted(folder.glob(f"{escape(name)}.*.npz"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for old in versions[_MOST_VERSIONS:]:
            old.unlink(missing_ok=True)


def _store(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file so that a reader finds the old one or the new one, never a part."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            write(file)


def _key(depends: object, sources: Sequence[str]) -> str:
    return _digest([depends, _source_digest(tuple(sources))])[:32]


def _digest(content: object) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


@cache
def _source_digest(patterns: tuple[str, ...]) -> str:
    paths = sorted({path for pattern in patterns for path in _matching_files(pattern)})
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def _matching_files(pattern: str) -> list[Path]:
    """Return the source files of one pattern. No file at all means that one was moved: a result would outlive its code."""
    found = list(_PACKAGE.glob(pattern))
    if not found:
        raise FileNotFoundError(f"no source file matches {pattern!r}, on which a cached result depends")
    return found


@cache
def _library_versions() -> tuple[str, ...]:
    from importlib.metadata import version  # slow to import, and arrays do not need it

    return tuple(f"{library} {version(library)}" for library in _LIBRARIES)
