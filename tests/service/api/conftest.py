"""A service in memory, and a client that speaks to its application without a socket."""

import asyncio

import httpx
import pytest

from houseway.service.api.app import create_app
from houseway.service.service import Service
from houseway.service.settings import ServiceSettings


class ApiBench:
    """A started service with its application, driven from a test without an event loop of its own."""

    def __init__(self, folder, **settings):
        self.loop = asyncio.new_event_loop()
        self.service = Service(ServiceSettings(data=folder, database="memory:", **settings))
        self.app = create_app(self.service)
        self.run(self.service.start())

    def run(self, work):
        return self.loop.run_until_complete(work)

    def client(self, address="127.0.0.1", **options):
        transport = httpx.ASGITransport(self.app, client=(address, 50_000), raise_app_exceptions=False)
        return SyncClient(self.loop, httpx.AsyncClient(transport=transport, base_url="http://localhost:8000", **options))

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


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """A service that the tests of a module share."""
    bench = ApiBench(tmp_path_factory.mktemp("api"))
    yield bench
    bench.close()


@pytest.fixture
def client(bench):
    return bench.client()
