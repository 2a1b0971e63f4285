"""The kernels rank as `hands` does, in samples of all suit-distinct hands; `make prove` and `test_every_hand` have them all."""

from itertools import combinations, pairwise, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import CARDS
from houseway.errors import Malformed
from houseway.hands import (
    DIVISION_PROGRESSIVE,
    FORTUNE_BONUS,
    FOUR_CARD,
    INSURANCE,
    ORDERS,
    PAI_GOW_HIGH,
    PAI_GOW_HIGH_LOW_WHEEL,
    PAI_GOW_LOW,
    STANDARD,
    Category,
    is_legal_setting,
)
from houseway.kernels import batch
from houseway.kernels import combinations as numbered
from houseway.kernels.canonical import canonical_deals, canonical_deals_by_signature
from houseway.kernels.layout import CARDS_PER_RANK, HALF_KEYS, card_keys, rank_choices, rank_layout
from houseway.kernels.single import strength_function
from houseway.kernels.tables import category_positions, hand_of_each_rank, lowest_legal_high, strength_tables
from tests.support.agreement import disagreements, holding_disagreements, random_hands, rare_hands
from tests.support.canonical_deals import count_deals_up_to_suits
from tests.support.effort import MORE

COMPARED = [order for order in ORDERS if Category.NOTHING not in order.categories]


EVERY = max(1, 10 // MORE)
"""Of the hands of five, which differ by ranks in one of twenty, every tenth is tried; all of them in `make prove`."""


@pytest.fixture(scope="session")
def fives():
    return canonical_deals(5)[0]


@pytest.fixture(scope="session")
def fives_with_joker():
    return canonical_deals(5, joker=True)[0]


# Tables


def test_the_keys_of_a_half_never_add_up_to_the_same_sum():
    sums = rank_choices(len(HALF_KEYS), 7) @ np.array(HALF_KEYS)
    assert len(np.unique(sums)) == len(sums) == 1548


@pytest.mark.parametrize(
    ("size", "natural", "with_joker"), [(4, 1820, 455), (5, 6175, 1820), (6, 18395, 6175), (7, 49205, 18395)]
)
def test_every_choice_of_ranks_has_a_place_of_its_own(size, natural, with_joker):
    index = rank_layout(size)
    joker = index.counts[:, -1] == 1
    assert (index.counts.sum(axis=1) == size).all()
    assert index.counts[:, :-1].max() <= CARDS_PER_RANK
    assert len(np.unique(index.places)) == len(index.places) == natural + with_joker
    for places, expected in ((index.places[~joker], natural), (index.places[joker], with_joker)):
        assert places.max() - places.min() + 1 == len(places) == expected


@pytest.mark.parametrize(
    ("order", "ranks"),
    [(STANDARD, 7462), (PAI_GOW_HIGH, 7463), (PAI_GOW_HIGH_LOW_WHEEL, 7463), (PAI_GOW_LOW, 91), (FOUR_CARD, 2535)],
)
def test_an_order_has_so_many_ranks(order, ranks):
    assert len(hand_of_each_rank(order)) == ranks
    assert all(low < high for low, high in zip(hand_of_each_rank(order), hand_of_each_rank(order)[1:], strict=False))
    assert category_positions(order).tolist() == [0, *(hand.strength[0] for hand in hand_of_each_rank(order))]


def test_tables_are_small():
    table = strength_tables(PAI_GOW_HIGH, 7)
    assert sum(array.nbytes for array in (table.keys, table.left, table.right, table.by_rank, table.by_suit)) < 500_000


# Agreement with the plain ranking


@pytest.mark.sampled
def test_suit_distinct_fives_of_52(fives):
    assert len(fives) == 134_459
    assert disagreements(STANDARD, fives[::EVERY]) == []


@pytest.mark.sampled
@pytest.mark.parametrize("order", [PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL], ids=lambda order: order.name)
def test_suit_distinct_fives_of_53(order, fives_with_joker):
    assert len(fives_with_joker) == 134_459 + 16_432
    assert disagreements(order, fives_with_joker[::EVERY]) == []


@pytest.mark.sampled
def test_the_best_four_of_suit_distinct_fives(fives):
    assert disagreements(FOUR_CARD, fives[::EVERY]) == []


def test_every_low_hand():
    hands = np.array(list(combinations(range(53), 2)), dtype=np.uint8)
    assert disagreements(PAI_GOW_LOW, hands) == []


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("order", "size"),
    [(order, size) for order in ORDERS for size in order.card_counts if size in (6, 7)],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_samples_of_six_and_seven(order, size):
    hands = random_hands(52 + order.has_joker, size, 2_000 * MORE, seed=size)
    assert disagreements(order, hands) == []
    assert disagreements(order, rare_hands(size, 4_000, seed=size, joker=order.has_joker)) == []


@pytest.mark.sampled
def test_samples_of_what_seven_cards_hold():
    assert holding_disagreements(random_hands(53, 7, 2_000 * MORE, seed=1)) == []
    assert holding_disagreements(rare_hands(7, 6_000 * MORE, seed=2, joker=True)) == []


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.name)
def test_suits_may_be_permuted(order):
    size = order.card_counts[-1]
    hands = np.concatenate(
        [random_hands(52 + order.has_joker, size, 5_000, seed=7), rare_hands(max(size, 5), 5_000, 8, order.has_joker)[:, :size]]
    )
    expected = batch.hand_strengths(order, hands)
    for suits in permutations(range(4)):
        suited = np.where(hands == 52, hands, hands // 4 * 4 + np.array(suits, dtype=np.uint8)[hands % 4])
        assert (batch.hand_strengths(order, suited, checked=False) == expected).all()


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.name)
def test_cards_may_be_permuted(order):
    hands = random_hands(52 + order.has_joker, order.card_counts[-1], 2_000, seed=9)
    assert (batch.hand_strengths(order, hands[:, ::-1]) == batch.hand_strengths(order, hands)).all()


@pytest.mark.parametrize("order", COMPARED, ids=lambda order: order.name)
def test_one_hand_at_a_time_is_the_same(order):
    for size in order.card_counts:
        hands = random_hands(52 + order.has_joker, size, 3_000, seed=3)
        one = strength_function(order, size)
        assert [one(hand) for hand in hands.tolist()] == batch.hand_strengths(order, hands).tolist()


@pytest.mark.parametrize("order", [STANDARD, FORTUNE_BONUS], ids=lambda order: order.name)
def test_many_threads_are_as_one(order):
    hands = random_hands(52, 7, 10_001, seed=4)
    expected = batch.hand_strengths(order, hands).tolist()
    assert batch.hand_strengths(order, hands, threads=3).tolist() == expected
    assert batch.hand_strengths(order, hands, threads=None).tolist() == expected
    assert batch.hand_strengths(order, hands, checked=False).tolist() == expected
    assert batch.hand_strengths(order, hands[:0], threads=2).tolist() == []
    assert batch.hand_strengths(order, hands[:1], threads=2).tolist() == expected[:1]


@pytest.mark.parametrize("order", [PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL], ids=lambda order: order.name)
def test_the_lowest_high_hand_that_may_be_set(order):
    hands = np.concatenate([random_hands(53, 7, 5_000, seed=5), rare_hands(7, 5_000, 6, joker=True)])
    high, low = hands[:, :5], hands[:, 5:]
    legal = batch.hand_strengths(order, high) >= lowest_legal_high(order)[batch.hand_strengths(PAI_GOW_LOW, low)]
    plain = [
        is_legal_setting(order.find_best([CARDS[c] for c in five]), PAI_GOW_LOW.find_best([CARDS[c] for c in two]))
        for five, two in zip(high.tolist(), low.tolist(), strict=True)
    ]
    assert legal.tolist() == plain
    assert 0 < sum(plain) < len(plain)


# Refusals


@pytest.mark.parametrize(
    ("order", "hands", "code"),
    [
        (STANDARD, np.zeros((2, 7), dtype=np.int64), "hands.shape"),
        (STANDARD, np.zeros(7, dtype=np.uint8), "hands.shape"),
        (STANDARD, np.zeros((1, 4), dtype=np.uint8), "hand.size"),
        (STANDARD, np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]], dtype=np.uint8), "hands.card"),
        (PAI_GOW_HIGH, np.array([[0, 1, 2, 3, 53]], dtype=np.uint8), "hands.card"),
        (PAI_GOW_HIGH, np.array([[0, 1, 2, 3, 255]], dtype=np.uint8), "hands.card"),
        (STANDARD, np.array([[0, 1, 2, 3, 0]], dtype=np.uint8), "hands.card"),
    ],
)
def test_what_is_not_hands_is_refused(order, hands, code):
    with pytest.raises(Malformed) as refusal:
        batch.hand_strengths(order, hands)
    assert refusal.value.code == code


def test_a_refusal_names_the_row():
    with pytest.raises(Malformed, match=r"row 1 is not a hand: \[0, 1, 2, 3, 3\]"):
        batch.hand_strengths(STANDARD, np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]], dtype=np.uint8))


# Enumeration


@pytest.mark.parametrize(("parts", "joker"), [((2,), False), ((3,), True), ((2, 1), False), ((1, 2), True), ((2, 0, 1), False)])
def test_canonical_deals_are_one_of_each_orbit(parts, joker):
    deals, weights = canonical_deals(*parts, joker=joker)
    orbits = [images(deal, parts) for deal in deals.tolist()]
    assert len(set(orbits)) == len(deals)
    assert [len(orbit) for orbit in orbits] == weights.tolist()
    assert weights.sum(dtype=np.int64) == deal_count(parts, 52 + joker)


@pytest.mark.parametrize(("parts", "joker"), [((2, 3), False), ((5,), True), ((6,), False), ((2, 2), True), ((3, 1), False)])
def test_canonical_deals_stand_for_all_deals(parts, joker):
    deals, weights = canonical_deals(*parts, joker=joker)
    assert weights.sum(dtype=np.int64) == deal_count(parts, 52 + joker)
    assert len(np.unique(deals @ 53 ** np.arange(sum(parts)))) == len(deals)
    assert joker or len(deals) == count_deals_up_to_suits(*parts)


def test_canonical_deals_come_in_portions_too():
    portions = list(canonical_deals_by_signature(2, 3))
    assert len(portions) > 1
    assert sum(len(deals) for deals, _ in portions) == count_deals_up_to_suits(2, 3)


def deal_count(parts, deck):
    total = 1
    for part in parts:
        total *= comb(deck, part)
        deck -= part
    return total


def images(deal, parts):
    """The deals that permutations of the suits make of one, each as sets of cards."""
    made = set()
    for suits in permutations(range(4)):
        moved = [card if card == 52 else card // 4 * 4 + suits[card % 4] for card in deal]
        bounds = [sum(parts[:part]) for part in range(len(parts) + 1)]
        made.add(tuple(frozenset(moved[a:b]) for a, b in pairwise(bounds)))
    return frozenset(made)


@given(st.lists(st.integers(0, 52), min_size=1, max_size=7, unique=True))
def test_a_combination_has_a_number_and_a_number_its_combination(cards):
    numbers = numbered.rank_combinations(np.array([cards], dtype=np.uint8))
    assert 0 <= numbers[0] < comb(53, len(cards))
    assert numbered.unrank_combinations(numbers, len(cards), deck=53).tolist() == [sorted(cards)]


def test_combinations_are_numbered_without_a_gap():
    cards = np.array(list(combinations(range(20), 3)), dtype=np.uint8)
    assert sorted(numbered.rank_combinations(cards).tolist()) == list(range(comb(20, 3)))
    assert numbered.unrank_combinations(np.arange(comb(20, 3)), 3, deck=20).tolist() == sorted(
        cards.tolist(), key=lambda row: row[::-1]
    )


def test_a_number_that_no_combination_has_is_refused():
    with pytest.raises(Malformed, match="0 to 22,099"):
        numbered.unrank_combinations(np.array([comb(52, 3)]), 3)


def test_a_list_knows_where_its_categories_stand():
    royal_match = [CARDS[c] for c in (51, 47, 43, 39, 52, 45, 41)]  # A K Q J of spades, joker, K Q of diamonds
    row = np.array([royal_match], dtype=np.uint8)
    assert batch.hand_strengths(FORTUNE_BONUS, row)[0] == FORTUNE_BONUS.position(Category.ROYAL_MATCH)
    assert batch.hand_strengths(INSURANCE, row)[0] == INSURANCE.position(Category.NOTHING)
    assert batch.hand_strengths(DIVISION_PROGRESSIVE, row)[0] == DIVISION_PROGRESSIVE.position(Category.ROYAL_FLUSH)
    assert card_keys().shape == (53,)
