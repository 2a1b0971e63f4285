"""Suggest names for a misspelt one, and count and list things in words."""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST = 5
_CLOSE_ENOUGH = 0.4
_SURE_ENOUGH = 0.6
_LONGEST = 80
"""A longer text is no misspelt name, and would take long to compare."""


def similar_names(given: str, known: Iterable[str]) -> list[str]:
    """Return up to five similar names: equal except for case and signs, then with the same beginning, then close matches."""
    names = list(known)
    return list(dict.fromkeys([*_same_letters(given, names), *get_close_matches(given, names, n=3, cutoff=_CLOSE_ENOUGH)]))[
        :_MOST
    ]


def did_you_mean(given: object, known: Iterable[str]) -> str:
    """Return `did you mean C?` for the most similar name, or nothing if none is similar enough."""
    near = meant_name(given, known)
    return f"did you mean {near}?" if near else ""


def meant_name(given: object, known: Iterable[str]) -> str:
    """Return the most similar name, or nothing if none is similar enough."""
    names = list(known)
    if not isinstance(given, str) or given in names or len(given) > _LONGEST:
        return ""
    near = [*_same_letters(given, names), *get_close_matches(given, names, n=1, cutoff=_SURE_ENOUGH)]
    return near[0] if near else ""


def _same_letters(given: str, names: list[str]) -> list[str]:
    bare = {name: _letters(name) for name in names}
    sought = _letters(given)
    if not sought:
        return []
    return [*(name for name in names if bare[name] == sought), *(name for name in names if bare[name].startswith(sought))]


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()


def count_things(number: int, what: str, several: str = "") -> str:
    """Return a number with its noun, in the plural form where there is not exactly one."""
    return f"{number:,} {what if number == 1 else several or what + 's'}"


def list_things(things: Iterable[str], link: str = "and") -> str:
    """Return things in one phrase: `Ante, Blind and Trips`, or with another word for the last `and`."""
    *others, last = things
    return f"{', '.join(others)} {link} {last}" if others else last
