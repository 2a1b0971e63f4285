"""What a process that serves a house has loaded before it serves, and what it has not worked out twice."""

import asyncio
from types import SimpleNamespace

import uvicorn
from fastapi.routing import APIRoute, APIWebSocketRoute

from houseway.service.api.app import ROUTERS, create_app
from houseway.service.api.requests.dependencies import follow_named_table
from houseway.service.serving import Server
from tests.support.forking_server import forking_server


def test_a_server_starts_without_libraries_that_are_needed_later():
    """They take seconds to load."""
    assert forking_server().ask({"loaded": ["numba", "altair", "typst", "vl_convert", "psycopg"]}) == []
    assert forking_server().ask({"loaded": ["houseway.service.api.app", "uvicorn"]}) == ["houseway.service.api.app", "uvicorn"]


def test_every_route_is_worked_out_once_and_first_follows_the_table_that_it_names():
    """FastAPI works out the parameters of a route again for each router that includes another one's."""
    app = create_app(SimpleNamespace(settings=None, check_takes_work=None, metrics=None))
    declared = [route for router in ROUTERS for route in router.routes]
    assert len(declared) > 150
    assert [route for route in app.routes if any(route is each for each in declared)] == declared
    for route in declared:
        assert isinstance(route, APIRoute | APIWebSocketRoute)
        assert route.dependant.dependencies[0].call is follow_named_table


def test_what_nobody_waits_for_yet_is_prepared_when_the_server_answers(monkeypatch):
    """Rankings and compressed pages take a third of a second, in which it could have been ready."""
    happened, server = [], Server.__new__(Server)

    async def begin_to_answer(server, sockets):
        happened.append("answers")

    monkeypatch.setattr(uvicorn.Server, "startup", begin_to_answer)
    server.prepare = lambda: happened.append("prepares")
    asyncio.run(server.startup())
    assert happened == ["answers", "prepares"]
