"""What is given to the functions of the library, checked before it is used: a value of another type is refused in one line."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.errors import Malformed, quote
from houseway.money import Cents


def wrong_type(name: str, given: object, allowed: str) -> Malformed:
    return Malformed(f"{name} is {allowed}, not {quote(given)}", code="library.argument", given=given, allowed=allowed)


def as_path(given: object, name: str) -> Path:
    if not isinstance(given, str | Path) or not str(given).strip("\0") or "\0" in str(given):
        raise wrong_type(name, given, "the name of a file")
    return Path(given)


def check_number(given: object, name: str) -> None:
    """Refuse what is neither a whole number nor left out."""
    if given is not None and (not isinstance(given, int) or isinstance(given, bool)):
        raise wrong_type(name, given, "a whole number")


def check_text(given: object, name: str, allowed: str = "a text") -> None:
    if not isinstance(given, str):
        raise wrong_type(name, given, allowed)


def check_function(given: object, name: str) -> None:
    """Refuse what is neither a function nor left out."""
    if given is not None and not callable(given):
        raise wrong_type(name, given, "a function")


def check_mapping(given: object, name: str, example: str) -> None:
    """Refuse what is neither a dictionary whose keys are texts nor left out."""
    if given is not None and not (isinstance(given, Mapping) and all(isinstance(key, str) for key in given)):
        raise wrong_type(name, given, f"a dictionary, as in {example}")


def check_rows(given: object, name: str) -> None:
    """Refuse what is neither a letter, nor rows as a dictionary or a text, nor left out."""
    rows = given.values() if isinstance(given, Mapping) else ()
    if not (given is None or isinstance(given, str | Mapping)) or not all(isinstance(pays, str) for pays in rows):
        raise wrong_type(name, given, "a letter of the book, or rows as in {'flush': '4 to 1'}")


def as_cents(given: Any, name: str = "an amount") -> Cents:
    if isinstance(given, Cents):
        return given
    if not isinstance(given, str):
        raise wrong_type(name, given, "written as in '$5'")
    return Cents.parse(given)
