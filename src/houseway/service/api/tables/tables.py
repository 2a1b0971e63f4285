"""Tables: the lobby, opening one, and commands at it."""

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Response, status
from pydantic import BaseModel, ConfigDict, Field

from houseway.errors import Malformed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.advice.advising import advise_player
from houseway.service.advice.answers import AdviceAnswer, Subject
from houseway.service.api.desk.house_ways import HouseWayOut
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, PermittedVisitor, RequiredPerson, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, Reason, RequestModel, TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.commands import CommandAnswer, answer_from, preview_request, take_command
from houseway.service.feed.meaning import Meanings
from houseway.service.feed.moment import moment_of
from houseway.service.feed.options import OptionTexts, current_options, requested_options
from houseway.service.live.settings import TableSettings
from houseway.service.lobby import TableSummary, describe_tables, find_unreadable
from houseway.service.messages.bounds import Money, Option, closed
from houseway.service.messages.encoding import object_text, replace_ids
from houseway.service.messages.facts import LARGEST_NUMBER, LONGEST_TEXT
from houseway.service.naming import names_in
from houseway.service.people.authority import actor_at, authorize
from houseway.service.people.person import Person
from houseway.service.sent_command import CommandId, Sender, SentCommand, stored_command_id


@closed
class OptionWithMeaning(Option):
    meaning: Annotated[
        str, Field(description="To be sent with the command, so that it is refused if it means something else by then")
    ]


class OptionList(BaseModel):
    number: Annotated[int, Field(description="The version of the table")]
    options: list[OptionWithMeaning]


class Snapshot(BaseModel):
    """A table as somebody may see it. Facts have the form that commands have."""

    type: Literal["snapshot"]
    number: Annotated[int, Field(description="The version of the table; updates go on from there")]
    at: Annotated[int, Field(description="Milliseconds since the epoch")]
    view: Annotated[dict[str, Any], Field(description="What lies open on the layout")]
    own: Annotated[dict[str, Any] | None, Field(description="Cards of one's own, what they make and how they may be set")]
    options: list[OptionWithMeaning]
    due: Annotated[dict[str, Any] | None, Field(description="The step that is due; null while the table waits for players")]
    names: Names


router = SubjectRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)


class Lobby(BaseModel):
    tables: list[TableSummary]
    unreadable: Annotated[
        dict[str, str], Field(description="Tables of which nothing can be shown, because their record cannot be read, and why")
    ]
    names: Names


async def list_tables(service: ServiceHere, person: Annotated[Person | None, Depends(PermittedVisitor("lobby.read"))]) -> Lobby:
    """List the tables of the house, with limits, seats, meters and state."""
    await service.servers.catch_up_all()
    tables = describe_tables(service.house, await service.theory.known_edges())
    players = [seat.player for table in tables for seat in table.seats if seat.player]
    return Lobby(tables=tables, unreadable=find_unreadable(service.house), names=dict(await names_in(service.people, players)))


router.add_api_route("", list_tables, methods=["GET"], route_class_override=CompressedRoute)  # the lobby asks every second

Capacity = Annotated[
    str, Query(alias="as", pattern=r"^(watch|player|dealer|floor)$", description="In which capacity somebody looks")
]


@router.get("/{table}", response_model=Snapshot)
async def show_table(table: TableId, service: ServiceHere, person: RequiredPerson, capacity: Capacity = "watch") -> Response:
    """Show a table as the caller may see it now, with his options: the same as a socket sends first."""
    text = await service.feeds.snapshot(table, lambda state: actor_at(person, state, capacity))
    return Response(text, media_type="application/json")


@router.get("/{table}/options", response_model=OptionList)
async def list_options(
    table: TableId,
    service: ServiceHere,
    person: RequiredPerson,
    capacity: Capacity = "player",
    part: Annotated[str | None, Query(pattern=r"^(rulings|corrections)$", description="What is listed on request only")] = None,
) -> Response:
    """List the caller's options. Rulings and corrections, of which there may be hundreds, are listed on request."""
    house = service.house
    moment = moment_of(house, table)
    actor = actor_at(person, moment.table, capacity)
    found = requested_options(moment, actor, part) if part else current_options(moment, actor)
    found = () if table in house.frozen else found
    names = await names_in(service.people, (option.words for option in found))
    meanings = Meanings(moment, actor, moment.view_for(actor))
    encoded = OptionTexts().encode(moment.table, found, meanings, lambda words: replace_ids(words, names))
    return Response(object_text({"number": str(moment.table.version), "options": encoded}), media_type="application/json")


@router.get("/{table}/house-way")
async def show_house_way(
    table: TableId, service: ServiceHere, person: Annotated[Person | None, Depends(PermittedVisitor("rules.read"))]
) -> HouseWayOut:
    """Show the house way in force at a table, as a document and as the table that its dealer reads."""
    way = service.house.latest_state(table).house_way
    if way is None:
        raise Malformed(f"nobody sets hands at {table}", code="service.house-way", given=table, allowed="Pai Gow Poker")
    return HouseWayOut.of(way)


class OpeningRequest(RequestModel):
    id: CommandId
    table: TableId
    submission: Annotated[str, Field(max_length=LONGEST_TEXT, description="The text of a Rules Submission, as TOML")]
    house_way: Annotated[
        str | None, Field(max_length=LONGEST_TEXT, description="The text of a house way, if filed by path")
    ] = None
    inventory_cents: Annotated[int, Field(ge=0, le=LARGEST_NUMBER, description="The table inventory at the opening")]
    settings: Annotated[
        dict[str, Any], Field(default_factory=dict, description="Pace, cards and absence; what is left out is as usual")
    ]


@router.post("", status_code=status.HTTP_201_CREATED)
async def open_table(
    wanted: OpeningRequest, service: ServiceHere, person: Annotated[Person, Depends(Permitted("table.open"))]
) -> CommandAnswer:
    """Open a table under a submission."""
    facts: dict[str, Any] = {"submission": wanted.submission, "inventory": Cents(wanted.inventory_cents)}
    facts |= {"house_way": wanted.house_way} if wanted.house_way is not None else {}
    command = Command("open-table", Actor(Role.FLOOR, person.id), facts)
    command_id = stored_command_id(person, wanted.id)
    settings = TableSettings.from_json(wanted.settings)
    return answer_from(await service.house.open_table(wanted.table, command, settings, command_id))


class CommandRequest(SentCommand):
    """A command. Facts have the form in which options list them."""

    model_config = ConfigDict(populate_by_name=True)

    capacity: Annotated[str, Field(alias="as", pattern=r"^(player|dealer|floor|watch)$")] = "player"


@router.post("/{table}/commands")
async def give_command(table: TableId, wanted: CommandRequest, service: ServiceHere, person: RequiredPerson) -> CommandAnswer:
    """Carry out a command. When the answer comes, it is durable. A repeated id gets the same answer and changes nothing; with
    another act, other facts or at another table it is refused."""
    return await take_command(service, Sender(person, wanted.capacity), table, wanted)


class ThawRequest(RequestModel):
    why: Reason


@router.post("/{table}/thaw", status_code=status.HTTP_204_NO_CONTENT)
async def thaw_table(table: TableId, body: ThawRequest, service: ServiceHere, person: RequiredPerson) -> None:
    """Resume a table that a fault has frozen, from its stored state. A floorperson does this after examining it, and it goes on
    record."""
    authorize(person, "table.stop", table)
    await asyncio.to_thread(service.upkeep.record_frozen)  # before it goes on, or it would be frozen again
    await service.house.thaw(table, person, body.why)


class AdviceQuestion(RequestModel):
    """A seated player asks for advice on the decision that is due from him."""

    about: Subject
    position: Annotated[
        int | None, Field(ge=1, le=99, description="Which of one's own hands, if several are to be decided")
    ] = None


@router.post("/{table}/advice")
async def advise(table: TableId, body: AdviceQuestion, service: ServiceHere, person: RequiredPerson) -> AdviceAnswer:
    """Advise a seated player on his own decision: how the house would act, or, at a table with practice, what each choice is worth.
    The request is recorded. If the computation takes long, the answer is 503 with `advice.counting`, and `given` is
    the id of the job; follow it, then ask again."""
    return await advise_player(service, person, table, body.about, body.position)


class PreviewedEvent(BaseModel):
    kind: str
    words: str
    clauses: list[str]
    facts: Annotated[dict[str, Any], Field(description="As the sender may know them beforehand")]


class SeatMoneyModel(BaseModel):
    """What a player would gain or lose in chips."""

    position: int
    player: str
    amount: Money
    words: Annotated[str, Field(description="Where it comes from or goes to")]


class PreviewAnswer(BaseModel):
    """What a command would lead to."""

    shown: Annotated[bool, Field(description="False if consequences are not told before: only that it would be taken")]
    events: list[PreviewedEvent]
    money: list[SeatMoneyModel]
    names: Names


@router.post("/{table}/preview")
async def preview_command(
    table: TableId, wanted: CommandRequest, service: ServiceHere, person: RequiredPerson
) -> PreviewAnswer:
    """Decide a command without carrying it out, and show what it would lead to."""
    preview = await preview_request(service, Sender(person, wanted.capacity), table, wanted)
    state = service.house.latest_state(table)
    words, money = preview.event_words(state), preview.seat_money(state)
    contents = [event.to_json() for event in (*preview.events, *(event for _, event in preview.meter_events))]
    names = await names_in(service.people, (*words, json.dumps(contents), *(seat.player for seat in money)))
    events = [
        PreviewedEvent.model_validate({**content, "words": replace_ids(said, names)})
        for content, said in zip(contents, words, strict=True)
    ]
    seats = [
        SeatMoneyModel(
            position=seat.position,
            player=seat.player,
            amount={"cents": seat.amount.amount},
            words=replace_ids(seat.words, names),
        )
        for seat in money
    ]
    return PreviewAnswer(shown=preview.shown, events=events, money=seats, names=dict(names))
