"""Keep the log of the house: new appends go into the tree, and each batch gets a signed checkpoint outside the database."""

from contextlib import suppress
from threading import Event as Signal
from threading import Lock, Thread

import structlog

from houseway.errors import Corrupted, HousewayError
from houseway.events import Event
from houseway.service.clock import HouseClock
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.checkpoints import Checkpoint, parse_checkpoint, sign_checkpoint
from houseway.service.people.record import CHECKPOINTS_FAILED, CHECKPOINTS_RESUMED, LOG_CONTRADICTED, HouseRecord
from houseway.service.process.logs import describe_fault
from houseway.service.secrecy.keys import HouseKeys
from houseway.store import Store
from houseway.store.tree import MOST_AT_ONCE, SignedHead, TreeHead

log = structlog.get_logger()
SECONDS_BETWEEN = 0.5
"""An append is in the tree after about this time. Of several servers, one does it."""
_CONTRADICTED = "log.contradicted"


class LogKeeper:
    """Extends the tree in a thread of its own. Nobody waits for it: what is put into the tree is durable already.

    Before it signs, it compares the tree with the last checkpoint that it has kept. If the tree was rewritten, or the database is
    older than the checkpoint, it records that and signs nothing more: a second history must not get a signature.
    """

    def __init__(
        self, store: Store, keys: HouseKeys, file: CheckpointFile, clock: HouseClock, record: HouseRecord | None = None
    ) -> None:
        self._tree, self._keys, self._file, self._clock, self._record = store.tree, keys, file, clock, record
        self._last: Checkpoint | None = None
        """The checkpoint that was signed last."""
        self._unwritten: Checkpoint | None = None
        """The same, while the file cannot be written."""
        self._signed_with: int | None = None
        self._failed = False
        self.contradiction = ""
        """How the tree contradicts the last checkpoint that was kept; empty if it does not."""
        self._lock = Lock()
        self._ends = Signal()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin. The first checkpoint of a log is that of the empty tree."""
        self._thread = Thread(target=self._work, name="log-keeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Put everything that waits into the tree, and stop."""
        if self._thread is not None:
            self._ends.set()
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while not self._ends.is_set():
            self._try_to_extend()
            self._ends.wait(SECONDS_BETWEEN)
        self._try_to_extend()

    def _try_to_extend(self) -> None:
        try:
            self.extend()
        except HousewayError as error:
            log.warning("log_not_extended", code=error.code)
        except Exception as error:  # the next batch may succeed, and play goes on anyway
            log.error("fault", **describe_fault(error))

    def extend(self) -> None:
        """Put all waiting appends into the tree. An unchanged tree is signed only if it never was, or with a new key."""
        with self._lock:
            if self.contradiction:
                return
            try:
                self._write_last()
                self._sign_first()
                is_more = True
                while is_more and (signed := self._extend_tree()) is not None:
                    is_more = self._is_full_batch(signed)
                    self._keep(signed)
                if self._signed_with not in (None, self._keys.public_keys[-1].number):
                    self._check_history()
                    self._keep(self._tree.sign_again(self._sign))
            except Corrupted as error:
                if error.code != _CONTRADICTED:
                    raise
                self._note_contradiction(error.message)

    def _extend_tree(self) -> SignedHead | None:
        """The history is checked before the transaction, because tables wait while the tree is written."""
        if not self._tree.count_waiting():
            return None
        self._check_history()
        return self._tree.extend(self._sign)

    def _is_full_batch(self, signed: SignedHead) -> bool:
        """Return whether the batch was full, so that more may wait. A few new appends wait for the next time, because tables
        wait while the tree is written."""
        return self._last is None or signed.size - self._last.size >= MOST_AT_ONCE

    def _sign_first(self) -> None:
        if self._last is None:
            self._last = self._read_last()
        if self._tree.latest_signed_head() is None:
            self._check_history()
            self._keep(self._tree.sign_again(self._sign))

    def _read_last(self) -> Checkpoint | None:
        try:
            return self._file.last()
        except Corrupted as error:
            raise _contradiction_error(error.message) from error

    def _sign(self, head: TreeHead) -> str:
        note = sign_checkpoint(head, self._clock.now(), self._keys)
        self._signed_with = self._keys.public_keys[-1].number
        return note

    def _check_history(self) -> None:
        last = self._last
        if last is None:
            return
        size = self._tree.count_leaves()
        if size < last.size:
            raise _contradiction_error(f"the tree has {size} leaves, and a checkpoint of {last.size} leaves was signed")
        if self._tree.root(last.size) != last.root:
            raise _contradiction_error(
                f"the first {last.size} leaves of the tree are not those for which a checkpoint was signed"
            )

    def _keep(self, signed: SignedHead) -> None:
        """Append a checkpoint to the file. While that fails, play goes on; the next one covers those that are missing."""
        self._last = self._unwritten = parse_checkpoint(signed.note)
        self._write_last()

    def _write_last(self) -> None:
        if self._unwritten is None:
            return
        try:
            self._file.append([self._unwritten])
        except OSError as error:
            self._report(failed=True, why=error.strerror or type(error).__name__)
        else:
            self._unwritten = None
            self._report(failed=False, why="the file can be written again")

    def _report(self, *, failed: bool, why: str) -> None:
        if failed != self._failed:
            self._failed = failed
            self._add_to_record(CHECKPOINTS_FAILED if failed else CHECKPOINTS_RESUMED, why)

    def _note_contradiction(self, why: str) -> None:
        self.contradiction = why
        log.error("log_contradicted")
        self._add_to_record(LOG_CONTRADICTED, why)

    def _add_to_record(self, kind: str, why: str) -> None:
        with suppress(HousewayError):
            if self._record is not None:
                self._record.add(lambda _: (Event(kind, (), {"why": why}),))


def _contradiction_error(message: str) -> Corrupted:
    return Corrupted(message, code=_CONTRADICTED, given="this tree", allowed="one that extends the last checkpoint")
