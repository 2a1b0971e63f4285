"""The cards that decide the wagers of Four Card Poker."""

from collections.abc import Mapping
from math import comb

from houseway.analysis.odds.basis import Decider, DecidingCards, OddsInput, same_in_all_suits
from houseway.hands import Category
from houseway.regulation import Paytable
from houseway.regulation.side_bets import BEST_HAND

_FIVE_CARD_HANDS = {Category.ROYAL_FLUSH, Category.FULL_HOUSE}


def _five_of_52(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    """Use the best four of a player's five cards, or all five if the paytable names a hand that four cards cannot make (FC-01)."""
    five = any(row.hand in _FIVE_CARD_HANDS for row in table.rows)
    axis, words = ("five", "five of 52 cards, all of them") if five else ("four", "five of 52 cards, the best four")
    return DecidingCards("four-card", "deal", axis, comb(52, 5), words, same_in_all_suits)


DECIDERS: Mapping[str, Decider] = {BEST_HAND: _five_of_52}
