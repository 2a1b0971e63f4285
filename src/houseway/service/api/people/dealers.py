"""Dealers sign on to a table and off again."""

import asyncio
from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel, Field

from houseway.service.api.requests.dependencies import Permitted, RequiredPerson, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.naming import names_in
from houseway.service.people.administration import sign_dealer_off, sign_dealer_on
from houseway.service.people.person import Person
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/tables/{table}/dealer", tags=["tables"], responses=REFUSALS)


class DealerOnDuty(BaseModel):
    """Who is signed on to a table."""

    dealer: Annotated[str, Field(description="A person's id; empty if nobody is signed on")]
    since: Annotated[int | None, Field(description="Milliseconds since the epoch")]
    names: Names


@router.get("")
async def show_dealer(
    table: TableId, service: ServiceHere, _person: Annotated[Person, Depends(Permitted("table.attend"))]
) -> DealerOnDuty:
    """Show who is signed on to a table as its dealer."""
    return await _describe(service, table)


@router.post("", status_code=201)
async def sign_on(
    table: TableId, service: ServiceHere, dealer: Annotated[Person, Depends(Permitted("table.deal"))]
) -> DealerOnDuty:
    """Sign on to a table as its dealer. The dealer who is there is relieved; a dealer has one table at a time."""
    service.house.latest_state(table)  # refuses a table that is not there
    await asyncio.to_thread(sign_dealer_on, service.record, table, dealer)
    return await _describe(service, table)


@router.delete("")
async def sign_off(table: TableId, service: ServiceHere, by: RequiredPerson) -> DealerOnDuty:
    """Sign off a table: the dealer himself, or a floorperson for a dealer who has forgotten to."""
    await asyncio.to_thread(sign_dealer_off, service.record, table, by)
    return await _describe(service, table)


async def _describe(service: Service, table: str) -> DealerOnDuty:
    there = service.record.state.dealers.get(table)
    names = dict(await names_in(service.people, [there.dealer] if there else []))
    return DealerOnDuty(dealer=there.dealer if there else "", since=there.since if there else None, names=names)
