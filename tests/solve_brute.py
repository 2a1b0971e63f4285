"""Games against the dealer by brute force: every deal is visited, ranked by the batch kernels and paid by the rules as they read.

Also where the tests keep solved games, and what is published about them.
"""

import os
import tomllib
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np

from houseway.analysis import solve, standard_rules

from houseway.hands import FOUR_CARD, STANDARD, Category
from houseway.kernels import batch
from houseway.kernels.tables import categories

ROOT = Path(__file__).parent.parent
os.environ.setdefault("HOUSEWAY_CACHE", str(ROOT / "build" / "solved"))
KNOWN = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())["solved"]

BLIND_A = {
    Category.ROYAL_FLUSH: Fraction(500),
    Category.STRAIGHT_FLUSH: Fraction(50),
    Category.FOUR_OF_A_KIND: Fraction(10),
    Category.FULL_HOUSE: Fraction(3),
    Category.FLUSH: Fraction(3, 2),
    Category.STRAIGHT: Fraction(1),
}
BONUS = {Category.FOUR_OF_A_KIND: 25, Category.STRAIGHT_FLUSH: 20, Category.THREE_OF_A_KIND: 2}
PAIRS_OF_45 = np.array(list(combinations(range(45), 2)))
FIVES_OF_46 = np.array(list(combinations(range(46), 5)), dtype=np.uint8)


@cache
def solved(book, **paytables):
    """A game solved, once for all tests and until its sources change."""
    return solve(standard_rules(book, paytables))


def published(known, value):
    """Whether a figure agrees with a published one, to the places that it has."""
    return round(Fraction(value), len(known.partition(".")[2])) == Fraction(known)


def random_cards(rng, count):
    return rng.permutation(52)[:count].tolist()


def left_of(cards):
    return np.array([card for card in range(52) if card not in cards], dtype=np.uint8)


def doubled_nets(board, hole, times):
    """Twice what each of the 990 holdings of the dealer brings the player, with a Play of so many times the Ante."""
    unseen = left_of([*board, *hole])
    dealers = unseen[PAIRS_OF_45]
    hands = np.concatenate([dealers, np.broadcast_to(np.array(board, dtype=np.uint8), (len(dealers), 5))], axis=1)
    dealer = batch.strengths(STANDARD, np.ascontiguousarray(hands))
    player = int(batch.strengths(STANDARD, np.array([[*hole, *board]], dtype=np.uint8))[0])
    place = categories(STANDARD)
    brings = next((odds for kind, odds in BLIND_A.items() if STANDARD.place(kind) == place[player]), Fraction(0))
    qualifies = place[dealer] >= STANDARD.place(Category.PAIR)
    won, lost = dealer < player, dealer > player
    ante = np.where(qualifies, won * 1 - lost * 1, 0)
    return 2 * ante + int(2 * brings) * won - 2 * lost + 2 * times * (won * 1 - lost * 1)


def river(board, hole):
    """What a Play of once the Ante is worth."""
    return Fraction(int(doubled_nets(board, hole, 1).sum()), 2 * 990)


def flop(board, hole):
    """What a check and a Play of twice the Ante are worth after a flop."""
    check = raised = 0
    unseen = left_of([*board, *hole]).tolist()
    for more in combinations(unseen, 2):
        full = [*board, *more]
        check += max(int(doubled_nets(full, hole, 1).sum()), -4 * 990)
        raised += int(doubled_nets(full, hole, 2).sum())
    return Fraction(check, 2 * 1081 * 990), Fraction(raised, 2 * 1081 * 990)


def four_card(cards, up):
    """The dealer's hands below, equal and above."""
    unseen = left_of([*cards, up])
    dealers = np.concatenate([unseen[FIVES_OF_46], np.full((len(FIVES_OF_46), 1), up, dtype=np.uint8)], axis=1)
    dealer = batch.strengths(FOUR_CARD, np.ascontiguousarray(dealers))
    player = batch.strengths(FOUR_CARD, np.array([cards], dtype=np.uint8))[0]
    return int((dealer < player).sum()), int((dealer == player).sum()), int((dealer > player).sum())
