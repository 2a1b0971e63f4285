"""Solutions as pictures: starting hands as a heat map, outcome frequencies as bars.

A chart is drawn wide, for a screen or paper, or narrow, for a phone. Figures are rounded to floats here and nowhere else; the
solution keeps the exact ones.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
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
    join_panels,
    legend_of,
    panel_title,
    result_colours,
)
from houseway.analysis.exact import MINUS, as_decimal, as_percent, as_short_signed_decimal
from houseway.analysis.solve.four_card import FourCardSolution
from houseway.analysis.solve.pai_gow.solver import DealerClass, PaiGowSolution
from houseway.analysis.solve.solution import Solution, StrategyResult
from houseway.analysis.solve.ultimate.solution import StartingHand, UltimateSolution
from houseway.cards import Rank
from houseway.errors import NotAllowed

Drawing = dict[str, Any]
Row = dict[str, object]

_EDGE_PLACES, _NET_PLACES = 4, 2
_LETTERS = [rank.letter for rank in reversed(Rank)]


# What is drawn


def draw_ultimate(solution: UltimateSolution, narrow: bool = False) -> Drawing:
    frame = replace(NARROW, width=13 * NARROW.cell) if narrow else replace(WIDE, width=27 * WIDE.cell)
    cells = [_starting_hand_cell(hand) for hand in solution.hands.values()]
    maps = [_value_map(cells, frame), _action_map(cells, frame)]
    panels = [*(maps if narrow else [join_panels(maps, across=True)]), *_ending_charts(solution.best_play, frame)]
    return complete_chart(panels, solution.provenance, _headline(solution.best_play), "", frame)


def draw_four_card(solution: FourCardSolution, narrow: bool = False) -> Drawing:
    frame = replace(NARROW, width=13 * 15) if narrow else WIDE
    panels = [_decision_map(solution, frame), *_ending_charts(solution.best_play, frame)]
    return complete_chart(panels, solution.provenance, _headline(solution.best_play), "", frame)


def draw_pai_gow(solution: Solution, narrow: bool = False) -> Drawing:
    if not isinstance(solution, PaiGowSolution):
        raise no_chart_error(type(solution).__name__)
    frame = NARROW if narrow else WIDE
    player, dealer = solution.player, solution.dealer
    edge, bank_edge = (as_percent(each, _EDGE_PLACES) for each in (solution.house_edge, solution.bank_edge))
    said = f"Player by {player.name}, dealer by {dealer.name}: house edge {edge} of the wager, banking {bank_edge}."
    ways = f"House ways: player {player.name} {player.hash[:16]}, dealer {dealer.name} {dealer.hash[:16]}"
    panels = [_outcome_chart(solution, frame), _dealer_class_chart(solution, frame)]
    return complete_chart(panels, solution.provenance, said, ways, frame)


def no_chart_error(given: str) -> NotAllowed:
    allowed = "Ultimate, Four Card, or Pai Gow by two house ways"
    return NotAllowed(
        f"{given} cannot be drawn as a chart; these can: {allowed}", code="chart.none", given=given, allowed=allowed
    )


def _headline(played: StrategyResult) -> str:
    edge, risk = (as_percent(each, _EDGE_PLACES) for each in (played.house_edge, played.element_of_risk))
    edges, deviation = f"house edge {edge} of the Ante, {risk} of all stakes", as_decimal(played.standard_deviation, 3)
    return f"Best play: {edges}; standard deviation {deviation} Antes."


# Ultimate Texas Hold'em


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
            alt.X("column:N", sort=_LETTERS, axis=axis),
            alt.Y("row:N", sort=_LETTERS, axis=axis),
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


# How rounds end


def _ending_charts(played: StrategyResult, frame: Frame) -> list[Any]:
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
    return {"net": _net_label(net), "chance": float(1 / odds), "sign": _result_of(net), "one_in": _one_in(odds)}


def _result_of(net: Fraction) -> str:
    return "push" if not net else "win" if net > 0 else "lose"


def _one_in(odds: Fraction) -> str:
    """Write two or three significant figures: 5.2, 142, 37k, 4.6M."""
    rounds = float(odds)
    for size, letter in ((1e6, "M"), (1e3, "k"), (1, "")):
        if rounds >= size:
            part = rounds / size
            return f"{part:.1f}{letter}" if part < 10 else f"{part:.0f}{letter}"
    raise ArithmeticError(f"{odds} is not a probability")


# Four Card Poker


def _decision_map(solution: FourCardSolution, frame: Frame) -> Any:
    """Draw the best action by kind of hand and up card, with its share if it is not always best."""
    cells = list(_decision_cells(solution))
    axis = alt.Axis(title="the dealer's up card", domain=False, ticks=False, labelAngle=0, orient="top", labelFontWeight="bold")
    kinds = list(dict.fromkeys(str(cell["hand"]) for cell in cells))
    base = alt.Chart(inline_data(cells)).encode(
        alt.X("up:N", sort=list(_LETTERS), axis=axis),
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


# Pai Gow Poker


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
    rare = f"{share:.2%}" if share >= 0.0001 else f"1 in {_one_in(Fraction(solution.counts.total, each.counts.total))}"
    words = f"{float(edge):+.1%}".replace("-", MINUS)
    return {"name": f"{each.name}, {rare}", "edge": float(edge), "share": share, "words": words}
