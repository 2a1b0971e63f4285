"""Persons: register them, grant and withdraw roles, end sessions, erase. All of it is for administrators and goes on record."""

import asyncio
from typing import Annotated

from fastapi import Depends, status
from pydantic import BaseModel, Field, StringConstraints

from houseway.errors import NotAllowed
from houseway.service.api.requests.dependencies import Permitted, RequiredPerson, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import PersonId, Reason, RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.people.person import Person

router = SubjectRouter(prefix="/api/people", tags=["people"], responses=REFUSALS)
Manager = Annotated[Person, Depends(Permitted("people.manage"))]
RoleName = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
ShortText = Annotated[str, Field(max_length=256)]


class RegisteredPerson(BaseModel):
    id: str
    name: str
    roles: list[str]
    program: Annotated[bool, Field(description="A program player")]


class PersonList(BaseModel):
    people: list[RegisteredPerson]


def _describe(person: Person) -> RegisteredPerson:
    return RegisteredPerson(id=person.id, name=person.name, roles=sorted(person.roles), program=person.program)


@router.get("")
async def list_people(service: ServiceHere, by: Manager) -> PersonList:
    """List all registered persons. Guests are not registered."""
    return PersonList(people=[_describe(each) for each in await asyncio.to_thread(service.people.list_registered)])


class Registration(RequestModel):
    login: ShortText
    name: ShortText
    password: ShortText
    roles: Annotated[list[RoleName], Field(max_length=10)]
    why: Reason


@router.post("", status_code=status.HTTP_201_CREATED)
async def register_person(wanted: Registration, service: ServiceHere, by: Manager) -> RegisteredPerson:
    """Register somebody with a log-in."""
    facts = (wanted.login, wanted.name, wanted.password, wanted.roles, by, wanted.why)
    async with service.password_turns.turn(by.id):
        return _describe(await asyncio.to_thread(service.people.register, *facts))


class RoleChange(RequestModel):
    role: RoleName
    why: Reason


@router.post("/{person}/grant")
async def grant_role(person: PersonId, wanted: RoleChange, service: ServiceHere, by: Manager) -> RegisteredPerson:
    """Grant a role. Nobody changes his own roles."""
    return _describe(await asyncio.to_thread(service.people.grant, person, wanted.role, by, wanted.why))


@router.post("/{person}/withdraw")
async def withdraw_role(person: PersonId, wanted: RoleChange, service: ServiceHere, by: Manager) -> RegisteredPerson:
    """Withdraw a role, with effect at once."""
    return _describe(await asyncio.to_thread(service.people.withdraw, person, wanted.role, by, wanted.why))


class PasswordReset(RequestModel):
    login: ShortText
    password: ShortText
    why: Reason


@router.post("/{person}/password", status_code=status.HTTP_204_NO_CONTENT)
async def reset_password(person: PersonId, wanted: PasswordReset, service: ServiceHere, by: Manager) -> None:
    """Give a person a new log-in and password. All sessions of the person end."""
    async with service.password_turns.turn(by.id):
        await asyncio.to_thread(service.people.reset_password, person, wanted.login, wanted.password, by, wanted.why)


class WithReason(RequestModel):
    why: Reason


class EndedSessions(BaseModel):
    ended: int


@router.post("/{person}/end-sessions")
async def end_sessions(person: PersonId, wanted: WithReason, service: ServiceHere, by: RequiredPerson) -> EndedSessions:
    """End every session of a person: one's own, or anybody's as an administrator."""
    return EndedSessions(ended=await asyncio.to_thread(service.people.revoke_all, person, by, wanted.why))


@router.post("/{person}/erase", status_code=status.HTTP_204_NO_CONTENT)
async def erase_person(person: PersonId, wanted: WithReason, service: ServiceHere, by: RequiredPerson) -> None:
    """Erase name, log-in and password: one's own, or anybody's as an administrator, also a guest's name. What was done stays on
    record under the id. Whoever has money is paid out first."""
    known = await asyncio.to_thread(service.people.find, person)
    tables = service.house.tables_of(person)
    if tables and known is not None and not known.guest:
        raise NotAllowed(
            f"this person sits at {', '.join(tables)}, and has to leave first",
            code="person.seated",
            given=tables,
            allowed="leave the tables first",
        )
    await asyncio.to_thread(service.people.erase, person, by, wanted.why)
