"""The public record of a round's chance: what the house committed to beforehand, what was drawn, and which seeds are open."""

from dataclasses import dataclass

from houseway.service.live.turn import chance_stream, table_stream
from houseway.service.records.streams import version_before
from houseway.service.secrecy.seeds import COMMITTED
from houseway.store import Store

LATER_ROUNDS = 2
"""A deck may be shuffled in one round and dealt in a later one, when its seed is opened."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A command that drew from a seed."""

    purpose: str
    act: str
    version: int
    """The version of the command's first event in the table's stream."""
    deck: str


@dataclass(frozen=True, slots=True)
class ChanceRecord:
    round: int
    commitments: dict[str, str]
    """The SHA-256 of each seed by its purpose."""
    opened: dict[str, str]
    """The seeds that are open, in hexadecimal."""
    draws: tuple[Draw, ...]


def read_chance(store: Store, table: str, number: int) -> ChanceRecord:
    """Read what everybody may know about the seeds of a round. The house's secret is not among it, not even encrypted."""
    commitments: dict[str, str] = {}
    opened: dict[str, str] = {}
    draws: list[Draw] = []
    for append in store.read(chance_stream(table), _version_before_round(store, table, number)):
        for event in append.events:
            in_round = event.number("round")
            if event.kind == COMMITTED and in_round > number + LATER_ROUNDS:
                return ChanceRecord(number, commitments, opened, tuple(draws))
            if in_round != number:
                continue
            match event.kind:
                case "seeds-committed":
                    commitments |= event.table("commitments")
                case "seed-opened":
                    opened[event.text("purpose")] = event.text("seed")
                case "chance-drawn":
                    facts = (event.text("purpose"), event.text("act"), event.number("version"), event.text("deck"))
                    draws.append(Draw(*facts))
    return ChanceRecord(number, commitments, opened, tuple(draws))


def _version_before_round(store: Store, table: str, number: int) -> int:
    """Return the version of the stream of seeds before a round: those of a round are committed to when the one before ends."""
    stream = table_stream(table)
    earlier = store.version_before_round(stream, number - 1) or 0
    return version_before(store, chance_stream(table), store.head_at(stream, earlier).at)
