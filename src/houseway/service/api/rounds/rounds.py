"""Completed rounds: reports, the reason for every cent, and replays as somebody saw them. A live round is sealed."""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Role, encode_fact
from houseway.explanation.display_names import DisplayNames
from houseway.explanation.words import wager_titles
from houseway.ledger import MONEY_MOVED
from houseway.service.advice.answers import Subject
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, TableId, send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.clock import MILLISECONDS
from houseway.service.live.turns.turn import table_stream
from houseway.service.messages.encoding import replace_ids
from houseway.service.naming import names_in
from houseway.service.people.authority import authorize, is_allowed
from houseway.service.people.person import Person
from houseway.service.records.chance_record import ChanceRecord, Draw, Shuffle, read_chance
from houseway.service.records.replay import (
    Perspective,
    ReplayedCommand,
    ReplayedEvent,
    SeenFinding,
    findings_as_seen,
    phase_of,
    replay_round,
    report_as_seen,
)
from houseway.service.records.round_chain import RoundChain, RoundLink, read_chain
from houseway.service.records.rounds import StoredRound, check_round_is_over, read_round
from houseway.service.secrecy.receipts import Receipt
from houseway.service.service import Service
from houseway.table.context import round_context

router = SubjectRouter(prefix="/api/tables/{table}/rounds", tags=["rounds"], responses=REFUSALS, route_class=CompressedRoute)
Reader = Annotated[Person, Depends(Permitted("round.read"))]
RoundNumber = Annotated[int, Field(ge=1, le=10**9)]
_PAGE = 50

send_as_they_are(SeenFinding, ChanceRecord, Draw, Shuffle, Receipt, RoundChain, RoundLink)


class RoundEntry(BaseModel):
    number: int
    began_at: Annotated[int, Field(description="Milliseconds since the epoch")]


class RoundList(BaseModel):
    rounds: Annotated[list[RoundEntry], Field(description="Completed rounds, the last first")]
    live: Annotated[int | None, Field(description="The round that is not over; null at a closed table")]


@router.get("")
async def list_rounds(
    table: TableId, service: ServiceHere, person: Reader, before: Annotated[int | None, Query(ge=1, le=10**9)] = None
) -> RoundList:
    """List completed rounds of a table, a page at a time: those before a number."""
    state = service.house.latest_state(table)
    last = min(state.number, before or state.number) - 1
    numbers = range(last, max(last - _PAGE, 0), -1)
    entries = await asyncio.to_thread(lambda: [_describe_entry(service, table, number) for number in numbers])
    return RoundList(rounds=entries, live=state.number if state.open else None)


def _describe_entry(service: Service, table: str, number: int) -> RoundEntry:
    stream = table_stream(table)
    before = service.store.version_before_round(stream, number) or 0
    return RoundEntry(number=number, began_at=service.store.head_at(stream, before).at)


Through = Annotated[
    str,
    Query(
        alias="as",
        pattern=r"^(public|own|dealer|floor|house|seat:[0-9]{1,2})$",
        description="Through whose eyes: the public's, one's own, a seat's, the staff's, or the house's: all that is not sealed",
    ),
]


async def _read(service: Service, table: str, number: int) -> StoredRound:
    check_round_is_over(service.house.latest_state(table), number)
    return await asyncio.to_thread(read_round, service.store, table, number, service.keys.vault)


async def _read_decided(service: Service, table: str, number: int) -> StoredRound:
    """Read a round and decide it again, so that nobody explains a payment that the rules do not give."""
    read = await _read(service, table, number)
    return await asyncio.to_thread(service.round_reviews.decide, service.store, read, service.keys.vault)


def choose_perspective(read: StoredRound, person: Person, through: str) -> Perspective:
    """Return the eyes through which somebody may look at a round, or refuse them.

    Everybody sees what the public saw, and what he himself saw. Another's seat and the whole record are for those who check.
    """
    match through.partition(":"):
        case "public", _, _:
            return Perspective(Actor(Role.PLAYER))
        case "own", _, _:  # whoever did not sit there has seen what the public saw
            return Perspective(Actor(Role.PLAYER, person.id))
        case "dealer", _, _:
            authorize(person, "table.deal", read.table)
            return Perspective(Actor(Role.DEALER, person.id))
        case "floor", _, _:
            authorize(person, "table.rule", read.table)
            return Perspective(Actor(Role.FLOOR, person.id))
        case "house", _, _:
            authorize(person, "round.read-sealed", read.table)
            return Perspective(Actor(Role.PLAYER), whole=True)
        case _, _, position:
            return _seat_perspective(read, person, int(position))
    raise AssertionError(through)


def _seat_perspective(read: StoredRound, person: Person, position: int) -> Perspective:
    player = read.seats.get(position)
    if player is None:
        allowed = tuple(sorted(read.seats)) or "none"
        raise Malformed(f"nobody sat at {position}", code="service.seat", given=position, allowed=allowed)
    if player != person.id:
        authorize(person, "round.read-sealed", read.table)
    return Perspective(Actor(Role.PLAYER, player))


class AdviceEntry(BaseModel):
    at: Annotated[int, Field(description="Milliseconds since the epoch")]
    player: str
    position: int
    about: Subject
    number: Annotated[int, Field(description="The version of the table when it was asked for: the advice follows from it")]


class AdviceList(BaseModel):
    requests: Annotated[list[AdviceEntry], Field(description="In the order in which they were made")]
    names: Names


@router.get("/{number}/advice")
async def list_advice(table: TableId, number: RoundNumber, service: ServiceHere, person: Reader) -> AdviceList:
    """List the requests for advice in a round: the caller's own, or everybody's for those who check the house."""
    check_round_is_over(service.house.latest_state(table), number)
    found = await asyncio.to_thread(lambda: list(service.advice.requests_in(table, number)))
    everybody = is_allowed(person, "round.read-sealed")
    shown = [each for each in found if everybody or each.player == person.id]
    entries = [AdviceEntry(**{name: getattr(each, name) for name in AdviceEntry.model_fields}) for each in shown]
    return AdviceList(requests=entries, names=dict(await names_in(service.people, [each.player for each in shown])))


Findings = Annotated[
    list[SeenFinding],
    Field(description="Where the record is not what the rules give; the rest of the answer is what they give"),
]


class RoundReportAnswer(BaseModel):
    findings: Findings
    report: Annotated[dict[str, Any], Field(description="Hands, wagers, results and money, with clauses")]
    names: Names


@router.get("/{number}/report")
async def report_round(
    table: TableId, number: RoundNumber, service: ServiceHere, person: Reader, through: Through = "public"
) -> RoundReportAnswer:
    """Report a round: who had which hands, what each wager won or lost, and what the table took."""
    read = await _read_decided(service, table, number)
    perspective = choose_perspective(read, person, through)
    report = await asyncio.to_thread(lambda: report_as_seen(read, perspective).to_json())
    return RoundReportAnswer(**await _named(service, findings=findings_as_seen(read, perspective), report=report))


class WhyAnswer(BaseModel):
    findings: Findings
    why: Annotated[dict[str, Any], Field(description="For each wager: cards, comparison, row, arithmetic, readings, clauses")]
    names: Names


@router.get("/{number}/why")
async def explain_round(
    table: TableId, number: RoundNumber, service: ServiceHere, person: Reader, through: Through = "public"
) -> WhyAnswer:
    """Explain why each cent of a round moves by the rules. If the record is otherwise, the answer says so."""
    read = await _read_decided(service, table, number)
    perspective = choose_perspective(read, person, through)
    explained = await asyncio.to_thread(lambda: report_as_seen(read, perspective).explanation.to_json())
    return WhyAnswer(**await _named(service, findings=findings_as_seen(read, perspective), why=explained))


async def _named(service: Service, findings: Iterable[SeenFinding], **content: Any) -> dict[str, Any]:
    """Return content with a table of the names of everybody in it. Findings are in words, so they have names instead of ids."""
    found = list(findings)
    names = dict(await names_in(service.people, [json.dumps([[asdict(each) for each in found], content])]))
    said = [
        replace(each, recorded=replace_ids(each.recorded, names), expected=replace_ids(each.expected, names)) for each in found
    ]
    return {**content, "findings": said, "names": names}


class ReplayEvent(BaseModel):
    number: Annotated[int, Field(description="The event's version in the table's stream")]
    kind: str
    words: str
    clauses: list[str]
    facts: dict[str, Any]
    view: Annotated[dict[str, Any], Field(description="The parts of the view that the event has changed")]


class ReplayCommand(BaseModel):
    at: Annotated[int, Field(description="Milliseconds since the epoch")]
    role: str
    by: Annotated[str, Field(description="The id of the person")]
    stand_in: Annotated[str, Field(description="Who acted in the person's place; empty if the person did")]
    phase: Annotated[str, Field(description="The part of the round")]
    events: list[ReplayEvent]


class PerspectiveModel(BaseModel):
    through: Annotated[str, Field(description="What `as` may be")]
    title: str
    is_own: Annotated[bool, Field(description="Whether it is one's own seat")]


class Replay(BaseModel):
    """A replay, and not a live round."""

    table: str
    round: int
    book: str
    title: Annotated[str, Field(description="The book's title")]
    through: str
    replay: bool = True
    began_at: Annotated[int, Field(description="Milliseconds since the epoch")]
    ended_at: int
    positions: Annotated[list[int], Field(description="The places at the table, from the left of the printed layout")]
    wagers: Annotated[dict[str, str], Field(description="The name of each wager")]
    accounts: Annotated[dict[str, str], Field(description="The name of each account of the table's ledger")]
    balances: Annotated[dict[str, int], Field(description="Cents on each account of the table when the round began")]
    perspectives: Annotated[list[PerspectiveModel], Field(description="Through whose eyes one may look")]
    commands: list[ReplayCommand]
    names: Names


@router.get("/{number}/replay")
async def replay(
    table: TableId, number: RoundNumber, service: ServiceHere, person: Reader, through: Through = "public"
) -> Replay:
    """Replay a round event by event, as somebody saw it."""
    read = await _read(service, table, number)
    perspective = choose_perspective(read, person, through)
    commands = await asyncio.to_thread(lambda: list(_command_contents(read, perspective)))
    accounts = _account_names(read)
    names = await names_in(service.people, [json.dumps(commands), *accounts.values()])
    for command in commands:
        for event in command["events"]:
            event["words"] = replace_ids(event["words"], names)
    return Replay(
        table=table,
        round=number,
        book=read.begin.rules.book,
        title=read.begin.rules.regulation.title,
        through=through,
        began_at=read.began_at,
        ended_at=read.ended_at,
        positions=_positions_from_left(read),
        wagers=wager_titles(read.end.rules.regulation),
        accounts={account: replace_ids(title, names) for account, title in accounts.items()},
        balances={account: amount.amount for account, amount in read.begin.ledger.balances.items()},
        perspectives=list(_list_perspectives(read, person, names)),
        commands=[ReplayCommand.model_validate(command) for command in commands],
        names=dict(names),
    )


def _positions_from_left(read: StoredRound) -> list[int]:
    """Return the places at the table from the left of the page, where the printed layout has them."""
    positions = list(round_context(read.end, read.ended_at // MILLISECONDS).positions)
    return positions if read.end.rules.regulation.first_position == "left" else positions[::-1]


def _account_names(read: StoredRound) -> dict[str, str]:
    """Return the name of every account that the round has or touches."""
    titles = DisplayNames(read.seats)
    moved = (event.facts[side] for event in read.events if event.kind == MONEY_MOVED for side in ("source", "target"))
    accounts = dict.fromkeys((*read.begin.ledger.balances, *map(str, moved)))
    return {account: titles.account_title(account) for account in accounts}


def _list_perspectives(read: StoredRound, person: Person, names: Mapping[str, str]) -> Iterator[PerspectiveModel]:
    checks = is_allowed(person, "round.read-sealed")
    if checks:
        yield PerspectiveModel(through="house", title="The house", is_own=False)
    yield PerspectiveModel(through="public", title="The public", is_own=False)
    for position, player in sorted(read.seats.items()):
        if checks or player == person.id:
            yield PerspectiveModel(through=f"seat:{position}", title=names.get(player, player), is_own=player == person.id)


def _command_contents(read: StoredRound, perspective: Perspective) -> Iterator[dict[str, Any]]:
    phase = ""
    for each in replay_round(read, perspective):
        phase = phase_of((event.event for event in each.events), phase)
        yield _command_content(each) | {"phase": phase}


def _command_content(command: ReplayedCommand) -> dict[str, Any]:
    return {
        "at": command.at,
        "role": command.by.role.value,
        "by": command.by.name,
        "stand_in": command.by.stand_in,
        "events": [_event_content(each) for each in command.events],
    }


def _event_content(each: ReplayedEvent) -> dict[str, Any]:
    view = {name: encode_fact(part) for name, part in each.view.items()}
    return {**each.event.to_json(), "number": each.number, "words": each.words, "view": view}


@router.get("/{number}/chance")
async def show_chance(table: TableId, number: RoundNumber, service: ServiceHere, person: Reader) -> ChanceRecord:
    """Show the commitments to a round's seeds and what players add to them, even of a live round, and the seeds that are open."""
    state = service.house.latest_state(table)
    if number > state.number:
        check_round_is_over(state, number)
    return await asyncio.to_thread(read_chance, service.store, table, number)


@router.get("/{number}/receipt")
async def show_receipt(table: TableId, number: RoundNumber, service: ServiceHere, person: Reader) -> Receipt:
    """Show the receipt that was signed when a round was completed."""
    read = await _read(service, table, number)
    receipt = await asyncio.to_thread(service.receipts.find, table_stream(table), read.last_version)
    if receipt is None:
        raise NotAllowed(
            f"no receipt of round {number} is on file", code="service.receipt", given=number, allowed="a round with a receipt"
        )
    return receipt


@router.get("/{number}/chain")
async def show_chain(table: TableId, number: RoundNumber, service: ServiceHere, person: Reader) -> RoundChain:
    """Show the links of the chain that hold a round: the hashes and, for those who check the house, the contents from which
    they are computed."""
    state = service.house.latest_state(table)
    check_round_is_over(state, number)
    chain = await asyncio.to_thread(read_chain, service.store, state, number)
    if is_allowed(person, "round.read-sealed"):
        return chain
    return replace(chain, links=tuple(replace(link, content=None, sealed="") for link in chain.links))
