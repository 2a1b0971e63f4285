"""The referee with a memory, for proofs over very many rounds.

The referee remembers nothing, and so ranks the same five ranks millions of times. Here each of its rankings is asked once for each
of the few kinds of cards that it can tell apart, and the answer is kept. What tells cards apart is stated beside each ranking; a
proof compares both on all hands.
"""

import sys
from collections.abc import Callable
from functools import lru_cache

from houseway_referee import ranking
from houseway_referee.pai_gow_div import made_hands

_HANDS = 1 << 10
"""Hands of a few rounds: each is ranked for several wagers."""


def make_referee_remember():
    """Let the referee of this process remember. Whatever it has imported by name is replaced, too."""
    for module in (ranking, made_hands):
        for name, remember in _REMEMBERED.get(module, {}).items():
            _replace(getattr(module, name), remember(getattr(module, name)))


def _replace(function: Callable, other: Callable):
    for name, module in list(sys.modules.items()):
        if name.startswith("houseway_referee"):
            for attribute, value in list(vars(module).items()):
                if value is function:
                    setattr(module, attribute, other)


def by_ranks(rank):
    """Ranks alone matter, in any order."""
    known = {}

    def remembered(ranks):
        key = tuple(sorted(ranks))
        found = known.get(key)
        if found is None:
            found = known[key] = rank(list(key))
        return found

    return remembered


def by_ranks_and_flush(rank):
    """Ranks matter, and whether all cards that are not the joker are of one suit."""
    known = {}

    def remembered(cards, *more):
        ranks, suits = zip(*cards)
        suits = set(suits)
        suits.discard("joker")
        key = tuple(sorted(ranks)), len(suits) == 1, more
        found = known.get(key)
        if found is None:
            found = known[key] = rank(cards, *more)
        return found

    return remembered


def by_cards(rank):
    """The cards themselves; the last of them are remembered."""
    asked = lru_cache(maxsize=_HANDS)(rank)
    return lambda cards, *more, **named: asked(tuple(cards), *map(tuple, more), **named)


_REMEMBERED = {
    ranking: {
        "grouped_score": by_ranks,
        "natural_score": by_ranks_and_flush,
        "joker_scores": by_ranks_and_flush,
        "four_card_score": by_ranks_and_flush,
        "best_five": by_cards,
        "best_four": by_cards,
        "categories_held": by_cards,
        "seven_straight_flush": by_cards,
        "royal_with_match": by_cards,
    },
    made_hands: {
        "is_royal": by_ranks_and_flush,
        "five_card_rows": by_ranks_and_flush,
        "progressive_rows": by_cards,
        "bonus_rows": by_cards,
    },
}
