"""What the site adds to Sphinx: links to source files with pages that show them, and pages without inline scripts or styles."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any
from urllib.parse import unquote

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx.application import Sphinx

from scripts.site.markdown import ROOT, SITE_SCHEME, SOURCE_SCHEME

_LARGEST = 400_000
"""Larger files are not shown."""
_THEME_SCRIPT = re.compile(r"<script>\s*document\.body\.dataset\.theme = localStorage[^<]*</script>")
_MENDS = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    "<pre>": '<pre tabindex="0">',
}
"""What the theme lacks for people without a mouse or a screen: the level of a heading, and a way to scroll code by keys."""
_STYLE = re.compile(r'(<[a-z][^<>]*?) style="[^"]*"')
_INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>|<style|<[a-z][^<>]* (?:style|on[a-z]+)=", re.IGNORECASE)
_CODE = re.compile(r"\S.*:\n    \S")
_IDS = re.compile(r'\bid="([^"]+)"')
_HREF = re.compile(r'\bhref="([^"]*)"')


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", _mark_code)
    app.connect("doctree-resolved", _resolve_links)
    app.connect("html-collect-pages", _source_pages)
    app.connect("html-page-context", _without_menu, priority=100)  # before the theme draws the menu
    app.connect("build-finished", _finish_pages)
    return {"parallel_read_safe": False, "parallel_write_safe": False}


def _mark_code(_app: Sphinx, _what: str, _name: str, _value: object, _options: object, lines: list[str]) -> None:
    """Mark paragraphs of a docstring that are code: a line that ends with a colon, and deeper lines below it."""
    paragraphs = "\n".join(lines).split("\n\n")
    marked = [f".. code-block:: python\n\n{indent(each, '    ')}" if _CODE.match(each) else each for each in paragraphs]
    lines[:] = "\n\n".join(marked).split("\n")


def _source_page(path: str) -> str:
    return f"source/{path}"


def _resolve_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Resolve links to files of the repository and to pages of the site, from wherever they stand."""
    for link in doctree.findall(nodes.reference):
        scheme, _, rest = link.get("refuri", "").partition(":")
        path, sign, anchor = rest.partition("#")
        if scheme == SOURCE_SCHEME:
            path = path.rstrip("/")
            if not (ROOT / path).is_file():
                link.replace_self(link.children)
                continue
            _linked_files(app).add(path)
            link["refuri"] = app.builder.get_relative_uri(docname, _source_page(path)) + sign + anchor
        elif scheme == SITE_SCHEME:
            link["refuri"] = app.builder.get_relative_uri(docname, path) + sign + anchor


def _linked_files(app: Sphinx) -> set[str]:
    found: set[str] = app.__dict__.setdefault("houseway_files", set())
    return found


def _source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for every file that is linked to, with an anchor for every line."""
    for path in sorted(_linked_files(app)):
        text = (ROOT / path).read_text(encoding="utf-8")[:_LARGEST]
        # Lines as spans with ids; numbers come from the style sheet.
        formatter = HtmlFormatter(linespans="L", cssclass="highlight source", wrapcode=True)
        body = f"<h1><code>{path}</code></h1>{highlight(text, _lexer(path), formatter)}"
        yield _source_page(path), {"title": path, "body": body, "parents": (), "furo_hide_toc": True}, "page.html"


def _without_menu(app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Leave the menu out of pages that show a file: there are hundreds of them, and it takes longer than all the rest."""
    if pagename.startswith(_source_page("")):
        context["toctree"] = lambda **_: ""


def _lexer(path: str) -> Any:
    try:
        return get_lexer_for_filename(path, stripnl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False)


def _finish_pages(app: Sphinx, error: Exception | None) -> None:
    """Take the theme's inline script and all style attributes out, and check that nothing inline and no dead link is left."""
    if error is not None or app.builder.name != "html":
        return
    ids: dict[Path, set[str]] = {}
    links: dict[Path, set[str]] = {}
    for file in sorted(Path(app.outdir).rglob("*.html")):
        root = "../" * len(file.relative_to(app.outdir).parents[:-1])
        text = file.read_text(encoding="utf-8")
        text = _THEME_SCRIPT.sub(f'<script src="{root}_static/theme-choice.js"></script>', text)
        text = _STYLE.sub(r"\1", text)
        for found, mended in _MENDS.items():
            text = text.replace(found, mended)
        if found := _INLINE.search(text):
            sys.exit(f"{file.relative_to(app.outdir)} has something inline: {text[found.start() : found.end() + 60]}")
        file.write_text(text, encoding="utf-8")
        ids[file], links[file] = set(_IDS.findall(text)), set(_HREF.findall(text))
    dead = [
        f"{file.relative_to(app.outdir)}: {link}" for file in ids for link in sorted(links[file]) if _is_dead(file, link, ids)
    ]
    if dead:
        sys.exit("links that lead nowhere:\n" + "\n".join(dead[:50]) + f"\n{len(dead)} in all")


def _is_dead(file: Path, link: str, ids: dict[Path, set[str]]) -> bool:
    address, _, anchor = link.partition("#")
    if re.match("[a-z]+:", address) or address.startswith("//"):
        return False
    target = (file.parent / unquote(address.partition("?")[0])).resolve() if address else file
    if not target.is_file():
        return True
    return bool(anchor) and target in ids and unquote(anchor) not in ids[target] and not anchor.startswith("svg-")
