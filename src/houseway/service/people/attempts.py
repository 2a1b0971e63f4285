"""Attempts to log in: too many failures within some time lock the log-in for some time.

An attempt counts as a failure until it has succeeded, so that many at the same moment do not get more tries. Log-ins that nobody
has are counted and locked like others, so that nothing shows which ones exist.
"""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Row, delete, select, update

from houseway.store.engines import Database
from houseway.store.schema import log_in_attempts


@dataclass(frozen=True, slots=True)
class Attempt:
    login_hash: bytes
    locked: bool
    """The log-in was locked before: whatever the password is, the attempt fails."""
    locks: bool = False
    """If this attempt fails, the log-in is locked."""


class Attempts:
    def __init__(self, database: Database, most: int, window: int, lock: int) -> None:
        """Allow less than `most` failures in `window` milliseconds; then lock for `lock` milliseconds."""
        self._database, self._most, self._window, self._lock = database, most, window, lock

    def begin(self, login: str, now: int) -> Attempt:
        hashed = sha256(login.encode("utf-8", "surrogatepass")).digest()
        key = log_in_attempts.c.login_hash == hashed
        new = {"login_hash": hashed, "times": "[]", "last_at": now, "locked_until": 0}
        with self._database.transaction() as connection:
            connection.execute(self._database.insert_or_skip(log_in_attempts).values(new).on_conflict_do_nothing())
            row = connection.execute(select(log_in_attempts).where(key).with_for_update()).one()
            before = _read_times(row)
            if before is None:  # somebody has edited the database, so it is not known how many failures there were
                changed = {"times": "[]", "last_at": now, "locked_until": now + self._lock}
                connection.execute(update(log_in_attempts).where(key).values(changed))
                return Attempt(hashed, locked=True)
            if row.locked_until > now:
                return Attempt(hashed, locked=True)
            times = [*(at for at in before if at > now - self._window), now]
            locks = len(times) >= self._most
            changed = {"times": json.dumps(times), "last_at": now, "locked_until": now + self._lock if locks else 0}
            connection.execute(update(log_in_attempts).where(key).values(changed))
        return Attempt(hashed, locked=False, locks=locks)

    def forget_failures(self, attempt: Attempt) -> None:
        """Forget the failures of a log-in, because its owner is here."""
        with self._database.transaction() as connection:
            connection.execute(delete(log_in_attempts).where(log_in_attempts.c.login_hash == attempt.login_hash))

    def remove_old(self, now: int) -> None:
        """Remove attempts that no longer count."""
        old = (log_in_attempts.c.last_at <= now - self._window) & (log_in_attempts.c.locked_until <= now)
        with self._database.transaction() as connection:
            connection.execute(delete(log_in_attempts).where(old))


def _read_times(row: Row[Any]) -> list[int] | None:
    """Return when a log-in has failed; None if the row has values that were never written."""
    try:
        times = json.loads(row.times)
    except (ValueError, TypeError):
        return None
    is_written = isinstance(times, list) and all(isinstance(each, int) for each in (*times, row.locked_until))
    return times if is_written else None
