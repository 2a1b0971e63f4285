"""What names a rule book, a submission or cards: ids and short names of books, files, texts, and values of the library."""

from collections.abc import Iterable
from pathlib import Path

from houseway.cards import Card, parse_card, parse_hand
from houseway.errors import Malformed
from houseway.examples import submission_names
from houseway.input_files import file_exists
from houseway.library.arguments import wrong_type
from houseway.regulation import book_ids
from houseway.regulation.shelf import book_hint, book_id

Cards = str | Iterable[Card | str]
"""Cards as one text, as in "As Ks 10d Jk", or one by one."""


def as_cards(cards: Cards) -> tuple[Card, ...]:
    if isinstance(cards, str):
        return parse_hand(cards)
    found = tuple(cards) if isinstance(cards, Iterable) else None
    if found is None or not all(isinstance(card, Card | str) for card in found):
        raise wrong_type("a hand", cards, "written as in 'As Ks 10d Jk'")
    return tuple(card if isinstance(card, Card) else parse_card(card) for card in found)


def find_book(name: object) -> str:
    """Return the id of the rule book with this id or short name; empty if there is none."""
    whole = book_id(name) if isinstance(name, str) else ""
    return whole if whole in book_ids() else ""


def find_example(name: object) -> str:
    """Return the whole name of an example submission, as in uth/minimal; empty if there is none."""
    book, slash, rest = name.partition("/") if isinstance(name, str) else ("", "", "")
    whole = f"{book_id(book)}{slash}{rest}"
    return whole if whole in submission_names() else ""


def find_file(source: object) -> Path | None:
    """Return the file that is named; None if nothing like one is."""
    if isinstance(source, Path):
        return source
    named = isinstance(source, str) and bool(source) and "\n" not in source
    return Path(str(source)) if named and (str(source).endswith(".toml") or file_exists(Path(str(source)))) else None


def unknown_source(source: object) -> Malformed:
    """Return the refusal of something that names neither a rule book nor a submission."""
    said = book_hint(source) if isinstance(source, str) else f"the books are {', '.join(book_ids())}"
    return Malformed(
        f"{source!r} is neither a rule book nor a submission; {said}", code="library.source", given=source, allowed=book_ids()
    )
