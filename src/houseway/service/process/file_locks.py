"""Locks between processes of one machine. The system releases them when a process ends, however it ends."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def hold_file(path: Path, wait: bool = True) -> Iterator[None]:
    """Hold a file for this process. If another one holds it, wait, or raise `BlockingIOError`."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(descriptor, wait)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, wait: bool) -> None:
    try:
        import fcntl
    except ImportError:  # not on Windows, where SQLite's own lock is all that there is
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
