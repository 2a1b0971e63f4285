"""The two passes over the 134,459 boards that differ by more than suits.

The first sums the value of each holding after each flop, raised and checked, and before the flop; that settles every decision. The
second counts how rounds end under those decisions, or under any other strategy.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from os import cpu_count
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solve.solution import Progress
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.cards import CARDS, Card, Rank
from houseway.disk_cache import cached_arrays
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.layout import I64, U8

KERNELS = (
    *("batch", "canonical", "combinations", "compile", "holdem/board", "holdem/deals", "held_categories"),
    *("layout", "single", "strength", "tables"),
)
SOURCES = (
    *("cards.py", "money.py", "hands/*.py", "hands/orders.toml", "analysis/solve/solution.py"),
    "analysis/ultimate/solve/*.py",
    *(f"kernels/{name}.py" for name in KERNELS),
)
_BOARDS_PER_TASK = 512
"""The boards in one task of a thread."""


@cache
def starting_hand_names() -> tuple[str, ...]:
    """Return the name of the starting hand by number of the holding: AA, AKs, AKo."""

    def name(low: Card, high: Card) -> str:
        ranks = f"{high.rank.letter}{low.rank.letter}"
        return ranks if low.rank == high.rank else ranks + ("s" if low.suit == high.suit else "o")

    return tuple(name(CARDS[low], CARDS[high]) for low, high in holdem_deals.all_holdings().tolist())


def board_progress(progress: Progress | None, parts: int) -> Callable[[int], None]:
    """Return a callback for the number of boards done, of those of all parts."""
    total = len(holdem_deals.canonical_boards()[0]) * parts
    return lambda done: progress(done, total) if progress is not None else None


class HoldingSums(NamedTuple):
    """The value of every holding in parts of an Ante, summed over the cards to come and the dealer's cards."""

    by_flop: I64
    """By canonical flop and holding: a raise, and a check."""
    by_holding: I64
    """By holding: for each Ante played before the flop, and for the other wagers."""


def run_on_all_boards(work: Callable[[slice], None], progress: Callable[[int], None], threads: int | None) -> None:
    """Run the work on all boards, a portion at a time on every core; the kernels release the interpreter lock."""
    total = len(holdem_deals.canonical_boards()[0])
    portions = [slice(start, min(start + _BOARDS_PER_TASK, total)) for start in range(0, total, _BOARDS_PER_TASK)]
    pool, done = ThreadPoolExecutor(threads or cpu_count() or 1), 0
    try:
        running = {pool.submit(work, rows): rows for rows in portions}
        for each in as_completed(running):
            each.result()
            done += running[each].stop - running[each].start
            progress(done)
    finally:
        pool.shutdown(cancel_futures=True)  # Control-C does not wait for the boards that are left


def sum_holdings(
    terms: UltimateTerms, progress: Callable[[int], None] = lambda done: None, threads: int | None = None
) -> HoldingSums:
    """Run the first pass. `by_flop` covers one flop and one holding: 1,081 turns and rivers times 990 holdings of the dealer."""
    boards, weights = holdem_deals.canonical_boards()
    flops, ranks, game = holdem_deals.canonical_flops(), terms.ranks, terms.game
    free: SimpleQueue[tuple[holdem.HoldemScratch, I64, I64]] = SimpleQueue()
    made = []
    for _ in range(threads or cpu_count() or 1):
        by_flop = np.zeros((len(flops.canonical), len(holdem_deals.all_holdings()), 2), dtype=np.int64)
        made.append((holdem.new_scratch(), by_flop, np.zeros((len(holdem_deals.all_holdings()), 2), dtype=np.int64)))
        free.put(made[-1])

    def work(rows: slice) -> None:
        mine = free.get()
        holdem.add_board_values(boards[rows], weights[rows], ranks, game, flops, *mine)
        free.put(mine)

    run_on_all_boards(work, progress, threads)
    _, by_flop, by_holding = made[0]
    for _, more, more_by_holding in made[1:]:
        by_flop += more
        by_holding += more_by_holding
    return HoldingSums(_share_among_suits(by_flop, flops), by_holding)


def _share_among_suits(by_flop: I64, flops: holdem_deals.CanonicalFlops) -> I64:
    """Boards are counted up to suits, so the values of holdings that a flop's suits do not tell apart were spread among them;
    each gets its even share of the 24 orders of suits."""
    total = np.zeros_like(by_flop)
    for holding, keeps in zip(flops.holding, flops.keeps):
        if keeps.all():
            total += by_flop
        elif keeps.any():
            total[keeps] += by_flop[keeps][:, holding]
    total //= len(flops.holding)
    return total


def count_outcomes(
    terms: UltimateTerms,
    before: I64,
    raised: U8,
    river: Callable[[U8], U8] | None = None,
    progress: Callable[[int], None] = lambda done: None,
    threads: int | None = None,
) -> I64:
    """Run the second pass: the combinations of a strategy, by multiple of the Ante and outcome."""
    boards, weights = holdem_deals.canonical_boards()
    flops, ranks, game = holdem_deals.canonical_flops(), terms.ranks, terms.game
    free: SimpleQueue[tuple[holdem.HoldemScratch, I64]] = SimpleQueue()
    made = []
    for _ in range(threads or cpu_count() or 1):
        made.append((holdem.new_scratch(), np.zeros((max(terms.first) + 1, holdem.OUTCOME_COUNT), dtype=np.int64)))
        free.put(made[-1])

    def work(rows: slice) -> None:
        room, counts = free.get()
        plays = river(boards[rows]) if river else np.zeros((0, 0), dtype=np.uint8)
        holdem.count_outcomes(boards[rows], weights[rows], ranks, game, flops, room, before, raised, plays, counts)
        free.put((room, counts))

    run_on_all_boards(work, progress, threads)
    counts: I64 = np.sum([counts for _, counts in made], axis=0)
    return counts


# The best play


class BestPlay(NamedTuple):
    """The best play."""

    hands: dict[str, list[int]]
    """By starting hand, the sums of its holdings: per Ante played before the flop, the other wagers, and a check."""
    before: I64
    """By holding: the multiple to play before the flop, 0 for a check."""
    raised: U8
    """By canonical flop and holding: whether to play on the flop."""


def find_best_play(terms: UltimateTerms, progress: Callable[[int], None], threads: int | None = None) -> BestPlay:
    """Return the best play, from disk if it was found before. Counting a solved game together with other wagers needs it again."""
    found = cached_arrays("ultimate-play", terms.to_json(), SOURCES, lambda: _decide_before_river(terms, progress, threads))
    return BestPlay(dict(zip(_ordered_names(), found["hands"].tolist(), strict=True)), found["before"], found["raised"])


def _decide_before_river(terms: UltimateTerms, progress: Callable[[int], None], threads: int | None) -> dict[str, NDArray[Any]]:
    """Decide everything before the river, from the first pass; `hands` are in the order of `_ordered_names`."""
    sums = sum_holdings(terms, progress, threads)
    check = holdem_deals.canonical_flops().weights @ sums.by_flop.max(axis=2)
    hands = {name: [0, 0, 0] for name in _ordered_names()}
    for name, (each, rest), worth in zip(starting_hand_names(), sums.by_holding.tolist(), check.tolist(), strict=True):
        hands[name] = [hands[name][0] + each, hands[name][1] + rest, hands[name][2] + worth]
    times = {name: _best_multiple(terms, *worth) for name, worth in hands.items()}
    before = np.array([times[name] for name in starting_hand_names()], dtype=np.int64)
    raised = (sums.by_flop[:, :, 0] > sums.by_flop[:, :, 1]).astype(np.uint8)
    return {"hands": np.array(list(hands.values()), dtype=np.int64), "before": before, "raised": raised}


def _ordered_names() -> list[str]:
    """Return the 169 names, highest card first, pairs before suited before offsuit."""
    place = {name: number for number, name in enumerate(dict.fromkeys(starting_hand_names()))}
    ranks = {rank.letter: rank for rank in Rank}
    kinds = {"s": 1, "o": 2}

    def key(name: str) -> tuple[int, int, int]:
        return -ranks[name[0]], -ranks[name[1]], kinds.get(name[2:], 0)

    return sorted(place, key=key)


def _best_multiple(terms: UltimateTerms, each: int, rest: int, check: int) -> int:
    """Return the best multiple before the flop, 0 for a check."""
    most = max(terms.first, key=lambda times: times * each + rest)
    return most if most * each + rest > check else 0
