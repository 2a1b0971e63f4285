"""The printed parts of a table: its layout, as a geometry to draw, and its sign."""

from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel, Field

from houseway.documents.document import Element
from houseway.documents.layout import (
    BASE_WAGERS,
    CENTRE_X,
    EDGE_Y,
    INSCRIPTION_Y,
    RADIUS,
    RAIL,
    Area,
    hand_places,
    layout_areas,
    layout_inscriptions,
)
from houseway.documents.notices import sign_notices
from houseway.documents.sign import SignPanel, SignTable, sign_panels
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import PermittedVisitor, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.people.person import Person
from houseway.submission import Rules

router = SubjectRouter(prefix="/api/tables/{table}", tags=["tables"], responses=REFUSALS, route_class=CompressedRoute)
Reader = Annotated[Person | None, Depends(PermittedVisitor("rules.read"))]


class LayoutArea(BaseModel):
    """An area of the layout. Its place is its middle."""

    label: str
    shape: Annotated[str, Field(description="circle, device, cards, numbers, tubes, box or bare")]
    x: float
    y: float
    width: float
    height: float
    angle: Annotated[float, Field(description="Degrees clockwise")]
    parts: Annotated[list[str], Field(description="The labels of equal parts from left to right: cards, tubes or numbers")]
    kind: str
    wager: str
    position: Annotated[int, Field(description="The betting position that it belongs to; 0 for the dealer's")]
    holds: Annotated[
        str, Field(description="What lies there besides wagers: high, low, hand, board, box, inventory or discards")
    ]
    base: Annotated[bool, Field(description="Whether a wager of the game itself goes there")]

    @classmethod
    def of(cls, area: Area) -> "LayoutArea":
        element = area.element
        return cls(
            label=element.cells[0],
            shape=area.shape,
            x=round(area.x, 1),
            y=round(area.y, 1),
            width=round(area.width, 1),
            height=round(area.height, 1),
            angle=round(area.angle, 2),
            parts=list(area.parts),
            kind=element.kind,
            wager=element.wager,
            position=element.position,
            holds=area.holds,
            base=element.wager in BASE_WAGERS,
        )


class Half(BaseModel):
    """The table's half disc: its centre is on the dealer's edge."""

    x: float
    y: float
    radius: float
    rail: float


class LayoutGeometry(BaseModel):
    """All lengths are in points of the printed layout."""

    game: str
    table: Half
    facility: str
    inscriptions: list[str]
    inscription_y: float
    areas: list[LayoutArea]
    hands: Annotated[list[LayoutArea], Field(description="Where cards of positions lie, if no area is printed for them")]

    @classmethod
    def of(cls, rules: Rules, game: str) -> "LayoutGeometry":
        facility, *others = layout_inscriptions(rules)
        return cls(
            game=game,
            table=Half(x=CENTRE_X, y=EDGE_Y, radius=RADIUS, rail=RAIL),
            facility=facility.text,
            inscriptions=[element.text for element in others],
            inscription_y=INSCRIPTION_Y,
            areas=[LayoutArea.of(area) for area in layout_areas(rules)],
            hands=[LayoutArea.of(area) for area in hand_places(rules)],
        )


@router.get("/layout")
async def show_layout(table: TableId, service: ServiceHere, person: Reader) -> LayoutGeometry:
    """Show the geometry of a table's printed layout."""
    state = service.house.latest_state(table)
    return LayoutGeometry.of(state.rules, state.game.name)


class SignLine(BaseModel):
    cells: Annotated[list[str], Field(description="The texts from left to right")]
    clauses: list[str]

    @classmethod
    def of(cls, element: Element) -> "SignLine":
        return cls(cells=list(element.cells), clauses=list(element.clauses))


class SignPart(BaseModel):
    """A small table: what a wager pays, its envy bonuses or its meters."""

    headers: list[str]
    rows: list[SignLine]

    @classmethod
    def of(cls, table: SignTable) -> "SignPart":
        return cls(headers=[header.text for header in table.headers], rows=[SignLine.of(row) for row in table.rows])


class SignWager(BaseModel):
    wager: str
    title: str
    stakes: Annotated[str, Field(description="Which stakes it takes, in words; empty if another wager decides that")]
    clauses: list[str]
    tables: list[SignPart]

    @classmethod
    def of(cls, panel: SignPanel) -> "SignWager":
        return cls(
            wager=panel.title.wager,
            title=panel.title.text,
            stakes=panel.stakes.text,
            clauses=list(dict.fromkeys((*panel.title.clauses, *panel.stakes.clauses))),
            tables=[SignPart.of(table) for table in panel.tables],
        )


class Sign(BaseModel):
    wagers: list[SignWager]
    notices: Annotated[list[SignLine], Field(description="Two texts each: what it is about, and what it says")]


@router.get("/sign")
async def show_sign(table: TableId, service: ServiceHere, person: Reader) -> Sign:
    """Show the payout sign of a table: every wager, what it pays, and the notices, each with its clauses."""
    rules = service.house.latest_state(table).rules
    return Sign(
        wagers=[SignWager.of(panel) for panel in sign_panels(rules)],
        notices=[SignLine.of(notice) for notice in sign_notices(rules)],
    )
