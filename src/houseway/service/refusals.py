"""The one shape of a refusal, which the routes and the sockets share."""

from typing import Any

from houseway.errors import HousewayError

ALLOWED_SHOWN = 200
"""A list of allowed values is cut after this many entries."""


def refusal_from(error: HousewayError) -> dict[str, Any]:
    """Return a refusal as REST and sockets send it."""
    facts: Any = error.to_json()["facts"]
    return {
        "code": error.code,
        "message": error.message,
        "clauses": [str(clause) for clause in error.clauses],
        "given": _shorten(facts.get("given")),
        "allowed": _shorten(facts.get("allowed")),
    }


def _shorten(value: Any) -> Any:
    return value[:ALLOWED_SHOWN] if isinstance(value, list) else value
