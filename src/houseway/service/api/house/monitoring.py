"""Health, readiness and metrics, for whoever runs the service."""

import asyncio

from fastapi import Request, Response
from pydantic import BaseModel

from houseway.errors import Unavailable
from houseway.service.api.requests.dependencies import PersonHere, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.people.authority import authorize
from houseway.service.people.record import HOUSE_STREAM
from houseway.service.settings import is_loopback

router = SubjectRouter(tags=["monitoring"], responses=REFUSALS)
_FORWARDED = ("forwarded", "x-forwarded-for")


class Health(BaseModel):
    status: str


@router.get("/api/health")
async def health() -> Health:
    """Answer while the process runs."""
    return Health(status="ok")


class Readiness(BaseModel):
    status: str
    tables: int
    frozen: int


@router.get("/api/ready")
async def ready(service: ServiceHere) -> Readiness:
    """Answer 200 while the service takes work, and 503 before its start, while it drains, while its database is gone, and for ten
    seconds after a turn could not be stored."""
    if not service.ready or service.house.cannot_store:
        given = "draining" if service.draining else "unable to store turns" if service.ready else "starting"
        raise Unavailable(f"the service is {given}", code="service.not-ready", given=given, allowed="try again")
    await asyncio.to_thread(service.store.stream_head, HOUSE_STREAM)  # raises if the database cannot be reached
    return Readiness(status="ready", tables=len(service.house.tables), frozen=len(service.house.frozen))


@router.get("/metrics", response_class=Response)
async def metrics(request: Request, service: ServiceHere, person: PersonHere) -> Response:
    """Return measurements in Prometheus's form, to this machine, auditors and administrators."""
    if not is_from_this_machine(request):
        authorize(person, "audit.read")
    return Response(service.metrics.to_text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def is_from_this_machine(request: Request) -> bool:
    """Return whether a request comes from this machine itself, and not through a proxy on it."""
    forwarded = any(name in request.headers for name in _FORWARDED)
    return request.client is not None and is_loopback(request.client.host) and not forwarded
