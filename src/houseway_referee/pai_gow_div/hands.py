"""Hands against hands: foul settings and the comparison of (l)(6) to (l)(8)."""

from collections.abc import Sequence

from houseway_referee.pai_gow_div.state import Play
from houseway_referee.ranking import Card, Score, five_card_score, high_is_not_lower, two_card_score


def high_cards(cards: Sequence[Card], low: Sequence[Card]) -> list[Card]:
    """Give the cards that are not in the low hand."""
    return [card for card in cards if card not in low]


def scores(play: Play, cards: Sequence[Card], low: Sequence[Card]) -> tuple[Score, Score]:
    """Score the high and the low hand; A-2-3-4-5 ranks as filed, (c)(2), (c)(4), DIV-28."""
    wheel_high = not play.option("ranking.low-ace-lowest")
    return five_card_score(high_cards(cards, low), wheel_high), two_card_score(low)


def foul_clause(play: Play, cards: Sequence[Card], low: Sequence[Card]) -> str:
    """Name the clause by which a setting loses: (l)(6)(iv) for wrong numbers of cards, (iii) for a high hand below the low one."""
    if len(low) != 2:
        return "(l)(6)(iv)"
    high_score, low_score = scores(play, cards, low)
    return "" if high_is_not_lower(high_score, low_score) else "(l)(6)(iii)"


def is_foul(play: Play, cards: Sequence[Card] | None, low: Sequence[Card] | None) -> bool:
    """Say whether a setting is not legal."""
    return bool(cards and low is not None and foul_clause(play, cards, low))


def same_setting(play: Play, cards: Sequence[Card] | None, one: Sequence[Card], other: Sequence[Card]) -> bool:
    """Say whether two settings make hands of the same rank (DIV-121)."""
    if not cards or len(one) != 2 or len(other) != 2:
        return list(one) == list(other)
    return scores(play, cards, one) == scores(play, cards, other)


def compare(own: tuple[Score, Score], other: tuple[Score, Score]) -> tuple[str, str]:
    """Give the result and its clause: high against high, low against low; a copy is the dealer's or the bank's (DIV-43)."""
    high, low = own[0] > other[0], own[1] > other[1]
    if high and low:
        return "win", "(l)(8)#3"
    if high or low:
        return "tie", "(l)(7)(i)" if high else "(l)(7)(ii)"
    both_lower = own[0] < other[0] and own[1] < other[1]
    return "lose", "(l)(6)(i)" if both_lower else "(l)(6)(ii)"
