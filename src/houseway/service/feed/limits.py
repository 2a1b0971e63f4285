"""What one connection to a table may do, and how long the service waits for it."""

from dataclasses import dataclass
from time import monotonic

from houseway.errors import Unavailable

LARGEST_FRAME = 256 * 1024
"""Characters of a message. The largest command carries a whole Rules Submission. A server need not take larger frames."""
_CHECKS = 5
"""How often a message being sent is checked before its reader counts as too slow."""


@dataclass(frozen=True, slots=True)
class FeedLimits:
    """Times are in seconds."""

    hello_seconds: float = 5.0
    send_seconds: float = 20.0
    """A client that reads nothing for this long is disconnected."""
    update_seconds: float = 0.05
    """Between two updates of one connection, unless it is answered in between. A page could not show them any faster."""
    gather_seconds: float = 0.03
    """What happens at a table within this time is sent in one update. Whoever acts himself does not wait for it."""
    busy_gather_seconds: float = 0.15
    """The same while the event loop is late, at most (`Lateness`). Whoever acts then gets only his answer at once, and the update
    together with the others."""
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    offences: int = 20
    """Messages that were malformed or too many, until the connection is closed."""
    answers: int = 32
    """Answers that wait to be sent. Until there is room again, no further message is read."""
    session_seconds: float = 1.0
    """How often it is checked that no session has ended, and what is on accounts."""
    trust_seconds: float = 2.0
    """A command is taken without another check of its session if the last one is not older than this."""
    use_seconds: float = 30.0
    """How often commands are counted as a use of the session."""

    @property
    def check_seconds(self) -> float:
        """Return how often it is checked whether a message is still being sent."""
        return self.send_seconds / _CHECKS


class MessageRate:
    """Allows a number of messages a second, and a burst of a few more."""

    def __init__(self, limits: FeedLimits) -> None:
        self._per_second, self._most = limits.messages_per_second, float(limits.messages_at_once)
        self._left, self._at = self._most, monotonic()

    def take(self) -> None:
        """Count a message, or refuse it."""
        now = monotonic()
        self._left, self._at = min(self._most, self._left + (now - self._at) * self._per_second), now
        if self._left < 1:
            allowed = f"{self._per_second:g} a second"
            raise Unavailable("too many messages", code="feed.rate", given="one more", allowed=allowed)
        self._left -= 1
