"""Two seats counted on a board, compared with every two hands and every hand of the dealer."""

from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.ultimate.solve.passes import starting_hand_names
from houseway.analysis.ultimate.solve.strategy import CHART
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.hands import STANDARD
from houseway.kernels.batch import hand_strengths
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem.deals import canonical_boards, canonical_flops
from houseway.kernels.holdem.joint import hand_tables
from houseway.kernels.holdem.showdown import board_hands
from houseway.kernels.two_seats import holdem as kernel
from tests.support.example_odds import example_rules

BOARDS = (5, 70_000, 134_000)


@pytest.fixture(scope="module")
def terms():
    return UltimateTerms.from_rules(example_rules("md.ultimate-texas-holdem/minimal"))


@pytest.fixture(scope="module")
def seat():
    """The chart's play, with results by chance: whatever they are, the sums must be right."""
    draw = np.random.default_rng(7)
    before = np.array([CHART.play_before(hand) for hand in starting_hand_names()], dtype=np.int64)
    nets = draw.integers(-9, 10, 9 * holdem.OUTCOME_COUNT)
    sides = draw.integers(-9, 10, (2, 24))
    seen = hand_tables(CHART.flop_table().astype(np.uint8)).flop
    return kernel.SeatPlay(before, seen, nets, np.array([kernel.BY_SEVEN, kernel.BY_FLOP]), sides)


@pytest.mark.parametrize("number", BOARDS)
def test_sums_over_two_hands_are_those_of_every_two_hands(terms, seat, number):
    board = canonical_boards()[0][number : number + 1]
    river, sums = CHART.river_table(board), kernel.new_sums(1, 2)
    room = kernel.new_pair_scratch(2)
    kernel.add_pairs(board, board_hands(board), terms.ranks, terms.game, canonical_flops(), seat, river, room, *sums)
    game, mixed, singles, within, across = (each[0].tolist() for each in sums)
    found = BruteForce(board[0], terms, seat, river[0])
    assert (game, mixed) == (found.game, found.mixed)
    assert singles == found.singles
    assert [within[1][0], across[1][0]] == found.sides


class BruteForce:
    """Every two of the 1,081 hands that a board leaves, by matrices."""

    def __init__(self, board, terms, seat, river):
        self.terms, self.seat = terms, seat
        left = [card for card in range(52) if card not in board]
        hands = np.array([(low, high) for high in left for low in left if low < high], dtype=np.uint8)
        cards = np.concatenate([hands, np.broadcast_to(board, (len(hands), 5))], axis=1)
        self.strengths = hand_strengths(STANDARD, cards, checked=False).astype(np.int64)
        self.numbers = hands[:, 1].astype(int) * (hands[:, 1].astype(int) - 1) // 2 + hands[:, 0]
        shared = sum((hands[:, None, one] == hands[None, :, two]) for one in range(2) for two in range(2))
        self.apart = (shared == 0).astype(np.float64)
        self.game, self.mixed, self.singles, self.sides = [0, 0, 0], [[0, 0], [0, 0]], [0, 0], [0, 0]
        for flop in combinations(board.astype(int), 3):
            self._add_flop(flop, river)

    def _add_flop(self, flop, river):
        seat, flops = self.seat, canonical_flops()
        low, middle, high = flop
        number = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
        codes = seat.seen[flops.number[number], flops.holding[flops.suits[number]][self.numbers]].astype(int)
        times = seat.before[self.numbers]
        times = np.where(times > 0, times, np.where(codes % 2 == 1, 2, river))
        made = self.terms.ranks.place[self.strengths].astype(int) - 1
        folded = (times == 0).astype(int)
        seven, five = (seat.side_nets[at][2 * shown + folded] for at, shown in enumerate((made, codes // 2)))
        results = self._results(times, made)  # by dealer and hand
        products = results @ self.apart
        self._add(self.game, results.sum(), (results**2).sum(), (products * results).sum())
        for at, side in enumerate((seven, five)):
            by_dealer = self.apart * side
            self._add(self.mixed[at], (results * by_dealer).sum(), (products * by_dealer).sum())
            self.singles[at] += int(side.sum())
        self._add(self.sides, (seven * five).sum(), seven @ self.apart @ five)

    def _results(self, times, made):
        own, dealer = self.strengths[None, :], self.strengths[:, None]
        qualified = dealer >= self.terms.ranks.pair
        lost = np.where(qualified, holdem.LOST, holdem.LOST_UNQUALIFIED)
        won = made[None, :] + 1 + np.where(qualified, holdem.WON, holdem.WON_UNQUALIFIED)
        outcome = np.where(own == dealer, holdem.TIED, np.where(own < dealer, lost, won))
        played = self.seat.nets[times[None, :] * holdem.OUTCOME_COUNT + outcome]
        return np.where(times[None, :] > 0, played, self.seat.nets[holdem.FOLDED]) * self.apart

    @staticmethod
    def _add(sums, *more):
        for place, each in enumerate(more):
            sums[place] += int(each)
