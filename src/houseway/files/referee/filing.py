"""A Rules Submission as the referee's record has it: cents as numbers, options by dotted key, readings by id."""

from collections.abc import Mapping
from typing import Any

from houseway.money import Cents
from houseway.submission.source import HOUSE_WAY, parse_submission

_IN_CENTS = ("minimum", "maximum", "stake")


def referee_filing(text: str) -> dict[str, Any]:
    """Return what was filed, and nothing else: the referee has defaults of its own."""
    filed = parse_submission(text)
    return {
        "book": filed.regulation.id,
        "version": filed.regulation.version,
        "options": {name: _amount(value) for name, value in filed.options.items() if name != HOUSE_WAY},
        "wagers": {name: _wager(terms) for name, terms in filed.wagers.items() if isinstance(terms, Mapping)},
        "meters": [_meter(terms) for terms in filed.meters if isinstance(terms, Mapping)],
        "readings": dict(filed.readings),
    }


def _wager(terms: Mapping[str, Any]) -> dict[str, Any]:
    written = {name: _cents(value) if name in _IN_CENTS else value for name, value in terms.items()}
    if "stake" in written and not isinstance(written["stake"], list):
        written["stake"] = [written["stake"]]
    if "pays" in written:
        written["pays"] = {row: _amount(pays) for row, pays in terms["pays"].items()}
    return written


def _meter(terms: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _cents(value) if name in ("seed", "reset") else value for name, value in terms.items()}


def _cents(value: Any) -> Any:
    """Return an amount in cents. A bare number is one of dollars."""
    if isinstance(value, list):
        return [_cents(each) for each in value]
    return Cents.parse(value).amount if isinstance(value, str) else Cents.from_dollars(value).amount


def _amount(value: Any) -> Any:
    """Return an amount of money in cents, and anything else as it was filed."""
    return _cents(value) if isinstance(value, str) and value.startswith("$") else value
