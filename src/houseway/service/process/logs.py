"""Logs as JSON lines. Only fields that are named here are written: none of them can hold a name, a card or a token. A log that
cannot be written stops nothing."""

import json
import os
import select
import stat
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from threading import Lock
from typing import Any, TextIO

import structlog

FIELDS = frozenset(
    (
        *("event", "level", "timestamp", "request", "method", "route", "status", "milliseconds", "code"),
        *("table", "version", "count", "job", "fault", "trace", "address", "port", "stream", "reason", "kind", "task"),
    )
)
"""What a line may say. Any other field is dropped, and its name is written among `dropped`."""

Fields = MutableMapping[str, Any]


def configure_logs(output: TextIO | None = None) -> None:
    """Write logs as JSON lines to a stream, by default the standard error stream."""
    lines = LineLogger(output or sys.stderr)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _keep_known_fields,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_names: lines,
        cache_logger_on_first_use=False,
    )


_PIECE = 4_096
"""Bytes that a pipe takes at once, if it takes any."""


class LineLogger:
    """Writes lines to a stream, and drops those that it does not take: the disk is full, or the reader of a pipe is gone or reads
    nothing. The next line that is written says how many are missing. Any thread may call it."""

    def __init__(self, output: TextIO) -> None:
        self._output, self._lock = output, Lock()
        self._descriptor = _descriptor_of(output)
        self._room = _watch_room(self._descriptor)
        self._missing, self._is_cut = 0, False

    def msg(self, line: str) -> None:
        with self._lock:
            if self._missing and self._write(
                json.dumps({"event": "lines_missing", "level": "warning", "count": self._missing})
            ):
                self._missing = 0
            if not self._write(line):
                self._missing += 1

    debug = info = warning = error = critical = exception = fatal = log = msg

    def _write(self, line: str) -> bool:
        """Write a line; return whether it was written whole."""
        try:
            if self._descriptor is not None:
                return self._write_bytes(f"{line}\n".encode())
            self._output.write(f"{line}\n")
            self._output.flush()
        except (OSError, ValueError):  # a stream that is closed raises the latter
            return False
        return True

    def _write_bytes(self, content: bytes) -> bool:
        """Write to the stream's own file: a buffer would keep what the disk does not take."""
        assert self._descriptor is not None
        rest = b"\n" * self._is_cut + content
        while rest and (self._room is None or self._room.poll(0)):
            rest = rest[os.write(self._descriptor, rest[:_PIECE]) :]
            self._is_cut = bool(rest)
        return not rest


def _descriptor_of(output: TextIO) -> int | None:
    """Return the file behind a stream; None if it is in memory."""
    try:
        return output.fileno()
    except (OSError, ValueError):
        return None


def _watch_room(descriptor: int | None) -> "select.poll | None":
    """Return what tells whether a pipe or a terminal takes more without waiting; None for a file, which always does."""
    if descriptor is None or stat.S_ISREG(os.fstat(descriptor).st_mode):
        return None
    room = select.poll()
    room.register(descriptor, select.POLLOUT)
    return room


def _keep_known_fields(_logger: object, _method: str, fields: Fields) -> Fields:
    dropped = sorted(fields.keys() - FIELDS)
    known = {name: value for name, value in fields.items() if name in FIELDS}
    return {**known, "dropped": dropped} if dropped else known


def describe_fault(error: BaseException) -> dict[str, object]:
    """Return a fault as fields of a log: its class and the places in the code. Its message might hold a card, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame is frames[-1] or "houseway" in Path(frame.filename).parts]
    return {"fault": type(error).__name__, "trace": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in own]}
