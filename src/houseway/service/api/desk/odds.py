"""Routes of exact odds: of the wagers of a book or a submission, by any paytable, stake and meters."""

from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, Field

from houseway.analysis import WagerOdds, all_odds
from houseway.analysis.exact import as_decimal
from houseway.analysis.games import counted_wagers
from houseway.analysis.odds.basis import is_envy
from houseway.analysis.odds.spot import pairs_on_one_spot
from houseway.hands import Category
from houseway.money import Cents
from houseway.regulation import Regulation, Wager, load_book
from houseway.regulation.shelf import book_id
from houseway.service.api.desk.asking import Analyst, BookId
from houseway.service.api.desk.models import (
    MAX_CENTS,
    AnySource,
    BookSource,
    Name,
    Readings,
    Rows,
    StakeCents,
    plain_json,
)
from houseway.service.api.desk.rule_models import Version
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.jobs.sources import book_or_rules
from houseway.service.messages.exact import Exact

router = SubjectRouter(prefix="/api/odds", tags=["odds"], responses=REFUSALS, route_class=CompressedRoute)


# What can be asked


class BookRowOut(BaseModel):
    hand: str
    words: str
    pays: str
    clause: str


class BookTableOut(BaseModel):
    letter: str
    clause: str
    rows: list[BookRowOut]
    meters: list[str] = Field(description="The meters from which it pays")


class WagerOut(BaseModel):
    """A wager with its paytables, as a page needs it to start a draft."""

    wager: str
    title: str
    clause: str
    choice_clause: str | None = Field(description="The clause that lets the operator choose the paytable")
    offered: str
    envy: bool = Field(description="Whether it is paid for other players' hands")
    counted: bool = Field(description="Whether cards alone decide it; the odds of others need the solved game")
    hands: list[str] = Field(description="The hands for which a paytable of one's own may pay")
    paytables: list[BookTableOut]

    @classmethod
    def of(cls, book: Regulation, wager: Wager) -> "WagerOut":
        tables = [
            BookTableOut(
                letter=table.letter,
                clause=table.clause.clause,
                rows=[
                    BookRowOut(hand=row.hand, words=row.words, pays=str(row.pays), clause=row.clause.clause)
                    for row in table.rows
                ],
                meters=list(table.meters),
            )
            for table in book.paytables_of(wager.id)
        ]
        return cls(
            wager=wager.id,
            title=wager.title,
            clause=wager.clause.clause,
            choice_clause=wager.choice_clause.clause if wager.choice_clause else None,
            offered=wager.offered.value,
            envy=is_envy(book, wager.id),
            counted=wager.id in counted_wagers(book),
            hands=sorted(wager.hands - {Category.NOTHING}),
            paytables=tables,
        )


@router.get("/books/{book}/wagers", summary="List the wagers of a book with their paytables and hands")
async def list_wagers(service: ServiceHere, _person: Analyst, book: BookId, version: Version = None) -> list[WagerOut]:
    def find() -> list[WagerOut]:
        regulation = load_book(book_id(book), version)
        return [WagerOut.of(regulation, wager) for wager in regulation.wagers.values()]

    return await service.desk.run(find)


# The odds


class OddsIn(RequestModel):
    """Which odds to count. Without a wager, all that cards alone decide."""

    source: AnySource
    wager: Name | None = None
    paytable: Name | Rows | None = Field(None, description="A letter of the book, or rows of one's own", examples=["A"])
    stake_cents: StakeCents | None = Field(None, description="The lowest allowed by default")
    meters_cents: dict[Name, Annotated[int, Field(ge=0, le=MAX_CENTS)]] = Field(
        {}, max_length=20, description="What the meters show; their seeds by default"
    )
    readings: Readings = Field({})


class OddsRowOut(BaseModel):
    hand: str
    combinations: int
    probability: Exact
    pays: str = Field(examples=["50 to 1"])
    clause: str | None
    contribution: Exact = Field(description="What the row adds to the expected value")


class WagerOddsOut(BaseModel):
    """The odds of one wager under one paytable at one stake. Every number is counted."""

    book: str
    book_version: str
    book_hash: str
    rules_hash: str
    program: str
    wager: str
    title: str
    paytable: str
    stake_cents: int
    depends_on_stake: bool
    total: int = Field(description="All combinations")
    rows: list[OddsRowOut]
    expected_value: Exact
    house_edge: Exact
    hit_frequency: Exact
    variance: Exact
    standard_deviation: str = Field(description="A decimal: a square root is no fraction")
    denominator: str
    payout_limit_cents: int | None
    meters_cents: dict[str, Exact]
    fixed_value: Exact = Field(description="The expected value without the meters")
    value_per_meter_dollar: dict[str, Exact]
    break_even_cents: dict[str, Exact | None] = Field(description="Where the edge is zero; null if nowhere")
    method: str
    assumptions: list[str]
    readings: dict[str, str]

    @classmethod
    def of(cls, odds: WagerOdds) -> "WagerOddsOut":
        values = {name: Exact.of(getattr(odds, name)) for name in _EXACT}
        by_meter = {"meters_cents": odds.meters, "value_per_meter_dollar": odds.value_per_meter_dollar}
        return cls.model_validate(
            {name: getattr(odds, name) for name in _PLAIN}
            | values
            | {name: {meter: Exact.of(value) for meter, value in found.items()} for name, found in by_meter.items()}
            | {
                "program": odds.version,
                "stake_cents": odds.stake.amount,
                "rows": _rows_out(odds),
                "standard_deviation": as_decimal(odds.standard_deviation),
                "payout_limit_cents": odds.limit.amount if odds.limit else None,
                "break_even_cents": {name: None if at is None else Exact.of(at) for name, at in odds.break_even.items()},
            }
        )


_PLAIN = (
    *("book", "book_version", "book_hash", "rules_hash", "wager", "title", "paytable", "depends_on_stake", "total"),
    *("denominator", "method", "assumptions", "readings"),
)
_EXACT = ("expected_value", "house_edge", "hit_frequency", "variance", "fixed_value")


def _rows_out(odds: WagerOdds) -> list[OddsRowOut]:
    return [
        OddsRowOut(
            hand=row.hand,
            combinations=row.combinations,
            probability=Exact.of(Fraction(row.combinations, odds.total)),
            pays=str(row.pays) if row.pays is not None else "lose",
            clause=row.clause,
            contribution=Exact.of(row.contribution),
        )
        for row in odds.rows
    ]


class PairOut(BaseModel):
    wagers: list[str]
    covariance: str
    correlation: str


class OddsOut(BaseModel):
    book: str
    wagers: list[WagerOddsOut]
    spot: list[PairOut] = Field([], description="Every two wagers of a submission on one spot, with their correlation")


@router.post("", summary="Count exact odds: combinations, edge, hit frequency, deviation, break-even meters")
async def count_odds(service: ServiceHere, _person: Analyst, body: OddsIn) -> OddsOut:
    return await service.desk.run(_count_odds, body)


def _count_odds(body: OddsIn) -> OddsOut:
    source: dict[str, Any] = plain_json(body.source)
    found = all_odds(
        book_or_rules(source),
        body.wager,
        body.paytable,
        stake=None if body.stake_cents is None else Cents(body.stake_cents),
        meters={name: Cents(cents) for name, cents in body.meters_cents.items()},
        readings=source.get("readings", {}) | body.readings,
    )
    is_book = isinstance(body.source, BookSource)
    spot = [] if is_book else [PairOut.model_validate(pair) for pair in pairs_on_one_spot(found)]
    book = found[0].book if found else source.get("book", "")
    return OddsOut(book=book, wagers=[WagerOddsOut.of(each) for each in found], spot=spot)
