"""How values look where people look at them: tables in a notebook, in a terminal that uses rich, and as a pandas data frame."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from houseway.errors import Unavailable
from houseway.library.showing.display_html import picture_html, sheet_html
from houseway.library.showing.sheets import Cell as Cell
from houseway.library.showing.sheets import Sheet as Sheet

if TYPE_CHECKING:
    from rich.console import RenderableType

    from houseway.cards import Card

Kind = TypeVar("Kind")


class Displayed(ABC):
    """Base of values that show themselves as tables."""

    @abstractmethod
    def sheets(self) -> Sequence[Sheet]:
        """Return the tables that show the value."""

    @abstractmethod
    def records(self) -> Iterable[Mapping[str, object]]:
        """Return the rows of a data frame, by column. Its numbers are floats, for display; the value itself is exact."""

    def drawing(self) -> str:
        """Return a chart as SVG; empty if there is none."""
        return ""

    def to_dataframe(self) -> Any:
        """Return the value as a pandas data frame, if pandas is installed."""
        try:
            import pandas
        except ImportError:
            said = "a data frame needs pandas, which is not installed: pip install pandas, or 'houseway[notebook]'"
            raise Unavailable(said, code="library.pandas", given="no pandas", allowed="pip install pandas") from None
        return pandas.DataFrame([dict(each) for each in self.records()])

    def _repr_html_(self) -> str:
        drawing = self.drawing()
        return f"<div>{''.join(map(sheet_html, self.sheets()))}{picture_html(drawing, repr(self)) if drawing else ''}</div>"

    def __rich__(self) -> "RenderableType":
        from rich.console import Group

        return Group(*(part for sheet in self.sheets() if not sheet.is_long for part in _rich_sheet(sheet)))


def shown_as(kind: type[Kind], value: Any) -> Kind:
    """Return a value of a lower layer as the class that shows it, which has the same fields."""
    return kind(**{each.name: getattr(value, each.name) for each in fields(value)})


def plain_text(shown: "RenderableType", width: int = 120) -> str:
    """Return what rich would print, as text without colours."""
    from io import StringIO

    from rich.console import Console

    console = Console(file=StringIO(), width=width, highlight=False, color_system=None, force_jupyter=False)
    console.print(shown)
    written = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO from above
    return "\n".join(line.rstrip() for line in written.splitlines())


def card_faces(cards: "Iterable[Card]") -> str:
    """Format cards with suit symbols for rich, hearts and diamonds in red."""
    return " ".join(f"[red]{card.symbol}[/red]" if _is_red(card) else card.symbol for card in cards)


def _is_red(card: "Card") -> bool:
    return card.symbol[-1] in "♥♦"


def _rich_sheet(sheet: Sheet) -> "list[RenderableType]":
    from rich.markup import escape as escape_markup
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=any(sheet.columns), header_style="dim")
    for column in sheet.columns:
        table.add_column(column, overflow="fold")
    for row in sheet.rows:
        table.add_row(*(escape_markup(cell) if isinstance(cell, str) else card_faces(cell) for cell in row))
    return [f"[bold]{escape_markup(sheet.title)}[/bold]", table] if sheet.title else [table]
