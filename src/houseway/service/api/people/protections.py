"""What a player sees and chooses for his own protection: limits, suspension, exclusion, notices, statements, and his visit."""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, status
from fastapi.responses import Response
from pydantic import BaseModel, Field

from houseway.reports.columns import Column, columns_of, row_to_json, write_csv
from houseway.reports.scope import ReportScope
from houseway.service.api.house.reports import Day
from houseway.service.api.requests.dependencies import Permitted, PermittedVisitor, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.limits import session_token
from houseway.service.api.requests.models import RequestModel, send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.people.person import Person
from houseway.service.people.protection.choices import FOR_LIFE, Protection, strictest_limits
from houseway.service.people.protection.play_limits import done_of, left_of
from houseway.service.people.protection.play_sums import PlayRecord, end_of_period
from houseway.service.people.protection.protection_policy import LARGEST, PERIODS, TIME, HelpWords, ProtectionPolicy
from houseway.service.people.sessions import Visit
from houseway.service.reporting.play_statement import StatementDay, read_statement
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/protection", tags=["protection"], responses=REFUSALS)
Owner = Annotated[Person, Depends(Permitted("account.read-own"))]
Visitor = Annotated[Person | None, Depends(PermittedVisitor("lobby.read"))]
Kind = Annotated[
    Literal["buy-ins", "losses", "wagers", "time"], Field(description="What is limited: cents, or for `time` minutes")
]
Period = Literal["day", "week", "month"]
Milliseconds = Annotated[int, Field(description="Milliseconds since the epoch")]
_MINUTE, _SECOND = 60_000, 1_000

send_as_they_are(HelpWords, Column)


class Choices(BaseModel):
    """What a player may choose from."""

    suspension_days: tuple[int, ...]
    exclusion_months: Annotated[tuple[int, ...], Field(description="0 is for life")]
    reminder_minutes: tuple[int, ...]
    usual_reminder: int
    wait_days: Annotated[dict[str, int], Field(description="How long a looser limit waits, by period")]
    confirm_days: Annotated[int, Field(description="For how long it can be confirmed afterwards")]


class HelpModel(BaseModel):
    """Where help is to be had, and what a player may choose from."""

    help: HelpWords
    choices: Choices


class AskedLimit(BaseModel):
    """A looser limit that was asked for."""

    most: Annotated[int | None, Field(description="Null for no limit")]
    opens_at: Annotated[int, Field(description="From when on it can be confirmed")]
    closes_at: Annotated[int, Field(description="Until when")]


class OwnLimit(BaseModel):
    kind: str
    period: str
    setter: Annotated[str, Field(description="`player`, or `house` for a limit that the house has set")]
    most: int
    asked: AskedLimit | None


class LimitInForce(BaseModel):
    """The strictest limit of a kind and period. Amounts are in cents; of time they are in seconds."""

    kind: str
    period: str
    setter: str
    most: int
    done: int
    left: int
    ends_at: Annotated[int, Field(description="When the period ends")]


class PlayedSums(BaseModel):
    period: str
    wagered: int
    net: Annotated[int, Field(description="Won less lost; wagers of a round under way count as lost")]
    bought_in: int
    seconds: Annotated[int, Field(description="Time at tables")]


class ProtectionState(BaseModel):
    """What holds for a person, and what he has played."""

    person: str
    at: Annotated[int, Field(description="The time of the house")]
    limits: list[OwnLimit]
    in_force: list[LimitInForce]
    played: list[PlayedSums]
    suspended_until: Annotated[int | None, Field(description="Null if play is not suspended")]
    excluded_until: Annotated[int | None, Field(description="Null if there is no end, or no exclusion")]
    is_excluded: bool
    reminder_minutes: int


class VisitState(BaseModel):
    """The session of a player: what a table page and the notices show."""

    at: Annotated[int, Field(description="The time of the house")]
    zone: Annotated[str, Field(description="The house's time zone")]
    visit: Annotated[str, Field(description="An identifier of this visit")]
    since: Milliseconds
    previous_log_in: Annotated[int | None, Field(description="Null for the first one, and for guests")]
    wagered: Annotated[int, Field(description="Cents, in rounds that ended in this visit")]
    net: int
    seconds: Annotated[int, Field(description="Time at tables in this visit")]
    reminder_minutes: int
    help: HelpWords


class LimitRequest(RequestModel):
    kind: Kind
    period: Period
    most: Annotated[int | None, Field(ge=0, le=LARGEST, description="Cents, or minutes of time; null for no limit")]


class LimitName(RequestModel):
    kind: Kind
    period: Period


class SuspensionRequest(RequestModel):
    days: Annotated[int, Field(ge=1)]


class ExclusionRequest(RequestModel):
    months: Annotated[int, Field(ge=0, description="0 is for life")]


class ReminderRequest(RequestModel):
    minutes: Annotated[int, Field(ge=1)]


class StatementQuery(BaseModel):
    first: Annotated[Day, Field(description="The first gaming day; without it, the present one")] = ""
    last: Annotated[Day, Field(description="The last gaming day")] = ""


class Statement(BaseModel):
    person: str
    first: str
    last: str
    columns: tuple[Column, ...]
    rows: Annotated[list[dict[str, Any]], Field(description="A gaming day each, and their sum last. Money in cents")]


@router.get("/help")
async def show_help(service: ServiceHere, person: Visitor) -> HelpModel:
    """Say where help is to be had, and what players may choose for their protection."""
    policy = service.protecting.policy
    choices = Choices(
        suspension_days=policy.suspension_days,
        exclusion_months=policy.exclusion_months,
        reminder_minutes=policy.reminder_choices,
        usual_reminder=policy.usual_reminder,
        wait_days=dict(policy.period_days),
        confirm_days=policy.confirm_days,
    )
    return HelpModel(help=policy.help, choices=choices)


@router.get("")
async def show_own_protection(service: ServiceHere, person: Owner) -> ProtectionState:
    """Show one's own limits, what is left of them, and what one has played."""
    return await describe_protection(service, person.id)


@router.post("/limits")
async def change_own_limit(wanted: LimitRequest, service: ServiceHere, person: Owner) -> ProtectionState:
    """Limit oneself. A stricter limit holds at once. A looser one, or none, is asked for: it can be confirmed when the whole period
    of the old one has passed, and the old one holds until then."""
    facts = person, wanted.kind, wanted.period, wanted.most
    await asyncio.to_thread(service.protecting.change_own_limit, *facts)
    return await describe_protection(service, person.id)


@router.post("/limits/confirm")
async def confirm_looser_limit(wanted: LimitName, service: ServiceHere, person: Owner) -> ProtectionState:
    """Confirm a looser limit, when its time has come."""
    await asyncio.to_thread(service.protecting.confirm_own_limit, person, wanted.kind, wanted.period)
    return await describe_protection(service, person.id)


@router.post("/suspension", status_code=status.HTTP_201_CREATED)
async def suspend_own_play(wanted: SuspensionRequest, service: ServiceHere, person: Owner) -> ProtectionState:
    """Suspend one's own play for some days. Nobody can end it sooner; money is paid out at any time."""
    await asyncio.to_thread(service.protecting.suspend, person, wanted.days)
    return await describe_protection(service, person.id)


@router.post("/exclusion", status_code=status.HTTP_201_CREATED)
async def exclude_oneself(wanted: ExclusionRequest, service: ServiceHere, person: Owner) -> ProtectionState:
    """Exclude oneself from play for some months, or for life. Nobody can end it sooner; money is paid out at any time."""
    await asyncio.to_thread(service.protecting.exclude, person, wanted.months)
    return await describe_protection(service, person.id)


@router.post("/reminder")
async def choose_own_reminder(wanted: ReminderRequest, service: ServiceHere, person: Owner) -> ProtectionState:
    """Choose how often one is told how long one has played."""
    await asyncio.to_thread(service.protecting.choose_reminder, person, wanted.minutes)
    return await describe_protection(service, person.id)


@router.get("/visit")
async def show_visit(request: Request, service: ServiceHere, person: Owner) -> VisitState:
    """Show one's own session: since when, the log-in before, and what was played meanwhile."""
    visit = await asyncio.to_thread(service.people.find_visit, session_token(request.headers) or "")
    now = service.house.now()
    visit = visit or Visit("", now, None)
    wagered, net, time = await asyncio.to_thread(service.protecting.played_since, person.id, visit.since, now)
    policy, chosen = service.protecting.policy, service.record.state.protections.get(person.id, Protection())
    return VisitState(
        at=now,
        zone=service.record.state.calendar.rule_at(now).zone,
        visit=visit.id,
        since=visit.since,
        previous_log_in=visit.previous_log_in,
        wagered=wagered,
        net=net,
        seconds=time // _SECOND,
        reminder_minutes=chosen.reminder or policy.usual_reminder,
        help=policy.help,
    )


@router.get("/statement")
async def show_statement(service: ServiceHere, person: Owner, asked: Annotated[StatementQuery, Query()]) -> Statement:
    """Show what one has wagered, won, lost, paid and been paid on each gaming day of a period."""
    return await describe_statement(service, person.id, asked)


@router.get("/statement/file")
async def download_statement(service: ServiceHere, person: Owner, asked: Annotated[StatementQuery, Query()]) -> Response:
    """Download a statement as CSV."""
    scope = _scope_of(service, asked)
    rows = await _read_rows(service, person.id, scope)
    headers = {"Content-Disposition": f'attachment; filename="statement-{scope.first_day}-{scope.last_day}.csv"'}
    return Response("".join(write_csv(StatementDay, rows)), media_type="text/csv; charset=utf-8", headers=headers)


async def describe_statement(service: Service, person: str, asked: StatementQuery) -> Statement:
    """Return the statement of a person."""
    scope = _scope_of(service, asked)
    rows = [row_to_json(row) for row in await _read_rows(service, person, scope)]
    return Statement(person=person, first=scope.first_day, last=scope.last_day, columns=columns_of(StatementDay), rows=rows)


def _scope_of(service: Service, asked: StatementQuery) -> ReportScope:
    today = service.record.state.calendar.day_of(service.record.now())
    last = asked.last or asked.first or today
    return ReportScope(asked.first or last, last)


async def _read_rows(service: Service, person: str, scope: ReportScope) -> tuple[StatementDay, ...]:
    days, known = (scope.first_day, scope.last_day), (service.record.now(), service.record.state.calendar)
    return await asyncio.to_thread(read_statement, service.store, person, *days, *known)


async def describe_protection(service: Service, person: str) -> ProtectionState:
    """Return what holds for a person, and what he has played."""
    await asyncio.to_thread(service.record.refresh)
    played, now = await service.house.play_of(person), service.record.now()
    policy, chosen = service.protecting.policy, service.record.state.protections.get(person, Protection())
    limits = [
        OwnLimit(kind=kind, period=period, setter=setter, most=limit.most, asked=_describe_asked(limit.asked))
        for (setter, kind, period), limit in sorted(chosen.limits.items())
    ]
    excluded = chosen.excluded_until
    return ProtectionState(
        person=person,
        at=now,
        limits=limits,
        in_force=_limits_in_force(service, chosen, policy, played, now),
        played=[_describe_sums(service, played, period, now) for period in PERIODS],
        suspended_until=chosen.suspended_until if chosen.suspended_until > now else None,
        excluded_until=excluded if now < excluded < FOR_LIFE else None,
        is_excluded=excluded > now,
        reminder_minutes=chosen.reminder or policy.usual_reminder,
    )


def _describe_asked(asked: object) -> AskedLimit | None:
    return None if asked is None else AskedLimit.model_validate(asked, from_attributes=True)


def _limits_in_force(
    service: Service, chosen: Protection, policy: ProtectionPolicy, played: PlayRecord, now: int
) -> list[LimitInForce]:
    calendar, found = service.record.state.calendar, []
    for name, (most, setter) in sorted(strictest_limits(chosen, policy).items()):
        kind, period = name
        sums = played.in_period(period, now, calendar)
        most_done = done_of(kind, sums), left_of(name, most, sums)
        done, left = (max(each, 0) // (_SECOND if kind == TIME else 1) for each in most_done)
        whole = most * (_MINUTE // _SECOND) if kind == TIME else most
        ends_at = end_of_period(calendar, period, sums.since)
        found.append(LimitInForce(kind=kind, period=period, setter=setter, most=whole, done=done, left=left, ends_at=ends_at))
    return found


def _describe_sums(service: Service, played: PlayRecord, period: str, now: int) -> PlayedSums:
    sums = played.in_period(period, now, service.record.state.calendar)
    return PlayedSums(
        period=period, wagered=max(sums.wagered, 0), net=sums.net, bought_in=sums.bought, seconds=sums.time // _SECOND
    )
