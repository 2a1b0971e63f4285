"""Accounts: players see their own, staff see all; deposits and withdrawals at the cage."""

import asyncio
from typing import Annotated

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.money import Cents
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import PersonId, Reason, RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.messages.facts import LARGEST_NUMBER
from houseway.service.people.accounts import account_stream
from houseway.service.people.person import Person
from houseway.service.records.pages import EventNumber, latest_events
from houseway.service.sent_command import CommandId, stored_command_id
from houseway.service.service import Service

router = SubjectRouter(prefix="/api", tags=["accounts"], responses=REFUSALS)
Owner = Annotated[Person, Depends(Permitted("account.read-own"))]
Cashier = Annotated[Person, Depends(Permitted("account.manage"))]
Reader = Annotated[Person, Depends(Permitted("account.read"))]
CentsNumber = Annotated[int, Field(description="Whole cents")]
Before = Annotated[EventNumber | None, Query(description="Only movements with smaller numbers")]


class Movement(BaseModel):
    """Money that moved on an account."""

    number: int
    at: Annotated[int, Field(description="Milliseconds since the epoch")]
    reason: str
    source: str
    target: str
    amount: CentsNumber
    before: CentsNumber
    after: CentsNumber


class AccountModel(BaseModel):
    person: str
    balance: CentsNumber
    play_money: Annotated[
        bool, Field(description="Whether play money was issued on it: the cage pays out only what was brought")
    ]
    movements: Annotated[list[Movement], Field(description="The latest ones, in their order")]


def _describe_movement(number: int, at: int, event: Event) -> Movement:
    amounts = {name: event.cents(name).amount for name in ("amount", "before", "after")}
    words = {name: event.text(name) for name in ("reason", "source", "target")}
    return Movement.model_validate({"number": number, "at": at, **words, **amounts})


def _describe_account(service: Service, person: str, before: int | None = None) -> AccountModel:
    movements = [_describe_movement(*each) for each in latest_events(service.store, account_stream(person), before)]
    account = service.accounts.get(person)
    plays = account.has_play_money or account.promised
    return AccountModel(person=person, balance=account.balance.amount, play_money=plays, movements=movements)


@router.get("/account")
async def show_own_account(service: ServiceHere, person: Owner, before: Before = None) -> AccountModel:
    """Show one's own account."""
    return await asyncio.to_thread(_describe_account, service, person.id, before)


@router.post("/account/play-money")
async def renew_play_money(service: ServiceHere, person: Owner) -> AccountModel:
    """Take new play money when none is left, neither on the account nor at a table."""
    for table in service.house.tables_of(person.id):
        await service.house.catch_up(table)
        state = service.house.latest_state(table)
        chips = state.chips(person.id) or any(place in state.round.stakes for place in state.positions_of(person.id))
        if chips:
            said = f"you have chips at {table}; new play money comes when they are used up"
            raise NotAllowed(said, code="account.not-empty", given=table, allowed="no chips at any table")
    await asyncio.to_thread(service.accounts.renew, person.id, service.people.settings.guest_money)
    return await asyncio.to_thread(_describe_account, service, person.id)


class AccountEntry(BaseModel):
    person: str
    name: str
    guest: bool
    program: Annotated[bool, Field(description="A program player")]
    balance: CentsNumber


class AccountList(BaseModel):
    accounts: list[AccountEntry]


@router.get("/accounts")
async def find_accounts(
    service: ServiceHere,
    by: Reader,
    owner: Annotated[str, Query(min_length=1, max_length=60, description="Part of a name, or an id")],
) -> AccountList:
    """Find accounts by their owners, at the table or not, as a floorperson, an auditor or an administrator."""
    return AccountList(accounts=await asyncio.to_thread(_describe_owners, service, owner))


def _describe_owners(service: Service, sought: str) -> list[AccountEntry]:
    owners = service.people.search(sought)
    accounts = service.accounts.load(owner.id for owner in owners)
    return [
        AccountEntry(
            person=each.id, name=each.name, guest=each.guest, program=each.program, balance=accounts[each.id].balance.amount
        )
        for each in owners
    ]


@router.get("/accounts/{person}")
async def show_account(person: PersonId, service: ServiceHere, by: Reader, before: Before = None) -> AccountModel:
    """Show anybody's account, as a floorperson, an auditor or an administrator. Somebody who was erased still has one."""
    return await asyncio.to_thread(_describe_known_account, service, person, before)


def _describe_known_account(service: Service, person: str, before: int | None) -> AccountModel:
    if service.people.find(person) is None and not service.accounts.get(person).version:
        allowed = "the id of a guest, of somebody who is registered, or of somebody who had money here"
        raise Malformed(f"nobody has the id {person}", code="person.unknown", given=person, allowed=allowed)
    return _describe_account(service, person, before)


class CageMovement(RequestModel):
    id: CommandId
    amount_cents: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
    why: Reason


@router.post("/accounts/{person}/deposit")
async def deposit(person: PersonId, wanted: CageMovement, service: ServiceHere, by: Cashier) -> AccountModel:
    """Credit a person with money that he has brought. A repeated id changes nothing."""
    facts = (person, Cents(wanted.amount_cents), by, wanted.why, stored_command_id(by, wanted.id))
    await asyncio.to_thread(service.accounts.deposit, *facts)
    return await asyncio.to_thread(_describe_account, service, person)


@router.post("/accounts/{person}/withdraw")
async def withdraw(person: PersonId, wanted: CageMovement, service: ServiceHere, by: Cashier) -> AccountModel:
    """Pay a person out. A repeated id changes nothing."""
    facts = (person, Cents(wanted.amount_cents), by, wanted.why, stored_command_id(by, wanted.id))
    await asyncio.to_thread(service.accounts.withdraw, *facts)
    return await asyncio.to_thread(_describe_account, service, person)
