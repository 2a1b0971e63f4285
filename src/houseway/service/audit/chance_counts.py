"""What the house could still choose about the chance of rounds, counted; and whether its receipts sign what is stored about it.

With one honest value in a round, nobody chooses its cards. A house can only stop, void or shuffle again, and an accomplice can
withhold a value. None of this is wrong by itself, so an audit counts it (`docs/chance.md`).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from houseway.events import Event
from houseway.service.audit.findings import ChanceCounts
from houseway.service.live.checks.draws import SeedsAndDraws
from houseway.service.secrecy.receipts import Receipt
from houseway.service.secrecy.seeds import COMMITTED, DRAWN, DRAWS, VALUES
from houseway.store import Store, StoredAppend, StreamHead

_COUNTED = frozenset((COMMITTED, VALUES, DRAWN, "round-voided"))


class ChanceCounter:
    """Counts in the streams of a table and of its seeds. Events of other streams do not count."""

    def __init__(self) -> None:
        self.counts = ChanceCounts()
        self._shuffled: set[str] = set()
        """Decks that were shuffled in the latest round."""

    def add(self, append: StoredAppend) -> None:
        if not _COUNTED.isdisjoint(append.kinds):
            for event in append.events:
                if event.kind in _COUNTED:
                    self._count(event)

    def _count(self, event: Event) -> None:
        counts = self.counts
        match event.kind:
            case "seeds-committed" if "hashes" in event.facts:
                has_players = bool(event.table("hashes"))
                counts.shared += has_players
                counts.house_alone += not has_players
                self._shuffled.clear()
            case "values-opened":
                counts.withheld += len(event.table("withheld", {}))
            case "chance-drawn" if event.text("purpose") != DRAWS:
                counts.reshuffled += event.text("deck") in self._shuffled
                self._shuffled.add(event.text("deck"))
            case "round-voided":
                counts.voided += 1


def find_unsigned_values(
    store: Store, head: StreamHead, receipts: Sequence[Receipt], read_chance: Callable[[], SeedsAndDraws]
) -> Iterator[str]:
    """Say which receipts of a table sign other commitments or values for a round than those that are stored."""
    signed = [receipt for receipt in receipts if receipt.chance and receipt.version <= head.version]
    if not signed:
        return
    starts = sorted((before, number) for number, before in store.round_starts(head.stream).items())
    latest = [0, *accumulate((number for _, number in starts), max)]
    stored = read_chance().seeds.values
    for receipt in signed:
        number = latest[bisect_left(starts, (receipt.version,))]
        if number not in stored or stored[number].digest != receipt.chance:
            yield f"the receipt of event {receipt.version} signs other values for the chance of round {number} than are stored"
