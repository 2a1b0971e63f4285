"""Charts of solutions as files: a page that works offline, SVG or PNG."""

import json
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

import vl_convert

from houseway.analysis.charts import FONT, Drawing, no_chart_of
from houseway.analysis.games import analysis_of
from houseway.analysis.solve.pai_gow.solver import OPTIMAL
from houseway.analysis.solve.solution import Solution
from houseway.errors import Malformed
from houseway.output_files import check_output_path, write_output
from houseway.regulation import load

_PNG_SCALE = 2.0


def write_chart(solution: Solution, path: Path) -> str:
    """Write the chart of a solution in the form that the file's name asks for. Return the chart's title."""
    drawing = draw_chart(solution)
    write_output(path, find_form(path)(drawing), "chart.file")
    title: str = drawing["title"]["text"]
    return title


def check_chart(path: Path, against: str | None = None) -> None:
    """Refuse a chart that cannot be drawn or written, before a game is solved for it."""
    find_form(path)
    if against == OPTIMAL:
        raise no_chart_of(f"a player who sets {against}")
    check_output_path(path, "chart.file")


def find_form(path: Path) -> Callable[[Drawing], bytes]:
    """Return the function that makes a file of this name."""
    if path.suffix.lower() not in _FORMS:
        known = ", ".join(_FORMS)
        raise Malformed(
            f"a chart file ends in {known}; {path.name!r} does not", code="chart.form", given=path.name, allowed=tuple(_FORMS)
        )
    return _FORMS[path.suffix.lower()]


def _to_svg(drawn: Drawing) -> bytes:
    text: str = vl_convert.vegalite_to_svg(drawn)
    return text.encode()


def _to_png(drawn: Drawing) -> bytes:
    return bytes(vl_convert.vegalite_to_png(drawn, scale=_PNG_SCALE))


_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title><style>body {{ margin: 2rem; font-family: {font} }}</style></head>
<body><div id="chart"></div>
<script type="module">
{bundle}
</script>
</body>
</html>
"""
_ACTIONS = {"export": True, "source": False, "compiled": False, "editor": False}
_OPTIONS = {"renderer": "svg", "actions": _ACTIONS}


def _to_html(drawn: Drawing) -> bytes:
    """Return one file that includes Vega's scripts, so that nothing is fetched."""
    call = f'vegaEmbed("#chart", {json.dumps(drawn)}, {json.dumps(_OPTIONS)});'
    bundle = vl_convert.javascript_bundle(call).replace("</script", "<\\/script")
    return _PAGE.format(title=escape(drawn["title"]["text"]), font=FONT, bundle=bundle).encode()


_FORMS: Mapping[str, Callable[[Drawing], bytes]] = {".html": _to_html, ".svg": _to_svg, ".png": _to_png}


def draw_chart(solution: Solution) -> Drawing:
    """Return the chart of a solution in Vega-Lite."""
    return analysis_of(load(solution.provenance.book)).draw_chart(solution)
