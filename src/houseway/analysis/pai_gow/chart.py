"""Pai Gow Poker as a picture: outcomes, and the house edge by the dealer's high hand."""

from fractions import Fraction
from typing import Any

import altair as alt

from houseway.analysis.chart_style import (
    INK,
    NARROW,
    WIDE,
    Frame,
    colour_scale,
    complete_chart,
    inline_data,
    panel_title,
    result_colours,
)
from houseway.analysis.charts import EDGE_PLACES, Drawing, Row, no_chart_error, one_in
from houseway.analysis.exact import MINUS, as_percent
from houseway.analysis.pai_gow.solve.solver import DealerClass, PaiGowSolution
from houseway.analysis.solve.solution import Solution


def draw(solution: Solution, narrow: bool = False) -> Drawing:
    if not isinstance(solution, PaiGowSolution):
        raise no_chart_error(type(solution).__name__)
    frame = NARROW if narrow else WIDE
    player, dealer = solution.player, solution.dealer
    edge, bank_edge = (as_percent(each, EDGE_PLACES) for each in (solution.house_edge, solution.bank_edge))
    said = f"Player by {player.name}, dealer by {dealer.name}: house edge {edge} of the wager, banking {bank_edge}."
    ways = f"House ways: player {player.name} {player.hash[:16]}, dealer {dealer.name} {dealer.hash[:16]}"
    panels = [_outcome_chart(solution, frame), _dealer_class_chart(solution, frame)]
    return complete_chart(panels, solution.provenance, said, ways, frame)


def _outcome_chart(solution: PaiGowSolution, frame: Frame) -> Any:
    """Draw the shares of wins, pushes and losses, not banking and banking."""
    counts, bank = solution.counts, solution.counts.counts_as_bank(solution.terms)
    places = 1 if frame.is_narrow else 3
    rows = [
        {"who": who, "result": result, "place": place, "share": share, "words": f"{result} {share:.{places}%}"}
        for who, found in (("not banking", counts), ("banking", bank))
        for place, (result, count) in enumerate((("win", found.win), ("push", found.push), ("lose", found.lose)))
        for share in (count / counts.total,)
    ]
    axis = alt.Axis(format="%", domain=False, tickCount=5)
    base = alt.Chart(inline_data(rows)).encode(
        alt.Y("who:N", sort=["not banking", "banking"], title=None, axis=alt.Axis(domain=False, ticks=False)),
        alt.X("share:Q", stack="zero", title=None, axis=axis, scale=alt.Scale(domain=[0, 1])),
        order=alt.Order("place:Q"),
        tooltip=["who:N", "result:N", alt.Tooltip("share:Q", format=".8%")],
    )
    scale = colour_scale(result_colours(), result_colours())
    bars = base.mark_bar().encode(alt.Color("result:N", scale=scale, title=None, legend=None))
    words = base.mark_text(fontWeight="bold", fontSize=frame.label_size).encode(
        alt.X("share:Q", stack="zero", bandPosition=0.5),
        text="words:N",
        color=alt.condition(alt.datum.result == "push", alt.value(INK), alt.value("white")),
    )
    title = panel_title("Outcomes of hands", "", frame)
    return alt.layer(bars, words).properties(width=frame.width, height=alt.Step(44), title=title)


_FURTHEST, _MARKS = 1.15, [-1, -0.5, 0, 0.5, 1]
"""A whole wager on either side, and room for the figure."""


def _dealer_class_chart(solution: PaiGowSolution, frame: Frame) -> Any:
    """Draw, for each high hand of the dealer, the house edge on a wager and how often the hand comes."""
    rows = [_dealer_class_row(each, solution) for each in solution.high_hands]
    rows.sort(key=lambda row: float(str(row["edge"])))
    names = [str(row["name"]) for row in rows]
    furthest = _FURTHEST + 0.3 * frame.is_narrow
    base = alt.Chart(inline_data(rows)).encode(
        alt.Y("name:N", sort=names, title=None, axis=alt.Axis(domain=False, ticks=False, labelLimit=220)),
        alt.X(
            "edge:Q",
            title="house edge, of the wager",
            scale=alt.Scale(domain=[-furthest, furthest]),
            axis=alt.Axis(format="+%", values=_MARKS, domain=False, ticks=False),
        ),
        tooltip=["name:N", alt.Tooltip("edge:Q", format="+.4%"), alt.Tooltip("share:Q", format=".6%", title="of all pairs")],
    )
    colours = result_colours()
    colour = alt.condition(alt.datum.edge > 0, alt.value(colours["lose"]), alt.value(colours["win"]))
    left = base.transform_filter(alt.datum.edge < 0).mark_text(align="right", dx=-4, fontSize=frame.label_size - 1)
    right = base.transform_filter(alt.datum.edge >= 0).mark_text(align="left", dx=4, fontSize=frame.label_size - 1)
    layers = [base.mark_bar().encode(color=colour), left.encode(text="words:N"), right.encode(text="words:N")]
    words = "House edge when the dealer has this hand, and how often that happens"
    title = panel_title("By the dealer's high hand", words, frame)
    return alt.layer(*layers).properties(width=frame.width, height=alt.Step(24), title=title)


def _dealer_class_row(each: DealerClass, solution: PaiGowSolution) -> Row:
    edge, share = -each.counts.expected_value(solution.terms), each.counts.total / solution.counts.total
    rare = f"{share:.2%}" if share >= 0.0001 else f"1 in {one_in(Fraction(solution.counts.total, each.counts.total))}"
    words = f"{float(edge):+.1%}".replace("-", MINUS)
    return {"name": f"{each.name}, {rare}", "edge": float(edge), "share": share, "words": words}
