"""What all charts share: colours, sizes, titles, and the lines that say what its figures depend on."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any, Literal

import altair as alt

from houseway.analysis.solve.solution import Provenance
from houseway.regulation import load_book

FONT = "Helvetica, Arial, sans-serif"
INK, SOFT = "#222", "#555"
_LETTERS_PER_SIZE = 1.65
"""The average number of letters in a width equal to the type size; a little less than in most typefaces."""
_BRIGHT = 0.5
"""Text on a brighter colour is dark."""


@dataclass(frozen=True)
class Frame:
    """The sizes of a chart, in pixels."""

    width: int
    """The width of a panel without its labels."""
    cell: int
    """The side of a cell of the starting hands."""
    name_size: float
    figure_size: float
    label_size: float
    label_width: int
    """The room for the names of rows."""
    text_width: int
    """The room for lines of text across the whole chart."""
    padding: int
    is_narrow: bool
    """Whether panels are stacked and bars are horizontal."""


WIDE = Frame(
    width=900,
    cell=38,
    name_size=12,
    figure_size=10,
    label_size=12,
    label_width=240,
    text_width=1000,
    padding=16,
    is_narrow=False,
)
NARROW = Frame(
    width=205,
    cell=24,
    name_size=9,
    figure_size=7,
    label_size=9,
    label_width=160,
    text_width=330,
    padding=8,
    is_narrow=True,
)


# Colours


@cache
def _palette() -> Mapping[str, Mapping[str, str]]:
    """Return the colours of printed documents, so that one colour has one meaning on charts and on paper."""
    text = files("houseway").joinpath("documents", "templates", "palette.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def action_colours() -> Mapping[str, str]:
    """Return the colour of each action, from a fold to the largest wager."""
    return _palette()["actions"]


def result_colours() -> Mapping[str, str]:
    """Return the colour of each result of the player."""
    return _palette()["results"]


def dark_actions() -> list[str]:
    """Return the actions whose colours need white text."""
    return [action for action, colour in action_colours().items() if _brightness(colour) < _BRIGHT]


def _brightness(colour: str) -> float:
    """Return the perceived brightness of a colour, from 0 to 1."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def colour_scale(colours: Mapping[str, str], there: Iterable[str]) -> Any:
    """Return the colour scale of the names that occur, in the order of the palette."""
    named = set(there)
    shown = [name for name in colours if name in named]
    return alt.Scale(domain=shown, range=[colours[name] for name in shown])


def legend_of(title: str, orient: Literal["top", "bottom"] = "top") -> Any:
    return alt.Legend(symbolType="square", orient=orient, direction="horizontal", title=title, titleOrient="left", offset=6)


# Data


def inline_data(rows: Iterable[Mapping[str, object]]) -> Any:
    """Put rows into a chart. Altair copies a list again for every panel around it; a tuple it leaves alone."""
    return alt.Data(values=tuple(rows))


# Titles


def panel_title(title: str, subtitle: str, frame: Frame) -> Any:
    lines = wrap_text(subtitle, frame.width, frame.label_size) if subtitle else []
    return alt.TitleParams(
        wrap_text(title, frame.width, 15),
        subtitle=lines,
        anchor="start",
        frame="group",
        fontSize=15,
        subtitleFontSize=frame.label_size,
        offset=10,
    )


def join_panels(panels: list[Any], across: bool = False) -> Any:
    joined = alt.hconcat(*panels, spacing=36) if across else alt.vconcat(*panels, spacing=32)
    return joined.resolve_scale(color="independent")


def complete_chart(panels: list[Any], provenance: Provenance, headline: str, ways: str, frame: Frame) -> dict[str, Any]:
    """Put the panels below a title and above the lines that say what they depend on."""
    chart = join_panels([*panels, _provenance_panel(provenance, ways, frame)])
    title = alt.TitleParams(
        load_book(provenance.book).title,
        subtitle=wrap_text(headline, frame.text_width, 13),
        anchor="start",
        fontSize=20,
        subtitleFontSize=13,
        subtitlePadding=6,
        offset=18,
    )
    chart = chart.properties(title=title, padding=frame.padding, background="white")
    chart = chart.configure(font=FONT).configure_view(strokeWidth=0)
    chart = chart.configure_axis(labelFontSize=frame.label_size, titleFontSize=frame.label_size)
    drawn: dict[str, Any] = chart.to_dict()
    return drawn


def wrap_text(text: str, width: int, size: float) -> list[str]:
    return wrap(text, int(width / size * _LETTERS_PER_SIZE))


# What the figures of a chart depend on


def _provenance_panel(provenance: Provenance, ways: str, frame: Frame) -> Any:
    size = frame.label_size - 1
    lines = [line for said in provenance_lines(provenance, ways) for line in wrap_text(said, frame.width, size)]
    rows = [{"place": place, "line": line} for place, line in enumerate(lines)]
    return (
        alt.Chart(inline_data(rows))
        .mark_text(align="left", baseline="middle", fontSize=size, color=SOFT)
        .encode(alt.Y("place:O", axis=None), x=alt.value(0), text="line:N")
        .properties(width=frame.width, height=alt.Step(size * 1.45))
    )


def provenance_lines(provenance: Provenance, ways: str = "") -> Iterator[str]:
    """Say under which paytables, readings and rules the figures hold."""
    book = load_book(provenance.book)
    yield f"{provenance.book}, {provenance.version}; {provenance.program}"
    for wager, rows in provenance.paytables.items():
        pays = ", ".join(f"{hand.replace('-', ' ')} {pay}" for hand, pay in rows.items())
        yield f"{book.wager(wager).title}: {pays}"
    readings = ", ".join(f"{id_} {choice}" for id_, choice in provenance.readings.items())
    yield f"Readings that the figures depend on: {readings or 'none'}"
    if ways:
        yield ways
    yield f"Rules {provenance.rules_hash}" if provenance.rules_hash else f"Rule book {provenance.book_hash}"
