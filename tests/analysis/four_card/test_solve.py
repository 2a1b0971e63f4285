"""Four Card Poker solved: against brute force, against what is published, and what simple ways to play cost."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.analysis import PlayerView, rate_choices, solve_game, standard_rules
from houseway.analysis.four_card import solve as game
from houseway.cards import CARDS, Rank, parse_card, parse_hand
from houseway.errors import Malformed
from houseway.hands import FOUR_CARD, Category
from houseway.kernels import four_card
from houseway.kernels.single import strength_function
from houseway.kernels.tables import hand_of_each_rank
from tests.support import solve_brute
from tests.support.solve_brute import KNOWN, published, solved

BOOK = "md.four-card-poker"
RULES = standard_rules(BOOK)
TERMS = game.FourCardTerms.from_rules(RULES)


def test_all_combinations():
    assert comb(52, 5) * comb(47, 6) * 6 == four_card.TOTAL_DEALS == 167_439_136_344_480
    assert len(four_card.card_sets().like) == 13 + 169 + 1_755 + 16_432 + 134_459
    assert four_card.ranked_deals(5).weights.sum() == comb(52, 5)
    assert four_card.ranked_deals(6).weights.sum() == comb(52, 6)


def worth(cards, up):
    below, equal, above = solve_brute.four_card(cards, up)
    category = hand_of_each_rank(FOUR_CARD)[strength_function(FOUR_CARD, 5)(cards) - 1].category
    bonus = solve_brute.BONUS.get(category, 0)
    found = {
        f"{times}x": bonus + Fraction((1 + times) * (below + equal - above), four_card.HIDDEN_CARD_CHOICES)
        for times in (1, 2, 3)
    }
    return {"fold": -1, **found}


@pytest.mark.parametrize("seed", range(3))
def test_a_random_hand_by_brute_force(seed):
    *cards, up = solve_brute.random_cards(np.random.default_rng(seed), 6)
    found = rate_choices(RULES, PlayerView(tuple(CARDS[card] for card in cards), up_card=CARDS[up]))
    assert found.values == worth(cards, up)


def test_hands_of_one_strength_by_brute_force():
    """The kernel's own way, on a few hands with all 47 up cards; the dealer's hands are all there."""
    rows = np.sort(np.random.default_rng(5).integers(134_459, size=3))
    players, dealers = four_card.ranked_deals(5), four_card.ranked_deals(6)
    few = four_card.RankedDeals(*(column[rows] for column in players))
    below, upto = (np.zeros((3, 47), dtype=np.int32) for _ in range(2))
    four_card.count_dealer_hands(
        few, dealers, 0, four_card.card_sets(), four_card.ranking_tables(), four_card.new_scratch(), below, upto
    )
    for row, column in ((0, 5), (1, 20), (2, 46)):
        up = int(solve_brute.left_of(few.cards[row].tolist())[column])
        low, equal, _ = solve_brute.four_card(few.cards[row].tolist(), up)
        assert (below[row, column], upto[row, column]) == (low, low + equal)


@pytest.mark.prove
def test_two_hundred_random_hands_by_brute_force():
    spots, rng = game.count_spots(), np.random.default_rng(2)
    assert spots.weights @ (spots.up_cards >> 2).sum(axis=1, dtype=np.int64) == 6 * 47 * comb(52, 5), (
        "the middle rank, on average"
    )
    for row, column in zip(rng.integers(len(spots.cards), size=200), rng.integers(47, size=200)):
        cards, up = spots.cards[row].tolist(), int(spots.up_cards[row, column])
        below, equal, _ = solve_brute.four_card(cards, up)
        assert (spots.below[row, column], spots.upto[row, column]) == (below, below + equal)


def test_the_best_play_is_as_published():
    entries = [each for each in KNOWN if each["book"] == BOOK]
    assert len(entries) == 2
    found = solved(BOOK)
    ways = {"": found.best_play, **{each.strategy: each for each in found.strategies}}
    for entry in entries:
        played = ways[entry.get("strategy", "")]
        assert played.total == entry["total"]
        for figure in {"house_edge", "element_of_risk"} & set(entry):
            assert published(entry[figure], getattr(played, figure))
    assert round(found.best_play.house_edge, 6) == Fraction("0.027879")
    assert sum(found.best_play.distribution.values()) == four_card.TOTAL_DEALS


def test_simple_ways_cost_more():
    found = solved(BOOK)
    costs = {each.strategy: found.cost_of(each) for each in found.strategies}
    assert all(cost > 0 for cost in costs.values())
    assert costs["leaflet"] < costs["any-pair"] < costs["once-only"]


def test_when_to_do_what():
    when = solved(BOOK).action_counts
    assert when["pair of aces"]["A"][:2] == (0, 0), "three times whatever is up"
    assert when["high card, king"]["2"][1:] == (0, 0), "folded whatever is up"
    fold, once, thrice = when["pair of eights"]["A"]
    assert (fold, thrice) == (0, 0)
    assert once > 0
    assert sum(sum(counts) for row in when.values() for counts in row.values()) == comb(52, 5) * 47


def test_the_json_has_the_promised_shape():
    found = solved(BOOK).to_json()
    assert found["total"] == four_card.TOTAL_DEALS
    assert found["house_edge"].startswith("0.02787")
    shares = [Fraction(found[action]) for action in ("fold", "1x", "3x")]
    assert abs(sum(shares) - 1) < Fraction(1, 10**12)
    assert {"element_of_risk", "standard_deviation", "strategies", "when"} <= set(found)
    assert found["readings"] == {"FC-07": "player-wins", "FC-08": "ante-with-play"}


def test_a_tie_may_push():
    terms = game.FourCardTerms.from_rules(standard_rules(BOOK, {}, {"FC-07": "push"}))
    assert terms.net_result(3, game.TIED, Category.PAIR) == 0
    assert TERMS.net_result(3, game.TIED, Category.PAIR) == 4
    assert terms.net_result(1, game.TIED, Category.THREE_OF_A_KIND) == 2
    assert TERMS.net_result(1, game.LOST, Category.FOUR_OF_A_KIND) == 23


@pytest.mark.prove
def test_what_a_push_costs():
    push = solve_game(standard_rules(BOOK, {}, {"FC-07": "push"}))
    assert push.best_play.total == four_card.TOTAL_DEALS
    assert push.best_play.house_edge > solve_game(RULES).best_play.house_edge


def test_lowest_strengths():
    assert game.lowest_strength(Category.HIGH_CARD) == 1
    tens = hand_of_each_rank(FOUR_CARD)[game.lowest_strength(Category.PAIR, Rank.TEN) - 1]
    assert (tens.category, tens.key[0]) == (Category.PAIR, Rank.TEN)
    below = hand_of_each_rank(FOUR_CARD)[game.lowest_strength(Category.PAIR, Rank.TEN) - 2]
    assert (below.category, below.key[0]) == (Category.PAIR, Rank.NINE)


@pytest.mark.parametrize(
    ("cards", "up", "code"),
    [
        ("As Kd Qc Jh", "2c", "advise.cards"),
        ("As Kd Qc Jh 9s", "", "advise.cards"),
        ("As Kd Qc Jh 9s", "9s", "card.repeated"),
        ("As Kd Qc Jh Jk", "9s", "advise.joker"),
    ],
)
def test_no_advice_on_what_cannot_be_seen(cards, up, code):
    with pytest.raises(Malformed) as refusal:
        rate_choices(RULES, PlayerView(parse_hand(cards), up_card=parse_card(up) if up else None))
    assert refusal.value.code == code


def test_times_that_no_play_is_are_refused():
    spots = game.FourCardSpots(
        np.array([[0, 1, 2, 3, 4]], dtype=np.uint8),
        np.ones(1, dtype=np.int64),
        np.ones(1, dtype=np.int64),
        np.zeros((1, 47), dtype=np.int32),
        np.zeros((1, 47), dtype=np.int32),
    )
    with pytest.raises(Malformed, match="4 times"):
        game.count_outcomes(TERMS, np.full((1, 47), 4), spots)
    counts = game.count_outcomes(TERMS, np.zeros((1, 47), dtype=np.int8), spots)
    assert {ending.net for ending in game.build_endings(TERMS, counts) if ending.combinations} == {-1}
