"""Parts of `docs/benchmarks.md` are written by programs, each between two markers."""

from collections.abc import Iterable
from pathlib import Path

from benchmarks.machine import describe_machine
from benchmarks.markdown import markdown_text

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "benchmarks.md"


def replace_part(begin: str, end: str, content: str) -> None:
    """Replace the part of the page between two markers."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}\n{content}\n{end}{after}", encoding="utf-8")


def page_part(parts: Iterable[str]) -> str:
    """Return a part of the page: what it was measured on, and its headings, texts, tables and lists."""
    measured = f"Measured on {describe_machine()}."
    return "\n\n".join(part if part[0] in "#!|-" else markdown_text(part) for part in (measured, *parts))
