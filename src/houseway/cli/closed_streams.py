"""Standard streams that were closed before the command began (`houseway rank "As Ks" >&-`). Python has None in their place.

Writing to a closed output fails as in other commands, with one line on standard error. The descriptors are taken, so that no file
that is opened later gets one of them, and with it what a library prints.
"""

import errno
import io
import os
import sys
from pathlib import Path


class _ClosedOutput(io.TextIOBase):
    """A standard output that is closed."""

    encoding = "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        if text:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return 0


_ERRORS = 2
"""The highest descriptor of a standard stream."""


def replace_closed_streams() -> None:
    """Put streams in place of those that were closed: an empty input, an output that takes nothing, errors that nobody reads."""
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    while (taken := os.open(os.devnull, os.O_RDWR)) < _ERRORS:
        continue
    if taken > _ERRORS:
        os.close(taken)
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115, open until the end
    sys.stdout = sys.stdout or _ClosedOutput()
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
