"""Copies the pages of the repository into the source of the site. Links to files that are no pages lead to their source."""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from scripts.site.markdown import ROOT, SOURCE_SCHEME

_DOCS = ROOT / "docs"
_OUTSIDE = {"ARCHITECTURE.md": "architecture", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog"}
"""Pages that are elsewhere in the repository."""
_LINK = re.compile(r"(?<!!)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
_CODE = re.compile(r"(```.*?```|`[^`\n]+`)", re.DOTALL)
PICTURES = (".png", ".svg")


@cache
def page_names() -> Mapping[Path, str]:
    """Return the pages of the repository by file, each with its name in the site."""
    pages = {path: str(path.relative_to(_DOCS).with_suffix("")) for path in sorted(_DOCS.rglob("*.md"))}
    return pages | {ROOT / file: name for file, name in _OUTSIDE.items()}


def copied_pages() -> Iterator[tuple[str, str]]:
    for file, name in page_names().items():
        yield name, rewrite_links(file.read_text(encoding="utf-8"), file)


def copy_pictures(target: Path) -> None:
    for file in sorted(_DOCS.rglob("*")):
        if file.suffix in PICTURES:
            place = target / file.relative_to(_DOCS)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)


def rewrite_links(text: str, file: Path) -> str:
    """Rewrite the links of a page for its place in the site. What stands in code stays, but for the empty line at its end by which
    doctest knows where an output ends."""
    parts = _joined(_CODE.split(text))
    return "".join(
        part.replace("\n\n```", "\n```") if part.startswith("```") else _LINK.sub(_rewriter(file), part) for part in parts
    )


def _joined(parts: list[str]) -> Iterator[str]:
    """Yield blocks of code, and the text between them with its inline code."""
    text = ""
    for part in parts:
        if part.startswith("```"):
            yield text
            yield part
            text = ""
        else:
            text += part
    yield text


def _rewriter(file: Path) -> Callable[[re.Match[str]], str]:
    def rewrite(link: re.Match[str]) -> str:
        target, anchor = (file.parent / link[1]).resolve(), link[2] or ""
        if target in page_names():
            here = Path(page_names()[file]).parent
            return f"]({os.path.relpath(page_names()[target], here)}.md{anchor})"
        if target == _DOCS / "decisions":
            return "](site:decisions/index)"
        if target.suffix in PICTURES or not target.is_relative_to(ROOT):
            return link[0]
        return f"](<{SOURCE_SCHEME}:{target.relative_to(ROOT)}>)"

    return rewrite
