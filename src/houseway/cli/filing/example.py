"""`houseway example`: the examples that come with the program."""

from typing import Annotated

import typer

from houseway.cli.completion import complete_example
from houseway.cli.show import print_table


def example(
    name: Annotated[
        str | None,
        typer.Argument(
            help="An example, as in uth/minimal; all are listed by default.",
            autocompletion=complete_example,
            show_default=False,
        ),
    ] = None,
) -> None:
    """List the examples that come with the program, or print one: submissions for each rule book, a house way and a round.

    \b
    Examples:
      houseway example
      houseway example uth/minimal
      houseway example md.pai-gow-poker/everything > everything.toml
      houseway example house-ways/riverside > riverside.toml
      houseway example rounds/bank > round.toml
    """
    from houseway.examples import example_names, read_example
    from houseway.regulation.shelf import book_id

    if name is None:
        print_table(("example", "what it is"), [(each, _first_comment(read_example(each))) for each in example_names()])
        return
    book, slash, rest = name.partition("/")
    print(read_example(f"{book_id(book)}{slash}{rest}"), end="")


def _first_comment(text: str) -> str:
    return text.partition("\n")[0].removeprefix("#").strip()
