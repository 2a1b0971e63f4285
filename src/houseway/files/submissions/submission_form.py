"""The values of a submission's file as a form has them, and back. Dates are texts in a form and dates in the file."""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

import tomli_w

from houseway.errors import Malformed, quote
from houseway.input_files import MAX_DEPTH
from houseway.submission.source import parse_content

_APPROVALS, _DATE = "approvals", "date"


def read_form(text: str) -> dict[str, Any]:
    """Return the values of a file."""
    found: dict[str, Any] = _to_plain(parse_content(text))
    return found


def _to_plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _to_plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_to_plain(part) for part in value]
    return value.isoformat() if isinstance(value, date | datetime | time) else value


def write_form(content: Mapping[str, Any]) -> str:
    """Return the file of a form's values. It need not pass: `check` reports what is wrong with it."""
    _check_values(content, "", 0)
    approvals = content.get(_APPROVALS)
    entries = [_with_date(entry) for entry in approvals] if isinstance(approvals, list) else approvals
    text = tomli_w.dumps({**content, _APPROVALS: entries} if approvals is not None else content)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Malformed("a text has half a character, which no file can have", code="form.text", given=quote(text)) from error
    return text


def _check_values(value: object, place: str, depth: int) -> None:
    """Refuse what no file can have: an empty value, or tables that are nested too deeply."""
    if value is None or depth > MAX_DEPTH:
        why = "has no value" if value is None else "is nested too deeply"
        raise Malformed(f"{place or 'the form'} {why}; leave it out", code="form.value", given=quote(value), allowed="a value")
    parts = value.items() if isinstance(value, dict) else enumerate(value, start=1) if isinstance(value, list) else ()
    for key, part in parts:
        _check_values(part, f"{place}.{key}".lstrip("."), depth + 1)


def _with_date(entry: object) -> object:
    """Return an approval with its date as a date, if it is one."""
    if not isinstance(entry, dict) or not isinstance(entry.get(_DATE), str):
        return entry
    try:
        return {**entry, _DATE: date.fromisoformat(entry[_DATE])}
    except ValueError:
        return entry
