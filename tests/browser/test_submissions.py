"""The submissions desk: findings as one types, what is filed as a file, and a table opened from it."""

import tomllib

import pytest

from tests.browser.walking import serious_findings


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
    desk.get_by_role("tab", name="Table").click()
    desk.get_by_role("button", name="Go there").first.click()
    assert desk.evaluate("document.activeElement.id") == "field-wagers_blind_minimum"
    desk.get_by_role("button", name=f"Make it {good}", exact=True).click()
    desk.get_by_text("passes").wait_for()
    assert blind.input_value() == good


def test_what_was_filled_in_is_downloaded_and_a_table_opens_from_it(desk, running):
    desk.get_by_label("Facility").fill("Lighthouse")
    desk.get_by_text("being judged").wait_for(state="detached")
    desk.get_by_role("heading", name="Lighthouse").wait_for()
    desk.get_by_role("textbox", name="Table", exact=True).fill("UTH-7")
    desk.get_by_role("button", name="Open the table").click()
    desk.get_by_role("link", name="Go to UTH-7").wait_for()
    assert running.house.tables["UTH-7"].rules.facility == "Lighthouse"
    with desk.expect_download() as downloaded:
        desk.get_by_role("button", name="Download as TOML").click()
    assert tomllib.loads(downloaded.value.path().read_text())["facility"] == "Lighthouse"
    desk.reload()  # the draft is what was worked on, not the example with which it began
    desk.get_by_role("heading", name="Lighthouse").wait_for()
    desk.get_by_role("button", name="Submissions").click()
    desk.get_by_role("button", name="Continue the draft").click()
    desk.get_by_role("heading", name="Lighthouse").wait_for()


def test_a_submission_begins_with_nothing_and_its_findings_lead_to_the_open_questions(new_page):
    page = new_page("/submissions", width=768)
    page.locator(".ways button", has_text="Nothing, Maryland, Ultimate").click()
    page.get_by_role("tab", name="Wagers 3 to mend").wait_for()
    page.locator(".findings li", has_text="The Ante must be filed").get_by_role("button", name="Go there").click()
    assert page.evaluate("document.activeElement.id") == "field-wagers_ante_minimum"
    page.keyboard.type("$10")
    page.get_by_role("tab", name="Wagers 3 to mend").wait_for()  # the maximum is missing now
    page.get_by_role("link", name="wrong").click()
    assert page.url.endswith("#findings")
