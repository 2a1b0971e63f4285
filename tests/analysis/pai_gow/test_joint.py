"""The base wager by what the player holds: all pairs of hands, against deals and against single hands held to all of a dealer's."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.analysis.joint_distribution import NOT_COUNTED
from houseway.analysis.odds.counts import shipped_counts_by
from houseway.analysis.pai_gow import joint as pai_gow_beside
from houseway.analysis.pai_gow.joint import classify_hands, count_by_held_hands, count_jointly
from houseway.analysis.pai_gow.solve import solver as pai_gow
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts
from houseway.analysis.pai_gow.solve.setting import opponent_hands
from houseway.cards import CARDS, format_hand, parse_hand
from houseway.errors import NotAllowed
from houseway.house_way import HouseWay, compile_house_way
from houseway.kernels.batch import held_categories
from houseway.kernels.held_categories import CATEGORY_BITS
from houseway.kernels.pai_gow.sampling import deal_hands
from houseway.kernels.pai_gow.setting import class_indices
from houseway.money import Cents
from houseway.submission import judge, read_submission
from tests.support.canonical_deals import deals
from tests.support.paths import EXAMPLES

MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
PLAYER, DEALER = HouseWay.load("foxwoods"), HouseWay.load("mgm-grand")
DEALS, SEED = 4_000_000, 7


def filed(book, rounding="up-to-next-quarter"):
    rules = judge(read_submission(EXAMPLES / book / "minimal.toml")).rules
    return replace(rules, options={**rules.options, "vigorish.rounding": rounding})


@pytest.fixture(scope="module")
def rules():
    return filed(MD)


@pytest.fixture(scope="module")
def solved(rules):
    """Both sides by one house way, which other files of tests solve, too."""
    return pai_gow.solve_house_ways(rules, PLAYER, PLAYER)


@pytest.fixture(scope="module")
def of_solved(solved):
    return count_by_held_hands(solved.terms, solved.dealer, solved.player)


@pytest.fixture(scope="module")
def classed():
    return classify_hands()


def words(held):
    return tuple(sorted(str(category) for category, bit in CATEGORY_BITS.items() if held & bit))


# What the hands of a class hold


def by_place(classed, numbers):
    table = np.zeros(int(classed.places.max()) + 1, dtype=np.uint32)
    table[classed.places] = numbers
    return table


def wrongly_classed(classed, hands):
    """How many of these hands hold what neither hand of their class does, or what only the other one does."""
    own, twins = (by_place(classed, each) for each in (classed.held, classed.one_suit_held))
    found, held = class_indices(hands), held_categories(hands)
    elsewhere = (held != own[found]) & (held != twins[found])
    apart = np.flatnonzero(own[found] != twins[found])
    return np.count_nonzero(elsewhere) + sum(
        (held[row] == twins[found[row]]) != (spare_suits(hands[row].tolist()) == 1) for row in apart
    )


def spare_suits(cards):
    """How many suits the two cards beside the long suit are of."""
    suits = [card % 4 for card in cards if card != 52]
    long = max(suits, key=suits.count)
    return len({*suits} - {long})


def test_what_is_held_is_told_by_the_class_but_beside_a_royal_flush(classed):
    """A king with a queen or an ace, of one suit or of two: six royal flushes, by the card for which the joker stands."""
    apart = {format_hand([CARDS[card] for card in classed.hands[row]]) for row in classed.mixed_classes}
    assert len(apart) == 2 * 6
    assert {"Ac Kc Kh Qc Qd Jc Tc", "Ac Ah Jk Kd Qc Jc Tc"} <= apart
    for row in classed.mixed_classes:
        assert classed.weights[row] == 4 * 3 * 3
        more = classed.one_suit_held[row] & ~classed.held[row]
        assert {"royal-flush-and-royal-match"} < {*words(int(more))}
        assert classed.held[row] & ~classed.one_suit_held[row] == 0


def test_the_hands_of_a_class_are_two_at_most_up_to_suits(classed):
    """Beside a long suit two ranks, of one suit or of two: of nine ways to have them three are of one."""
    assert np.array_equal(class_indices(classed.hands), classed.places)
    assert np.array_equal(class_indices(classed.one_suit_hands), classed.places)
    differ = np.flatnonzero((classed.hands != classed.one_suit_hands).any(axis=1))
    masks = comb(13, 5) + comb(13, 4)  # five of the long suit, or four and the joker
    assert len(differ) == masks * comb(13, 2)
    assert {*classed.weights[differ].tolist()} == {4 * 3 * 3}
    for row in differ[:: len(differ) // 50]:
        assert (spare_suits(classed.hands[row].tolist()), spare_suits(classed.one_suit_hands[row].tolist())) == (2, 1)


def test_all_hands_hold_what_their_class_does(classed):
    hands, weights = deals(7, 53)
    assert wrongly_classed(classed, hands) == 0
    assert weights.sum() == classed.weights.sum() == shipped_counts_by("pai-gow", "deal", "held").total


# All pairs


@pytest.mark.prove
def test_pairs_by_what_is_held_are_those_solved(rules, solved, of_solved):
    """`count_jointly` itself refuses what does not add up, or is not as frequent as the shipped counts have it."""
    joint = count_jointly(rules, solved, "held", Cents.from_dollars(10))
    assert joint.total == solved.counts.total
    assert {*joint.cells} == {shown for (shown,), _ in shipped_counts_by("pai-gow", "deal", "held").cells}
    expected = sum((count * nets["pai-gow"] for cell in joint.cells.values() for count, nets in cell), Fraction(0))
    assert -expected / joint.total == solved.house_edge
    pair, counts = {nets["pai-gow"]: count for count, nets in joint.cells["pair",]}, of_solved["pair",]
    assert pair == {Fraction(19, 20): counts.win, 0: counts.push, -1: counts.lose}


def test_better_hands_win_more(of_solved):
    """Where the swap of player and dealer would show first."""
    shares = [
        Fraction(of_solved[shown].win, of_solved[shown].total) for shown in (("nine-high",), ("pair",), ("pair", "two-pair"))
    ]
    assert shares == sorted(shares)
    best = of_solved[
        "five-aces", "five-aces-and-pair", *KIND, "full-house", "full-house-and-pair", "pair", "three-of-a-kind", "two-pair"
    ]
    assert best.win * 50 > best.total * 49
    assert best.lose == 0


KIND = ("four-of-a-kind", "four-of-a-kind-and-pair")


@pytest.mark.prove
def test_deals_end_as_counted(solved):
    """Four million deals, each by what the player holds: nine kinds of pairs, those that come often enough for the normal law.

    The dealer sets by another house way than the player, so that one cannot stand for the other.
    """
    found = count_by_held_hands(solved.terms, DEALER, PLAYER)
    hands = deal_hands(0, DEALS, 2, SEED)
    mine, theirs = (compile_house_way(way, solved.terms.order).set(hands[side::2]) for side, way in enumerate((PLAYER, DEALER)))
    high = np.sign(mine.high_strength.astype(int) - theirs.high_strength) + 1
    low = np.sign(mine.low_strength.astype(int) - theirs.low_strength) + 1
    held, kinds = np.unique(held_categories(hands[::2]), return_inverse=True)
    dealt = np.bincount(9 * kinds + 3 * high + low, minlength=9 * len(held)).reshape(-1, 9)
    errors = []
    for bits, counts in zip(held.tolist(), dealt.tolist(), strict=True):
        for cell, count in zip(found[words(bits)].cells, counts, strict=True):
            share = cell / solved.counts.total
            if share * DEALS > 50:
                errors.append((count - share * DEALS) / np.sqrt(DEALS * share * (1 - share)))
    assert len(errors) > 150
    assert np.abs(errors).max() < 4.5
    assert 0.6 < np.mean(np.square(errors)) < 1.4


def one_by_one(classed, terms, bits):
    """The pairs of all hands with a long suit that hold this: each hand up to suits against all of the dealer's."""
    own, other = compile_house_way(PLAYER, terms.order), opponent_hands(PLAYER, terms.order)
    twice = (classed.hands != classed.one_suit_hands).any(axis=1)
    parts = [
        (classed.hands, classed.held, np.where(twice, classed.weights * 2 // 3, classed.weights)),
        (classed.one_suit_hands, classed.one_suit_held, np.where(twice, classed.weights // 3, 0)),
    ]
    total = np.zeros((3, 3), dtype=np.int64)
    for hands, held, weights in parts:
        for row in np.flatnonzero((held == bits) & (weights > 0)):
            cards = hands[row]
            dealt = own.set(cards[None])
            total += weights[row] * other.against(cards, dealt.high_strength, dealt.low_strength)[0]
    return ComparisonCounts.from_rows(total.tolist())


@pytest.mark.parametrize(
    "cards",
    [
        "Ks Qs Js Ts 9s 8s 7s",  # seven to the king
        "Jk Qs Js Ts 9s 8s 7s",
        "As Ks Qs Js Ts Kh Qh",  # a royal match
        "As Ks Qs Js Ts Kh Qd",  # none
        "As Ks Jk Js Ts Ah Kh",
        "As Ah Ks Qs Js Ts Ad",  # a natural royal flush and a pair, and three aces
    ],
)
def test_rare_hands_end_as_held_against_every_hand_of_the_dealer(solved, of_solved, classed, cards):
    (bits,) = held_categories(np.array([parse_hand(cards)], dtype=np.uint8)).tolist()
    assert one_by_one(classed, solved.terms, bits) == of_solved[words(bits)]


@pytest.mark.prove
@pytest.mark.parametrize(("player", "dealer"), [("simple", "ballys-atlantic-city"), ("mgm-grand", "simple")])
def test_it_holds_for_other_house_ways_and_the_other_order(player, dealer):
    rules = filed(DIV)
    rules = replace(rules, options={**rules.options, "ranking.low-ace-lowest": True})
    own = pai_gow.solve_house_ways(rules, HouseWay.load(dealer), HouseWay.load(player))
    assert count_jointly(rules, own, "held", Cents.from_dollars(25)).total == own.counts.total


# What it brings, and what is refused


@pytest.mark.parametrize("book", [MD, DIV])
def test_a_win_brings_what_is_left_of_it_by_the_vigorish_of_the_bet(book, solved):
    """$6 is charged 50 cents, not 30 (13.A(1), (l)(9)#3)."""
    rounded, exact = (
        count_jointly(filed(book, rounding), solved, "held", Cents.from_dollars(6))
        for rounding in ("up-to-next-quarter", "exact-cents")
    )
    assert max(nets["pai-gow"] for _, nets in rounded.cells["pair",]) == Fraction(550, 600)
    assert max(nets["pai-gow"] for _, nets in exact.cells["pair",]) == Fraction(570, 600)


def test_another_solution_is_refused(rules, solved, of_solved, monkeypatch):
    """As many pairs of hands, but others are won."""
    pair = of_solved["pair",]
    turned = ComparisonCounts.from_rows(np.array(pair.cells).reshape(3, 3)[::-1, ::-1].tolist())
    assert turned.total == pair.total
    monkeypatch.setattr(pai_gow_beside, "count_by_held_hands", lambda *_: {**of_solved, ("pair",): turned})
    with pytest.raises(ArithmeticError, match="do not add up to those that were solved"):
        count_jointly(rules, solved, "held", Cents.from_dollars(10))


def test_counts_that_are_not_the_shipped_ones_are_refused(rules, solved, of_solved, monkeypatch):
    moved = {**of_solved, ("pair",): of_solved["straight",], ("straight",): of_solved["pair",]}
    monkeypatch.setattr(pai_gow_beside, "count_by_held_hands", lambda *_: moved)
    with pytest.raises(ArithmeticError, match="not in proportion to the shipped counts"):
        count_jointly(rules, solved, "held", Cents.from_dollars(10))


def test_classes_that_do_not_add_up_are_refused(classed):
    """The few hands that are counted one by one must be those that were counted together."""
    of_each = np.arange(9 * len(classed.mixed_classes)).reshape(-1, 3, 3)
    parts = pai_gow_beside._split_classes(classed, 36 * of_each, lambda _: of_each)
    assert sum(cells.sum() for _, cells in parts) == 36 * of_each.sum()
    with pytest.raises(ArithmeticError, match="counted one by one"):
        pai_gow_beside._split_classes(classed, 36 * of_each[::-1], lambda _: of_each)


def test_another_axis_is_refused(rules, solved):
    with pytest.raises(NotAllowed, match="what the seven cards contain, not by 'board'") as refused:
        count_jointly(rules, solved, "board", Cents.from_dollars(10))
    assert (refused.value.code, refused.value.facts["allowed"]) == (NOT_COUNTED, "held")
