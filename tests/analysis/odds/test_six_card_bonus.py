"""The Six Card Bonus beside wagers on the board: counted again, and by second ways."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from houseway.analysis import combine_wagers
from houseway.analysis.odds import recount as odds_recount
from houseway.analysis.odds.counts import shipped_counts
from houseway.analysis.odds_calculation import wager_odds
from houseway.cards import CARDS
from houseway.hands import STANDARD
from houseway.kernels import batch
from houseway.kernels.holdem import showdown
from houseway.kernels.six_card_bonus import boxes
from houseway.kernels.tables import category_positions
from houseway.submission import judge, read_submission
from tests.support.paths import EXAMPLES

UTH = "md.ultimate-texas-holdem"
FILE = EXAMPLES / UTH / "everything.toml"
BESIDE = ("seven", "five", "board", "contest")
PLACES = category_positions(STANDARD).astype(int) - 1
SUPER, TIE, PLAYER = len(showdown.CATEGORIES), 2 * len(showdown.CATEGORIES), len(showdown.CATEGORIES)
DEALS, ERRORS = 400_000, 4.5
"""Some hundred cells are looked at: one of them may lie a little further off than four."""


def kinds(cards):
    """Of many hands, the place of each in SEVENS."""
    found = PLACES[batch.hand_strengths(STANDARD, cards, checked=False)]
    for suit in range(4):
        found[np.isin(cards, [4 * rank + suit for rank in range(7, 13)]).sum(axis=1) == 6] = SUPER
    return found


def results(own, other):
    return np.where(own == other, TIE, np.where(other < own, PLACES[other], PLAYER + PLACES[own]))


@pytest.mark.parametrize("axis", BESIDE)
def test_each_axis_by_itself_is_as_it_is_counted_elsewhere(axis):
    joint = shipped_counts("ultimate", f"box-{axis}")
    for name, space in (("six", "box"), (axis, "deal")):
        alone = shipped_counts("ultimate", space)
        found = {cell[0]: Fraction(count, joint.total) for cell, count in joint.by_axes(name).cells}
        assert found == {cell[0]: Fraction(count, alone.total) for cell, count in alone.by_axes(name).cells}


def test_all_deals_are_counted():
    holdings = comb(52, 5) * comb(47, 2)
    flops = {"seven": 1, "five": comb(5, 3), "board": 1}
    for axis, times in flops.items():
        assert shipped_counts("ultimate", f"box-{axis}").total == holdings * comb(45, 4) * times
    assert shipped_counts("ultimate", "box-contest").total == holdings * comb(45, 2) * comb(43, 4)


@pytest.mark.prove
def test_deals_at_random_agree():
    """Two cards, the box, the board and the dealer's two, by the batch kernels, within their standard error cell by cell."""
    dealt = np.argsort(np.random.default_rng(7).random((DEALS, 52)), axis=1)[:, :13].astype(np.uint8)
    hole, box, board, dealer = dealt[:, :2], dealt[:, 2:6], dealt[:, 6:11], dealt[:, 11:]
    own, other = (batch.hand_strengths(STANDARD, np.hstack([two, board]), checked=False).astype(int) for two in (hole, dealer))
    six = kinds(np.hstack([hole, box]))
    beside = {
        "seven": kinds(np.hstack([hole, board])),
        "five": PLACES[batch.hand_strengths(STANDARD, np.hstack([hole, board[:, :3]]), checked=False)],
        "board": showdown.board_hands(board).astype(int),
        "contest": results(own, other),
    }
    names = odds_recount._ultimate_axes()
    for axis, found in beside.items():
        joint = shipped_counts("ultimate", f"box-{axis}")
        drawn = np.bincount(six * len(names[axis]) + found, minlength=(SUPER + 1) * len(names[axis]))
        for cell, count in joint.cells:
            place = names["seven"].index(cell[0]) * len(names[axis]) + names[axis].index(cell[1])
            often = count / joint.total
            assert abs(drawn[place] - DEALS * often) < ERRORS * np.sqrt(DEALS * often * (1 - often)) + 1, (axis, cell)


# One board with every box


BOARDS = ["Ah Kh Qh 7d 7s", "As Kd 8c 8h 2s", "Ts Js 4s Ks 9s"]


@pytest.mark.prove
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_with_every_box(board):
    """All 1,081 holdings of one board, each with all 148,995 boxes that it leaves, one by one."""
    cards = [next(int(card) for card in CARDS if str(card) == text) for text in board.split()]
    found = boxes.count_box_joint(np.array([cards], dtype=np.uint8), np.ones(1, dtype=np.uint8))
    for name, expected in every_box(cards).items():
        assert (getattr(found, name) == expected).all(), name


def every_box(board):
    rest = np.array([card for card in range(52) if card not in board], dtype=np.uint8)
    holdings = np.array(list(combinations(rest, 2)), dtype=np.uint8)
    sevens = np.hstack([holdings, np.tile(np.array(board, dtype=np.uint8), (len(holdings), 1))])
    strong, best = batch.hand_strengths(STANDARD, sevens).astype(int), kinds(sevens)
    ranked = np.zeros((52, 52), dtype=int)
    ranked[holdings[:, 0], holdings[:, 1]] = strong
    board_kind = int(showdown.board_hands(np.array([board], dtype=np.uint8))[0])
    widths = {"seven": SUPER + 1, "five": SUPER, "board": SUPER + 1, "contest": TIE + 1}
    out = {name: np.zeros((SUPER + 1, width), dtype=np.int64) for name, width in widths.items()}
    for (one, two), own, seven in zip(holdings.tolist(), strong.tolist(), best.tolist(), strict=True):
        left = rest[(rest != one) & (rest != two)]
        whole, avoiding = boxes_of(one, two, left)
        out["seven"][:, seven] += whole
        out["board"][:, board_kind] += whole
        flops = np.array([[one, two, *flop] for flop in combinations(board, 3)], dtype=np.uint8)
        for five in PLACES[batch.hand_strengths(STANDARD, flops)]:
            out["five"][:, five] += whole
        ended = results(np.full(len(DEALERS), own), ranked[left[DEALERS[:, 0]], left[DEALERS[:, 1]]])
        for kind in range(SUPER + 1):
            out["contest"][kind] += np.bincount(ended, avoiding[kind], minlength=TIE + 1).astype(np.int64)
    return out


BOXES, DEALERS = (np.array(list(combinations(range(45), size))) for size in (4, 2))


def boxes_of(one, two, left):
    """By kind, all boxes, and by the dealer's two cards those that hold neither."""
    six = kinds(np.hstack([np.tile(np.array([one, two], dtype=np.uint8), (len(BOXES), 1)), left[BOXES]]))
    whole = np.bincount(six, minlength=SUPER + 1)
    with_one = sum(np.bincount(six * 45 + BOXES[:, each], minlength=(SUPER + 1) * 45) for each in range(4))
    with_two = sum(
        np.bincount((six * 45 + BOXES[:, first]) * 45 + BOXES[:, second], minlength=(SUPER + 1) * 45 * 45)
        for first, second in combinations(range(4), 2)
    )
    with_one, with_two = with_one.reshape(-1, 45), with_two.reshape(-1, 45, 45)
    first, second = DEALERS.T
    return whole, whole[:, None] - with_one[:, first] - with_one[:, second] + with_two[:, first, second]


# What it is for


def test_every_two_wagers_of_a_spot_are_counted_together():
    rules = judge(read_submission(FILE)).rules
    offered = ["trips", "progressive", "six-card-bonus", "ultimate-pairs", "bad-beat", "play-the-board"]
    wagers = [wager_odds(rules, wager) for wager in offered if wager in rules.offers]
    together = combine_wagers(wagers)
    assert len(together.covariances) == comb(len(wagers), 2)
    assert any("six-card-bonus" in pair for pair in together.covariances)
    assert together.variance > 0


FLUSHES = {"flush", "straight-flush", "royal-flush"}


def test_flushes_of_box_and_board_by_formula():
    """Six cards and seven with five of a suit each, by how many of both suits lie where: of one suit, and of two."""
    joint = shipped_counts("ultimate", "box-seven")
    found = sum(count for cell, count in joint.cells if all(FLUSHES & {*shown} for shown in cell))
    one = sum(dealt((13, 39), (h, 2 - h), (b, 4 - b), (c, 5 - c)) for h, b, c in PLACED if h + b >= 5 <= h + c)
    two = sum(
        dealt((13, 13, 26), (h, i, 2 - h - i), (b, j, 4 - b - j), (k, c, 5 - k - c))
        for h, b, c in PLACED
        for i, j, k in product(range(3), range(5), range(6))
        if h + b >= 5 <= i + c and h + i <= 2 and b + j <= 4 and k + c <= 5
    )
    assert found == 4 * one + 4 * 3 * two


PLACED = list(product(range(3), range(5), range(6)))


def dealt(suits, *parts):
    """In how many ways parts take so many cards of each suit, one after the other."""
    ways, left = 1, list(suits)
    for part in parts:
        for suit, many in enumerate(part):
            ways *= comb(left[suit], many)
            left[suit] -= many
    return ways


def test_a_super_royal_by_formula():
    """Ace to nine of a suit, two in the hand and four in the box: other suits have all their straight flushes, this one three."""
    held = {cell: count for cell, count in shipped_counts("ultimate", "box-seven").cells if cell[0][0] == "super-royal"}
    ways = 4 * comb(6, 2)
    assert sum(held.values()) == ways * comb(46, 5)
    assert held[("super-royal", "royal-flush"), ("royal-flush",)] == ways * 3
    boards = {cell[1]: count for cell, count in shipped_counts("ultimate", "box-board").cells if cell[0][0] == "super-royal"}
    assert boards[("royal-flush",)] == ways * 3
    assert boards[("straight-flush",)] == ways * (3 * 9 + 3)
