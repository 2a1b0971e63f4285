"""The hierarchy of refusals.

    HousewayError
    ├── Malformed     the input cannot be read, so no rule was consulted
    └── NotAllowed    the input was read, and a rule refuses it (now, or always)

Each has a stable code, says what was given and what would be allowed, and names the clauses behind the refusal.
"""

from collections.abc import Mapping
from types import MappingProxyType


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
