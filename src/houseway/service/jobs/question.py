"""What is asked of a worker, and the answer. Both travel between processes as one line of JSON."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from houseway.values import canonical_hash

JSON = "application/json"


class Lane(StrEnum):
    """Short questions have a worker of their own, so that none waits behind a game that is being solved; and so have the tables,
    so that no player waits behind the desks."""

    SHORT = "short"
    LONG = "long"
    TABLE = "table"
    TABLE_LONG = "table-long"

    @property
    def is_for_tables(self) -> bool:
        return self in (Lane.TABLE, Lane.TABLE_LONG)


_USUAL_SECONDS = {
    "advise": 1,
    "rate-settings": 1,
    "value-decisions": 2,
    "count-own-wager": 3,
    "check-house-way": 10,
    "compare-house-ways": 50,
}
"""What a worker spends on a question of a kind, if nothing is in the cache."""
_OTHERWISE_SECONDS = 30


@dataclass(frozen=True)
class JobQuestion:
    """A question for a worker: a kind of computation with its arguments, which are plain JSON."""

    kind: str
    arguments: Mapping[str, Any]
    lane: Lane = Lane.LONG
    is_private: bool = False
    """Whether it names a hand. It is then shared with nobody: a quick answer would tell that somebody else asked about it."""

    @cached_property
    def _hash(self) -> str:
        return canonical_hash({"kind": self.kind, "arguments": self.arguments})

    def key_for(self, owner: str) -> str:
        """Return the key under which identical questions share one computation."""
        return f"{owner} {self._hash}" if self.is_private else self._hash

    @property
    def usual_seconds(self) -> int:
        """Return how long an answer usually takes: of two questions that wait, the shorter one is first."""
        return _USUAL_SECONDS.get(self.kind, _OTHERWISE_SECONDS)

    def to_line(self) -> bytes:
        return _line({"kind": self.kind, "arguments": self.arguments})


@dataclass(frozen=True, slots=True)
class Form:
    """An answer in one form, as it is sent to whoever asked."""

    media_type: str
    content: bytes

    @classmethod
    def of_json(cls, value: object) -> "Form":
        return cls(JSON, json.dumps(value, ensure_ascii=False).encode())


Answer = Mapping[str, Form]
"""The forms of an answer by name; `json` is always there."""


def size_of(answer: Answer) -> int:
    """Return the bytes that an answer occupies."""
    return sum(len(form.content) for form in answer.values())


def answer_to_json(answer: Answer) -> dict[str, object]:
    return {name: {"media_type": form.media_type, "content": b64encode(form.content).decode()} for name, form in answer.items()}


def answer_from_json(content: Mapping[str, Any]) -> Answer:
    return {name: Form(form["media_type"], b64decode(form["content"])) for name, form in content.items()}


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def progress_line(fraction: float, words: str) -> bytes:
    return _line({"progress": fraction, "words": words})


def answer_line(answer: Answer) -> bytes:
    return _line({"answer": answer_to_json(answer)})


def error_line(error: Mapping[str, object]) -> bytes:
    return _line({"error": error})
