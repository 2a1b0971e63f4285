"""Sessions: random tokens of which only the hash is stored. Sessions end when idle or revoked, or when a guest's time is over."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from secrets import token_urlsafe
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, func, insert, select, update

from houseway.service.people.identities import Identity, identity_from_row
from houseway.store.engines import Database
from houseway.store.schema import identities, one_time_links, sessions

TOKEN_BYTES = 32
_LONGEST_TOKEN = 128
_AT_ONCE = 500
"""Sessions that are looked up by one statement."""
_SELECT_SESSIONS = (
    select(identities, sessions.c.token_hash, sessions.c.used_at, sessions.c.revoked_at)
    .select_from(identities)
    .join(sessions)
    .where(sessions.c.token_hash.in_(bindparam("hashes", expanding=True)))
)
Part = TypeVar("Part")


def new_token() -> str:
    return token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """Return what is stored of a token. It is random and long, so a plain hash is enough."""
    return sha256(token[:_LONGEST_TOKEN].encode("utf-8", "surrogatepass")).digest()


def _in_groups(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    return (parts[start : start + _AT_ONCE] for start in range(0, len(parts), _AT_ONCE))


class Sessions:
    def __init__(self, database: Database, idle_limit: int) -> None:
        self._database, self._idle_limit = database, idle_limit
        self._lock = Lock()
        self._uses: dict[bytes, int] = {}
        """Last uses that are not stored yet: they are stored together, so that asking who somebody is never waits for the disk."""

    def begin(self, person: str, now: int) -> str:
        """Begin a session and return its token, which is not stored."""
        token = new_token()
        with self._database.transaction() as connection:
            self.add(connection, token, person, now)
        return token

    @staticmethod
    def add(connection: Connection, token: str, person: str, now: int) -> None:
        """Begin the session of a new token."""
        row = {"token_hash": hash_token(token), "person": person, "created_at": now, "used_at": now}
        connection.execute(insert(sessions), row)

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
        for hashes in _in_groups(list(by_hash)):
            with self._database.reading() as connection:
                rows = connection.execute(_SELECT_SESSIONS, {"hashes": hashes}).all()
            with self._lock:
                found |= {by_hash[hashed]: identity for hashed, identity in self._live(rows, now)}
        return found

    def _live(self, rows: Iterable[Row[Any]], now: int) -> Iterator[tuple[bytes, Identity]]:
        """Yield the sessions that have not ended. Hundreds are looked up every second, so that each must cost little."""
        for row in rows:
            identity = identity_from_row(row)
            if row.revoked_at is not None or (identity.expires_at is not None and identity.expires_at <= now):
                continue
            hashed = bytes(row.token_hash)
            if now - max(row.used_at, self._uses.get(hashed, 0)) < self._idle_limit:
                yield hashed, identity

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

    @staticmethod
    def revoke_all(connection: Connection, person: str, now: int) -> None:
        """Revoke every session of a person."""
        connection.execute(update(sessions).where(_not_revoked(person)).values(revoked_at=now))

    def remove_ended(self, now: int) -> None:
        """Remove sessions that nobody can use any more."""
        self.store_uses()
        with self._database.transaction() as connection:
            connection.execute(delete(sessions).where(sessions.c.used_at <= now - self._idle_limit))


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
