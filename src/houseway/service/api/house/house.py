"""What belongs to the house as a whole: its meters with their histories, and its public keys."""

import asyncio
from typing import Annotated, Any

from fastapi import Depends, Query
from pydantic import BaseModel, Field, StringConstraints

from houseway.errors import Malformed
from houseway.events import Actor, Event, Role
from houseway.events.disclosure import Viewer, redact_facts
from houseway.explanation.words import describe_event
from houseway.progressive import ProgressiveMeter
from houseway.progressive.meter import RequestedTerms
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, PermittedVisitor, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Reason, RequestModel, TableId, send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.live.turns.turn import check_readable, meter_stream
from houseway.service.messages.bounds import CentsNumber
from houseway.service.people.person import Person
from houseway.service.records.pages import latest_events
from houseway.service.secrecy.keys import PublicKey
from houseway.service.service import Service
from houseway.table.disclosure import METERS

router = SubjectRouter(prefix="/api", tags=["house"], responses=REFUSALS, route_class=CompressedRoute)
TableManager = Annotated[Person, Depends(Permitted("table.open"))]
MeterReader = Annotated[Person | None, Depends(PermittedVisitor("meter.read"))]
MeterPart = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$")]
MeterBook = Annotated[
    str | None, Query(max_length=80, description="The meter's rule book, where meters of several books have the same name")
]
_PUBLIC = Viewer(staff=False, owns_hand=False)


class RequestedChange(BaseModel):
    """Terms that were requested and are not in force yet."""

    changes: Annotated[dict[str, str], Field(description="The new terms, in the words of a submission")]
    why: str
    waits_for_reset: Annotated[bool, Field(description="Until the jackpot is won; otherwise for the rounds in play only")]


class MeterModel(BaseModel):
    """A progressive meter."""

    id: str
    book: str
    wager: str
    paytable: str
    name: str
    shown: CentsNumber
    exact: Annotated[str, Field(description="The exact amount in cents, as a fraction")]
    seed: CentsNumber
    reset: CentsNumber
    rate: Annotated[str, Field(description="The share of each wager that is added, as a fraction")]
    tables: Annotated[list[str], Field(description="The tables for which it is filed; empty if for one only")]
    open_tables: Annotated[list[str], Field(description="The open tables that draw on it")]
    requested: RequestedChange | None


class MeterList(BaseModel):
    meters: list[MeterModel]


def _describe_meter(meter: ProgressiveMeter) -> MeterModel:
    filed = meter.terms.filed_meter
    return MeterModel(
        id=meter.id,
        book=meter.terms.book,
        wager=filed.wager,
        paytable=meter.terms.paytable,
        name=filed.name,
        shown=meter.displayed.amount,
        exact=str(meter.value),
        seed=filed.seed.amount,
        reset=filed.reset.amount,
        rate=str(filed.rate),
        tables=list(filed.tables),
        open_tables=sorted(meter.tables),
        requested=_describe_request(meter.requested),
    )


def _describe_request(requested: RequestedTerms | None) -> RequestedChange | None:
    if requested is None:
        return None
    changes = {
        term: ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        for term, value in requested.changes.items()
    }
    return RequestedChange(changes=changes, why=requested.why, waits_for_reset=requested.waits_for_reset)


@router.get("/meters")
async def list_meters(service: ServiceHere, person: MeterReader) -> MeterList:
    """List the progressive meters of the house by rule book and wager, the largest seed first."""
    meters = map(_describe_meter, service.house.meters.by_id.values())
    return MeterList(meters=sorted(meters, key=lambda meter: (meter.book, meter.wager, -meter.seed, meter.name)))


def _find_meter(service: Service, id_: str, book: str | None) -> ProgressiveMeter:
    """Return a meter by wager and name, and by its book where several books have one."""
    meters = service.house.meters
    by_id = meters.by_id
    meter = by_id.get(id_) if book is None else by_id.get(f"{book}/{id_}", by_id.get(id_))
    if meter is None or (book is not None and meter.terms.book != book):
        for name in (f"{book}/{id_}", id_):
            check_readable(meters, name)
        allowed = tuple(by_id)
        raise Malformed(f"there is no meter {id_}", code="service.meter", given=id_, allowed=allowed)
    return meter


Term = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class NewTerms(RequestModel):
    """New terms of a meter, in the words of a submission. What is left out stays as it is."""

    rate: Annotated[Term | None, Field(examples=["20%"])] = None
    reset: Annotated[Term | None, Field(examples=["$10,000"])] = None
    paytable: Term | None = None
    tables: Annotated[
        list[TableId] | None,
        Field(max_length=100, description="All tables that may share it; a further one files the same terms when it opens"),
    ] = None
    why: Reason


@router.post("/meters/{wager}/{name}/terms", status_code=202)
async def request_meter_terms(
    wager: MeterPart, name: MeterPart, wanted: NewTerms, service: ServiceHere, person: TableManager, book: MeterBook = None
) -> MeterModel:
    """Request new terms of a meter for all its tables. They come into force when the rounds in play at all its tables have
    ended and, if they change the return, after the jackpot is won."""
    meter = _find_meter(service, f"{wager}/{name}", book)
    changes = wanted.model_dump(exclude={"why"}, exclude_none=True)
    await service.house.change_meter_terms(meter.id, changes, Actor(Role.FLOOR, person.id), wanted.why)
    return _describe_meter(service.house.meters.by_id[meter.id])


class MeterEvent(BaseModel):
    number: Annotated[int, Field(description="The event's version in the meter's stream")]
    at: int
    kind: str
    words: str
    clauses: list[str]
    facts: dict[str, Any]


class MeterHistory(BaseModel):
    meter: MeterModel
    events: Annotated[list[MeterEvent], Field(description="In their order")]


@router.get("/meters/{wager}/{name}/history")
async def show_meter_history(
    wager: MeterPart,
    name: MeterPart,
    service: ServiceHere,
    person: MeterReader,
    before: Annotated[int | None, Query(ge=1, le=10**12, description="Only events with smaller numbers")] = None,
    book: MeterBook = None,
) -> MeterHistory:
    """Show what has moved a meter, the latest part first: pass the first number that you have as `before` to get earlier
    ones."""
    meter = _find_meter(service, f"{wager}/{name}", book)
    events = await asyncio.to_thread(_read_meter, service, meter.id, before)
    return MeterHistory(meter=_describe_meter(meter), events=events)


def _read_meter(service: Service, meter: str, before: int | None) -> list[MeterEvent]:
    return [_describe_event(*each) for each in latest_events(service.store, meter_stream(meter), before)]


def _describe_event(number: int, at: int, event: Event) -> MeterEvent:
    public = redact_facts(event, METERS, _PUBLIC)
    content: Any = public.to_json()
    return MeterEvent(number=number, at=at, words=describe_event(public), **content)


send_as_they_are(PublicKey)


class PublicKeys(BaseModel):
    keys: tuple[PublicKey, ...]


@router.get("/keys")
async def list_public_keys(service: ServiceHere) -> PublicKeys:
    """List the public keys of the house, for anybody."""
    return PublicKeys(keys=tuple(service.keys.public_keys))
