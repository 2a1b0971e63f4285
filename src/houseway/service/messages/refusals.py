"""The one shape of a refusal, which the routes and the sockets share."""

from typing import Any

import structlog

from houseway.errors import HousewayError
from houseway.store.engines import UNAVAILABLE

log = structlog.get_logger()

ALLOWED_SHOWN = 200
"""A list of allowed values is cut after this many entries."""


def refusal_from(error: HousewayError) -> dict[str, Any]:
    """Return a refusal as REST and sockets send it."""
    if error.code == UNAVAILABLE:
        return _refuse_without_database(error)
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


def _refuse_without_database(error: HousewayError) -> dict[str, Any]:
    """Where the database is, and what it says, is for the log of whoever runs the service."""
    log.warning("database_unavailable", code=error.code, reason=error.message)
    said = "the database of the house cannot be used now; send it again in a moment"
    return {"code": error.code, "message": said, "clauses": [], "given": "a request", "allowed": "later"}
