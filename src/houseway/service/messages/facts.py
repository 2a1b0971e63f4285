"""Facts of commands from outside, decoded strictly. Anything else is refused, and never causes a fault.

The form is that of `events.encode_fact`: plain values, lists, and objects with one key that names the type (`card`, `cents`,
`fraction`, `clause`, `table`). Everything is bounded: depth, number of parts, length of texts, size of numbers.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.cards import Card, parse_card
from houseway.citation import Citation
from houseway.errors import HousewayError, Malformed, quote
from houseway.events import Facts
from houseway.money import Cents

MOST_FACTS, MOST_PARTS, DEEPEST = 32, 500, 5
LONGEST_TEXT, LONGEST_NAME = 200_000, 64
"""A text may be a whole Rules Submission."""
LARGEST_NUMBER = 10**15
_FRACTION = re.compile(r"-?[0-9]{1,18}(?:/[1-9][0-9]{0,17})?", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9_-]*", re.ASCII)
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters and halves of characters, which no text has."""


def decode_facts(content: object) -> Facts:
    """Decode the facts of a command, or refuse them as malformed."""
    if not isinstance(content, Mapping):
        raise _malformed("the facts of a command are an object", content, "an object with a fact for each name")
    if len(content) > MOST_FACTS:
        raise _malformed("a command has too many facts", len(content), f"{MOST_FACTS} facts")
    decoder = _Decoder()
    return {_fact_name(name): decoder.decode(fact, DEEPEST) for name, fact in content.items()}


def _fact_name(name: object) -> str:
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise _malformed("the name of a fact has small letters, digits, dashes and underscores", name, "such as amount")
    return name


class _Decoder:
    """Counts parts while it decodes, so that a small body cannot become a large value."""

    def __init__(self) -> None:
        self._left = MOST_PARTS

    def decode(self, fact: object, depth: int) -> object:
        self._left -= 1
        if self._left < 0 or depth < 0:
            raise _malformed("a fact is nested too deeply or has too many parts", "too much", f"{MOST_PARTS} parts in all")
        if isinstance(fact, list):
            return tuple(self.decode(part, depth - 1) for part in fact)
        if isinstance(fact, Mapping):
            return self._decode_typed(fact, depth)
        return _plain_fact(fact)

    def _decode_typed(self, fact: Mapping[Any, Any], depth: int) -> object:
        if len(fact) != 1:
            raise _malformed("an object among facts has one key, which names its type", list(fact)[:5], _TYPES)
        ((kind, content),) = fact.items()
        if kind == "table":
            return self._decode_table(content, depth)
        decode = _TYPED.get(kind)
        if decode is None:
            raise _malformed("this is not a type of fact", kind, _TYPES)
        return decode(content)

    def _decode_table(self, content: object, depth: int) -> object:
        if not isinstance(content, list):
            raise _malformed("a table is a list of pairs", content, "[[name, fact], ...]")
        table: dict[object, object] = {}
        for pair in content:
            if not isinstance(pair, list) or len(pair) != 2:
                raise _malformed("an entry of a table is a pair", pair, "[name, fact]")
            key = self.decode(pair[0], 0)
            if not isinstance(key, str | int) or key in table:
                raise _malformed("a table has names or positions, each once", pair[0], "a text, a number or a card")
            table[key] = self.decode(pair[1], depth - 1)
        return table


def _plain_fact(fact: object) -> object:
    if fact is None or type(fact) is bool:
        return fact
    if type(fact) is int:
        return _bounded_number(fact)
    if type(fact) is str:
        return _readable_text(fact)
    raise _malformed("facts are texts, whole numbers, true, false, lists and typed objects", fact, _TYPES)


def _bounded_number(value: object) -> int:
    if type(value) is not int or abs(value) > LARGEST_NUMBER:
        raise _malformed("this is not a whole number of a usual size", value, f"up to {LARGEST_NUMBER}")
    return value


def _readable_text(text: str) -> str:
    if len(text) > LONGEST_TEXT or _UNREADABLE.search(text):
        raise _malformed("this text is too long or has control characters", text[:20], f"up to {LONGEST_TEXT} characters")
    return text


def _decode_card(content: object) -> Card:
    if not isinstance(content, str) or len(content) > LONGEST_NAME:
        raise _malformed("this is not a card", content, "such as As, Td or Jk")
    try:
        return parse_card(content)
    except HousewayError as error:
        raise _malformed("this is not a card", content, "such as As, Td or Jk") from error


def _decode_fraction(content: object) -> Fraction:
    if not isinstance(content, str) or not _FRACTION.fullmatch(content):
        raise _malformed("this is not a fraction", content, "such as 1/3")
    return Fraction(content)


def _decode_clause(content: object) -> Citation:
    try:
        return Citation(content if isinstance(content, str) and len(content) <= LONGEST_NAME else "")
    except ValueError as error:
        raise _malformed("this is not a clause", content, "a book and a clause, as in md.pai-gow-poker 6.B(1)") from error


_TYPED = {
    "card": _decode_card,
    "cents": lambda content: Cents(_bounded_number(content)),
    "fraction": _decode_fraction,
    "clause": _decode_clause,
}
_TYPES = (*_TYPED, "table")


def _malformed(message: str, given: object, allowed: object) -> Malformed:
    return Malformed(message, code="command.fact", given=quote(given), allowed=allowed)
