"""Search over the completed rounds of the house."""

import asyncio
from typing import Annotated, Literal, Protocol

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from houseway.reports.gaming_day import GamingCalendar
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.messages.encoding import replace_ids
from houseway.service.naming import names_in
from houseway.service.people.person import Person
from houseway.service.records.round_search import PAGE, Place, RoundQuery, RoundSummary, search_rounds
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/rounds", tags=["rounds"], responses=REFUSALS, route_class=CompressedRoute)
ENDLESS = 1 << 52
"""Later than any round, in milliseconds."""
HOUR = 3_600_000
Reader = Annotated[Person, Depends(Permitted("round.read"))]
Time = Annotated[int, Query(ge=0, le=ENDLESS, description="Milliseconds since the epoch")]
Period = Literal["", "hour", "eight-hours", "today", "yesterday"]
When = Annotated[
    Period,
    Field(
        description="A period by the clock of the house, within `since` and `until`; `today` and `yesterday` are gaming days"
    ),
]


class PlayerResult(BaseModel):
    player: str
    net: Annotated[int, Field(description="Won or lost, in cents")]


class FoundRound(BaseModel):
    table: str
    number: int
    book: str
    began_at: Annotated[int, Field(description="Milliseconds since the epoch")]
    ended_at: int
    staked: Annotated[int, Field(description="What was wagered, in cents")]
    results: Annotated[list[PlayerResult], Field(description="Of everybody who wagered")]
    from_meters: Annotated[int, Field(description="What the meters paid, in cents")]
    void: bool
    irregularities: Annotated[list[str], Field(description="What was irregular, in words")]


class FoundRounds(BaseModel):
    since: Annotated[int, Field(description="From when on rounds were sought, in milliseconds since the epoch")]
    until: int
    rounds: Annotated[list[FoundRound], Field(description="The latest first")]
    next: Annotated[str | None, Field(description="Where the search goes on, for `after`; null after the earliest round")]
    names: Names


class RoundSearchQuery(BaseModel):
    """A search; rounds must match every given value."""

    table: TableId | None = None
    since: Time = 0
    until: Time = ENDLESS
    when: When = ""
    player: Annotated[str, Field(max_length=60, description="A person's id, or part of a name")] = ""
    result: Annotated[
        Literal["", "won", "lost", "void", "meter"],
        Field(description="`meter`: a meter has paid; `won` and `lost`: a player has"),
    ] = ""
    least: Annotated[int, Field(ge=0, le=10**12, description="The least that a player won or lost, in cents")] = 0
    irregular: bool = False
    words: Annotated[str, Field(max_length=60, description="Part of the words of an irregularity")] = ""
    after: Annotated[str, Field(pattern=r"^([0-9]{1,16} [A-Za-z0-9][A-Za-z0-9._-]{0,39} [0-9]{1,9})?$")] = ""


@router.get("", summary=f"Search completed rounds, the latest first, {PAGE} at a time")
async def find_rounds(service: ServiceHere, person: Reader, sought: Annotated[RoundSearchQuery, Query()]) -> FoundRounds:
    """Search what everybody may know about completed rounds, the latest first; `next` says where to go on."""
    if sought.table:
        service.house.latest_state(sought.table)  # a table that does not exist is refused
    since, until = time_bounds(service, sought)
    same = sought.model_dump(exclude={"table", "since", "until", "when", "after"})
    query = RoundQuery(**same, table=sought.table or "", since=since, until=until)
    found = await asyncio.to_thread(search_rounds, service.store, query, _parse_place(sought.after))
    said = [words for each in found.rounds for words in each.irregularities]
    names = dict(await names_in(service.people, [*(player for each in found.rounds for player in each.nets), *said]))
    rounds = [_describe(each, names) for each in found.rounds]
    place = " ".join(map(str, found.next)) if found.next else None
    return FoundRounds(since=since, until=until, rounds=rounds, next=place, names=names)


class Sought(Protocol):
    """A search that says when rounds began."""

    @property
    def since(self) -> int: ...
    @property
    def until(self) -> int: ...
    @property
    def when(self) -> Period: ...


def time_bounds(service: Service, sought: Sought) -> tuple[int, int]:
    """Return from when to when rounds are sought."""
    begins, ends = _period_bounds(sought.when, service.record.state.calendar, service.record.now())
    return max(begins, sought.since), min(ends, sought.until)


def _period_bounds(period: Period, calendar: GamingCalendar, now: int) -> tuple[int, int]:
    match period:
        case "":
            return 0, ENDLESS
        case "hour":
            return now - HOUR, ENDLESS
        case "eight-hours":
            return now - 8 * HOUR, ENDLESS
    begins, ends = calendar.day_bounds(calendar.day_of(now))
    if period == "yesterday":
        begins, ends = calendar.day_bounds(calendar.day_of(begins - 1))
    return begins, ends - 1


def _describe(summary: RoundSummary, names: Names) -> FoundRound:
    same = ("table", "number", "book", "began_at", "ended_at", "staked", "from_meters")
    return FoundRound(
        **{name: getattr(summary, name) for name in same},
        results=[PlayerResult(player=player, net=net) for player, net in summary.nets.items()],
        void=summary.is_void,
        irregularities=[replace_ids(said, names) for said in summary.irregularities],
    )


def _parse_place(text: str) -> Place | None:
    if not text:
        return None
    began_at, table, number = text.split()
    return int(began_at), table, int(number)
