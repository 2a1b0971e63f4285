"""Submissions for a table that is driven by chance: every example, and those with everything on by any method and any readings."""

import itertools
from functools import cache
from typing import NamedTuple

from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from houseway.table import acts
from tests.support.submissions import EXAMPLES, document, submission

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker")


@cache
def examples():
    """Every example of both books, by name."""
    paths = [path for book in BOOKS for path in sorted((EXAMPLES / book).glob("*.toml"))]
    return {f"{path.parent.name}/{path.stem}": path.read_text() for path in paths}


@cache
def room(text):
    """How many positions a submission has, and how many of them one player may have."""
    rules = judge(parse_submission(text)).rules
    return rules.positions, acts.areas_allowed(rules)


@cache
def readings(book):
    """Every choice of every reading that is settled at the table and not fixed."""
    open_ones = [
        reading for reading in load_book(book).readings.values() if reading.settled_by == "table" and not reading.is_fixed
    ]
    return tuple((reading.id, choice) for reading in open_ones for choice in reading.choices)


class Method(NamedTuple):
    dealing: str
    shuffler: bool
    loads_shoe: bool
    decks: int
    starting: str
    reshuffling_device: bool | None


@cache
def methods(book):
    """Every way to shuffle, deal and find the start that passes, with one deck and with two."""
    dealing, starting = ("manual-shoe", "hand", "automated-shoe"), ("shaker", "random-number", "button")
    flags = (False, True)
    ways = itertools.product(dealing, flags, flags, (1, 2), starting, flags if book == BOOKS[0] else (None,))
    return tuple(Method(*way) for way in ways if judge(parse_submission(with_method(book, way))).rules is not None)


def with_method(book, way, taken=None, changes=()):
    """The example with everything on, by another method, with other readings; what cannot be there then is left out."""
    dealing, shuffler, loads, decks, starting, device = way
    options = {"dealing": dealing, "shuffler": shuffler, "shuffler-loads-shoe": loads, "decks": decks}
    options |= {"starting-position": starting}
    if device is not None:
        options |= {"reshuffling-device": device}
        options |= {"cards-received": "preinspected-and-preshuffled" if device else "to-be-inspected"}
    filed = {f"table.{key}": value for key, value in options.items()}
    if book == BOOKS[1] and starting != "random-number":
        filed |= {"wagers.number": None, "coupons.match-play-number": None}
    filed |= {f"{section}.{key}": value for section, key, value in changes}
    own = document(EXAMPLES / book / "everything.toml")["readings"]
    return submission(book, filed, readings={**own, **(taken or {})}, example="everything")


CHANGES = {
    BOOKS[0]: (
        ("table", "positions", 5),
        ("table", "positions", 4),
        ("table", "positions-per-player", 1),
        ("bank", "house-stake", "$0"),
        ("vigorish", "rounding", "exact-cents"),
        ("payout-limit", "amount", "$5,000"),
        ("table", "recut-by", "last-to-cut"),
        ("table", "spare-cover-card", "discard-rack"),
    ),
    BOOKS[1]: (
        ("table", "positions-per-player", 1),
        ("vigorish", "rounding", "exact-cents"),
        ("payout-limit", "amount", "$5,000"),
        ("ranking", "low-ace-lowest", False),
        ("table", "recut-by", "last-to-cut"),
    ),
}


def any_submission(choose):
    """An example, or one with everything on, by any method, any readings, some other options."""
    if not choose.below(5):
        return choose.pick(tuple(examples().values()))
    return submission_of(choose.pick(BOOKS), choose)


def submission_of(book, choose):
    """One with everything on, by any method, any readings, some other options."""
    by_id = {}
    for reading, choice in readings(book):
        by_id.setdefault(reading, []).append(choice)
    taken = {reading: choose.pick(choices) for reading, choices in by_id.items() if choose.happens(2)}
    way = choose.pick(methods(book))
    changes = [change for change in CHANGES[book] if choose.happens(4)]
    text = with_method(book, way, taken, changes)
    return text if judge(parse_submission(text)).rules is not None else with_method(book, way)
