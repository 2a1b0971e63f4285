"""Charts of solutions as files: a page that works offline, SVG or PNG."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

import vl_convert

from houseway.analysis.chart_style import FONT
from houseway.analysis.charts import Drawing, no_chart_error
from houseway.analysis.games import analysis_of
from houseway.analysis.pai_gow.solve.solver import OPTIMAL
from houseway.analysis.solve.solution import Solution
from houseway.errors import Malformed
from houseway.extras import require_extra
from houseway.output_files import check_output_path, write_output
from houseway.regulation import load_book

_PNG_SCALE = 2.0


@dataclass(frozen=True)
class Drawings:
    """A chart, for a screen and for a phone."""

    title: str
    draw: Callable[[bool], Drawing]
    """Returns the chart in Vega-Lite, narrow or not."""


def drawings_of(solution: Solution) -> Drawings:
    return Drawings(load_book(solution.provenance.book).title, partial(draw_chart, solution))


def write_chart(solution: Solution, path: Path) -> str:
    """Write the chart of a solution in the form that the file's name asks for. Return the chart's title."""
    return write_drawings(drawings_of(solution), path)


def write_drawings(drawings: Drawings, path: Path) -> str:
    """Write a chart in the form that the file's name asks for. Return its title."""
    write_output(path, find_form(path)(drawings), "chart.file")
    return drawings.title


def check_chart(path: Path, against: str | None = None) -> None:
    """Refuse a chart that cannot be drawn or written, before anything is computed for it."""
    find_form(path)
    require_extra("charts")
    if against == OPTIMAL:
        raise no_chart_error(f"a player who sets {against}")
    check_output_path(path, "chart.file")


def find_form(path: Path) -> Callable[[Drawings], bytes]:
    """Return the function that makes a file of this name."""
    if path.suffix.lower() not in _FORMS:
        known = ", ".join(_FORMS)
        raise Malformed(
            f"a chart file ends in {known}; {path.name!r} does not", code="chart.form", given=path.name, allowed=tuple(_FORMS)
        )
    return _FORMS[path.suffix.lower()]


def _to_svg(drawings: Drawings) -> bytes:
    text: str = vl_convert.vegalite_to_svg(drawings.draw(False))
    return text.encode()


def _to_png(drawings: Drawings) -> bytes:
    return bytes(vl_convert.vegalite_to_png(drawings.draw(False), scale=_PNG_SCALE))


_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>body {{ margin: 0; font-family: {font} }} #chart {{ display: block; margin: 0 auto; max-width: max-content }}</style></head>
<body><div id="chart"></div>
<script type="module">
{bundle}
</script>
</body>
</html>
"""
_ACTIONS = {"export": True, "source": False, "compiled": False, "editor": False}
_OPTIONS = {"wide": {"renderer": "svg", "actions": _ACTIONS}, "narrow": {"renderer": "svg", "actions": False}}
"""A phone has no room for the menu."""
_ROOM_FOR_WIDE = 1180
"""The pixels that a wide chart takes with its margins and menu; a screen with fewer gets the narrow one."""
_SCRIPT = """const drawings = {{ wide: {wide}, narrow: {narrow} }};
const small = window.matchMedia("(max-width: {room}px)");
const options = {options};
const draw = () => {{
  const size = small.matches ? "narrow" : "wide";
  return vegaEmbed("#chart", drawings[size], options[size]);
}};
small.addEventListener("change", draw);
draw();"""


def _to_html(drawings: Drawings) -> bytes:
    """Return one file that includes Vega's scripts, so that nothing is fetched, and both drawings: for a screen and a phone."""
    wide, narrow = (json.dumps(drawings.draw(narrow)) for narrow in (False, True))
    call = _SCRIPT.format(wide=wide, narrow=narrow, room=_ROOM_FOR_WIDE, options=json.dumps(_OPTIONS))
    bundle = vl_convert.javascript_bundle(call).replace("</script", "<\\/script")
    return _PAGE.format(title=escape(drawings.title), font=FONT, bundle=bundle).encode()


_FORMS: Mapping[str, Callable[[Drawings], bytes]] = {".html": _to_html, ".svg": _to_svg, ".png": _to_png}


def draw_chart(solution: Solution, narrow: bool = False) -> Drawing:
    """Return the chart of a solution in Vega-Lite; a narrow one fits a phone."""
    return analysis_of(load_book(solution.provenance.book)).draw_chart(solution, narrow)
