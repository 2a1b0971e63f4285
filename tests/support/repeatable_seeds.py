"""Seeds that repeat: a service in the tests deals the same cards in every run, so that no test passes or fails by luck.

`HOUSEWAY_SEEDS` names another series, for a hunt after tests that hold for some cards only. A service in a process of its own
draws from the operating system, as always.
"""

import os
import threading
from hashlib import shake_256

_SERIES = os.environ.get("HOUSEWAY_SEEDS", "")


class RepeatableSeeds:
    """Stands in for the module `secrets` where rounds get their seeds. Every seed of a series differs."""

    def __init__(self, name):
        self._name, self._drawn, self._lock = name, 0, threading.Lock()

    def token_bytes(self, length):
        with self._lock:
            self._drawn += 1
            return shake_256(f"{_SERIES}/{self._name}/{self._drawn}".encode()).digest(length)
