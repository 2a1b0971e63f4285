"""Charts of reports in Vega-Lite. Numbers become floats here, and nowhere else, because they are only drawn."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.money import CENTS_PER_DOLLAR

_HEIGHT = 220
_ROOM = 1.5
"""The smallest range of the scale that is drawn; an interval goes from -1 to 1."""
_TICKS = 7
Rows = Mapping[str, Sequence[Any]]
Drawn = tuple[dict[str, Any] | None, str]
"""A chart, and what it shows in words."""


def chart_of(report: str, parts: Rows) -> Drawn:
    """Return the chart of a report; None if a table shows it better, or there is too little to draw."""
    draw = _CHARTS.get(report)
    return draw(parts) if draw else (None, "")


def _dollars(cents: int | Fraction | None) -> float | None:
    return None if cents is None else float(Fraction(cents) / CENTS_PER_DOLLAR)


def _draw_days(parts: Rows) -> Drawn:
    days = parts["days"]
    if len(days) < 2:
        return None, ""
    values = [{"day": day.day, "Wagers": _dollars(day.wagered), "House win": _dollars(day.house_win)} for day in days]
    chart = {
        "data": {"values": values},
        "height": _HEIGHT,
        "mark": {"type": "bar", "tooltip": True},
        "encoding": {
            "x": {"field": "day", "type": "ordinal", "title": "Gaming day", "axis": {"labelAngle": -45}},
            "y": {"field": "House win", "type": "quantitative", "title": "House win, dollars"},
            "tooltip": [{"field": name} for name in ("day", "House win", "Wagers")],
        },
    }
    return chart, f"House win of each gaming day from {days[0].day} to {days[-1].day}; the table has the figures"


def _place_in_interval(line: Any) -> float:
    """Return where the actual win lies: 0 for the theoretical one, from -1 to 1 inside the interval."""
    return float((line.compared_win - line.theoretical_win) * 2 / (line.high - line.low))


def _draw_hold(parts: Rows) -> Drawn:
    """Draw where each line lies in its interval: the interval as a band from -1 to 1, the actual win as a point."""
    lines = [line for line in parts["lines"] if line.low is not None and line.high is not None and line.high > line.low]
    if not lines:
        return None, ""
    places = [_place_in_interval(line) for line in lines]
    place = {
        "field": "place",
        "type": "quantitative",
        "title": "Actual against theoretical: 0 as expected, from \N{MINUS SIGN}1 to 1 the 95% interval",
        "scale": {"domain": [min(-_ROOM, *places), max(_ROOM, *places)]},
        "axis": {"tickCount": _TICKS},
    }
    chart = {
        "data": {"values": [_hold_value(line) for line in lines]},
        "height": {"step": 26},
        "encoding": {"y": {"field": "line", "type": "nominal", "title": None, "sort": None}},
        "layer": [
            {"mark": {"type": "rule", "strokeWidth": 8, "opacity": 0.25}, "encoding": _band(place)},
            {"mark": {"type": "point", "filled": True, "size": 90, "tooltip": True}, "encoding": _points(place)},
        ],
    }
    outside = sum(line.is_outside for line in lines)
    return (
        chart,
        f"Where {len(lines)} wagers lie in their 95 percent intervals; {outside} lie outside; the table has the figures",
    )


def _hold_value(line: Any) -> dict[str, object]:
    return {
        "line": f"{line.title}, {line.book}",
        "wager": line.title,
        "Rule book": line.book,
        "place": _place_in_interval(line),
        "outside": "outside" if line.is_outside else "inside",
        "Win": _dollars(line.compared_win),
        "Theoretical": _dollars(line.theoretical_win),
        "low": -1,
        "high": 1,
    }


def _band(place: Mapping[str, object]) -> dict[str, object]:
    return {"x": {**place, "field": "low"}, "x2": {"field": "high"}}


def _points(place: Mapping[str, object]) -> dict[str, object]:
    shapes = {"domain": ["inside", "outside"], "range": ["circle", "diamond"]}
    shape = {"field": "outside", "scale": shapes, "legend": None}
    told = [{"field": name} for name in ("wager", "Rule book", "Win", "Theoretical", "outside")]
    return {"x": place, "shape": shape, "tooltip": told}


_CHARTS: Mapping[str, Callable[[Rows], Drawn]] = {"overview": _draw_days, "days": _draw_days, "hold": _draw_hold}
