"""Editions of rule books: the whole text of a book in one version, from which the book can be built again.

A table is played to its end under the edition with which it was opened, even if a later version of the program has another one.
Therefore a store keeps the text of the edition in its database, and a log in its first line; they add it here before a table is
folded. An edition is known by the hash of its text. That text contains the hash of the book, which covers only what has effect.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from houseway.citation import ClauseNumbering
from houseway.errors import HousewayError, Malformed
from houseway.regulation.file import BookFile
from houseway.regulation.following import (
    Source,
    WagerRecords,
    fill_wager_records,
    read_source,
    translate_records,
    wager_records,
)
from houseway.regulation.loader import keep_book, load_book, read_version
from houseway.regulation.model import EDITION_FORM, Regulation, hash_text
from houseway.regulation.shapes import FILES, TomlTable
from houseway.regulation.shelf import BOOKS, folder_of

EDITION_FORMS = (1, 2, EDITION_FORM)
"""The forms that this program reads."""
OWN_BOOK = "own."
"""How the id of a book begins that consists of another and a wager of one's own. Only its edition has it."""
_added: dict[str, Regulation] = {}
"""Editions that were added, by the hash of the text and by the hash of the book. A hash determines its edition, so an entry never
changes."""


def add_edition(text: str) -> Regulation:
    """Build a book from the text of its edition, so that tables that were opened under it can be folded."""
    hashed = hash_text(text)
    if hashed not in _added:
        book = read_edition(text)
        _added[hashed] = book
        _added.setdefault(book.hash, book)
        if book.id.startswith(OWN_BOOK):
            keep_book(book)
    return _added[hashed]


@lru_cache(maxsize=16)
def read_edition(text: str) -> Regulation:
    """Build a book from the text of its edition. An audit and an import ask for the same few of every table."""
    try:
        content = json.loads(text)
        if content["form"] not in EDITION_FORMS:
            said = f"an edition has the form {content['form']}, which this program does not know"
            raise Malformed(said, code="book.edition-form", given=str(content["form"]), allowed=EDITION_FORMS)
        place = Path(f"edition-{content['hash'][:16]}-of-{content['book']}")
        numbering = ClauseNumbering.from_json(content["numbering"])
        tables = content["files"] if content["form"] == EDITION_FORM else _in_todays_form(content["files"], numbering)
        files = {name: BookFile(place / f"{name}.toml", content=tables[name]) for name in FILES}
        book = read_version(Source(files, numbering), content["version"], is_stored=True)
        return replace(book, hash=content["hash"], is_stored=True, form=content["form"], files=content["files"])
    except HousewayError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Malformed(
            "this is not the text of an edition", code="book.edition-text", given=text[:40], allowed="an edition"
        ) from error


def _in_todays_form(files: Mapping[str, TomlTable], numbering: ClauseNumbering) -> Mapping[str, TomlTable]:
    """Return the files of an edition of form 1 or 2 with the records of its wagers, which were constants of the program then: all
    of them in form 1, and in form 2 how the wagers of Pai Gow Poker are decided.

    They are those of the program's own book, or of the one of them that the book follows. In form 1 a side bet listed some of its
    own.
    """
    wagers = fill_wager_records(map(_law_in_table, files["book"]["wager"]), _records_of(numbering))
    return {**files, "book": {**files["book"], "wager": wagers}}


def _law_in_table(wager: TomlTable) -> TomlTable:
    law = {key: wager[key] for key in ("won", "lost", "folded") if key in wager}
    return {**{key: value for key, value in wager.items() if key not in law}, "law": law} if law else wager


def _records_of(numbering: ClauseNumbering) -> WagerRecords:
    if numbering.book in BOOKS:
        return wager_records(read_source(folder_of(numbering.book)).files["book"].content["wager"])
    return translate_records(_records_of(numbering.follows), numbering) if numbering.follows else {}


def find_edition(book: str, book_hash: str, edition: str = "") -> Regulation:
    """Return the edition of a book under which a table was opened: the program's own, or one that was added."""
    found = _own_edition(book, book_hash) or _added.get(edition) or _added.get(book_hash)
    if found is None:
        raise Malformed(
            f"this was recorded under an edition of {book} that is not known here (book hash {book_hash[:16]}); it can be read "
            "with a log or a database that contains the edition, or with the program that recorded it",
            code="book.edition",
            book=book,
            given=book_hash,
            allowed="an edition that this program has, or that comes with the record",
        )
    return found


def find_named_edition(book: str, book_hash: str, edition: str) -> Regulation:
    """Return the same, under the name that a record gives: of an edition whose text is at hand, and has the same effect."""
    found, named = find_edition(book, book_hash, edition), _added.get(edition)
    return found.known_as(edition) if named is not None and named.hash == found.hash else found


def is_known_edition(book: str, book_hash: str, edition: str = "") -> bool:
    return _own_edition(book, book_hash) is not None or not _added.keys().isdisjoint((edition, book_hash))


def _own_edition(book: str, book_hash: str) -> Regulation | None:
    """Return the program's own edition if its effect is the same, in any version of the book."""
    try:
        first = load_book(book)
        versions = (first, *(load_book(book, version) for version in first.versions[1:]))
    except Malformed:  # a book that an operator no longer has
        return None
    return next((each for each in versions if each.hash == book_hash), None)


def numbering_of(book: str) -> ClauseNumbering:
    """Return how a book numbers its clauses: in the program's own edition, or if it has none, in one that was added."""
    try:
        return load_book(book).numbering
    except Malformed:
        found = next((each.numbering for each in _added.values() if each.id == book), None)
        if found is None:
            raise
        return found
