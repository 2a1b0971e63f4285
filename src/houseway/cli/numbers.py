"""Whole numbers among the options of commands."""

import re
from collections.abc import Callable
from fractions import Fraction

from houseway.errors import Malformed


def whole_number(option: str, least: int | None = None, most: int | None = None) -> Callable[[str | int], int]:
    """Return a parser of a whole number within bounds, whose refusal says what was given and what is allowed. (Help shows the
    parser's name.)"""
    allowed = _bounds_words(least, most)

    def number(given: str | int) -> int:
        found = _parse_integer(given)
        if found is None or (least is not None and found < least) or (most is not None and found > most):
            raise Malformed(
                f"{option} takes {allowed}, not {str(given)!r}", code="command.number", given=str(given), allowed=allowed
            )
        return found

    return number


def round_number(option: str) -> Callable[[str | int], int]:
    """Return a parser of a large number, which may be written as 1e9, 1.5e6 or 1,000,000."""

    def number(given: str | int) -> int:
        text = str(given).replace(",", "").lower()
        found = Fraction(text) if re.fullmatch(r"[0-9]{1,20}(\.[0-9]{1,20})?(e[0-9]{1,2})?", text) else Fraction(0)
        if found < 1 or found.denominator != 1:
            allowed = "a whole number of 1 or more, as 100000, 1.5e6 or 1e9"
            raise Malformed(
                f"{option} takes {allowed}, not {str(given)!r}", code="command.number", given=str(given), allowed=allowed
            )
        return int(found)

    return number


def _parse_integer(given: str | int) -> int | None:
    try:
        return int(given)
    except ValueError:
        return None


def _bounds_words(least: int | None, most: int | None) -> str:
    if least is None:
        return "a whole number"
    return f"a whole number from {least} to {most}" if most is not None else f"a whole number of {least} or more"
