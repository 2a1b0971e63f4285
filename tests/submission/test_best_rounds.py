"""The best rounds of Ultimate Texas Hold'em, against every board up to suits with all cards of the player and the dealer."""

from itertools import product

import numpy as np
import pytest

from houseway.cards import Rank
from houseway.hands import STANDARD
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.holdem import showdown
from houseway.submission.best_rounds import ALSO_FIT, BEST_ROUNDS, LOSE, NO_PAIRS_ROW, TIE, WIN
from tests.support.clauses import uth
from tests.support.submissions import EXAMPLES, UTH, document, filed

PLACES = {category: STANDARD.position(category) for category in STANDARD.categories}
RESULTS = {"dealer": WIN, "player": LOSE, "tie": TIE}
"""Whose hand is beaten, as the kernel names it."""
TENS_OR_BETTER = "pair-of-tens-or-better"
RED_ACES = "aces-of-hearts-and-diamonds"
"""The kernel does not know suits apart. Two aces of any suits become these if suits are exchanged, with everything else."""


def ranked(own, board, beaten):
    """A round as numbers that grow with what it pays: by the player's hand, by the board, by the beaten hand."""
    own, board = {"super-royal": "royal-flush"}.get(own, own), {TENS_OR_BETTER: "pair"}.get(board, board)
    return PLACES[own], PLACES[board], PLACES[beaten] if beaten else 0


LISTED = {
    (row, played.result, ranked(played.own, played.board, played.beaten))
    for row, rounds in BEST_ROUNDS.items()
    for played in rounds
    if row != RED_ACES
}


def kinds_of_deals(boards, weights):
    """Everything that happens together on these boards: the row of Ultimate Pairs, the result, and the hands."""
    found = set()
    for board, hole, own, result in np.argwhere(showdown.count_joint(boards, weights).sum(axis=3)):
        row, (whose, _, beaten) = showdown.HOLE_CARD_HANDS[hole], showdown.RESULTS[result].partition(" ")
        made = ranked(showdown.SEVEN_CARD_HANDS[own], showdown.BOARD_HANDS[board], beaten)
        found.add((NO_PAIRS_ROW if row == "nothing" else row, RESULTS[whose], made))
    return found


def surpasses(one, other):
    """No wager wins more in the other round. A tie wins no more than a loss does, because nobody is beaten."""
    at_least = all(mine >= theirs for mine, theirs in zip(one[2], other[2], strict=True))
    return one[0] == other[0] and other[1] in (one[1], TIE) and at_least


def unsurpassed(kinds):
    return [kind for kind in kinds if not any(surpasses(listed, kind) for listed in LISTED)]


@pytest.mark.prove
def test_no_deal_surpasses_the_best_rounds():
    """134,459 boards up to suits, with 1,081 hands of the player and 990 of the dealer on each."""
    kinds = kinds_of_deals(*canonical_deals(5))
    assert len(kinds) > 1_000
    assert unsurpassed(kinds) == []
    assert kinds >= LISTED


def test_no_deal_on_the_high_boards_and_some_others_surpasses_the_best_rounds_and_each_of_them_is_dealt():
    """Boards of one suit, boards that lack one card of a royal flush, and every thousandth of the others."""
    boards, weights = canonical_deals(5)
    suits = np.stack([(boards % 4 == suit) for suit in range(4)], axis=2).sum(axis=1).max(axis=1)
    high = (boards // 4 + 2 >= Rank.TEN).sum(axis=1)
    chosen = (suits == 5) | ((suits == 4) & (high >= 4)) | (np.arange(len(boards)) % 1000 == 0)
    kinds = kinds_of_deals(boards[chosen], weights[chosen])
    assert unsurpassed(kinds) == []
    assert kinds >= LISTED


def test_no_best_round_surpasses_another():
    assert not [each for each, other in product(LISTED, repeat=2) if each != other and surpasses(other, each)]


def test_every_row_of_ultimate_pairs_has_its_best_rounds():
    tables = [offer.paytable for offer in filed(document(EXAMPLES / UTH / "everything.toml")).rules.offers.values()]
    (pairs,) = [table for table in tables if table.wager == "ultimate-pairs"]
    assert {row.hand for row in pairs.rows} <= BEST_ROUNDS.keys()
    assert {*ALSO_FIT, *(row for rows in ALSO_FIT.values() for row in rows)} <= BEST_ROUNDS.keys()


# What it means for a payout limit

WAGERS = ("ultimate-pairs", "bad-beat", "play-the-board")


def least_limit(limit, pairs="F", readings=(), **minimums):
    """The least payout limit that a finding asks for, or none if the filed one passes."""
    content = document(EXAMPLES / UTH / "everything.toml")
    tables = dict(zip(WAGERS, (pairs, "A", "A"), strict=True))
    for wager, letter in tables.items():
        content["wagers"][wager] = {"paytable": letter, "minimum": minimums.get(wager, "$5"), "maximum": "$1,000"}
    content["payout-limit"] = {"amount": limit}
    content["readings"] = {**content["readings"], "UTH-03": "capped", **dict(readings)}
    return [finding.allowed for finding in filed(content).findings if finding.code == "payout-limit.floor"]


@uth("12.F(1)")
@pytest.mark.parametrize(
    ("given", "least"),
    [
        ({}, 58_950),
        ({"readings": {"UTH-03": "exempt"}}, 50_000),
        ({"readings": {"UTH-14": "player-hand"}}, 51_325),
        ({"pairs": "B"}, 63_825),
        ({"pairs": "B", "readings": {"UTH-18": "both"}}, 63_975),
        ({"pairs": "D", "readings": {"UTH-18": "both"}}, 59_475),
        ({"play-the-board": "$100"}, 100_375),
        ({"ultimate-pairs": "$500"}, 71_325),
    ],
)
def test_the_least_limit_is_the_most_that_one_round_pays(given, least):
    """$15 + $60 + $7,500 for Ante, Play and Blind, $250 for Trips, $125 for two aces, $50,000 for the beaten straight flush and
    $1,000 for the one on the board. If only the player's own beaten hand counts: $200 + $125 + $50,000 + $1,000. At $100 for Play
    the Board, a royal flush there is best, though it ties: $250 + $125 + $100,000."""
    given = {"limit": f"${least - 1:,}", **given}
    below = least_limit(**given)
    assert below == [f"${least:,} or more"]
    assert least_limit(**{**given, "limit": f"${least:,}"}) == []
