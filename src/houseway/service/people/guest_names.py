"""The name of a guest: the house offers one that no other guest has, he may choose another while he sits nowhere, and he keeps his
by choosing a password. He is then registered as a player: the same person, with his chips, rounds and limits."""

from collections.abc import Collection, Sequence
from itertools import count
from random import Random, SystemRandom

from sqlalchemy import Connection

from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.service.people.accounts import Accounts
from houseway.service.people.identities import ACCOUNT, Identities, check_login
from houseway.service.people.passwords import Passwords, check_password
from houseway.service.people.person import Person, check_name
from houseway.service.people.record import PERSON_REGISTERED, HouseRecord
from houseway.service.people.roles import GUEST, PLAYER

_ROLES_AT_MOST_SECONDS_OLD = 1.0
_LEAST_LEFT = 60_000
"""Milliseconds that a guest's time must still last when he is registered: nothing that forgets guests comes between."""
KEPT_BY_HIMSELF = "keeps the name that he had as a guest"

OFFERED = ("Ada", "Bea", "Cal", "Dov", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "May", "Ned", "Ora", "Pia")
"""Names for guests who have not chosen one."""


def offered_name(taken: Collection[str], choose: Random) -> str:
    """Return a name that nobody has who is here: one of the list, or one with a number once they are all given away."""
    free = [name for name in OFFERED if name not in taken]
    if free:
        return choose.choice(free)
    name = choose.choice(OFFERED)
    return next(numbered for number in count(2) if (numbered := f"{name} {number}") not in taken)


def check_may_choose_name(person: Person, tables: Sequence[str]) -> None:
    """Refuse somebody whose name is on record, and a guest who sits somewhere: the others at his table know him by his name."""
    if not person.guest:
        raise NotAllowed(
            "your name belongs to your account and stays as it is",
            code="person.registered",
            given="the name of an account",
            allowed="guests choose their names here",
        )
    if tables:
        raise NotAllowed(
            f"you sit at {', '.join(tables)}, where the others know you by your name; get up first, then choose another",
            code="person.seated",
            given=tuple(tables),
            allowed="while you sit at no table",
        )


class GuestNames:
    """Methods block, and any thread may call them."""

    def __init__(
        self, identities: Identities, passwords: Passwords, record: HouseRecord, accounts: Accounts, clock: HouseClock
    ) -> None:
        self._identities, self._passwords = identities, passwords
        self._record, self._accounts, self._clock = record, accounts, clock

    def offer(self) -> str:
        """Return a name for a guest who has not chosen one."""
        return offered_name(self._identities.names_in_use(self._clock.now()), SystemRandom())

    def check(self, name: str) -> str:
        """Return a name that a guest may have and keep, or refuse it: nobody plays under the name of somebody who works here. That
        of another player is not refused, because a refusal would tell who is registered."""
        roles = self._record.refresh(_ROLES_AT_MOST_SECONDS_OLD).roles
        staff = [person for person, held in roles.items() if held - {PLAYER, GUEST}]
        return check_name(name, taken=self._identities.names(staff).values())

    def choose(self, guest: Person, name: str, tables: Sequence[str]) -> None:
        """Give a guest the name that he chooses, unless he sits at a table."""
        check_may_choose_name(guest, tables)
        self._identities.rename_guest(guest.id, self.check(name))

    def keep(self, guest: Person, login: str, password: str, play_money: Cents) -> None:
        """Register a guest as a player with the name that he has. His sessions go on. What he has is play money, which the cage
        does not pay out; if he has not sat down yet, it is issued now."""
        if not guest.guest:
            raise NotAllowed("you have an account already", code="person.registered", given="an account", allowed="a guest")
        stored, _ = check_login(login), self.check(guest.name)
        hashed = self._passwords.hash(check_password(password, login))
        self._accounts.issue_first(guest.id, play_money)
        facts = {"person": guest.id, "kind": ACCOUNT, "before": (GUEST,), "after": (PLAYER,), "by": guest.id}
        event = Event(PERSON_REGISTERED, (), {**facts, "why": KEPT_BY_HIMSELF})

        def write(connection: Connection) -> None:
            if not self._identities.register_guest(connection, guest.id, stored, hashed, self._clock.now() + _LEAST_LEFT):
                raise NotAllowed(
                    "your time as a guest is over, or your name is kept already; come in again",
                    code="person.guest-over",
                    given="a guest",
                    allowed="a guest whose time is not over",
                )

        self._record.add(lambda state: (event,), guest, write)
