"""The application: routes, refusals and limits around one service."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from houseway import __version__
from houseway.service.api.desk.routers import DESK_ROUTERS
from houseway.service.api.house import administration, house, log, monitoring, reports
from houseway.service.api.pages import site, web
from houseway.service.api.pages.static_files import StaticFiles
from houseway.service.api.people import accounts, dealers, persons, protected_persons, protections, session, staff
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.errors import add_error_handlers
from houseway.service.api.requests.limits import RequestGuard
from houseway.service.api.requests.recording import RequestRecorder
from houseway.service.api.requests.security_headers import SecurityHeaders
from houseway.service.api.rounds import disputes, round_hindsight, rounds, sharing
from houseway.service.api.rounds import log as round_log
from houseway.service.api.rounds import search as round_search
from houseway.service.api.tables import (
    absence,
    card_tags,
    dealing,
    floor_calls,
    furnishings,
    how_to_play,
    inventory,
    socket,
    tables,
)
from houseway.service.api.tables import settings as table_settings
from houseway.service.service import Service

ROUTERS: tuple[APIRouter, ...] = (
    monitoring.router,
    session.router,
    tables.router,
    furnishings.router,
    how_to_play.router,
    table_settings.router,
    inventory.router,
    dealers.router,
    absence.router,
    card_tags.router,
    dealing.router,
    floor_calls.router,
    rounds.router,
    round_hindsight.router,
    round_hindsight.own_router,
    sharing.router,
    sharing.public_router,
    round_search.router,
    round_log.router,
    disputes.router,
    house.router,
    log.router,
    socket.router,
    staff.router,
    persons.router,
    accounts.router,
    protections.router,
    protected_persons.router,
    administration.router,
    reports.router,
    reports.file_router,
    *DESK_ROUTERS,
    site.router,
    web.router,
)
"""The routes, by subject."""


def create_app(service: Service) -> FastAPI:
    """Return the application. It starts the service when it starts, and drains and closes it when it ends."""
    app = FastAPI(
        title="houseway",
        version=__version__,
        summary="Casino poker table games, carried out as the regulation says",
        openapi_url=None,  # it has a route of its own, and no pages, which would fetch scripts from another host
        lifespan=_run_service,
    )
    app.state.service = service
    add_error_handlers(app)
    app.add_middleware(RequestGuard, settings=service.settings, check_takes_work=service.check_takes_work)
    app.add_middleware(RequestRecorder, metrics=service.metrics)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(StaticFiles)  # the last one added is the outermost
    app.router.routes.extend(_shared_routes())
    for path, describe in (("/api/openapi.json", _describe_interface), ("/api/routes", _send_routes)):
        app.router.add_api_route(path, describe, include_in_schema=False, route_class_override=CompressedRoute)
    return app


def _shared_routes() -> Iterator[BaseRoute]:
    """Yield the routes, which ask the application for its service. They are used as they are, in however many applications: FastAPI
    would work out the parameters of a router that it includes a second time."""
    for router in ROUTERS:
        yield from router.routes


def _describe_interface(request: Request) -> JSONResponse:
    """Return the description of the interface. It is made at the first request, which takes a second; FastAPI calls this in a
    thread, so that nobody else waits."""
    return JSONResponse(request.app.openapi())


async def _send_routes() -> JSONResponse:
    """Return the routes by subject, in words, for the page of the interface. The whole description takes longer."""
    return JSONResponse({"routes": _described_routes()})


@cache
def _described_routes() -> list[dict[str, str]]:
    found = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute) and route.include_in_schema]
    subjects = list(dict.fromkeys(_subject_of(route) for route in found))
    return [
        {"method": method, "path": route.path, "words": _first_paragraph(route.description), "subject": _subject_of(route)}
        for route in sorted(found, key=lambda each: subjects.index(_subject_of(each)))
        for method in sorted(route.methods or ())
    ]


def _subject_of(route: APIRoute) -> str:
    return str(route.tags[0])


def _first_paragraph(text: str) -> str:
    return text.split("\n\n")[0].replace("\n", " ")


@asynccontextmanager
async def _run_service(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    await service.start()
    try:
        yield
    finally:
        await service.close()
