"""What is stored as the answer to a command, and what a repeated command gets of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.errors import Corrupted
from houseway.service.command_keys import CommandKey
from houseway.service.live.turns.turn import Turn
from houseway.service.secrecy.receipts import Receipt
from houseway.store import Appended


@dataclass(frozen=True, slots=True)
class FirstAnswer(Appended):
    """What a repeated command was answered the first time."""

    receipt: Receipt | None = None
    """The table's signed head, if the command completed a round."""


def completes_round(turn: Turn) -> bool:
    return turn.before.table is not None and turn.table.number != turn.before.table.number


def answer_to(turn: Turn, key: CommandKey) -> str:
    """Return what is stored as the answer to a command: the table's version after it, the round that it completed, so that its
    receipt can be given again, and a digest of what was asked."""
    before = turn.before.table
    completes = f',"completes":{before.number}' if before is not None and completes_round(turn) else ""
    asked = f',"asked":"{key.digest}"' if key.digest else ""
    return f'{{"version":{turn.state.version}{completes}{asked}}}'


def answered_version(appended: Appended) -> int | None:
    """Return the table's version after a repeated command; None for one that an earlier program has stored."""
    version: int | None = read_answer(appended.answer).get("version")
    return version


def read_answer(text: str) -> Mapping[str, Any]:
    """Read what `answer_to` has written, or refuse it; an earlier program has written nothing. An answer without a version is that
    to a request that was no command at a table."""
    try:
        found = json.loads(text) if text else {}
        is_from_elsewhere = isinstance(found, dict) and "asked" in found and "version" not in found
        whole = is_from_elsewhere or (isinstance(found, dict) and (not found or isinstance(found["version"], int)))
    except (ValueError, TypeError, KeyError):
        whole = False
    if not whole:
        raise Corrupted(
            "this command was carried out before, and its stored answer is damaged: it is not carried out again",
            code="command.answer",
            allowed="a new command, after a look at the table",
        )
    return found
