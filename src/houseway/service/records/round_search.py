"""Search the completed rounds of all tables, the latest first.

There is no index in the database: rounds are read and summarized in blocks, from the latest back, and a search stops after a page
of finds or after a bounded number of rounds, and says where to go on. Summaries are kept, because completed rounds never change, so
that going over the same rounds again reads nothing.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import merge
from threading import Lock

from houseway.service.live.turn import table_stream
from houseway.service.records.round_summaries import RoundSummary, summarize_rounds
from houseway.store import Store
from houseway.table import Table

PAGE = 25
MOST_LOOKED_AT = 500
"""Rounds that one search looks at."""
_BLOCK = 20
"""Rounds that are read together."""
_MOST_KEPT = 10_000

Place = tuple[int, str, int]
"""Where a round stands among all, the latest first: see `RoundSummary.place`."""


@dataclass(frozen=True, slots=True)
class RoundQuery:
    """What is sought. An empty value means everything."""

    since: int = 0
    until: int = 1 << 62
    player: str = ""
    """An id, or part of a name."""
    result: str = ""
    """`won`, `lost`, `void` or `meter`."""
    least: int = 0
    """The least amount that a player won or lost, in cents."""
    irregular: bool = False
    words: str = ""
    """Part of the words of an irregularity."""


@dataclass(frozen=True, slots=True)
class SearchedRounds:
    found: tuple[RoundSummary, ...]
    looked_at: int
    next: Place | None
    """Where a further search goes on; None after the earliest round."""
    back_to: int
    """When the earliest round began that was looked at."""


class RoundSearch:
    """Searches rounds, and keeps their summaries."""

    def __init__(self, store: Store, names: Callable[[Collection[str]], Mapping[str, str]]) -> None:
        self._store, self._names = store, names
        self._summaries: dict[tuple[str, int], RoundSummary] = {}
        self._lock = Lock()

    def search(self, tables: Collection[Table], query: RoundQuery, after: Place | None = None) -> SearchedRounds:
        """Return the rounds that fit, the latest first, from a place on."""
        until = min(query.until, -after[0]) if after else query.until
        is_sought = cache(lambda player: self._is_sought(player, query.player))  # a name is looked up once
        found: list[RoundSummary] = []
        looked_at, last = 0, None
        for each in merge(*(self._latest_first(table, until) for table in tables), key=lambda summary: summary.place):
            if each.began_at < query.since:
                break
            if each.began_at > until or (after is not None and each.place <= after):
                continue
            if looked_at == MOST_LOOKED_AT or len(found) == PAGE:
                return SearchedRounds(tuple(found), looked_at, last.place if last else None, last.began_at if last else 0)
            looked_at, last = looked_at + 1, each
            if _fits(each, query, {player: net for player, net in each.nets.items() if is_sought(player)}):
                found.append(each)
        return SearchedRounds(tuple(found), looked_at, None, last.began_at if last else 0)

    def _latest_first(self, table: Table, until: int) -> Iterator[RoundSummary]:
        last = self._last_begun_by(table, until)
        while last >= 1:
            first = max(1, last - _BLOCK + 1)
            yield from reversed(self._read_block(table, first, last))
            last = first - 1

    def _last_begun_by(self, table: Table, until: int) -> int:
        """Return the number of the last completed round that may have begun by a time. Times in a stream never go back."""
        low, high = 0, table.number - 1
        while low < high:
            middle = (low + high + 1) // 2
            version = self._store.version_before_round(table_stream(table.id), middle) or 0
            if self._store.head_at(table_stream(table.id), version).at <= until:
                low = middle
            else:
                high = middle - 1
        return high

    def _read_block(self, table: Table, first: int, last: int) -> list[RoundSummary]:
        with self._lock:
            missing = [number for number in range(first, last + 1) if (table.id, number) not in self._summaries]
            if missing:
                read = summarize_rounds(self._store, table, missing[0], missing[-1])
                self._summaries |= {(table.id, each.number): each for each in read}
            block = [self._summaries[table.id, number] for number in range(first, last + 1)]
            while len(self._summaries) > _MOST_KEPT:
                del self._summaries[next(iter(self._summaries))]
            return block

    def _is_sought(self, player: str, sought: str) -> bool:
        return not sought or player == sought or sought.casefold() in self._names((player,)).get(player, "").casefold()


def _fits(summary: RoundSummary, query: RoundQuery, nets: Mapping[str, int]) -> bool:
    """Return whether a round is sought; `nets` are those of the players who are."""
    if query.player and not nets:
        return False
    if (query.irregular or query.words) and not _is_irregular(summary, query.words):
        return False
    match query.result:
        case "void":
            return summary.is_void
        case "meter":
            return summary.from_meters > 0
        case "won":
            return any(net > 0 and net >= query.least for net in nets.values())
        case "lost":
            return any(net < 0 and -net >= query.least for net in nets.values())
    return not query.least or any(abs(net) >= query.least for net in nets.values())


def _is_irregular(summary: RoundSummary, words: str) -> bool:
    return any(words.casefold() in said.casefold() for said in summary.irregularities)
