"""A progress bar that appears only when work takes long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

PATIENCE_SECONDS = 2
"""Seconds before the bar appears."""

Progress = Callable[[int, int], None]


def is_terminal() -> bool:
    return sys.stderr.isatty()


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
