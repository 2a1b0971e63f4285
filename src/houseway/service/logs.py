"""Logs as JSON lines. Only fields that are named here are written: none of them can hold a name, a card or a token."""

import sys
import traceback
from collections.abc import MutableMapping
from pathlib import Path
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
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _keep_known_fields,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.WriteLoggerFactory(output or sys.stderr),
        cache_logger_on_first_use=False,
    )


def _keep_known_fields(_logger: object, _method: str, fields: Fields) -> Fields:
    dropped = sorted(fields.keys() - FIELDS)
    known = {name: value for name, value in fields.items() if name in FIELDS}
    return {**known, "dropped": dropped} if dropped else known


def describe_fault(error: BaseException) -> dict[str, object]:
    """Return a fault as fields of a log: its class and the places in the code. Its message might hold a card, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame is frames[-1] or "houseway" in Path(frame.filename).parts]
    return {"fault": type(error).__name__, "trace": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in own]}
