"""Rounds played through the table agree with the exact counts of the optional wagers.

The croupier deals, house-way players sit at all six positions with every wager on, and every settled wager is counted under the row
that it was paid by. A chi-square over all rows must not be among the one in ten thousand that chance alone would give, for each of
ten seeds that were fixed beforehand. A hundred thousand rounds in `make prove`.
"""

from collections import Counter
from pathlib import Path
from statistics import NormalDist

import pytest

from houseway.chance import seeded
from houseway.rounds.unattended import Unattended
from test_known import counted

EXAMPLES = Path(__file__).parent.parent / "examples" / "submissions"
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker")
SEEDS = range(1, 11)
ROUNDS = 40
ALL_ROUNDS = 10_000
"""For each seed, in `make prove`."""
FEWEST = 5
"""Rows that are expected less often are put together."""
SURE = NormalDist().inv_cdf(0.9999)


def played(book, seed, rounds):
    """How often each row of each wager was paid, and how often the wager was made."""
    table = Unattended((EXAMPLES / book / "everything.toml").read_text(), seeded(f"{book} {seed}"))
    rules = table.run.table.rules
    rows = {row.clause: (wager, row.hand) for wager, offer in rules.offers.items() for row in offer.paytable.rows}
    found = Counter()
    for _ in range(rounds):
        for event in table.round():
            if event.kind == "wager-settled" and rules.regulation.wager(event["wager"].split(":")[0]).order:
                row = next((rows[clause] for clause in event.clauses if clause in rows), (event["wager"], "nothing"))
                assert (row[1] == "nothing") == (event["result"] == "lose")
                found[row] += 1
        table.run.events.clear()
    return rules, found


def expected(rules, wager):
    """The share of hands under each row, from counting all 154,143,080."""
    counts = counted(rules.regulation.wager(wager).order, 7, 53)
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
    assert len(wagers) >= 2
    for wager in wagers:
        own = Counter({hand: count for (name, hand), count in found.items() if name == wager})
        assert sum(own.values()) == rounds * 6
        assert surprise(expected(rules, wager), own) < SURE, (wager, own)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_pays_each_row_as_often_as_it_is_dealt(book, seed):
    agrees(book, seed, ROUNDS)


def test_a_table_that_pays_too_often_is_found():
    rules, _ = played(BOOKS[0], 1, 1)
    shares = expected(rules, "fortune-bonus")
    fair = Counter({hand: round(share * 10_000) for hand, share in shares.items()})
    assert surprise(shares, fair) < SURE
    assert surprise(shares, fair + Counter({"straight": 300})) > SURE


@pytest.mark.prove
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_pays_each_row_as_often_over_a_hundred_thousand_rounds(seed):
    agrees(BOOKS[seed % 2], seed, ALL_ROUNDS)
