"""JSON texts from which messages are put together, so that what many people are sent is encoded once."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from houseway.events import PLAIN_FACTS, Facts, encode_fact
from houseway.formats.compact_json import encode_json

Text = str
"""JSON, ready to be sent."""
_PERSON = re.compile(r"\bp-[a-z2-7]{10}\b")
"""The opaque id of a person, as streams have it."""
PERSON_MARK = "p-"
"""Is in every text that names a person by his id."""

ReplaceIds = Callable[[str], str]
"""Replaces ids by display names."""


def json_text(content: object) -> Text:
    """Encode plain JSON content."""
    return encode_json(content).decode()


def fact_text(fact: object) -> Text:
    """Encode a fact as commands and events have it: cards, money and tables are marked."""
    return json_text(encode_fact(fact))


def facts_content(facts: Facts) -> dict[str, Any]:
    return {name: fact if type(fact) in PLAIN_FACTS else encode_fact(fact) for name, fact in facts.items()}


def object_text(parts: Mapping[str, Text]) -> Text:
    """Put texts together to an object. The names need no escape."""
    return "{" + ",".join([f'"{name}":{text}' for name, text in parts.items()]) + "}"


def list_text(parts: Iterable[Text]) -> Text:
    return "[" + ",".join(parts) + "]"


def person_ids_in(words: str) -> Sequence[str]:
    """Return the ids of persons in a text."""
    return _find_ids(words) if PERSON_MARK in words else ()


@lru_cache(maxsize=4_096)
def _find_ids(words: str) -> tuple[str, ...]:
    """Most such texts are the name of a player or of his chips, and come again and again."""
    return tuple(_PERSON.findall(words))


def replace_ids(words: str, names: Mapping[str, str]) -> str:
    """Replace ids by display names."""
    return _PERSON.sub(lambda found: names.get(found[0], found[0]), words) if PERSON_MARK in words else words
