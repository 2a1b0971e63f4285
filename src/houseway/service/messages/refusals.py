"""The one shape of a refusal, which the routes and the sockets share."""

from collections.abc import Iterable, Mapping
from typing import Any

import structlog

from houseway.errors import HousewayError
from houseway.explanation.act_words import act_vocabulary
from houseway.explanation.option_words import PLAYERS_ACTS
from houseway.regulation import book_ids, load_book
from houseway.store.engines import UNAVAILABLE

log = structlog.get_logger()

ALLOWED_SHOWN = 200
"""A list of allowed values is cut after this many entries."""
_FEW = 8
"""So many things that may be done instead are said in words; more are a list for programs."""
_FOR_PROGRAMS = frozenset(("authority.denied", "command.unknown-fact", "table.act"))
"""Refusals whose message says what may be done, and whose facts are names of permissions, facts or acts."""


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
        "instead": describe_instead(error),
    }


def describe_instead(error: HousewayError) -> str | None:
    """Say in words what may be done instead, as people at a table call acts and wagers; None if there is nothing to say."""
    allowed = error.facts.get("allowed")
    if error.code in _FOR_PROGRAMS or allowed is None or isinstance(allowed, bool):
        return None
    named = tuple(allowed) if isinstance(allowed, tuple | list) else (allowed,)
    books = dict.fromkeys(str(clause).partition(" ")[0] for clause in error.clauses)
    titles = {name: load_book(book).wager_name(name) for book in books for name in _wagers_of(book)}
    if len(named) > _FEW:
        return None
    return " or ".join(_in_words(str(each), titles) for each in named) or None


def _wagers_of(book: str) -> Iterable[str]:
    """Return the wagers of a book that comes with the program."""
    return load_book(book).wagers if book in book_ids() else ()


def _in_words(name: str, titles: Mapping[str, str]) -> str:
    if name in PLAYERS_ACTS:
        return PLAYERS_ACTS[name]
    if name in act_vocabulary().acts:
        title = act_vocabulary().acts[name].title
        return f"{title[0].lower()}{title[1:]}, which is for the staff"
    return titles.get(name, name)


def _shorten(value: Any) -> Any:
    return value[:ALLOWED_SHOWN] if isinstance(value, list) else value


def _refuse_without_database(error: HousewayError) -> dict[str, Any]:
    """Where the database is, and what it says, is for the log of whoever runs the service."""
    log.warning("database_unavailable", code=error.code, reason=error.message)
    said = "the database of the house cannot be used now; send it again in a moment"
    return {"code": error.code, "message": said, "clauses": [], "given": "a request", "allowed": "later", "instead": None}
