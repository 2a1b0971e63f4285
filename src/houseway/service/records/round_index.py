"""Check the index of rounds against the events: after which event each round begins, and in which round a stream stands."""

from collections.abc import Iterator

from houseway.service.live.turns.turn import table_stream
from houseway.store import Store, StoredAppend, StreamHead

_ROUND_STARTED = "round-started"


class RoundIndex:
    """Follows a stream, and derives from its events what the index must have. Only tables have rounds.

    An append belongs to the round that had started before it, and the first append of a round is in the index.
    """

    def __init__(self, stream: str) -> None:
        self._has_rounds = stream.startswith(table_stream(""))
        self._started = 0
        self.round = 0
        """The round of the last append."""
        self.starts: dict[int, int] = {}
        """The version before the first append of each round."""

    def add(self, append: StoredAppend) -> None:
        if self._started > self.round:
            self.round = self._started
            self.starts[self.round] = append.first_version - 1
        for event in append.events if self._has_rounds and _ROUND_STARTED in append.kinds else ():
            if event.kind == _ROUND_STARTED:
                self._started = event.number("number")

    def problems(self, store: Store, head: StreamHead) -> Iterator[str]:
        """Say what the store has otherwise. A stream may have grown since, so later rows do not count."""
        stored = {number: before for number, before in store.round_starts(head.stream).items() if before < head.version}
        for number, before in sorted(self.starts.items()):
            if number not in stored:
                yield f"round {number} is missing from the index of rounds; it begins after event {before}"
            elif stored[number] != before:
                yield f"round {number} begins after event {before}, and the index of rounds says after event {stored[number]}"
        for number in sorted(stored.keys() - self.starts.keys()):
            yield f"the index of rounds has a round {number} after event {stored[number]}, and no such round began there"
        if self.round != head.round:
            yield f"the stream stands in round {self.round}, and its entry says round {head.round}"
