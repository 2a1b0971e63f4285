"""A player sets limits on his page, is told at the table how long he has played, and finds where help is to be had."""

import pytest
from playwright.sync_api import expect

from houseway.service.live.settings import WITHOUT_CLOCKS
from tests.browser.sitting import open_table, sit_by_mouse
from tests.browser.walking import serious_findings, tab_to, unreached_controls
from tests.support.live import submission
from tests.support.sockets import RunningService

TABLE = "FC-1"
QUARTER_HOUR = 15 * 60_000


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    service = RunningService(tmp_path_factory.mktemp("protection"), listener=listener)
    service.open_table(TABLE, submission("md.four-card-poker", "minimal"), WITHOUT_CLOCKS)
    yield service
    service.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_limits_are_set_asked_for_and_kept(new_page, running, width, height):
    _, token = running.guest("Ann")
    page = new_page("/protection", width=width, height=height, token=token)
    expect(page.get_by_text("You have no limits")).to_be_visible()
    expect(page.locator("hw-help-words")).to_contain_text("where help is to be had")
    tab_to(page, page.get_by_label("At most, in dollars"))
    page.keyboard.type("100")
    page.locator("select[name=period]").select_option("a week")
    page.get_by_role("button", name="Set the limit").click()
    held = page.locator(".protection table").first
    expect(held).to_contain_text("$100 losses a week")
    page.get_by_role("button", name="Ask to remove the limit on losses a week").click()
    expect(page.locator(".asked")).to_contain_text("You have asked for no limit on losses a week")
    expect(held).to_contain_text("$100 losses a week")
    page.get_by_role("button", name="Keep $100").click()
    expect(page.locator(".asked")).not_to_contain_text("You have asked")
    page.locator("select[name=kind]").select_option("Time at tables")
    page.get_by_label("At most, in minutes").fill("90")
    page.get_by_role("button", name="Set the limit").click()
    expect(held).to_contain_text("90 min time at tables")
    assert serious_findings(page) == []
    assert unreached_controls(page) == []
    is_too_wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(is_too_wide)


def test_a_suspension_is_asked_twice_and_refuses_the_seat(new_page, running):
    _, token = running.guest("Bea")
    page = new_page("/protection", token=token)
    page.get_by_role("button", name="Suspend your play").click()
    expect(page.get_by_text("Are you certain?")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_role("button", name="Yes, from now on").click()
    expect(page.locator(".barred")).to_contain_text("Your play is suspended until")
    page.goto(f"/tables/{TABLE}")
    expect(page.get_by_text("You watch this table.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit at 2")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_the_table_says_the_time_and_gives_notice(new_page, running, width, height):
    page, _ = open_table(new_page, running, TABLE, f"Cy{width}")
    page.set_viewport_size({"width": width, "height": height})
    sit_by_mouse(page, 3 if width > 640 else 5)
    expect(page.locator(".play-time")).to_contain_text("here for 0 min")
    page.evaluate("""async () => {
        const wanted = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"minutes": 15}' };
        return (await fetch("/api/protection/reminder", wanted)).status;
    }""")
    page.evaluate("document.querySelector('hw-play-time').ask()")
    running.later += QUARTER_HOUR
    page.evaluate(f"document.querySelector('hw-play-time').ahead += {QUARTER_HOUR}")
    notice = page.locator(".play-notice")
    expect(notice).to_contain_text("You have been here for 15 min", timeout=20_000)
    expect(notice).to_contain_text("You have wagered $0 and are even.")
    assert serious_findings(page, include=".play-notice") == []
    notice.get_by_role("button", name="Go on").click()
    expect(notice).to_have_count(0)
    expect(page.locator(".play-time")).to_contain_text("here for 15 min")


def test_help_is_on_the_first_page_and_at_the_sign_in(new_page, running):
    for path in ("/", "/sign-in"):
        page = new_page(path)
        expect(page.locator("hw-help-words")).to_contain_text("where help is to be had")
        assert serious_findings(page, include="hw-help-words") == []
    page.get_by_label("Name that others see").fill("Dan")
    page.get_by_role("button", name="Set limits first").click()
    expect(page.get_by_role("heading", name="Your limits")).to_be_visible()
    expect(page.locator("hw-help-words")).to_contain_text("Signed in since")
