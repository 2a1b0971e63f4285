"""A player's own hand has the name that the plain ranking gives it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import CARDS, JOKER
from houseway.explanation.own_hand import describe_best_hand
from houseway.hands import FOUR_CARD, PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, STANDARD

SIZES = [(STANDARD, 5), (STANDARD, 6), (STANDARD, 7), (FOUR_CARD, 5), (PAI_GOW_HIGH, 7), (PAI_GOW_HIGH_LOW_WHEEL, 7)]


@pytest.mark.hypothesis
@settings(max_examples=60)
@given(st.sampled_from(SIZES), st.permutations(CARDS))
def test_a_hand_is_named_as_the_plain_ranking_names_it(order_and_size, deck):
    order, size = order_and_size
    cards = tuple([card for card in deck if order.has_joker or card != JOKER][:size])
    assert describe_best_hand(order, cards) == order.find_best(cards).describe()


def test_the_joker_s_part_is_named():
    cards = (JOKER, *[card for card in CARDS if card != JOKER][:6])
    assert describe_best_hand(PAI_GOW_HIGH, cards) == PAI_GOW_HIGH.rank(cards).describe()
    assert "joker as" in describe_best_hand(PAI_GOW_HIGH, cards)


def test_a_number_of_cards_that_the_tables_do_not_have_is_named_too():
    cards = tuple(card for card in CARDS if card != JOKER)[:6]
    assert describe_best_hand(PAI_GOW_HIGH, cards) == PAI_GOW_HIGH.find_best(cards).describe()
