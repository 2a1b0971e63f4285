"""Rounds shared out in shards of a fixed length, played by threads here or by workers elsewhere, and added up as whole numbers.

A round's cards follow from the seed and its number, so the sums are the same on any number of workers. After Control-C the shards
that are complete from the first on are the result, as if so many rounds had been asked for.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from os import cpu_count
from typing import Any, NamedTuple, Protocol

import numpy as np

from houseway.analysis.simulated_games.lines import PlayRounds, SimulatedGame
from houseway.analysis.simulated_games.plan import NIGHT_ROUNDS, SimulationPlan
from houseway.analysis.simulation.metered_rounds import (
    MeteredShard,
    RoundFinder,
    RoundsOfMeters,
    no_rounds,
    shards_from_json,
)
from houseway.errors import NotAllowed
from houseway.kernels.layout import I64
from houseway.kernels.simulation.deals import deal_rounds
from houseway.kernels.simulation.tallies import Tallies, new_tallies, tally_rounds

SHARD_ROUNDS = NIGHT_ROUNDS
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
    spot_nets: I64
    """By axis and outcome, of all lines that are part of a spot."""
    shard_rounds: int
    """The length of a shard, so that no sum of squares overflows."""

    @classmethod
    def from_game(cls, game: SimulatedGame, players: int) -> "NetTable":
        lines = game.kernel_lines
        amounts = {net for line in lines for net in line.nets}
        over = lcm(*(net.denominator for net in amounts))
        unit = Fraction(gcd(*(int(net * over) for net in amounts)) or 1, over)
        nets = np.zeros((len(lines), game.outcomes), dtype=np.int64)
        largest = sum(max(abs(net) for net in line.nets) / unit for line in lines if line.is_part) * players
        if largest**2 > _LARGEST_SUM:
            raise NotAllowed(
                "the awards are too large to be added up; lower the stakes",
                code="simulate.too-large",
                given=str(largest * unit),
                allowed=f"{2**31} units of the smallest amount",
            )
        for place, line in enumerate(lines):
            nets[place, : len(line.nets)] = [int(net / unit) for net in line.nets]
        shard = min(SHARD_ROUNDS, int(_LARGEST_SUM // max(largest**2, 1)))
        spot_nets = np.zeros((game.axes, game.outcomes), dtype=np.int64)
        for line, brings in zip(lines, nets, strict=True):
            spot_nets[line.axis] += brings * line.is_part
        return cls(unit, nets, np.array([line.axis for line in lines], dtype=np.int64), spot_nets, shard)

    @cached_property
    def squared(self) -> "np.ndarray":
        """The squares of what outcomes bring, as integers of any size."""
        return self.nets.astype(object) ** 2


@dataclass
class SimulationSums:
    """Everything that was added up, in units. The sums of two sets of shards are added, in any order."""

    counts: I64
    """By axis and outcome: player-rounds."""
    squares: list[int]
    """By line, and last for all wagers together: squares of what all players of a round win."""
    shared: list[int]
    """By line, and last for all wagers: products of the results of two seats, over complete shards."""
    shared_squares: list[int]
    """The sums of the squares of these sums of a shard."""
    spot: list[int] = field(default_factory=lambda: [0, 0])
    """The sum, and the sum of squares, of what all wagers of a spot win."""
    rounds: int = 0
    shards: int = 0
    """Complete shards, by which the error of what seats share is estimated."""
    is_interrupted: bool = False
    metered: list[MeteredShard] = field(default_factory=list)
    """Rounds that meters pay, by shard. They are settled in order, and not added."""

    @classmethod
    def nothing(cls, axes: int, outcomes: int, lines: int) -> "SimulationSums":
        none = [0] * (lines + 1)
        return cls(np.zeros((axes, outcomes), dtype=np.int64), none, list(none), list(none))

    def add(self, other: "SimulationSums") -> None:
        self.counts += other.counts
        self.rounds, self.shards = self.rounds + other.rounds, self.shards + other.shards
        for mine, more in zip(self._lists, other._lists, strict=True):
            mine[:] = [one + another for one, another in zip(mine, more, strict=True)]

    @property
    def _lists(self) -> tuple[list[int], ...]:
        return self.squares, self.shared, self.shared_squares, self.spot

    def to_json(self) -> dict[str, Any]:
        cells = [[axis, outcome, int(self.counts[axis, outcome])] for axis, outcome in np.argwhere(self.counts).tolist()]
        found = {"rounds": self.rounds, "shards": self.shards, "counts": cells, "lists": self._lists}
        return {**found, "metered": [each.to_json() for each in self.metered]} if self.metered else found

    @classmethod
    def from_json(cls, content: Mapping[str, Any], axes: int, outcomes: int) -> "SimulationSums":
        squares, shared, shared_squares, spot = content["lists"]
        found = cls.nothing(axes, outcomes, 0)
        for axis, outcome, count in content["counts"]:
            found.counts[axis, outcome] = count
        sums = cls(found.counts, squares, shared, shared_squares, spot, content["rounds"], content["shards"])
        sums.metered = shards_from_json(content)
        return sums


# What a worker plays


class IdlePlayers(list[PlayRounds]):
    """Players that no thread uses now. Their working memory is large, so they are used again; they are not sent along."""

    def __reduce__(self) -> tuple[type["IdlePlayers"], tuple[()]]:
        return IdlePlayers, ()


@dataclass(frozen=True, eq=False)
class ShardWork:
    """What a worker needs to play any rounds of a simulation. It can be sent to another machine."""

    seed: int
    players: int
    deck: int
    draws: tuple[int, ...]
    row_length: int
    axes: int
    outcomes: int
    table: NetTable
    new_player: Callable[[], PlayRounds] = field(repr=False)
    finder: RoundFinder | None = field(repr=False, default=None)
    """Finds the rounds that meters pay, if a wager has any."""
    idle: IdlePlayers = field(default_factory=IdlePlayers, repr=False)

    @classmethod
    def from_game(cls, game: SimulatedGame, plan: SimulationPlan, table: NetTable) -> "ShardWork":
        sizes = game.deck, game.draws, game.row_length + len(game.draws), game.axes, game.outcomes
        place = next((place for place, line in enumerate(game.lines) if game.is_metered(line)), -1)
        finder = None if game.metered is None else RoundFinder.from_wager(game.metered, place, game.outcomes)
        return cls(plan.seed, plan.players, *sizes, table, game.new_player, finder)

    def no_sums(self) -> SimulationSums:
        return SimulationSums.nothing(self.axes, self.outcomes, len(self.table.nets))


def play_part(work: ShardWork, first: int, rounds: int) -> SimulationSums:
    """Play the shards of some rounds that follow one another, and add them up."""
    sums = work.no_sums()
    try:
        player = work.idle.pop()
    except IndexError:
        player = work.new_player()
    for start in range(0, rounds, work.table.shard_rounds):
        many = min(work.table.shard_rounds, rounds - start)
        tallies, found = _play_shard(work, player, first + start, many)
        products = _add_shard(sums, many, tallies, work.table)
        if work.finder is not None:
            own = None if products is None else (products[work.finder.line], products[-1])
            sums.metered.append(MeteredShard(first + start, many, own, found))
    work.idle.append(player)
    return sums


def _play_shard(work: ShardWork, player: PlayRounds, first: int, rounds: int) -> tuple[Tallies, RoundsOfMeters]:
    tallies = new_tallies(work.axes, work.outcomes, len(work.table.nets))
    spots, found, table = np.zeros(work.players, dtype=np.int64), no_rounds(), work.table
    size = min(rounds, _BLOCK_ROUNDS)
    cards = np.empty((size, work.row_length), dtype=np.uint8)
    outcomes = np.zeros((size, work.players, work.axes), dtype=np.uint16)
    for start in range(0, rounds, size):
        many = min(size, rounds - start)
        deal_rounds(work.seed, first + start, work.deck, cards[:many], work.draws)
        player(cards[:many], outcomes[:many], start)
        tally_rounds(outcomes[:many], table.axis_of, table.nets, table.spot_nets, spots, tallies)
        if work.finder is not None:
            work.finder.find(outcomes[:many], first + start, table.nets, table.spot_nets, found)
    return tallies, found


def _add_shard(sums: SimulationSums, rounds: int, found: Tallies, table: NetTable) -> list[int] | None:
    """Add a shard. Return by line the products of two seats' results, if it is complete."""
    squares, spot = found.squares.tolist(), found.spot.tolist()
    sums.counts += found.counts
    sums.rounds += rounds
    sums.squares = [one + more for one, more in zip(sums.squares, squares, strict=True)]
    sums.spot = [one + more for one, more in zip(sums.spot, spot, strict=True)]
    if rounds != table.shard_rounds:
        return None
    own = [_sum_of_squares(found.counts[axis], table.squared[line]) for line, axis in enumerate(table.axis_of.tolist())]
    sums.shards += 1
    products = [together - alone for together, alone in zip(squares, (*own, spot[1]), strict=True)]
    for line, both in enumerate(products):
        sums.shared[line] += both
        sums.shared_squares[line] += both**2
    return products


def _sum_of_squares(counts: I64, squares: "np.ndarray") -> int:
    """Return the sum over the outcomes that came, as an integer of any size."""
    came = np.flatnonzero(counts)
    return int(counts[came].astype(object) @ squares[came])


# Who plays it


class Part(NamedTuple):
    """Rounds that one worker plays at a time."""

    first: int
    rounds: int


class Workers(Protocol):
    """Those who play the parts of a simulation."""

    part_shards: int
    """How many shards make a part."""
    most_waiting: int
    """How many parts are handed out ahead of the one that is added next."""

    def submit(self, part: Part) -> "Future[SimulationSums]": ...


class KeptParts(Protocol):
    """Parts that were played before, perhaps by a run that was interrupted."""

    def find(self, part: Part) -> SimulationSums | None: ...

    def keep(self, part: Part, sums: SimulationSums) -> None: ...


@dataclass
class Threads:
    """Threads of this machine, which share everything."""

    pool: ThreadPoolExecutor
    work: ShardWork
    part_shards: int
    most_waiting: int

    def submit(self, part: Part) -> "Future[SimulationSums]":
        return self.pool.submit(play_part, self.work, *part)


@contextmanager
def threads_for(work: ShardWork, count: int | None = None, part_shards: int = 1) -> Iterator[Workers]:
    """Yield threads that play a simulation, one for each core by default."""
    many = count or cpu_count() or 1
    pool = ThreadPoolExecutor(many)
    try:
        yield Threads(pool, work, part_shards, _WAITING_PER_WORKER * many)
    finally:
        pool.shutdown(cancel_futures=True)


def play_shards(
    work: ShardWork,
    rounds: int,
    workers: Workers,
    progress: Progress | None = None,
    kept: KeptParts | None = None,
    settle: Callable[[Sequence[MeteredShard]], None] | None = None,
) -> SimulationSums:
    """Play all rounds, or those of the first parts until Control-C. Parts that were kept are not played again. `settle` takes the
    rounds that meters pay, in order."""
    sums = work.no_sums()
    try:
        for part, found in _played_in_order(_parts_of(rounds, work, workers), workers, kept):
            if kept is not None:
                kept.keep(part, found)
            sums.add(found)
            if settle is not None:
                settle(found.metered)
            if progress is not None:
                progress(sums.rounds, rounds)
    except KeyboardInterrupt:
        if not sums.rounds:
            raise
        sums.is_interrupted = True
    return sums


def _parts_of(rounds: int, work: ShardWork, workers: Workers) -> Iterator[Part]:
    length = work.table.shard_rounds * workers.part_shards
    return (Part(first, min(length, rounds - first)) for first in range(0, rounds, length))


def _played_in_order(parts: Iterator[Part], workers: Workers, kept: KeptParts | None) -> Iterator[tuple[Part, SimulationSums]]:
    """Yield the sums of the parts in order. Few are ahead of the one that is yielded."""
    waiting: deque[tuple[Part, SimulationSums | Future[SimulationSums]]] = deque()
    for part in parts:
        waiting.append((part, (kept and kept.find(part)) or workers.submit(part)))
        if len(waiting) > workers.most_waiting:
            yield _result_of(*waiting.popleft())
    for each in waiting:
        yield _result_of(*each)


def _result_of(part: Part, found: "SimulationSums | Future[SimulationSums]") -> tuple[Part, SimulationSums]:
    return part, found.result() if isinstance(found, Future) else found
