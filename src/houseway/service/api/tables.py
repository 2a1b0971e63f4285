"""Tables: the lobby, opening one, and commands at it."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, status
from pydantic import BaseModel, Field

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.api.dependencies import Permitted, ServiceHere, SomebodyHere
from houseway.service.api.errors import REFUSALS
from houseway.service.api.models import Names, RequestModel, TableId
from houseway.service.commands import (
    CommandAnswer,
    CommandId,
    CommandRequest,
    answer_from,
    preview_request,
    stored_command_id,
    take_command,
)
from houseway.service.facts import LARGEST_NUMBER, LONGEST_TEXT
from houseway.service.feed.encoding import replace_ids
from houseway.service.lobby import TableSummary, describe_tables
from houseway.service.naming import names_in
from houseway.service.people.person import Person

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)


class Lobby(BaseModel):
    tables: list[TableSummary]
    names: Names


@router.get("")
async def list_tables(service: ServiceHere, person: Annotated[Person, Depends(Permitted("lobby.read"))]) -> Lobby:
    """List the tables of the house, with limits, seats, meters and what goes on."""
    tables = describe_tables(service.house)
    players = [seat.player for table in tables for seat in table.seats if seat.player]
    return Lobby(tables=tables, names=dict(await names_in(service.people, players)))


class OpeningRequest(RequestModel):
    id: CommandId
    table: TableId
    submission: Annotated[str, Field(max_length=LONGEST_TEXT, description="The text of a Rules Submission, as TOML")]
    house_way: Annotated[
        str | None, Field(max_length=LONGEST_TEXT, description="The text of a house way, if filed by path")
    ] = None
    inventory_cents: Annotated[int, Field(ge=0, le=LARGEST_NUMBER, description="The table inventory at the opening")]


@router.post("", status_code=status.HTTP_201_CREATED)
async def open_table(
    wanted: OpeningRequest, service: ServiceHere, person: Annotated[Person, Depends(Permitted("table.open"))]
) -> CommandAnswer:
    """Open a table under a submission."""
    facts: dict[str, Any] = {"submission": wanted.submission, "inventory": Cents(wanted.inventory_cents)}
    facts |= {"house_way": wanted.house_way} if wanted.house_way is not None else {}
    command = Command("open-table", Actor(Role.FLOOR, person.id), facts)
    command_id = stored_command_id(person, wanted.id)
    return answer_from(await service.house.open_table(wanted.table, command, command_id=command_id))


@router.post("/{table}/commands")
async def give_command(table: TableId, wanted: CommandRequest, service: ServiceHere, person: SomebodyHere) -> CommandAnswer:
    """Carry out a command. When the answer comes, it is durable. The same id again gets the same answer, and changes nothing."""
    return await take_command(service, person, table, wanted)


class PreviewedEvent(BaseModel):
    kind: str
    words: str
    clauses: list[str]
    facts: Annotated[dict[str, Any], Field(description="As the sender may know them beforehand")]


class PreviewAnswer(BaseModel):
    """What a command would lead to."""

    shown: Annotated[bool, Field(description="False if consequences are not told before: only that it would be taken")]
    events: list[PreviewedEvent]
    names: Names


@router.post("/{table}/preview")
async def preview_command(table: TableId, wanted: CommandRequest, service: ServiceHere, person: SomebodyHere) -> PreviewAnswer:
    """Decide a command without carrying it out, and show what it would lead to."""
    preview = preview_request(service, person, table, wanted)
    words = preview.words(service.house.latest_state(table))
    contents = [event.to_json() for event in (*preview.events, *(event for _, event in preview.meter_events))]
    names = await names_in(service.people, (*words, json.dumps(contents)))
    events = [
        PreviewedEvent.model_validate({**content, "words": replace_ids(said, names)})
        for content, said in zip(contents, words, strict=True)
    ]
    return PreviewAnswer(shown=preview.shown, events=events, names=dict(names))
