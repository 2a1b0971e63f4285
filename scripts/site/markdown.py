"""Pieces of Markdown. Links to places in the repository and in the site have schemes of their own, which `extension` resolves."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE_SCHEME, SITE_SCHEME = "source", "site"
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def escape(text: object) -> str:
    """Write text so that Markdown shows it as it is, in one line."""
    return _SIGNS.sub(r"\\\1", " ".join(str(text).split()))


def code(text: object) -> str:
    """Write text as code."""
    words = str(text).replace("\n", " ").replace("|", "\\|")
    return f"`` {words} ``" if "`" in words else f"`{words}`"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table. Its cells are Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def source_link(path: str, line: int | None = None, text: str = "") -> str:
    """Link to a file of the repository, and to one line of it."""
    return f"[{text or code(path)}](<{SOURCE_SCHEME}:{path}{f'#L-{line}' if line else ''}>)"


def site_link(text: str, page: str, anchor: str = "") -> str:
    """Link to another page of the site, from any page."""
    return f"[{text}](<{SITE_SCHEME}:{page}{f'#{anchor}' if anchor else ''}>)"


def rubric(title: str, anchor: str) -> str:
    """Write a heading that is in no table of contents: with thousands of them Sphinx takes minutes over each."""
    return f"```{{rubric}} {escape(title)}\n:name: {anchor}\n:heading-level: 2\n```\n\n"


def index_entry(words: str) -> str:
    """Let the search find a place by words. An exclamation mark puts it before the pages that only have the words."""
    return f"```{{index}} ! single: {words}\n```\n\n"


def hidden_toctree(pages: Iterable[str], depth: int = 1) -> str:
    return toctree(pages, depth, ":hidden:\n")


def toctree(pages: Iterable[str], depth: int = 1, options: str = "") -> str:
    listed = "\n".join(pages)
    return f"```{{toctree}}\n:maxdepth: {depth}\n{options}\n{listed}\n```\n"
