"""How often a client may do something."""

from collections import OrderedDict

_CLIENTS_REMEMBERED = 20_000


class RateLimiter:
    """Token buckets, one for each client; those that were unused for longest are dropped first."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._per_second, self._at_once = per_second, float(at_once)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, now: float) -> bool:
        """Take a token; return whether there was one."""
        tokens, at = self._buckets.pop(client, (self._at_once, now))
        tokens = min(self._at_once, tokens + max(0.0, now - at) * self._per_second)
        allowed = tokens >= 1
        self._buckets[client] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _CLIENTS_REMEMBERED:
            self._buckets.popitem(last=False)
        return allowed
