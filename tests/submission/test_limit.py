"""The floor under a payout limit, against every seven cards that there are."""

from functools import cache

import numpy as np
import pytest

from houseway.cards import CARDS
from houseway.kernels import batch
from houseway.kernels.canonical import canonical_deals
from houseway.money import Cents
from houseway.regulation import load
from houseway.submission.limit import _best_award, most_won_at_minimum
from houseway.submission.rules import Offer

WAGERS = {
    "md.pai-gow-poker": ["fortune-bonus", "emperors-treasure", "insurance", "progressive"],
    "div.pai-gow-poker": ["bonus"],
}


@cache
def kinds_of_hands():
    """One hand for everything that seven cards of 53 can hold at once."""
    hands, _ = canonical_deals(7, joker=True)
    _, first = np.unique(batch.held_categories(hands, threads=None), return_index=True)
    return [tuple(CARDS[card] for card in row) for row in hands[first].tolist()]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("book", WAGERS)
def test_no_deal_wins_more_at_the_minimum(book, seed):
    rng, regulation = np.random.default_rng(seed), load(book)
    offers = {}
    for wager in WAGERS[book]:
        tables = regulation.paytables_of(wager)
        if rng.random() < 0.8 or len(WAGERS[book]) == 1:
            stake = Cents.from_dollars(int(rng.choice([1, 5, 10, 25])))
            offers[wager] = Offer(wager, tables[int(rng.integers(len(tables)))], stake, stake * 10)
    most = most_won_at_minimum(regulation, offers, {"PG-22": "capped"})
    best = max(sum(_best_award(regulation, offer, deal) for offer in offers.values()) for deal in kinds_of_hands())
    assert most.amount == best


def test_there_are_so_many_kinds_of_hands():
    assert len(kinds_of_hands()) > 100
