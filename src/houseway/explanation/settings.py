"""Every way to set seven cards, with both hands named, for a player who chooses among them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from houseway.cards import JOKER, Card
from houseway.citation import Citation
from houseway.games.pai_gow.base_wager.outcome import Foul, find_foul, measure_setting
from houseway.hands import PAI_GOW_LOW, HandOrder
from houseway.kernels.tables import hand_descriptions
from houseway.submission import Rules

__all__ = ["Foul", "NamedSetting", "find_foul_hands", "have_right_counts", "name_set_hands", "name_settings"]


class NamedSetting(NamedTuple):
    """One way to set seven cards, legal or foul."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_words: str
    high_words: str
    foul: str = ""
    """What is wrong with it, in words; empty for a legal setting."""
    clauses: tuple[Citation, ...] = ()
    """The clauses that make it foul."""


@lru_cache(maxsize=512)
def name_settings(rules: Rules, cards: tuple[Card, ...]) -> tuple[NamedSetting, ...]:
    """Return every way to choose the low hand, the highest low hand first."""
    ordered = sorted(cards, reverse=True)
    lows = combinations(ordered, PAI_GOW_LOW.hand_size)
    named = [_name_setting(rules, tuple([card for card in ordered if card not in low]), low) for low in lows]
    return tuple(setting for _, setting in sorted(named, key=lambda each: each[0], reverse=True))


def name_set_hands(rules: Rules, cards: tuple[Card, ...], low: frozenset[Card]) -> NamedSetting | None:
    """Return seven cards as they were set, with both hands named; None if a hand has a wrong number of cards."""
    return next((setting for setting in name_settings(rules, cards) if frozenset(setting.low) == low), None)


def find_foul_hands(rules: Rules, high: Sequence[Card], low: Sequence[Card]) -> Foul | None:
    """Return what is wrong with hands as they were set, or None."""
    return find_foul(rules, measure_setting(rules, high, low))


def have_right_counts(rules: Rules, high: Sequence[Card], low: Sequence[Card]) -> bool:
    return bool(measure_setting(rules, high, low).high_strength)


def _name_setting(rules: Rules, high: tuple[Card, ...], low: tuple[Card, ...]) -> tuple[tuple[int, int], NamedSetting]:
    measured = measure_setting(rules, high, low)
    low_words = _describe_hand(PAI_GOW_LOW, low, measured.low_strength)
    high_words = _describe_hand(measured.order, high, measured.high_strength)
    foul = find_foul(rules, measured)
    reason = (foul.words, foul.clauses) if foul else ("", ())
    return (measured.low_strength, measured.high_strength), NamedSetting(low, high, low_words, high_words, *reason)


def _describe_hand(order: HandOrder, cards: tuple[Card, ...], strength: int) -> str:
    """Describe a hand. Without the joker its rank says everything, and need not be found again."""
    return order.find_best(cards).describe() if JOKER in cards else hand_descriptions(order)[strength]
