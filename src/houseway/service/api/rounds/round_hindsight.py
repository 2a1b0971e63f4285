"""What a player's choices in completed rounds were worth: his own, or a seat's for those who check the house."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from houseway.errors import NotAllowed
from houseway.service.advice.hindsight import RoundHindsight, find_decisions, weigh_decisions
from houseway.service.advice.made_decisions import positions_of
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import TableId
from houseway.service.api.rounds.rounds import RoundNumber, choose_perspective
from houseway.service.jobs.question import Lane
from houseway.service.people.person import Person
from houseway.service.records.rounds import check_round_is_over, read_round

router = APIRouter(prefix="/api/tables/{table}/rounds", tags=["rounds"], responses=REFUSALS, route_class=CompressedRoute)
Reader = Annotated[Person, Depends(Permitted("round.read"))]
Whose = Annotated[
    str, Query(alias="as", pattern=r"^(own|seat:[0-9]{1,2})$", description="One's own decisions, or those of a seat")
]


@router.get("/{number}/hindsight")
async def show_hindsight(
    table: TableId, number: RoundNumber, service: ServiceHere, person: Reader, whose: Whose = "own"
) -> RoundHindsight:
    """Show what each decision of a completed round cost against the best choice: one's own, or a seat's for those who check the
    house. If it takes long, the answer is that it is being counted; ask again."""
    check_round_is_over(service.house.latest_state(table), number)
    read = await asyncio.to_thread(read_round, service.store, table, number, service.keys.vault)
    player = choose_perspective(read, person, whose).actor.name
    positions = positions_of(read, player) if whose == "own" else (int(whose.partition(":")[2]),)
    if not positions:
        raise NotAllowed(
            f"you did not sit at {table} in round {number}",
            code="hindsight.not-played",
            given=number,
            allowed="a round that you have played",
        )
    due = await service.desk.run_for_table(find_decisions, service.store, read, player, positions)
    (found,) = await weigh_decisions(service, person, (due,), Lane.TABLE)
    return found
