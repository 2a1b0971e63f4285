"""All pairs of hands that share no card: counted by inclusion and exclusion, against every pair tried on smaller decks."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from houseway.analysis.pai_gow.solve.counts import ComparisonCounts
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL
from houseway.house_way import HouseWay, compile_house_way
from houseway.house_way.classes import hand_classes
from houseway.kernels.pai_gow.classes import FULL_DECK, RankDeck, long_suit_classes, rank_classes, weights_without_long_suit
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings, card_sets_by_ranks, count_disjoint_pairs, long_suit_pairs
from houseway.kernels.pai_gow.dominance import PointLists, compare_point_lists, pack_points
from houseway.kernels.pai_gow.sampling import deal_hands, sample_bank
from houseway.kernels.pai_gow.setting import CARDS_DEALT, class_indices

LABELS = 3


def table(name, order=PAI_GOW_HIGH):
    return compile_house_way(HouseWay.load(name), order).table


def way(name, labels=None, order=PAI_GOW_HIGH):
    return ClassSettings(table(name, order).high, table(name, order).low, labels)


def hands_of(deck):
    numbers = np.array(list(combinations(range(len(deck.card_numbers)), 7)))
    return np.array(deck.card_numbers, dtype=np.uint8)[numbers], (1 << numbers).sum(axis=1)


def tried(deck, one, other):
    """Every pair of hands, one player's hand after the other against all that share no card with it."""
    hands, bits = hands_of(deck)
    found = class_indices(hands)
    high, low, their_high, their_low = (each[found].astype(np.int64) for each in (one.high, one.low, other.high, other.low))
    labels = other.labels[found].astype(np.int64)
    out = np.zeros(9 * LABELS, dtype=np.int64)
    for hand in range(len(hands)):
        apart = bits & bits[hand] == 0
        stands = 3 * np.sign(high[hand] - their_high[apart]) + np.sign(low[hand] - their_low[apart]) + 4
        out += np.bincount(9 * labels[apart] + stands, minlength=len(out))
    return out.reshape(LABELS, 3, 3)


def labels(seed):
    return np.random.default_rng(seed).integers(LABELS, size=len(table("foxwoods").high)).astype(np.uint16)


SMALL = [
    (RankDeck((9, 10, 11, 12), 4, True), "foxwoods", "foxwoods", PAI_GOW_HIGH),
    (RankDeck((4, 5, 6, 7, 8, 9, 10, 12), 2, True), "foxwoods", "mgm-grand", PAI_GOW_HIGH),
    (RankDeck((7, 8, 9, 10, 11), 3, True), "ballys-atlantic-city", "simple", PAI_GOW_HIGH),
]
MORE_DECKS = [
    (RankDeck((0, 1, 2, 3, 12), 3, True), "simple", "foxwoods", PAI_GOW_HIGH_LOW_WHEEL),
    (RankDeck((0, 2, 3, 4, 6, 8, 11, 12), 2, False), "mgm-grand", "ballys-atlantic-city", PAI_GOW_HIGH_LOW_WHEEL),
    (RankDeck((0, 1, 2, 3, 4, 12), 3, False), "simple", "mgm-grand", PAI_GOW_HIGH),
    (RankDeck((2, 3, 5, 7, 8, 12), 3, True), "mgm-grand", "foxwoods", PAI_GOW_HIGH_LOW_WHEEL),
    (RankDeck((1, 4, 8, 9, 12), 4, False), "foxwoods", "foxwoods", PAI_GOW_HIGH),
    (RankDeck((3, 5, 6, 7, 8, 9, 10, 11, 12), 2, True), "foxwoods", "simple", PAI_GOW_HIGH),
]


def named(case):
    deck, one, other, order = case
    joker = " and the joker" * deck.joker
    return f"{len(deck.ranks)} ranks of {deck.suits} suits{joker}, {one} against {other}, {order.name}"


def disjoint_pair_count(deck):
    """The number of ordered pairs of hands without a common card."""
    return comb(len(deck.card_numbers), CARDS_DEALT) * comb(len(deck.card_numbers) - CARDS_DEALT, CARDS_DEALT)


def agrees(case):
    deck, one, other, order = case
    mine, theirs = way(one, order=order), way(other, labels(len(deck.card_numbers)), order)
    counted = count_disjoint_pairs(mine, theirs, LABELS, deck)
    return counted.sum() == disjoint_pair_count(deck) and np.array_equal(counted, tried(deck, mine, theirs))


@pytest.mark.parametrize("case", SMALL, ids=named)
def test_counted_pairs_are_those_tried(case):
    assert agrees(case)


@pytest.mark.prove
@pytest.mark.parametrize("case", MORE_DECKS, ids=named)
def test_counted_pairs_are_those_tried_on_more_decks(case):
    assert agrees(case)


def test_either_side_may_be_the_player():
    """What one wins, the other loses."""
    deck = RankDeck((5, 6, 7, 8, 9, 10, 12), 3, True)
    there = count_disjoint_pairs(way("foxwoods"), way("mgm-grand"), 1, deck)[0]
    back = count_disjoint_pairs(way("mgm-grand"), way("foxwoods"), 1, deck)[0]
    assert np.array_equal(there, back[::-1, ::-1])


def test_the_classes_are_those_of_the_house_way():
    weights = np.zeros(int(hand_classes().table_indices.max()) + 1, dtype=np.int64)
    weights[rank_classes().places] = weights_without_long_suit()
    weights[long_suit_classes().places] = long_suit_classes().weights
    assert np.array_equal(weights[hand_classes().table_indices], hand_classes().weights)
    assert weights.sum() == comb(53, 7)


def test_every_set_of_cards_has_its_ranks():
    """So many sets of each size, each once, and their signs."""
    many, signs = card_sets_by_ranks()
    assert many.sum() == sum(comb(52, size) for size in range(8)) * 2
    assert np.count_nonzero(many) == 2 * 76_155
    assert (many * signs).sum() == 0
    times, _, _ = long_suit_pairs()
    assert len(times) == 8192 * 2 * 105 + 2 * (92 * 92 + 14 * 14 * 13 + 91)


def test_points_are_compared_in_both_dimensions():
    """A few lists by hand, some points less than once, long enough for the sweep."""
    shuffle = np.random.default_rng(5)

    def listed(size, labelled):
        named = shuffle.integers(2, size=size).astype(np.uint16) if labelled else None
        found = pack_points(shuffle.integers(1, 9, size=size).astype(np.uint16), shuffle.integers(1, 6, size=size), named)
        return np.unique(found), shuffle.integers(-3, 9, size=size)

    for sizes in ((40, 30), (3, 5), (1, 60), (60, 1), (0, 9)):
        (mine, weights), (theirs, others) = listed(sizes[0], False), listed(sizes[1], True)
        one = PointLists(np.array([0, len(mine)]), mine, weights[: len(mine)].astype(np.int32))
        other = PointLists(np.array([0, len(theirs)]), theirs, others[: len(theirs)].astype(np.int32))
        single = np.array([0])
        expected = np.zeros((2, 3, 3), dtype=np.int64)
        for own, times in zip(one.points.tolist(), one.weights.tolist()):
            for their, often in zip(other.points.tolist(), other.weights.tolist()):
                high, low = (np.sign((own >> at & bits) - (their >> at & bits)) for at, bits in ((19, 8191), (12, 127)))
                expected[their & 4095, high + 1, low + 1] += 7 * times * often
        assert np.array_equal(compare_point_lists(one, other, np.array([7]), single, single, 2), expected)


def test_a_sample_is_the_same_however_it_is_cut_up():
    whole = deal_hands(0, 1000, 7, 3)
    assert np.array_equal(whole, np.concatenate([deal_hands(0, 400, 7, 3), deal_hands(400, 600, 7, 3)]))
    dealt = np.sort(whole.reshape(1000, 49), axis=1)
    assert (np.diff(dealt.astype(int), axis=1) > 0).all()
    assert dealt.max() == 52
    assert not np.array_equal(whole, deal_hands(0, 1000, 7, 4))


def test_every_card_comes_to_every_place_alike():
    whole = deal_hands(0, 50_000, 7, 3).reshape(-1, 49)
    for place in (0, 6, 7, 30, 48):
        expected = len(whole) / 53
        chi = ((np.bincount(whole[:, place], minlength=53) - expected) ** 2 / expected).sum()
        assert chi < 52 + 5 * sqrt(2 * 52)


def test_the_bank_nets_what_pairs_say():
    """Against one opponent the sampled net result is the sample of pairs, seen from the bank."""
    one = way("foxwoods")
    nets = sample_bank(one, one, 6, 20_000, 9, False)
    assert nets[1:].sum(axis=1).tolist() == [20_000] * 6
    assert nets[1].nonzero()[0].tolist() == [5, 6, 7]
    assert nets[6].nonzero()[0].tolist() == list(range(13))
    wins, losses = int(nets[1, 7]), int(nets[1, 5])
    assert abs(wins / 20_000 - 0.3038) < 4 * sqrt(0.3 * 0.7 / 20_000) > abs(losses / 20_000 - 0.2912)
    push = sample_bank(one, one, 6, 20_000, 9, True)
    assert push[1, 7] < nets[1, 7]
    assert push[1, 5] == nets[1, 5]


BATCH = 1 << 18


def sampled_pairs(one, other, deals, seed):
    """Two hands from one deck, dealt at random so many times: how the one compares with the other, by high hand and low hand."""

    def compared(first):
        own, theirs = class_indices(deal_hands(first, min(BATCH, deals - first), 2, seed)).reshape(-1, 2).T
        by_high = np.sign(one.high[own].astype(np.int64) - other.high[theirs])
        by_low = np.sign(one.low[own].astype(np.int64) - other.low[theirs])
        return np.bincount(3 * by_high + by_low + 4, minlength=9).reshape(3, 3)

    with ThreadPoolExecutor() as pool:
        return sum(pool.map(compared, range(0, deals, BATCH)))


def standard_errors(counted, sampled):
    """How far each of nine counts of a sample lies from what was counted, in standard errors."""
    chance, deals = counted / counted.sum(), sampled.sum()
    return (sampled - deals * chance) / np.sqrt(deals * chance * (1 - chance))


@pytest.mark.prove
@pytest.mark.parametrize(
    ("player", "dealer", "order", "deals"),
    [
        ("foxwoods", "foxwoods", PAI_GOW_HIGH, 1_000_000_000),
        ("foxwoods", "mgm-grand", PAI_GOW_HIGH, 50_000_000),
        ("mgm-grand", "foxwoods", PAI_GOW_HIGH, 50_000_000),
        ("mgm-grand", "mgm-grand", PAI_GOW_HIGH, 50_000_000),
        ("ballys-atlantic-city", "ballys-atlantic-city", PAI_GOW_HIGH, 50_000_000),
        ("simple", "simple", PAI_GOW_HIGH, 50_000_000),
        ("simple", "ballys-atlantic-city", PAI_GOW_HIGH_LOW_WHEEL, 50_000_000),
        ("foxwoods", "foxwoods", PAI_GOW_HIGH_LOW_WHEEL, 50_000_000),
    ],
)
def test_counted_pairs_are_those_dealt(player, dealer, order, deals):
    one, other = way(player, order=order), way(dealer, order=order)
    counted = count_disjoint_pairs(one, other)[0]
    assert counted.sum() == disjoint_pair_count(FULL_DECK)
    errors = standard_errors(counted, sampled_pairs(one, other, deals, 2013))
    assert np.abs(errors).max() < 4
    wins = ComparisonCounts.from_rows(counted.tolist())
    assert Fraction(wins.win + wins.push + wins.lose) == disjoint_pair_count(FULL_DECK)
