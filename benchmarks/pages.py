"""Measure in a real browser how soon somebody sees a table, and how smoothly cards and chips move on it."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.first_page import served_house

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chromium-headless-shell")
VISITS = 5
WATCHED_SECONDS = 60
EMPTY_SECONDS = 10
_SIXTIETH_MS = 1_000 / 60
_LONGEST_LOAD_MS = 60_000
_DESKTOP, _PHONE = (1440, 900), (390, 844)
_TABLE = "/tables/UTH-1"
PAGES = {
    "lobby": ("/", _DESKTOP, ".tables .mini-table"),
    "table": (_TABLE, _DESKTOP, ".felt .plaque .seat-chips"),
    "table on a phone": (_TABLE, _PHONE, ".strip .seat-number"),
    "table as text": (f"{_TABLE}/text", _DESKTOP, "#all"),
}
"""What is visited: the path, the size of the window, and what makes the page useful when it is drawn."""

_NOTE_WHEN_USEFUL = """(() => {
  const look = () => document.querySelector(SELECTOR)
    ? requestAnimationFrame(() => { window.usefulAt = performance.now(); })  // the frame that shows it has been drawn
    : requestAnimationFrame(look);
  requestAnimationFrame(look);
})()"""
_VISIT = """() => {
  const fetched = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return {
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    useful: window.usefulAt,
    bytes: fetched.reduce((sum, each) => sum + each.transferSize, 0),
    requests: fetched.length,
  };
}"""
_NOTE_FRAMES = """(() => {
  window.frames_ms = [];
  let before = 0;
  const tick = (now) => {
    const moving = document.getAnimations().some((each) => each.effect.target.closest(".felt"));
    if (moving && before) window.frames_ms.push(now - before);
    before = moving ? now : 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})()"""

_EMPTY_PAGE = """data:text/html,<style>
  @keyframes slide { to { transform: translate(300px) } }
  i { display: block; width: 30px; height: 30px; background: green; animation: slide 1s infinite alternate }
</style><div class=felt><i></i></div>"""
"""One small thing that moves: how many frames the machine, the browser and the measuring allow."""


@dataclass(frozen=True)
class PageVisit:
    """A page on its first visit, with an empty cache and as a new guest. Each figure is the median of several visits."""

    page: str
    first_paint_ms: float
    useful_paint_ms: float
    requests: float
    kilobytes: float


@dataclass(frozen=True)
class Frames:
    """The frames in which something moved on a page."""

    moving_seconds: float
    per_second: float
    late_share: float
    """Of the frames, those that came a sixtieth of a second late or more."""
    longest_ms: float


@dataclass(frozen=True)
class PageTimes:
    visits: tuple[PageVisit, ...]
    frames: Frames
    empty: Frames
    """The frames of an empty page, for comparison."""


def measure_pages() -> PageTimes | None:
    """Return what was measured; None where there is no browser."""
    if CHROMIUM is None:
        return None
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, served_house(Path(folder)) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        visits = tuple(_visit_often(browser, address, name) for name in PAGES)
        frames = _watch(browser, address + _TABLE, WATCHED_SECONDS)
        empty = _watch(browser, _EMPTY_PAGE, EMPTY_SECONDS)
        browser.close()
        return PageTimes(visits, frames, empty)


def page_visit_rows(times: PageTimes) -> Iterator[tuple[str, ...]]:
    for visit in times.visits:
        paints = (f"{visit.first_paint_ms:,.0f} ms", f"{visit.useful_paint_ms:,.0f} ms")
        yield visit.page, *paints, f"{visit.requests:.0f}", f"{visit.kilobytes:.0f} kB"


def frame_rows(times: PageTimes) -> Iterator[tuple[str, str]]:
    frames, empty = times.frames, times.empty
    yield "seconds in which something moved", f"{frames.moving_seconds:.1f} s"
    yield "frames a second while something moved", f"{frames.per_second:.1f}"
    yield "frames a second of an empty page", f"{empty.per_second:.1f}"
    yield "the table's frames, as a share of the empty page's", f"{frames.per_second / empty.per_second:.1%}"
    yield "frames that came late, table and empty page", f"{frames.late_share:.1%} and {empty.late_share:.1%}"
    yield "longest frame, table and empty page", f"{frames.longest_ms:.0f} ms and {empty.longest_ms:.0f} ms"


def _visit_often(browser: Any, address: str, name: str) -> PageVisit:
    visits = [_visit(browser, address, *PAGES[name]) for _ in range(VISITS)]
    first, useful, requests, size = (median(visit[key] for visit in visits) for key in ("first", "useful", "requests", "bytes"))
    return PageVisit(name, first, useful, requests, size / 1_000)


def _visit(browser: Any, address: str, path: str, size: tuple[int, int], useful: str) -> dict[str, float]:
    """Open a page in a context of its own, which has nothing in its cache."""
    context, page = _new_page(browser, size, _NOTE_WHEN_USEFUL.replace("SELECTOR", repr(useful)))
    page.goto(address + path)
    page.locator(useful).first.wait_for(state="attached", timeout=_LONGEST_LOAD_MS)
    page.wait_for_load_state("networkidle")
    seen: dict[str, float] = page.evaluate(_VISIT)
    context.close()
    return seen


def _watch(browser: Any, address: str, seconds: int) -> Frames:
    context, page = _new_page(browser, _DESKTOP, _NOTE_FRAMES)
    page.goto(address)
    page.wait_for_timeout(1_000 * seconds)
    lengths: list[float] = page.evaluate("window.frames_ms")
    context.close()
    moving = sum(lengths) / 1_000
    late = [length for length in lengths if length > 1.5 * _SIXTIETH_MS]
    return Frames(moving, len(lengths) / moving if moving else 0, len(late) / max(len(lengths), 1), max(lengths, default=0))


def _new_page(browser: Any, size: tuple[int, int], script: str) -> tuple[Any, Any]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(script)
    return context, context.new_page()
