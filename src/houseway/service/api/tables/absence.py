"""A floorperson lets the system act for a player who is absent, at a table without a clock for his decision."""

from typing import Annotated

from fastapi import Depends, status
from pydantic import Field

from houseway.events import Actor, Role
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Reason, RequestModel, TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.people.person import Person
from houseway.service.people.record import check_reason
from houseway.service.sent_command import CommandId, stored_command_id

router = SubjectRouter(prefix="/api/tables/{table}/absent", tags=["tables"], responses=REFUSALS)


class AbsentRequest(RequestModel):
    id: CommandId
    position: Annotated[int, Field(ge=1, description="Where the player sits for whom the table waits")]
    why: Reason


@router.post("", status_code=status.HTTP_204_NO_CONTENT)
async def act_for_absent_player(
    table: TableId, wanted: AbsentRequest, service: ServiceHere, person: Annotated[Person, Depends(Permitted("table.rule"))]
) -> None:
    """Let the system act for an absent player, as the table's settings say. It goes on record with who decided it and why."""
    by, why = Actor(Role.FLOOR, person.id), check_reason(wanted.why)
    await service.house.act_for_awaited(table, wanted.position, by, why, stored_command_id(person, wanted.id))
