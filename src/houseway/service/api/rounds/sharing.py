"""A player shows a completed round to whoever has its link, and stops that again. Nobody else is named in it."""

import asyncio
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Depends, Path, status
from pydantic import BaseModel, Field

from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Role
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.api.rounds.rounds import RoundNumber
from houseway.service.messages.encoding import person_ids_in, replace_ids
from houseway.service.people.person import ERASED_NAME, Person
from houseway.service.people.sessions import new_token
from houseway.service.records.replay import Perspective, report_as_seen
from houseway.service.records.rounds import StoredRound, check_round_is_over, read_round
from houseway.service.service import Service
from houseway.service.shared_rounds import SharedRound, end_sharing, share_round

router = SubjectRouter(prefix="/api/tables/{table}/rounds/{number}/share", tags=["shared rounds"], responses=REFUSALS)
public_router = SubjectRouter(prefix="/api/shared", tags=["shared rounds"], responses=REFUSALS, route_class=CompressedRoute)
Player = Annotated[Person, Depends(Permitted("account.read-own"))]
Token = Annotated[str, Path(min_length=20, max_length=100, description="What the link ends with")]
_SHOWN = ("round", "void", "base_void", "board", "box", "bank", "hands", "wagers", "clauses")
"""What a shared round shows of a report: no money but that of wagers."""
_SECONDS_OLD = 1.0


class ShareLink(BaseModel):
    path: Annotated[str, Field(description="Where the round is shown, at this house. It is not stored, and is told only now")]


class OwnShare(BaseModel):
    table: str
    round: int
    since: Annotated[int, Field(description="Milliseconds since the epoch")]


class OwnShares(BaseModel):
    rounds: Annotated[list[OwnShare], Field(description="The latest first")]


class SharedRoundAnswer(BaseModel):
    """A round as the player saw it who shows it."""

    table: str
    book: str
    title: Annotated[str, Field(description="The book's title")]
    by: Annotated[str, Field(description="The name of the player who shows it")]
    positions: Annotated[list[int], Field(description="Where he sat")]
    began_at: Annotated[int, Field(description="Milliseconds since the epoch")]
    report: Annotated[dict[str, Any], Field(description="Hands, wagers and results. Others are named by their positions")]


def _hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


@router.post("", status_code=status.HTTP_201_CREATED)
async def share_own_round(table: TableId, number: RoundNumber, service: ServiceHere, person: Player) -> ShareLink:
    """Show a completed round that one has played to whoever has the link. A new link replaces an earlier one of the same round."""
    read = await _read(service, table, number)
    if person.id not in read.seats.values():
        said = f"you did not sit at {table} in round {number}"
        raise NotAllowed(said, code="share.not-played", given=number, allowed="a round that you have played")
    token, record = new_token(), service.record
    wanted = SharedRound(person.id, table, number, record.now())
    add = record.add
    await asyncio.to_thread(add, lambda state: (share_round(state.shared_rounds, wanted, _hash_of(token)),), person)
    return ShareLink(path=f"/shared/{token}")


async def _read(service: Service, table: str, number: int) -> StoredRound:
    check_round_is_over(service.house.latest_state(table), number)
    return await asyncio.to_thread(read_round, service.store, table, number, service.keys.vault)


@router.delete("", status_code=status.HTTP_204_NO_CONTENT)
async def stop_sharing(table: TableId, number: RoundNumber, service: ServiceHere, person: Player) -> None:
    """Show a round no longer. Its link leads nowhere from now on."""
    add = service.record.add
    await asyncio.to_thread(add, lambda state: (end_sharing(state.shared_rounds, person.id, table, number),), person)


@public_router.get("")
async def list_own_shares(service: ServiceHere, person: Player) -> OwnShares:
    """List the rounds that one shows to others."""
    state = await asyncio.to_thread(service.record.refresh, _SECONDS_OLD)
    own = [each for each in state.shared_rounds.values() if each.person == person.id]
    own.sort(key=lambda each: -each.since)
    return OwnShares(rounds=[OwnShare(table=each.table, round=each.round, since=each.since) for each in own])


@public_router.get("/{token}")
async def show_shared_round(token: Token, service: ServiceHere) -> SharedRoundAnswer:
    """Show a round to whoever has its link, as the player saw it who shows it. No session is needed."""
    state = await asyncio.to_thread(service.record.refresh)  # a link that was withdrawn at another server is withdrawn here
    shared = state.shared_rounds.get(_hash_of(token))
    person = await asyncio.to_thread(service.people.find, shared.person) if shared is not None else None
    if shared is None or person is None or person.name == ERASED_NAME:
        said = "nobody shares a round under this link: it was withdrawn, or a letter of it is missing"
        raise Malformed(said, code="share.unknown", given="a link", allowed="the whole link, while its player shares the round")
    if not service.house.has_table(shared.table):
        await service.house.catch_up(shared.table)
    read = await _read(service, shared.table, shared.round)
    read = await asyncio.to_thread(service.round_reviews.decide, service.store, read, service.keys.vault)
    report = await asyncio.to_thread(lambda: report_as_seen(read, Perspective(Actor(Role.PLAYER, person.id))).to_json())
    return SharedRoundAnswer(
        table=shared.table,
        book=read.begin.rules.book,
        title=read.begin.rules.regulation.title,
        by=person.name,
        positions=sorted(position for position, player in read.seats.items() if player == person.id),
        began_at=read.began_at,
        report=without_persons({name: report[name] for name in _SHOWN if name in report}, read.seats),
    )


def without_persons(content: Mapping[str, Any], seats: Mapping[int, str]) -> dict[str, Any]:
    """Return content in which persons are called by their positions, and nobody by his id."""
    text = json.dumps(content)
    at = {player: [place for place, name in sorted(seats.items()) if name == player] for player in set(seats.values())}
    called = {player: f"position {' and '.join(map(str, places))}" for player, places in at.items()}
    names = {found: called.get(found, "somebody") for found in person_ids_in(text)}
    masked: dict[str, Any] = json.loads(replace_ids(text, names))
    return masked
