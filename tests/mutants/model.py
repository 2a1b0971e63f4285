"""A mutant, and the verdict of the tests on it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256


class Kind(StrEnum):
    """Where a mutant comes from."""

    DATA = "data"
    TABLE = "table"
    CODE = "code"
    OWN = "own"


class Verdict(StrEnum):
    KILLED = "killed"
    """A test that bears the clause's id noticed, or did not come to its end."""
    SURVIVED = "survived"
    CRASHED = "crashed"
    """The program broke down with an error of its own: this shows nothing about the clause."""
    INVALID = "invalid"
    """The mutant cannot be made: the strict reader of books refuses it, or it does not compile."""


class InvalidMutant(Exception):
    """Raised when a mutant cannot be made."""


@dataclass(frozen=True)
class Mutant:
    """One way to carry clauses out wrongly."""

    name: str
    """Stable over runs: results are stored under it."""
    kind: Kind
    clauses: tuple[str, ...]
    """The clauses that it breaks, with their book."""
    source: str
    """What is changed, as text without docstrings and comments. A result is stale when it is no longer the same."""
    apply: Callable[[], None]
    """Change the running program."""
    is_required: bool = False
    """Whether its clauses are not proved while it survives."""
    why: str = ""


def digest(*texts: str) -> str:
    """Return a short hash of texts."""
    return sha256("\0".join(texts).encode()).hexdigest()[:16]
