"""The command `houseway`, run in this process: a rule book is read once, and a test may replace what a command must not call.

`tests/cli/test_startup.py` has what only a process of its own can show.
"""

import contextlib
import io
import json
import os
import re
import sys
from dataclasses import dataclass

from houseway.cli import main

os.environ.pop("COLUMNS", None)  # what a command writes is compared with lines of its own width

PRINTED_CARD = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]|Joker")


@dataclass(frozen=True)
class Result:
    returncode: int
    stdout: str
    stderr: str


def run(*arguments, cwd=".", given="", encoding="utf-8"):
    """Run a command as a terminal would, with `given` typed at it."""
    streams = (
        io.TextIOWrapper(io.BytesIO(given if isinstance(given, bytes) else given.encode()), "utf-8"),
        *(io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)),
    )
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv, (sys.stdin, sys.stdout, sys.stderr) = ["houseway", *map(str, arguments)], streams
    try:
        with contextlib.chdir(cwd):
            code = _exit_code()
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
    return Result(code, *map(_written, streams[1:]))


def _exit_code():
    try:
        main()
    except SystemExit as leave:
        return leave.code or 0
    return 0


def _written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode(stream.encoding)


def answered(*arguments, **settings):
    """What a command that succeeds writes."""
    result = run(*arguments, **settings)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def refused(*arguments, **settings):
    """The one line of a refusal."""
    result = run(*arguments, **settings)
    assert result.returncode == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def as_json(*arguments, **settings):
    return json.loads(answered(*arguments, "--json", **settings))
