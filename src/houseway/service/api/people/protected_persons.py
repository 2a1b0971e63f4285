"""What the staff sees of the limits, suspensions and exclusions of others, and limits that the house sets."""

import asyncio
from typing import Annotated

from fastapi import Depends, Query
from pydantic import BaseModel

from houseway.errors import Malformed
from houseway.service.api.people.protections import (
    LimitRequest,
    ProtectionState,
    Statement,
    StatementQuery,
    describe_protection,
    describe_statement,
)
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, PersonId, Reason
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.naming import names_in
from houseway.service.people.person import Person
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/people", tags=["protection"], responses=REFUSALS)
Reader = Annotated[Person, Depends(Permitted("protection.read"))]
Manager = Annotated[Person, Depends(Permitted("protection.manage"))]


class BarredPerson(BaseModel):
    """Somebody who may not play now."""

    person: str
    is_exclusion: bool
    until: int


class BarredList(BaseModel):
    at: int
    barred: list[BarredPerson]
    names: Names


class HouseLimitRequest(LimitRequest):
    why: Reason


@router.get("/barred")
async def list_barred(service: ServiceHere, by: Reader) -> BarredList:
    """List who has suspended his play or has excluded himself, so that nobody invites or seats him."""
    await asyncio.to_thread(service.record.refresh)
    now = service.record.now()
    bars = {person: bar for person, each in service.record.state.protections.items() if (bar := each.bar_at(now))}
    barred = [BarredPerson(person=person, is_exclusion=bar.is_exclusion, until=bar.until) for person, bar in bars.items()]
    return BarredList(at=now, barred=barred, names=dict(await names_in(service.people, list(bars))))


@router.get("/{person}/protection")
async def show_protection(person: PersonId, service: ServiceHere, by: Reader) -> ProtectionState:
    """Show what holds for somebody, and what is left of his limits."""
    await _check_known(service, person)
    return await describe_protection(service, person)


@router.get("/{person}/protection/statement")
async def show_statement_of(
    person: PersonId, service: ServiceHere, by: Reader, asked: Annotated[StatementQuery, Query()]
) -> Statement:
    """Show somebody's statement."""
    await _check_known(service, person)
    return await describe_statement(service, person, asked)


@router.post("/{person}/protection/limits")
async def set_house_limit(person: PersonId, wanted: HouseLimitRequest, service: ServiceHere, by: Manager) -> ProtectionState:
    """Set somebody a limit of the house, or take it back. What he has chosen himself, nobody else changes."""
    await _check_known(service, person)
    facts = person, wanted.kind, wanted.period, wanted.most, by, wanted.why
    await asyncio.to_thread(service.protecting.set_house_limit, *facts)
    return await describe_protection(service, person)


async def _check_known(service: Service, person: str) -> None:
    if await asyncio.to_thread(service.people.find, person) is None:
        allowed = "the id of a guest, or of somebody who is registered"
        raise Malformed(f"nobody has the id {person}", code="person.unknown", given=person, allowed=allowed)
