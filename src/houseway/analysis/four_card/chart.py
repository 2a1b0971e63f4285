"""Four Card Poker as a picture: the best action by hand and up card, and outcome frequencies."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import altair as alt

from houseway.analysis.alike_rows import merge_alike_rows
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
    legend_of,
    panel_title,
)
from houseway.analysis.charts import LETTERS, Drawing, Row, ending_charts, headline
from houseway.analysis.four_card.solve import FourCardSolution


def draw(solution: FourCardSolution, narrow: bool = False) -> Drawing:
    frame = replace(NARROW, width=13 * 15) if narrow else WIDE
    panels = [_decision_map(solution, frame), *ending_charts(solution.best_play, frame)]
    return complete_chart(panels, solution.provenance, headline(solution.best_play), "", frame)


def _decision_map(solution: FourCardSolution, frame: Frame) -> Any:
    """Draw the best action by kind of hand and up card, with its share if it is not always best."""
    cells = list(_decision_cells(solution))
    axis = alt.Axis(title="the dealer's up card", domain=False, ticks=False, labelAngle=0, orient="top", labelFontWeight="bold")
    kinds = list(dict.fromkeys(str(cell["hand"]) for cell in cells))
    base = alt.Chart(inline_data(cells)).encode(
        alt.X("up:N", sort=list(LETTERS), axis=axis),
        alt.Y("hand:N", sort=kinds, title=None, axis=alt.Axis(domain=False, ticks=False, labelLimit=frame.label_width)),
        tooltip=["hand:N", "up:N", *(alt.Tooltip(f"{action}:N") for action in solution.actions)],
    )
    scale = colour_scale(action_colours(), solution.actions)
    fill = base.mark_rect(stroke="white").encode(alt.Color("best:N", scale=scale, legend=legend_of("best")))
    colour = alt.condition(alt.FieldOneOfPredicate("best", dark_actions()), alt.value("white"), alt.value(INK))
    words = base.mark_text(fontSize=frame.figure_size).encode(text="words:N", color=colour)
    said = "The best action; where it depends on the other cards, how often it is best, in percent"
    title = panel_title("Fold, play once or play three times", said, frame)
    return alt.layer(fill, words).properties(width=frame.width, height=alt.Step(22), title=title)


def _decision_cells(solution: FourCardSolution) -> Iterator[Row]:
    """Yield a cell for each row and up card; adjacent kinds of hands that are played alike share a row."""
    named = (
        (hand.replace("-", " "), tuple(_decision_row(solution, row.items()))) for hand, row in solution.action_counts.items()
    )
    for hand, cells in merge_alike_rows(named):
        for cell in cells:
            yield {"hand": hand, **dict(cell)}


def _decision_row(
    solution: FourCardSolution, row: Iterable[tuple[str, Iterable[int]]]
) -> Iterator[tuple[tuple[str, str], ...]]:
    for up, found in row:
        counts = tuple(found)
        if not any(counts):
            continue
        most, total = max(counts), sum(counts)
        shares = {action: f"{count / total:.2%}" for action, count in zip(solution.actions, counts, strict=True)}
        best = solution.actions[counts.index(most)]
        words = "" if most == total else f"{100 * most / total:.0f}" if most / total < 0.995 else ">99"
        yield tuple({"up": up, "best": best, "words": words, **shares}.items())
