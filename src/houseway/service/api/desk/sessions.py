"""Routes of sessions: what many rounds at one spot bring."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field

from houseway.analysis.games import analysis_of, check_options
from houseway.analysis.session.plan import MOST_ROUNDS, bets_of_round, first_bet, own_wagers, side_wagers
from houseway.analysis.standard_rules import standard_rules
from houseway.money import Cents
from houseway.regulation import Regulation
from houseway.regulation.shelf import book_id
from houseway.service.api.desk.asking import Analyst, BookId
from houseway.service.api.desk.jobs import JobOut, submit_question
from houseway.service.api.desk.models import MAX_CENTS, AnySource, HouseWayIn, Name, StakeCents, plain_json
from houseway.service.api.desk.rule_models import Version
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.jobs.question import JobQuestion
from houseway.service.jobs.sources import house_way_from
from houseway.service.jobs.tasks import session_plan

router = SubjectRouter(prefix="/api/sessions", tags=["odds"], responses=REFUSALS, route_class=CompressedRoute)


class SessionWager(BaseModel):
    """A wager that a session may have."""

    wager: str
    title: str
    clause: str
    paytables: list[str] = Field(description="The letters among which the operator chooses")
    stakes_cents: list[int] = Field(description="The only stakes that the book allows; empty where it fixes none")
    minimum_cents: int = Field(description="The least that the book allows; 0 where it says nothing")

    @classmethod
    def of(cls, book: Regulation, wager: str) -> Self:
        known = book.wager(wager)
        fixed = book.value_of(known.stakes_value) if known.stakes_value else ()
        least = book.value_of(known.minimum_value) if known.minimum_value else None
        return cls(
            wager=wager,
            title=known.title,
            clause=known.clause.clause,
            paytables=[table.letter for table in book.paytables_of(wager)],
            stakes_cents=[stake.amount for stake in fixed if isinstance(stake, Cents)] if isinstance(fixed, tuple) else [],
            minimum_cents=least.amount if isinstance(least, Cents) else 0,
        )


class SessionChoices(BaseModel):
    """What a session at a rule book by itself may be played with."""

    book: str
    first: str = Field(description="The wager on which the bet lies")
    bet_cents: int = Field(description="The bet where none is given")
    own: list[SessionWager] = Field(description="The wagers of the game itself")
    sides: list[SessionWager] = Field(description="The optional wagers that can be counted with it")
    raises: bool = Field(description="Whether a round asks for more after its first wagers")
    sets_hands: bool = Field(description="Whether dealer and player set their hands by house ways")


@router.get("/books/{book}", summary="List what a session at a book may be played with: wagers, paytables, stakes")
async def list_choices(service: ServiceHere, _person: Analyst, book: BookId, version: Version = None) -> SessionChoices:
    return await service.desk.run(_find_choices, book, version)


def _find_choices(book: str, version: str | None) -> SessionChoices:
    rules = standard_rules(book_id(book), version=version)
    known = rules.regulation
    own, sides = own_wagers(rules), side_wagers(rules)
    return SessionChoices(
        book=known.id,
        first=own[0],
        bet_cents=first_bet(rules).amount,
        own=[SessionWager.of(known, wager) for wager in own],
        sides=[SessionWager.of(known, wager) for wager in sides],
        raises=bets_of_round(rules)[1] > 0,
        sets_hands="house_way" in analysis_of(known).solver_options,
    )


class SessionIn(RequestModel):
    """A session of a player who bets the same in every round."""

    source: AnySource
    bankroll_cents: StakeCents = Field(description="The chips at the beginning")
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = Field(examples=[200])
    bet_cents: StakeCents | None = Field(None, description="On the first wager; the filed minimum or $25 by default")
    sides_cents: dict[Name, StakeCents] = Field({}, max_length=20, description="The optional wagers of every round")
    stop_at_cents: Annotated[int, Field(ge=1, le=MAX_CENTS)] | None = Field(None, description="Stop with so many chips")
    ruin_at: Literal["round", "base"] = Field(
        "round", description="When chips no longer suffice: for a whole round, or for its first wagers"
    )
    house_way: HouseWayIn | None = Field(None, description="Pai Gow: how the dealer sets; as filed by default")
    against: HouseWayIn | None = Field(None, description="Pai Gow: how the player sets; as the dealer by default")


@router.post("", status_code=202, summary="Compute how a session of many rounds ends, exactly")
async def play_session(service: ServiceHere, person: Analyst, body: SessionIn) -> JobOut:
    """Compute how a session ends: the chips at the end, the chance to be ahead, the risk of ruin, the longest losing run. The
    answer has the forms `json` and `csv`, which lists every amount of chips with its chance."""
    arguments = _session_arguments(body)
    await service.desk.run(_check_session, arguments)
    return submit_question(service, JobQuestion("session", arguments), person)


def _session_arguments(body: SessionIn) -> dict[str, Any]:
    arguments = plain_json(body)
    ways = {name: arguments.pop(name) for name in ("house_way", "against") if name in arguments}
    return {**arguments, "house_ways": ways}


def _check_session(arguments: dict[str, Any]) -> None:
    """Refuse at once what a worker would refuse."""
    rules, _ = session_plan(arguments)
    for choice in arguments["house_ways"].values():
        house_way_from(choice)
    check_options(rules, tuple(arguments["house_ways"]))
