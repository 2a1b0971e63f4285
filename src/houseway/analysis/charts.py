"""Solutions as pictures: starting hands as a heat map, outcome frequencies as bars.

Figures are rounded to floats here and nowhere else; the solution keeps the exact ones.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import altair as alt

from houseway.analysis.exact import MINUS, decimal, percent, short_signed
from houseway.analysis.solve.four_card import FourCardSolution
from houseway.analysis.solve.pai_gow.solver import DealerClass, PaiGowSolution
from houseway.analysis.solve.solution import Solution, StrategyResult
from houseway.analysis.solve.ultimate.solution import StartingHand, UltimateSolution
from houseway.cards import Rank
from houseway.errors import NotAllowed
from houseway.regulation import load

Drawing = dict[str, Any]
Row = dict[str, object]

_COLOURS = {"fold": "#b8b8b8", "check": "#e9c46a", "1x": "#8ecae6", "2x": "#3a8fb7", "3x": "#1f5f8b", "4x": "#14425f"}
_DARK = ("2x", "3x", "4x")
"""White letters are used on these."""
_RESULTS = {"win": "#2a9d63", "push": "#c9c9c9", "lose": "#c8553d"}
_CELL = 38
"""Pixels."""
_EDGE_PLACES, _NET_PLACES = 4, 2
FONT = "Helvetica, Arial, sans-serif"
_LETTERS = [rank.letter for rank in reversed(Rank)]


# What is drawn


def draw_ultimate(solution: UltimateSolution) -> Drawing:
    return _complete_chart(_ultimate_panels(solution), solution.provenance.book, _headline(solution.best_play))


def draw_four_card(solution: FourCardSolution) -> Drawing:
    return _complete_chart(_four_card_panels(solution), solution.provenance.book, _headline(solution.best_play))


def draw_pai_gow(solution: Solution) -> Drawing:
    if not isinstance(solution, PaiGowSolution):
        raise no_chart_of(type(solution).__name__)
    ways = f"Player by {solution.player.name}, dealer by {solution.dealer.name}"
    edge, bank_edge = (percent(each, _EDGE_PLACES) for each in (solution.house_edge, solution.bank_edge))
    edges = f"house edge {edge} of the wager, banking {bank_edge}"
    return _complete_chart(_pai_gow_panels(solution), solution.provenance.book, f"{ways}: {edges}.")


def no_chart_of(given: str) -> NotAllowed:
    allowed = "Ultimate, Four Card, or Pai Gow by two house ways"
    return NotAllowed(
        f"{given} cannot be drawn as a chart; these can: {allowed}", code="chart.none", given=given, allowed=allowed
    )


def _complete_chart(chart: Any, book: str, headline: str) -> Drawing:
    title = alt.TitleParams(
        load(book).title, subtitle=headline, anchor="start", fontSize=20, subtitleFontSize=13, subtitlePadding=6, offset=18
    )
    chart = chart.properties(title=title, padding=16, background="white")
    chart = chart.configure(font=FONT).configure_view(strokeWidth=0).configure_axis(labelFontSize=12, titleFontSize=12)
    drawn: Drawing = chart.to_dict()
    return drawn


def _headline(played: StrategyResult) -> str:
    edge, risk = (percent(each, _EDGE_PLACES) for each in (played.house_edge, played.element_of_risk))
    edges, deviation = f"house edge {edge} of the Ante, {risk} of all stakes", decimal(played.standard_deviation, 3)
    return f"Best play: {edges}; standard deviation {deviation} Antes."


def _panel_title(title: str, subtitle: str = "") -> Any:
    return alt.TitleParams(title, subtitle=subtitle, anchor="start", frame="group", fontSize=15, subtitleFontSize=12, offset=10)


def _join_panels(panels: list[Any], across: bool = False) -> Any:
    joined = alt.hconcat(*panels, spacing=40) if across else alt.vconcat(*panels, spacing=36)
    return joined.resolve_scale(color="independent")


# Ultimate Texas Hold'em


def _ultimate_panels(solution: UltimateSolution) -> Any:
    cells = [_starting_hand_cell(hand) for hand in solution.hands.values()]
    maps = _join_panels([_value_map(cells), _action_map(cells)], across=True)
    return _join_panels([maps, *_ending_charts(solution.best_play)])


def _starting_hand_cell(hand: StartingHand) -> Row:
    """Suited hands are above the pairs, offsuit hands below, as in every such chart."""
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
    """Return what a raise is worth more than a check, or a check more than the best raise."""
    raised, checked = max(list(hand.values.values())[:-1]), list(hand.values.values())[-1]
    return abs(raised - checked)


def _signed(value: Fraction, digits: int) -> str:
    return decimal(value, digits).replace("-", MINUS)


def _hand_grid(cells: list[Row]) -> Any:
    axis = alt.Axis(title=None, domain=False, ticks=False, labelAngle=0, labelFontWeight="bold")
    actions = [name for name in cells[0] if name.startswith("if ")]
    tips = [alt.Tooltip("name:N", title="hand"), alt.Tooltip("best:N"), *(alt.Tooltip(f"{name}:N") for name in actions)]
    return (
        alt.Chart(alt.Data(values=cells))
        .encode(
            alt.X("column:N", sort=_LETTERS, axis=axis),
            alt.Y("row:N", sort=_LETTERS, axis=axis),
            tooltip=[*tips, alt.Tooltip("of:Q", title="of 1,326")],
        )
        .properties(width=13 * _CELL, height=13 * _CELL)
    )


def _cell_labels(base: Any, below: str, white: Any) -> list[Any]:
    """The name of the hand, with a figure below it."""
    colour = alt.condition(white, alt.value("white"), alt.value("#222"))
    name = base.mark_text(fontSize=12, fontWeight="bold", dy=-6).encode(text="name:N", color=colour)
    return [name, base.mark_text(fontSize=10, dy=8).encode(text=f"{below}:N", color=colour)]


def _value_map(cells: list[Row]) -> Any:
    base = _hand_grid(cells)
    most = max(abs(float(str(cell["worth"]))) for cell in cells)
    scale = alt.Scale(scheme="redblue", domain=[-most, most], domainMid=0)
    legend = alt.Legend(title="Antes", format="+.1f", gradientLength=200)
    fill = base.mark_rect(stroke="white").encode(alt.Color("worth:Q", scale=scale, legend=legend))
    letters = _cell_labels(base, "worth_words", abs(alt.datum.worth) > most * 0.6)
    return alt.layer(fill, *letters).properties(
        title=_panel_title("Value of each starting hand", "Antes per round, with best play")
    )


def _action_map(cells: list[Row]) -> Any:
    base = _hand_grid(cells)
    taken = [action for action in _COLOURS if any(cell["best"] == action for cell in cells)]
    scale = alt.Scale(domain=taken, range=[_COLOURS[action] for action in taken])
    fill = base.mark_rect(stroke="white").encode(
        alt.Color("best:N", scale=scale, title="before the flop", legend=alt.Legend(symbolType="square")),
    )
    letters = _cell_labels(base, "gain_words", alt.FieldOneOfPredicate("best", list(_DARK)))
    words = "Below each action: its advantage over the other, in Antes"
    return alt.layer(fill, *letters).properties(title=_panel_title("Raise or check before the flop", words))


# How rounds end


def _ending_charts(played: StrategyResult) -> list[Any]:
    """The shares of net results by action, and all results again on a logarithmic scale for the rare ones."""
    nets = [_net_label(net) for net in played.distribution]
    return [_share_chart(played, nets), _rarity_chart(played, nets)]


def _net_label(net: Fraction) -> str:
    return short_signed(net, _NET_PLACES)


_BAR, _NARROWEST = _CELL, 20 * _CELL
"""The width of a chart of results: so much for each, but at least that of the other charts."""


def _net_axis(nets: list[str]) -> Any:
    return alt.X("net:N", sort=nets, title="net result, in Antes", axis=alt.Axis(labelAngle=0, domain=True, ticks=False))


def _share_chart(played: StrategyResult, nets: list[str]) -> Any:
    taken = [action for action in _COLOURS if action in played.frequencies]
    scale = alt.Scale(domain=taken, range=[_COLOURS[action] for action in taken])
    picked = alt.selection_point(fields=["action"], bind="legend")
    return (
        alt.Chart(alt.Data(values=list(_rows_by_action(played, taken))))
        .mark_bar()
        .encode(
            _net_axis(nets),
            alt.Y("share:Q", title="of all rounds", axis=alt.Axis(format="%", grid=True, domain=False, ticks=False)),
            alt.Color("action:N", scale=scale, title="played", sort=taken, legend=alt.Legend(symbolType="square")),
            order=alt.Order("place:Q"),
            opacity=alt.condition(picked, alt.value(1), alt.value(0.15)),
            tooltip=["net:N", "action:N", alt.Tooltip("share:Q", format=".6%"), alt.Tooltip("combinations:N")],
        )
        .add_params(picked)
        .properties(
            width=max(_BAR * len(nets), _NARROWEST),
            height=260,
            title=_panel_title("Outcomes of rounds", "Share of all rounds, by action"),
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


def _rarity_chart(played: StrategyResult, nets: list[str]) -> Any:
    rows = [
        {
            "net": _net_label(net),
            "chance": count / played.total,
            "sign": _result_of(net),
            "one_in": _one_in(Fraction(played.total, count)),
        }
        for net, count in played.distribution.items()
    ]
    least = 10.0 ** -len(str(played.total // min(played.distribution.values())))
    base = alt.Chart(alt.Data(values=rows)).encode(
        _net_axis(nets),
        alt.Y(
            "chance:Q",
            title="share of all rounds, logarithmic",
            scale=alt.Scale(type="log", domain=[least, 1]),
            axis=alt.Axis(format="~%", tickCount=6, domain=False, ticks=False),
        ),
        tooltip=["net:N", alt.Tooltip("one_in:N", title="one in"), alt.Tooltip("chance:Q", format=".3e")],
    )
    there = [result for result in _RESULTS if any(row["sign"] == result for row in rows)]
    colours = alt.Scale(domain=there, range=[_RESULTS[result] for result in there])
    bars = base.mark_bar().encode(
        alt.Color("sign:N", scale=colours, title="result", legend=alt.Legend(symbolType="square")), y2=alt.datum(least)
    )
    words = base.mark_text(dy=-7, fontSize=9).encode(text="one_in:N")
    return alt.layer(bars, words).properties(
        width=max(_BAR * len(nets), _NARROWEST),
        height=260,
        title=_panel_title("Rarity of each result", "One in this many rounds"),
    )


def _result_of(net: Fraction) -> str:
    return "push" if not net else "win" if net > 0 else "lose"


def _one_in(odds: Fraction) -> str:
    """Two or three significant figures: 5.2, 142, 37k, 4.6M."""
    rounds = float(odds)
    for size, letter in ((1e6, "M"), (1e3, "k"), (1, "")):
        if rounds >= size:
            part = rounds / size
            return f"{part:.1f}{letter}" if part < 10 else f"{part:.0f}{letter}"
    raise ArithmeticError(f"{odds} is not a probability")


# Four Card Poker


def _four_card_panels(solution: FourCardSolution) -> Any:
    return _join_panels([_decision_map(solution), *_ending_charts(solution.best_play)])


def _decision_map(solution: FourCardSolution) -> Any:
    """The best action by kind of hand and up card, and its share if it is not always best."""
    cells = list(_decision_cells(solution))
    axis = alt.Axis(title="the dealer's up card", domain=False, ticks=False, labelAngle=0, orient="top", labelFontWeight="bold")
    kinds = list(dict.fromkeys(str(cell["hand"]) for cell in cells))
    base = alt.Chart(alt.Data(values=cells)).encode(
        alt.X("up:N", sort=list(_LETTERS), axis=axis),
        alt.Y("hand:N", sort=kinds, title=None, axis=alt.Axis(domain=False, ticks=False, labelLimit=220)),
        tooltip=["hand:N", "up:N", *(alt.Tooltip(f"{action}:N") for action in solution.actions)],
    )
    scale = alt.Scale(domain=list(solution.actions), range=[_COLOURS[action] for action in solution.actions])
    fill = base.mark_rect(stroke="white").encode(
        alt.Color("best:N", scale=scale, title="best", legend=alt.Legend(symbolType="square"))
    )
    dark = alt.FieldOneOfPredicate("best", list(_DARK))
    words = base.mark_text(fontSize=10).encode(text="words:N", color=alt.condition(dark, alt.value("white"), alt.value("#222")))
    title = _panel_title(
        "Fold, play once or play three times", "The best action; where it depends on the other cards, how often it is best"
    )
    return alt.layer(fill, words).properties(width=20 * _CELL, height=alt.Step(19), title=title)


def _decision_cells(solution: FourCardSolution) -> Iterator[Row]:
    for hand, row in solution.action_counts.items():
        for up, counts in row.items():
            if not any(counts):
                continue
            most, total = max(counts), sum(counts)
            shares = {action: f"{count / total:.2%}" for action, count in zip(solution.actions, counts, strict=True)}
            best = solution.actions[counts.index(most)]
            words = "" if most == total else f"{min(most / total, 0.999):.0%}" if most / total < 0.995 else ">99%"
            yield {"hand": hand.replace("-", " "), "up": up, "best": best, "words": words, **shares}


# Pai Gow Poker


def _pai_gow_panels(solution: PaiGowSolution) -> Any:
    return _join_panels([_outcome_chart(solution), _dealer_class_chart(solution)])


def _outcome_chart(solution: PaiGowSolution) -> Any:
    """Win, push and lose, not banking and banking."""
    counts, bank = solution.counts, solution.counts.counts_as_bank(solution.terms)
    rows = [
        {"who": who, "result": result, "place": place, "share": count / counts.total, "words": f"{result} {share:.3%}"}
        for who, found in (("not banking", counts), ("banking", bank))
        for place, (result, count) in enumerate((("win", found.win), ("push", found.push), ("lose", found.lose)))
        for share in (count / counts.total,)
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        alt.Y("who:N", sort=["not banking", "banking"], title=None, axis=alt.Axis(domain=False, ticks=False)),
        alt.X("share:Q", stack="zero", title=None, axis=alt.Axis(format="%", domain=False), scale=alt.Scale(domain=[0, 1])),
        order=alt.Order("place:Q"),
        tooltip=["who:N", "result:N", alt.Tooltip("share:Q", format=".8%")],
    )
    colours = alt.Scale(domain=list(_RESULTS), range=list(_RESULTS.values()))
    bars = base.mark_bar().encode(alt.Color("result:N", scale=colours, title=None, legend=None))
    words = base.mark_text(fontWeight="bold").encode(
        alt.X("share:Q", stack="zero", bandPosition=0.5),
        text="words:N",
        color=alt.condition(alt.datum.result == "push", alt.value("#222"), alt.value("white")),
    )
    return alt.layer(bars, words).properties(width=20 * _CELL, height=alt.Step(44), title=_panel_title("Outcomes of hands"))


_FURTHEST, _MARKS = 1.15, [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]
"""A whole wager on either side, and room for the figure."""


def _dealer_class_chart(solution: PaiGowSolution) -> Any:
    """By the dealer's high hand: the house edge on a wager, and how often the hand comes."""
    rows = [_dealer_class_row(each, solution) for each in solution.high_hands]
    rows.sort(key=lambda row: float(str(row["edge"])))
    names = [str(row["name"]) for row in rows]
    base = alt.Chart(alt.Data(values=rows)).encode(
        alt.Y("name:N", sort=names, title=None, axis=alt.Axis(domain=False, ticks=False, labelLimit=220)),
        alt.X(
            "edge:Q",
            title="house edge, of the wager",
            scale=alt.Scale(domain=[-_FURTHEST, _FURTHEST]),
            axis=alt.Axis(format="+%", values=_MARKS, domain=False, ticks=False),
        ),
        tooltip=["name:N", alt.Tooltip("edge:Q", format="+.4%"), alt.Tooltip("share:Q", format=".6%", title="of all pairs")],
    )
    colour = alt.condition(alt.datum.edge > 0, alt.value(_RESULTS["lose"]), alt.value(_RESULTS["win"]))
    left = base.transform_filter(alt.datum.edge < 0).mark_text(align="right", dx=-5, fontSize=11)
    right = base.transform_filter(alt.datum.edge >= 0).mark_text(align="left", dx=5, fontSize=11)
    layers = [base.mark_bar().encode(color=colour), left.encode(text="words:N"), right.encode(text="words:N")]
    title = _panel_title("By the dealer's high hand", "House edge when the dealer has this hand, and how often that happens")
    return alt.layer(*layers).properties(width=20 * _CELL, height=alt.Step(24), title=title)


def _dealer_class_row(each: DealerClass, solution: PaiGowSolution) -> Row:
    edge, share = -each.counts.expected_value(solution.terms), each.counts.total / solution.counts.total
    rare = f"{share:.2%}" if share >= 0.0001 else f"1 in {_one_in(Fraction(solution.counts.total, each.counts.total))}"
    words = f"{float(edge):+.1%}".replace("-", MINUS)
    return {"name": f"{each.name}, {rare}", "edge": float(edge), "share": share, "words": words}
