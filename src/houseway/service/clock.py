"""The one clock that stamps everything. It never goes back."""

from collections.abc import Callable
from threading import Lock
from time import time_ns

MILLISECONDS = 1_000
"""Milliseconds in a second. The store's times are in milliseconds, those of commands in seconds."""
_NANOSECONDS = 1_000_000
"""In a millisecond."""


def system_milliseconds() -> int:
    return time_ns() // _NANOSECONDS


NOTABLE_SET_BACK = 1_000
"""Milliseconds. The system's clock is corrected by less than this all the time."""


class HouseClock:
    """Milliseconds since the epoch. If the system's clock is set back, time goes on from where it was, so that players' clocks run
    out all the same. When the system's clock is put right, it counts again.

    Any thread may ask.
    """

    def __init__(self, read: Callable[[], int] = system_milliseconds) -> None:
        self._read, self._last, self._lock = read, 0, Lock()
        self.set_back_by = 0
        """By how many milliseconds the system's clock is behind the house's: more than 0 after it was set back."""
        self._set_backs: list[int] = []

    def now(self, at_least: int = 0) -> int:
        """Return the time: not earlier than the last answer, and not earlier than what a stream already has."""
        with self._lock:
            read = self._read()
            least = max(self._last, at_least)
            self._last = read if read >= least else max(read + self.set_back_by, least)
            behind = self._last - read
            if behind - self.set_back_by >= NOTABLE_SET_BACK:
                self._set_backs.append(behind - self.set_back_by)
            self.set_back_by = behind
            return self._last

    def take_set_backs(self) -> tuple[int, ...]:
        """Return by how many milliseconds the system's clock was set back, each time since the last call that it was."""
        with self._lock:
            taken, self._set_backs = tuple(self._set_backs), []
        return taken
