"""A wager of one's own is typed: its edge follows, what is wrong stands at its field, and its file is saved and opened."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.walking import serious_findings, unreached_controls
from tests.files.own_wagers.test_wager_file import FILE
from tests.support.jobs import JobsInThisProcess

LUCKY_FLOP = {"name": "lucky-flop.toml", "mimeType": "application/toml", "buffer": FILE.encode()}


@pytest.fixture
def open_page(new_page, running, monkeypatch):
    """A function that opens the page, for which everything is counted at once."""
    monkeypatch.setattr(running.service.desk.jobs, "ask", JobsInThisProcess(running.service.desk.jobs).ask)

    def open_(**options):
        page = new_page("/odds/own-wager", **options)
        page.locator(".edge-bar .leading").wait_for()
        return page

    return open_


def edge(page):
    return page.locator(".edge-bar .leading")


def open_file(page, file=LUCKY_FLOP):
    page.get_by_label("Open a file").set_input_files(file)


def test_a_wager_is_typed_and_its_edge_follows_every_key(open_page):
    page = open_page()
    expect(edge(page)).to_have_text("5.8824%")  # a pair of two cards at 15 to 1
    page.get_by_label("Its name").fill("Lucky Flop")
    page.get_by_label("Decided by").select_option("flop")
    expect(page.locator(".hand-figures").first).to_contain_text("3,796 combinations")
    page.get_by_label("Take out of a kind").click()
    page.get_by_label("The cards must have").select_option("suited-run")
    page.get_by_role("combobox", name="Suited run").select_option("3")
    page.get_by_label("Hand 1", exact=True).fill("Straight flush")
    expect(page.locator(".hand-figures").first).to_contain_text("48 combinations")
    pays = page.get_by_label("Pays")
    for typed, shown in (("40", None), (" to 1", "91.0950%")):
        pays.press("ControlOrMeta+A") if shown is None else None
        pays.press_sequentially(typed)
        if shown:
            expect(edge(page)).to_have_text(shown)
    page.get_by_role("button", name="Add a hand").click()
    expect(page.get_by_label("Hand 2", exact=True)).to_be_focused()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("Pair")
    page.get_by_label("And also").nth(1).select_option("pairs")
    page.get_by_label("Take out of a kind").click()
    page.get_by_label("Pays").nth(1).fill("4 to 1")
    expect(page.locator(".edge-bar .fraction")).to_have_text(re.compile(r"^\d+/\d+$"))
    expect(page.locator(".hand-figures").nth(1)).to_contain_text("3,796 combinations")  # three of a kind are a pair, too
    assert edge(page).inner_text() == "5.2127%"
    page.reload()  # what was typed is still there
    expect(edge(page)).to_have_text("5.2127%")
    expect(page.get_by_label("Its name")).to_have_value("Lucky Flop")


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_what_is_wrong_stands_at_its_field_and_everything_is_reached_by_keyboard(open_page, size):
    page = open_page(width=size[0], height=size[1])
    open_file(page)
    expect(edge(page)).to_have_text("2.3167%")
    page.get_by_label("Pays").nth(4).fill("one")
    expect(page.locator(".finding-line")).to_contain_text("'one' is not what a hand can pay")
    expect(page.get_by_label("Pays").nth(4)).to_have_attribute("aria-invalid", "true")
    expect(edge(page)).to_have_text("2.3167%")  # of before, and it says so
    expect(page.locator(".edge-state")).to_contain_text("1 field to mend")
    assert page.get_by_role("button", name="Save the file").is_disabled()
    page.get_by_label("And also").first.select_option("total")
    page.get_by_label("And also").nth(1).select_option("lowest")
    page.get_by_label("And also").nth(2).select_option("all")
    expect(page.get_by_label("Aces are")).to_have_value("high")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert serious_findings(page) == []
    assert unreached_controls(page) == []
    page.get_by_label("Pays").nth(4).fill("1 to 1")
    expect(page.locator(".finding-line")).to_have_count(0)


def test_hands_are_moved_and_taken_out_and_the_first_that_fits_is_paid(open_page):
    page = open_page()
    open_file(page)
    expect(edge(page)).to_have_text("2.3167%")
    page.get_by_role("button", name="Move Pair up").click()
    page.get_by_role("button", name="Move Pair up").click()
    page.get_by_role("button", name="Move Pair up").click()
    expect(page.locator(".hand-figures").nth(1)).to_contain_text("3,796 combinations")  # a pair, and now before three of a kind
    expect(page.locator(".hand-figures").nth(2)).to_contain_text("0 combinations")
    page.get_by_role("button", name="Take out Pair", exact=True).click()
    expect(page.get_by_role("button", name="Add a hand")).to_be_focused()
    expect(page.locator(".hand-figures").nth(1)).to_contain_text("52 combinations")


def test_the_hands_of_an_order_are_paid(open_page):
    page = open_page()
    page.get_by_label("Rule book").select_option("md.pai-gow-poker")
    for kind in ("order", "own", "order"):  # whoever comes back finds what he had typed
        page.get_by_label("Its hands").select_option(kind)
        expect(page.get_by_label("Hand 1", exact=True)).to_have_value("Pair") if kind == "own" else None
    page.get_by_role("combobox", name="Hand 1").select_option("full-house")
    page.get_by_label("Pays").fill("30 to 1")
    page.locator(".hand-figures b").first.wait_for()
    assert page.get_by_label("After a fold").count() == 0  # nobody folds
    expect(page.locator(".hand-figures").first).to_contain_text("4,188,528 combinations")


def test_a_file_is_saved_and_opened_and_another_is_refused_in_words(open_page, tmp_path):
    page = open_page()
    open_file(page)
    expect(edge(page)).to_have_text("2.3167%")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    assert download.value.suggested_filename == "lucky-flop.toml"
    download.value.save_as(tmp_path / "saved.toml")
    assert (tmp_path / "saved.toml").read_text() == FILE
    open_file(page, {**LUCKY_FLOP, "buffer": b"book = 3"})
    expect(page.locator(".refusal")).to_contain_text("follows is missing")
    open_file(page, {**LUCKY_FLOP, "buffer": FILE.replace('"flop"', '"turn"').encode()})
    expect(page.locator(".finding-line").first).to_contain_text("what decides the wager is 'turn'", ignore_case=True)


def test_a_floorperson_opens_a_practice_table_with_it(open_page, running):
    guest = open_page()
    expect(guest.get_by_text("A floorperson can open a practice table")).to_be_visible()
    page = open_page(token=running.employee("Fee", "floorperson")[1])
    open_file(page)
    expect(edge(page)).to_have_text("2.3167%")
    page.get_by_label("Table", exact=True).fill("OWN 1")
    page.get_by_role("button", name="Open the table").click()
    page.locator(".refusal").wait_for()
    page.get_by_label("Table", exact=True).fill("OWN-7")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("link", name="Go to OWN-7").click()
    page.get_by_text("Flop", exact=True).first.wait_for()  # on the layout, before each seat
