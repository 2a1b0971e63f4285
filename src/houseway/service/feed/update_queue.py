"""Who waits for an update. Under load, commands are taken and answered first, and everybody gets fewer and larger updates."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from math import exp2
from time import monotonic
from typing import Protocol

AT_ONCE, AT_ONCE_WHEN_LATE = 4, 1
"""How many updates are encoded before the event loop looks again for commands and for what has become durable. Until a command
is answered, the loop comes round several times."""

_HALF_LIFE = 0.5
"""The half-life of measured lateness, in seconds."""
_WEIGHT = 1 / 16
"""The weight of one timer in the average, so that one long turn of a table does not count as load."""
_GATHERED_PER_SECOND_LATE = 20.0
"""Updates are gathered for the lateness of the loop times this factor."""
_HIGH = 0.01
"""From this lateness on, in seconds, every update delays those who wait for answers noticeably."""


class Lateness:
    """How late the event loop runs its timers, which measures its load. The later it is, the longer updates are gathered, so
    that there are fewer of them and commands are taken sooner."""

    def __init__(self) -> None:
        self._seconds, self._noticed_at = 0.0, 0.0

    def notice(self, due_at: float) -> None:
        """Take into account the lateness of a timer that runs now."""
        now = monotonic()
        before = self._seconds_at(now)
        self._seconds, self._noticed_at = before + (now - due_at - before) * _WEIGHT, now

    def seconds_to_gather(self) -> float:
        """Return for how long updates should be gathered; 0 if the loop is never late."""
        return _GATHERED_PER_SECOND_LATE * self._seconds_at(monotonic())

    @property
    def is_high(self) -> bool:
        return self._seconds_at(monotonic()) >= _HIGH

    def _seconds_at(self, now: float) -> float:
        return self._seconds * exp2((self._noticed_at - now) / _HALF_LIFE)


class WaitingViewer(Protocol):
    def begin_pause(self, now: float, busy_seconds: float) -> float | None:
        """Return for how many seconds news are gathered from now on, while the loop is late for up to `busy_seconds`; None if they
        are gathered already."""

    def end_pause(self) -> bool:
        """Return whether there is anything new to be sent."""

    def send_update(self) -> None:
        """Send what is new now."""


class UpdateQueue:
    """Lets a few viewers at a time be sent what is new, in the order in which they came. Whatever else happens at the table while a
    viewer waits comes with the same update. All methods are called from one event loop."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: OrderedDict[WaitingViewer, None] = OrderedDict()
        self._is_serving = False
        self.lateness = Lateness()

    def gather(self, viewers: Iterable[WaitingViewer]) -> None:
        """Let viewers of a table get what is new there after a pause. Those whose pauses end together share a timer."""
        now, busy_seconds = monotonic(), self.lateness.seconds_to_gather()
        paused: dict[float, list[WaitingViewer]] = {}
        for viewer in viewers:
            pause = viewer.begin_pause(now, busy_seconds)
            if pause in paused:
                paused[pause].append(viewer)
            elif pause is not None:
                paused[pause] = [viewer]
        for pause, together in paused.items():
            if pause > 0:
                asyncio.get_running_loop().call_later(pause, self._end_pauses, together, now + pause)
            else:
                self._end_pauses(together)

    def _end_pauses(self, viewers: Iterable[WaitingViewer], due_at: float | None = None) -> None:
        if due_at is not None:
            self.lateness.notice(due_at)
        for viewer in viewers:
            if viewer.end_pause():
                self.add(viewer)

    def add(self, viewer: WaitingViewer) -> None:
        """Let a viewer wait for his turn. One who waits already keeps his place."""
        self._waiting.setdefault(viewer)
        if not self._is_serving:
            self._is_serving = True
            self._serve_next_time()

    def remove(self, viewer: WaitingViewer) -> None:
        """Forget a viewer who has gone, or was sent everything."""
        self._waiting.pop(viewer, None)

    def _serve_next_time(self) -> None:
        asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        at_once = min(self._at_once, AT_ONCE_WHEN_LATE) if self.lateness.is_high else self._at_once
        for _ in range(min(at_once, len(self._waiting))):
            viewer, _none = self._waiting.popitem(last=False)
            viewer.send_update()
        self._is_serving = bool(self._waiting)
        if self._is_serving:
            self._serve_next_time()  # after those who were woken now have sent their updates
