"""The seeds of one round and what was drawn from them, to be checked by hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.errors import Malformed
from houseway.service.live.checks.verifying import VerifiedDraw, verify_draws
from houseway.service.live.memory.loading import load_seeds
from houseway.service.live.turns.turn import table_stream
from houseway.service.secrecy.round_values import RoundValues
from houseway.store import Store


@dataclass(frozen=True, slots=True)
class RoundSeed:
    """A seed of one round: the hash that the house has published before, and the seed itself once it is open."""

    purpose: str
    commitment: str
    seed: str


def round_seeds(store: Store, table: str, number: int) -> tuple[RoundSeed, ...]:
    """Return the seeds of a round. One that is not open yet has no seed."""
    _check_there(store, table)
    seeds, _ = load_seeds(store, table)
    found = [(purpose, hashed) for (each, purpose), hashed in seeds.commitments.items() if each == number]
    if not found:
        rounds = sorted({each for each, _ in seeds.commitments})
        raise Malformed(
            f"{table} has no round {number}; there are rounds {rounds[0]} to {rounds[-1]}",
            code="verify.round",
            given=number,
            allowed=f"{rounds[0]} to {rounds[-1]}",
        )
    opened = {purpose: seed.hex() for (each, purpose), seed in seeds.opened.items() if each == number}
    return tuple(RoundSeed(purpose, hashed, opened.get(purpose, "")) for purpose, hashed in found)


def round_values(store: Store, table: str, number: int) -> RoundValues | None:
    """Return what players have added to the chance of a round; None if an earlier program began it."""
    return load_seeds(store, table)[0].values.get(number)


def round_draws(store: Store, table: str, number: int) -> Iterator[VerifiedDraw]:
    """Yield the draws from seeds of a round that are open."""
    return (draw for draw in verify_draws(store, table) if draw.round == number)


def _check_there(store: Store, table: str) -> None:
    tables = tuple(head.stream.removeprefix(table_stream("")) for head in store.stream_heads(table_stream("")))
    if table not in tables:
        there = f"there are {', '.join(tables)}" if tables else "there are none"
        raise Malformed(f"there is no table {table!r}; {there}", code="verify.table", given=table, allowed=tables)
