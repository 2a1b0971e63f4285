"""Routes of solved games, advice and hands."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from houseway.analysis.games import check_advisable, check_options
from houseway.cards import format_hand, parse_hand
from houseway.regulation.orders import rank_in_orders, ranked_hand_to_json
from houseway.regulation.shelf import book_id
from houseway.service.advice.advising import check_no_hand_in_play
from houseway.service.api.desk.asking import Analyst, RulesReader
from houseway.service.api.desk.jobs import JobOut, submit_question
from houseway.service.api.desk.models import AnySource, BestSetting, Cards, HouseWayIn, HouseWayOrBest, Name, plain_json
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.jobs.sources import house_way_from, rules_from
from houseway.service.jobs.tasks import view_from

router = SubjectRouter(prefix="/api", tags=["analysis"], responses=REFUSALS, route_class=CompressedRoute)

MAX_HANDS = 100


class SolveIn(RequestModel):
    """A game to solve, with the options of its solver."""

    source: AnySource
    strategy: Name | None = Field(None, description="Ultimate: also evaluate this strategy", examples=["chart"])
    house_way: HouseWayIn | None = Field(None, description="Pai Gow: how the dealer sets; as filed by default")
    against: HouseWayOrBest | None = Field(
        None, description="Pai Gow: how the player sets; as the dealer by default. `optimal` takes minutes."
    )
    charts: bool = Field(
        True, description="Also draw the charts, which takes longer than to read a game that was solved before"
    )


@router.post("/solve", status_code=202, summary="Solve a game over every combination of its cards")
async def solve(service: ServiceHere, person: Analyst, body: SolveIn) -> JobOut:
    """Solve a game over every combination of its cards. The answer has the forms `json` and, if the game has a chart and charts are
    asked for, `chart` and `chart-narrow` in Vega-Lite."""
    arguments = _solve_arguments(body)
    await service.desk.run(_check_solvable, arguments)
    return submit_question(service, JobQuestion("solve", arguments), person)


def _solve_arguments(body: SolveIn) -> dict[str, Any]:
    """Separate house ways from options that are plain names."""
    options = {"strategy": body.strategy} if body.strategy is not None else {}
    ways = {"house_way": body.house_way} if body.house_way is not None else {}
    if isinstance(body.against, BestSetting):
        options["against"] = body.against.kind
    elif body.against is not None:
        ways["against"] = body.against
    return {
        "source": plain_json(body.source),
        "options": options,
        "house_ways": {name: plain_json(way) for name, way in ways.items()},
        "charts": body.charts,
    }


def _check_solvable(arguments: dict[str, Any]) -> None:
    """Refuse at once what a worker would refuse."""
    rules = rules_from(arguments["source"])
    for choice in arguments["house_ways"].values():
        house_way_from(choice)
    check_options(rules, (*arguments["options"], *arguments["house_ways"]))


class AdviseIn(RequestModel):
    """The cards that a player sees. Nothing else is known or used."""

    source: AnySource
    cards: Cards = Field(examples=["9s 8s"])
    board: Cards | None = Field(None, description="Ultimate: three cards of the board, or five", examples=["Ts 7d 2s"])
    up_card: Cards | None = Field(None, description="Four Card: the dealer's up card", examples=["Kc"])


@router.post("/advise", status_code=202, summary="Count the exact value of each choice from the cards that a player sees")
async def advise(service: ServiceHere, person: Analyst, body: AdviseIn) -> JobOut:
    """Count the exact value of each choice over every possible hand of the dealer. Before the flop of Ultimate, the whole game is
    solved once."""
    check_no_hand_in_play(service, person)
    arguments = plain_json(body)
    await service.desk.run(_check_advisable, arguments)
    lane = Lane.SHORT if body.board or body.up_card else Lane.LONG
    return submit_question(service, JobQuestion("advise", arguments, lane, is_private=True), person)


def _check_advisable(arguments: dict[str, Any]) -> None:
    """Refuse at once what a worker would refuse, and write the cards in one way."""
    view = view_from(arguments)
    check_advisable(rules_from(arguments["source"]), view)
    arguments |= {"cards": format_hand(view.cards)}
    arguments |= {"board": format_hand(view.board)} if view.board else {}
    arguments |= {"up_card": str(view.up_card)} if view.up_card is not None else {}


class RankIn(RequestModel):
    hands: Annotated[list[Cards], Field(min_length=1, max_length=MAX_HANDS)] = Field(examples=[["As Ks Qs Js Ts", "Jk Ad"]])
    game: Name | None = Field(None, description="Only the orders of this game or rule book, or the order of this name")


class RankedHandOut(BaseModel):
    order: str = Field(examples=["pai-gow-high"])
    category: str = Field(examples=["royal-flush"])
    description: str
    cards: list[str] = Field(description="The cards that make it")
    clauses: list[str]


class RankedCardsOut(BaseModel):
    cards: list[str]
    orders: list[RankedHandOut]


@router.post("/hands/rank", summary="Name hands in every order of the rule books that ranks this number of cards")
async def rank_hands(service: ServiceHere, _person: RulesReader, body: RankIn) -> list[RankedCardsOut]:
    return await service.desk.run(_rank_hands, body)


def _rank_hands(body: RankIn) -> list[RankedCardsOut]:
    game = None if body.game is None else book_id(body.game)
    return [_ranked(text, game) for text in body.hands]


def _ranked(text: str, game: str | None) -> RankedCardsOut:
    cards = parse_hand(text)
    found = [
        RankedHandOut.model_validate({**ranked_hand_to_json(hand), "clauses": [str(clause) for clause in hand.clauses]})
        for hand in rank_in_orders(cards, game)
    ]
    return RankedCardsOut(cards=[str(card) for card in cards], orders=found)
