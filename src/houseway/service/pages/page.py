"""A page: the frame of all pages, filled for one of them."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from houseway.service.pages.web_files import WebFiles, web_files

COMMON_STYLES = ("fonts.css", "tokens.css", "base.css")
"""The sheets that every page loads first."""
_COMMON_MODULE = "modules/parts/person.js"
"""The module of the masthead, which every page has."""


@dataclass(frozen=True)
class Page:
    """What pages.toml says about one page."""

    path: str
    title: str
    element: str
    module: str
    styles: tuple[str, ...]
    desk: str = ""


@dataclass(frozen=True)
class DeskLink:
    """A desk as the masthead of every page links to it."""

    id: str
    path: str
    title: str


@cache
def page_list() -> tuple[tuple[Page, ...], tuple[DeskLink, ...]]:
    """Return the pages and the desks."""
    content = tomllib.loads((files("houseway") / "web" / "pages.toml").read_text(encoding="utf-8"))
    pages = tuple(Page(**{**entry, "styles": tuple(entry["styles"])}) for entry in content["page"])
    return pages, tuple(DeskLink(**entry) for entry in content["desk"])


@cache
def render_page(page: Page) -> bytes:
    """Return the HTML of a page. It names every module that the page will need, so that none is asked for late."""
    web = web_files()
    parts = {
        "title": escape(page.title),
        "page": page.element.removeprefix("hw-"),
        "element": page.element,
        "web": web.address,
        "styles": "\n".join(_style_links(page, web)),
        "modules": "\n".join(_module_links(page, web)),
        "desks": "".join(_desk_links(page)),
    }
    text = (files("houseway") / "web" / "frame.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text.encode()


def _style_links(page: Page, web: WebFiles) -> Iterator[str]:
    for name in (*COMMON_STYLES, *page.styles):
        yield f'<link rel="stylesheet" href="{web.address}/styles/{name}">'


def _module_links(page: Page, web: WebFiles) -> Iterator[str]:
    entries = (_COMMON_MODULE, f"modules/{page.module}")
    modules = dict.fromkeys(name for entry in entries for name in web.modules_of(entry))
    for name in modules:
        kind = 'script type="module" src' if name in entries else 'link rel="modulepreload" href'
        yield f'<{kind}="{web.address}/{name}">' + ("</script>" if name in entries else "")


def _desk_links(page: Page) -> Iterator[str]:
    for desk in page_list()[1]:
        current = ' aria-current="page"' if desk.id == page.desk else ""
        yield f'<li><a href="{desk.path}"{current}>{escape(desk.title)}</a></li>'
