"""The settings of a table: those in force, those to come, and every change of them."""

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Depends
from pydantic import BaseModel, Field

from houseway.events import Actor, Role
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, Reason, RequestModel, TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.live.settings import settings_stream
from houseway.service.live.settings_plan import CHANGED
from houseway.service.naming import names_in
from houseway.service.people.person import Person
from houseway.service.people.record import check_reason
from houseway.service.sent_command import CommandId, stored_command_id
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/tables/{table}/settings", tags=["tables"], responses=REFUSALS)
Settings = Annotated[dict[str, Any], Field(description="Who deals, with what cards, pace, absence and practice")]


class SettingsChange(BaseModel):
    at: Annotated[int, Field(description="Milliseconds since the epoch")]
    by: str
    why: str
    before: Settings
    after: Settings
    from_round: int


class SettingsAnswer(BaseModel):
    in_force: Settings
    following: Annotated[Settings | None, Field(description="What takes over with a later round")]
    from_round: Annotated[int | None, Field(description="That round")]
    changes: Annotated[list[SettingsChange], Field(description="Every change since the opening, the first one first")]
    names: Names


@router.get("")
async def show_settings(
    table: TableId, service: ServiceHere, _person: Annotated[Person, Depends(Permitted("lobby.read"))]
) -> SettingsAnswer:
    """Show the settings of a table, the changes that take effect with its next round, and who has changed what and why."""
    return await _describe(service, table)


class SettingsChangeRequest(RequestModel):
    id: CommandId
    settings: Annotated[dict[str, Any], Field(description="What is to change; what is left out stays as it is")]
    why: Reason


@router.post("")
async def change_settings(
    table: TableId,
    wanted: SettingsChangeRequest,
    service: ServiceHere,
    person: Annotated[Person, Depends(Permitted("table.pace"))],
) -> SettingsAnswer:
    """Change a table's pace, its rules for absent players, or practice. During a round, the change takes effect with the next
    one."""
    by, why = Actor(Role.FLOOR, person.id), check_reason(wanted.why)
    await service.house.change_settings(table, wanted.settings, by, why, stored_command_id(person, wanted.id))
    return await _describe(service, table)


async def _describe(service: Service, table: str) -> SettingsAnswer:
    state, plan = service.house.latest_state(table), service.house.settings_plan(table)
    waits = plan.following is not None and plan.from_round > state.number
    changes = await asyncio.to_thread(lambda: list(_changes(service, table)))
    return SettingsAnswer(
        in_force=plan.in_force(state.number).to_json(),
        following=plan.following.to_json() if waits and plan.following else None,
        from_round=plan.from_round if waits else None,
        changes=changes,
        names=dict(await names_in(service.people, [change.by for change in changes])),
    )


def _changes(service: Service, table: str) -> Iterator[SettingsChange]:
    for append in service.store.read(settings_stream(table)):
        for command in append.commands:
            for event in command.events:
                if event.kind == CHANGED:
                    yield SettingsChange.model_validate({"at": command.at, **event.facts})
