"""Rounds shared out in shards of a fixed length to threads, and added up as whole numbers in the order of the rounds.

A round's cards follow from the seed and its number, so the sums are the same on any number of workers. After Control-C the shards
that are complete from the first on are the result, as if so many rounds had been asked for.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from os import cpu_count
from queue import SimpleQueue

import numpy as np

from houseway.analysis.simulated_games.lines import PlayRounds, SimulatedGame
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.errors import NotAllowed
from houseway.kernels.layout import I64
from houseway.kernels.simulation.deals import deal_rounds
from houseway.kernels.simulation.tallies import Tallies, new_tallies, tally_rounds

SHARD_ROUNDS = 1 << 14
_BLOCK_ROUNDS = 1 << 11
"""What is dealt at once, so that it stays in a core's own cache."""
_LARGEST_SUM = 2**62
_WAITING_PER_WORKER = 2

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class NetTable:
    """What outcomes bring on each line, as whole numbers of a unit."""

    unit: Fraction
    """In cents."""
    nets: I64
    """By line and outcome."""
    axis_of: I64
    in_spot: I64
    shard_rounds: int
    """The length of a shard, so that no sum of squares overflows."""

    @classmethod
    def from_game(cls, game: SimulatedGame, players: int) -> "NetTable":
        amounts = {net for line in game.lines for net in line.nets}
        over = lcm(*(net.denominator for net in amounts))
        unit = Fraction(gcd(*(int(net * over) for net in amounts)) or 1, over)
        nets = np.zeros((len(game.lines), game.outcomes), dtype=np.int64)
        largest = sum(max(abs(net) for net in line.nets) / unit for line in game.lines if line.is_part) * players
        if largest**2 > _LARGEST_SUM:
            raise NotAllowed(
                "the awards are too large to be added up; lower the stakes",
                code="simulate.too-large",
                given=str(largest * unit),
                allowed=f"{2**31} units of the smallest amount",
            )
        for place, line in enumerate(game.lines):
            nets[place, : len(line.nets)] = [int(net / unit) for net in line.nets]
        shard = min(SHARD_ROUNDS, int(_LARGEST_SUM // max(largest**2, 1)))
        axes, parts = ([line.axis for line in game.lines], [line.is_part for line in game.lines])
        return cls(unit, nets, np.array(axes, dtype=np.int64), np.array(parts, dtype=np.int64), shard)


@dataclass
class SimulationSums:
    """Everything that was added up, in units."""

    rounds: int = 0
    counts: list[list[int]] = field(default_factory=list)
    """By axis and outcome: player-rounds."""
    squares: list[int] = field(default_factory=list)
    """By line, and last for all wagers together: squares of what all players of a round win."""
    spot: list[int] = field(default_factory=lambda: [0, 0])
    """The sum, and the sum of squares, of what all wagers of a spot win."""
    shards: int = 0
    """Complete shards, by which the error of what seats share is estimated."""
    shared: list[int] = field(default_factory=list)
    """By line, and last for all wagers: products of the results of two seats, over complete shards."""
    shared_squares: list[int] = field(default_factory=list)
    """The sums of the squares of these sums of a shard."""
    is_interrupted: bool = False


def play_shards(
    game: SimulatedGame, plan: SimulationPlan, table: NetTable, workers: int | None, progress: Progress | None = None
) -> SimulationSums:
    """Play all rounds, or those of the first shards until Control-C."""
    total = np.zeros((game.axes, game.outcomes), dtype=np.int64)
    sums = SimulationSums(squares=[0] * (len(game.lines) + 1))
    sums.shared, sums.shared_squares = [0] * len(sums.squares), [0] * len(sums.squares)
    squared = (table.nets.astype(object)) ** 2
    with _shards(game, plan, table, workers or cpu_count() or 1) as shards:
        try:
            for rounds, found in shards:
                total += found.counts
                _add_shard(sums, rounds, found, squared, table)
                if progress is not None:
                    progress(sums.rounds, plan.rounds)
        except KeyboardInterrupt:
            if not sums.rounds:
                raise
            sums.is_interrupted = True
    sums.counts = total.tolist()
    return sums


def _add_shard(sums: SimulationSums, rounds: int, found: Tallies, squared: "np.ndarray", table: NetTable) -> None:
    squares, spot = found.squares.tolist(), found.spot.tolist()
    sums.rounds += rounds
    sums.squares = [one + more for one, more in zip(sums.squares, squares, strict=True)]
    sums.spot = [one + more for one, more in zip(sums.spot, spot, strict=True)]
    if rounds != table.shard_rounds:
        return
    own = [int(found.counts[axis].astype(object) @ squared[line]) for line, axis in enumerate(table.axis_of.tolist())]
    sums.shards += 1
    for line, (together, alone) in enumerate(zip(squares, (*own, spot[1]), strict=True)):
        sums.shared[line] += together - alone
        sums.shared_squares[line] += (together - alone) ** 2


@contextmanager
def _shards(
    game: SimulatedGame, plan: SimulationPlan, table: NetTable, workers: int
) -> "Iterator[Iterator[tuple[int, Tallies]]]":
    """Yield the shards in order, each with its number of rounds. Few are ahead of the one that is added."""
    players: SimpleQueue[PlayRounds] = SimpleQueue()
    for _ in range(workers):
        players.put(game.new_player())

    def play(first: int, rounds: int) -> Tallies:
        player = players.get()
        try:
            return _play_rounds(game, plan, table, player, first, rounds)
        finally:
            players.put(player)

    def in_order(pool: ThreadPoolExecutor) -> Iterator[tuple[int, Tallies]]:
        waiting: deque[tuple[int, Future[Tallies]]] = deque()
        for first in range(0, plan.rounds, table.shard_rounds):
            rounds = min(table.shard_rounds, plan.rounds - first)
            waiting.append((rounds, pool.submit(play, first, rounds)))
            if len(waiting) > _WAITING_PER_WORKER * workers:
                rounds, future = waiting.popleft()
                yield rounds, future.result()
        for rounds, future in waiting:
            yield rounds, future.result()

    pool = ThreadPoolExecutor(workers)
    try:
        yield in_order(pool)
    finally:
        pool.shutdown(cancel_futures=True)


def _play_rounds(
    game: SimulatedGame, plan: SimulationPlan, table: NetTable, player: PlayRounds, first: int, rounds: int
) -> Tallies:
    tallies = new_tallies(game.axes, game.outcomes, len(game.lines))
    spots = np.zeros(plan.players, dtype=np.int64)
    size = min(rounds, _BLOCK_ROUNDS)
    cards = np.empty((size, game.row_length), dtype=np.uint8)
    outcomes = np.zeros((size, plan.players, game.axes), dtype=np.uint16)
    for start in range(0, rounds, size):
        many = min(size, rounds - start)
        deal_rounds(plan.seed, first + start, game.deck, cards[:many])
        player(cards[:many], outcomes[:many])
        tally_rounds(outcomes[:many], table.axis_of, table.in_spot, table.nets, spots, tallies)
    return tallies
