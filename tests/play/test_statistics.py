"""Rounds played through the table agree with the exact counts of the optional wagers.

The croupier deals, players sit at all six positions with every wager on, and every settled wager is counted under the row that it
was paid by. A chi-square over all rows must not be among the one in ten thousand that chance alone would give, for each of some
seeds that were fixed beforehand: one here, ten with a hundred thousand rounds in `make prove`.

Where all players share a board, only one of them is counted in each round: the others' hands are not independent of his.
"""

from collections import Counter
from functools import cache
from statistics import NormalDist

import numpy as np
import pytest

from benchmarks.unattended import UnattendedTable
from houseway.cards import Rank
from houseway.chance import seeded_chance
from houseway.hands import FOUR_CARD, Category
from houseway.hands.orders import MD_FOUR_CARD, MD_ULTIMATE
from houseway.kernels import batch
from houseway.kernels.tables import hand_of_each_rank
from tests.support.canonical_deals import counted, deals
from tests.support.paths import EXAMPLES

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker")
SEEDS = range(1, 2)
ALL_SEEDS = range(1, 11)
AGAINST_DEALER = {MD_ULTIMATE: ("trips", 7), MD_FOUR_CARD: ("aces-up", 5)}
"""The wager that is counted, and how many cards decide it."""
ROUNDS = 40
ALL_ROUNDS = 10_000
"""For each seed, in `make prove`."""
FEWEST = 5
"""Rows that are expected less often are put together."""
SURE = NormalDist().inv_cdf(0.9999)


def played(book, seed, rounds):
    """How often each row of each wager was paid, and how often the wager was made."""
    table = UnattendedTable((EXAMPLES / book / "everything.toml").read_text(), seeded_chance(f"{book} {seed}"))
    rules = table.run.table.rules
    rows = {row.clause: (wager, row.hand) for wager, offer in rules.offers.items() for row in offer.paytable.rows}
    found = Counter()
    for _ in range(rounds):
        for event in table.deal_round():
            if event.kind == "wager-settled" and is_counted(rules, event):
                row = next((rows[clause] for clause in event.clauses if clause in rows), (event["wager"], "nothing"))
                assert (row[1] == "nothing") == (event["result"] == "lose")
                found[row] += 1
        table.run.events.clear()
    return rules, found


def is_counted(rules, event):
    if rules.book in AGAINST_DEALER:
        alone = rules.book != MD_ULTIMATE or event["position"] == 1
        return alone and event["wager"] == AGAINST_DEALER[rules.book][0]
    return bool(rules.regulation.wager(event["wager"].split(":")[0]).order)


@cache
def pairs_of_aces():
    """Of five cards, how many have a pair of aces as their best four."""
    hands, weights = deals(5, 52)
    strengths = batch.hand_strengths(FOUR_CARD, hands, threads=None)
    made = [number for number, hand in enumerate(hand_of_each_rank(FOUR_CARD), 1) if hand.category is Category.PAIR]
    aces = [number for number in made if hand_of_each_rank(FOUR_CARD)[number - 1].key[0] is Rank.ACE]
    return int(weights[np.isin(strengths, aces)].sum())


def expected(rules, wager):
    """The share of hands under each row, from counting all of them."""
    cards, deck = (AGAINST_DEALER[rules.book][1], 52) if rules.book in AGAINST_DEALER else (7, 53)
    counts = counted(rules.regulation.wager(wager).order, cards, deck)
    if rules.book == MD_FOUR_CARD:
        counts = {**counts, "pair": counts["pair"] - pairs_of_aces(), "pair-of-aces": pairs_of_aces()}
    paid = {row.hand for row in rules.offers[wager].paytable.rows}
    total = sum(counts.values())
    shares = {hand: count / total for hand, count in counts.items() if hand in paid}
    return {**shares, "nothing": 1 - sum(shares.values())}


def surprise(shares, found):
    """Chi-square over the rows as a normal deviate, by Wilson and Hilferty; rare rows are one."""
    made = sum(found.values())
    often = {hand: share * made for hand, share in shares.items() if share * made >= FEWEST}
    cells = [(often[hand], found[hand]) for hand in often]
    rare = made - sum(often.values())
    if rare > 0:
        cells.append((rare, made - sum(found[hand] for hand in often)))
    freedom = len(cells) - 1
    chi = sum((seen - mean) ** 2 / mean for mean, seen in cells)
    return ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5


def agrees(book, seed, rounds):
    rules, found = played(book, seed, rounds)
    wagers = sorted({wager for wager, _ in found})
    assert len(wagers) >= (1 if book in AGAINST_DEALER else 2)
    for wager in wagers:
        own = Counter({hand: count for (name, hand), count in found.items() if name == wager})
        assert sum(own.values()) == rounds * (1 if book == MD_ULTIMATE else 6)
        assert surprise(expected(rules, wager), own) < SURE, (wager, own)


@pytest.mark.parametrize("book", [*BOOKS, *AGAINST_DEALER])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_pays_each_row_as_often_as_it_is_dealt(book, seed):
    agrees(book, seed, ROUNDS * (2 if book == MD_ULTIMATE else 1))


def test_pairs_of_aces_are_counted_as_outside():
    assert pairs_of_aces() == 81_096


def test_a_table_that_pays_too_often_is_found():
    rules, _ = played(BOOKS[0], 1, 1)
    shares = expected(rules, "fortune-bonus")
    fair = Counter({hand: round(share * 10_000) for hand, share in shares.items()})
    assert surprise(shares, fair) < SURE
    assert surprise(shares, fair + Counter({"straight": 300})) > SURE


@pytest.mark.prove
@pytest.mark.parametrize("seed", ALL_SEEDS)
def test_the_table_pays_each_row_as_often_over_a_hundred_thousand_rounds(seed):
    books = (*BOOKS, *AGAINST_DEALER)
    agrees(books[seed % len(books)], seed, ALL_ROUNDS)
