"""A player calls a floorperson to the table, and a floorperson answers."""

import asyncio
from typing import Annotated

from fastapi import Depends, status
from pydantic import Field

from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import PersonId, Reason, RequestModel, TableId, send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.people.administration import answer_call, make_call, withdraw_call
from houseway.service.people.floor_calls import LONGEST_NOTE, About, FloorCall
from houseway.service.people.person import Person

router = SubjectRouter(prefix="/api/tables/{table}/floor-call", tags=["tables"], responses=REFUSALS)
Player = Annotated[Person, Depends(Permitted("table.play"))]
Floorperson = Annotated[Person, Depends(Permitted("table.rule"))]

send_as_they_are(FloorCall)


class CallRequest(RequestModel):
    about: About
    note: Annotated[str, Field(max_length=LONGEST_NOTE, description="What it is about, in a line; it may be empty")] = ""


class CallAnswer(RequestModel):
    player: PersonId
    why: Annotated[Reason, Field(description="What came of it")]


@router.get("")
async def show_own_call(table: TableId, service: ServiceHere, person: Player) -> FloorCall | None:
    """Show one's own open call at a table; null if there is none."""
    await asyncio.to_thread(service.record.refresh, 1.0)
    return service.record.state.floor_calls.get((table, person.id))


@router.post("", status_code=status.HTTP_201_CREATED)
async def call_floorperson(table: TableId, wanted: CallRequest, service: ServiceHere, person: Player) -> FloorCall | None:
    """Call a floorperson to the table at which one sits. The call is open until a floorperson answers or it is taken back."""
    there = service.house.latest_state(table)
    await asyncio.to_thread(make_call, service.record, there, person, wanted.about, wanted.note)
    return service.record.state.floor_calls.get((table, person.id))


@router.delete("", status_code=status.HTTP_204_NO_CONTENT)
async def take_call_back(table: TableId, service: ServiceHere, person: Player) -> None:
    """Take one's own call back."""
    await asyncio.to_thread(withdraw_call, service.record, table, person)


@router.post("/answer", status_code=status.HTTP_204_NO_CONTENT)
async def answer_player(table: TableId, wanted: CallAnswer, service: ServiceHere, person: Floorperson) -> None:
    """End a player's call, and say for the record what came of it."""
    await asyncio.to_thread(answer_call, service.record, table, wanted.player, person, wanted.why)
