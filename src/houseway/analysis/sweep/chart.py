"""The designs of a sweep as a picture: edge against deviation, coloured by how often they pay."""

from collections.abc import Iterator
from typing import Any

import altair as alt

from houseway.analysis.chart_files import Drawings
from houseway.analysis.chart_style import FONT, NARROW, SOFT, WIDE, inline_data, wrap_text
from houseway.analysis.charts import Drawing
from houseway.analysis.exact import as_percent
from houseway.analysis.sweep.design import Figure
from houseway.analysis.sweep.sweep import SweepResult
from houseway.spelling import count_things

MOST_DRAWN = 5_000
"""More points than these cannot be told apart, and make a file that no browser draws: the best are drawn."""
_HEIGHT, _SIZE = 420, 30


def drawings_of(found: SweepResult) -> Drawings:
    return Drawings(_title(found), lambda narrow: _draw(found, narrow))


def _title(found: SweepResult) -> str:
    return f"{found.title}: {count_things(len(found.kept), 'design')} of {found.design.points:,}"


def _draw(found: SweepResult, is_narrow: bool) -> Drawing:
    frame = NARROW if is_narrow else WIDE
    said = f"{found.source}; every point is counted exactly."
    said += f" The best {MOST_DRAWN:,} by {found.design.best_by} are drawn." if len(found.kept) > MOST_DRAWN else ""
    shares = alt.Axis(format=".2%", grid=True, domain=False, ticks=False, tickCount=5)
    chart = (
        alt.Chart(inline_data(_rows(found)))
        .mark_circle(size=_SIZE, opacity=0.75)
        .encode(
            x=alt.X("edge:Q", title="house edge", axis=shares, scale=alt.Scale(zero=False)),
            y=alt.Y("deviation:Q", title="standard deviation, in stakes", scale=alt.Scale(zero=False)),
            color=alt.Color("hits:Q", title="hit rate", legend=alt.Legend(format=".1%", orient="top")),
            tooltip=[alt.Tooltip("design:N"), alt.Tooltip("edge:Q", format=".4%"), alt.Tooltip("hits:Q", format=".2%")],
        )
        .properties(width=frame.width, height=_HEIGHT)
    )
    subtitle = wrap_text(said, frame.text_width, 13)
    title = alt.TitleParams(_title(found), subtitle=subtitle, anchor="start", fontSize=20, subtitleColor=SOFT, offset=18)
    complete: Any = chart.properties(title=title, padding=frame.padding, background="white").configure(font=FONT)
    shown: Drawing = complete.configure_view(strokeWidth=0).to_dict()
    return shown


def _rows(found: SweepResult) -> Iterator[dict[str, object]]:
    for each in found.best(MOST_DRAWN):
        design = ", ".join(f"{name} {value}" for name, value in zip(found.design.names, each.values, strict=True))
        figures = {"edge": float(each.edge), "deviation": float(each.deviation), "hits": float(each.figure(Figure.HIT_RATE))}
        yield {"design": f"{design}: {as_percent(each.edge)}", **figures}
