"""Persons and their sessions: guests, log-ins, roles, and the link that makes the first administrator.

Methods block (database, argon2), so an event loop calls them in a thread. No error and no event contains a name, a log-in, a
password or a token.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from argon2 import PasswordHasher
from sqlalchemy import Connection

from houseway.errors import NotAllowed, Unavailable
from houseway.events import Event
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.service.people import record as recording
from houseway.service.people.accounts import Accounts
from houseway.service.people.administration import with_present_roles
from houseway.service.people.attempts import Attempt, Attempts
from houseway.service.people.authority import authorize
from houseway.service.people.guest_names import GuestNames
from houseway.service.people.identities import ACCOUNT, GUEST, PROGRAM, Identities, Identity, check_login, normalize_login
from houseway.service.people.passwords import Passwords, check_password
from houseway.service.people.person import THE_HOUSE, Person, check_name, new_person_id
from houseway.service.people.record import HouseRecord, HouseState, check_reason
from houseway.service.people.roles import ADMINISTRATOR, PLAYER, role_policy, why_role_stays
from houseway.service.people.roles import GUEST as GUEST_ROLE
from houseway.service.people.sessions import OneTimeLinks, Sessions, Visit, new_token
from houseway.store import Store

_MINUTE, _HOUR = 60_000, 3_600_000
"""In milliseconds."""
_ROLES_AT_MOST_SECONDS_OLD = 1.0
"""How soon a role that another server has granted or withdrawn takes effect here."""
_BECOME_ADMINISTRATOR = "administrator"
_GUESTS_AT_ONCE = 500
"""Guests that are forgotten together: other regular work waits meanwhile."""


@dataclass(frozen=True, slots=True)
class PeopleSettings:
    """Times are in milliseconds."""

    idle_limit: int = 30 * _MINUTE
    """A session that was not used for this long has ended."""
    failures: int = 3
    """This many failures to log in within the window lock the log-in."""
    failure_window: int = 30 * _MINUTE
    lock: int = 15 * _MINUTE
    guest_time: int = 24 * _HOUR
    """After this time a guest's session, name and play money expire."""
    guest_money: Cents = Cents.from_dollars(5_000)  # noqa: RUF009 - a frozen value
    """Play money that a guest is given. It expires with the guest."""
    program_money: Cents = Cents.from_dollars(100_000)  # noqa: RUF009
    """Play money that a program player is given."""
    most_guests: int = 10_000
    """Guests at the same time."""
    password_rounds: int = 3
    """What argon2 spends on one password, as its standard (RFC 9106) recommends: rounds, memory, and threads."""
    password_memory_kib: int = 65_536
    password_threads: int = 4


class People:
    def __init__(
        self,
        store: Store,
        record: HouseRecord,
        accounts: Accounts,
        clock: HouseClock,
        settings: PeopleSettings | None = None,
    ) -> None:
        self.settings = settings or PeopleSettings()
        self._record, self._accounts, self._clock = record, accounts, clock
        limits = self.settings
        hasher = PasswordHasher(limits.password_rounds, limits.password_memory_kib, limits.password_threads)
        self._identities, self._passwords = Identities(store.database), Passwords(hasher)
        self._sessions = Sessions(store.database, limits.idle_limit)
        self._links, self._database = OneTimeLinks(), store.database
        self._guest_names = GuestNames(self._identities, self._passwords, record, accounts, clock)
        self._attempts = Attempts(store.database, limits.failures, limits.failure_window, limits.lock)
        accounts.promised_to = self._promised_money

    # Sessions

    def start_guest(self, name: str | None = None) -> tuple[Person, str]:
        """Begin the session of a guest, who needs no account. Without a name he gets one that no other guest has. Return the guest
        and the session's token. No stream knows of him before he sits down, so that nothing is left of those who only look."""
        now = self._clock.now()
        shown = self._guest_names.offer() if name is None else self._guest_names.check(name)
        self._make_room_for_guest(now)
        identity = Identity(new_person_id(), GUEST, shown, created_at=now, expires_at=now + self.settings.guest_time)
        token = new_token()
        with self._database.transaction() as connection:
            self._identities.add(connection, identity)
            self._sessions.add(connection, token, identity.person, now)
        return self._person(identity), token

    def choose_name(self, guest: Person, name: str, tables: Sequence[str]) -> Person:
        """Give a guest the name that he chooses, unless he sits at a table."""
        self._guest_names.choose(guest, name, tables)
        return self.find(guest.id) or guest

    def keep_name(self, guest: Person, login: str, password: str) -> Person:
        """Register a guest as a player with the name that he has."""
        self._guest_names.keep(guest, login, password, self.settings.guest_money)
        return self._known(guest.id)

    def _make_room_for_guest(self, now: int) -> None:
        """If the house is full, let guests go who have never sat down and have done nothing for longest. Refuse if there are
        none."""
        if not self._sessions.has_guests(self.settings.most_guests, now):
            return
        unused = self._sessions.unused_guests(now)
        if not any(self._remove_unseated(group) for group in _in_groups(unused)):
            raise Unavailable("the house is full of guests", code="session.guests", given="a guest", allowed="try again later")

    def _promised_money(self, persons: Collection[str]) -> Mapping[str, Cents]:
        """Return the play money that guests are given when they sit down."""
        return dict.fromkeys(self._identities.live_guests(persons, self._clock.now()), self.settings.guest_money)

    def log_in(self, login: str, password: str) -> str:
        """Begin a session and return its token. Whatever is wrong, the answer is the same and takes about the same work."""
        identity = self._verify(login, password)
        if self._passwords.needs_rehash(identity.password or ""):
            self._identities.set_hash(identity.person, self._passwords.hash(password))
        return self._sessions.begin(identity.person, self._clock.now())

    def _verify(self, login: str, password: str) -> Identity:
        normal = normalize_login(login)
        attempt = self._attempts.begin(normal or login[:100], self._clock.now())
        identity = self._registered(self._identities.find_login(normal or ""))
        tried = identity.password if identity and not attempt.locked else None
        if self._passwords.verify(tried, password) and identity:
            self._attempts.forget_failures(attempt)
            return identity
        self._record_failure(attempt, identity)
        raise NotAllowed(
            "the log-in or the password is wrong, or the log-in is locked for a while",
            code="session.credentials",
            given="a log-in and a password",
            allowed=f"a correct pair; after {self.settings.failures} failures, only later",
        )

    def _record_failure(self, attempt: Attempt, identity: Identity | None) -> None:
        person = identity.person if identity else ""
        why = "locked" if attempt.locked else "password" if identity else "unknown"
        events = [Event(recording.LOG_IN_FAILED, (), {"person": person, "why": why})]
        if attempt.locks:
            facts = {"person": person, "milliseconds": self.settings.lock, "why": "too many failures"}
            events.append(Event(recording.LOG_IN_LOCKED, (), facts))
        self._record.add(lambda state: tuple(events))

    def person_of(self, token: str, use: bool = True) -> Person | None:
        """Return whose session a token is; None if it has ended or never was. With `use` its idle time starts again.

        Roles are those of this moment (another server's changes of a second ago), so whoever holds a session open asks again.
        """
        self._record.refresh(_ROLES_AT_MOST_SECONDS_OLD)
        identity = self._sessions.identity_of(token, self._clock.now(), use)
        return self._person(identity) if identity and self._registered(identity) else None

    def persons_of(self, tokens: Iterable[str]) -> Mapping[str, Person]:
        """Return whose sessions tokens are, without using them. Those that have ended are left out."""
        self._record.refresh(_ROLES_AT_MOST_SECONDS_OLD)
        found = self._sessions.identities_of(tokens, self._clock.now())
        return {token: self._person(identity) for token, identity in found.items() if self._registered(identity)}

    def find_visit(self, token: str) -> Visit | None:
        """Return since when a session runs, with an identifier of its own, and when its person had logged in before."""
        return self._sessions.find_visit(token)

    def revoke(self, token: str) -> None:
        """End a session."""
        self._sessions.revoke(token, self._clock.now())

    # Persons

    def find(self, person: str) -> Person | None:
        identity = self._registered(self._identities.find(person))
        return self._person(identity) if identity else None

    def names(self, persons: Collection[str]) -> Mapping[str, str]:
        """Return the names that are shown for ids. Ids that nobody has are left out."""
        own = {THE_HOUSE.id: THE_HOUSE.name} if THE_HOUSE.id in persons else {}
        return {**own, **self._identities.names(persons)}

    def list_registered(self) -> tuple[Person, ...]:
        """Return everybody who is registered, programs too, in the order of registration."""
        everybody = (*self._identities.of_kind(ACCOUNT), *self._identities.of_kind(PROGRAM))
        return tuple(self._person(identity) for identity in everybody if self._registered(identity))

    def search(self, sought: str) -> tuple[Person, ...]:
        """Return people by an id or a part of their names: the first ones in the order of names."""
        return tuple(self._person(identity) for identity in self._identities.search(sought) if self._registered(identity))

    def _registered(self, identity: Identity | None) -> Identity | None:
        """Return an identity that counts: a guest's, or one that the record knows."""
        if identity is None or identity.kind == GUEST:
            return identity
        if identity.name is not None and identity.person not in self._record.state.roles:
            self._record.refresh()  # another server may have registered him a moment ago
        return identity if identity.person in self._record.state.roles else None

    def _person(self, identity: Identity) -> Person:
        guest = identity.kind == GUEST
        roles = frozenset((GUEST_ROLE,)) if guest else self._record.state.roles[identity.person]
        return Person(identity.person, identity.shown_name, roles, guest, identity.kind == PROGRAM)

    # Administration

    def register(
        self, login: str, name: str, password: str, roles: Collection[str], by: Person, why: str, link: str = ""
    ) -> Person:
        """Register somebody with a log-in. A link for the first administrator is used up with it."""
        self._record.refresh()
        check_manager(self._record.state, by)
        role_policy().check_roles(roles), check_reason(why)  # before the work of hashing
        stored, shown = check_login(login), check_name(name)
        hashed = self._passwords.hash(check_password(password, login))
        new = Identity(new_person_id(), ACCOUNT, shown, stored, hashed, self._clock.now())
        return self._register(new, roles, by, why, link)

    def register_program(self, name: str, by: Person = THE_HOUSE, why: str = "a program player") -> Person:
        """Register a program player with play money. Nobody can log in as it."""
        new = Identity(new_person_id(), PROGRAM, check_name(name, is_program=True), created_at=self._clock.now())
        person = self._register(new, [PLAYER], by, why)
        self._accounts.grant(person.id, self.settings.program_money, "play money of a program player")
        return person

    def _register(self, identity: Identity, roles: Collection[str], by: Person, why: str, link: str = "") -> Person:
        """Store the identity and its event together."""
        after = tuple(sorted(role_policy().check_roles([role for role in roles if role != GUEST_ROLE])))
        facts = {"person": identity.person, "kind": identity.kind, "before": (), "after": after}
        events = [Event(recording.PERSON_REGISTERED, (), {**facts, "by": by.id, "why": check_reason(why)})]
        if link:
            used = {"person": identity.person, "by": identity.person, "why": "first"}
            events.append(Event(recording.LINK_USED, (), used))
        self._remove_unregistered(identity.login)

        def decide(state: HouseState) -> tuple[Event, ...]:
            check_manager(state, by)
            return tuple(events)

        def write(connection: Connection) -> None:
            if link:
                self._use_link(connection, link)
            self._identities.add(connection, identity)

        self._record.add(decide, by, write)
        return self._person(identity)

    def _use_link(self, connection: Connection, link: str) -> None:
        if not self._links.use_up(connection, link, _BECOME_ADMINISTRATOR, self._clock.now()):
            raise _link_error()

    def _remove_unregistered(self, login: str | None) -> None:
        held = self._identities.find_login(login) if login else None
        if held and not self._registered(held):
            with self._database.transaction() as connection:
                self._identities.remove(connection, [held.person])

    def grant(self, person: str, role: str, by: Person, why: str) -> Person:
        """Grant a role. Nobody changes his own roles, and a guest gets none."""
        return self._change_roles(person, recording.ROLE_GRANTED, role, by, why)

    def withdraw(self, person: str, role: str, by: Person, why: str) -> Person:
        """Withdraw a role. It has effect at once, in sessions that are open too."""
        return self._change_roles(person, recording.ROLE_WITHDRAWN, role, by, why)

    def _change_roles(self, person: str, kind: str, role: str, by: Person, why: str) -> Person:
        reason = check_reason(why)

        def decide(state: HouseState) -> tuple[Event, ...]:
            check_manager(state, by, person)
            before = _roles_of(state, person)
            changed = before | {role} if kind == recording.ROLE_GRANTED else before - {role}
            after = role_policy().check_roles(changed)
            if GUEST_ROLE in after or after == before:
                raise NotAllowed(
                    why_role_stays(role, before, granted=kind == recording.ROLE_GRANTED),
                    code="role.change",
                    given=role,
                    allowed=tuple(sorted(before)),
                )
            facts = {"person": person, "role": role, "before": tuple(sorted(before)), "after": tuple(sorted(after))}
            return (Event(kind, (), {**facts, "by": by.id, "why": reason}),)

        self._record.add(decide, by)
        return self._known(person)

    def _known(self, person: str) -> Person:
        found = self.find(person)
        if found is None or found.guest:
            raise _nobody_error()
        return found

    def change_password(self, person: Person, old: str, new: str) -> str:
        """Change one's own password. Every session ends; return the token of a new one."""
        identity = self._identities.find(person.id)
        login = (identity.login if identity else None) or ""
        self._verify(login, old)
        self._set_password(person.id, login, new, person, "by himself")
        return self._sessions.begin(person.id, self._clock.now())

    def reset_password(self, person: str, login: str, new: str, by: Person, why: str) -> None:
        """Give somebody a new log-in and password, and end his sessions."""
        self._record.refresh()
        check_manager(self._record.state, by, person)
        if self._known(person).program:
            raise _nobody_error()
        self._set_password(person, check_login(login), new, by, why)

    def _set_password(self, person: str, login: str, new: str, by: Person, why: str) -> None:
        hashed = self._passwords.hash(check_password(new, login))
        facts = {"person": person, "before": "a password", "after": "another password", "by": by.id, "why": check_reason(why)}

        def write(connection: Connection) -> None:
            self._identities.set_password(connection, person, login, hashed)
            self._sessions.revoke_all(connection, person, self._clock.now())

        self._record.add(lambda state: (Event(recording.PASSWORD_CHANGED, (), facts),), by, write)

    def revoke_all(self, person: str, by: Person, why: str) -> int:
        """End every session of somebody: one's own, or anybody's as an administrator. Return how many there were."""
        reason = check_reason(why)
        if by.id != person:
            check_manager(self._record.refresh(), by)
        count = self._sessions.count(person)
        if self._goes_unrecorded(person, by):
            return count
        facts = {"person": person, "before": count, "after": 0, "by": by.id, "why": reason}

        def write(connection: Connection) -> None:
            self._sessions.revoke_all(connection, person, self._clock.now())

        self._record.add(lambda state: (Event(recording.SESSIONS_REVOKED, (), facts),), by, write)
        return count

    def erase(self, person: str, by: Person, why: str) -> None:
        """Erase name, log-in and password of somebody, also of a guest. What he did stays on record under his id. Whoever has money
        is paid out first; play money expires."""
        reason, identity = check_reason(why), self._identities.find(person)
        if self._goes_unrecorded(person, by):
            return
        has_play_money = identity is not None and identity.kind in (GUEST, PROGRAM)
        expires = has_play_money or self._accounts.get(person).has_play_money

        def decide(state: HouseState) -> tuple[Event, ...]:
            if by.id != person:
                check_manager(state, by)
            is_guest = identity is not None and identity.kind == GUEST and identity.name is not None
            roles = frozenset((GUEST_ROLE,)) if is_guest else _roles_of(state, person)
            _check_may_go(state, person, roles)
            if not is_guest:
                _check_not_excluded(state, person, self._clock.now())
            if not has_play_money:
                _check_paid_out(self._accounts.get(person).payable)
            facts = {"person": person, "before": tuple(sorted(roles)), "after": ()}
            return (Event(recording.PERSON_ERASED, (), {**facts, "by": by.id, "why": reason}),)

        decide(self._record.refresh())
        if expires:  # before the name goes: nothing would find this account afterwards
            self._accounts.expire(person, "the owner was erased")
        self._record.add(decide, by, lambda connection: self._forget(connection, person))
        if expires:  # he may have sat down meanwhile; from now on he cannot
            self._accounts.expire(person, "the owner was erased")

    def _goes_unrecorded(self, person: str, by: Person) -> bool:
        """Remove a guest who has never sat down and goes by himself: no stream knows of him, and none needs to. Return whether he
        is gone."""
        return by.guest and by.id == person and person in self._remove_unseated([person])

    def _forget(self, connection: Connection, person: str) -> None:
        self._sessions.revoke_all(connection, person, self._clock.now())
        self._sessions.forget_log_ins(connection, person)
        self._identities.erase(connection, person)

    # The first administrator

    def administrator_link(self) -> str | None:
        """Return a token that makes its reader the administrator, once. None if there is an administrator already."""
        if self._record.refresh().holders_of(ADMINISTRATOR):
            return None
        token, facts = new_token(), {"by": THE_HOUSE.id, "why": "the house has no administrator"}

        def write(connection: Connection) -> None:
            self._links.make_link(connection, token, _BECOME_ADMINISTRATOR, self._clock.now())

        self._record.add(lambda state: (Event(recording.LINK_MADE, (), facts),), change=write)
        return token

    def claim_administrator(self, link: str, login: str, name: str, password: str) -> tuple[Person, str]:
        """Register the reader of the link as the administrator. Return him and the token of his session."""
        with self._database.reading() as connection:
            if not self._links.is_valid(connection, link, _BECOME_ADMINISTRATOR):
                raise _link_error()  # before the work of hashing
        why = "the link for the first administrator"
        person = self.register(login, name, password, [ADMINISTRATOR], THE_HOUSE, why, link)
        return person, self._sessions.begin(person.id, self._clock.now())

    # Housekeeping

    def expire_guests(self) -> tuple[str, ...]:
        """Forget the names of guests whose time is over, and take their play money back. Return their ids; if there are very many,
        the others follow next time."""
        over = self._identities.expired(self._clock.now())[:_GUESTS_AT_ONCE]
        gone = self._remove_unseated(over)
        for person in (seated := [person for person in over if person not in gone]):
            self._accounts.expire(person, "the guest's time is over")
        with self._database.transaction() as connection:
            for person in seated:
                self._forget(connection, person)
        return over

    def _remove_unseated(self, guests: Sequence[str]) -> frozenset[str]:
        """Remove those of some guests who have never sat down, so that nothing is left of them. Return their ids."""
        gone = frozenset(guests) - self._accounts.opened(guests)
        if gone:
            with self._database.transaction() as connection:
                self._sessions.remove_all(connection, gone)
                self._identities.remove(connection, gone, GUEST)
        return gone

    def remove_old(self) -> None:
        """Store when sessions were used last, and remove sessions and attempts that have no effect any more. A guest who has never
        sat down goes with his session."""
        for guests in _in_groups(self._sessions.remove_ended(self._clock.now())):
            self._remove_unseated(guests)
        self._attempts.remove_old(self._clock.now())


def _in_groups(guests: Sequence[str]) -> Iterator[Sequence[str]]:
    return (guests[start : start + _GUESTS_AT_ONCE] for start in range(0, len(guests), _GUESTS_AT_ONCE))


def check_manager(state: HouseState, by: Person, about: str = "") -> None:
    """Refuse somebody who may not manage persons at this moment, or who would change what he himself may do."""
    authorize(with_present_roles(state, by), "people.manage")
    if about == by.id:
        raise NotAllowed(
            "nobody may change his own roles or reset his own password",
            code="authority.own-roles",
            given="oneself",
            allowed="another administrator does it",
        )


def _check_paid_out(money: Cents) -> None:
    """Refuse to erase somebody who still has money: nobody could pay it to him afterwards."""
    if money:
        raise NotAllowed(
            f"{money} would be left behind without an owner",
            code="person.money",
            given=money,
            allowed="nobody with money at a table or on the account; cash the chips in, and pay the account out at the cage",
        )


def _check_may_go(state: HouseState, person: str, roles: frozenset[str]) -> None:
    if ADMINISTRATOR in roles and not state.holders_of(ADMINISTRATOR) - {person}:
        raise NotAllowed(
            "the last administrator cannot be erased: nobody could manage the house",
            code="person.last-administrator",
            given="the last administrator",
            allowed="make somebody else an administrator first",
        )


def _check_not_excluded(state: HouseState, person: str, at: int) -> None:
    """Refuse to erase somebody who has excluded himself: nobody would know him again when he wants to be registered anew."""
    chosen = state.protections.get(person)
    bar = chosen.bar_at(at) if chosen is not None else None
    if bar is not None and bar.is_exclusion:
        raise NotAllowed(
            "whoever is excluded from play stays registered until the exclusion ends, so that it holds",
            code="person.excluded",
            given=person,
            allowed="after the exclusion",
        )


def _roles_of(state: HouseState, person: str) -> frozenset[str]:
    if person not in state.roles:
        raise _nobody_error()
    return state.roles[person]


def _link_error() -> NotAllowed:
    return NotAllowed(
        "this link does not work: it was used, or another has replaced it",
        code="session.link",
        given="a link",
        allowed="the link that was printed at the last start, once",
    )


def _nobody_error() -> NotAllowed:
    return NotAllowed("nobody is registered under this id", code="person.unknown", given="an id", allowed="a registered person")
