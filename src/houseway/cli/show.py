"""How results are shown: tables for people, JSON for machines."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 160


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def console() -> "Console":
    """A console as wide as the terminal, or wide enough for a file."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """Columns without lines; only the last one wraps."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=any(columns), header_style="dim", title=title or None)
    table.title_justify, table.title_style = "left", "bold"
    for place, column in enumerate(columns, start=1):
        table.add_column(column, no_wrap=place < len(columns), overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)
