"""Routes of house ways: how the dealer sets seven cards, how a player may, and what each setting is worth."""

from typing import Annotated, Any

from fastapi import Path, Query, Response
from pydantic import BaseModel, Field

from houseway.analysis.solve.shipped_ways import find_comparison
from houseway.cards import Card, format_hand, parse_hand
from houseway.documents import make_pocket_card
from houseway.documents.pocket_card import NOTES, card_sections
from houseway.house_way import HouseWay, house_way_names, possible_settings
from houseway.service.advice.advising import check_no_hand_in_play
from houseway.service.api.desk.asking import Analyst, RulesReader
from houseway.service.api.desk.jobs import JobOut, submit_question
from houseway.service.api.desk.models import DEFAULT_HOUSE_WAY, Cards, HouseWayIn, PrintFormat, Toml, Wheel, plain_json
from houseway.service.api.desk.submissions import PRINTED, print_document
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.jobs.sources import house_way_from
from houseway.wheel import WheelRank

router = SubjectRouter(prefix="/api/house-ways", tags=["house ways"], responses=REFUSALS, route_class=CompressedRoute)

WayName = Annotated[str, Path(max_length=80, examples=["foxwoods"])]


# Documents


class DecisionOut(BaseModel):
    case: str
    decision: str


class CardLineOut(BaseModel):
    rule: str
    when: str
    front: str = Field(description="The two cards that go in front, as the low hand")


class CardSectionOut(BaseModel):
    kind: str
    title: str
    lines: list[CardLineOut]


class HouseWayOut(BaseModel):
    """A house way as a document, and as the table that a dealer reads."""

    name: str
    title: str
    source: str
    hash: str
    unpublished: list[str] = Field(description="What the source does not say")
    decided: list[DecisionOut] = Field(description="Cases that the published way leaves open")
    rules: dict[str, list[str]] = Field(description="By kind of hand: its rules, in the language of house ways")
    table: list[CardSectionOut]
    notes: list[str]
    text: str = Field(description="Its file")

    @classmethod
    def of(cls, way: HouseWay) -> "HouseWayOut":
        sections = [
            CardSectionOut(
                kind=section.kind.value,
                title=section.title,
                lines=[CardLineOut(rule=line.rule.phrase, when=line.when, front=line.front) for line in section.lines],
            )
            for section in card_sections(way)
        ]
        return cls.model_validate({**way.to_json(), "table": sections, "notes": list(NOTES), "text": way.text})


class HouseWayLine(BaseModel):
    name: str
    title: str
    source: str
    hash: str
    rules: int


@router.get("", summary="List the house ways that come with the program")
async def list_house_ways(service: ServiceHere, _person: RulesReader) -> list[HouseWayLine]:
    def find() -> list[HouseWayLine]:
        ways = [HouseWay.load(name) for name in house_way_names()]
        return [
            HouseWayLine(
                name=way.name, title=way.title, source=way.source, hash=way.hash, rules=sum(map(len, way.rules.values()))
            )
            for way in ways
        ]

    return await service.desk.run(find)


@router.get("/{name}", summary="Show a house way: document, table and file")
async def show_house_way(service: ServiceHere, _person: RulesReader, name: WayName) -> HouseWayOut:
    return await service.desk.run(lambda: HouseWayOut.of(house_way_from({"name": name})))


@router.get(
    "/{name}/card", summary="Print a house way as a pocket card for the dealer", response_class=Response, responses=PRINTED
)
async def print_card(
    service: ServiceHere,
    _person: RulesReader,
    name: WayName,
    format: Annotated[PrintFormat, Query()] = "pdf",  # noqa: A002  the name in the path
) -> Response:
    return await service.desk.run(lambda: print_document(make_pocket_card(house_way_from({"name": name})), format))


class OwnWayIn(RequestModel):
    text: Toml


@router.post("/read", summary="Read your own house way; a refusal names all its defects")
async def read_house_way(service: ServiceHere, _person: RulesReader, body: OwnWayIn) -> HouseWayOut:
    return await service.desk.run(lambda: HouseWayOut.of(house_way_from({"text": body.text})))


# Setting seven cards


class SetIn(RequestModel):
    cards: Cards = Field(examples=["9s 9d 3c 3d Ah 5s 2c"])
    house_way: HouseWayIn = DEFAULT_HOUSE_WAY
    wheel: Wheel = "second"


class SettingOut(BaseModel):
    """One of the 21 ways to set seven cards."""

    low: list[str]
    high: list[str]
    low_name: str
    high_name: str
    legal: bool = Field(description="Whether the high hand ranks no lower than the low hand; otherwise the hand is foul")
    house_way: bool = Field(description="Whether the house way sets it so")


class ReasonOut(BaseModel):
    rule: str
    decided: bool
    facts: list[str]


class SetOut(BaseModel):
    high: list[str]
    low: list[str]
    high_name: str
    low_name: str
    kind: str = Field(description="The kind of hand that the house way sees")
    rule: str
    rule_words: str
    reasons: list[ReasonOut] = Field(description="Every rule that was tried; the last one decided")
    clauses: list[str]
    settings: list[SettingOut] = Field(description="All 21, legal ones first, the highest low hand first")


@router.post("/set", summary="Set seven cards by a house way, with reasons and all 21 settings")
async def set_cards(service: ServiceHere, _person: RulesReader, body: SetIn) -> SetOut:
    return await service.desk.run(_set_cards, body)


def _set_cards(body: SetIn) -> SetOut:
    cards, order = parse_hand(body.cards), WheelRank(body.wheel).order
    explained = house_way_from(plain_json(body.house_way)).explain(cards, order)
    found = explained.set_hand
    settings = [
        SettingOut(
            low=_texts(each.low),
            high=_texts(each.high),
            low_name=each.low_hand.describe(),
            high_name=each.high_hand.describe(),
            legal=each.legal,
            house_way=set(each.low) == set(found.low),
        )
        for each in possible_settings(cards, order)
    ]
    return SetOut(
        high=_texts(found.high),
        low=_texts(found.low),
        high_name=found.high_hand.describe(),
        low_name=found.low_hand.describe(),
        kind=found.kind.label,
        rule=found.rule.id,
        rule_words=found.rule.phrase,
        reasons=[ReasonOut(rule=each.rule.id, decided=each.decided, facts=list(each.facts)) for each in explained.reasons],
        clauses=[str(clause) for clause in found.clauses],
        settings=settings,
    )


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


@router.post("/values", status_code=202, summary="Count the exact value of every legal setting of seven cards")
async def value_settings(service: ServiceHere, person: Analyst, body: SetIn) -> JobOut:
    """Count the exact value of every legal setting of seven cards against every hand of a dealer who sets by the house way. The
    first request for a house way takes some seconds."""
    check_no_hand_in_play(service, person)
    arguments = plain_json(body)
    await service.desk.run(_check_setting, arguments)
    return submit_question(service, JobQuestion("rate-settings", arguments, Lane.SHORT, is_private=True), person)


def _check_setting(arguments: dict[str, Any]) -> None:
    """Refuse at once what a worker would refuse, and write the cards in one way, so that identical questions look identical."""
    cards = parse_hand(arguments["cards"])
    house_way_from(arguments["house_way"]).set(cards, WheelRank(arguments["wheel"]).order)
    arguments["cards"] = format_hand(sorted(cards, reverse=True))


# Checking and comparing


class CheckWayIn(RequestModel):
    house_way: HouseWayIn
    wheel: Wheel | None = Field(None, description="Both ways by default")


@router.post("/check", status_code=202, summary="Check over all hands that a house way decides each one legally")
async def check_house_way(service: ServiceHere, person: Analyst, body: CheckWayIn) -> JobOut:
    way, wheels = plain_json(body.house_way), [body.wheel] if body.wheel else [wheel.value for wheel in WheelRank]
    await service.desk.run(house_way_from, way)
    question = JobQuestion("check-house-way", {"house_way": way, "wheels": wheels})
    return submit_question(service, question, person)


class CompareIn(RequestModel):
    a: HouseWayIn
    b: HouseWayIn
    wheel: Wheel = "second"
    worth: bool = Field(False, description="Also count what each difference is worth to the house")


@router.post("/compare", status_code=202, summary="Count the hands that two house ways set differently, and what that is worth")
async def compare_house_ways(service: ServiceHere, person: Analyst, body: CompareIn) -> JobOut:
    """Count the hands that two house ways set differently, and what that is worth. Those that come with the program have been
    counted: they need not wait behind a long computation."""
    arguments = plain_json(body)
    a, b = [await service.desk.run(house_way_from, arguments[way]) for way in ("a", "b")]
    lane = Lane.SHORT if find_comparison(a, b, WheelRank(body.wheel)) else Lane.LONG
    return submit_question(service, JobQuestion("compare-house-ways", arguments, lane), person)
