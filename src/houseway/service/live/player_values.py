"""What players' clients have sent for the chance of one table: hashes for its next round, and values for the round that has begun.

It is kept in memory only. A hash that is lost is not listed, and the client sees that; a value that is lost is sent again when the
client connects again, or is withheld.
"""

import asyncio
from collections.abc import Hashable, Set

from houseway.service.secrecy.round_values import hash_value
from houseway.service.secrecy.seeds import TableSeeds
from houseway.table import Table


class PlayerValues:
    """The hashes and values of one table. Each connection of a player brings a hash; the latest one counts."""

    def __init__(self) -> None:
        self._hashes: dict[str, dict[Hashable, str]] = {}
        """By player and connection, in the order in which they came."""
        self.received: dict[int, str] = {}
        """Values that fit the hashes listed for the round in play, by seat."""
        self.all_open = asyncio.Event()
        """Set while no values of a round are awaited."""
        self.all_open.set()

    def offer(self, player: str, source: Hashable, hashed: str) -> None:
        """Take the hash of a player's value for the next round. An empty one, or a connection that ends, takes it back."""
        sources = self._hashes.setdefault(player, {})
        sources.pop(source, None)
        if hashed:
            sources[source] = hashed
        elif not sources:
            del self._hashes[player]

    def hash_of(self, player: str) -> str:
        return next(reversed(self._hashes.get(player, {}).values()), "")

    def receive(self, seeds: TableSeeds, number: int, value: str) -> bool:
        """Take a value. Return whether it is the one of a seat that is listed for the round and whose value is missing."""
        awaited = seeds.awaited
        if awaited is None or number != seeds.round:
            return False
        hashed = hash_value(value)
        seats = [seat for seat, listed in awaited.hashes.items() if listed == hashed and self.received.get(seat) != value]
        self.received |= dict.fromkeys(seats, value)
        return bool(seats)

    def is_complete(self, seeds: TableSeeds) -> bool:
        """Return whether all values of the round have come."""
        return seeds.awaited is not None and seeds.awaited.hashes.keys() <= self.received.keys()

    def hashes_by_seat(self, table: Table, seeds: TableSeeds, number: int) -> dict[int, str]:
        """Return what is listed for a round that starts: a hash for each player who is there, at the first of his seats. Whoever
        has withheld a value lately is left out."""
        found = {min(table.positions_of(name)): (name, self.hash_of(name)) for name in self._hashes if table.positions_of(name)}
        return {
            seat: hashed
            for seat, (name, hashed) in sorted(found.items())
            if seat not in table.round.left and all(seeds.may_contribute(each, number) for each in (str(seat), name))
        }

    def follow(self, seeds: TableSeeds) -> None:
        """Forget hashes that are listed now, which nobody may use again, and values that are open or belong to an earlier round."""
        awaited = seeds.awaited
        if awaited is None:
            self.received.clear()
            self.all_open.set()
            return
        self.all_open.clear()
        hashes = awaited.hashes
        self.received = {seat: value for seat, value in self.received.items() if hash_value(value) == hashes.get(seat)}
        self._forget(frozenset(hashes.values()))

    def _forget(self, used: Set[str]) -> None:
        for player, sources in tuple(self._hashes.items()):
            for source in [source for source, hashed in sources.items() if hashed in used]:
                self.offer(player, source, "")


NO_VALUES = PlayerValues()
"""For turns with which no round starts. Nothing is put into it."""
