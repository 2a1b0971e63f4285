"""Strategies for Ultimate Texas Hold'em: as a table, or as functions of what the player sees.

A function answers for many spots at once, with an array of booleans by board and holding.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.ultimate.solve import chart
from houseway.cards import Rank
from houseway.errors import Malformed
from houseway.hands import STANDARD, Category
from houseway.kernels import batch
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.layout import U8, U16
from houseway.kernels.tables import category_positions

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class UltimateSpots:
    """Boards of three or five cards, one row each, with the same number of holdings for each board."""

    boards: U8
    holdings: U16
    """By board: the numbers of holdings (`holdem.holdings`)."""

    @cached_property
    def hole(self) -> U8:
        """By board and holding: the two cards, lower first."""
        return holdem_deals.all_holdings()[self.holdings]

    @cached_property
    def cards(self) -> U8:
        """By board and holding: the two cards and the board."""
        rows, many = self.holdings.shape
        board = np.broadcast_to(self.boards[:, None, :], (rows, many, self.boards.shape[1]))
        return np.concatenate([self.hole, board], axis=2)

    @cached_property
    def strength(self) -> U16:
        flat = self.cards.reshape(-1, self.cards.shape[2])
        return batch.hand_strengths(STANDARD, flat, checked=False).reshape(self.holdings.shape)

    @cached_property
    def category_place(self) -> U16:
        """Return the place of the best hand's category (`HandOrder.position`)."""
        return category_positions(STANDARD)[self.strength]

    @cached_property
    def board_place(self) -> U16:
        """By board: the place of the board alone, which everybody shares; a column, to compare with `category_place`."""
        if self.boards.shape[1] == holdem_deals.BOARD_CARDS:
            full: U16 = category_positions(STANDARD)[batch.hand_strengths(STANDARD, self.boards, checked=False)][:, None]
            return full
        ranks = np.sort(self.boards >> 2, axis=1)
        alike = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
        kinds = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)
        three: U16 = np.array([STANDARD.position(kind) for kind in kinds], dtype=np.uint16)[alike][:, None]
        return three

    @cached_property
    def dealer_outs(self) -> U8:
        """On a full board: how many cards beat the player if the dealer holds one of them with a blank."""
        rows = len(self.boards)
        left = np.array([[card for card in range(52) if card not in board] for board in self.boards.tolist()], dtype=np.uint8)
        board = np.broadcast_to(self.boards[:, None, :], (rows, left.shape[1], holdem_deals.BOARD_CARDS))
        six = np.concatenate([board, left[:, :, None]], axis=2).reshape(-1, holdem_deals.BOARD_CARDS + 1)
        one_more = batch.hand_strengths(STANDARD, six, checked=False).reshape(rows, -1)
        outs = np.empty(self.holdings.shape, dtype=np.uint8)
        holdem.count_dealer_outs(one_more, self.strength, outs)
        return outs

    def at_least(self, category: Category) -> Bools:
        found: Bools = self.category_place >= STANDARD.position(category)
        return found

    @property
    def better_than_board(self) -> Bools:
        """Return whether the player's own cards make the hand: its category is higher than the board's."""
        found: Bools = self.category_place > self.board_place
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


SpotDecision = Callable[[UltimateSpots], Bools]


@dataclass(frozen=True)
class UltimateStrategy:
    """A strategy. A hand that is not raised is checked; on the river a hand that is not played is folded."""

    name: str
    source: str
    before: Mapping[str, int] | Callable[[str], int]
    """By name of the starting hand, as AKs: the multiple of the Ante; 0 or nothing is a check."""
    flop: SpotDecision | Bools
    """Whether to play on the flop: a function, or a table by canonical flop (`holdem.flops`) and number of the holding."""
    river: SpotDecision = field(repr=False)
    """Whether to play on the river."""

    def play_before(self, name: str) -> int:
        return self.before.get(name, 0) if isinstance(self.before, Mapping) else self.before(name)

    def flop_table(self) -> Bools:
        """Return the decisions on the flop as a table."""
        flops = holdem_deals.canonical_flops().canonical
        shape = len(flops), len(holdem_deals.all_holdings())
        if isinstance(self.flop, np.ndarray):
            return _check_shape(self.flop, shape, self.name)
        free = np.ones(shape, dtype=np.bool_)
        for column in range(holdem_deals.FLOP_CARDS):
            free &= (holdem_deals.all_holdings()[None, :, :] != flops[:, None, column, None]).all(axis=2)
        there = np.nonzero(free)[1].reshape(len(flops), -1).astype(np.uint16)
        table = np.zeros(shape, dtype=np.bool_)
        table[free] = _check_shape(self.flop(UltimateSpots(flops, there)), there.shape, self.name).reshape(-1)
        return table

    def river_table(self, boards: U8) -> U8:
        there = np.empty((len(boards), holdem_deals.HOLDINGS_PER_BOARD), dtype=np.uint16)
        holdem.list_board_holdings(boards, holdem.new_scratch(), there)
        return _check_shape(self.river(UltimateSpots(boards, there)), there.shape, self.name).astype(np.uint8)


def _check_shape(given: Bools, shape: tuple[int, ...], name: str) -> Bools:
    if given.shape != shape:
        raise Malformed(
            f"strategy {name} returned an array of shape {given.shape} instead of {shape}",
            code="strategy.shape",
            given=given.shape,
            allowed=shape,
        )
    return given


# The chart that most players carry (`ultimate.chart`), asked about many spots at once

_LETTERS = {rank.letter: rank for rank in Rank}


def _chart_before_flop(name: str) -> int:
    high, low = _LETTERS[name[0]], _LETTERS[name[1]]
    if high is low:
        return chart.LARGE if high >= chart.LOWEST_PAIR else 0
    floor = (chart.SUITED if name.endswith("s") else chart.OFFSUIT).get(high)
    return chart.LARGE if floor is not None and low >= floor else 0


def _chart_on_flop(spots: UltimateSpots) -> Bools:
    """A hand better than the board's is two pair or better, or a hidden pair."""
    low_pair = (spots.hole >> 2 < chart.LOWEST_PAIR - Rank.TWO).all(axis=2)
    hidden: Bools = spots.better_than_board & ~low_pair
    return spots.at_least(chart.RAISED_CATEGORY) | hidden | spots.four_to_a_flush(chart.LOWEST_FLUSH_CARD)


def _chart_on_river(spots: UltimateSpots) -> Bools:
    few: Bools = spots.dealer_outs < chart.FOLD_FROM_OUTS
    return spots.better_than_board | few


CHART = UltimateStrategy(
    "chart",
    "before the flop as printed by Wizard of Odds (wizardofodds.com/games/ultimate-texas-hold-em/strategy); on the"
    " flop and river as players commonly state it, made exact in `ultimate.chart` without a printed text to compare"
    " with",
    _chart_before_flop,
    _chart_on_flop,
    _chart_on_river,
)
STRATEGIES: dict[str, UltimateStrategy] = {CHART.name: CHART}


def find_strategy(name: str) -> UltimateStrategy:
    if name not in STRATEGIES:
        known = tuple(STRATEGIES)
        raise Malformed(
            f"there is no strategy {name!r}; choose from {', '.join(known)}", code="strategy.unknown", given=name, allowed=known
        )
    return STRATEGIES[name]
