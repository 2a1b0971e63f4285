"""`houseway new`: start a Rules Submission from nothing."""

from typing import Annotated

import typer

from houseway.cli.completion import complete_book, complete_offer, expand_book


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
            help="Optional wagers to switch on, as in progressive,insurance.", autocompletion=complete_offer, show_default=False
        ),
    ] = None,
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
      houseway check pai-gow.toml
    """
    from houseway.files.template import write_template
    from houseway.regulation import load_book

    offered = [name.strip() for given in offer or () for name in given.split(",")]
    print(write_template(load_book(book, version), tuple(dict.fromkeys(offered))), end="")
