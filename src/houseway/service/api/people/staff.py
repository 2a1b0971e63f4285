"""Look-ups for dealers and floorpersons: the words for every act, and the steps that wait for them."""

import asyncio
from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel, Field

from houseway.explanation.act_words import ActVocabulary, ActWords, act_vocabulary
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, PermittedVisitor, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.naming import names_in
from houseway.service.people.floor_calls import FloorCall
from houseway.service.people.person import Person
from houseway.service.waiting_steps import AwaitedPlayer, WaitingStep, add_report_times, awaited_players, waiting_steps

send_as_they_are(ActWords, ActVocabulary)
router = SubjectRouter(prefix="/api", tags=["staff"], responses=REFUSALS, route_class=CompressedRoute)


@router.get("/acts")
async def list_act_words(person: Annotated[Person | None, Depends(PermittedVisitor("lobby.read"))]) -> ActVocabulary:
    """List the words for all acts at tables, for forms that are drawn from options and their bounds."""
    return act_vocabulary()


class SignedOnDealer(BaseModel):
    """A dealer who is signed on to a table."""

    dealer: Annotated[str, Field(description="A person's id")]
    since: Annotated[int, Field(description="Milliseconds since the epoch")]


class WaitingList(BaseModel):
    at: Annotated[int, Field(description="The time of the house, in milliseconds")]
    waiting: list[WaitingStep]
    awaited: Annotated[list[AwaitedPlayer], Field(description="Players for whom tables wait without a clock")]
    calls: Annotated[list[FloorCall], Field(description="Players who have called a floorperson, the longest waiting first")]
    dealers: Annotated[dict[str, SignedOnDealer], Field(description="Who is signed on to deal, by table")]
    names: Names


@router.get("/waiting")
async def list_waiting_steps(
    service: ServiceHere, person: Annotated[Person, Depends(Permitted("table.attend"))]
) -> WaitingList:
    """List what waits for a dealer or a floorperson at all tables, the players for whom tables wait without a clock, those who have
    called a floorperson, and the dealers who are signed on."""
    steps = list(waiting_steps(service.house))
    signed_on, awaited = dict(service.record.state.dealers), list(awaited_players(service.house))
    calls = sorted(service.record.state.floor_calls.values(), key=lambda call: call.since)
    waited_for = [each.player for each in awaited] + [each.player for each in calls]
    known = [each.dealer for each in signed_on.values()] + waited_for
    return WaitingList(
        at=service.house.now(),
        waiting=await asyncio.to_thread(add_report_times, service.store, steps),
        awaited=awaited,
        calls=calls,
        dealers={table: SignedOnDealer(dealer=each.dealer, since=each.since) for table, each in signed_on.items()},
        names=dict(await names_in(service.people, known)),
    )
