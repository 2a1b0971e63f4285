"""Say in plain words how a request or a message differs from its declared types. Pydantic's own words are for programmers."""

import re
from collections.abc import Mapping
from typing import Any

from houseway.errors import quote
from houseway.money import Cents
from houseway.spelling import count_things

Defect = Mapping[str, Any]
"""One entry of what pydantic says is wrong."""

_LABELS = {"login": "Log-in", "target": "Which", "least": "Won or lost at least"}
"""Fields that forms call by another name than the interface."""
_LONGEST_LABEL = 40
_IN_CENTS = "_cents"
_KEY = "[key]"
"""What pydantic writes for a key of a table that is wrong itself."""

_WORDS = {
    "missing": ("is missing", "a value"),
    "string_too_long": ("is too long", "at most {max_length} characters"),
    "greater_than_equal": ("is too small", "{ge} or more"),
    "less_than_equal": ("is too large", "{le} or less"),
    "int_type": ("is not a whole number", "a whole number"),
    "int_parsing": ("is not a whole number", "a whole number"),
    "int_parsing_size": ("is too large", "a smaller number"),
    "int_from_float": ("is not a whole number", "a whole number"),
    "float_type": ("is not a number", "a number"),
    "float_parsing": ("is not a number", "a number"),
    "string_type": ("is not a text", "a text"),
    "string_unicode": ("has half of a character", "whole characters"),
    "bool_type": ("is neither true nor false", "true or false"),
    "bool_parsing": ("is neither true nor false", "true or false"),
    "list_type": ("is not a list", "a list"),
    "dict_type": ("is not an object", "an object"),
    "model_type": ("is not an object", "an object"),
    "model_attributes_type": ("is not an object", "an object"),
    "extra_forbidden": ("is not a part of this request", "what the description of the interface names"),
    "too_short": ("has too few entries", "{min_length} or more"),
    "too_long": ("has too many entries", "at most {max_length}"),
    "union_tag_not_found": ("does not say its kind", "an object with {discriminator}"),
    "union_tag_invalid": ("is of no known kind", "{expected_tags}"),
    "literal_error": ("is none of the possible values", "{expected}"),
}
"""What is wrong and what is allowed, by the type of a defect."""

PATTERN_WORDS = {
    r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$": "at most 40 letters, digits, dots, hyphens and underscores",
    r"^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$": "at most 81 letters, digits, dots, hyphens and underscores",
    r"^[A-Za-z0-9_-]{8,64}$": "8 to 64 letters, digits, hyphens and underscores",
    r"^[a-z][a-z-]{0,39}$": "at most 40 small letters and hyphens",
    r"^[a-z]{1,20}$": "at most 20 small letters",
    r"^[1-9][0-9]{0,8}$": "a value in cents, such as 2500",
    r"^p-[a-z2-7]{10}$": "the id of a person, such as p-abcdefghij",
    r"^[0-9a-fA-F]{64}$": "64 hexadecimal digits",
    r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$": "a day, such as 2026-11-16",
    r"^([0-9]{1,16} [A-Za-z0-9][A-Za-z0-9._-]{0,39} [0-9]{1,9})?$": "the next of the answer before",
    r"^(public|own|dealer|floor|house|seat:[0-9]{1,2})$": "public, own, dealer, floor, house or a seat such as seat:2",
    r"^(own|seat:[0-9]{1,2})$": "own or a seat such as seat:2",
}
"""How a text is written, by the pattern that says so for programs."""
_ALTERNATIVES = re.compile(r"\^\(([a-z|]+)\)\$")


def place_of(defect: Defect) -> str:
    """Return where a defect is, for programs."""
    return ".".join(str(part) for part in defect["loc"])


def describe_defect(defect: Defect) -> str:
    """Say what is wrong with which field."""
    return f"{_field_words(defect)} {_words_of(defect)[0]}"


def describe_allowed(defect: Defect) -> str:
    """Say what the field may be."""
    return _words_of(defect)[1]


def _field_words(defect: Defect) -> str:
    """Return the field as forms name it; the request where no object was given. An entry of a list is counted from one."""
    place = defect["loc"][1:]
    names = [part for part in place if isinstance(part, str) and part != _KEY]
    if not names:
        return "the request"
    name = names[-1].removesuffix(_IN_CENTS)
    label = _LABELS.get(name) or name[:_LONGEST_LABEL].replace("_", " ").capitalize()
    last = place[-1]
    return f"entry {last + 1} of “{label}”" if isinstance(last, int) else f"“{label}”"


def _words_of(defect: Defect) -> tuple[str, str]:
    kind, limits = defect["type"], _limits_of(defect)
    if kind == "string_too_short":
        least = count_things(limits["min_length"], "character")
        return "is too short" if defect.get("input") else "is empty", f"{least} or more"
    if kind == "string_pattern_mismatch":
        return "is not written as it has to be", describe_pattern(limits["pattern"])
    wrong, allowed = _WORDS.get(kind) or (f"cannot be read: {defect['msg'].lower()}", "")
    return wrong, allowed.format(**limits)


def _limits_of(defect: Defect) -> Mapping[str, Any]:
    """Return what a field may be: amounts in dollars, and names without the quotes of a program."""
    limits = {
        name: value.replace("'", "") if isinstance(value, str) else value for name, value in defect.get("ctx", {}).items()
    }
    if place_of(defect).endswith(_IN_CENTS):
        limits |= {name: Cents(value) for name, value in limits.items() if isinstance(value, int)}
    return limits


def describe_pattern(pattern: str) -> str:
    """Say how a text is written that fits a pattern."""
    if alternatives := _ALTERNATIVES.fullmatch(pattern):
        *others, last = alternatives[1].split("|")
        return f"{', '.join(others)} or {last}"
    return PATTERN_WORDS.get(pattern, pattern)


_SECRETS = frozenset(("password", "old_password", "new_password", "link", "name", "login"))
_KINDS = {str: "a text", list: "a list", dict: "an object", bool: "true or false", int: "a number", float: "a number"}


def describe_given(defect: Defect) -> str:
    """Quote what was given, unless it is a secret or holds others."""
    given = defect.get("input")
    if defect["type"] == "missing" or given is None:
        return "nothing"
    plain = isinstance(given, str | int | float)
    return quote(given) if plain and _SECRETS.isdisjoint(defect["loc"]) else _KINDS.get(type(given), "something else")
