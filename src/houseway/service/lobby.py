"""The tables of a house as the lobby shows them. Nothing here depends on a card."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, Field

from houseway.errors import Unavailable
from houseway.explanation.words import wager_titles
from houseway.money import FixedAmount
from houseway.procedure import PROGRESSIVE
from houseway.progressive import ProgressiveMeter
from houseway.regulation import OfferedWhen, Wager
from houseway.service.clock import MILLISECONDS
from houseway.service.live.house import House
from houseway.service.live.waiting import WAITING_STEPS
from houseway.service.messages.bounds import CentsNumber
from houseway.submission.rules import Offer, Rules
from houseway.table import Table, due_step
from houseway.table.context import round_context
from houseway.table.meters import meters_drawn_on

KnownEdges = Mapping[str, Sequence[Fraction]]
"""By the hash of rules: the house edges of the game that are known."""


class WagerLimits(BaseModel):
    """A wager that the table offers."""

    wager: str
    title: str
    least: CentsNumber
    most: CentsNumber
    stakes: Annotated[list[int], Field(description="The only stakes allowed, in cents; empty if any within the limits is")]
    light: Annotated[bool, Field(description="A device takes it in before the deal, and shows a light instead")]
    paid_on: Annotated[
        str, Field(description="The wager on whose stake it is paid, if it takes no stake of its own; else empty")
    ]
    envy_up_to: Annotated[CentsNumber, Field(description="The most that another player's hand earns with it; 0 without envy")]
    side: Annotated[bool, Field(description="Whether it is made by itself, and is no part of the game")]


class SeatSummary(BaseModel):
    position: int
    player: Annotated[str | None, Field(description="The id of the person who sits there; null for a free seat")]


class MeterSummary(BaseModel):
    """A meter that the table feeds."""

    id: str
    name: str
    shown: CentsNumber


class TableSummary(BaseModel):
    id: str
    game: str
    game_title: str
    book: str
    book_title: str
    jurisdiction: str
    clauses: Annotated[int, Field(description="How many clauses the rule book has")]
    rules: Annotated[str, Field(description="The hash of the rules in force")]
    open: bool
    frozen: Annotated[str | None, Field(description="Why the table takes no commands; null if it does")]
    stopped: Annotated[str | None, Field(description="Why no new round begins; null if one may")]
    round: int
    now: Annotated[str, Field(description="The step that is due, in words; empty while the table waits for players")]
    betting: Annotated[bool, Field(description="Whether wagers are taken, and nothing but the end of the betting is due")]
    dealing: str
    shuffling: str
    decks: int
    wagers: list[WagerLimits]
    seats: list[SeatSummary]
    meters: list[MeterSummary]
    house_edge: Annotated[
        list[str],
        Field(
            description="The share of the first wager that the house expects to win, as fractions: one, or one for each stake that"
            " has another; empty where it neither comes with the program nor was computed for a report"
        ),
    ]
    edge_assumes: Annotated[str, Field(description="How players play for that edge, in words")]
    settings: Annotated[dict[str, Any], Field(description="Who deals, with what cards, how long players may think")]


def describe_tables(house: House, edges: KnownEdges) -> list[TableSummary]:
    """Describe every table, including those that have closed or that a fault has stopped."""
    at, meters = house.now() // MILLISECONDS, house.meters.by_id
    tables = {**house.tables, **{name: table for name in house.frozen if (table := _last_state(house, name)) is not None}}
    return [describe_table(house, tables[name], at, meters, edges) for name in sorted(tables)]


def find_unreadable(house: House) -> dict[str, str]:
    """Return the tables that could not be loaded at all, and why."""
    return {name: why for name, why in sorted(house.frozen.items()) if _last_state(house, name) is None}


def _last_state(house: House, name: str) -> Table | None:
    """Return a frozen table as it was; None if it could not be loaded at all."""
    try:
        return house.latest_state(name)
    except Unavailable:
        return None


def describe_table(
    house: House, table: Table, at: int, meters: Mapping[str, ProgressiveMeter], edges: KnownEdges
) -> TableSummary:
    rules, book, equipment = table.rules, table.rules.regulation, table.equipment
    stop, step = house.stop_at(table.id), due_step(table, at, meters) if table.open else None
    return TableSummary(
        id=table.id,
        game=rules.game,
        game_title=table.game.name,
        book=book.id,
        book_title=book.title,
        jurisdiction=book.jurisdiction,
        clauses=len(book.clauses),
        rules=rules.hash,
        open=table.open,
        frozen=house.frozen.get(table.id),
        stopped=str(stop) if stop else None,
        round=table.number,
        now=step.words if step else "",
        betting=table.open and not table.round.closed and (step is None or step.act in WAITING_STEPS),
        dealing=equipment.settings.dealing.value,
        shuffling=equipment.settings.shuffling.value,
        decks=len(equipment.decks),
        wagers=describe_offers(rules),
        seats=[SeatSummary(position=place, player=table.seats.get(place)) for place in round_context(table, at).positions],
        meters=[
            MeterSummary(id=meter.id, name=name, shown=meter.displayed.amount)
            for name, meter in meters_drawn_on(meters, rules).items()
        ],
        house_edge=[str(edge) for edge in edges.get(rules.hash, ())],
        edge_assumes="set the house way" if table.house_way else "played best",
        settings=house.settings(table.id).to_json(),
    )


def describe_offers(rules: Rules) -> list[WagerLimits]:
    """Describe the wagers that are offered under rules, the base wager first."""
    titles = wager_titles(rules.regulation)
    base = next(iter(rules.offers))
    wagers = rules.regulation.wagers
    return [
        _describe_offer(offer, wagers[name], titles.get(name, name), name != base and _is_side_wager(wagers[name]))
        for name, offer in rules.offers.items()
    ]


def _is_side_wager(wager: Wager) -> bool:
    """Return whether a wager is made by itself: it is neither equal to another nor follows from one."""
    return wager.offered is not OfferedWhen.FOLLOWS and not wager.equal_to


def _describe_offer(offer: Offer, wager: Wager, title: str, side: bool) -> WagerLimits:
    return WagerLimits(
        wager=offer.wager,
        title=title,
        least=offer.minimum.amount,
        most=offer.maximum.amount,
        stakes=[stake.amount for stake in offer.stakes],
        light=offer.wager == PROGRESSIVE,
        paid_on=wager.paid_on,
        envy_up_to=_highest_envy(offer),
        side=side,
    )


def _highest_envy(offer: Offer) -> int:
    """Return the highest envy bonus that comes with a wager, in cents."""
    rows = (row.pays for paytable in offer.envy for row in paytable.rows)
    return max((pays.amount.amount for pays in rows if isinstance(pays, FixedAmount)), default=0)
