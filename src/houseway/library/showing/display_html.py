"""Tables, cards and charts as HTML for a notebook. Styles are inline, because code hosts leave style sheets out."""

import re
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.cards import Card
    from houseway.library.showing.sheets import Cell, Sheet

_RED, _BLACK = "#b3261e", "#1b1b1b"
_CARD = (
    "display:inline-block;min-width:1.7em;margin:1px;padding:0 .2em;border:1px solid #8886;border-radius:.25em;"
    "background:#fff;text-align:center;white-space:nowrap"
)
"""A card is white on every background, so that its suit is red or black in a dark notebook, too."""
_CAPTION = "text-align:left;font-weight:bold;white-space:nowrap"
_FIGURE = re.compile(r"[+-]?\$?\d[\d,]*(\.\d+)?%?")


def sheet_html(sheet: "Sheet") -> str:
    """Return a table. A column of figures is set flush right, any other flush left."""
    title = escape(sheet.title)
    sides = [_side([row[place] for row in sheet.rows if place < len(row)]) for place in range(len(sheet.columns))]
    heads = "".join(f'<th style="text-align:{side}">{escape(column)}</th>' for column, side in zip(sheet.columns, sides))
    head = f"<thead><tr>{heads}</tr></thead>" if any(sheet.columns) else ""
    body = f"<tbody>{''.join(_row_html(row, sides) for row in sheet.rows)}</tbody>"
    if sheet.is_long:
        return f"<details><summary>{title}</summary><table>{head}{body}</table></details>"
    caption = f'<caption style="{_CAPTION}">{title}</caption>' if title else ""
    return f"<table>{caption}{head}{body}</table>"


def picture_html(drawing: str, words: str) -> str:
    """Return a chart as a picture on white. As a picture of its own, its ids cannot clash with those of other charts."""
    data = b64encode(drawing.encode()).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}" style="background:#fff;max-width:100%">'


def _side(cells: "Sequence[Cell]") -> str:
    texts = [cell for cell in cells if cell != ""]
    is_figures = bool(texts) and all(isinstance(text, str) and _FIGURE.fullmatch(text) for text in texts)
    return "right" if is_figures else "left"


def _row_html(row: "Sequence[Cell]", sides: Sequence[str]) -> str:
    cells = (f'<td style="text-align:{side}">{_cell_html(cell)}</td>' for cell, side in zip(row, sides))
    return f"<tr>{''.join(cells)}</tr>"


def _cell_html(cell: "Cell") -> str:
    return escape(cell) if isinstance(cell, str) else "".join(map(_card_html, cell))


def _card_html(card: "Card") -> str:
    colour = _RED if card.symbol[-1] in "♥♦" else _BLACK
    return f'<span style="{_CARD};color:{colour}">{card.symbol}</span>'
