"""Reports of the house, as data for pages and as files; and the gaming day."""

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, StringConstraints

from houseway.reports.catalogue import REPORTS, ReportKind, check_player, find_part, find_report
from houseway.reports.charts import chart_of
from houseway.reports.columns import Column, ColumnKind, columns_of, row_to_json
from houseway.reports.expected.theory import StakeClass
from houseway.reports.gaming_day import FIRST_DAY, GamingDayRule
from houseway.reports.scope import ReportScope, check_table
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, RequiredPerson, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import Names, Reason, RequestModel, TableId, send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.messages.encoding import replace_ids
from houseway.service.naming import names_in
from houseway.service.people.administration import change_gaming_day
from houseway.service.people.authority import authorize
from houseway.service.people.person import Person
from houseway.service.reporting.reading import ReadPart, read_report, send_file, texts_with_ids, write_download
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/reports", tags=["reports"], responses=REFUSALS, route_class=CompressedRoute)
file_router = SubjectRouter(prefix="/api/reports", tags=["reports"], responses=REFUSALS)
"""For what is sent piece by piece."""
Reader = Annotated[Person, Depends(Permitted("report.read"))]
Administrator = Annotated[Person, Depends(Permitted("house.administer"))]
Day = Annotated[str, StringConstraints(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]


class ReportQuery(BaseModel):
    """What a report is about. Without days, it is about the present gaming day."""

    first: Annotated[Day, Field(description="The first gaming day, as 2026-11-16")] = ""
    last: Annotated[Day, Field(description="The last gaming day")] = ""
    table: TableId | None = None
    game: Annotated[str, Field(max_length=60, description="A game, by its name in the rule books")] = ""
    player: Annotated[str, Field(max_length=60, description="A person's id")] = ""


ReportQueryHere = Annotated[ReportQuery, Query()]


class ReportPartQuery(ReportQuery):
    part: Annotated[str, Field(max_length=40, description="A part of the report; without it, the first")] = ""
    form: Literal["csv", "jsonl"] = "csv"


class GamingDay(BaseModel):
    """When the gaming day begins."""

    zone: str
    hour: int
    since: Annotated[int, Field(description="Milliseconds since the epoch")]


class ReportTitle(BaseModel):
    name: str
    title: str
    about: str
    needs_player: bool
    takes_player: Annotated[bool, Field(description="Whether it can be limited to one player")]


class ReportList(BaseModel):
    reports: list[ReportTitle]
    today: Annotated[str, Field(description="The present gaming day")]
    begins_at: Annotated[int, Field(description="When it began, in milliseconds since the epoch")]
    ends_at: int
    gaming_day: Annotated[GamingDay, Field(description="The rule that holds now")]
    next_gaming_day: Annotated[GamingDay | None, Field(description="A rule that holds from the next turn of the day on")]
    tables: list[str]
    games: list[str]
    game_titles: Annotated[dict[str, str], Field(description="What each of these games is called")]


send_as_they_are(Column)


class PartModel(BaseModel):
    name: str
    title: str
    columns: tuple[Column, ...]
    rows: Annotated[list[dict[str, Any]], Field(description="Money in cents; exact values as fractions")]
    is_cut: Annotated[bool, Field(description="There are more rows; a download has them all")]


class ReportModel(BaseModel):
    name: str
    title: str
    about: str
    notes: list[str]
    first: str
    last: str
    parts: list[PartModel]
    is_pending: Annotated[bool, Field(description="Exact odds are still being computed; ask again in a while")]
    chart: Annotated[dict[str, Any] | None, Field(description="A chart in Vega-Lite")]
    chart_words: str
    names: Names
    meter_books: Annotated[dict[str, str], Field(description="The rule book of each meter of the house, by the meter's id")]


@router.get("")
async def list_reports(service: ServiceHere, person: Reader) -> ReportList:
    """List the reports, the present gaming day, and what reports can be limited to."""
    calendar, now = service.record.state.calendar, service.record.now()
    today, present = calendar.day_of(now), calendar.rule_at(now)
    begins, ends = calendar.day_bounds(today)
    tables = service.house.tables
    titles = {table.rules.game: table.game.name for table in tables.values()}
    return ReportList(
        reports=[ReportTitle.model_validate(kind, from_attributes=True) for kind in REPORTS.values()],
        today=today,
        begins_at=begins,
        ends_at=ends,
        gaming_day=_describe_rule(present),
        next_gaming_day=None if calendar.latest_rule == present else _describe_rule(calendar.latest_rule),
        tables=sorted(tables),
        games=sorted(titles),
        game_titles=titles,
    )


def _describe_rule(rule: GamingDayRule) -> GamingDay:
    return GamingDay(zone=rule.zone, hour=rule.hour, since=rule.since)


class GamingDayChange(RequestModel):
    zone: Annotated[str, Field(max_length=60, description="A name of the time zone database, as in America/New_York")]
    hour: Annotated[int, Field(ge=0, le=23)]
    why: Reason


@router.post("/gaming-day")
async def set_gaming_day(wanted: GamingDayChange, service: ServiceHere, by: Administrator) -> GamingDay:
    """Change when the gaming day begins. The change takes effect when the next day begins; past days stay as they are."""
    await asyncio.to_thread(change_gaming_day, service.record, wanted.zone, wanted.hour, by, wanted.why)
    return _describe_rule(service.record.state.calendar.latest_rule)


@router.get("/{name}")
async def show_report(name: str, service: ServiceHere, person: RequiredPerson, asked: ReportQueryHere) -> ReportModel:
    """Show a report. Everybody may see his own history; everything else is for those who may read reports."""
    kind = find_report(name)
    scope = await asyncio.to_thread(_scope_of, service, person, kind, asked)
    read = await asyncio.to_thread(read_report, service.store, kind, scope)
    if read.missing_odds and await service.theory.compute_missing(read.missing_odds):
        read = await asyncio.to_thread(read_report, service.store, kind, scope)
    parts = read.parts
    names = dict(await names_in(service.people, (*texts_with_ids(parts), scope.player)))
    chart, words = chart_of(kind.name, {read.part.name: read.rows for read in parts})
    return ReportModel(
        name=kind.name,
        title=kind.title,
        about=kind.about,
        notes=list(kind.notes),
        first=scope.first_day,
        last=scope.last_day,
        parts=[_describe_part(read, names) for read in parts],
        is_pending=_is_pending(service, read.missing_odds),
        chart=chart,
        chart_words=words,
        names=names,
        meter_books={id_: meter.terms.book for id_, meter in service.house.meters.by_id.items()},
    )


@file_router.get("/{name}/file")
async def download_report(
    name: str, service: ServiceHere, person: RequiredPerson, asked: Annotated[ReportPartQuery, Query()]
) -> StreamingResponse:
    """Download all rows of a part of a report, as CSV or as lines of JSON."""
    kind = find_report(name)
    part = find_part(kind, asked.part)
    scope = await asyncio.to_thread(_scope_of, service, person, kind, asked)
    file = await asyncio.to_thread(write_download, service.store, part, scope, asked.form, service.people.names)
    media_type = "text/csv; charset=utf-8" if asked.form == "csv" else "application/jsonl; charset=utf-8"
    named = f"{kind.name}-{part.name}-{scope.first_day}-{scope.last_day}.{asked.form}"
    headers = {"Content-Disposition": f'attachment; filename="{named}"'}
    return StreamingResponse(send_file(file), media_type=media_type, headers=headers)


def _scope_of(service: Service, person: Person, kind: ReportKind, asked: ReportQuery) -> ReportScope:
    """Return what a report is about, or refuse it to somebody who may not read it. A history without days is a whole one."""
    own = kind.needs_player and asked.player in ("", person.id)
    authorize(person, "account.read-own" if own else "report.read")
    check_player(kind, asked.player)
    today = service.record.state.calendar.day_of(service.record.now())
    last = asked.last or asked.first or today
    first = asked.first or (FIRST_DAY if kind.needs_player else last)
    player = asked.player or (person.id if kind.needs_player else "")
    return ReportScope(first, last, check_table(service.store, asked.table or ""), asked.game, player)


def _is_pending(service: Service, missing: Iterable[StakeClass]) -> bool:
    """Return whether odds are missing that can be computed: those of rules that a table has."""
    in_force = {table.rules.hash for table in service.house.tables.values()}
    return any(rules in in_force for rules, _, _ in missing)


def _describe_part(read: ReadPart, names: Names) -> PartModel:
    columns = columns_of(read.part.row_type)
    texts = {each.name for each in columns if each.kind is ColumnKind.TEXT}
    rows = [
        {name: replace_ids(str(value), names) if name in texts and value else value for name, value in row_to_json(row).items()}
        for row in read.rows
    ]
    return PartModel(name=read.part.name, title=read.part.title, columns=columns, rows=rows, is_cut=read.is_cut)
