"""Values as text that is the same on every machine, in every process and under every hash seed; and a short digest of it."""

import re
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from hashlib import sha256

import orjson

from houseway.cards import Card
from houseway.money import Cents

DIGITS = 8
RULES_HASH = re.compile(r"\brules [0-9a-f]{16}\b")
LEFT_OUT = frozenset(("rules_hash", "house_way_hash", "book_hash", "book_edition", "submission", "house_way"))
"""Facts that name or repeat what was filed: a change of a book's wording or of the program would change them all."""
OPTIONS = (
    orjson.OPT_SORT_KEYS
    | orjson.OPT_NON_STR_KEYS
    | orjson.OPT_PASSTHROUGH_SUBCLASS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)


def text_of(*parts):
    """One line for some values. Tables are sorted by their keys, and sets by their text."""
    return orjson.dumps(parts, plain, OPTIONS).decode()


def facts_of(happened):
    """The facts of a command or an event, without what was filed."""
    facts = happened.facts
    return {name: facts[name] for name in facts if name not in LEFT_OUT} if not LEFT_OUT.isdisjoint(facts) else facts


def plain(value):
    """What JSON does not have itself, one level deep."""
    kind = type(value)
    if kind is Card or isinstance(value, Fraction):
        return str(value)
    if kind is Cents:
        return f"{value.amount} c"
    if isinstance(value, Mapping):
        return {key_text(key): part for key, part in value.items()}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple):
        return list(value)
    return _rare(value)


def _rare(value):
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Set):
        return sorted(text_of(part) for part in value)
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, int):
        return str(value)
    return type(value).__name__


def key_text(key):
    return key if type(key) in (str, int) else text_of(key)


def digest_of(lines):
    """A digest of what lines say. Hashes of rules that papers and words print are left out: a book's wording changes them."""
    return sha256(RULES_HASH.sub("rules", "\n".join(lines)).encode()).hexdigest()[:DIGITS]
