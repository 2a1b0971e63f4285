"""Reports in the browser: the day's overview, another report, its files, and a player's own rounds."""

import re

import pytest
from playwright.sync_api import expect

from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.service.clock import MILLISECONDS, system_milliseconds
from tests.browser.sitting import open_all_books
from tests.browser.walking import answered_last, serious_findings, unreached_controls, wait_for_content
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.report_sums import write_rows

ROWS_ON_PAPER = 20
PLACES = ("Maryland", "A state Division")
HOUR = 60 * 60 * MILLISECONDS


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    """A house whose clock begins at noon: if its gaming day turned meanwhile, the round of today would be yesterday's."""
    until_noon = (12 * HOUR - system_milliseconds()) % (24 * HOUR)
    with open_all_books(tmp_path_factory.mktemp("reports"), listener, later=until_noon) as service:
        yield service


@pytest.fixture(scope="module")
def floor(running):
    """The token of a floorperson in a house with a round of today, whose money is known by hand."""
    service = running.service
    played = play_round_file(read_round_file(GOLDEN_ROUNDS / "md-win-lose-tie-copy.toml"))
    write_rows(service.store.database, played, service.record.now())
    return running.employee("Flo", "floorperson")[1]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_the_days_overview_is_read_first_and_other_reports_from_there(new_page, floor, scheme, width):
    page = new_page("/reports", width=width, token=floor, color_scheme=scheme)
    page.get_by_role("heading", name="Overview of the day").wait_for()
    page.get_by_text("$81", exact=True).first.wait_for()
    expect(page.locator("[name=table] option")).to_have_text(["All tables", "FC-1", "PG-1", "PG-2", "UTH-1"])
    games = ["All games", "Four Card Poker", "Pai Gow Poker", "Ultimate Texas Hold'em"]
    expect(page.locator("[name=game] option")).to_have_text(games)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_findings(page, [scheme]) == []
    page.get_by_role("navigation", name="Reports").get_by_role("link", name="Rating slips").click()
    page.get_by_role("heading", name="Rating slips").wait_for()
    if width == 390:  # a row is one line until it is opened
        page.locator(".record summary", has_text="Bob").first.focus()
        page.keyboard.press("Enter")
    bob = page.get_by_role("link", name="Bob")
    assert "/reports/history?" in bob.get_attribute("href")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_findings(page, [scheme]) == []


def test_axe_has_no_serious_finding_in_the_other_reports(new_page, running, floor):
    page = new_page("/reports", width=390, token=floor)
    reports = page.request.get("/api/reports").json()["reports"]
    names = [each["name"] for each in reports if not each["needs_player"] and each["name"] not in ("overview", "ratings")]
    for name in [*names, "history?player=b"]:
        page.goto(f"/reports/{name}")
        page.locator(".report-body .panel h2").first.wait_for()
        assert (name, serious_findings(page)) == (name, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert (name, unreached_controls(page)) == (name, [])
        if name == "meters":  # the first meter of a name has no book in its id
            assert [page.get_by_text(f"{place}, Pai Gow Poker, progressive").count() > 0 for place in PLACES] == [True, True]


def test_a_report_is_limited_to_days_and_downloaded(new_page, floor):
    page = new_page("/reports/hold", token=floor)
    page.get_by_role("cell", name="The game itself").first.wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").first.click()
    assert "The game itself" in download.value.path().read_text()
    page.route("**/api/reports/hold?*", with_more_rows)
    page.reload()
    rows = page.locator(".report-body section.panel").first.locator("tbody tr")
    expect(rows).to_have_count(15)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # paper has every row, and says what it covers
    expect(rows).to_have_count(ROWS_ON_PAPER)
    expect(page.locator(".covered")).to_have_text(re.compile(r"Gaming day \d{4}-\d\d-\d\d, all tables, all games"))
    expect(page.locator(".report-controls")).to_be_hidden()
    page.emulate_media(media="screen")
    page.unroute("**/api/reports/hold?*")
    with answered_last(page, "**/api/reports/hold?*"):
        page.get_by_role("button", name="Yesterday").click()
        with page.expect_response("**/api/reports/hold?*"):
            page.get_by_role("button", name="7 days").click()
    assert rows.count() < ROWS_ON_PAPER
    assert page.get_by_text("Nothing was recorded").count() == 0
    page.get_by_role("button", name="Yesterday").click()
    page.get_by_text("Nothing was recorded").first.wait_for()
    assert "first=" in page.url
    later = page.locator(".report-body section.panel").filter(has_not_text="By wager")
    assert later.evaluate_all(LINES) == [1, 1, 1]  # by table, all wagers of each table, and by submission


LINES = """(panels) => panels.map((panel) => {
  const isShown = (each) => !each.childElementCount && each.textContent.trim() && each.checkVisibility();
  const boxes = [...panel.querySelectorAll("*")].filter(isShown).map((each) => each.getBoundingClientRect());
  boxes.sort((one, other) => one.top - other.top);
  return boxes.filter((box, place) => !place || box.top >= boxes[place - 1].bottom).length;
})"""
"""In how many lines, one below another, what panels say is set."""


def with_more_rows(route):
    answer = route.fetch().json()
    part = answer["parts"][0]
    part["rows"] = part["rows"][:1] * ROWS_ON_PAPER
    route.fulfill(json=answer)


def test_on_a_phone_win_and_hold_is_a_summary_and_a_line_for_each_wager(new_page, floor):
    page = new_page("/reports/hold", width=390, height=844, token=floor)
    figures = page.locator(".report-figures")
    expect(figures).to_contain_text("House win")
    wagered = sum(row["wagered"] for row in page.request.get("/api/reports/hold").json()["parts"][0]["rows"])
    expect(figures).to_contain_text(f"${wagered / 100:,.2f}".removesuffix(".00"))
    line = page.locator(".record", has_text="The game itself").first
    expect(line.locator("dl")).to_be_hidden()
    line.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(line.locator("dl")).to_contain_text("Paid to players")
    details = page.locator("details.folds", has_text="By table and wager")
    expect(details.locator(".record").first).to_be_hidden()
    details.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(details.get_by_role("link", name="CSV")).to_be_visible()
    assert serious_findings(page) == []
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.get_by_role("cell", name="The game itself").first).to_be_visible()
    page.set_viewport_size({"width": 768, "height": 1024})
    expect(page.locator(".record", has_text="The game itself").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 768


def test_of_a_player_other_reports_are_one_step_away(new_page, floor):
    page = new_page("/reports/ratings", token=floor)
    page.get_by_role("link", name="Bob").click()
    page.get_by_role("heading", name="Rounds of Bob").wait_for()
    wait_for_content(page)  # what is still drawn may move the link away from under the mouse
    page.get_by_role("navigation", name="Reports").get_by_role("link", name="Overview of the day").click()
    page.get_by_role("heading", name="Overview of the day: Bob").wait_for()
    page.get_by_text("$25", exact=True).first.wait_for()
    inventories = page.get_by_role("navigation", name="Reports").get_by_role("link", name="Table inventories")
    assert "player" not in inventories.get_attribute("href")


def test_others_are_told_for_whom_reports_are_and_have_their_own_rounds(new_page, floor):
    page = new_page("/reports")
    page.get_by_text("Only floorpersons, surveillance, auditors and administrators may open this page").wait_for()
    page = new_page("/history")
    page.get_by_role("heading", name="Your rounds").wait_for()
    page.get_by_text("You have played no round yet").wait_for()
    assert serious_findings(page, ["light"]) == []
    money = {"wagered": 5_000, "vigorish": 125, "net": -125}
    played = {
        "at": 0,
        "table": "PG-1",
        "round": 1,
        "position": 1,
        **money,
        "wagers": "Pai Gow Poker $25: +$23.75; Bonus $25: -$25",
    }
    page.route("**/api/reports/history", lambda route: route.fulfill(json={"parts": [{"rows": [played], "is_cut": False}]}))
    page.reload()
    lines = page.locator(".own-rounds .lines li")
    lines.first.wait_for()
    said = [" ".join(line.split()) for line in lines.all_inner_texts()]
    assert said == ["Pai Gow Poker $25 +$23.75", "Bonus $25 −$25"]
    assert lines.locator(".win, .lose").all_inner_texts() == ["+$23.75", "−$25"]
    assert unreached_controls(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
