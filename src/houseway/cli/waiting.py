"""A progress bar that appears only when work takes long, and the time that is left of it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

PATIENCE_SECONDS = 2
"""Seconds before the bar appears."""

Progress = Callable[[int, int], None]


def is_terminal() -> bool:
    return sys.stderr.isatty()


class TimeLeft:
    """How long work will take, by all that was done since it began.

    Several cores report at almost the same moment: what was done between two reports says nothing. Results that were stored are
    reported first and take no time, so only what follows them counts.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._began = clock, clock()
        self._stored: int | None = None
        self._done = self._total = 0

    def note(self, done: int, total: int) -> None:
        if self._stored is None:
            self._stored = done
        if done == self._stored:
            self._began = self._clock()
        self._done, self._total = done, total

    @property
    def seconds(self) -> int | None:
        """Return the seconds left; None before anything is done."""
        worked = self._done - (self._stored or 0)
        if not worked:
            return None
        return round((self._clock() - self._began) * (self._total - self._done) / worked)

    def __str__(self) -> str:
        left = self.seconds
        return "" if left is None else f"about {timedelta(seconds=left)} left,"

    def column(self) -> "ProgressColumn":
        from rich.progress import ProgressColumn, Task
        from rich.text import Text

        time_left = self

        class TimeLeftColumn(ProgressColumn):
            def render(self, task: Task) -> Text:
                return Text(str(time_left))

        return TimeLeftColumn()


@contextmanager
def delayed_progress(what: str, parts: int = 1) -> Iterator[Callable[[int], Progress]]:
    """Yield a progress function for each part of the work. The bar appears after a while, on a terminal only."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    bar = Bar(*columns, console=Console(stderr=True, force_terminal=is_terminal()), transient=True, disable=not is_terminal())
    task = bar.add_task(what, total=None)

    def progress(part: int) -> Progress:
        return lambda done, total: bar.update(task, completed=part * total + done, total=parts * total)

    timer = Timer(PATIENCE_SECONDS, bar.start)
    timer.start()
    try:
        yield progress
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
