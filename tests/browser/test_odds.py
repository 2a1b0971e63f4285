"""The odds laboratory: what is typed changes every figure, and a wrong payout is explained."""

import re

import pytest
from playwright.sync_api import expect

from houseway.analysis import all_odds
from houseway.regulation import load_book
from tests.browser.walking import answered_last, serious_findings, unreached_controls
from tests.support.jobs import JobsInThisProcess


def house_edge(paytable):
    (odds,) = all_odds(load_book("md.ultimate-texas-holdem"), "trips", paytable)
    return f"{float(odds.house_edge) * 100:.4f}%"


@pytest.fixture
def page(new_page):
    page = new_page("/odds?book=md.ultimate-texas-holdem&wager=trips&paytable=A")
    page.locator(".figures .leading").wait_for()
    return page


def test_a_row_that_is_edited_changes_the_edge_and_the_draft_is_called_one(page):
    assert page.locator(".figures .leading").inner_text() == house_edge("A")
    page.get_by_label("Flush pays", exact=True).fill("6")
    rows = {row.hand: str(row.pays) for row in load_book("md.ultimate-texas-holdem").paytables_of("trips")[0].rows}
    page.get_by_text(house_edge({**rows, "flush": "6 to 1"})).first.wait_for()
    assert "differs from A in 1 row" in page.locator(".note").inner_text()
    page.get_by_label("Flush pays", exact=True).fill("")  # a row that pays nothing
    page.get_by_text(house_edge({hand: str(pays) for hand, pays in rows.items() if hand != "flush"})).first.wait_for()


def test_a_payout_that_cannot_be_is_refused_in_words(page):
    page.get_by_label("Flush pays", exact=True).fill("six")
    refusal = page.get_by_role("alert").filter(has_text="six").first
    refusal.wait_for()
    assert page.locator(".figures .leading").inner_text() == house_edge("A")
    assert page.locator(".rows [aria-invalid=true]").input_value() == "six"
    assert serious_findings(page) == []
    assert unreached_controls(page) == []


def test_a_payout_that_was_wrong_is_mended_and_a_cleared_row_stays_where_it_is(page):
    flush = page.get_by_label("Flush pays", exact=True)
    flush.fill("six")
    page.get_by_role("alert").filter(has_text="'six' is not a pay").first.wait_for()
    rows = {row.hand: str(row.pays) for row in load_book("md.ultimate-texas-holdem").paytables_of("trips")[0].rows}
    for typed, pays in ((" 6", "6 to 1"), ("13 to 2", "13 to 2")):  # a number of the book's unit, or a whole payout
        flush.fill(typed)
        page.get_by_text(house_edge({**rows, "flush": pays})).first.wait_for()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.get_by_text(house_edge({hand: pays for hand, pays in rows.items() if hand != "flush"})).first.wait_for()
    page.keyboard.type("5")
    page.get_by_text(house_edge({**rows, "flush": "5 to 1"})).first.wait_for()


def test_the_address_remembers_what_was_chosen(page):
    page.get_by_role("radio", name="C", exact=True).check()
    page.wait_for_url(re.compile("paytable=C"))
    page.reload()
    page.get_by_text(house_edge("C")).first.wait_for()
    page.goto("/odds?book=no.such-book&wager=progressive")  # what there is not is not remembered
    page.wait_for_url(re.compile(r"book=md.ultimate-texas-holdem&wager=progressive"))
    meter, edge = page.locator(".meters input").first, page.locator(".figures .leading")
    meter.wait_for()
    shown, before = meter.input_value(), edge.inner_text()
    for typed, words in (("1O0", "Type an amount in dollars"), ("", "the edge is zero at")):  # empty: what it begins with
        meter.fill(typed)
        meter.blur()
        expect(page.locator(".meters label").first).to_contain_text(words)
        expect(meter).to_have_value(typed or shown)
        expect(edge).to_have_text(before)
    with answered_last(page, "**/api/odds/books/*/wagers"):
        for book in ("md.pai-gow-poker", "md.four-card-poker"):
            page.get_by_label("Rule book").select_option(book)
        page.wait_for_url(re.compile("book=md.four-card-poker"))
        address = page.url
    assert page.url == address


SOLVED = """() => {
  const ranks = [..."AKQJT98765432"], hands = {};
  ranks.forEach((row, down) => ranks.forEach((column, across) => {
    const name = down === across ? row + column : across > down ? `${row}${column}s` : `${column}${row}o`;
    const gain = (13 * down + across) / 130 - 0.2;
    hands[name] = { best: gain > 0 ? "4x" : "check", "4x": String(gain), check: "0" };
  }));
  const page = document.querySelector("hw-starting-hands");
  page.answer = { hands, total: 1, house_edge: "0.02", element_of_risk: "0.005", distribution: { 0: 0.5, "13/2": 0.5 } };
}"""
"""A solved game in which hands gain a little or much by raising, so that the map has every colour."""


def test_every_colour_of_the_map_of_starting_hands_can_be_read(new_page):
    page = new_page("")
    page.route("**/api/solve", lambda route: route.abort())  # counting takes minutes
    page.goto("/odds/starting-hands")
    page.locator(".refusal").wait_for()
    page.get_by_role("button", name="Compute it again").wait_for()
    letters = [table.letter for table in load_book("md.ultimate-texas-holdem").paytables_of("blind")]
    assert page.locator(".seg label").all_inner_texts() == [f"Blind paytable {letter}" for letter in letters]
    page.evaluate(SOLVED)
    page.locator(".hand-map button").first.wait_for()
    page.locator(".chart svg").wait_for()
    page.get_by_text("50.00% of all rounds win").wait_for()  # half Antes count
    assert serious_findings(page) == []
    assert unreached_controls(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(".hand-map [tabindex='0']").focus()  # the map is one stop of the Tab key
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft"):  # from K4o to A5o, and no further
        page.keyboard.press(key)
    page.get_by_role("heading", name="Ace-five offsuit").wait_for()
    assert page.evaluate("document.activeElement.ariaPressed") == "true"


COUNTED = """() => {
  const page = document.querySelector("hw-hand-settings");
  const same = { win: 2, push: 1, lose: 1, expected_value: "-0.25", exact: "-1/4", banking: "0.2", banking_exact: "1/5" };
  const counted = ({ low }) => ({ low, ...same });
  const [best, ...others] = page.set.settings.filter(({ legal }) => legal).map(counted);
  page.answer = { total: 4, settings: [{ ...best, expected_value: "0.3333", exact: "1/3" }, ...others] };
}"""
"""The values of settings, as the server sends them."""


def test_a_phone_shows_the_first_settings_of_a_hand_and_the_house_way_and_all_on_demand(new_page):
    page = new_page("", width=390, height=844)
    page.route("**/api/house-ways/values", lambda route: route.abort())  # counting takes a while
    page.goto("/odds/settings?cards=Jk As Kd Th 9c 9d 2s")
    rows = page.locator(".settings tbody tr:visible")
    page.get_by_role("button", name="All 21 settings").wait_for()
    assert rows.count() in (5, 6)
    assert rows.filter(has_text="house way").count() == 1
    page.get_by_role("button", name="All 21 settings").click()
    page.get_by_role("button", name="Only the best").wait_for()
    assert rows.count() == 21
    page.evaluate(COUNTED)
    page.get_by_text("the best setting is worth exactly 1/3").wait_for()
    assert serious_findings(page) == []
    assert unreached_controls(page) == []
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


SLOW_CANCELLATION = """() => {
  const plain = window.fetch, requests = [];
  let finish;
  window.bothRequests = new Promise((resolve) => (finish = resolve));
  window.fetch = async (path, request) => {
    const isCancellation = request?.method === "DELETE";
    if (isCancellation) await new Promise((resolve) => setTimeout(resolve, 300));
    if (isCancellation || path.endsWith("/values")) requests.push(`${request.method} ${path}`);
    if (requests.length === 2) finish(requests);
    return plain(path, request);
  };
}"""


def test_a_count_that_is_asked_for_again_is_not_the_one_that_is_being_cancelled(new_page):
    """The same question of one person is one job: a cancellation that comes late would stop the new count too."""
    page = new_page("")
    job = {"id": "j-1", "state": "running", "fraction": 0.5, "words": "counting", "forms": {}, "error": None}
    page.route("**/api/house-ways/values", lambda route: route.fulfill(json=job))
    page.route("**/api/jobs/**", lambda route: route.fulfill(json={}) if route.request.method == "DELETE" else None)
    page.goto("/odds/settings?cards=Jk As Kd Th 9c 9d 2s")
    page.get_by_text("Counting", exact=True).wait_for()
    page.evaluate(SLOW_CANCELLATION)
    page.get_by_role("button", name="Count every setting").click()
    assert page.evaluate("window.bothRequests") == ["DELETE /api/jobs/j-1", "POST /api/house-ways/values"]
    page.get_by_label("Seven cards").fill("Jk As")
    page.get_by_role("button", name="Count every setting").click()
    page.locator(".refusal").wait_for()  # in place of the progress of the hand before
    assert page.locator("progress").count() == 0


CUT_OFF = """() => {
  const right = (part) => part.getBoundingClientRect().right;
  const isCut = (cell) => [...cell.children].some((part) => right(part) > right(cell.closest(".panel")));
  return [...document.querySelectorAll(".panel td")].filter(isCut).map((cell) => cell.textContent);
}"""
"""Cells of which a part lies outside their panel."""


def test_published_house_ways_are_compared_at_once_and_the_address_remembers_them(new_page, running, monkeypatch):
    monkeypatch.setattr(running.service.desk.jobs, "ask", JobsInThisProcess(running.service.desk.jobs).ask)
    page = new_page("/odds/house-ways?one=simple&other=foxwoods", width=390, height=844)
    page.locator(".ways tbody tr").first.wait_for()
    assert page.locator(".ways tbody tr").count() == 13
    page.get_by_text("7,690,642 of 154,143,080 hands").wait_for()
    assert page.locator(".way-table thead b").all_inner_texts() == [
        "A simple way of our own",
        "Foxwoods Resort Casino, Connecticut",
    ]
    differing, alike = page.locator(".way-table tbody tr").count(), page.locator(".alike > li").count()
    shares = [f"{number} of {differing + alike} kinds of hands" for number in (differing, alike)]
    assert page.locator(".panel:is(:has(.way-table), :has(.alike)) > header .small").all_inner_texts() == shares
    assert min(differing, alike) > 0
    assert serious_findings(page) == []
    assert unreached_controls(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(CUT_OFF) == []
    page.get_by_label("The other").select_option("mgm-grand")
    assert page.locator(".ways").count() == 0  # what is shown is of the ways that are chosen
    page.get_by_role("button", name="Compare them over every hand").click()
    page.get_by_text("11,566,790 of").wait_for()
    page.wait_for_url("**/odds/house-ways?one=simple&other=mgm-grand")


SHEET = """() => {
  const page = document.querySelector("hw-par-sheets");
  const game = { wager: "game", title: "", paytable: "", clause: "", of: "of the Ante", average_bet: "$15", house_edge: "0.0218",
    hit_frequency: "0.4", standard_deviation: "4.9", hold_per_hour: "$9.83" };
  const envy = { ...game, wager: "progressive-envy", title: "Envy", average_bet: "", hit_frequency: "0.0000123" };
  const trips = { ...game, wager: "trips", title: "Trips", paytable: "A", clause: "md.ultimate-texas-holdem 12.B(1)", part_of: null,
    house_edge: "-0.0012", hold_per_hour: "-$0.43" };
  page.example = page.examples.find(({ name }) => name === "md.ultimate-texas-holdem/everything").name;
  page.done = { id: "j-1", state: "done", fraction: 1, words: "", forms: { pdf: "pdf", csv: "csv", json: "json" }, error: null };
  page.answer = { game, wagers: [trips, envy], pace: { rounds_per_hour: 30, players: 6 }, hold_per_hour: "$9.40" };
}"""
"""A PAR sheet as the server sends it: to compute one takes a minute."""


def test_a_par_sheet_is_read_and_downloaded_at_every_width(new_page):
    page = new_page("/odds/par")
    page.get_by_role("radio", name="Everything, Maryland, Ultimate Texas Hold'em").check()
    expect(page.get_by_role("heading", name="Ultimate Texas Hold'em: everything")).to_be_visible()
    expect(page.get_by_role("img", name="The payout sign of Maryland, Ultimate Texas Hold'em: everything")).to_be_visible()
    page.evaluate(SHEET)
    rows = page.locator(".par-summary tbody tr")
    rows.nth(1).get_by_text("−0.1200%").wait_for()  # a wager that the house loses
    rows.nth(2).get_by_text("0.0012%").wait_for()  # what is seldom is not never
    assert page.get_by_role("link", name="Download").count() == 3
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert serious_findings(page, ("light", "dark") if width == 390 else ("light",)) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT_OFF) == []
    assert unreached_controls(page) == []


PLAYED = """() => {
  const page = document.querySelector("hw-session");
  const bar = (chips, chance, result) => ({ chips, chance, percent: `${(chance * 100).toFixed(4)}%`, result });
  page.done = { id: "j-1", state: "done", fraction: 1, words: "", forms: { csv: "csv", json: "json" }, error: null };
  page.answer = { words: {
    wagers: [["Ante", "$10"], ["Trips", "$5"]],
    figures: [["ahead at the end", "44.3561%"], ["ruined within the session", "17.8721%"],
      ["reaches $2,000 before ruin", "11.6796%"],
      ["one round", "-$0.2636 on average, standard deviation $56.32"]],
    percentiles: [["1%", "$10", "-$990"], ["50%", "$905", "-$95"], ["99%", "$2,225", "$1,225"]],
    chart: [bar("$0 to $999.99", 0.5, "lost"), bar("$1,000 to $1,199.99", 0.1, "even"), bar("$1,200 or more", 0.4, "won")],
    side_columns: ["", "a round", "deviation", "ahead", "ruin", "target"],
    side_rows: [["as played", "-$0.2636", "$56.32", "44.3561%", "17.8721%", "11.6796%"],
      ["without Trips", "-$0.2185", "$49.39", "44.6727%", "11.3174%", "6.8134%"]],
    notes: ["ruin: the chips no longer cover a whole round with every raise, $65"],
  } };
}"""
"""How a session ends, as the server sends it: to count a round of Ultimate takes a minute."""


def test_a_session_is_asked_for_in_words_and_read_at_every_width(new_page):
    page = new_page("/odds/session?bankroll=$1,000&side.trips=$5&rounds=2x0")
    page.get_by_text("Type a whole number").wait_for()  # what the address holds is asked at once
    bankroll, rounds = page.get_by_label("Chips at the beginning"), page.get_by_label("Rounds")
    assert (bankroll.input_value(), rounds.get_attribute("aria-invalid")) == ("$1,000", "true")
    rounds.fill("200")
    bankroll.fill("a lot")
    page.get_by_role("button", name="Play the session").click()
    page.get_by_text("Type an amount in dollars").wait_for()
    bankroll.fill("20")  # six Antes and the Trips are more
    page.get_by_role("button", name="Play the session").click()
    page.get_by_role("alert").filter(has_text="$20 does not pay for a round").wait_for()
    page.wait_for_url(re.compile("rounds=200"))
    page.evaluate(PLAYED)
    page.get_by_text("−$0.2636 on average").wait_for()
    assert page.get_by_role("link", name="Download").count() == 2
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert serious_findings(page, ("light", "dark") if width == 390 else ("light",)) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert unreached_controls(page) == []
    page.get_by_label("Rule book").select_option("div.pai-gow-poker")  # another book: its wagers, and no answer of the last one
    page.get_by_label("The dealer sets by").wait_for()
    expect(page.get_by_text("−$0.2636 on average")).to_have_count(0)
    assert page.get_by_label("Rounds").input_value() == "200"
