"""The table of routes in docs/service.md, made from the application: `python -m tests.support.api_routes` writes it."""

import sys
import tempfile
from pathlib import Path

from tests.support.api_bench import ApiBench
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "service.md"
HEADING = "| subject | route | what it does |\n|---|---|---|\n"


def routes_table(app):
    rows, last = [], ""
    for path, methods in app.openapi()["paths"].items():
        for method, operation in methods.items():
            subject = operation["tags"][0]
            said = (
                (operation.get("description") or operation["summary"]).split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
            )
            rows.append(f"| {subject if subject != last else ''} | `{method.upper()} {path}` | {said} |\n")
            last = subject
    return HEADING + "".join(rows)


def page_with(app):
    """The page with the routes of an application."""
    before, _, _ = PAGE.read_text().partition(HEADING)
    return before + routes_table(app)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        bench = ApiBench(Path(folder))
        PAGE.write_text(page_with(bench.app))
        bench.close()
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} is written\n")
