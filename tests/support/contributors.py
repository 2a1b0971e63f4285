"""Players' clients that add to the chance of rounds, as docs/feed.md describes them."""

from hashlib import sha256
from itertools import count

_numbers = count(1)


def new_value():
    """A value that repeats in every run, and its hash."""
    value = sha256(f"value {next(_numbers)}".encode()).hexdigest()
    return value, sha256(bytes.fromhex(value)).hexdigest()


class Contributor:
    """The client of one player at a table of a `LiveHouse`."""

    def __init__(self, live, table, player):
        self.live, self.table, self.player = live, table, player
        self.values = {}
        """By hash."""

    def offer(self):
        """Send the hash of a new value for the next round. Return the hash."""
        value, hashed = new_value()
        self.values[hashed] = value
        self.live.house.offer_hash(self.table, self.player, self, hashed)
        return hashed

    @property
    def first(self):
        """The first hash and its value."""
        return next(iter(self.values.items()))

    def leave(self):
        self.live.house.offer_hash(self.table, self.player, self, "")

    def open(self):
        """Open what is listed. Return whether anything was awaited."""
        listed = self.live.house.round_values(self.table)
        number = self.live.house.tables[self.table].number
        own = [self.values[hashed] for hashed in listed.hashes.values() if hashed in self.values]
        taken = [self.live.run(self.live.house.receive_value(self.table, number, value)) for value in own]
        return True in taken


def chance_events(live, table, *kinds):
    events = [event for append in live.store.read(f"chance:{table}") for event in append.events]
    return [event for event in events if not kinds or event.kind in kinds]


class SocketContributor:
    """The client of somebody who is connected to a table."""

    def __init__(self, client):
        self.client, self.values = client, {}

    @property
    def lines(self):
        return self.client.state["chance"]["text"].split("\n")

    @property
    def is_awaited(self):
        """Whether the round waits for a value of his."""
        listed = {line.split()[2] for line in self.lines if line.startswith("seat ")}
        return not self.client.state["chance"]["open"] and bool(listed & self.values.keys())

    async def offer(self):
        value, hashed = new_value()
        self.values[hashed] = value
        await self.client.send({"type": "hash", "hash": hashed})
        return value

    async def open(self):
        """Wait until the round has listed his hash, and open the value."""
        await self.client.until(lambda: self.is_awaited)
        number = int(self.lines[0].split()[1])
        for line in self.lines:
            if line.startswith("seat ") and (hashed := line.split()[2]) in self.values:
                await self.client.send({"type": "value", "round": number, "value": self.values[hashed]})

    async def until_open(self):
        await self.client.until(lambda: self.client.state["chance"]["open"])
