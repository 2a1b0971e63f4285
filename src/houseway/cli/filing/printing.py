"""`houseway sign` and `houseway layout`: printed from a submission that passes."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.filing.check import File, rules_of_passing_file
from houseway.output_files import check_output_path, write_output

if TYPE_CHECKING:
    from houseway.documents import Document
    from houseway.documents.document import Format
    from houseway.submission import Rules

Output = Annotated[
    Path,
    typer.Option(
        "-o", "--output", help="The file to write: pdf, svg or png (300 dots per inch), by its suffix.", parser=file_paths.path
    ),
]
Theme = Annotated[
    str, typer.Option(help="felt: green and brass on white; night: on dark green, for screens; plain: black on white.")
]
PAPERS_HELP = "us-letter, us-legal, us-tabloid, a4 or a3"
SignPaper = Annotated[
    str | None,
    typer.Option(help=f"{PAPERS_HELP}; by default us-letter, or us-tabloid if the type would be small.", show_default=False),
]
LayoutPaper = Annotated[str, typer.Option(help=f"{PAPERS_HELP}.")]


def sign(file: File, output: Output = Path("sign.pdf"), theme: Theme = "felt", paper: SignPaper = None) -> None:
    """Print the payout sign that the table of a submission must post.

    It is one page. The type is as large as the paper allows, and never smaller than 14 points.

    \b
    Examples:
      houseway sign mine.toml
      houseway sign uth.toml -o sign.png --theme night
      houseway sign fcp.toml --paper a4
    """
    from houseway import documents

    _write_document(lambda rules: documents.make_sign(rules, theme, paper), file, output)


def layout(file: File, output: Output = Path("layout.pdf"), theme: Theme = "felt", paper: LayoutPaper = "us-tabloid") -> None:
    """Draw the table layout, with an area for every wager that a submission offers.

    \b
    Examples:
      houseway layout mine.toml
      houseway layout uth.toml -o layout.svg
    """
    from houseway import documents

    _write_document(lambda rules: documents.make_layout(rules, theme, paper), file, output)


def _write_document(print_from: "Callable[[Rules], Document]", file: Path, output: Path) -> None:
    check_document_path(output)
    save_document(print_from(rules_of_passing_file(file)), output)


def check_document_path(output: Path) -> "Format":
    """Return the format of a document's file; refuse a file that cannot be written, before anything is printed."""
    from houseway.documents import format_from_path

    check_output_path(output)
    return format_from_path(output)


def save_document(document: "Document", output: Path) -> None:
    """Save a document in the format of its file name."""
    write_output(output, document.render(check_document_path(output)))
    print(f"{output}: {document.title}")
