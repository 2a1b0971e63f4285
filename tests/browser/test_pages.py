"""Every page, as a browser shows it: it has its heading, fits a phone, and axe has no serious finding."""

import re
import tomllib

import pytest
from playwright.sync_api import expect

from houseway.events import Actor, Command, Role
from tests.browser.pages import compressed_files
from tests.browser.walking import MOST_BYTES, bytes_transferred, serious_findings, unreached_controls, wait_for_content
from tests.support.paths import ROOT

PAGES = [
    "/",
    "/tables/UTH-1",
    "/tables/UTH-1/text",
    "/sign-in",
    "/administrator",
    "/administrator#link",
    "/interface",
    "/odds",
    "/odds/settings",
    "/odds/house-ways",
    "/odds/session",
    "/odds/par",
    "/rules",
    "/rules/md.four-card-poker",
    "/rules/div.pai-gow-poker/(m)(9)(i)%231",
    "/rules/compare?one=pg-md&other=pg-div",
    "/how-to-play/md.pai-gow-poker",
    "/submissions",
    "/log",
    "/no/such/page",
]
"""The pages that need no session."""


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_and_axe_has_no_serious_finding(new_page, path):
    page = new_page(path, width=390, height=844)
    page.locator("h1").first.wait_for()
    wait_for_content(page)
    for width in (390, 320):  # the second is also a window of 1280 pixels at four times the size
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert unreached_controls(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert serious_findings(page) == []


WALKED_ELSEWHERE = {
    "test_staff_pages": {"/console", "/console/{table}", "/floor", "/floor/{table}", "/administration"},
    "test_replay": {"/rounds", "/rounds/{table}/{number}", "/audit"},
    "test_disputes": {"/disputes"},
    "test_reports": {"/reports", "/reports/{report}", "/history"},
    "test_odds": {"/odds/starting-hands"},
    "test_own_wager": {"/odds/own-wager"},
    "test_player_protection": {"/protection"},
    "test_profile": {"/profile"},
    "test_sharing_a_round": {"/shared/{token}"},
}
"""Pages that need a session, rounds or a computation, by the file whose tests walk them."""


def test_every_page_of_the_service_is_walked():
    """A page that is added to `pages.toml` has to be added here, or to the tests that are named above."""
    served = {page["path"] for page in tomllib.loads((ROOT / "src/houseway/web/pages.toml").read_text())["page"]}
    walked = {path for path in served for visited in PAGES if matches(path, visited)}
    assert served - walked == set().union(*WALKED_ELSEWHERE.values())


def matches(path, visited):
    """Whether a visited address is of a path."""
    whole = re.sub(r"\\{\w+:path\\}", ".+", re.escape(path))
    return re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", whole), re.split("[?#]", visited)[0]) is not None


ROWS_DRAWN = """async () => {
  const lobby = document.querySelector("hw-lobby"), { row } = lobby, drawn = [];
  lobby.row = (table) => (drawn.push(table.id), row.call(lobby, table));
  await lobby.refresh();
  await lobby.updateComplete;
  lobby.row = row;
  return drawn;
}"""
"""Asks for the tables once more. Returns those whose rows were drawn anew."""


def test_a_visitor_sees_the_tables_and_sits_down_with_one_click(new_page, running):
    with compressed_files():
        page = new_page("/", reduced_motion="no-preference")  # in a new context, which has no file yet
        page.get_by_role("row", name="UTH-1").wait_for()
        assert bytes_transferred(page) < MOST_BYTES
    page.set_viewport_size({"width": 390, "height": 844})
    too_wide = "[...document.querySelectorAll('.desks a')].filter((way) => way.scrollWidth > way.clientWidth)"
    assert page.evaluate(f"{too_wide}.map((way) => way.textContent)") == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.evaluate(ROWS_DRAWN) == []
    ann = Actor(Role.PLAYER, running.guest("Ann")[0].id)
    running.do(running.house.act("FC-1", Command("sit", ann, {"position": 3})))
    expect(page.get_by_role("row", name="FC-1")).to_contain_text("1 of 6")
    assert page.evaluate(ROWS_DRAWN) == []
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("row", name="UTH-1").get_by_role("button", name="Sit at 1").dblclick()
    page.wait_for_url("**/tables/UTH-1")
    assert sum(url.endswith("/api/session/guest") for url in asked) == 1  # whoever clicks twice is one guest
    assert list(running.house.tables["UTH-1"].seats) == [1]
    page.goto("/")
    page.get_by_role("row", name="UTH-1").get_by_role(
        "button", name="Sit at 2"
    ).click()  # whoever sits there goes back to his seat
    page.get_by_role("heading", name="position 1").wait_for()
    assert list(running.house.tables["UTH-1"].seats) == [1]


def test_a_clause_that_is_not_there_leads_to_those_that_are_spelt_like_it(new_page):
    page = new_page("/rules/md.pai-gow-poker/99.Z")
    near = page.locator(".not-there .cl").first
    near.click()
    expect(page.locator(".pager")).to_be_visible()
    page.goto("/rules/div.pai-gow-poker/(m)(9)(i)%2")  # an address that was cut off in the middle of "%23"
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no (m)(9)(i)%2 in this book")
    page.goto("/rules/no.such-book/1.A")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such book")


def test_rules_are_searched_and_a_chapter_unfolds_by_keyboard_alone(new_page):
    page = new_page("/rules?words=vigorish+25")
    page.locator(".hits a").first.wait_for()
    assert serious_findings(page) == []
    assert unreached_controls(page) == []
    page.locator(".hits a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".pager")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_label("Find a clause").press("Escape")  # the chapters in place of what was found
    page.get_by_role("button", name="Chapters").focus()
    page.keyboard.press("Enter")
    chapter = page.get_by_role("button", name="Irregularities")
    chapter.focus()
    page.keyboard.press("Enter")
    expect(chapter).to_have_attribute("aria-expanded", "true")
    assert serious_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_visitor_tries_a_route_of_the_interface_and_chooses_a_subject(new_page):
    page = new_page("/interface")
    page.get_by_role("button", name="Try /api/tables").click()
    expect(page.locator(".routes .answered pre")).to_contain_text('"id": "FC-1"')
    page.get_by_role("link", name="Log").click()
    expect(page.locator(".routes code").first).to_have_text("/api/log")
    page.get_by_label("Find a route").fill("checkpoint")
    expect(page.locator(".routes-of h2")).to_have_text("Log")
    page.get_by_role("button", name="Try /api/log/checkpoint").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".routes .answered")).to_be_visible()
    assert serious_findings(page) == []


def test_a_visitor_without_a_session_sees_the_latest_round_in_the_log_after_one_click(new_page):
    page = new_page("/log")
    page.get_by_role("button", name="Check the latest round").click()
    expect(page.get_by_role("status", name="Is a round in it?")).not_to_be_empty()


SPOIL = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media (prefers-color-scheme: dark) { main label { color: #333; background: #222; } }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const aside = Object.assign(document.createElement("div"), { inert: true });
  aside.append(Object.assign(document.createElement("button"), { textContent: "Out of reach" }));
  document.querySelector("main").append(aside);
}"""


def test_a_label_that_cannot_be_read_by_night_and_a_button_out_of_reach_are_found(new_page):
    """The looks at pages notice what is wrong."""
    page = new_page("/sign-in")
    page.locator("h1").first.wait_for()
    page.evaluate(SPOIL)
    assert [(scheme, rule) for scheme, rule, _ in serious_findings(page)] == [("dark", "color-contrast")]
    (button,) = unreached_controls(page)
    assert "Out of reach" in button
