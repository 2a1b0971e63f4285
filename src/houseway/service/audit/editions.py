"""Check the stored texts: each has the hash under which it is stored."""

from collections.abc import Iterator, Mapping

from sqlalchemy import select

from houseway.errors import HousewayError
from houseway.regulation import hash_text
from houseway.regulation.editions import read_edition
from houseway.service.audit.findings import Problem
from houseway.service.integrity import MANIFEST_KINDS
from houseway.service.live.editions import BOOK, BOOK_HASH, HOUSE_WAY, SUBMISSION
from houseway.store import Edition, Store
from houseway.store.schema import editions

_PLACE, _SHOWN = "editions", 16
_KINDS = (BOOK, SUBMISSION, HOUSE_WAY, BOOK_HASH, *MANIFEST_KINDS.values())


def check_editions(store: Store) -> Iterator[Problem]:
    """Say which texts were changed since they were stored. Whether one is missing is checked with the table that needs it."""
    with store.database.reading() as connection:
        stored = {row.hash: Edition(*row) for row in connection.execute(select(editions))}
    for edition in stored.values():
        said = f"the stored {edition.kind} {edition.hash[:_SHOWN]}"
        if edition.kind not in _KINDS:
            yield Problem(_PLACE, f"{said} is of no known kind")
        elif edition.kind == BOOK_HASH:
            if not _leads_to_its_book(edition, stored):
                yield Problem(_PLACE, f"{said} does not lead to the edition of a book with that hash")
        elif hash_text(edition.content) != edition.hash:
            yield Problem(_PLACE, f"{said} was changed: its text does not have its hash")


def _leads_to_its_book(entry: Edition, stored: Mapping[str, Edition]) -> bool:
    book = stored.get(entry.content)
    try:
        return book is not None and book.kind == BOOK and read_edition(book.content).hash == entry.hash
    except HousewayError:
        return False
