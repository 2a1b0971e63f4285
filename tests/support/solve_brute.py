"""Games against the dealer by brute force: every deal is visited, ranked by the batch kernels and paid by the rules as they read.

Also games solved, once for all tests, and what is published about them.
"""

import tomllib
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from houseway.analysis import solve_game, standard_rules
from houseway.hands import FOUR_CARD, STANDARD, Category
from houseway.kernels import batch
from houseway.kernels.tables import category_positions
from tests.support.paths import ROOT

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


@cache
def fives_of_46():
    return np.array(list(combinations(range(46), 5)), dtype=np.uint8)


@cache
def solved(book, **paytables):
    """A game solved, once for all tests and until its sources change."""
    return solve_game(standard_rules(book, paytables))


def with_blind_a(rules):
    """File the Blind's paytable A, for which the tests solve Ultimate Texas Hold'em: solving it for another takes half a minute."""
    blind = replace(rules.offers["blind"], paytable=rules.regulation.paytable("blind", "A"))
    return replace(rules, offers={**rules.offers, "blind": blind})


def published(known, value):
    """Whether a figure agrees with a published one, to the places that it has."""
    return round(Fraction(value), len(known.partition(".")[2])) == Fraction(known)


def random_cards(rng, count):
    return rng.permutation(52)[:count].tolist()


def left_of(cards):
    return np.array([card for card in range(52) if card not in cards], dtype=np.uint8)


def doubled_nets(boards, hole):
    """Over all 990 holdings of the dealer on each board, twice what a Play brings each time the Ante, and what the rest does."""
    boards = np.array(boards, dtype=np.uint8)
    unseen = np.array([left_of([*board, *hole]) for board in boards.tolist()])
    full = np.broadcast_to(boards[:, None, :], (len(boards), len(PAIRS_OF_45), 5))
    hands = np.concatenate([unseen[:, PAIRS_OF_45], full], axis=2)
    dealer = batch.hand_strengths(STANDARD, hands.reshape(-1, 7)).reshape(len(boards), -1)
    own = np.concatenate([np.broadcast_to(np.array(hole, dtype=np.uint8), (len(boards), 2)), boards], axis=1)
    player = batch.hand_strengths(STANDARD, own)[:, None]
    place, doubled = category_positions(STANDARD), np.zeros(11, dtype=int)
    for kind, odds in BLIND_A.items():
        doubled[STANDARD.position(kind)] = 2 * odds
    won, lost = (dealer < player) * 1, (dealer > player) * 1
    ante = np.where(place[dealer] >= STANDARD.position(Category.PAIR), won - lost, 0)
    rest = 2 * ante + doubled[place[player]] * won - 2 * lost
    return 2 * (won - lost).sum(axis=1), rest.sum(axis=1)


def river(board, hole):
    """What a Play of once the Ante is worth."""
    ((each,), (rest,)) = doubled_nets([board], hole)
    return Fraction(int(each + rest), 2 * 990)


def flop(board, hole):
    """What a check and a Play of twice the Ante are worth after a flop."""
    each, rest = doubled_nets([[*board, *more] for more in combinations(left_of([*board, *hole]).tolist(), 2)], hole)
    check, raised = np.maximum(each + rest, -4 * 990).sum(), (2 * each + rest).sum()
    return Fraction(int(check), 2 * 1081 * 990), Fraction(int(raised), 2 * 1081 * 990)


def four_card(cards, up):
    """The dealer's hands below, equal and above."""
    unseen = left_of([*cards, up])
    fives = fives_of_46()
    dealers = np.concatenate([unseen[fives], np.full((len(fives), 1), up, dtype=np.uint8)], axis=1)
    dealer = batch.hand_strengths(FOUR_CARD, np.ascontiguousarray(dealers))
    player = batch.hand_strengths(FOUR_CARD, np.array([cards], dtype=np.uint8))[0]
    return int((dealer < player).sum()), int((dealer == player).sum()), int((dealer > player).sum())
