"""Pictures of every page, for docs/gallery.md: `make gallery` starts a demonstration house, sits down, and looks around.

`python -m tests.support.gallery FOLDER` writes them elsewhere, in every width and in light and dark.
"""

import json
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as NotThere

from tests.browser.chromium import CHROMIUM, WITH_WINDOWS
from tests.support.paths import ROOT
from tests.support.served_process import ServedHouse

PASSWORD = "correct horse battery staple"  # noqa: S105
WIDTHS = {390: 844, 768: 1024, 1440: 900}
"""The widths at which pages are looked at, with a usual height."""
PATIENCE = 90_000
"""Milliseconds until something has to be there: a round takes a while."""
LONGEST_COUNT = 600_000
"""Milliseconds until a computation has to be done: on a busy machine it waits for its turn."""
UNFINISHED = "progress"
"""What a page shows as long as something is being counted."""
LOOKS = 6
DOCS = ROOT / "docs" / "gallery"


@dataclass(frozen=True)
class Picture:
    """A page as one person sees it, once something is on it."""

    name: str
    path: str
    shows: str
    who: str = "guest"
    widths: tuple[int, ...] = (1440,)
    """The widths of the picture in the docs."""
    key: str = ""
    """A key to press first, such as the one that bets."""


PICTURES = (
    Picture("lobby", "/", "tbody tr", widths=(1440, 390)),
    Picture("table-ultimate", "/tables/UTH-1", "hw-station .helps", widths=(1440, 390), key="1"),
    Picture("table-pai-gow", "/tables/PG-1", "hw-station .fan", widths=(1440, 390), key="1"),
    Picture("table-text", "/tables/UTH-1/text", ".log li:nth-child(6)"),
    Picture("console", "/console/FC-1", ".due .cl", who="dealer"),
    Picture("floor", "/floor", "h1", who="floorperson"),
    Picture("replay", "/rounds/UTH-1/1#part-Settlement", ".dealt-deck", who="surveillance"),
    Picture("rounds", "/rounds", ".round-list", who="surveillance"),
    Picture("rules", "/rules/md.pai-gow-poker", "h1"),
    Picture("clause", "/rules/md.pai-gow-poker/12.C(2)", ".pager"),
    Picture("odds", "/odds", ".rows tbody tr"),
    Picture("starting-hands", "/odds/starting-hands", "section[aria-live] .tag.ok"),
    Picture("settings", "/odds/settings", ".settings .best"),
    Picture("submissions", "/submissions?example=md.ultimate-texas-holdem/everything", ".preview img"),
)


class Visitors:
    """People with sessions in a house: a guest who sits at two tables, and staff."""

    def __init__(self, house: ServedHouse) -> None:
        self.house = house
        link = house.printed[1].strip().rpartition("#")[2]
        claimed = {"link": link, "login": "ada", "name": "Ada", "password": PASSWORD}
        self.cookies = {"administrator": self.ask("/api/session/administrator", claimed)}
        for role, name in {"dealer": "Dee", "floorperson": "Flo", "surveillance": "Sol"}.items():
            hired = {"login": name.lower(), "name": name, "password": PASSWORD, "roles": [role], "why": "gallery"}
            self.ask("/api/people", hired, self.cookies["administrator"])
            self.cookies[role] = self.ask("/api/session", {"login": name.lower(), "password": PASSWORD})
        self.cookies["guest"] = self.ask("/api/session/guest", {"name": "Ann"})
        for table, position in {"UTH-1": 4, "PG-1": 3}.items():
            self.sit_down(table, position)

    def sit_down(self, table: str, position: int) -> None:
        for number, (act, facts) in enumerate((("sit", {"position": position}), ("buy-in", {"amount": {"cents": 100_000}}))):
            command = {"id": f"gallery-{table}-{number}", "act": act, "facts": facts}
            self.ask(f"/api/tables/{table}/commands", command, self.cookies["guest"])

    def ask(self, path: str, content: dict, cookie: str = "") -> str:
        """Send something, and return the session that the answer begins."""
        headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
        request = Request(f"{self.house.address}{path}", json.dumps(content).encode(), headers)  # noqa: S310 - our own address
        with urlopen(request, timeout=60) as answer:  # noqa: S310
            return (answer.headers["Set-Cookie"] or "").partition(";")[0]


def take(browser: Browser, visitors: Visitors, picture: Picture, width: int, scheme: str, path: Path) -> None:
    """Take one picture. What is said to be on the page has to come."""
    size = {"width": width, "height": WIDTHS[width]}
    context = browser.new_context(viewport=size, color_scheme=scheme, base_url=visitors.house.address)
    name, _, value = visitors.cookies[picture.who].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": visitors.house.address}])
    page: Page = context.new_page()
    page.goto(picture.path)
    page.locator("h1").first.wait_for(timeout=PATIENCE)
    wait_for_picture(page, picture)
    page.locator(UNFINISHED).first.wait_for(state="detached", timeout=LONGEST_COUNT)
    page.wait_for_timeout(1500)  # what moves comes to rest
    page.screenshot(path=path)
    context.close()


def wait_for_picture(page: Page, picture: Picture) -> None:
    """Wait until the page shows what the picture is of, and fail if that does not come. What is being counted takes its time."""
    for _ in range(LOOKS):
        if picture.key:
            page.keyboard.press(picture.key)
        with suppress(NotThere):
            page.locator(picture.shows).first.wait_for(timeout=PATIENCE / LOOKS)
            return
        if page.locator(UNFINISHED).count():
            page.locator(UNFINISHED).first.wait_for(state="detached", timeout=LONGEST_COUNT)
        elif not picture.key:
            page.reload()
    raise AssertionError(f"{picture.path} does not show {picture.shows}")


def main(folder: Path | None) -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = ServedHouse(Path(data) / "house").wait_until_ready()
        browser = playwright.chromium.launch(executable_path=WITH_WINDOWS or CHROMIUM, args=["--no-sandbox"])
        try:
            visitors = Visitors(house)
            for picture in PICTURES:
                for width, scheme in views(picture, folder):
                    target = (folder or DOCS) / f"{picture.name}-{width}{'-dark' if scheme == 'dark' else ''}.png"
                    target.parent.mkdir(parents=True, exist_ok=True)
                    take(browser, visitors, picture, width, scheme, target)
                    print(target.name, flush=True)
        finally:
            browser.close()
            house.stop()


def views(picture: Picture, folder: Path | None) -> list[tuple[int, str]]:
    """The widths and schemes of a picture: a few for the docs, all of them for somebody who looks closely."""
    if folder is None:
        return [(width, "light") for width in picture.widths]
    return [(width, scheme) for width in WIDTHS for scheme in ("light", "dark")]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
