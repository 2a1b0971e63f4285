"""A service behind a real server on this machine, in a thread of its own."""

import asyncio
import socket
import threading
from contextlib import contextmanager

import uvicorn

from houseway.service.api.app import create_app
from houseway.service.connections import OpenConnections, request_protocol
from houseway.service.service import Service
from houseway.service.settings import ServiceSettings
from houseway.service.sockets.frames import TableSocketProtocol
from tests.support.live import LiveHouse
from tests.support.people_bench import CHEAP
from tests.support.sockets import PATIENCE


class ServedBench:
    """What a test needs of a served house: its address, the service, and a way to run work in its loop."""

    def __init__(self, service, server, address):
        self.service, self.server, self.address = service, server, address
        self.loop = None

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    run_until_complete = run

    def play(self, table, rounds=1):
        """Play rounds at a table: everybody who sits there plays as a program would."""
        live = LiveHouse.__new__(LiveHouse)
        live.loop, live.house = self, self.service.house
        return live.play(table, rounds)


@contextmanager
def serve(folder, database="memory:", people=CHEAP, **settings):
    """Serve a house in memory until the test is done with it."""
    service = Service(ServiceSettings(data=folder, database=database, people=people, **settings))
    listener = socket.create_server(("127.0.0.1", 0))
    given = service.settings
    config = uvicorn.Config(
        create_app(service),
        log_config=None,
        lifespan="on",
        http=request_protocol(given.limits, OpenConnections(given.limits, given.trusted_proxies)),
        ws=TableSocketProtocol,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    bench = ServedBench(service, server, f"http://127.0.0.1:{listener.getsockname()[1]}")
    begun = threading.Event()

    async def run():
        bench.loop = asyncio.get_running_loop()
        begun.set()
        await server.serve([listener])

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    begun.wait(PATIENCE)
    while not server.started and thread.is_alive():
        threading.Event().wait(0.02)
    try:
        yield bench
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
