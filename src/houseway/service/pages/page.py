"""A page: the frame of all pages, filled for one of them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from houseway.service.pages.web_files import SHEET_SEPARATOR, WebFiles, web_files

COMMON_STYLES = ("fonts.css", "tokens.css", "base.css")
"""The sheets that every page loads first."""
_MODES = "styles/modes.css"
_MODES_MEDIA = "print, (prefers-contrast: more), (forced-colors: active)"
"""The sheet for paper and for people who need other colours. A browser that shows a page as usual does not wait for it."""
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
    permission: str = ""
    """What somebody needs to open it; empty for a page that anybody opens."""
    instead: tuple[str, ...] = ()
    """Where somebody may go who may not open it, and how the link there is called."""
    early: str = ""
    """A module that begins with what takes longest, such as a connection, before the others have come."""
    data: tuple[str, ...] = ()
    """What the page asks for first; the browser begins with it before the modules are there."""
    later: tuple[str, ...] = ()
    """Modules that the page imports once it shows something; the browser fetches them after all others."""


@dataclass(frozen=True)
class DeskLink:
    """A desk as the masthead of every page links to it."""

    id: str
    path: str
    title: str
    about: str
    """What it is for, in a sentence."""


@cache
def page_list() -> tuple[tuple[Page, ...], tuple[DeskLink, ...]]:
    """Return the pages and the desks."""
    content = _read_declarations()
    return tuple(map(_read_page, content["page"])), tuple(DeskLink(**entry) for entry in content["desk"])


@cache
def missing_page() -> Page:
    """Return the page that is shown where there is none."""
    return _read_page(_read_declarations()["missing"])


def _read_declarations() -> dict[str, Any]:
    return tomllib.loads((files("houseway") / "web" / "pages.toml").read_text(encoding="utf-8"))


def _read_page(entry: Mapping[str, Any]) -> Page:
    return Page(**{key: _frozen(value) for key, value in entry.items()})


def _frozen(value: Any) -> Any:
    """Return what TOML has as a list as a tuple."""
    return tuple(value) if isinstance(value, list) else value


@cache
def render_page(page: Page, desks: tuple[DeskLink, ...] = ()) -> bytes:
    """Return the HTML of a page with the desks of a menu. It names every module that the page will need, so that none is asked for
    late."""
    web = web_files()
    links = {
        "data": _data_links(page),
        "early": _early_links(page, web),
        "modules": _module_links((_COMMON_MODULE, f"modules/{page.module}"), page, web),
    }
    content = f'<{page.element}><p class="loading page">Loading…</p></{page.element}>'
    return _fill_frame(page, desks, content, {name: "\n".join(part) for name, part in links.items()})


def render_refusal(page: Page, desks: tuple[DeskLink, ...], content: str) -> bytes:
    """Return the HTML of what stands in place of a page for somebody who may not open it. It loads nothing of the page."""
    modules = "\n".join(_module_links((_COMMON_MODULE,), None, web_files()))
    return _fill_frame(page, desks, content, {"data": "", "early": "", "modules": modules})


def _fill_frame(page: Page, desks: tuple[DeskLink, ...], content: str, links: Mapping[str, str]) -> bytes:
    web = web_files()
    parts = {
        "title": escape(page.title),
        "page": page.element.removeprefix("hw-"),
        "web": web.address,
        "styles": "\n".join(_style_links(page, web)),
        **links,
        "desks": "".join(_desk_links(page, desks)),
        "content": content,  # last: what somebody has typed may look like a place of the frame
    }
    text = (files("houseway") / "web" / "frame.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text.encode()


def compress_files() -> None:
    """Render every page and compress every file that one asks for, before somebody waits for them. It takes a second at the first
    start of a release; later starts read the compressed files."""
    web = web_files()
    paths: set[str] = set()
    for page in page_list()[0]:
        render_page(page)
        paths.update(_style_paths(page), web.modules_of(f"modules/{page.module}"))
    web.compress(sorted(paths))


def _style_paths(page: Page) -> Iterator[str]:
    """Yield the paths of a page's sheets: those that all pages have first are one file, its own another, and the modes a third."""
    for names in filter(None, (COMMON_STYLES, page.styles)):
        yield f"styles/{SHEET_SEPARATOR.join(names)}"
    yield _MODES


def _style_links(page: Page, web: WebFiles) -> Iterator[str]:
    for path in _style_paths(page):
        media = f' media="{_MODES_MEDIA}"' if path == _MODES else ""
        yield f'<link rel="stylesheet" href="{web.address}/{path}"{media}>'


def _data_links(page: Page) -> Iterator[str]:
    for address in page.data:
        yield f'<link rel="preload" href="{address}" as="fetch" crossorigin>'


def fill_address(content: bytes, parameters: Mapping[str, str]) -> bytes:
    """Put the parameters of the page's address into the addresses that it names."""
    for name, value in parameters.items():
        content = content.replace(f"{{{name}}}".encode(), quote(value, safe="").encode())
    return content


def _early_links(page: Page, web: WebFiles) -> Iterator[str]:
    """Yield the links of the early module and what it imports. They come first: a browser fetches only a few files at once."""
    for place, name in enumerate(_early_modules(page, web)):
        address = f"{web.address}/{name}"
        yield (
            f'<link rel="modulepreload" href="{address}">'
            if place
            else f'<script type="module" async src="{address}"></script>'
        )


def _early_modules(page: Page, web: WebFiles) -> tuple[str, ...]:
    return web.modules_of(f"modules/{page.early}") if page.early else ()


def _module_links(entries: tuple[str, ...], page: Page | None, web: WebFiles) -> Iterator[str]:
    linked = set(_early_modules(page, web)) if page else set()
    for name in dict.fromkeys(name for entry in entries for name in web.modules_of(entry)):
        address = f"{web.address}/{name}"
        if name in entries:
            yield f'<script type="module" src="{address}"></script>'
        elif name not in linked:
            yield f'<link rel="modulepreload" href="{address}">'
        linked.add(name)
    later = dict.fromkeys(name for entry in (page.later if page else ()) for name in web.modules_of(f"modules/{entry}"))
    for name in (name for name in later if name not in linked):
        yield f'<link rel="modulepreload" fetchpriority="low" href="{web.address}/{name}">'


def _desk_links(page: Page, desks: tuple[DeskLink, ...]) -> Iterator[str]:
    for desk in desks:
        current = ' aria-current="page"' if desk.id == page.desk else ""
        yield f'<li><a href="{desk.path}" data-about="{escape(desk.about)}"{current}>{escape(desk.title)}</a></li>'
