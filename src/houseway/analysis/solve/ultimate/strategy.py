"""Strategies for Ultimate Texas Hold'em: as a table, or as functions of what the player sees.

A function answers for many spots at once, with an array of booleans by board and holding.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solve.ultimate import chart
from houseway.cards import Rank
from houseway.errors import Malformed
from houseway.hands import STANDARD, Category
from houseway.kernels import batch
from houseway.kernels.holdem import board as holdem
from houseway.kernels.layout import U8, U16
from houseway.kernels.tables import categories

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Spots:
    """Boards of three or five cards, one row each, with the same number of holdings for each board."""

    boards: U8
    holdings: U16
    """By board: the numbers of holdings (`holdem.holdings`)."""

    @cached_property
    def hole(self) -> U8:
        """By board and holding: the two cards, lower first."""
        return holdem.holdings()[self.holdings]

    @cached_property
    def cards(self) -> U8:
        """By board and holding: the two cards and the board."""
        rows, many = self.holdings.shape
        board = np.broadcast_to(self.boards[:, None, :], (rows, many, self.boards.shape[1]))
        return np.concatenate([self.hole, board], axis=2)

    @cached_property
    def strength(self) -> U16:
        flat = self.cards.reshape(-1, self.cards.shape[2])
        return batch.strengths(STANDARD, flat, checked=False).reshape(self.holdings.shape)

    @cached_property
    def place(self) -> U16:
        """The place of the best hand's category (`Order.place`)."""
        return categories(STANDARD)[self.strength]

    @cached_property
    def board_place(self) -> U16:
        """By board: the place of the board alone, which everybody shares; a column, to compare with `place`."""
        if self.boards.shape[1] == holdem.BOARD:
            full: U16 = categories(STANDARD)[batch.strengths(STANDARD, self.boards, checked=False)][:, None]
            return full
        ranks = np.sort(self.boards >> 2, axis=1)
        alike = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
        kinds = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)
        three: U16 = np.array([STANDARD.place(kind) for kind in kinds], dtype=np.uint16)[alike][:, None]
        return three

    @cached_property
    def dealer_outs(self) -> U8:
        """On a full board: how many cards beat the player if the dealer holds one of them with a blank."""
        rows = len(self.boards)
        left = np.array([[card for card in range(52) if card not in board] for board in self.boards.tolist()], dtype=np.uint8)
        board = np.broadcast_to(self.boards[:, None, :], (rows, left.shape[1], holdem.BOARD))
        six = np.concatenate([board, left[:, :, None]], axis=2).reshape(-1, holdem.BOARD + 1)
        one_more = batch.strengths(STANDARD, six, checked=False).reshape(rows, -1)
        outs = np.empty(self.holdings.shape, dtype=np.uint8)
        holdem.beaten_by(one_more, self.strength, outs)
        return outs

    def at_least(self, category: Category) -> Bools:
        found: Bools = self.place >= STANDARD.place(category)
        return found

    @property
    def better_than_board(self) -> Bools:
        """The player's own cards make the hand: its category is higher than the board's."""
        found: Bools = self.place > self.board_place
        return found

    def four_to_a_flush(self, lowest: Rank) -> Bools:
        """On a flop: four cards of a suit, at least one of them the player's and of this rank or higher."""
        suits = self.cards & 3
        found = np.zeros(self.holdings.shape, dtype=np.bool_)
        for suit in range(4):
            four = (suits == suit).sum(axis=2) == 4
            high = ((self.hole & 3 == suit) & (self.hole >> 2 >= lowest - Rank.TWO)).any(axis=2)
            found |= four & high
        return found


Judge = Callable[[Spots], Bools]


@dataclass(frozen=True)
class Strategy:
    """A strategy. A hand that is not raised is checked; on the river a hand that is not played is folded."""

    name: str
    source: str
    before: Mapping[str, int] | Callable[[str], int]
    """By name of the starting hand, as AKs: the multiple of the Ante; 0 or nothing is a check."""
    flop: Judge | Bools
    """Whether to play on the flop: a function, or a table by canonical flop (`holdem.flops`) and number of the holding."""
    river: Judge = field(repr=False)
    """Whether to play on the river."""

    def play_before(self, name: str) -> int:
        return self.before.get(name, 0) if isinstance(self.before, Mapping) else self.before(name)

    def raised(self) -> Bools:
        """The decisions on the flop as a table."""
        flops = holdem.flops().canonical
        shape = len(flops), len(holdem.holdings())
        if isinstance(self.flop, np.ndarray):
            return _shaped(self.flop, shape, self.name)
        free = np.ones(shape, dtype=np.bool_)
        for column in range(holdem.FLOP):
            free &= (holdem.holdings()[None, :, :] != flops[:, None, column, None]).all(axis=2)
        there = np.nonzero(free)[1].reshape(len(flops), -1).astype(np.uint16)
        table = np.zeros(shape, dtype=np.bool_)
        table[free] = _shaped(self.flop(Spots(flops, there)), there.shape, self.name).reshape(-1)
        return table

    def plays_at_last(self, boards: U8) -> U8:
        there = np.empty((len(boards), holdem.ON_A_BOARD), dtype=np.uint16)
        holdem.spread(boards, holdem.scratch(), there)
        return _shaped(self.river(Spots(boards, there)), there.shape, self.name).astype(np.uint8)


def _shaped(given: Bools, shape: tuple[int, ...], name: str) -> Bools:
    if given.shape != shape:
        raise Malformed(f"{name} answers {given.shape}, not {shape}", code="strategy.shape", given=given.shape, allowed=shape)
    return given


# The chart that most players carry (`ultimate.chart`), asked about many spots at once

_LETTERS = {rank.letter: rank for rank in Rank}


def _before(name: str) -> int:
    high, low = _LETTERS[name[0]], _LETTERS[name[1]]
    if high is low:
        return chart.LARGE if high >= chart.LOWEST_PAIR else 0
    floor = (chart.SUITED if name.endswith("s") else chart.OFFSUIT).get(high)
    return chart.LARGE if floor is not None and low >= floor else 0


def _flop(spots: Spots) -> Bools:
    """A hand better than the board's is two pair or better, or a hidden pair."""
    low_pair = (spots.hole >> 2 < chart.LOWEST_PAIR - Rank.TWO).all(axis=2)
    hidden: Bools = spots.better_than_board & ~low_pair
    return spots.at_least(chart.MADE) | hidden | spots.four_to_a_flush(chart.IN_A_FLUSH)


def _river(spots: Spots) -> Bools:
    few: Bools = spots.dealer_outs < chart.OUTS
    return spots.better_than_board | few


CHART = Strategy(
    "chart",
    "before the flop as printed by Wizard of Odds (wizardofodds.com/games/ultimate-texas-hold-em/strategy); after it and at last "
    "as players commonly tell it, put into exact words in `ultimate.chart`: no text of it was in hand to compare",
    _before,
    _flop,
    _river,
)
STRATEGIES: dict[str, Strategy] = {CHART.name: CHART}


def named(name: str) -> Strategy:
    if name not in STRATEGIES:
        known = tuple(STRATEGIES)
        raise Malformed(
            f"no strategy is called {name!r}; there are {', '.join(known)}", code="strategy.unknown", given=name, allowed=known
        )
    return STRATEGIES[name]
