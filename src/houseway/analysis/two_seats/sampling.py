"""Simulate how the wagers of two seats vary together, where nobody counts it: the covariances with their standard errors."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.simulated_games.lines import PlayRounds, SimulatedGame, SimulatedLine
from houseway.analysis.simulated_games.plan import NIGHT_ROUNDS
from houseway.analysis.solve.solution import Progress
from houseway.analysis.two_seats.covariances import SharedVariance
from houseway.kernels.simulation.deals import deal_rounds

ROUNDS = 1 << 21
_BLOCK = 1 << 11
_BLOCKS_PER_PART = 64

F64 = NDArray[np.float64]
Sampled = list[list[float]]
"""By pair, in the order of the lines: the covariance within a spot, that across two, and the standard error of the latter."""


def sample_seats(
    game: SimulatedGame,
    lines: Sequence[SimulatedLine],
    seats: int,
    seed: int,
    progress: Progress | None = None,
    rounds: int = ROUNDS,
) -> Sampled:
    """Play rounds of a full table, and compare every two lines of its seats."""
    parts = range(0, rounds // _BLOCK, _BLOCKS_PER_PART)
    found: list[F64] = []

    def play(first: int) -> F64:
        return _play_part(game, lines, seats, seed, range(first, min(first + _BLOCKS_PER_PART, rounds // _BLOCK)))

    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        for part in pool.map(play, parts):
            found.append(part)
            if progress is not None:
                progress(len(found) * _BLOCKS_PER_PART * _BLOCK, rounds)
    blocks = np.concatenate(found)
    means = blocks.mean(axis=0)
    error = blocks.std(axis=0, ddof=1) / sqrt(len(blocks))
    count = len(lines)
    own, within, across = np.split(means, [count, count + count**2])
    spread = np.split(error, [count, count + count**2])[2].reshape(count, count)
    within, across = within.reshape(count, count), across.reshape(count, count)
    product = np.outer(own, own)
    return [
        [float(within[one, two] - product[one, two]), float(across[one, two] - product[one, two]), float(spread[one, two])]
        for one in range(count)
        for two in range(one, count)
    ]


def from_sample(found: Sequence[float]) -> SharedVariance:
    """Return a sampled pair; the fractions are those of the floating-point numbers."""
    within, across, error = found
    return SharedVariance(Fraction(within), Fraction(across), error)


def _play_part(game: SimulatedGame, lines: Sequence[SimulatedLine], seats: int, seed: int, blocks: range) -> F64:
    """Return, for each block of rounds: the mean of each line, of products within a spot, and of products of two seats."""
    player: PlayRounds = game.new_player()
    cards = np.empty((_BLOCK, game.row_length), dtype=np.uint8)
    outcomes = np.zeros((_BLOCK, seats, game.axes), dtype=np.uint16)
    bets: list[Any] = [np.array([float(net / line.stake.amount) for net in line.nets]) for line in lines]
    rows = []
    for block in blocks:
        deal_rounds(seed, block * _BLOCK, game.deck, cards, game.draws)
        player(cards, outcomes, block * _BLOCK % NIGHT_ROUNDS)
        nets = np.stack([brings[outcomes[:, :, line.axis]] for line, brings in zip(lines, bets, strict=True)])
        spots = nets.reshape(len(lines), -1)
        tables = nets.sum(axis=2)
        within, together = spots @ spots.T / _BLOCK, tables @ tables.T / _BLOCK
        rows.append(
            np.concatenate([spots.mean(axis=1), within.ravel() / seats, (together - within).ravel() / (seats * (seats - 1))])
        )
    return np.array(rows)
