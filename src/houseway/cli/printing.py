"""`houseway sign` and `houseway layout`: printed from a submission that passes."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.check import File, rules_of_passing_file
from houseway.output_files import check_output_path, write_output

if TYPE_CHECKING:
    from houseway.documents import Document
    from houseway.submission import Rules

Output = Annotated[Path, typer.Option("-o", "--output", help="The file to write: pdf, svg or png, by its suffix.")]


def sign(file: File, output: Output = Path("sign.pdf")) -> None:
    """Print the payout sign that the table of a submission must post.

    \b
    Examples:
      houseway sign examples/submissions/md.pai-gow-poker/everything.toml
      houseway sign examples/submissions/md.ultimate-texas-holdem/everything.toml -o sign.png
    """
    from houseway import documents

    _write_document(documents.make_sign, file, output)


def layout(file: File, output: Output = Path("layout.pdf")) -> None:
    """Draw the table layout, with an area for every wager that a submission offers.

    \b
    Examples:
      houseway layout examples/submissions/md.pai-gow-poker/everything.toml
      houseway layout examples/submissions/md.ultimate-texas-holdem/everything.toml -o layout.svg
    """
    from houseway import documents

    _write_document(documents.make_layout, file, output)


def _write_document(print_from: "Callable[[Rules], Document]", file: Path, output: Path) -> None:
    from houseway.documents import format_from_path

    format_from_path(output)
    save_document(print_from(rules_of_passing_file(file)), output)


def save_document(document: "Document", output: Path) -> None:
    """Save a document in the format of its file name."""
    from houseway.documents import format_from_path

    form = format_from_path(output)
    check_output_path(output)
    write_output(output, document.render(form))
    print(f"{output}: {document.title}")
