"""Make a dictionary for the store's rows: appends of real rounds that the dictionary so far does not compress well.

    python -m benchmarks.store_dictionary > src/houseway/store/dictionaries/NUMBER.txt

A dictionary that was released is never changed: a better one gets the next number.
"""

import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from houseway.chance import seeded_chance
from houseway.events import Command, Event
from houseway.play.session import TableSession, default_players
from houseway.store.chain import encode_commands
from houseway.store.contract import RecordedCommand

_SUBMISSIONS = Path("examples/submissions")
_WINDOW = 32_000
"""Deflate looks back 32,768 bytes, and the row itself takes a part of them."""
_ROUNDS, _PLAYERS = 6, 6
_WORTH_ADDING = 0.12
"""A row that packs to less than this part of its length is in the dictionary already."""


def appends_of_rounds(submission: Path) -> Iterator[bytes]:
    """Yield the content of the append of each command."""
    session = TableSession(submission.read_text(), seeded_chance(1), default_players(_PLAYERS))
    found: list[bytes] = []
    act = session.run.act

    def record(command: Command) -> tuple[Event, ...]:
        events = act(command)
        found.append(encode_commands([RecordedCommand(command.at * 1000, command.by, events)]))
        return events

    session.run.act = record  # type: ignore[method-assign]
    for _ in range(_ROUNDS):
        session.deal_round()
        yield from found
        found.clear()


def packed_size(content: bytes, dictionary: bytes) -> int:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return len(packer.compress(content) + packer.flush())


def build_dictionary(submissions: list[Path]) -> bytes:
    share = _WINDOW // len(submissions)
    parts = []
    for submission in submissions:
        part = b""
        for content in appends_of_rounds(submission):
            if packed_size(content, part) > _WORTH_ADDING * len(content):
                part += content + b"\n"
        parts.append(part[-share:])
    return b"".join(parts)


if __name__ == "__main__":
    sys.stdout.buffer.write(build_dictionary(sorted(_SUBMISSIONS.glob("*/everything.toml"))))
