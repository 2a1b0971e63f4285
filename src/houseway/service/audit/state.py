"""The state of an audit in a file, so that an interrupted audit can be continued."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from houseway.errors import HousewayError
from houseway.program import program_hash
from houseway.service.audit.findings import StreamAudit
from houseway.service.clock import system_milliseconds
from houseway.service.secrecy.line_file import LineFile
from houseway.store import StreamHead

_FORM = 4


class AuditState:
    """The streams to audit, as they stood when the audit began, and the audits that are done.

    A state of another program or another address is not used, nor one of an audit without the referee for one with it. Without a
    file, an audit starts from the beginning. What the file says was done before an interruption is in `earlier`, because the
    database may have been changed since.
    """

    def __init__(
        self, path: Path | None, address: str, read_heads: Callable[[], Sequence[StreamHead]], asks_referee: bool = False
    ) -> None:
        self._file = LineFile(path) if path else None
        self._unwritten: list[dict[str, object]] = []
        self.done: dict[str, StreamAudit] = {}
        """Audits by stream."""
        self.earlier: dict[str, StreamAudit] = {}
        """Those from before an interruption."""
        self.began_at: int | None = None
        """When the audit began, in milliseconds, if it was interrupted."""
        database = sha256(address.encode()).hexdigest()
        begun = {"audit": _FORM, "program": program_hash(), "database": database, "referee": asks_referee}
        lines = self._read_lines()
        if lines and all(lines[0].get(name) == value for name, value in begun.items()):
            self.heads, self.began_at = tuple(_head_from_row(row) for row in lines[0]["heads"]), lines[0]["at"]
            self.earlier = {audit.stream: audit for audit in map(StreamAudit.from_json, lines[1:])}
        else:
            self.delete()
            self.heads = tuple(read_heads())
            rows = [_row_of(head) for head in self.heads]
            self._unwritten.append({**begun, "at": system_milliseconds(), "heads": rows})

    def _read_lines(self) -> list[dict[str, Any]]:
        if self._file is None or not self._file.path.exists():
            return []
        with suppress(HousewayError, UnicodeDecodeError):  # what cannot be read is not used
            return [self._file.parse_line(line, number, "state") for number, line in self._file.whole_lines()]
        return []

    def add(self, audits: Iterable[StreamAudit]) -> None:
        """Keep audits that are done, in the file, too: whoever kills the audit loses only what is under way."""
        for audit in audits:
            self.done[audit.stream] = audit
            self._unwritten.append(audit.to_json())
        self._write()

    def _write(self) -> None:
        if self._file is not None and self._unwritten:
            self._file.path.parent.mkdir(parents=True, exist_ok=True)
            self._file.append_lines(self._unwritten)
            self._unwritten.clear()

    def delete(self) -> None:
        """Delete the file: the audit is finished, or starts from the beginning."""
        if self._file is not None:
            self._file.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None:
            self._write()


def _row_of(head: StreamHead) -> list[object]:
    return [head.stream, head.version, head.hash.hex(), head.at, head.round]


def _head_from_row(row: Sequence[Any]) -> StreamHead:
    stream, version, hashed, at, number = row
    return StreamHead(stream, version, bytes.fromhex(hashed), at, number)
