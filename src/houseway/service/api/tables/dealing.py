"""A player who is alone at a table that the program deals has the cards dealt without waiting for the clock."""

from typing import Annotated

from fastapi import Depends, status

from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.live.lone_player import dealing_for
from houseway.service.people.person import Person

router = SubjectRouter(prefix="/api/tables/{table}/deal", tags=["tables"], responses=REFUSALS)


@router.post("", status_code=status.HTTP_204_NO_CONTENT)
async def deal_now(table: TableId, service: ServiceHere, person: Annotated[Person, Depends(Permitted("table.play"))]) -> None:
    """Close the betting now, as the only player of a table that the program deals."""
    await service.house.catch_up(table)
    await service.house.take_due_step(table, dealing_for(person.id))
