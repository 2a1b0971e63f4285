"""What the shell completes: rule books, wagers, clauses, readings and house ways. Short names of books are expanded here."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import typer

from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.regulation import Regulation

Completion = tuple[str, str]
"""A word and what it is."""


def expand_book(name: str | None) -> str | None:
    """Return the id of a book that is given by its short name; anything else as it is."""
    from houseway.regulation.shelf import book_id

    return name if name is None else book_id(name)


def complete_book(incomplete: str) -> list[Completion]:
    """Complete ids and short names."""
    return _begin_with(incomplete, _books())


def complete_wager(context: typer.Context, incomplete: str) -> list[Completion]:
    return _begin_with(
        incomplete, ((wager.id, wager.title) for book in _named_books(context) for wager in book.wagers.values())
    )


def complete_offer(context: typer.Context, incomplete: str) -> list[Completion]:
    """Complete the last name of a list that commas separate."""
    before, comma, last = incomplete.rpartition(",")
    optional = (
        (wager.id, wager.title)
        for book in _named_books(context)
        for wager in book.wagers.values()
        if wager.offered == "optional"
    )
    return [(f"{before}{comma}{name}", title) for name, title in _begin_with(last, optional)]


def complete_paytable(context: typer.Context, incomplete: str) -> list[Completion]:
    """Complete the letter of a paytable, of the wager that was named before or of any."""
    named = context.params.get("wager")
    tables = (table for book in _named_books(context) for table in book.paytables if named in (None, table.wager))
    return _begin_with(incomplete, ((table.letter, f"a paytable of {table.wager}") for table in tables))


def complete_wager_paytable(context: typer.Context, incomplete: str) -> list[Completion]:
    """Complete a wager with the letter of its paytable, as in blind=B."""
    found = (
        (f"{table.wager}={table.letter}", book.wagers[table.wager].title)
        for book in _named_books(context)
        for table in book.paytables
    )
    return _begin_with(incomplete, found)


def complete_clause_or_reading(context: typer.Context, incomplete: str) -> list[Completion]:
    clauses = ((clause.id, clause.gist) for book in _named_books(context) for clause in book.clauses.values())
    return [*complete_reading(context, incomplete), *_begin_with(incomplete, clauses)]


def complete_reading(context: typer.Context, incomplete: str) -> list[Completion]:
    found = ((reading.id, reading.subject) for book in _named_books(context) for reading in book.readings.values())
    return _begin_with(incomplete, found)


def complete_reading_choice(context: typer.Context, incomplete: str) -> list[Completion]:
    """Complete a reading with its choice, as in UTH-01=pays-even."""
    found = (
        (f"{reading.id}={choice}", meaning)
        for book in _named_books(context)
        for reading in book.readings.values()
        for choice, meaning in reading.choices.items()
    )
    return _begin_with(incomplete, found)


def complete_house_way(incomplete: str) -> list[str]:
    from houseway.house_way import house_way_names

    return [name for name in house_way_names() if name.startswith(incomplete)]


def complete_example(incomplete: str) -> list[str]:
    """Complete the names of examples, whose book may be given by its short name."""
    from houseway.examples import example_names

    book, slash, rest = incomplete.partition("/")
    named = f"{expand_book(book)}/{rest}" if slash else incomplete
    return [f"{book}/{name.partition('/')[2]}" if slash else name for name in example_names() if name.startswith(named)]


def _books() -> Iterator[Completion]:
    from houseway.regulation import book_ids, load_book
    from houseway.regulation.shelf import short_name

    for book in book_ids():
        title = f"{load_book(book).title}, {load_book(book).jurisdiction}"
        yield book, title
        if short_name(book):
            yield short_name(book), title


def _named_books(context: typer.Context) -> "list[Regulation]":
    """Return the book that was typed before, or all books if none was; none if the words cannot be read."""
    from houseway.regulation import book_ids, load_book

    named = next((context.params.get(key) for key in ("book", "source") if context.params.get(key)), None)
    named = named or next((word for word in context.args if expand_book(word) in book_ids()), None)
    try:
        return [load_book(expand_book(str(named)) or "")] if named else [load_book(book) for book in book_ids()]
    except HousewayError:
        return []


def _begin_with(incomplete: str, found: Iterable[Completion]) -> list[Completion]:
    return [(name, about) for name, about in dict(found).items() if name.startswith(incomplete)]
