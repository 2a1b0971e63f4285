"""Four Card Poker beside its optional wagers: cells by brute force, names by the plain ranking, what is known anyway."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from houseway.analysis import standard_rules
from houseway.analysis.four_card import solve as game
from houseway.analysis.four_card.joint import AXES, count_jointly
from houseway.analysis.odds.counts import shipped_counts, shipped_counts_by
from houseway.analysis.odds.spot import average_net
from houseway.analysis.odds_calculation import wager_odds
from houseway.cards import CARDS, parse_hand
from houseway.errors import NotAllowed
from houseway.hands import FOUR_CARD, STANDARD
from houseway.kernels import four_card
from houseway.regulation import load_book
from tests.support import solve_brute
from tests.support.solve_brute import BONUS, solved

BOOK = "md.four-card-poker"
RULES = standard_rules(BOOK)
ROYAL = "Tc Jc Qc Kc Ac"
each_axis = pytest.mark.parametrize("axis", AXES)


@cache
def found(axis):
    return count_jointly(RULES, solved(BOOK), axis)


@each_axis
def test_every_deal_is_in_one_cell(axis):
    cells = found(axis).cells
    known = shipped_counts_by("four-card", "deal", axis).cells
    assert set(cells) == {shown for (shown,), _ in known}
    for (shown,), hands in known:
        assert sum(count for count, _ in cells[shown]) == hands * four_card.UP_CARD_CHOICES * four_card.HIDDEN_CARD_CHOICES


@each_axis
def test_hands_are_named_as_the_plain_ranking_has_them(axis):
    deals = four_card.ranked_deals(5)
    rows = np.random.default_rng(7).integers(len(deals.cards), size=400)
    rows[:12] = np.flatnonzero((deals.cards >> 2 == 12).sum(axis=1) == 4)[:12]
    none = np.zeros((len(rows), 0), dtype=np.int32)
    values, places = AXES[axis](game.FourCardSpots(*(column[rows] for column in deals), none, none))
    for cards, place in zip(deals.cards[rows].tolist(), places.tolist(), strict=True):
        category = (FOUR_CARD if axis == "four" else STANDARD).rank([CARDS[card] for card in cards]).category
        aces = sum(card >> 2 == 12 for card in cards)
        of_aces = {("four", "pair", 2): "pair-of-aces", ("four", "four-of-a-kind", 4): "four-aces"}.get((axis, category, aces))
        assert values[place] == ((of_aces, category) if of_aces else (category,))


def up_cards(cards):
    """Those that the hand leaves, with how many others are like each: suits that the hand does not have are alike."""
    there = {card & 3 for card in cards}
    first = min({0, 1, 2, 3} - there, default=0)
    alike = Counter(card if card & 3 in there else card & ~3 | first for card in solve_brute.left_of(cards).tolist())
    return alike.items()


def by_brute_force(cards, plays=(1, 3)):
    """What each wager brings with a hand, over all up cards and all that the dealer may have, played as is worth most."""
    bonus = BONUS.get(FOUR_CARD.rank([CARDS[card] for card in cards]).category, 0)
    ends = Counter()
    for up, alike in up_cards(cards):
        below, equal, above = solve_brute.four_card(cards, up)
        worth_of = {times: bonus * four_card.HIDDEN_CARD_CHOICES + (1 + times) * (below + equal - above) for times in plays}
        times = max(plays, key=lambda each: worth_of[each])
        if worth_of[times] <= -four_card.HIDDEN_CARD_CHOICES:
            ends[-1, 0, 0] += alike * four_card.HIDDEN_CARD_CHOICES
        else:
            ends[1, times, bonus] += alike * (below + equal)
            ends[-1, -times, bonus] += alike * above
    return ends


def test_royal_flushes_by_brute_force():
    """All there are of them: four hands that differ by suits alone."""
    brute = by_brute_force([int(card) for card in parse_hand(ROYAL)])
    ends = Counter()
    for count, nets in found("five").cells["royal-flush",]:
        ends[tuple(nets.get(wager, 0) for wager in ("ante", "play", "ante-bonus"))] += count
    assert ends == {key: 4 * count for key, count in brute.items() if count}


@pytest.mark.prove
@each_axis
def test_hands_of_every_cell_by_brute_force(axis):
    """One hand of each, by itself; played by the rule that was found."""
    spots = game.count_spots()
    terms = game.FourCardTerms.from_rules(RULES)
    times, (values, places) = game.best_multiples(terms, spots), AXES[axis](spots)
    for place in range(len(values)):
        row = int(np.random.default_rng(place).choice(np.flatnonzero(places == place)))
        only = np.arange(len(places)) == row
        ends = Counter()
        for end in game.build_endings(terms, game.count_outcomes(terms, times[only], spots.select(only))):
            ends[end.net] += Fraction(end.combinations, int(spots.weights[row]))
        brute = Counter()
        for nets, count in by_brute_force(spots.cards[row].tolist()).items():
            brute[sum(nets)] += count
        assert +ends == +brute


def test_four_aces_never_lose():
    """Nothing beats them, so the Play is three times whatever is up."""
    (cell,) = found("four").cells["four-aces", "four-of-a-kind"]
    assert cell == (48 * four_card.UP_CARD_CHOICES * four_card.HIDDEN_CARD_CHOICES, {"ante": 1, "play": 3, "ante-bonus": 25})


def test_a_hand_with_nothing_wins_no_bonus():
    cells = found("four").cells
    assert not any(nets.get("ante-bonus") for _, nets in cells["pair-of-aces", "pair"])
    assert {nets["ante-bonus"] for _, nets in cells["three-of-a-kind",]} == {2}


@each_axis
def test_the_ante_bonus_and_an_optional_wager_hang_on_the_same_five_cards(axis):
    """What earns the bonus is always played, so that both can be counted without a dealer."""
    wager = wager_odds(load_book(BOOK), "aces-up" if axis == "four" else "progressive", "A" if axis == "four" else "C")
    assert wager.deciding_cards.axis == axis
    place = ("four", "five").index(axis)
    joint = shipped_counts("four-card", "deal").by_axes("four", "five").cells
    bonus = {shown: Fraction(BONUS.get(shown[-1], 0)) for (shown, _), _ in joint}
    both = sum(count * bonus[cell[0]] * average_net(wager, cell[place]) for cell, count in joint)
    alone = sum(count * bonus[cell[0]] for cell, count in joint)
    hands = sum(count for _, count in joint)
    assert found(axis).covariance("ante-bonus", wager) == Fraction(both, hands) - Fraction(alone, hands) * wager.expected_value


def test_better_cards_win_more_of_both():
    aces_up = wager_odds(load_book(BOOK), "aces-up", "A")
    assert found("four").covariance("play", aces_up) > 0
    assert 0 < found("four").covariance("ante", aces_up) < aces_up.variance


def test_another_axis_is_refused():
    with pytest.raises(NotAllowed, match="'seven'") as refusal:
        count_jointly(RULES, solved(BOOK), "seven")
    assert refusal.value.code == "beside.axis"


def test_a_solution_in_which_rounds_end_otherwise_is_refused():
    best = solved(BOOK).best_play
    first, *others = best.endings
    other = replace(best, endings=(replace(first, combinations=first.combinations + 1), *others))
    with pytest.raises(ArithmeticError, match="add up"):
        count_jointly(RULES, replace(solved(BOOK), best_play=other), "four")
