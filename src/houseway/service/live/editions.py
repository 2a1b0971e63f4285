"""The texts under which tables are opened: the edition of the rule book, the submission, the house way.

They are stored with the event that opens a table or amends its submission, each once, by the hash of its text. Before such an event
is folded, the edition of the book is taken from the store, so that a table goes on under it whatever edition the program has now.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from houseway.errors import Corrupted
from houseway.events import Event
from houseway.regulation import Regulation, add_edition, find_named_edition, hash_text, is_known_edition
from houseway.store import Edition, RecordedCommand, Store
from houseway.table.editions import RULES_EVENTS, edition_of, named_edition

BOOK, SUBMISSION, HOUSE_WAY = "book", "submission", "house-way"
BOOK_HASH = "book-hash"
"""The kind of an entry that leads from the hash of a book to the hash of an edition, for events that name only the former."""


def editions_of(event: Event) -> Iterator[Edition]:
    """Yield the texts behind an event that puts rules into force."""
    if event.kind not in RULES_EVENTS:
        return
    book = edition_of(event)
    yield Edition(book.edition, BOOK, book.text)
    for kind, text in ((SUBMISSION, event.text("submission")), (HOUSE_WAY, event.text("house_way"))):
        if text:
            yield text_edition(kind, text)


def text_edition(kind: str, text: str) -> Edition:
    return Edition(hash_text(text), kind, text)


def add_stored_editions(store: Store, commands: Iterable[RecordedCommand]) -> None:
    """Make the editions known under which tables were opened or amended by these commands."""
    for command in commands:
        for event in command.events:
            if event.kind in RULES_EVENTS:
                add_stored_edition(store, *named_edition(event))


def add_stored_edition(store: Store, book: str, book_hash: str, edition: str) -> None:
    """Make an edition known that the store has. If the program's own has the same effect, the text is not needed to play on."""
    if not book_hash:
        return
    if is_known_edition(book, book_hash, edition):
        if edition and find_named_edition(book, book_hash, edition).edition != edition:
            _add_if_stored(store, edition)
        return
    stored = load_edition_text(store, edition or _edition_with(store, book_hash))
    if stored is None:
        return  # whoever folds the table says what is missing
    if add_edition(stored).hash != book_hash:
        said = f"the edition of {book} that is stored is not the one under which the table was opened"
        raise Corrupted(said, code="store.edition", given=hash_text(stored), allowed=book_hash)


def _add_if_stored(store: Store, edition: str) -> None:
    """Make the text known that a record names, so that what put it into force can be decided again under that name."""
    with suppress(Corrupted):  # an audit reports what is stored there
        text = load_edition_text(store, edition)
        if text is not None:
            add_edition(text)


def load_edition_text(store: Store, hashed: str) -> str | None:
    """Return a stored text by its hash, which it must have."""
    stored = store.find_edition(hashed) if hashed else None
    if stored is not None and hash_text(stored.content) != stored.hash:
        said = f"the stored {stored.kind} {stored.hash[:16]} was changed: its text does not have its hash"
        raise Corrupted(said, code="store.edition", given=hash_text(stored.content), allowed=stored.hash)
    return stored.content if stored else None


def _edition_with(store: Store, book_hash: str) -> str:
    stored = store.find_edition(book_hash)
    return stored.content if stored is not None and stored.kind == BOOK_HASH else ""


def store_missing_editions(store: Store, books: Iterable[Regulation]) -> None:
    """Store the editions of tables that an earlier version of the program has opened without storing them."""
    for edition, book in {book.edition: book for book in books}.items():
        with suppress(Corrupted):  # an audit reports what is stored there; the program has the text
            if store.find_edition(edition) is None and store.find_edition(book.hash) is None:
                store.save_edition(Edition(edition, BOOK, book.text))
                store.save_edition(Edition(book.hash, BOOK_HASH, edition))
