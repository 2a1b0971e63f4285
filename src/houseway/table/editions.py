"""Which edition of a rule book an event of a table names."""

from houseway.events import Event
from houseway.regulation import Regulation, find_edition
from houseway.submission.source import named_book

RULES_EVENTS = ("table-opened", "rules-amended")
"""The events that put rules into force."""


def named_edition(event: Event) -> tuple[str, str, str]:
    """Return the book of an event that puts rules into force, the book's hash, and the hash of the edition's text."""
    return named_book(event.text("submission"))[0], event.text("book_hash"), event.text("book_edition")


def edition_of(event: Event) -> Regulation:
    """Return the edition under which a table was opened or amended."""
    return find_edition(*named_edition(event))
