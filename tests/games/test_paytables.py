"""Which row pays: held hands are looked up as the plain ranking has them, and the first row in the order of precedence is paid."""

import random
import subprocess
import sys

import numpy as np
import pytest

from houseway.cards import CARDS, parse_hand
from houseway.games import awards, paytables
from houseway.games.paytables import BITS, held_hands, held_hands_plain
from houseway.hands import ORDERS, PAI_GOW_HIGH, Category
from houseway.hands.ranking import FINDERS, GroupedCards
from houseway.kernels import batch
from houseway.regulation import load_book
from houseway.submission.limit import BEST_DEALS
from tests.games.test_awards import DIV, FIVE, MD, STRAIGHT_AND_TRIPS, WAGERS, reads
from tests.support.canonical_deals import deals
from tests.support.effort import MORE


def seven(rng):
    return tuple(rng.sample(CARDS, 7))


# The look-up is the plain ranking


@pytest.mark.sampled
def test_random_hands_hold_what_the_plain_ranking_finds():
    rng = random.Random(5)
    for _ in range(2_000 * MORE):
        cards = seven(rng)
        assert held_hands(cards) == held_hands_plain(cards), cards


@pytest.mark.sampled
def test_every_kind_of_hand_holds_what_the_plain_ranking_finds():
    """Some hands of everything that seven cards can hold at once, and the deals that pay most."""
    hands, _ = deals(7, 53)
    kinds = batch.held_categories(hands, threads=None)
    rng = np.random.default_rng(5)
    shuffled = rng.permutation(len(kinds))
    order = shuffled[np.argsort(kinds[shuffled], kind="stable")]
    starts = np.flatnonzero(np.diff(kinds[order], prepend=kinds[order][0] ^ 1))
    ends = [*starts[1:], len(order)]
    chosen = [row for start, end in zip(starts, ends, strict=True) for row in order[start : min(end, start + 6 * MORE)]]
    assert len(starts) > 100
    for row in hands[chosen].tolist():
        cards = tuple(CARDS[card] for card in row)
        assert held_hands(cards) == held_hands_plain(cards), cards
    for deal in BEST_DEALS:
        assert held_hands(parse_hand(deal)) == held_hands_plain(parse_hand(deal)), deal


@pytest.mark.sampled
def test_five_cards_below_a_straight_flush_show_nothing_beside_what_they_hold():
    listed = (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE, Category.FLUSH, Category.STRAIGHT, Category.THREE_OF_A_KIND)
    hands, _ = deals(5, 53)
    place = paytables._category_ranking(5)
    for row in hands[:: max(1, 10 // MORE)].tolist():
        cards = [CARDS[card] for card in row]
        best = place(cards)
        if best < PAI_GOW_HIGH.position(Category.STRAIGHT_FLUSH):
            dealt = GroupedCards(cards)
            found = sum(BITS[category] for category in listed if FINDERS[category](dealt, PAI_GOW_HIGH))
            assert paytables._IN_FIVE[best] == found, cards


def plain_row(rules, wager, cards):
    """The row that is paid, by the plain ranking alone."""
    order = next(order for order in ORDERS if order.name == rules.regulation.wager(wager).order)
    table = rules.offers[wager].paytable
    rows = [row for hand in order.find_all(cards) if (row := table.row(hand.category))]
    choice = rules.readings.get({"bonus": "DIV-06", "fortune-bonus": "PG-04", "emperors-treasure": "PG-04"}.get(wager, ""))
    if choice == "highest-ranking":
        by_rank = {row.hand: row for row in rows}
        if {"straight", "three-of-a-kind"} <= set(by_rank) and rows[0].hand == "three-of-a-kind":
            return by_rank["straight"]
    return rows[0] if rows else None


@pytest.mark.parametrize(("book", "wager"), WAGERS)
@pytest.mark.parametrize("choice", ["best-paying", "highest-ranking"])
def test_the_row_is_the_one_that_the_plain_ranking_gives(book, wager, choice):
    rules, rng = reads(book, PG_04=choice, DIV_06=choice), random.Random(f"{wager}{choice}")
    for cards in [*(seven(rng) for _ in range(700)), *map(parse_hand, (*BEST_DEALS, STRAIGHT_AND_TRIPS))]:
        award = awards.optional_award(rules, wager, cards, FIVE)
        row = plain_row(rules, wager, cards)
        assert (award.row, award.is_won) == (row, row is not None), cards


def test_no_numba_is_needed():
    code = "import sys; from houseway.games.pai_gow.base_wager import centre; from houseway.cards import parse_hand\n"
    code += f"from houseway.games import paytables\npaytables.held_hands(parse_hand({STRAIGHT_AND_TRIPS!r}))\n"
    code += "assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


# The order of precedence


def test_of_rows_that_pay_the_same_the_one_printed_first_is_paid():
    table = load_book(MD).paytable("fortune-bonus", "A")
    rows = {row.hand: 1 for row in table.rows}
    assert paytables.best_paying_first(table.rows, lambda row: rows[row.hand]) == list(table.rows)
    last = table.rows[-1]
    assert paytables.best_paying_first(table.rows, lambda row: row is last) == [last, *table.rows[:-1]]


def test_the_first_hand_with_a_row_is_paid():
    table = load_book(MD).paytable("fortune-bonus", "A")
    row = paytables.first_row(("pair", "flush", "straight"), table.row)
    assert row is table.row("flush")
    assert paytables.first_row(("pair",), table.row) is None


@pytest.mark.parametrize("order", [order for order in ORDERS if Category.NOTHING in order.categories], ids=str)
def test_hands_by_rank_are_all_hands_of_the_list(order):
    ranked = paytables.hands_by_rank(order)
    assert sorted(ranked) == sorted(hand for hand in order.categories if hand is not Category.NOTHING)
    ordinary = [hand for hand in ranked if hand in PAI_GOW_HIGH.categories]
    assert [PAI_GOW_HIGH.position(hand) for hand in ordinary] == sorted(map(PAI_GOW_HIGH.position, ordinary), reverse=True)


@pytest.mark.parametrize(
    ("book", "wager", "choice", "first"),
    [
        (MD, "fortune-bonus", "best-paying", "BEST_PAYING"),
        (MD, "fortune-bonus", "highest-ranking", "HIGHEST"),
        (DIV, "bonus", "highest-ranking", "HIGHEST"),
        (MD, "insurance", "best-paying", "HIGHEST"),
    ],
)
def test_a_reading_says_which_row_goes_first(book, wager, choice, first):
    rules = reads(book, PG_04=choice, DIV_06=choice)
    assert paytables.row_precedence(rules.regulation, rules.readings, wager).name == first


def test_ranks_of_a_list_are_its_own_hands_first():
    fortune = next(order for order in ORDERS if order.name == "fortune-bonus")
    assert paytables.hands_by_rank(fortune)[:4] == (
        "seven-card-straight-flush",
        "royal-flush-and-royal-match",
        "seven-card-straight-flush-with-joker",
        "five-aces",
    )
