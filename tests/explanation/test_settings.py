"""Every setting of seven cards has the names that the plain ranking gives its hands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import CARDS, JOKER
from houseway.examples import read_example
from houseway.explanation.settings import name_set_hands, name_settings
from houseway.games.pai_gow.base_wager.outcome import high_order
from houseway.hands import PAI_GOW_LOW
from houseway.table.state import rules_of

RULES = rules_of(read_example("md.pai-gow-poker/everything"), "")[0]


@pytest.mark.hypothesis
@settings(max_examples=15)
@given(st.lists(st.sampled_from(CARDS), min_size=6, max_size=7, unique=True))
def test_settings_are_named_as_the_plain_ranking_names_them(cards):
    hand = cards if len(cards) == 7 else [card for card in cards if card != JOKER] + [JOKER]
    for setting in name_settings(RULES, tuple(hand)) if len(hand) == 7 else ():
        assert setting.low_words == PAI_GOW_LOW.find_best(setting.low).describe()
        assert setting.high_words == high_order(RULES).find_best(setting.high).describe()


def test_hands_that_were_set_are_found_among_the_settings_and_those_of_a_wrong_size_are_not():
    cards = tuple(CARDS[:7])
    for setting in name_settings(RULES, cards):
        assert name_set_hands(RULES, cards, frozenset(setting.low)) == setting
    assert name_set_hands(RULES, cards, frozenset(cards[:1])) is None
    assert name_set_hands(RULES, cards, frozenset(cards[:3])) is None
