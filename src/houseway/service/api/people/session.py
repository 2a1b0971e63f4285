"""Sessions: begin as a guest, log in, log out, and ask whose session it is."""

import asyncio
from time import monotonic
from typing import Annotated

from fastapi import Request, Response, status
from pydantic import BaseModel, Field

from houseway.errors import Unavailable
from houseway.service.api.requests.dependencies import PersonHere, RequiredPerson, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.limits import SESSION_COOKIE, client_address, session_token
from houseway.service.api.requests.models import RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.people.passwords import LONGEST
from houseway.service.people.person import Person
from houseway.service.people.roles import role_policy
from houseway.service.settings import RequestLimits, ServiceSettings, is_loopback

router = SubjectRouter(prefix="/api/session", tags=["session"], responses=REFUSALS)

_LONGEST_TEXT = 200
Login = Annotated[str, Field(max_length=_LONGEST_TEXT)]
Password = Annotated[str, Field(max_length=LONGEST)]
ShownName = Annotated[str, Field(max_length=_LONGEST_TEXT, description="The name that others see")]


class PersonModel(BaseModel):
    """Somebody with a session."""

    id: str
    name: str
    guest: bool
    roles: list[str]
    permissions: list[str]


class Session(BaseModel):
    """Who is asking: null for somebody without a session."""

    person: PersonModel | None


def describe_person(person: Person) -> PersonModel:
    permissions = sorted(role_policy().permissions_of(person.roles))
    return PersonModel(id=person.id, name=person.name, guest=person.guest, roles=sorted(person.roles), permissions=permissions)


def needs_secure_cookie(settings: ServiceSettings) -> bool:
    """Return whether browsers may send the cookie by TLS only; without TLS the service is on this machine alone."""
    return settings.has_tls or bool(settings.trusted_proxies) or not is_loopback(settings.host)


def _set_cookie(response: Response, settings: ServiceSettings, token: str) -> None:
    secure = needs_secure_cookie(settings)
    response.set_cookie(SESSION_COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")


@router.get("")
async def who_am_i(person: PersonHere) -> Session:
    """Say whose session this is."""
    return Session(person=describe_person(person) if person else None)


class GuestRequest(RequestModel):
    name: Annotated[
        ShownName | None, Field(description="The name that others see; without one, the house gives a free one")
    ] = None


@router.post("/guest", status_code=status.HTTP_201_CREATED)
async def start_as_guest(wanted: GuestRequest, response: Response, request: Request, service: ServiceHere) -> Session:
    """Begin a session with play money, without an account. An earlier session of the same browser ends."""
    if not service.guest_arrivals.take(client_address(request.scope), monotonic()):
        raise _arrivals_error(service.settings.limits)
    person, token = await asyncio.to_thread(service.people.start_guest, wanted.name)
    await _end_session(request, service)
    _set_cookie(response, service.settings, token)
    return Session(person=describe_person(person))


def _arrivals_error(limits: RequestLimits) -> Unavailable:
    return Unavailable(
        "too many guests have come from your address; try again in a moment",
        code="session.arrivals",
        given="one more guest",
        allowed=f"{limits.guests_at_once} at once, then {limits.guests_per_second:g} a second",
    )


class NameRequest(RequestModel):
    name: ShownName


@router.post("/name")
async def choose_name(wanted: NameRequest, service: ServiceHere, person: RequiredPerson) -> Session:
    """Choose another name as a guest, while you sit at no table."""
    tables = service.house.tables_of(person.id)
    return Session(person=describe_person(await asyncio.to_thread(service.people.choose_name, person, wanted.name, tables)))


class KeepRequest(RequestModel):
    login: Login
    password: Password


@router.post("/keep")
async def keep_name(wanted: KeepRequest, request: Request, service: ServiceHere, person: RequiredPerson) -> Session:
    """Keep one's name as a guest by choosing a log-in and a password: the same person, with chips, rounds and limits. It goes on
    record, and this session goes on."""
    async with service.password_turns.turn(client_address(request.scope)):
        kept = await asyncio.to_thread(service.people.keep_name, person, wanted.login, wanted.password)
    return Session(person=describe_person(kept))


class LoginRequest(RequestModel):
    login: Login
    password: Password


@router.post("")
async def log_in(wanted: LoginRequest, response: Response, request: Request, service: ServiceHere) -> Session:
    """Begin a session with an account. Every failure gets the same answer."""
    async with service.password_turns.turn(client_address(request.scope), wanted.login):
        token = await asyncio.to_thread(service.people.log_in, wanted.login, wanted.password)
    await _end_session(request, service)
    return await _begin_session(token, response, service)


async def _begin_session(token: str, response: Response, service: ServiceHere) -> Session:
    person = await asyncio.to_thread(service.people.person_of, token)
    _set_cookie(response, service.settings, token)
    return Session(person=describe_person(person) if person else None)


async def _end_session(request: Request, service: ServiceHere) -> None:
    token = session_token(request.headers)
    if token:
        await asyncio.to_thread(service.people.revoke, token)


@router.delete("", status_code=status.HTTP_204_NO_CONTENT)
async def log_out(request: Request, service: ServiceHere) -> Response:
    """End the session. Its token becomes invalid."""
    await _end_session(request, service)
    response = Response(status_code=status.HTTP_204_NO_CONTENT)
    response.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")
    return response


class AdministratorRequest(RequestModel):
    link: Annotated[str, Field(max_length=_LONGEST_TEXT, description="The token that was printed at the first start")]
    login: Login
    name: ShownName
    password: Password


@router.post("/administrator", status_code=status.HTTP_201_CREATED)
async def become_administrator(
    wanted: AdministratorRequest, response: Response, request: Request, service: ServiceHere
) -> Session:
    """Become the first administrator with the link that was printed at the first start. It works once."""
    async with service.password_turns.turn(client_address(request.scope)):
        person, token = await asyncio.to_thread(
            service.people.claim_administrator, wanted.link, wanted.login, wanted.name, wanted.password
        )
    _set_cookie(response, service.settings, token)
    return Session(person=describe_person(person))


class PasswordRequest(RequestModel):
    old_password: Password
    new_password: Password


@router.post("/password")
async def change_password(
    wanted: PasswordRequest, response: Response, request: Request, person: RequiredPerson, service: ServiceHere
) -> Session:
    """Change one's own password. Every session of the account ends, and a new one begins."""
    async with service.password_turns.turn(client_address(request.scope)):
        token = await asyncio.to_thread(service.people.change_password, person, wanted.old_password, wanted.new_password)
    return await _begin_session(token, response, service)
