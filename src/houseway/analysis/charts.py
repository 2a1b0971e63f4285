"""Solutions as pictures: what the charts of all games have in common, such as outcome frequencies as bars.

A chart is drawn wide, for a screen or paper, or narrow, for a phone. Figures are rounded to floats here and nowhere else; the
solution keeps the exact ones.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import altair as alt

from houseway.analysis.chart_style import (
    Frame,
    action_colours,
    colour_scale,
    inline_data,
    legend_of,
    panel_title,
    result_colours,
)
from houseway.analysis.exact import as_decimal, as_percent, as_short_signed_decimal
from houseway.analysis.solve.solution import StrategyResult
from houseway.cards import Rank
from houseway.errors import NotAllowed

Drawing = dict[str, Any]
Row = dict[str, object]

EDGE_PLACES, _NET_PLACES = 4, 2
LETTERS = [rank.letter for rank in reversed(Rank)]


def no_chart_error(given: str) -> NotAllowed:
    allowed = "Ultimate, Four Card, or Pai Gow by two house ways"
    return NotAllowed(
        f"{given} cannot be drawn as a chart; these can: {allowed}", code="chart.none", given=given, allowed=allowed
    )


def headline(played: StrategyResult) -> str:
    edge, risk = (as_percent(each, EDGE_PLACES) for each in (played.house_edge, played.element_of_risk))
    edges, deviation = f"house edge {edge} of the Ante, {risk} of all stakes", as_decimal(played.standard_deviation, 3)
    return f"Best play: {edges}; standard deviation {deviation} Antes."


# How rounds end


def ending_charts(played: StrategyResult, frame: Frame) -> list[Any]:
    """Draw the shares of net results by action, and all results again on a logarithmic scale, which shows the rare ones."""
    nets = [_net_label(net) for net in played.distribution]
    return [_share_chart(played, nets, frame), _rarity_chart(played, nets, frame)]


def _net_label(net: Fraction) -> str:
    return as_short_signed_decimal(net, _NET_PLACES)


_LYING_BAR, _HEIGHT = 15, 260


def _bar_axes(nets: list[str], size: Any, frame: Frame) -> tuple[Any, Any]:
    """Bars are vertical, or horizontal where there is no room."""
    axis = alt.Axis(labelAngle=0, domain=True, ticks=False, labelFontSize=frame.figure_size + 1)
    if frame.is_narrow:
        return alt.Y("net:N", sort=nets, title=None, axis=axis), alt.X(**size)
    return alt.X("net:N", sort=nets, title="net result, in Antes", axis=axis), alt.Y(**size)


def _bar_size(frame: Frame) -> dict[str, Any]:
    return {"width": frame.width, "height": alt.Step(_LYING_BAR) if frame.is_narrow else _HEIGHT}


def _share_chart(played: StrategyResult, nets: list[str], frame: Frame) -> Any:
    taken = [action for action in action_colours() if action in played.frequencies]
    picked = alt.selection_point(fields=["action"], bind="legend")
    axis = alt.Axis(format="%", grid=True, domain=False, ticks=False, tickCount=5)
    size = {"shorthand": "share:Q", "title": "of all rounds", "axis": axis}
    return (
        alt.Chart(inline_data(_rows_by_action(played, taken)))
        .mark_bar()
        .encode(
            *_bar_axes(nets, size, frame),
            alt.Color("action:N", scale=colour_scale(action_colours(), taken), sort=taken, legend=legend_of("played")),
            order=alt.Order("place:Q"),
            opacity=alt.condition(picked, alt.value(1), alt.value(0.15)),
            tooltip=["net:N", "action:N", alt.Tooltip("share:Q", format=".6%"), alt.Tooltip("combinations:N")],
        )
        .add_params(picked)
        .properties(
            title=panel_title("Outcomes of rounds", "Share of all rounds by net result, in Antes, and by action", frame),
            **_bar_size(frame),
        )
    )


def _rows_by_action(played: StrategyResult, taken: list[str]) -> Iterator[Row]:
    found: dict[tuple[Fraction, str], int] = {}
    for ending in played.endings:
        key = ending.net, ending.action
        found[key] = found.get(key, 0) + ending.combinations
    for (net, action), count in sorted(found.items()):
        share = count / played.total
        yield {
            "net": _net_label(net),
            "action": action,
            "place": taken.index(action),
            "share": share,
            "combinations": f"{count:,}",
        }


def _rarity_chart(played: StrategyResult, nets: list[str], frame: Frame) -> Any:
    rows = [_rarity_row(net, Fraction(played.total, count)) for net, count in played.distribution.items()]
    least = 10.0 ** -len(str(played.total // min(played.distribution.values())))
    size = {
        "shorthand": "chance:Q",
        "title": "share of all rounds, logarithmic",
        "scale": alt.Scale(type="log", domain=[least, 1]),
        "axis": alt.Axis(format="~%", tickCount=3 if frame.is_narrow else 6, domain=False, ticks=False),
    }
    base = alt.Chart(inline_data(rows)).encode(
        *_bar_axes(nets, size, frame),
        tooltip=["net:N", alt.Tooltip("one_in:N", title="one in"), alt.Tooltip("chance:Q", format=".3e")],
    )
    foot = {"x2" if frame.is_narrow else "y2": alt.datum(least)}
    scale = colour_scale(result_colours(), (str(row["sign"]) for row in rows))
    bars = base.mark_bar().encode(alt.Color("sign:N", scale=scale, legend=legend_of("the player's result")), **foot)
    place = {"dx": 4, "align": "left"} if frame.is_narrow else {"dy": -7}
    words = base.mark_text(fontSize=frame.figure_size, **place).encode(text="one_in:N")
    return alt.layer(bars, words).properties(
        title=panel_title("Rarity of each result", "One in this many rounds, by net result in Antes", frame), **_bar_size(frame)
    )


def _rarity_row(net: Fraction, odds: Fraction) -> Row:
    return {"net": _net_label(net), "chance": float(1 / odds), "sign": _result_of(net), "one_in": one_in(odds)}


def _result_of(net: Fraction) -> str:
    return "push" if not net else "win" if net > 0 else "lose"


def one_in(odds: Fraction) -> str:
    """Write two or three significant figures: 5.2, 142, 37k, 4.6M."""
    rounds = float(odds)
    for size, letter in ((1e6, "M"), (1e3, "k"), (1, "")):
        if rounds >= size:
            part = rounds / size
            return f"{part:.1f}{letter}" if part < 10 else f"{part:.0f}{letter}"
    raise ArithmeticError(f"{odds} is not a probability")
