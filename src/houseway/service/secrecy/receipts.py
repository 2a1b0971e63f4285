"""Receipts: signed heads of streams.

A head is the last link of a stream's hash chain, so it fixes everything before it. When a round is settled, its players receive the
table's head, signed; the house also appends it to a file outside the database. Somebody who rewrites a stream and all its hashes
would have to rewrite every receipt as well: those of the players, and those in the file.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread

from houseway.errors import Corrupted, HousewayError
from houseway.service.secrecy.keys import HouseKeys, PublicKey
from houseway.service.secrecy.line_file import LineFile
from houseway.service.secrecy.receipt_counts import ReceiptCounts, is_mark
from houseway.store import Store, StreamHead

_FORM, _FORM_WITH_CHANCE = "houseway receipt 1", "houseway receipt 2"
_SECONDS_BETWEEN_TRIES = 5
_LINES_LOOKED_BACK = 50_000
"""So many lines are read in about half a second. A table without a receipt among them has completed no round for long."""
RECEIPTS_FAILED, RECEIPTS_RESUMED = "receipts-failed", "receipts-resumed"
RECEIPTS_MISSING = "receipts-missing"


@dataclass(frozen=True, slots=True)
class Receipt:
    """A signed head of a stream: it fixes everything before it."""

    stream: str
    version: int
    hash: str
    """The link of the chain, in hexadecimal."""
    at: int
    key: int
    """The number of the public key."""
    signature: str
    chance: str = ""
    """The SHA-256 of the text of the two events that had fixed the round's chance (`round_values`); empty if there are none."""

    @property
    def message(self) -> bytes:
        """Return what is signed: the form, the stream, the version, the hash, the time and the hash of chance, a line each."""
        return _message(self.stream, self.version, self.hash, self.at, self.chance)

    def to_json(self) -> dict[str, object]:
        """Return the receipt as it is stored and sent. One without chance reads as it always has."""
        return {name: value for name, value in asdict(self).items() if name != _CHANCE or value}


_CHANCE = "chance"
_TYPES = {each.name: each.type for each in fields(Receipt)}


def _message(stream: str, version: int, hashed: str, at: int, chance: str) -> bytes:
    form = _FORM_WITH_CHANCE if chance else _FORM
    return "\n".join((form, stream, str(version), hashed, str(at), *((chance,) if chance else ()))).encode()


def sign_head(head: StreamHead, keys: HouseKeys, chance: str = "") -> Receipt:
    """Sign a head and, at the end of a round, the hash of what had fixed its chance."""
    hashed = head.hash.hex()
    key, signature = keys.sign(_message(head.stream, head.version, hashed, head.at, chance))
    return Receipt(head.stream, head.version, hashed, head.at, key, signature, chance)


def is_genuine(receipt: Receipt, keys: Sequence[PublicKey]) -> bool:
    """Return whether a receipt was signed by a key of the house that was not retired before. A newer key may sign an older head:
    the house does so when it is opened again, or when a command is repeated."""
    for key in keys:
        if key.number == receipt.key:
            in_use = key.ends_at is None or receipt.at <= key.ends_at
            return in_use and key.verify(receipt.signature, receipt.message)
    return False


def contains_signed(store: Store, receipt: Receipt) -> bool:
    """Return whether a stream still contains what a receipt signs."""
    head = store.head_at(receipt.stream, receipt.version)
    return (head.version, head.hash.hex()) == (receipt.version, receipt.hash)


class ReceiptFile(LineFile):
    """Receipts, one a line. One line may name the file (`receipt_counts`)."""

    def append(self, receipts: Iterable[Receipt]) -> None:
        """Append receipts; when this returns, they are on the disk."""
        self.append_lines(receipt.to_json() for receipt in receipts)

    def read(self) -> Iterator[Receipt]:
        """Yield the receipts. A last line that was cut off by a crash is left out; anything else that cannot be read raises."""
        for number, line in self.whole_lines():
            if not is_mark(self.parse_line(line, number, "receipt")):
                yield self._parse_receipt(line, number)

    def find(self, stream: str, version: int) -> Receipt | None:
        """Return the first receipt of a stream that covers a version; None if there is none."""
        beginning = json.dumps({"stream": stream})[:-1]  # lines of other streams are not read further
        for number, line in self.whole_lines():
            if line.startswith(beginning):
                receipt = self._parse_receipt(line, number)
                if receipt.version >= version:
                    return receipt
        return None

    def latest(self, streams: Iterable[str], keys: Sequence[PublicKey]) -> dict[str, Receipt]:
        """Return the last genuine receipt of each stream, among the last receipts of the file. What cannot be read is left to an
        audit."""
        wanted, found = set(streams), dict[str, Receipt]()
        lines = self.lines_from_end() if self.path.exists() else iter(())
        for line in islice(lines, _LINES_LOOKED_BACK):
            if wanted <= found.keys():
                break
            with suppress(Corrupted):
                receipt = self._parse_receipt(line, 0)
                if receipt.stream in wanted - found.keys() and is_genuine(receipt, keys):
                    found[receipt.stream] = receipt
        return found

    def _parse_receipt(self, line: str, number: int) -> Receipt:
        content = self.parse_line(line, number, "receipt")
        if {_CHANCE: str, **{name: type(value) for name, value in content.items()}} != _TYPES:
            raise self.line_error(line, number, "receipt")
        return Receipt(**content)


class ReceiptWriter:
    """Writes receipts to their file in a thread of its own, those that have queued up together. Nobody waits for it: what a receipt
    is about is durable already.

    While the file cannot be written, the latest receipt of each stream is kept and tried again; it covers the earlier ones.
    `report` is called with what has happened and why, once when writing fails and once when it works again. `counts` puts on record
    how many lines the file has.
    """

    def __init__(
        self,
        file: ReceiptFile,
        report: Callable[[str, str], None],
        seconds_between_tries: float = _SECONDS_BETWEEN_TRIES,
        counts: ReceiptCounts | None = None,
    ) -> None:
        self._file, self._report, self._seconds, self._counts = file, report, seconds_between_tries, counts
        self._queue: SimpleQueue[Receipt | None] = SimpleQueue()
        self._failed = False
        self._thread = Thread(target=self._work, name="receipt-writer", daemon=True)
        self._thread.start()

    def add(self, receipt: Receipt) -> None:
        self._queue.put(receipt)

    def close(self) -> None:
        """Write what is in the queue, and stop."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def _work(self) -> None:
        if self._counts is not None:
            with suppress(HousewayError, OSError):
                self._counts.compare()
        waiting: list[Receipt] = []
        ended = False
        while not ended:
            ended = self._take_queued(waiting)
            if waiting and self._write(waiting):
                waiting = []
            elif waiting:
                waiting = list({receipt.stream: receipt for receipt in waiting}.values())
            self._count(ended)

    def _count(self, ended: bool) -> None:
        """Count the lines if it is time to, and at the end. What cannot be counted now is counted with the next lines."""
        if self._counts is not None:
            with suppress(HousewayError, OSError):
                self._counts.count() if ended else self._counts.count_if_due()

    def _take_queued(self, waiting: list[Receipt]) -> bool:
        """Wait for receipts, or until it is time to try again or to count; return whether the end was reached."""
        with suppress(Empty):
            due = self._counts.seconds_left if self._counts is not None else None
            entry = self._queue.get(timeout=self._seconds if waiting else due)
            while entry is not None:
                waiting.append(entry)
                entry = self._queue.get_nowait()
            return True
        return False

    def _write(self, receipts: Sequence[Receipt]) -> bool:
        try:
            self._file.append(receipts)
        except OSError as error:
            self._note(failed=True, reason=error.strerror or type(error).__name__)
            return False
        self._note(failed=False, reason="the file can be written again")
        if self._counts is not None:
            self._counts.note_written()
        return True

    def _note(self, *, failed: bool, reason: str) -> None:
        if failed != self._failed:
            self._failed = failed
            self._report(RECEIPTS_FAILED if failed else RECEIPTS_RESUMED, reason)
