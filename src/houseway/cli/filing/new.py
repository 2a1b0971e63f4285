"""`houseway new`: start a Rules Submission from nothing."""

from collections.abc import Iterable
from typing import Annotated

import typer

from houseway.cli.completion import complete_book, complete_offer, expand_book

Facility = Annotated[str, typer.Option(help="The name of your casino; a placeholder by default.", show_default=False)]


def new(
    book: Annotated[
        str,
        typer.Argument(
            help="A rule book, as in md.pai-gow-poker or uth.",
            callback=expand_book,
            autocompletion=complete_book,
            show_default=False,
        ),
    ],
    offer: Annotated[
        list[str] | None,
        typer.Option(
            help="Optional wagers to switch on, as in progressive,insurance; with a paytable, as in progressive=C.",
            autocompletion=complete_offer,
            show_default=False,
        ),
    ] = None,
    facility: Facility = "",
    version: Annotated[
        str | None, typer.Option(help="A version of the book; the first by default.", show_default=False)
    ] = None,
) -> None:
    """Write a new Rules Submission to standard output. It passes `houseway check` as it is.

    It contains everything that the book lets an operator file, with choices, default and clause. Lines that are not filed are
    switched off by a # in front: remove it to file the line.

    \b
    Examples:
      houseway new uth > ultimate.toml
      houseway new md.pai-gow-poker --offer progressive,insurance > pai-gow.toml
      houseway new uth --offer trips=B --facility "Harbor Point" > harbor.toml
      houseway check pai-gow.toml
    """
    from houseway.files.submissions.template import write_template
    from houseway.regulation import load_book

    print(write_template(load_book(book, version), _parse_offers(offer or ()), facility.strip()), end="")


def _parse_offers(given: Iterable[str]) -> dict[str, str]:
    """Parse wagers that commas separate, each with or without its paytable."""
    parts = (part.partition("=") for text in given for part in text.split(","))
    return {name.strip(): letter.strip() for name, _, letter in parts}
