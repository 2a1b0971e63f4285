"""This server among the servers of its house. The only server of a house, as with SQLite, has nobody to follow."""

from base64 import b32encode
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from secrets import token_bytes, token_hex

from houseway.service.feed.feeds import Feeds
from houseway.service.live.house import House
from houseway.service.servers.follower import Follower
from houseway.service.servers.hints import Contribution, Hint, Hints
from houseway.service.servers.lease_table import LeaseTable
from houseway.service.servers.leases import (
    DEMO,
    LEASE_MILLISECONDS,
    UPKEEP,
    LeaseHolder,
    Leases,
    SoleServer,
    clock_lease,
)
from houseway.store import Store

_ID_FILE = "server.id"
_ID_BYTES = 5


def server_id(folder: Path) -> str:
    """Return the id of the server of a data folder. It stays the same when the server is started again."""
    file = folder / _ID_FILE
    if not file.exists():
        file.write_text(f"s-{b32encode(token_bytes(_ID_BYTES)).decode().lower()}\n")
    return file.read_text().strip()


class Servers:
    """Holds leases, sends and follows hints, from `start` to `stop`. All methods are called from the house's event loop."""

    def __init__(self, house: House, store: Store, feeds: Feeds, server: str) -> None:
        self.id, self._house = server, house
        self.leases: LeaseHolder = SoleServer()
        self._own: Leases | None = None
        self._hints: Hints | None = None
        self._table: LeaseTable | None = None
        self._feeds = feeds
        self._follower: Follower | None = None
        self.plays_at: Callable[[str], bool] = lambda table: False
        """Whether this server lets program players play at a table."""
        if store.is_shared:
            self._join(store)

    def _join(self, store: Store) -> None:
        holder = f"{self.id}-{token_hex(_ID_BYTES)}"
        self._table = LeaseTable(store.database, holder, self.id, LEASE_MILLISECONDS)
        self.leases = self._own = Leases(self._table, self._wanted_leases)
        self._hints = Hints(store.database.engine.url, holder, lambda hint: self._receive(hint))
        show_watched = self._hints.show_watched
        self._follower = Follower(self._house, store, self._feeds, self._own, show_watched, lambda table: self.plays_at(table))
        store.after_commit = self._hints.add_soon
        self._house.decide_ahead_at(self._is_alone_at)

    def _receive(self, hint: Hint) -> None:
        if self._follower is not None:
            self._follower.receive(hint.grown, tuple(hint.watched))
        for each in hint.contributions:
            if self._house.has_table(each["table"]):
                self._take_contribution(hint.sender, each)

    # What players add to the chance of rounds

    def offer_hash(self, table: str, player: str, source: Hashable, hashed: str) -> None:
        """Take the hash of a player's value for the next round, for all servers; an empty one when his connection ends."""
        self._house.offer_hash(table, player, source, hashed)
        if self._hints is not None:
            self._hints.share({"table": table, "player": player, "hash": self._house.offered_hash(table, player)})

    async def receive_value(self, table: str, number: int, value: str) -> None:
        """Take a player's value for the round that has begun. Other servers may have those that are missing here."""
        is_awaited = await self._house.receive_value(table, number, value)
        if is_awaited and self._hints is not None:
            self._hints.share({"table": table, "round": number, "value": value})

    def _take_contribution(self, sender: str, said: Contribution) -> None:
        """Take what a player has sent to another server."""
        if "hash" in said:
            self._house.offer_hash(said["table"], said["player"], sender, said["hash"])
        else:
            self._house.receive_value_soon(said["table"], said["round"], said["value"])

    def _wanted_leases(self) -> tuple[str, ...]:
        """Return what this server would do for the house. The clocks of tables that are watched only elsewhere are left to a
        server that follows them anyway."""
        tables = (table for table in self._house.tables if not self._is_watched_only_elsewhere(table))
        return (DEMO, UPKEEP, *(clock_lease(table) for table in tables))

    def _is_alone_at(self, table: str) -> bool:
        """Return whether all turns of a table are probably taken here. If not, the store refuses what was decided too early."""
        return self.keeps_clock(table) and self._follower is not None and not self._follower.is_watched_elsewhere(table)

    def _is_watched_only_elsewhere(self, table: str) -> bool:
        return self._follower is not None and self._follower.is_watched_only_elsewhere(table)

    async def start(self) -> None:
        if self._own is not None and self._hints is not None and self._follower is not None:
            await self._own.start()
            self._hints.start()
            self._follower.start()

    async def stop(self) -> None:
        """Give the leases back, so that other servers go on at once, and follow nobody any more."""
        if self._own is not None and self._hints is not None and self._follower is not None:
            await self._follower.stop()
            await self._own.stop()
            await self._hints.stop()

    def holds(self, name: str) -> bool:
        return self.leases.holds(name)

    def keeps_clock(self, table: str) -> bool:
        return self.leases.holds(clock_lease(table))

    def on_clocks_taken(self, listener: Callable[[Iterable[str]], None]) -> None:
        """Call a function with the tables whose clocks this server has begun to keep."""
        if self._own is not None:
            prefix = clock_lease("")
            self._own.listeners.append(
                lambda names: listener(name.removeprefix(prefix) for name in names if name.startswith(prefix))
            )

    def is_watched(self, table: str) -> bool:
        """Return whether people watch a table, at any server."""
        return (self._follower or self._feeds).is_watched(table)

    async def catch_up_all(self) -> None:
        """Follow every table that others have changed."""
        if self._follower is not None:
            await self._follower.catch_up_all()

    def living(self) -> tuple[str, ...]:
        """Return the servers of the house that are alive. It blocks."""
        return self._table.living() if self._table else (self.id,)

    def remove_lost(self) -> tuple[str, ...]:
        """Return servers that have ended without notice, each once. It blocks."""
        return self._table.remove_lost() if self._table else ()
