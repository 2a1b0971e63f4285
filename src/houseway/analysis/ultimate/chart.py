"""Ultimate Texas Hold'em as a picture: starting hands as a heat map, and outcome frequencies."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import altair as alt

from houseway.analysis.chart_style import (
    INK,
    NARROW,
    WIDE,
    Frame,
    action_colours,
    colour_scale,
    complete_chart,
    dark_actions,
    inline_data,
    join_panels,
    legend_of,
    panel_title,
    result_colours,
)
from houseway.analysis.charts import LETTERS, Drawing, Row, ending_charts, headline
from houseway.analysis.exact import MINUS, as_decimal
from houseway.analysis.ultimate.solve.solution import StartingHand, UltimateSolution


def draw(solution: UltimateSolution, narrow: bool = False) -> Drawing:
    frame = replace(NARROW, width=13 * NARROW.cell) if narrow else replace(WIDE, width=27 * WIDE.cell)
    cells = [_starting_hand_cell(hand) for hand in solution.hands.values()]
    maps = [_value_map(cells, frame), _action_map(cells, frame)]
    panels = [*(maps if narrow else [join_panels(maps, across=True)]), *ending_charts(solution.best_play, frame)]
    return complete_chart(panels, solution.provenance, headline(solution.best_play), "", frame)


def _starting_hand_cell(hand: StartingHand) -> Row:
    """Return the cell of a starting hand: suited hands are above the pairs and offsuit hands below, as in every such chart."""
    high, low, suited = hand.name[0], hand.name[1], hand.name.endswith("s")
    best = hand.values[hand.best]
    return {
        "name": hand.name,
        "row": high if suited else low,
        "column": low if suited else high,
        "best": hand.best,
        "worth": float(best),
        "worth_words": _signed(best, 2),
        "gain_words": f"{float(_gain_over_other(hand)):.2f}",
        "of": hand.combinations,
        **{f"if {action}": _signed(worth, 6) for action, worth in hand.values.items()},
    }


def _gain_over_other(hand: StartingHand) -> Fraction:
    """Return by how much a raise is worth more than a check, or a check more than the best raise."""
    raised, checked = max(list(hand.values.values())[:-1]), list(hand.values.values())[-1]
    return abs(raised - checked)


def _signed(value: Fraction, digits: int) -> str:
    return as_decimal(value, digits).replace("-", MINUS)


def _hand_grid(cells: list[Row], frame: Frame) -> Any:
    axis = alt.Axis(title=None, domain=False, ticks=False, labelAngle=0, labelFontWeight="bold")
    actions = [name for name in cells[0] if name.startswith("if ")]
    tips = [alt.Tooltip("name:N", title="hand"), alt.Tooltip("best:N"), *(alt.Tooltip(f"{name}:N") for name in actions)]
    return (
        alt.Chart(inline_data(cells))
        .encode(
            alt.X("column:N", sort=LETTERS, axis=axis),
            alt.Y("row:N", sort=LETTERS, axis=axis),
            tooltip=[*tips, alt.Tooltip("of:Q", title="of 1,326")],
        )
        .properties(width=13 * frame.cell, height=13 * frame.cell)
    )


def _cell_labels(base: Any, below: str, white: Any, frame: Frame) -> list[Any]:
    """Write the name of the hand in each cell, with a figure below it."""
    colour = alt.condition(white, alt.value("white"), alt.value(INK))
    name = base.mark_text(fontSize=frame.name_size, fontWeight="bold", dy=-frame.cell / 6).encode(text="name:N", color=colour)
    figure = base.mark_text(fontSize=frame.figure_size, dy=frame.cell / 4.6).encode(text=f"{below}:N", color=colour)
    return [name, figure]


def _value_map(cells: list[Row], frame: Frame) -> Any:
    base, colours = _hand_grid(cells, frame), result_colours()
    most = max(abs(float(str(cell["worth"]))) for cell in cells)
    scale = alt.Scale(domain=[-most, 0, most], range=[colours["lose"], "#ffffff", colours["win"]], interpolate="lab")
    legend = alt.Legend(
        title="Antes", format="+.1f", orient="bottom", gradientLength=6 * frame.cell, titleOrient="left", offset=6
    )
    fill = base.mark_rect(stroke="white").encode(alt.Color("worth:Q", scale=scale, legend=legend))
    letters = _cell_labels(base, "worth_words", abs(alt.datum.worth) > most * 0.6, frame)
    return alt.layer(fill, *letters).properties(
        title=panel_title("Value of each starting hand", "Antes per round, with best play", frame)
    )


def _action_map(cells: list[Row], frame: Frame) -> Any:
    base = _hand_grid(cells, frame)
    scale = colour_scale(action_colours(), (str(cell["best"]) for cell in cells))
    fill = base.mark_rect(stroke="white").encode(alt.Color("best:N", scale=scale, legend=legend_of("best", "bottom")))
    letters = _cell_labels(base, "gain_words", alt.FieldOneOfPredicate("best", dark_actions()), frame)
    words = "Below each hand: the advantage over the other action, in Antes"
    return alt.layer(fill, *letters).properties(title=panel_title("Raise or check before the flop", words, frame))
