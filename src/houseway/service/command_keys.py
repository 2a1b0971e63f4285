"""The id of a command and what it asks for: an id that is used again for something else is noticed."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from houseway.errors import NotAllowed
from houseway.events import encode_fact
from houseway.formats.compact_json import encode_json

_DIGEST_LETTERS = 12
"""Enough to notice an id that was used again by mistake."""


class CommandKey(NamedTuple):
    """The id under which a command is stored, and a digest of what it asks for. Without an id it cannot be repeated."""

    id: str = ""
    digest: str = ""

    @classmethod
    def of(cls, command_id: str, *asked: object) -> "CommandKey":
        """Return the key of a command from what it asks for: its table, act and facts. Who asks is not compared, because a player
        may have become the bank in between."""
        if not command_id:
            return NO_KEY
        in_order = (dict(sorted(each.items())) if isinstance(each, Mapping) else each for each in asked)
        text = encode_json([encode_fact(each) for each in in_order])
        return cls(command_id, sha256(text).hexdigest()[:_DIGEST_LETTERS])


NO_KEY = CommandKey()


def check_same_request(key: CommandKey, first: object) -> None:
    """Refuse an id that was used for something else before. An answer that an earlier program has stored does not say for what."""
    asked = first.get("asked") if isinstance(first, Mapping) else None
    if asked is not None and asked != key.digest:
        raise NotAllowed(
            "this id was used for another command before: nothing was done now",
            code="command.reused",
            given=key.id.rpartition("/")[2],
            allowed="a new id for each command",
        )
