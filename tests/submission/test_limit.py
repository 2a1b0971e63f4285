"""The floor under a payout limit, against every seven cards that there are."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from houseway.cards import CARDS
from houseway.kernels import batch
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from houseway.submission.limit import _best_award, _deals_in_one_deck, most_held_together, most_won_at_minimum
from houseway.submission.rules import Offer
from tests.support.canonical_deals import deals
from tests.support.clauses import uth
from tests.support.submissions import MINIMAL, UTH, document, submission
from tests.support.submissions import filed as submit

WAGERS = {
    "md.pai-gow-poker": ["fortune-bonus", "emperors-treasure", "insurance", "progressive"],
    "div.pai-gow-poker": ["bonus"],
}


@cache
def kinds_of_hands():
    """One hand for everything that seven cards of 53 can hold at once."""
    hands, _ = deals(7, 53)
    _, first = np.unique(batch.held_categories(hands, threads=None), return_index=True)
    return [tuple(CARDS[card] for card in row) for row in hands[first].tolist()]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("book", WAGERS)
def test_no_deal_wins_more_at_the_minimum(book, seed):
    rng, regulation = np.random.default_rng(seed), load_book(book)
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


# Several hands of one deck

DIV = "div.pai-gow-poker"


def least_limit(readings, areas=1, minimum="$5", filed="$40,000"):
    """The least payout limit that a finding asks for, or none where the filed one passes."""
    content = {
        **document(MINIMAL[DIV]),
        "table": {"positions-per-player": areas},
        "payout-limit": {"amount": filed},
        "readings": readings,
    }
    content["wagers"] = {**content["wagers"], "bonus": {"minimum": minimum, "maximum": "$100"}}
    return [finding.allowed for finding in submit(content).findings if finding.code == "payout-limit.floor"]


@pytest.mark.clause(f"{DIV} (s)(3)#2")
@pytest.mark.parametrize(
    ("areas", "readings", "least"),
    [
        (2, {}, ["$80,000 or more"]),
        (1, {"DIV-14": "envy-capped"}, ["$57,000 or more"]),
        (2, {"DIV-14": "envy-capped"}, ["$92,000 or more"]),
        (1, {"DIV-14": "envy-capped", "DIV-107": "sum"}, ["$65,000 or more"]),
    ],
)
def test_the_floor_counts_every_hand_of_a_player_and_capped_envy(areas, readings, least):
    """Four natural seven-card straight flushes fit into a deck, and two royal matches beside them: $40,000 for each of one's
    own, $5,000 and $1,000 for those of others."""
    assert least_limit(readings, areas) == least


def test_one_hand_without_envy_is_what_the_book_prints():
    assert least_limit({}) == []


def test_a_wager_below_five_dollars_earns_no_envy_to_count():
    assert least_limit({"DIV-14": "envy-capped"}, minimum="$1", filed="$39,999") == ["$40,000 or more"]


@cache
def disjoint_triples():
    """Every three deals that fit into one deck, in every order."""
    return {
        (one, two, three)
        for (one, first), (two, second), (three, third) in product(_deals_in_one_deck(), repeat=3)
        if first.isdisjoint(second) and third.isdisjoint(first | second)
    }


@pytest.mark.parametrize("seed", range(20))
def test_hands_of_one_deck_are_disjoint(seed):
    """Against every choice of three, with awards at random."""
    rng = np.random.default_rng(seed)
    deals = list(dict.fromkeys(deal for deal, _ in _deals_in_one_deck()))
    own, envy = ({deal: Fraction(int(rng.integers(100))) for deal in deals} for _ in range(2))
    best = max(own[one] + envy[two] + envy[three] for one, two, three in disjoint_triples())
    assert most_held_together([own, envy, envy]) == best


@uth("12.F(1)")
@pytest.mark.parametrize(("ante", "least"), [("$100", "$50,750"), ("$10", "$50,000")])
def test_against_the_dealer_the_floor_is_the_greater_of_a_sum_and_a_royal_flush_played_for_the_most(ante, least):
    """At $100: $50,000 for the Blind, $100 for the Ante, $400 for the Play wager of four Antes, $250 for Trips of $5."""
    limits = {f"wagers.{wager}.minimum": ante for wager in ("ante", "blind")} | {"wagers.trips.minimum": "$5"}
    for amount, passes in ((least, True), (str(Cents.parse(least) - Cents(100)), False)):
        verdict = judge(parse_submission(submission(UTH, {"payout-limit.amount": amount, **limits})))
        assert [finding.code for finding in verdict.findings] == ([] if passes else ["payout-limit.floor"])
