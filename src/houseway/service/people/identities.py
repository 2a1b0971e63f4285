"""Who is behind an opaque id: the one table with names, log-ins and password hashes. A person can be erased from it."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from types import NoneType
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Connection, Row, Select, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from houseway.errors import Malformed, NotAllowed
from houseway.service.people.person import ERASED_NAME
from houseway.store.engines import Database
from houseway.store.schema import identities

log = structlog.get_logger()
ACCOUNT, GUEST, PROGRAM = "account", "guest", "program"
"""Kinds of persons: with a log-in, without one for a while, and players that are programs."""
LONGEST_LOGIN = 64
MOST_FOUND = 20
"""Persons that a search returns."""
_LOGIN = re.compile(r"[\w.@+-]{3,64}")


class Identity(NamedTuple):
    """A row of the table, in the order of its columns. Without a name, the person was erased."""

    person: str
    kind: str
    name: str | None = None
    login: str | None = None
    password: str | None = None
    created_at: int = 0
    expires_at: int | None = None

    @property
    def shown_name(self) -> str:
        return self.name or ERASED_NAME

    def __repr__(self) -> str:
        return f"Identity({self.person})"  # names and hashes do not belong in logs


def normalize_login(login: str) -> str | None:
    """Return a log-in as it is stored, or None if nobody can have it."""
    normal = unicodedata.normalize("NFKC", login[: LONGEST_LOGIN + 1]).casefold()
    return normal if _LOGIN.fullmatch(normal) else None


def check_login(login: str) -> str:
    """Return a new log-in as it is stored, or refuse it."""
    normal = normalize_login(login)
    if normal is None:
        raise Malformed(
            "this log-in cannot be used",
            code="person.login",
            given=f"{len(login)} characters",
            allowed=f"3 to {LONGEST_LOGIN} letters, digits or any of . _ - + @",
        )
    return normal


class Identities:
    def __init__(self, database: Database) -> None:
        self._database = database

    @staticmethod
    def add(connection: Connection, identity: Identity) -> None:
        """Add a person. A log-in that somebody has already is refused."""
        try:
            connection.execute(insert(identities), identity._asdict())
        except IntegrityError as error:
            raise _taken_error() from error

    @staticmethod
    def remove(connection: Connection, persons: Collection[str], kind: str = ACCOUNT) -> None:
        """Remove the rows of persons of a kind of whom no stream knows, and who have no session."""
        known = identities.c.person.in_(list(persons))
        connection.execute(delete(identities).where(known, identities.c.kind == kind))

    def find(self, person: str) -> Identity | None:
        return self._find(select(identities).where(identities.c.person == person))

    def find_login(self, login: str) -> Identity | None:
        return self._find(select(identities).where(identities.c.login == login))

    def _find(self, query: Select[tuple[object, ...]]) -> Identity | None:
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else identity_from_row(row)

    def names(self, persons: Collection[str]) -> Mapping[str, str]:
        """Return the names of persons by id. Ids that nobody has are left out."""
        query = select(identities).where(identities.c.person.in_(list(persons)))
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return {identity.person: identity.shown_name for identity in _readable(rows)}

    def search(self, sought: str) -> tuple[Identity, ...]:
        """Return those with an id or a part of a name, in the order of names. Erased and expired names are not found."""
        found = or_(identities.c.person == sought, identities.c.name.icontains(sought, autoescape=True))
        query = select(identities).where(identities.c.name.is_not(None), found).order_by(identities.c.name, identities.c.person)
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(MOST_FOUND)).all()
        return tuple(_readable(rows))

    def of_kind(self, kind: str) -> tuple[Identity, ...]:
        with self._database.reading() as connection:
            rows = connection.execute(
                select(identities).where(identities.c.kind == kind).order_by(identities.c.created_at)
            ).all()
        return tuple(_readable(rows))

    def expired(self, now: int) -> tuple[str, ...]:
        """Return the guests whose time is over and who still have a name."""
        over = identities.c.expires_at <= now
        query = select(identities.c.person).where(identities.c.kind == GUEST, over, identities.c.name.is_not(None))
        with self._database.reading() as connection:
            return tuple(connection.execute(query).scalars())

    def live_guests(self, persons: Collection[str], now: int) -> tuple[str, ...]:
        """Return the guests among some persons whose time is not over and who were not erased."""
        live = identities.c.name.is_not(None) & (identities.c.expires_at > now)
        query = select(identities.c.person).where(identities.c.person.in_(list(persons)), identities.c.kind == GUEST, live)
        with self._database.reading() as connection:
            return tuple(connection.execute(query).scalars())

    def names_in_use(self, now: int) -> frozenset[str]:
        """Return the names of the guests who are here, and of everybody who has an account."""
        live = (identities.c.kind == GUEST) & (identities.c.expires_at > now)
        query = select(identities.c.name).where(identities.c.name.is_not(None), live | (identities.c.kind == ACCOUNT))
        with self._database.reading() as connection:
            return frozenset(name for name in connection.execute(query).scalars() if isinstance(name, str))

    @staticmethod
    def register_guest(connection: Connection, person: str, login: str, hashed: str, still_at: int) -> bool:
        """Give a guest a log-in and an account in place of his time. Return whether he was one whose time lasts beyond a moment."""
        guest = (identities.c.person == person) & (identities.c.kind == GUEST) & identities.c.name.is_not(None)
        values = {"kind": ACCOUNT, "login": login, "password": hashed, "expires_at": None}
        try:
            changed = connection.execute(update(identities).where(guest, identities.c.expires_at > still_at).values(**values))
        except IntegrityError as error:
            raise _taken_error() from error
        return changed.rowcount == 1

    def rename_guest(self, person: str, name: str) -> None:
        """Give a guest another name. One who was erased meanwhile stays erased."""
        known = (identities.c.person == person) & (identities.c.kind == GUEST) & identities.c.name.is_not(None)
        with self._database.transaction() as connection:
            connection.execute(update(identities).where(known).values(name=name))

    def set_hash(self, person: str, hashed: str) -> None:
        """Store a new hash of the same password."""
        with self._database.transaction() as connection:
            _change(connection, person, password=hashed)

    @staticmethod
    def set_password(connection: Connection, person: str, login: str, hashed: str) -> None:
        try:
            _change(connection, person, login=login, password=hashed)
        except IntegrityError as error:
            raise _taken_error() from error

    @staticmethod
    def erase(connection: Connection, person: str) -> None:
        """Erase name, log-in and password. The id stays, because streams have it."""
        _change(connection, person, name=None, login=None, password=None)


def _change(connection: Connection, person: str, **values: str | None) -> None:
    connection.execute(update(identities).where(identities.c.person == person).values(**values))


def _taken_error() -> NotAllowed:
    return NotAllowed("that login is taken; choose another", code="person.login-taken")


_TYPES = frozenset(
    (str, str, name, login, password, int, expires_at)
    for name, login, password in product((str, NoneType), repeat=3)
    for expires_at in (int, NoneType)
)
"""The types that the columns of a row may have."""


def identity_from_row(row: Sequence[Any]) -> Identity | None:
    """Return the identity with whose columns a row begins. None if somebody has put a value of another type there, which SQLite
    takes in any column: it is then nobody's."""
    values = row[: len(Identity._fields)]
    if tuple(map(type, values)) in _TYPES:
        return Identity._make(values)
    log.error("corrupted", code="store.type", kind=identities.name)
    return None


def _readable(rows: Iterable[Row[Any]]) -> Iterator[Identity]:
    return (identity for identity in map(identity_from_row, rows) if identity is not None)
