"""Control-C ends a command without a traceback, also where a library was interrupted and raised something else, or nothing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, pthread_kill
from threading import Thread, main_thread
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_PAUSE_SECONDS = 0.01
INTERRUPTED = 130
"""The exit status that shells give to a command that Control-C has ended."""


@contextmanager
def quiet_interruption() -> Iterator[None]:
    """Exit with status 130 after Control-C. A compiler may turn it into an error of its own, and callbacks cannot pass it on."""
    before = sys.unraisablehook
    sys.unraisablehook = _interrupt_again
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        if not _follows_interrupt(error):
            raise
        sys.exit(INTERRUPTED)
    finally:
        sys.unraisablehook = before


def _interrupt_again(unraisable: "UnraisableHookArgs") -> None:
    """Repeat an interrupt that fell into a callback, when the callback has returned."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        Thread(target=_interrupt_once_returned, args=(main_thread().ident,), daemon=True).start()
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt_once_returned(main: int) -> None:
    """Interrupt the main thread as soon as it has left `_interrupt_again`: what is raised in there is lost."""
    while _is_interrupting(main):
        sleep(_PAUSE_SECONDS)
    pthread_kill(main, SIGINT)


def _is_interrupting(main: int) -> bool:
    frame = sys._current_frames().get(main)
    while frame is not None and frame.f_code is not _interrupt_again.__code__:
        frame = frame.f_back
    return frame is not None


def _follows_interrupt(error: BaseException | None) -> bool:
    """Return whether an error is an interrupt, or was raised because of one."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
