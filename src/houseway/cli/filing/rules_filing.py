"""`houseway rules filing`: everything that a submission may contain under one rule book."""

from typing import Annotated

import typer

from houseway.cli.completion import complete_book, expand_book
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import print_csv, print_json, print_line, print_table


def filing(
    book: Annotated[
        str,
        typer.Argument(help="A rule book, as in md.pai-gow-poker.", callback=expand_book, autocompletion=complete_book),
    ],
    version: Annotated[
        str | None, typer.Option(help="A version of the book; the first by default.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show what an operator files: the keys of the file, wagers, options, meters, approvals, readings, restrictions.

    `houseway new BOOK` writes it as a file, to be completed.
    """
    from houseway.regulation import load_book
    from houseway.submission.filing_form import filing_sections

    regulation = load_book(book, version)
    if as_json:
        print_json(dict(filing_sections(regulation)))
        return
    if as_csv:
        print_csv(
            {"section": heading, "name": next(iter(entry.values())), **entry}
            for heading, entries in filing_sections(regulation)
            for entry in entries
        )
        return
    for heading, entries in filing_sections(regulation):
        print_table(("", ""), [_entry_text(entry) for entry in entries], heading)
        print_line()


def _entry_text(entry: dict[str, str]) -> tuple[str, str]:
    name, about, *details = entry.items()
    said = [f"{value}" if label == "values" else f"{label} {value}" for label, value in details if value]
    return name[1], "\n".join(filter(None, (about[1], "; ".join(said))))
