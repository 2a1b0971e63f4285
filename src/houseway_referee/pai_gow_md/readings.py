"""The readings of Maryland's Pai Gow Poker that an operator may file: the choices of each, the default first.

Readings with one choice are not here: the code simply follows them, and names them where they matter.
"""

from houseway_referee.errors import RecordError
from houseway_referee.record import Filing, choose

READINGS: dict[str, tuple[str, ...]] = {
    "PG-03": ("paid", "lost"),
    "PG-04": ("best-paying", "highest-ranking"),
    "PG-10": ("both", "fortune-only"),
    "PG-11": ("per-wager", "every-lammer"),
    "PG-12": ("hands-of-others", "other-spots", "hands-in-play"),
    "PG-19": ("sequential", "shared"),
    "PG-21": ("floor", "exact"),  # about the filing of a limit; no round depends on it
    "PG-22": ("must-be-filed", "capped", "exempt"),
    "PG-23": ("aggregate", "per-wager"),
    "PG-26": ("two-passes", "one-pass"),
    "PG-27": ("others-then-house-cut", "others-and-house"),
    "PG-28": ("restarts", "advances"),
    "PG-29": ("copies-to-bank", "copies-push"),
    "PG-30": ("house-way", "only-illegal"),
    "PG-31": ("dead", "set-anyway"),
    "PG-32": ("sum", "larger"),
    "PG-35": ("odd-cent-to-bank", "odd-cent-to-house"),
    "PG-36": ("by-positions", "six-only"),
    "PG-37": ("less-set-aside", "void"),
    "PG-38": ("refund", "forfeit"),
    "PG-40": ("any-exposure", "dead-letter"),
    "PG-43": ("refund-when-live", "reshuffle-only"),
    "PG-45": ("button-unaffected", "button-at-bank"),
    "PG-48": ("floor-decides", "always-lost"),
    "PG-50": ("reversed", "kept"),
    "PG-51": ("at-lock-out", "at-settlement"),
    "PG-53": ("before-and-confirmed", "after"),  # about the order of offers and wagers; see the doubts
    "PG-54": ("joint", "sum"),  # about the filing of a limit; no round depends on it
    "PG-55": ("deducted", "reset", "untouched"),
    "PG-56": ("to-centre", "to-inventory"),
    "PG-57": ("face-down", "openly"),
    "PG-90": ("unwound", "settled-stands"),
    "PG-91": ("counts", "played-again"),
    "PG-93": ("once-for-each-player", "each-lammer"),
    "PG-94": ("stays", "moves"),
    "PG-96": ("who-shook", "dealer"),  # about who shakes the dice; no cent depends on it
    "PG-97": ("taken-out", "exposed"),
    "PG-98": ("during-the-round", "while-cards-are-in-it"),
}


def reading(filing: Filing, name: str) -> str:
    """Give the choice in a reading."""
    return choose(filing, READINGS, name)


def check_readings(filing: Filing) -> None:
    """Refuse readings that the book does not have, and ask for PG-22 where it must be filed."""
    if unknown := set(filing.readings) - set(READINGS):
        raise RecordError(f"readings {sorted(unknown)} cannot be filed")
    for name in READINGS:
        reading(filing, name)
    limited = filing.options.get("payout-limit.amount") is not None and "progressive" in filing.wagers
    if limited and reading(filing, "PG-22") == "must-be-filed":
        raise RecordError("PG-22 must be filed where a payout limit and the Progressive Payout Wager are")
