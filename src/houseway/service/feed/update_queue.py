"""Who waits for an update. Under load, commands are taken and answered first, and everybody gets fewer and larger updates."""

import asyncio
from collections import OrderedDict
from typing import Protocol

AT_ONCE = 4
"""Updates that are put together before the event loop looks again for commands and for what has become durable."""


class WaitingViewer(Protocol):
    def send_update(self) -> None:
        """Send what is new now."""


class UpdateQueue:
    """Lets a few viewers at a time be sent what is new, in the order in which they came. Whatever else happens at the table while a
    viewer waits comes with the same update. All methods are called from one event loop."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: OrderedDict[WaitingViewer, None] = OrderedDict()
        self._is_serving = False

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
        for _ in range(min(self._at_once, len(self._waiting))):
            viewer, _none = self._waiting.popitem(last=False)
            viewer.send_update()
        self._is_serving = bool(self._waiting)
        if self._is_serving:
            self._serve_next_time()  # after those who were woken now have sent their updates
