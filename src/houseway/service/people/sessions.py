"""Sessions: random tokens of which only the hash is stored. Sessions end when idle or revoked, or when a guest's time is over."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from secrets import token_urlsafe
from threading import Lock
from typing import NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, bindparam, delete, distinct, func, insert, select, update

from houseway.service.people.identities import GUEST, Identity, identity_from_row
from houseway.store.engines import Database
from houseway.store.prepared import PreparedLookup, Rows
from houseway.store.schema import identities, log_ins, one_time_links, sessions

TOKEN_BYTES = 32
_LONGEST_TOKEN = 128
_MINUTE = 60_000
_VISIT_LETTERS = 12
_AT_ONCE = 500
"""Sessions that are looked up by one statement."""
_GROUPS = 32
"""Groups of sessions that are remembered."""
_STATE = (
    *(func.count(column) for column in (sessions.c.token_hash, sessions.c.revoked_at, identities.c.name)),
    *(func.sum(column) for column in (sessions.c.used_at, identities.c.expires_at)),
)
"""What changes in some sessions if one of them is used, revoked or removed, or if somebody is erased. Nothing else in them
changes."""
Part = TypeVar("Part")


def new_token() -> str:
    return token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """Return what is stored of a token. It is random and long, so a plain hash is enough."""
    return sha256(token[:_LONGEST_TOKEN].encode("utf-8", "surrogatepass")).digest()


class _Session(NamedTuple):
    token_hash: bytes
    used_at: int
    revoked_at: int | None
    identity: Identity


class Visit(NamedTuple):
    """A session as its owner sees it."""

    id: str
    """An identifier of its own. It follows from the token, and nobody can use it in its place."""
    since: int
    previous_log_in: int | None
    """None for the first one, and for guests."""


def _readable_sessions(rows: Rows) -> Iterator[_Session]:
    """Yield the sessions of rows. Those that somebody has edited such that they cannot be read count as ended."""
    for hashed, used, revoked, *row in rows:
        identity = identity_from_row(row)
        if identity is not None and isinstance(used, int):
            yield _Session(bytes(hashed), used, revoked, identity)


def _in_groups(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    return (parts[start : start + _AT_ONCE] for start in range(0, len(parts), _AT_ONCE))


class Sessions:
    def __init__(self, database: Database, idle_limit: int) -> None:
        self._database, self._idle_limit = database, idle_limit
        joined, dialect = select().select_from(identities).join(sessions), database.engine.dialect
        columns = sessions.c.token_hash, sessions.c.used_at, sessions.c.revoked_at, *identities.c
        self._select_sessions = PreparedLookup(joined.add_columns(*columns), sessions.c.token_hash, dialect)
        self._select_state = PreparedLookup(joined.add_columns(*_STATE), sessions.c.token_hash, dialect)
        self._groups: dict[tuple[bytes, ...], tuple[Rows | None, Sequence[_Session]]] = {}
        """Sessions that were asked for together, with their state at that time; those of the last question at the end."""
        self._lock = Lock()
        self._uses: dict[bytes, int] = {}
        """Last uses that are not stored yet: they are stored together, so that asking who somebody is never waits for the disk."""

    def begin(self, person: str, now: int) -> str:
        """Begin a session and return its token, which is not stored."""
        token = new_token()
        with self._database.transaction() as connection:
            self.add(connection, token, person, now)
            connection.execute(delete(log_ins).where(log_ins.c.person == person, log_ins.c.at == now))
            connection.execute(insert(log_ins), {"person": person, "at": now})
        return token

    @staticmethod
    def add(connection: Connection, token: str, person: str, now: int) -> None:
        """Begin the session of a new token."""
        row = {"token_hash": hash_token(token), "person": person, "created_at": now, "used_at": now}
        connection.execute(insert(sessions), row)

    def find_visit(self, token: str) -> Visit | None:
        """Return since when a session runs, and when its person had logged in before; None if there is no such session."""
        hashed = hash_token(token)
        is_earlier = (log_ins.c.person == sessions.c.person) & (log_ins.c.at < sessions.c.created_at)
        before = select(func.max(log_ins.c.at)).where(is_earlier).scalar_subquery()
        with self._database.reading() as connection:
            row = connection.execute(select(sessions.c.created_at, before).where(sessions.c.token_hash == hashed)).one_or_none()
        return None if row is None else Visit(sha256(hashed).hexdigest()[:_VISIT_LETTERS], *row)

    def identity_of(self, token: str, now: int, use: bool) -> Identity | None:
        """Return whose session a token is. With `use`, the session counts as used now."""
        found = self.identities_of([token], now).get(token)
        if use and found is not None:
            with self._lock:
                self._uses[hash_token(token)] = now
        return found

    def identities_of(self, tokens: Iterable[str], now: int) -> dict[str, Identity]:
        """Return whose sessions tokens are. Those that have ended are left out."""
        by_hash = {hash_token(token): token for token in tokens}
        found: dict[str, Identity] = {}
        for hashes in _in_groups(sorted(by_hash)):
            stored = self._read(tuple(hashes))
            with self._lock:
                found |= {by_hash[each.token_hash]: each.identity for each in stored if self._is_live(each, now)}
        return found

    def _read(self, hashes: tuple[bytes, ...]) -> Sequence["_Session"]:
        """Return sessions as they are stored. Those of all open connections are asked for every second, and SQLite's driver gives
        the interpreter away for each row: so they are read again only if one of them has changed."""
        with self._database.reading() as connection:
            if len(hashes) == 1:
                return self._select(connection, hashes)
            state = self._select_state.fetch(connection, hashes)
            known, stored = self._groups.pop(hashes, (None, ()))
            if known != state:
                stored = self._select(connection, hashes)
        self._groups[hashes] = state, stored
        while len(self._groups) > _GROUPS:
            self._groups.pop(next(iter(self._groups)), None)
        return stored

    def _select(self, connection: Connection, hashes: Sequence[bytes]) -> tuple["_Session", ...]:
        rows = self._select_sessions.fetch(connection, hashes)
        return tuple(_readable_sessions(rows))

    def _is_live(self, session: "_Session", now: int) -> bool:
        """Return whether a session has not ended."""
        ends = session.identity.expires_at
        if session.revoked_at is not None or (ends is not None and ends <= now):
            return False
        return now - max(session.used_at, self._uses.get(session.token_hash, 0)) < self._idle_limit

    def store_uses(self) -> None:
        """Store when sessions were used last."""
        with self._lock:
            uses, self._uses = self._uses, {}
        if uses:
            later = (sessions.c.token_hash == bindparam("hashed")) & (sessions.c.used_at < bindparam("used"))
            rows = [{"hashed": hashed, "used": used} for hashed, used in sorted(uses.items())]
            with self._database.transaction() as connection:
                connection.execute(update(sessions).where(later).values(used_at=bindparam("used")), rows)

    def revoke(self, token: str, now: int) -> None:
        with self._database.transaction() as connection:
            connection.execute(update(sessions).where(sessions.c.token_hash == hash_token(token)).values(revoked_at=now))

    def count(self, person: str) -> int:
        """Return how many sessions of a person are not revoked."""
        with self._database.reading() as connection:
            return connection.execute(select(func.count()).select_from(sessions).where(_not_revoked(person))).scalar_one()

    def has_guests(self, number: int, now: int) -> bool:
        """Return whether at least so many guests have a session that has not ended. They are counted only if there are so many
        sessions, which is known at once."""
        of_guests = (
            select(func.count(distinct(sessions.c.person))).select_from(identities).join(sessions).where(_of_guests(now))
        )
        with self._database.reading() as connection:
            everybody = connection.execute(select(func.count()).select_from(sessions)).scalar_one()
            return everybody >= number and connection.execute(of_guests).scalar_one() >= number

    def unused_guests(self, now: int) -> tuple[str, ...]:
        """Return guests whose sessions were not used for a minute, those that were not used for longest first."""
        unused = sessions.c.used_at <= now - _MINUTE
        query = select(sessions.c.person).select_from(identities).join(sessions).where(_of_guests(now), unused)
        with self._database.reading() as connection:
            return tuple(connection.execute(query.order_by(sessions.c.used_at)).scalars())

    @staticmethod
    def remove_all(connection: Connection, persons: Collection[str]) -> None:
        """Remove the sessions of persons who are forgotten."""
        connection.execute(delete(sessions).where(sessions.c.person.in_(list(persons))))

    @staticmethod
    def revoke_all(connection: Connection, person: str, now: int) -> None:
        """Revoke every session of a person."""
        connection.execute(update(sessions).where(_not_revoked(person)).values(revoked_at=now))

    @staticmethod
    def forget_log_ins(connection: Connection, person: str) -> None:
        """Forget when somebody has logged in."""
        connection.execute(delete(log_ins).where(log_ins.c.person == person))

    def remove_ended(self, now: int) -> tuple[str, ...]:
        """Remove sessions that nobody can use any more. Return the guests among their owners, who have no other session."""
        self.store_uses()
        ended = sessions.c.used_at <= now - self._idle_limit
        of_guests = select(sessions.c.person).select_from(identities).join(sessions).where(identities.c.kind == GUEST, ended)
        with self._database.transaction() as connection:
            guests = tuple(connection.execute(of_guests).scalars())
            connection.execute(delete(sessions).where(ended))
        return guests


def _of_guests(now: int) -> ColumnElement[bool]:
    return (identities.c.kind == GUEST) & (identities.c.expires_at > now) & sessions.c.revoked_at.is_(None)


def _not_revoked(person: str) -> ColumnElement[bool]:
    return (sessions.c.person == person) & sessions.c.revoked_at.is_(None)


class OneTimeLinks:
    """Links that work once."""

    @staticmethod
    def make_link(connection: Connection, token: str, purpose: str, now: int) -> None:
        """Make a link with a new token. Earlier unused links for the same purpose become invalid."""
        unused = (one_time_links.c.purpose == purpose) & one_time_links.c.used_at.is_(None)
        connection.execute(delete(one_time_links).where(unused))
        row = {"token_hash": hash_token(token), "purpose": purpose, "created_at": now}
        connection.execute(insert(one_time_links), row)

    @staticmethod
    def use_up(connection: Connection, token: str, purpose: str, now: int) -> bool:
        """Use a link up. Return whether it was valid; of two uses at the same moment, only one is."""
        unused = _unused_link(token, purpose)
        return connection.execute(update(one_time_links).where(unused).values(used_at=now)).rowcount == 1

    @staticmethod
    def is_valid(connection: Connection, token: str, purpose: str) -> bool:
        """Return whether a link would work now."""
        return connection.execute(select(one_time_links).where(_unused_link(token, purpose))).one_or_none() is not None


def _unused_link(token: str, purpose: str) -> ColumnElement[bool]:
    is_it = (one_time_links.c.token_hash == hash_token(token)) & (one_time_links.c.purpose == purpose)
    return is_it & one_time_links.c.used_at.is_(None)
