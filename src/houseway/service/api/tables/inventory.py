"""The chips of a table: its inventory, and the fills and credits that moved them."""

import asyncio
from collections.abc import Iterator
from typing import Annotated, Literal

from fastapi import Depends
from pydantic import BaseModel, Field, StringConstraints

from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Ledger, Reason
from houseway.money import Cents
from houseway.procedure import DROP, INVENTORY, VIGORISH
from houseway.reports.chips.chip_counts import OCCASIONS, USUAL_CHIPS, count_event
from houseway.service.api.requests import models
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, RequestModel, TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.live.turns.turn import table_stream
from houseway.service.messages.bounds import CentsNumber
from houseway.service.naming import names_in
from houseway.service.people.administration import record_count
from houseway.service.people.person import Person
from houseway.service.sent_command import CommandId, stored_command_id
from houseway.store import Store
from houseway.table import Table

router = SubjectRouter(prefix="/api/tables/{table}/inventory", tags=["tables"], responses=REFUSALS)
Denomination = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,8}$")]
ROUNDS_BACK = 50
"""Rounds whose fills and credits are listed."""
_LISTED = frozenset((Reason.OPENING_INVENTORY, Reason.CLOSING_INVENTORY, Reason.FILL, Reason.CREDIT))


class ChipMovement(BaseModel):
    """Chips that came from the cage or went back to it."""

    number: Annotated[int, Field(description="The event's version in the table's stream")]
    at: Annotated[int, Field(description="Milliseconds since the epoch")]
    reason: str
    amount: CentsNumber
    by: str
    why: str


class Counting(BaseModel):
    """The fields of the form that records a count of the chips."""

    occasions: list[str]
    denominations: list[CentsNumber]
    held: Annotated[CentsNumber, Field(description="What the table's ledger says: inventory and vigorish")]


class Inventory(BaseModel):
    inventory: CentsNumber
    drop: Annotated[CentsNumber, Field(description="Cash that was paid for chips, in the drop box")]
    movements: Annotated[list[ChipMovement], Field(description=f"Of the last {ROUNDS_BACK} rounds, the latest first")]
    counting: Counting
    names: Names


@router.get("")
async def show_inventory(
    table: TableId, service: ServiceHere, _person: Annotated[Person, Depends(Permitted("table.rule"))]
) -> Inventory:
    """Show the chips that a table holds, and its fills and credits."""
    state = service.house.latest_state(table)
    movements = await asyncio.to_thread(lambda: list(_read_movements(service.store, state)))
    return Inventory(
        inventory=state.ledger.balance(INVENTORY).amount,
        drop=state.ledger.balance(DROP).amount,
        movements=movements[::-1],
        counting=_describe_counting(state.ledger),
        names=dict(await names_in(service.people, [each.by for each in movements])),
    )


class ChipCountRequest(RequestModel):
    """Chips that somebody has counted."""

    id: CommandId
    occasion: Literal["opening", "closing", "fill", "credit", "count"]
    chips: Annotated[dict[Denomination, int], Field(max_length=40, description="Numbers of chips by their value in cents")]
    why: models.Reason


class CountedChips(BaseModel):
    counted: CentsNumber
    held: Annotated[CentsNumber, Field(description="What the table's ledger says: inventory and vigorish")]
    difference: int


@router.post("/counts", status_code=201)
async def count_chips(
    table: TableId, wanted: ChipCountRequest, service: ServiceHere, by: Annotated[Person, Depends(Permitted("table.rule"))]
) -> CountedChips:
    """Record a count of a table's chips by denomination, together with the ledger's figure. No money moves. A repeated id gets the
    first answer."""
    held = _held_chips(service.house.latest_state(table).ledger)
    chips = {int(value): number for value, number in wanted.chips.items()}
    event = count_event(table, wanted.occasion, chips, held, by.id, wanted.why)
    command_id = stored_command_id(by, wanted.id)
    counted, held = await asyncio.to_thread(record_count, service.record, event, by, command_id)
    return CountedChips(counted=counted.amount, held=held.amount, difference=counted.amount - held.amount)


def _held_chips(ledger: Ledger) -> Cents:
    return ledger.balance(INVENTORY) + ledger.balance(VIGORISH)


def _describe_counting(ledger: Ledger) -> Counting:
    denominations = [value.amount for value in USUAL_CHIPS]
    return Counting(occasions=list(OCCASIONS), denominations=denominations, held=_held_chips(ledger).amount)


def _read_movements(store: Store, table: Table) -> Iterator[ChipMovement]:
    stream = table_stream(table.id)
    first = table.number - ROUNDS_BACK
    for append in store.read(stream, store.version_before_round(stream, first) or 0 if first > 1 else 0):
        number = append.first_version
        for command in append.commands:
            for event in command.events:
                if event.kind == MONEY_MOVED and event.facts["reason"] in _LISTED:
                    yield _describe_movement(number, command.at, event)
                number += 1


def _describe_movement(number: int, at: int, event: Event) -> ChipMovement:
    facts = {"by": event.facts.get("by", ""), "why": event.facts.get("note", ""), "reason": event.text("reason")}
    return ChipMovement.model_validate({"number": number, "at": at, "amount": event.cents("amount").amount, **facts})
