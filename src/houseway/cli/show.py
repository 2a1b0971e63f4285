"""Printing: tables for people, JSON for programs."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, cast

from houseway.cli.plain_characters import is_unicode_output

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.cards import Card

FILE_WIDTH = 160


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=not is_unicode_output()))


def console() -> "Console":
    """Return a console as wide as the terminal, or wide enough for a file. Files get no trailing blanks."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=FILE_WIDTH, file=cast("IO[str]", _TrimmedFile(sys.stdout)))


class _TrimmedFile:
    """A file that drops trailing blanks of table lines. A prompt, which ends no line, keeps its blank."""

    def __init__(self, file: "IO[str]") -> None:
        self.file = file

    def write(self, text: str) -> int:
        return self.file.write(re.sub(r" +(?=\n)", "", text))

    def __getattr__(self, name: str) -> object:
        return getattr(self.file, name)


def card_faces(cards: "Sequence[Card]") -> str:
    """Format cards with suit symbols, hearts and diamonds in red."""
    return " ".join(f"[red]{card.symbol}[/red]" if card.symbol[-1] in "♥♦" else card.symbol for card in cards)


def print_line(text: str = "", style: str | None = None) -> None:
    """Print a line of text literally, without interpreting markup."""
    console().print(text, style=style, markup=False)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", wrap_first: bool = False) -> None:
    """Print columns without lines. All wrap, the first only on request."""
    if title:
        print_line(title, "bold")
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=any(columns), header_style="dim")
    for place, column in enumerate(columns, start=1):
        table.add_column(column, no_wrap=place == 1 and len(columns) > 1 and not wrap_first, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)
