"""The date that is printed on a document, as the user gives it."""

from datetime import date

from houseway.errors import Malformed


def parse_date(given: str) -> str:
    """Return a date in the one form in which it is printed, or refuse it."""
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError as error:
        raise Malformed(f"{given!r} is not a date; write it as in 2026-03-01", code="par.date", given=given) from error
