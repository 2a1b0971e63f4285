"""The readings of the Division's Pai Gow Poker that leave a choice, with the default first.

Readings with a single choice are carried out where they apply, and are named there.
"""

from collections.abc import Mapping

from houseway_referee.errors import RecordError

CHOICES: dict[str, tuple[str, ...]] = {
    "DIV-01": ("even-money", "two-to-one"),
    "DIV-05": ("paid", "lost"),
    "DIV-06": ("best-paying", "highest-ranking"),
    "DIV-10": ("refund", "forfeit"),
    "DIV-13": ("schedule-or-filed-higher", "schedule-only"),
    "DIV-14": ("envy-uncapped", "envy-capped"),
    "DIV-18": ("no-floor", "floor"),
    "DIV-20": ("coupon-feeds-meter", "coupon-does-not"),
    "DIV-21": ("bonus-stays-live", "barred"),
    "DIV-23": ("dealer-round", "skip-dealer"),
    "DIV-24": ("others-then-house-cut", "others-and-house"),
    "DIV-29": ("refund", "forfeit"),
    "DIV-30": ("stands", "refunded"),
    "DIV-33": ("before-exposure", "after-dealer-sets"),
    "DIV-34": ("only-illegal", "house-way"),
    "DIV-35": ("number-shown", "player-positions-only"),
    "DIV-36": ("all-side-wagers", "progressive-only"),
    "DIV-39": ("stays", "racked"),
    "DIV-40": ("sequential", "shared"),
    "DIV-42": ("advances", "restarts"),
    "DIV-44": ("by-method", "dead", "set-anyway"),
    "DIV-46": ("odd-cent-to-bank", "odd-cent-to-house"),
    "DIV-47": ("less-set-aside", "void"),
    "DIV-49": ("button-unaffected", "button-at-bank"),
    "DIV-51": ("reversed", "kept"),
    "DIV-52": ("at-lock-out", "at-settlement"),
    "DIV-54": ("before-and-confirmed", "after"),
    "DIV-55": ("to-centre", "to-inventory"),
    "DIV-56": ("face-down", "openly"),
    "DIV-63": ("one-pass", "two-passes"),
    "DIV-90": ("unwound", "settled-stands"),
    "DIV-91": ("counts", "played-again"),
    "DIV-94": ("stays", "moves"),
    "DIV-96": ("who-shook", "dealer"),
    "DIV-100": ("some-chips", "at-least-its-face"),
    "DIV-107": ("joint", "sum"),
    "DIV-108": ("void", "wagers-stand"),
    "DIV-110": ("taken-out", "exposed"),
    "DIV-111": ("during-the-round", "while-cards-are-in-it"),
}


def choose_readings(filed: Mapping[str, str]) -> dict[str, str]:
    """Give the choice in every open reading: the filed one, or the default."""
    chosen = {reading: choices[0] for reading, choices in CHOICES.items()}
    for reading, choice in filed.items():
        if reading in CHOICES and choice not in CHOICES[reading]:
            raise RecordError(f"{reading} has no choice {choice}")
        chosen[reading] = choice
    return chosen
