"""Which program this is: its version and the hash of its source and data."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from houseway import __version__

_SHOWN = 12
"""Digits of the hash in the name of a program."""


@cache
def program_hash() -> str:
    """Return the hash of the program's source and data."""
    package = Path(__file__).parent
    digest = sha256()
    for path in sorted(path for ending in ("*.py", "*.toml") for path in package.rglob(ending)):
        digest.update(f"{path.relative_to(package)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def program_name() -> str:
    """Return the version and the beginning of the hash, by which records say which program decided them."""
    return f"{__version__} {program_hash()[:_SHOWN]}"
