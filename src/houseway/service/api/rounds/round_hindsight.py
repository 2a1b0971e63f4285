"""What a player's choices in completed rounds were worth: his own, or a seat's for those who check the house."""

import asyncio
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from houseway.errors import NotAllowed
from houseway.service.advice.hindsight import RoundHindsight, find_decisions, weigh_decisions
from houseway.service.advice.made_decisions import positions_of
from houseway.service.advice.past_choices import MOST_ROUNDS, look_back
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.api.rounds.rounds import RoundNumber, choose_perspective
from houseway.service.jobs.question import Lane
from houseway.service.messages.exact import Exact
from houseway.service.people.person import Person
from houseway.service.records.remembered_choices import PlayedRound, RoundChoices
from houseway.service.records.rounds import check_round_is_over, read_round

router = SubjectRouter(prefix="/api/tables/{table}/rounds", tags=["rounds"], responses=REFUSALS, route_class=CompressedRoute)
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


own_router = SubjectRouter(prefix="/api/hindsight", tags=["rounds"], responses=REFUSALS, route_class=CompressedRoute)
Player = Annotated[Person, Depends(Permitted("account.read-own"))]


class PastRound(BaseModel):
    """A round of one's own, and what one's choices in it came to."""

    table: str
    round: int
    at: Annotated[int, Field(description="When it ended, in milliseconds since the epoch")]
    net: Annotated[int, Field(description="Won or lost, in cents")]
    decisions: Annotated[int | None, Field(description="Decisions that count; null if they are not counted yet")]
    best: int | None
    cost_cents: Exact | None


class GameChoices(BaseModel):
    """What one's choices in a game came to."""

    game: str
    rounds: int
    decisions: int
    best: Annotated[int, Field(description="Those in which no other choice was worth more")]
    cost_cents: Exact


class OwnHindsight(BaseModel):
    counted: Annotated[int, Field(description="Rounds that are counted; the others are when the same is asked again")]
    is_cut: Annotated[bool, Field(description="Whether there are earlier rounds, which are not in this")]
    games: Annotated[list[GameChoices], Field(description="Of the rounds that are counted")]
    together: GameChoices
    rounds: Annotated[list[PastRound], Field(description="The latest first")]


@own_router.get("", summary=f"Sum up what one's choices in the latest {MOST_ROUNDS} rounds cost")
async def show_own_hindsight(service: ServiceHere, person: Player) -> OwnHindsight:
    """Sum up what one's own choices cost against the best ones, by game and round by round. The answer comes soon, with what
    is counted by then; ask again for the rest."""
    found = await look_back(service, person)
    counted = [choices for _, choices in found.rounds if choices is not None]
    games = [_sum_of(game, [each for each in counted if each.game == game]) for game in sorted({each.game for each in counted})]
    rounds = [_describe(played, choices) for played, choices in found.rounds]
    return OwnHindsight(counted=found.counted, is_cut=found.is_cut, games=games, together=_sum_of("", counted), rounds=rounds)


def _sum_of(game: str, choices: Iterable[RoundChoices]) -> GameChoices:
    own = list(choices)
    cost = sum((each.cost_cents for each in own), Fraction(0))
    decisions, best = sum(each.decisions for each in own), sum(each.best for each in own)
    return GameChoices(game=game, rounds=len(own), decisions=decisions, best=best, cost_cents=Exact.of(cost))


def _describe(played: PlayedRound, choices: RoundChoices | None) -> PastRound:
    return PastRound(
        table=played.table,
        round=played.number,
        at=played.at,
        net=played.net,
        decisions=choices.decisions if choices else None,
        best=choices.best if choices else None,
        cost_cents=Exact.of(choices.cost_cents) if choices else None,
    )
