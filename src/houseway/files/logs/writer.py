"""Write a log while the table runs, so that it is complete up to the moment at which the program ends, however it ends."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType

from houseway.errors import Malformed, describe_write_error
from houseway.events import Command, Event
from houseway.events.command_record import record_act
from houseway.files.logs.format import LogFormatter, command_facts
from houseway.output_files import check_output_path, create_draft, put_in_place, unwritable_error

EXISTS = "log.exists"


class LogWriter:
    """Appends every command's events to a file, and has them on disk when a round ends.

    Use it as a context, and pass `record` to the `TableRun`. A log that was left in good order ends with a line that says so. A log
    that it replaces is kept beside it until then, so that a failure does not cost both.
    """

    def __init__(self, path: Path, force: bool = False) -> None:
        """Name the file. It is created with the first event; an old one is replaced only with `force`."""
        check_output_path(path)
        if not force and path.exists() and stat.S_ISREG(path.stat().st_mode):
            raise Malformed(
                f"{path} exists already and is not overwritten; name another file, or add --force",
                code=EXISTS,
                given=str(path),
                allowed="a new file, or --force",
            )
        self.path, self.force = path, force
        self._file: int | None = None
        self._replaced: Path | None = None
        self._created: Path | None = None
        """The file, if there was none before."""
        self._size = 0
        """Number of bytes written for whole commands."""
        self._formatter = LogFormatter()

    def __enter__(self) -> "LogWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is None:
            return
        try:
            if kind is None:
                self._write([self._formatter.ending()], durable=True)
                if self._replaced is not None:
                    self._replaced.unlink(missing_ok=True)
        finally:
            os.close(self._file)
            self._file = None

    def record(self, command: Command, events: tuple[Event, ...], meter_events: Iterable[tuple[str, Event]]) -> None:
        """Append one command's events."""
        following = self._formatter.copy()
        heading = [] if self._size else [following.heading()]
        moved = tuple(meter_events)
        asked = record_act(command, events or [event for _, event in moved])
        lines = [*heading, *following.command_lines(events, moved, command_facts(command.at, command.by), asked)]
        self._write(lines, durable=following.round != self._formatter.round)
        self._formatter = following

    def _write(self, lines: Iterable[str], durable: bool) -> None:
        """Append lines by one call of the operating system, so that no signal falls between them. A partial write is undone."""
        content = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
        try:
            if self._file is None:
                self._file = self._create()
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if durable:
                _sync(self._file)
        except OSError as error:
            self._take_back()
            old_log_note = f"; the log that it replaces is kept as {self._replaced}" if self._replaced else ""
            raise unwritable_error(self.path, f"{describe_write_error(error)}{old_log_note}") from error
        self._size += len(content)

    def _take_back(self) -> None:
        """Truncate the file after the last whole command, and remove a new file without any command."""
        if self._file is None:
            return
        with suppress(OSError):
            os.ftruncate(self._file, self._size)
            if self._created is not None and not self._size:
                self._created.unlink()
                os.close(self._file)
                self._file = self._created = None

    def _create(self) -> int:
        if self.path.exists() and not stat.S_ISREG(self.path.stat().st_mode):
            return os.open(self.path, os.O_WRONLY | os.O_APPEND)  # a pipe on standard output has no other name
        target = self.path.resolve()
        if not target.exists():
            file = os.open(target, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o666)
            self._created = target
            return file
        draft = create_draft(target, target.stat())
        file = os.open(draft, os.O_WRONLY | os.O_APPEND)
        self._replaced = _unused_name(target)
        target.replace(self._replaced)
        put_in_place(draft, target)
        return file


def _unused_name(target: Path) -> Path:
    """Return a name for the log that is replaced. One that is still there from an earlier failure stays."""
    names = (target.with_name(f"{target.name}.before-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _sync(file: int) -> None:
    if stat.S_ISREG(os.fstat(file).st_mode):  # a pipe or a terminal cannot be synchronized
        os.fsync(file)
