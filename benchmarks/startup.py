"""Measure the time that a fresh process needs for its first answer."""

import sys
from pathlib import Path
from subprocess import DEVNULL, run
from time import perf_counter

REPETITIONS = 3
FIRST_CALL_SCRIPT = """
import numpy as np
from houseway.hands import STANDARD
from houseway.kernels.batch import hand_strengths
hand_strengths(STANDARD, np.array([np.arange(start % 45, start % 45 + 7) for start in range(1000)], dtype=np.uint8))
"""


def first_call_seconds() -> float | None:
    """Time a process that starts, imports houseway and ranks 1,000 seven-card hands, with the machine code on disk."""
    return _best_seconds(sys.executable, "-c", FIRST_CALL_SCRIPT)


def help_seconds() -> float | None:
    """Time `houseway --help`; None if the command is missing or fails."""
    return _best_seconds(str(Path(sys.executable).with_name("houseway")), "--help")


def _best_seconds(*command: str) -> float | None:
    """Return the best time of a command. The first run is not counted, because it may fill a cache."""
    try:
        times = [_run_seconds(*command) for _ in range(1 + REPETITIONS)]
    except FileNotFoundError:
        return None
    return None if None in times else min(time for time in times[1:] if time is not None)


def _run_seconds(*command: str) -> float | None:
    begin = perf_counter()
    done = run(command, stdout=DEVNULL, stderr=DEVNULL, check=False)
    return perf_counter() - begin if done.returncode == 0 else None
