"""Which nights are recorded, by name."""

from functools import partial

from houseway.regulation import BOOKS
from tests.nights.night import play_night
from tests.nights.outside import judged, printed, ranked, set_by_ways
from tests.nights.showdowns import compared
from tests.support.table_submissions import BOOKS as PAI_GOW_BOOKS

SHORT = dict(zip(("md", "div", "uth", "fcp"), BOOKS, strict=True))
NIGHTS = {"md": 24, "div": 24, "uth": 24, "fcp": 24}
"""By book. Within so many tables the covering design files every choice of every reading."""
BESIDE = {"filings": judged, "papers": printed, "hands": ranked, "showdowns": compared, "ways": set_by_ways}
LONG = 6
"""One night in so many is long."""


def rounds_of(book, number):
    """Nobody banks before a round was played, so a night of Pai Gow Poker is longer."""
    return (5 if number % LONG == 0 else 3) if book in PAI_GOW_BOOKS else (4 if number % LONG == 0 else 2)


def nights_of(book):
    """What plays each night of a book, by the night's name; before them what is recorded beside the nights."""
    id_ = SHORT[book]
    beside = {f"{book}-{name}": partial(play, id_) for name, play in BESIDE.items() if name != "ways" or id_ in PAI_GOW_BOOKS}
    return beside | {
        f"{book}-{number:02}": partial(play_night, id_, number, rounds_of(id_, number)) for number in range(NIGHTS[book])
    }


def all_nights():
    return {name: play for book in NIGHTS for name, play in nights_of(book).items()}
