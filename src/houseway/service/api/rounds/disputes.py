"""One player's rounds for those who look into a complaint: what was wagered and paid, and what the rules give."""

import asyncio
import json
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import Depends, Query, Response
from pydantic import BaseModel, Field

from houseway.errors import NotAllowed
from houseway.files.logs.dispute import DisputedRound, differences_first, dispute_csv, dispute_document
from houseway.ledger import MONEY_MOVED
from houseway.review import ReviewFinding
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.api.rounds.search import ENDLESS, Time, When, time_bounds
from houseway.service.messages.encoding import replace_ids
from houseway.service.naming import names_in
from houseway.service.people.authority import is_allowed
from houseway.service.people.person import Person
from houseway.service.records.dispute import DisputeScope, RoundKey, decide_rounds, find_players, find_rounds
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/disputes", tags=["rounds"], responses=REFUSALS, route_class=CompressedRoute)
Reader = Annotated[Person, Depends(Permitted("report.read"))]
PAGE = 25
"""Rounds that one answer has. Each is decided again, so that more would take longer than a page should wait."""
MOST_IN_FILE = 2_000
PDF, CSV, JSON = "application/pdf", "text/csv; charset=utf-8", "application/json"


class DisputePlayer(BaseModel):
    player: Annotated[str, Field(description="The id of the person")]
    name: str
    rounds: Annotated[int, Field(description="Completed rounds of this time in which the player wagered")]
    last_at: Annotated[int, Field(description="When the last of them ended, in milliseconds since the epoch")]


class DisputePlayers(BaseModel):
    players: Annotated[list[DisputePlayer], Field(description="Those who played last come first")]


class DisputeTimeQuery(BaseModel):
    """When rounds began."""

    since: Time = 0
    until: Time = ENDLESS
    when: When = ""


class DisputePlayersQuery(DisputeTimeQuery):
    name: Annotated[str, Field(max_length=60, description="A person's id, or part of a name; without it, whoever played")] = ""


@router.get("/players")
async def list_players(service: ServiceHere, person: Reader, asked: Annotated[DisputePlayersQuery, Query()]) -> DisputePlayers:
    """Find players by an id or a part of a name, and by when they played."""
    found = await asyncio.to_thread(find_players, service.store, asked.name, *time_bounds(service, asked))
    names = await names_in(service.people, [each.person for each in found])
    players = [
        DisputePlayer(player=each.person, name=names.get(each.person, each.person), rounds=each.rounds, last_at=each.last_at)
        for each in found
    ]
    return DisputePlayers(players=players)


class DisputeQuery(DisputeTimeQuery):
    """Whose rounds, and when they began."""

    player: Annotated[str, Field(min_length=1, max_length=60, description="A person's id")]


class DisputePageQuery(DisputeQuery):
    start: Annotated[int, Field(ge=0, le=10**9, description="How many rounds came with earlier answers")] = 0


class DisputeFileQuery(DisputeQuery):
    form: Literal["pdf", "csv", "json"] = "pdf"


class DisputeFinding(BaseModel):
    level: Annotated[str, Field(description="money, procedure or citation")]
    event: int
    recorded: str
    expected: str
    clauses: list[str]


class DisputeRound(BaseModel):
    table: str
    number: int
    at: Annotated[int, Field(description="When it began, in seconds since the epoch")]
    wagered: Annotated[int, Field(description="In cents")]
    received: Annotated[int, Field(description="What was returned and paid, in cents")]
    by_the_rules: Annotated[int, Field(description="What the rules give, in cents")]
    owed: int
    findings: list[DisputeFinding]


class Dispute(BaseModel):
    player: str
    total: Annotated[int, Field(description="All rounds of the player in this time")]
    rounds: Annotated[list[DisputeRound], Field(description="By table and number; each was decided again")]
    next: Annotated[int | None, Field(description="Where to go on, for `start`; null after the last round")]
    names: Names


@router.get("", summary=f"Decide a player's rounds again, {PAGE} at a time")
async def show_dispute(service: ServiceHere, person: Reader, asked: Annotated[DisputePageQuery, Query()]) -> Dispute:
    """Show what a player wagered and was paid in completed rounds, and what the rules give; `next` says where to go on."""
    keys = await asyncio.to_thread(find_rounds, service.store, _scope_of(service, asked))
    end = asked.start + PAGE
    decided = await _decide(service, person, asked.player, keys[asked.start : end])
    names = dict(await names_in(service.people, [asked.player]))
    rounds = [_describe(each) for each in decided]
    return Dispute(player=asked.player, total=len(keys), rounds=rounds, next=end if end < len(keys) else None, names=names)


@router.get("/file", responses={200: {"content": {PDF: {}, CSV: {}, JSON: {}}}})
async def download_dispute(service: ServiceHere, person: Reader, asked: Annotated[DisputeFileQuery, Query()]) -> Response:
    """Download a player's rounds, those with differences first, as a document for print, as CSV or as JSON."""
    keys = await asyncio.to_thread(find_rounds, service.store, _scope_of(service, asked))
    if len(keys) > MOST_IN_FILE:
        raise NotAllowed(
            f"these are {len(keys):,} rounds; choose a shorter time",
            code="dispute.rounds",
            given=len(keys),
            allowed=f"up to {MOST_IN_FILE:,} rounds",
        )
    rounds = differences_first(await _decide(service, person, asked.player, keys))
    name = (await names_in(service.people, [asked.player])).get(asked.player, asked.player)
    content = await asyncio.to_thread(_file_content, asked.form, name, rounds)
    media_type = {"pdf": PDF, "csv": CSV, "json": JSON}[asked.form]
    headers = {"Content-Disposition": f'attachment; filename="rounds-{asked.player}.{asked.form}"'}
    return Response(content, media_type=media_type, headers=headers)


def _scope_of(service: Service, asked: DisputeQuery) -> DisputeScope:
    return DisputeScope(asked.player, *time_bounds(service, asked))


async def _decide(service: Service, person: Person, player: str, keys: tuple[RoundKey, ...]) -> list[DisputedRound]:
    """Decide rounds again. What was found is told in names, and cards only to those who may read every fact of a round."""
    if not keys:
        return []
    store, vault = service.store, service.keys.vault
    found = await service.desk.run(lambda: list(decide_rounds(store, vault, service.round_reviews, player, keys)))
    said = [text for each in found for finding in each.findings for text in (finding.to_text(), *finding.difference.owed)]
    names = dict(await names_in(service.people, said))
    sees_all = is_allowed(person, "round.read-sealed")
    return [replace(each, findings=tuple(_told(finding, names, sees_all) for finding in each.findings)) for each in found]


def _told(finding: ReviewFinding, names: Names, sees_all: bool) -> ReviewFinding:
    difference = finding.difference
    is_told = sees_all or difference.kind == MONEY_MOVED
    recorded, expected = (replace_ids(text, names) if is_told else "" for text in (difference.recorded, difference.expected))
    owed = {replace_ids(account, names): cents for account, cents in difference.owed.items()}
    by = finding.by._replace(name=names.get(finding.by.name, finding.by.name))
    return replace(finding, by=by, difference=replace(difference, recorded=recorded, expected=expected, owed=owed))


def _describe(each: DisputedRound) -> DisputeRound:
    same = ("table", "number", "at", "wagered", "received", "by_the_rules", "owed")
    findings = [
        DisputeFinding(
            level=finding.level.value,
            event=finding.event,
            recorded=finding.difference.recorded,
            expected=finding.difference.expected,
            clauses=list(finding.difference.clauses),
        )
        for finding in each.findings
    ]
    return DisputeRound(**{name: getattr(each, name) for name in same}, findings=findings)


def _file_content(form: str, name: str, rounds: list[DisputedRound]) -> bytes:
    match form:
        case "csv":
            return dispute_csv(rounds).encode()
        case "json":
            return json.dumps([each.to_json() for each in rounds], ensure_ascii=False).encode()
    return dispute_document(name, rounds).render("pdf")
