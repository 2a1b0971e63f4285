"""The hierarchy of refusals.

    HousewayError
    ├── Malformed     the input cannot be read, so no rule was consulted
    ├── NotAllowed    the input was read, and a rule refuses it (now, or always)
    ├── Outdated      the input was meant for a state that has changed since
    ├── Corrupted     what was stored is not what was written
    └── Unavailable   something that is needed cannot be reached or used now

Each has a stable code, says what was given and what would be allowed, and names the clauses behind the refusal.
"""

import errno
from collections.abc import Mapping
from types import MappingProxyType
from typing import Self


class HousewayError(Exception):
    """A refusal. `code` is a stable identifier, `clauses` are citations, and `facts` are the details, by name."""

    def __init__(self, message: str, *, code: str, clauses: tuple[str, ...] = (), **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.clauses = clauses
        self.facts: Mapping[str, object] = MappingProxyType(facts)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle all attributes, so that a refusal can be passed between processes."""
        return _rebuild, (type(self), self.message, self.code, self.clauses, dict(self.facts))

    def with_place(self, place: object) -> Self:
        """Return the same refusal with a place, such as a file's name, before its message."""
        facts = {"place": place, **self.facts}
        return type(self)(f"{place}: {self.message}", code=self.code, clauses=self.clauses, **facts)

    def to_json(self) -> dict[str, object]:
        return {
            "code": self.code,
            "message": self.message,
            "clauses": list(self.clauses),
            "facts": {name: _json_value(fact) for name, fact in self.facts.items()},
        }


class Malformed(HousewayError):
    """The input cannot be read."""


class NotAllowed(HousewayError):
    """The input was understood, and a rule refuses it."""


class Outdated(HousewayError):
    """The input was meant for a state that has changed since. Whoever sent it looks again and decides again."""


class Corrupted(HousewayError):
    """What was stored is not what was written. Nobody may go on with it."""


class Unavailable(HousewayError):
    """Something that is needed cannot be reached or used now. The same input may succeed later."""


IMPOSSIBLE = (KeyError, TypeError, ValueError, AssertionError, AttributeError, IndexError, StopIteration)
"""The errors that folding raises for events that the program can never have recorded."""


def _rebuild(
    kind: type[HousewayError], message: str, code: str, clauses: tuple[str, ...], facts: dict[str, object]
) -> HousewayError:
    return kind(message, code=code, clauses=clauses, **facts)


def _json_value(fact: object) -> object:
    if fact is None or isinstance(fact, bool | int | str):
        return fact
    if isinstance(fact, tuple | list):
        return [_json_value(part) for part in fact]
    return str(fact)


_OS_ERRORS = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of its path is not a folder",
    errno.EACCES: "you have no permission",
    errno.EPERM: "you have no permission",
    errno.EROFS: "the disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EFBIG: "it is larger than a file may be here",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its links lead in a circle",
    errno.EIO: "the disk does not answer",
    errno.EMFILE: "too many files are open",
    errno.EPIPE: "its reader is gone",
    errno.EBADF: "it is closed",
}


def describe_os_error(error: OSError) -> str:
    """Say why a file cannot be read or written."""
    return _OS_ERRORS.get(error.errno or 0, f"the operating system says: {error.strerror or 'no'}")


def describe_write_error(error: OSError) -> str:
    """Say why a file cannot be written. That a new file is not found means that its folder takes none."""
    return "no file can be created in its folder" if error.errno == errno.ENOENT else describe_os_error(error)


_LONGEST_QUOTE = 80


def quote(value: object) -> str:
    """Quote a value from outside in a message: its `repr`, cut if it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"


def describe_value(value: object) -> str:
    """Write a value from outside in a message as a file would have it: a list in brackets, a missing value as nothing."""
    if value is None:
        return "nothing"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(describe_value, value))}]"
    return str(value)
