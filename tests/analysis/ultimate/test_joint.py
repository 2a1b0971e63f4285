"""Ultimate Texas Hold'em beside its optional wagers: one board at a time by brute force, and all of them by what is known."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from houseway.analysis import covariance, standard_rules
from houseway.analysis.odds import spot as odds_spot
from houseway.analysis.odds.counts import shipped_counts, shipped_counts_by, space_names
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.ultimate import joint as ultimate_beside
from houseway.analysis.ultimate.joint import AXES, count_by_axis
from houseway.analysis.ultimate.solve import solver as game
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.cards import parse_hand
from houseway.errors import Malformed, NotAllowed
from houseway.hands import STANDARD, Category
from houseway.kernels import batch
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.holdem import joint as holdem_beside
from houseway.kernels.holdem import showdown
from houseway.kernels.layout import read_only
from houseway.kernels.tables import category_positions
from houseway.regulation import load_book
from tests.support import solve_brute
from tests.support.solve_brute import BLIND_A, solved

BOOK = "md.ultimate-texas-holdem"
RULES = standard_rules(BOOK)
TERMS = UltimateTerms.from_rules(RULES)
FOLDED, TIED, LOST, UNQUALIFIED = 0, 23, 21, 10
PLACES, HOLES = category_positions(STANDARD).astype(int), showdown.hole_card_hands()


# One board, every holding against every other


def raises(flop, hole):
    """A rule that knows no suits, so that it says the same of flops that differ by suits alone."""
    return (sum(card >> 2 for card in flop) + 2 * sum(card >> 2 for card in hole)) % 3 == 0


def plays_before(hole):
    """Aces four times, some others three times, the rest not."""
    ranks = sorted(card >> 2 for card in hole)
    return 4 if ranks[0] == 12 else 3 if sum(ranks) % 5 == 0 else 0


def strategy():
    before = np.array([plays_before(hole) for hole in holdem_deals.all_holdings().tolist()], dtype=np.int64)
    flops, holes = holdem_deals.canonical_flops().canonical >> 2, holdem_deals.all_holdings() >> 2
    sums = flops.sum(axis=1, dtype=int)[:, None] + 2 * holes.sum(axis=1, dtype=int)
    return before, (sums % 3 == 0).astype(np.uint8)


@pytest.fixture(scope="module")
def seen():
    return holdem_beside.hand_tables(strategy()[1])


def kernel(board, seen, weight=1):
    boards, weights = np.array([board], dtype=np.uint8), np.array([weight], dtype=np.int64)
    out = holdem_beside.new_tallies(4)
    room, more = holdem.new_scratch(), holdem_beside.new_joint_scratch()
    args = showdown.board_hands(boards), TERMS.ranks, TERMS.game, holdem_deals.canonical_flops(), read_only(strategy()[0]), seen
    holdem_beside.count_joint_outcomes(boards, weights, *args, room, more, out)
    return out


def places(hands):
    """How high the category of each stands, and the strengths."""
    found = batch.hand_strengths(STANDARD, np.array(hands, dtype=np.uint8)).astype(int)
    return PLACES[found], found


def add(out, shown, times, ends, often):
    """So often in each of the places."""
    where = np.asarray(shown, dtype=int) * out[0].size + times * out.shape[2] + ends
    out += often * np.bincount(where, minlength=out.size).reshape(out.shape)


class Brute:
    """All holdings of a board and all of the dealer's against each."""

    def __init__(self, board):
        self.board, self.left = board, list(combinations(solve_brute.left_of(board).tolist(), 2))
        self.place, self.strength = places([[*hole, *board] for hole in self.left])
        pairs = np.array(self.left)
        self.apart = ~(pairs[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
        self.aces = (pairs >> 2 == 12).all(axis=1)
        flops = list(combinations(board, 3))
        fives, _ = places([[*hole, *flop] for hole in self.left for flop in flops])
        self.fives = fives.reshape(len(self.left), -1) - 1
        self.raised = [[raises(flop, hole) for flop in flops] for hole in self.left]

    def contests(self, at):
        """Against each holding of the dealer: the place in RESULTS, and the outcome when it is played."""
        own, place = self.strength[at], self.place[at]
        dealers = self.apart[at]
        other, theirs = self.strength[dealers], self.place[dealers]
        result = np.where(own > other, theirs - 1, np.where(own < other, 10 + place - 1, 20))
        weak = theirs < STANDARD.position(Category.PAIR)
        outcome = np.where(own > other, place + UNQUALIFIED * weak, np.where(own < other, LOST + weak, TIED))
        return result, outcome

    def at_last(self, at):
        """Once the Ante if that brings more than to fold."""
        result, outcome = self.contests(at)
        blind = BLIND_A.get(Category(str(showdown.CATEGORIES[self.place[at] - 1])), Fraction(0))
        won, lost, qualified = result < 10, (result >= 10) & (result < 20), ~np.isin(outcome, range(11, 21))
        ante = (won & qualified).sum() - (outcome == LOST).sum()
        net = int(ante) + int(won.sum()) * (1 + blind) - 2 * int(lost.sum())
        return int(net > -2 * 990)

    def turns(self, at):
        """For each flop, the category there and the times the Ante that are played."""
        before, last = plays_before(self.left[at]), self.at_last(at)
        for five, raised in zip(self.fives[at], self.raised[at], strict=True):
            yield five, before or (2 if raised else last)

    def hole(self, at):
        return HOLES[self.left[at]]

    def seven(self, at):
        cards, place = {*self.board, *self.left[at]}, self.place[at] - 1
        royal = any({4 * rank + suit for rank in range(7, 13)} <= cards for suit in range(4))
        return showdown.SEVEN_CARD_HANDS.index(Category.SUPER_ROYAL) if royal else place

    def tallies(self):
        """By board, hole, seven, five and contest."""
        out, kind = holdem_beside.new_tallies(4), showdown.board_hands(np.array([self.board], dtype=np.uint8))[0]
        for at in range(len(self.left)):
            result, outcome = self.contests(at)
            both = self.aces[at] & self.aces[self.apart[at]]
            hole = np.where(both, showdown.HOLE_CARD_HANDS.index("player-and-dealer-aces"), self.hole(at))
            for (five, times), often in Counter(self.turns(at)).items():
                ends = outcome if times else np.zeros_like(outcome)
                for counted, shown in zip(out, (kind, hole, self.seven(at), five, result), strict=True):
                    add(counted, shown, times, ends, often)
        return out


@pytest.mark.parametrize(
    "board",
    [
        "2c 5d 9h Js Kc",
        "9s Ts Js Qs 2d",  # a royal flush, and one with the nine
        "2s 5s 9s Js Kd",  # two aces against two, with a flush or without
        "9s Td Jh Qs Kc",  # a straight for everybody
        "8d 8h 3c 3s Ad",
        "Ts Js Qs Ks As",
    ],
)
def test_one_board_by_brute_force(board, seen):
    cards = sorted(int(card) for card in parse_hand(board))
    found, brute = kernel(cards, seen), Brute(cards).tallies()
    for axis, expected in brute._asdict().items():
        assert expected.sum() == 1081 * 990 * 10
        assert (getattr(found, axis) == expected).all(), axis
    assert found.seven[showdown.SUPER_ROYAL].any() == ("Ts Js Qs" in board)
    assert (kernel(cards, seen, 24).contest == 24 * found.contest).all()


# All boards, as the game was solved


@pytest.fixture(scope="module", params=AXES)
def counted(request):
    return count_by_axis(RULES, solved(BOOK, blind="A"), request.param)


def test_every_axis_is_the_shipped_count(counted):
    known = {shown: count for (shown,), count in shipped_counts_by("ultimate", "deal", counted.axis).cells}
    assert {shown: sum(count for count, _ in nets) for shown, nets in counted.cells.items()} == known
    assert counted.total == holdem_deals.TOTAL_DEALS


def test_every_axis_brings_what_was_solved(counted):
    nets = [each for cell in counted.cells.values() for each in cell]
    played = solved(BOOK, blind="A").best_play
    assert sum(count * sum(brings.values()) for count, brings in nets) == played.expected_value * counted.total
    squares = sum(count * sum(brings.values()) ** 2 for count, brings in nets)
    assert squares - played.expected_value**2 * counted.total == played.variance * counted.total


def cell(axis, *shown):
    return [brings for _, brings in count_by_axis(RULES, solved(BOOK, blind="A"), axis).cells[shown]]


def test_what_must_be_so():
    assert all(not any(brings.values()) for brings in cell("board", "royal-flush")), "everybody has it"
    for shown in (("royal-flush",), ("super-royal", "royal-flush")):
        assert {brings["blind"] for brings in cell("seven", *shown)} == {500, 0}, "it is not beaten"
    assert {brings["play"] for brings in cell("hole", "pair-of-aces")} == {4, 0, -4}
    assert all(brings["ante"] == brings.get("play", -1) == -1 or not any(brings.values()) for brings in cell("contest", "tie"))
    beaten = cell("contest", "dealer", "high-card")
    assert all(brings["ante"] == 0 for brings in beaten if "play" in brings), "the dealer does not qualify"
    assert {brings["ante"] for brings in cell("contest", "dealer", "flush") if "play" in brings} == {1}
    assert {brings["ante"] for brings in cell("contest", "player", "flush")} == {-1}
    assert {brings["ante"] for brings in cell("contest", "player", "high-card")} == {-1, 0}


@pytest.mark.prove
@pytest.mark.parametrize("choice", ["pushes", "pays-even"])
def test_blind_b_is_counted_beside_too(choice):
    """The parts are held against the solved game and the shipped counts as they are made (`count_by_axis`)."""
    rules = standard_rules(BOOK, {"blind": "B"}, {"UTH-01": choice})
    for axis in AXES:
        assert count_by_axis(rules, game.solve(rules), axis).total == holdem_deals.TOTAL_DEALS


def test_an_unknown_axis_is_refused():
    with pytest.raises(Malformed, match="not by 'six'"):
        count_by_axis(RULES, solved(BOOK, blind="A"), "six")


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ((("five", 0, 0, 0), ("five", 0, 1, TIED)), "do not end as"),
        ((("seven", 0, 4, LOST), ("seven", 1, 4, LOST)), "not in proportion"),
        ((("contest", 0, 0, 0), ("contest", 9, 0, 0)), "dealer royal-flush by contest is not in"),
    ],
)
def test_a_count_that_is_off_by_one_is_found(monkeypatch, move, says):
    stored = ultimate_beside.disk_cached

    def wrong(*args):
        found = stored(*args)
        for (axis, shown, times, outcome), more in zip(move, (-1, 1), strict=True):
            found[axis][shown][times][outcome] += more
        return found

    monkeypatch.setattr(ultimate_beside, "disk_cached", wrong)
    with pytest.raises(ArithmeticError, match=says):
        count_by_axis(RULES, solved(BOOK, blind="A"), move[0][0])


# Two that suits tell apart: with the board's cards (UTH-12) a super royal of diamonds, and two red aces


READ = {"UTH-12": "community-cards"}


def deals_with(suits, aces):
    """Boards and hands with ace to nine of one of the suits and two of these aces in the hand, each card where it must be."""
    found = 0
    for suit, hole in product(suits, aces):
        board = {4 * rank + suit for rank in range(7, 13)} - {*hole}
        found += comb(50 - len(board), 5 - len(board)) if len(board) <= 5 else 0
    return found


@pytest.mark.parametrize(("royal", "suits"), [("super-royal-of-diamonds", [1]), ("super-royal", range(4))])
@pytest.mark.parametrize(
    ("pair", "aces"),
    [("aces-of-hearts-and-diamonds", [(49, 50)]), ("pair-of-aces", list(combinations(range(48, 52), 2)))],
)
def test_a_super_royal_with_two_aces_in_the_hand(royal, suits, pair, aces):
    """Of results 1 and -1 the covariance is four times what both have in common beyond chance."""
    six = wager_odds(load_book(BOOK), "six-card-bonus", {royal: "1 to 1"}, readings=READ)
    pairs = wager_odds(load_book(BOOK), "ultimate-pairs", {pair: "1 to 1"}, readings=READ)
    both = Fraction(deals_with(suits, aces), comb(52, 5) * comb(47, 2))
    assert both > 0
    assert covariance(six, pairs) == covariance(pairs, six) == 4 * (both - six.hit_frequency * pairs.hit_frequency)


def test_no_other_two_values_hang_on_suits():
    """Nowhere but by the two cards and the best of seven do both come up together."""
    found = set()
    for space in space_names("ultimate"):
        joint = shipped_counts("ultimate", space)
        for axes in combinations(joint.axes, 2):
            if any({"pair-of-aces", "super-royal"} <= {*one, *other} for (one, other), _ in joint.by_axes(*axes).cells):
                found.add(axes)
    assert found == {("hole", "seven")}


def test_without_a_count_that_joins_them_two_wagers_are_refused(monkeypatch):
    monkeypatch.setattr(odds_spot, "space_names", lambda game: ("box",))
    with pytest.raises(NotAllowed, match="cannot be counted together"):
        covariance(wager_odds(load_book(BOOK), "trips", "A"), wager_odds(load_book(BOOK), "six-card-bonus", "A"))
