"""The wording of hands, pays and lists on printed documents."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.money import FixedAmount, MeterShare, OddsToOne, Pay, Push, TotalForOne

_HAND_TITLES = {
    "less-than-straight": "Less than a straight",
    "less-than-flush": "Less than a flush",
    "player-and-dealer-aces": "Player and dealer both have aces",
    "royal-flush-and-ace-king-suited": "Royal flush and ace-king suited",
    "royal-flush-and-king-queen-suited": "Royal flush and king-queen suited",
    "ace-king-suited": "Ace-king suited",
    "ace-king-offsuit": "Ace-king offsuit",
    "ace-queen-or-jack-suited": "Ace-queen or ace-jack suited",
    "ace-queen-or-jack-offsuit": "Ace-queen or ace-jack offsuit",
    "pair-of-jacks-queens-or-kings": "Pair of jacks, queens or kings",
}
"""Hands whose printed name is not just the words of their id."""


def hand_title(hand: str) -> str:
    words = hand.replace("-", " ").replace("seven card", "seven-card")
    return _HAND_TITLES.get(hand, words[:1].upper() + words[1:])


def pay_words(pays: Pay) -> str:
    """Return a pay as every document prints it: "8,000 to 1", "10% of Mega", "$250"."""
    match pays:
        case OddsToOne(odds):
            return f"{odds.numerator:,} to {odds.denominator}"
        case TotalForOne(times):
            return f"{times.numerator:,} for {times.denominator}"
        case MeterShare(share, meter):
            return f"{format_percent(share)} of {meter_title(meter)}"
        case FixedAmount(amount):
            return str(amount)
        case Push():
            return "push"


def meter_title(meter: str) -> str:
    return meter if meter == "meter" else meter.title()


def format_percent(share: Fraction) -> str:
    exact = share * 100
    return f"{exact}%" if exact.denominator == 1 else f"{_decimal_words(exact)}%"


def join_words(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _decimal_words(exact: Fraction) -> str:
    """Return exact digits if the decimal ends, else a fraction."""
    for digits in range(1, 7):
        shifted = exact * 10**digits
        if shifted.denominator == 1:
            whole, part = divmod(shifted.numerator, 10**digits)
            return f"{whole}.{part:0{digits}}"
    return str(exact)
