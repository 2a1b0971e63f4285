"""Submissions for the comparison with the referee: a covering design, so that no choice is left to luck.

Whatever has k choices gets each of them once in every k tables that follow one another, in an order of its own.
"""

import random
from functools import cache

from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from tests.support.dealer_submissions import METHODS as DEALER_METHODS
from tests.support.submissions import DIV, FC, MD, METERS, STANDARD, UTH, submission
from tests.support.table_driver import VERSIONS
from tests.support.table_submissions import BOOKS as PAI_GOW_BOOKS
from tests.support.table_submissions import methods, with_method

TWO_BOXES = {"table.boxes-per-player": 2}
CORRECTED_AT_MOST = 12
"""Corrections of a filing after which it is given up."""


class Cover:
    """Chooses for one table of a row of tables."""

    def __init__(self, number):
        self.number = number

    def pick(self, name, choices):
        block, place = divmod(self.number, len(choices))
        order = list(choices)
        random.Random(f"{name} {block}").shuffle(order)
        return order[place]

    def happens(self, name, once_in):
        return self.pick(name, range(once_in)) == 0


@cache
def open_readings(book):
    """Every choice of every reading that may be filed."""
    return {each.id: tuple(each.choices) for each in load_book(book).readings.values() if not each.is_fixed}


def covered_submission(book, number):
    """The submission of a table: any method, any readings, some wagers and options. What the book does not allow together is
    corrected as the program suggests; a reading is left out only if there is no other way."""
    cover, corrected = Cover(number), {}
    taken = {reading: cover.pick(reading, choices) for reading, choices in open_readings(book).items()}
    for _ in range(CORRECTED_AT_MOST):
        text = FILINGS[book](cover, taken, corrected)
        findings = [each for each in judge(parse_submission(text)).findings if each.severity == "error"]
        if not findings:
            return text
        corrections = [each.correction for each in findings if each.correction and not each.place.startswith("readings.")]
        corrected |= {each.place: each.value for each in corrections}
        if not corrections:
            named = {each.place.removeprefix("readings.") for each in findings} & taken.keys()
            assert named, findings
            taken = {reading: choice for reading, choice in taken.items() if reading not in named}
    raise AssertionError(f"no submission of {book} for {number}: {findings}")


CHANGES = {
    MD: (
        *(("table.positions", 5), ("table.positions", 4), ("table.positions-per-player", 1), ("bank.house-stake", None)),
        *(("vigorish.rounding", "exact-cents"), ("payout-limit.amount", "$50,000"), ("bank.co-banking", False)),
    ),
    DIV: (
        *(("table.positions-per-player", 1), ("vigorish.rounding", "exact-cents"), ("payout-limit.amount", "$40,000")),
        *(("ranking.low-ace-lowest", False), ("bank.co-banking", False), ("wagers.bonus.pays", None)),
    ),
}


def _pai_gow(book):
    def filing(cover, taken, corrected):
        changes = {place: value for place, value in CHANGES[book] if cover.happens(f"{place} {value}", 4)} | corrected
        way = cover.pick("method", methods(book))
        return with_method(book, way, taken, [(*place.rsplit(".", 1), value) for place, value in changes.items()])

    return filing


def _ultimate(cover, taken, corrected):
    wagers = [wager for wager in STANDARD[UTH] if not cover.happens(wager, 4)]
    method = DEALER_METHODS[UTH][cover.pick("method", tuple(DEALER_METHODS[UTH]))]
    if "six-card-bonus" in wagers and method.get("table.dealing") != "automated-shoe":
        taken = {**taken, "UTH-12": "community-cards"}
    folds = {f"fold.{wager}": cover.pick(f"fold.{wager}", ("live", "lost")) for wager in wagers if wager != "six-card-bonus"}
    letters = _letters(cover, load_book(UTH), (*wagers, "blind", "trips"))
    if "progressive" in wagers and taken.get("UTH-34") == "same-letter":
        letters["envy"] = letters["progressive"]
    limit = {"payout-limit.amount": cover.pick("limit", ("$50,000", "$100,000"))} if cover.happens("limited", 2) else {}
    options = {**method, **folds, **TWO_BOXES, **limit, **corrected}
    return submission(UTH, options, wagers, _relevant(UTH, taken, wagers), letters)


def _four_card(cover, taken, corrected):
    version = cover.pick("version", VERSIONS)
    book, wagers = load_book(FC, version), [] if cover.happens("progressive", 4) else ["progressive"]
    letters = _letters(cover, book, ("aces-up", *wagers))
    if wagers:
        letters["envy"] = cover.pick("envy", [table.letter for table in book.paytables_of("progressive-envy-1")])
    if taken.get("FC-16") == "same-letter" and wagers:
        letters["envy"] = letters["progressive"]
    method = DEALER_METHODS[FC][cover.pick("method", tuple(DEALER_METHODS[FC]))]
    folds = {f"fold.{wager}": cover.pick(f"fold.{wager}", ("live", "lost")) for wager in ("aces-up", *wagers)}
    options = {**method, **folds, **TWO_BOXES, **corrected}
    return submission(FC, options, wagers, _relevant(FC, taken, wagers), letters, version=version)


def _letters(cover, book, wagers):
    return {wager: cover.pick(f"letter {wager}", [table.letter for table in book.paytables_of(wager)]) for wager in wagers}


def _relevant(book, taken, wagers):
    """Readings about wagers that are offered."""
    offered = {f"offers.{wager}" for wager in wagers}
    readings = load_book(book).readings
    return {
        name: choice
        for name, choice in taken.items()
        if all(not key.startswith("offers.") or key in offered for key in readings[name].when)
    }


FILINGS = {**{book: _pai_gow(book) for book in PAI_GOW_BOOKS}, UTH: _ultimate, FC: _four_card}


def table_name(book):
    return METERS[book]["tables"][0]
