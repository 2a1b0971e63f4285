"""A referee that remembers decides as the referee does: its rankings give the same for all cards."""

import json
import random
import subprocess
import sys
from itertools import combinations

import pytest

from houseway_referee import ranking
from houseway_referee.pai_gow_div import made_hands
from tests.support.remembering_referee import by_cards, by_ranks, by_ranks_and_flush

DECK = [*ranking.DECK, ranking.JOKER]
NATURAL = {
    "natural": (ranking.natural_score, by_ranks_and_flush(ranking.natural_score), (True,)),
    "low-wheel": (ranking.natural_score, by_ranks_and_flush(ranking.natural_score), (False,)),
}
WITH_JOKER = {
    "rows": (made_hands.five_card_rows, by_ranks_and_flush(made_hands.five_card_rows), ()),
    "royal": (made_hands.is_royal, by_ranks_and_flush(made_hands.is_royal), ()),
}


def check(kinds, hands):
    for cards in hands:
        for plain, remembering, more in kinds.values():
            assert plain(cards, *more) == remembering(cards, *more), cards


def sampled(deck, size, seed, many):
    chance = random.Random(seed)
    return (chance.sample(deck, size) for _ in range(many))


def test_some_hands_rank_as_they_do_without_a_memory():
    check(NATURAL, sampled(ranking.DECK, 5, 1, 1_500))
    check(WITH_JOKER, sampled(DECK, 5, 2, 1_000))
    jokers = ([ranking.JOKER, *four] for four in sampled(ranking.DECK, 4, 3, 300))
    remembering = by_ranks_and_flush(lambda cards, wheel: {*ranking.joker_scores(cards, wheel)})
    check({"joker": (lambda cards, wheel: {*ranking.joker_scores(cards, wheel)}, remembering, (True,))}, jokers)
    four_cards = ranking.four_card_score, by_ranks_and_flush(ranking.four_card_score), ()
    check({"four": four_cards}, sampled(ranking.DECK, 4, 4, 1_500))
    seven = ranking.categories_held, by_cards(ranking.categories_held), ()
    check({"seven": seven}, sampled(ranking.DECK, 7, 5, 40))
    groups = by_ranks(ranking.grouped_score)
    for cards in sampled(ranking.DECK, 5, 6, 1_000):
        ranks = [card.rank for card in cards]
        assert ranking.grouped_score(ranks) == groups(ranks)


@pytest.mark.prove
def test_all_five_cards_rank_as_they_do_without_a_memory():
    check(NATURAL, map(list, combinations(ranking.DECK, 5)))
    check(WITH_JOKER, map(list, combinations(DECK, 5)))


@pytest.mark.prove
def test_all_four_cards_rank_as_they_do_without_a_memory():
    check({"four": (ranking.four_card_score, by_ranks_and_flush(ranking.four_card_score), ())}, combinations(ranking.DECK, 4))
    remembering = by_ranks_and_flush(lambda cards, wheel: {*ranking.joker_scores(cards, wheel)})
    jokers = ([ranking.JOKER, *four] for four in combinations(ranking.DECK, 4))
    check({"joker": (lambda cards, wheel: {*ranking.joker_scores(cards, wheel)}, remembering, (True,))}, jokers)


def test_everything_that_imported_a_ranking_remembers_too():
    program = """
import json
from tests.support.remembering_referee import make_referee_remember
import houseway_referee
from houseway_referee import ranking
from houseway_referee.ultimate import game
from houseway_referee.pai_gow_md import optional_wagers
from houseway_referee.pai_gow_div import settle
before = ranking.best_five, ranking.categories_held, settle.progressive_rows
make_referee_remember()
after = game.best_five, optional_wagers.categories_held, settle.progressive_rows
print(json.dumps([one is not other for one, other in zip(before, after)]))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(run.stdout) == [True, True, True]
