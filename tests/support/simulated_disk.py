"""The store and the disk of a simulated house. A disk that is full fails every write: of files, and of the database."""

import asyncio
import errno
import os
import sqlite3
from concurrent.futures import Future

from sqlalchemy.exc import OperationalError

from houseway.errors import Unavailable
from houseway.store.engines import unavailable_error
from houseway.store.memory import MemoryStore

LOST = Unavailable("the connection to the database is lost", code="store.unavailable", given="a commit", allowed="later")


class SimulatedStore(MemoryStore):
    """One server's way to the store that all share. After a commit, the other servers are sent a hint, which may be lost."""

    is_shared = True

    def append(self, requests):
        results = super().append(requests)
        self.simulation.send_hints(self.server, [head for each in results for head in getattr(each, "heads", ())])
        return results

    def _write(self, batch):
        """Store a batch, inside the transaction that has written its rows of reports, of persons and of sessions."""
        self.simulation.disk.check_room()
        super()._write(batch)


class SimulatedWriter:
    """Commits one request after the other, each after a while. A commit may fail, or succeed although its answer is lost."""

    def __init__(self, store, after_batch):
        self._store, self._server, self._loop = store, store.server, asyncio.get_event_loop()
        self._after_batch, self._free_at = after_batch, 0.0

    def submit(self, request, when_done):
        done, chance = Future(), self._loop.chance
        done.add_done_callback(when_done)
        begins_at = max(self._free_at, self._loop.time()) + chance.uniform(0.001, 0.02)
        self._free_at = begins_at + chance.uniform(0, 0.01)
        self._loop.call_at(begins_at, self._commit, request, done, chance.random(), self._free_at)
        return done

    def _commit(self, request, done, fate, answered_at):
        """Commit a request, and answer before the next one is committed, as the real writer does."""
        result = LOST
        if self._server.is_alive and fate >= 0.03:
            try:
                (result,) = self._store.append([request])
            except Unavailable as error:
                result = error
        self._loop.call_at(answered_at, self._answer, done, LOST if fate > 0.97 else result)

    def _answer(self, done, result):
        if self._server.is_alive:
            done.set_exception(result) if isinstance(result, Exception) else done.set_result(result)
            self._after_batch()

    def close(self):
        pass


class SimulatedDisk:
    """It lies under the database, and under the files of receipts and checkpoints. It is full for a while, or one write fails."""

    def __init__(self, chance):
        self._chance, self.is_full, self.refused = chance, False, 0

    def check_room(self):
        """Fail as SQLite does on a full disk, now and then also on one that has room."""
        if self.is_full or self._chance.random() < 0.01:
            self.refused += 1
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise unavailable_error("the simulated one", OperationalError("COMMIT", {}, full))

    def fsync(self, descriptor):
        if self.is_full or self._chance.random() < 0.03:
            os.truncate(descriptor, os.fstat(descriptor).st_size - self._chance.randint(0, 100))
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
