"""The submissions desk: findings as one types, what is filed as a file, and a table opened from it."""

import re
import tomllib
from fractions import Fraction
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from houseway.house_way import HouseWay
from tests.browser.pages import compressed_files
from tests.browser.walking import MOST_BYTES, answered_last, bytes_transferred, serious_findings, tab_to, unreached_controls
from tests.support.live import submission


@pytest.fixture
def desk(new_page, running):
    _, token = running.employee("Flo", "floorperson")
    page = new_page("/submissions?example=md.ultimate-texas-holdem/minimal", token=token)
    page.get_by_text("passes").wait_for()
    return page


def test_a_wrong_value_is_found_as_it_is_typed_and_its_finding_leads_to_it(desk):
    desk.get_by_role("tab", name="Wagers").click()
    blind = desk.locator("#field-wagers_blind_minimum")
    good = blind.input_value()
    blind.fill("$25")
    desk.locator(".findings li").first.wait_for()
    assert "7.F(1)" in desk.locator(".findings li").first.inner_text()
    assert serious_findings(desk) == []  # with a finding, and the field that it is about
    assert unreached_controls(desk) == []
    desk.get_by_role("tab", name="Wagers").focus()
    desk.keyboard.press("ArrowLeft")  # the arrow keys lead from part to part
    desk.get_by_role("tab", name="Table", selected=True).wait_for()
    desk.get_by_role("button", name="Go there").first.click()
    assert desk.evaluate("document.activeElement.id") == "field-wagers_blind_minimum"
    desk.get_by_role("button", name=f"Make it {good}", exact=True).click()
    desk.get_by_text("passes").wait_for()
    assert blind.input_value() == good


def test_what_was_filled_in_is_downloaded_and_a_table_opens_from_it(desk, running):
    desk.get_by_label("Facility").fill("Lighthouse")
    desk.get_by_text("being checked").wait_for(state="detached")
    desk.get_by_role("heading", name="Lighthouse").wait_for()
    desk.get_by_role("textbox", name="Table", exact=True).focus()  # from here on by keys alone
    desk.keyboard.type("UTH-7")
    tab_to(desk, desk.get_by_role("button", name="Open the table"))
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("link", name="Go to UTH-7")).to_be_focused()
    assert running.house.tables["UTH-7"].rules.facility == "Lighthouse"
    with desk.expect_download() as downloaded:
        desk.get_by_role("button", name="Download as TOML").click()
    assert tomllib.loads(downloaded.value.path().read_text())["facility"] == "Lighthouse"
    with desk.expect_download() as downloaded:
        desk.get_by_role("button", name="Download the sign as PDF").click()
    assert downloaded.value.path().read_bytes().startswith(b"%PDF")
    assert len(PdfReader(BytesIO(desk.pdf())).pages) == 2  # the findings, and the sign on a page of its own
    held = []
    desk.route("**/api/submissions/write", lambda route: route.abort() if held else held.append(route))
    with desk.expect_request("**/api/submissions/write"):
        desk.reload()  # the draft is what was worked on, not the example with which it began
    desk.get_by_role("heading", name="Lighthouse").wait_for()
    desk.get_by_label("Facility").fill("Lighthouse Two")
    held[0].continue_()  # the answer about what was there before comes late
    desk.get_by_role("alert").filter(has_text="did not answer").wait_for()
    desk.unroute("**/api/submissions/write")
    desk.reload()  # what was typed without a connection is kept, too
    desk.get_by_role("heading", name="Lighthouse Two").wait_for()
    desk.get_by_role("button", name="Submissions").click()
    empty = {"name": "empty.toml", "mimeType": "application/toml", "buffer": b""}
    desk.get_by_label("A submission in TOML").set_input_files(empty)
    desk.get_by_text("The file is empty").wait_for()
    desk.get_by_role("button", name="Continue the draft").click()
    desk.get_by_role("heading", name="Lighthouse Two").wait_for()


def test_a_visitor_reads_what_is_in_force_or_that_no_table_is_open(new_page):
    page = new_page("/submissions")
    table = next(each for each in page.request.get("/api/tables").json()["tables"] if each["id"] == "FC-1")
    row = page.locator(".in-force tbody tr", has=page.get_by_role("link", name="FC-1"))
    expect(row.get_by_role("link", name="Four Card Poker")).to_have_attribute("href", "/rules/md.four-card-poker")
    expect(row.get_by_role("link", name="FC-1")).to_have_attribute("href", "/tables/FC-1")
    least, most = (table["wagers"][0][bound] // 100 for bound in ("least", "most"))
    expect(row.locator("[data-l=Limits]")).to_have_text(f"${least:,} to ${most:,}")
    edge = Fraction(table["house_edge"][0])  # it comes with the program
    expect(row.locator("[data-l='House edge']")).to_have_text(f"{float(edge):.2%}played best")
    page.route("**/api/tables", lambda route: route.fulfill(json={"tables": [], "unreadable": {}, "names": {}}))
    page.reload()
    expect(page.locator(".in-force")).to_contain_text("No table is open")
    expect(page.locator(".in-force table")).to_have_count(0)
    expect(page.get_by_role("button", name="Start from everything")).to_be_visible()


def test_a_submission_begins_with_nothing_and_its_findings_lead_to_the_open_questions(new_page):
    page = new_page("/submissions", width=768)
    expect(page.locator(".begin [role=status]")).to_have_text("passes as it is 1 warning; you can still file")
    page.get_by_role("radio", name="Nothing").check()
    page.get_by_text(re.compile("[0-9]+ findings until its questions are answered")).wait_for()
    with answered_last(page, "**/api/submissions/read"):
        with page.expect_request("**/api/submissions/read"):
            page.get_by_role("button", name="Start from nothing in Maryland, Pai Gow").click()
        page.get_by_role("group", name="Rule book").get_by_role("radio", name="Ultimate Texas Hold'em").check()
        page.get_by_role("button", name="Start from nothing in Maryland, Ultimate").click()
        page.get_by_role("tab", name="Wagers 3 to fix").wait_for()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ultimate")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()  # it was started far below
    page.locator(".findings li", has_text="The Ante must be filed").get_by_role("button", name="Go there").click()
    assert page.evaluate("document.activeElement.id") == "field-wagers_ante_minimum"
    page.keyboard.type("$10")
    page.get_by_role("tab", name="Wagers 3 to fix").wait_for()  # the maximum is missing now
    page.get_by_role("link", name="wrong").click()
    assert page.url.endswith("#findings")


def test_a_further_progressive_table_has_meters_of_its_own_or_shares_those_of_an_open_table(new_page, running):
    """The example files its meters for UTH-1 and UTH-2, and UTH-1 has them already."""
    _, token = running.employee("Flo", "floorperson")
    path = "/submissions?example=md.ultimate-texas-holdem/everything"
    with compressed_files():
        page = new_page(path, token=token, width=390, height=844, reduced_motion="reduce")  # in a new context, without files
        page.locator(".preview img").wait_for()
        assert bytes_transferred(page) < MOST_BYTES  # with the sign
    page.get_by_role("textbox", name="Table", exact=True).fill("UTH-1")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".opening .refusal")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_role("textbox", name="Table", exact=True).fill("UTH-9")
    expect(page.get_by_label("Progressive meters").locator("option")).to_have_text(["of its own", "shared with UTH-1"])
    page.locator(".opening").get_by_label("Dealt by").select_option("a person, with physical cards")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("link", name="Go to UTH-9")).to_be_focused()
    settings = running.house.settings("UTH-9")
    assert (settings.croupier, settings.cards) == (False, "physical")
    page.get_by_role("tab", name="Meters").click()  # the draft stays as it was
    assert page.get_by_label("Shared by the tables").first.input_value() == "UTH-1, UTH-2"
    page.goto("/floor")
    page.locator("hw-meters summary").click()
    page.locator("hw-opening summary").click()
    opening = page.locator("hw-opening")
    opening.get_by_label("Submission").select_option("md.ultimate-texas-holdem/everything")
    expect(opening.get_by_label("Progressive meters").locator("option")).to_have_text(
        ["of its own", "shared with UTH-1", "shared with UTH-9"]
    )
    opening.get_by_label("Progressive meters").select_option("shared with UTH-1")
    opening.get_by_label("Table", exact=True).fill("UTH-10")
    opening.get_by_role("button", name="Open the table").click()
    expect(opening.get_by_role("status")).to_have_text("UTH-10 is open")
    ultimate = [meter for meter in running.house.meters.by_id.values() if "UTH-9" in meter.tables or "UTH-1" in meter.tables]
    assert sorted(sorted(meter.tables) for meter in ultimate) == [["UTH-1", "UTH-10"]] * 3 + [["UTH-9"]] * 3
    page.evaluate("document.querySelector('hw-meters').refresh()")
    tables = page.locator(".meter-list tr:has(a[href='/rules/md.ultimate-texas-holdem']) [data-l=Tables]")
    shown = {" ".join(text.split()) for text in tables.all_inner_texts()}
    assert shown == {"UTH-1, UTH-10", "UTH-9"}  # and no table that is filed and not there


def test_a_house_way_of_ones_own_is_filed_with_its_file_and_a_table_opens_with_it(new_page, running):
    way = HouseWay.load("simple")
    page = new_page("/submissions?example=md.pai-gow-poker/minimal", token=running.employee("Flo", "floorperson")[1])
    page.get_by_text("passes").wait_for()
    file = {"name": "ours.toml", "mimeType": "application/toml", "buffer": way.text.encode()}
    page.get_by_label("A house way in TOML").set_input_files(file)
    page.get_by_text("Your own file, checked over every hand").wait_for()
    page.get_by_text("passes").wait_for()
    page.get_by_role("textbox", name="Table", exact=True).fill("PG-7")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("link", name="Go to PG-7")).to_be_focused()
    assert running.house.tables["PG-7"].house_way.hash == way.hash


def test_a_floorperson_opens_tables_with_a_published_house_way_and_with_one_that_is_pasted(new_page, running):
    page = new_page("/floor", token=running.employee("Flo", "floorperson")[1])
    opening = page.locator("hw-opening")
    opening.locator("summary").click()
    for table, choice in (("PG-8", "mgm-grand"), ("PG-9", "pasted")):
        opening.get_by_label("Submission").select_option("md.pai-gow-poker/minimal")
        expect(opening.locator("[name=way]").locator("option").first).to_have_text(re.compile("^Foxwoods .*, as it is filed$"))
        opening.get_by_label("Table", exact=True).fill(table)
        opening.locator("[name=way]").select_option(choice)
        if choice == "pasted":
            opening.get_by_label("House way as text").fill("no house way")
            opening.get_by_role("button", name="Open the table").click()
            expect(opening.get_by_role("alert")).to_contain_text("house-way.toml")
            assert serious_findings(page) == []
            opening.get_by_label("House way as text").fill(HouseWay.load("simple").text)
        opening.get_by_role("button", name="Open the table").click()
        expect(opening.get_by_role("status")).to_have_text(f"{table} is open")
    ways = [running.house.tables[table].house_way.name for table in ("PG-8", "PG-9")]
    assert ways == ["mgm-grand", "simple"]
    opening.get_by_label("Submission").select_option("md.four-card-poker/minimal")
    expect(opening.locator("[name=way]")).to_have_count(0)
    opening.get_by_label("Submission").select_option("own")
    file = {"name": "own.toml", "mimeType": "application/toml", "buffer": submission("md.pai-gow-poker", "minimal").encode()}
    opening.locator("[name=file]").set_input_files(file)
    expect(opening.locator("[name=way]")).to_have_count(1)  # the file is read as soon as it is chosen
    opening.get_by_label("Table", exact=True).fill("PG-10")
    for inventory in ("1O0", "0"):
        opening.get_by_label("Inventory").fill(inventory)
        opening.get_by_role("button", name="Open the table").click()
        expect(opening.get_by_role("alert")).to_contain_text(re.compile(rf"Given {inventory}\s+Instead more than 0"))
    opening.get_by_label("Inventory").fill("2,500.50")
    opening.get_by_role("button", name="Open the table").click()
    expect(opening.get_by_role("status")).to_have_text("PG-10 is open")
    expect(opening.get_by_label("Submission")).to_have_value("own")  # and a file is asked for again
    expect(opening.locator("[name=way]")).to_have_count(0)
    assert running.house.tables["PG-10"].house_way.name == "foxwoods"
