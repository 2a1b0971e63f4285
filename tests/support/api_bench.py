"""A service with its application in one process, and people with sessions who use it over HTTP."""

import asyncio
from itertools import count

import httpx

from houseway.service.api.app import create_app
from houseway.service.people.person import THE_HOUSE
from houseway.service.service import Service
from houseway.service.settings import ServiceSettings
from tests.support.live import TABLES, LiveHouse, submission
from tests.support.people_bench import CHEAP

PASSWORD = "correct horse battery staple"  # noqa: S105
INVENTORY = 100_000_000
_numbers = count(1)


class ApiBench:
    """A started service with its application, driven from a test without an event loop of its own."""

    def __init__(self, folder, clock=None, people=CHEAP, database="memory:", **settings):
        self.loop = asyncio.new_event_loop()
        self.service = Service(ServiceSettings(data=folder, database=database, people=people, **settings), clock=clock)
        self.app = create_app(self.service)
        self.run(self.service.start())

    def run(self, work):
        return self.loop.run_until_complete(work)

    def client(self, address="127.0.0.1", **options):
        transport = httpx.ASGITransport(self.app, client=(address, 50_000), raise_app_exceptions=False)
        return SyncClient(self.loop, httpx.AsyncClient(transport=transport, base_url="http://localhost:8000", **options))

    def play(self, table, rounds=1, seed=1):
        """Play rounds at a table: everybody who sits there plays as a program would."""
        return self._live_house().play(table, rounds, seed)

    def play_until(self, table, is_reached):
        """Play on until the table is as wanted."""
        self._live_house().play_until(table, is_reached)

    def _live_house(self):
        live = LiveHouse.__new__(LiveHouse)
        live.loop, live.house = self.loop, self.service.house
        return live

    def close(self):
        self.run(self.service.close())
        self.loop.close()


class SyncClient:
    """Waits for each answer."""

    def __init__(self, loop, client):
        self.loop, self.client = loop, client

    def request(self, method, path, **options):
        return self.loop.run_until_complete(self.client.request(method, path, **options))

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def post(self, path, json=None, **options):
        return self.request("POST", path, json=json, **options)


def sign_in(bench, name, *roles, **options):
    """A client with a session: a guest, or somebody with roles."""
    client = bench.client(**options)
    if not roles:
        answer = client.post("/api/session/guest", {"name": name})
    else:
        login = f"{name}{next(_numbers)}"
        people = bench.service.people
        people.register(login, name, PASSWORD, roles, THE_HOUSE, "a test")
        answer = client.post("/api/session", {"login": login, "password": PASSWORD})
    assert answer.status_code in (200, 201), answer.text
    client.id = answer.json()["person"]["id"]
    return client


def new_id():
    return f"command-{next(_numbers):06}"


def give(client, table, act, capacity="player", **facts):
    return client.post(f"/api/tables/{table}/commands", {"id": new_id(), "act": act, "as": capacity, "facts": facts})


def open_table(floor, book, name="minimal", table=None, **settings):
    table = table or TABLES[book]
    opening = {"id": new_id(), "table": table, "submission": submission(book, name), "inventory_cents": INVENTORY}
    opening |= {"settings": settings}
    answer = floor.post("/api/tables", opening)
    assert answer.status_code == 201, answer.text
    return table


def sit_down(client, table, position, cents=500_000):
    assert give(client, table, "sit", position=position).status_code == 200
    assert give(client, table, "buy-in", amount={"cents": cents}).status_code == 200
