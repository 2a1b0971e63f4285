"""A house with many tables behind its real server, in a process of its own, for the benchmark through sockets.

Started as `python -m benchmarks.served_house TABLES [DATABASE KEYS]`, it prints a line of JSON with its port and the sessions of
its players. It answers every further line that it is sent with a line of JSON about itself, and ends when its input does.
"""

import asyncio
import json
import resource
import sys
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import text

from benchmarks.live_tables import BOOKS, PLAYERS, open_empty_table, take_seat
from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.service.people.people import PeopleSettings
from houseway.service.process.interpreter import tune_interpreter
from houseway.service.process.logs import configure_logs
from houseway.service.process.rankings import prepare_rankings
from houseway.service.service import Service
from houseway.service.serving import Server, listen
from houseway.service.settings import RequestLimits, ServiceSettings

BETS_CLOSE_AFTER_A_SECOND = replace(WITHOUT_CLOCKS, betting_seconds=1, program_floor=True)
MONEY = Cents.from_dollars(50_000)
_MANY = 1_000_000
"""More requests and connections than any benchmark makes: all players come from one address."""
_SIZES = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}


@dataclass(frozen=True)
class PlayerSession:
    table: str
    token: str


@dataclass(frozen=True)
class ProcessUse:
    """What the server has used since it was started."""

    cpu_seconds: float
    peak_megabytes: float
    rounds: int
    database_bytes: int
    """Size of the whole database."""


class ServedHouse:
    """A service with seated players, and its server."""

    def __init__(self, folder: Path, database: str = "", keys: Path | None = None) -> None:
        limits = RequestLimits(
            requests_per_second=_MANY, requests_at_once=_MANY, connections=_MANY, connections_per_address=_MANY
        )
        people = PeopleSettings(guest_money=MONEY)
        self.service = Service(ServiceSettings(folder, database, limits=limits, people=people, keys=keys))
        self._numbers = count(1)

    async def open_table(self, name: str, book: str) -> list[PlayerSession]:
        """Open a table with six guests, who have bought chips."""
        await open_empty_table(self.service.house, name, book, BETS_CLOSE_AFTER_A_SECOND)
        sessions = []
        for position in range(1, PLAYERS + 1):
            person, token = await asyncio.to_thread(self.service.people.start_guest, f"Guest {next(self._numbers)}")
            await take_seat(self.service.house, name, Actor(Role.PLAYER, person.id), position, MONEY)
            sessions.append(PlayerSession(name, token))
        return sessions

    async def serve(self, tables: int) -> None:
        with listen("127.0.0.1", 0) as listening:
            names = ((f"T-{number}", BOOKS[number % len(BOOKS)]) for number in range(1, tables + 1))
            opened = await asyncio.gather(*(self.open_table(name, book) for name, book in names))
            sessions = [session for of_table in opened for session in of_table]
            prepare_rankings().join()
            server = Server(self.service)
            server.young = tune_interpreter()
            answering = asyncio.create_task(self._answer_until_end(server))
            _print({"port": listening.getsockname()[1], "players": [asdict(each) for each in sessions]})
            await server.serve([listening])
            await answering

    async def _answer_until_end(self, server: Server) -> None:
        while await asyncio.to_thread(sys.stdin.readline):
            heads = await asyncio.to_thread(self.service.store.stream_heads, "table:")  # a server does not follow all tables
            rounds = sum(max(0, head.round - 1) for head in heads)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024
            size = await asyncio.to_thread(self._database_bytes)
            _print(asdict(ProcessUse(process_time(), peak, rounds, size)))
        server.should_exit = True

    def _database_bytes(self) -> int:
        with self.service.store.database.reading() as connection:
            return int(connection.execute(text(_SIZES[connection.dialect.name])).scalar_one())


def _print(content: object) -> None:
    print(json.dumps(content), flush=True)  # to the process that has started this one


if __name__ == "__main__":
    configure_logs()  # to the error stream: what is printed here is read by the process that has started this one
    with TemporaryDirectory() as folder:
        tables, *shared = sys.argv[1:]
        where = (shared[0], Path(shared[1])) if shared else ()
        asyncio.run(ServedHouse(Path(folder), *where).serve(int(tables)))
