"""The house's own affairs: stop switches, the program's integrity, the record, and the reconciliation of all money."""

import asyncio
from typing import Annotated, Any

from fastapi import Depends, Query, status
from pydantic import BaseModel, Field

from houseway.events import Event
from houseway.service.api.requests.dependencies import Permitted, RequiredPerson, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, Reason, RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.integrity import IntegrityCheck
from houseway.service.messages.encoding import replace_ids
from houseway.service.naming import names_in
from houseway.service.people.administration import lift_stop, rotate_keys, set_stop
from houseway.service.people.authority import is_allowed
from houseway.service.people.person import Person
from houseway.service.people.reconciliation import reconcile_accounts
from houseway.service.people.record import HOUSE_STREAM
from houseway.service.people.record_words import describe_record_event
from houseway.service.people.stops import LONGEST_TARGET, Scope
from houseway.service.records.pages import EventNumber, latest_events
from houseway.service.stop_targets import StopTargets

router = SubjectRouter(prefix="/api/house", tags=["administration"], responses=REFUSALS)
Visitor = Annotated[Person, Depends(Permitted("lobby.read"))]
Administrator = Annotated[Person, Depends(Permitted("house.administer"))]
Auditor = Annotated[Person, Depends(Permitted("audit.read"))]


class StopModel(BaseModel):
    scope: Scope
    target: Annotated[str, Field(description="The game or its rule book, the table or the person; empty for the house")]
    why: str


class StopList(BaseModel):
    stops: list[StopModel]
    names: Names


async def _list_stops(service: ServiceHere, reader: Person) -> StopList:
    may_know = is_allowed(reader, "house.administer")
    stops = [stop for stop in service.record.state.stops.values() if may_know or stop.scope != "player"]
    names = await names_in(service.people, [stop.target for stop in stops])
    return StopList(stops=[StopModel.model_validate(stop, from_attributes=True) for stop in stops], names=dict(names))


@router.get("/stops")
async def list_stops(service: ServiceHere, person: Visitor) -> StopList:
    """List what is stopped, with the reasons. Only those who may stop a player see which players are stopped."""
    return await _list_stops(service, person)


class Switch(RequestModel):
    scope: Scope
    target: Annotated[str, Field(max_length=LONGEST_TARGET)] = ""
    stopped: bool
    why: Reason


@router.post("/stops")
async def switch_stop(wanted: Switch, service: ServiceHere, by: RequiredPerson) -> StopList:
    """Stop the house, a game, a table, a player or a wager, or let it go on. A round under way is finished."""
    facts = (service.record, wanted.scope, wanted.target, by, wanted.why)
    if wanted.stopped:
        await service.servers.catch_up_all()  # a table may have been opened at another server
        await asyncio.to_thread(set_stop, *facts, StopTargets(service.house, service.people).check)
    else:
        await asyncio.to_thread(lift_stop, *facts)
    return await _list_stops(service, by)


class IntegrityModel(BaseModel):
    """Hashes of the program, its libraries and its configuration."""

    matches: bool
    expected: dict[str, str]
    found: dict[str, str]
    differences: list[str]


def _describe_check(check: IntegrityCheck) -> IntegrityModel:
    return IntegrityModel(
        matches=check.matches,
        expected=dict(check.expected),
        found=dict(check.found),
        differences=list(check.differences),
    )


@router.post("/integrity")
async def check_integrity(service: ServiceHere, by: Administrator) -> IntegrityModel:
    """Check the program now. The result goes on record."""
    return _describe_check(await asyncio.to_thread(service.integrity.check_program, "demand", by))


class Acceptance(RequestModel):
    why: Reason


@router.post("/integrity/accept")
async def accept_program(wanted: Acceptance, service: ServiceHere, by: Administrator) -> IntegrityModel:
    """Accept the program as it is now, for example after an upgrade."""
    await asyncio.to_thread(service.integrity.accept_program, by, wanted.why)
    return _describe_check(await asyncio.to_thread(service.integrity.check_program, "demand", by))


class Rotation(RequestModel):
    why: Reason


@router.post("/keys/rotate", status_code=status.HTTP_204_NO_CONTENT)
async def rotate(wanted: Rotation, service: ServiceHere, by: Administrator) -> None:
    """Sign with a new key from now on. Receipts of the old key stay genuine; `GET /api/keys` lists both."""
    await asyncio.to_thread(rotate_keys, service.record, service.keys, by, wanted.why)


class RecordedEvent(BaseModel):
    number: int
    at: Annotated[int, Field(description="Milliseconds since the epoch")]
    kind: str
    words: str
    facts: dict[str, Any]


class RecordPage(BaseModel):
    events: Annotated[list[RecordedEvent], Field(description="In their order")]
    names: Names


@router.get("/record")
async def read_record(
    service: ServiceHere,
    person: Auditor,
    before: Annotated[EventNumber | None, Query(description="Only events with smaller numbers")] = None,
) -> RecordPage:
    """Read the record of the house, the latest part first. Persons are ids in facts, and have their names in words."""
    events = await asyncio.to_thread(latest_events, service.store, HOUSE_STREAM, before)
    said = [f"{describe_record_event(event)} {event.facts.get('by', '')}" for _, _, event in events]
    names = dict(await names_in(service.people, said))
    return RecordPage(events=[_describe_event(*each, names) for each in events], names=names)


def _describe_event(number: int, at: int, event: Event, names: Names) -> RecordedEvent:
    content: Any = event.to_json()
    words = replace_ids(describe_record_event(event), names)
    return RecordedEvent(number=number, at=at, kind=event.kind, words=words, facts=content["facts"])


class UnmatchedMovement(BaseModel):
    person: str
    reason: str
    amount: int
    table: str
    event: int


class ReconciliationModel(BaseModel):
    """All money of the house, in cents."""

    balanced: bool
    issued: int
    in_accounts: int
    at_tables: int
    unmatched: list[UnmatchedMovement]


@router.get("/reconciliation")
async def reconcile_money(service: ServiceHere, person: Auditor) -> ReconciliationModel:
    """Compare accounts, tables and money issued, from the stored streams alone. It takes a while in a large house."""
    found = await asyncio.to_thread(reconcile_accounts, service.store)
    amounts = {name: getattr(found, name).amount for name in ("issued", "in_accounts", "at_tables")}
    unmatched = [
        UnmatchedMovement(person=each.person, reason=each.reason, amount=each.amount.amount, table=each.table, event=each.event)
        for each in found.unmatched
    ]
    return ReconciliationModel(balanced=found.balanced, unmatched=unmatched, **amounts)
