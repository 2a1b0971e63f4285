"""A player calls the floor from his phone; the floor's page shows the call, and the answer reaches the player."""

import re

import pytest
from playwright.sync_api import expect

from houseway.service.live.settings import WITHOUT_CLOCKS, TableSettings
from tests.browser.desks import hire
from tests.browser.sitting import ANSWERED, open_table, sit_by_mouse, take_waiting_steps, wait_until
from tests.browser.walking import serious_findings, tab_to
from tests.support.live import DEALT_BY_A_PERSON, submission
from tests.support.sockets import RunningService

TABLE, OTHER = "FC-1", "FC-2"


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    service = RunningService(tmp_path_factory.mktemp("calls"), listener=listener)
    service.open_table(TABLE, submission("md.four-card-poker", "minimal"), TableSettings(**DEALT_BY_A_PERSON))
    yield service
    service.close()


def test_a_call_is_made_seen_and_answered(new_page, running):
    staff = hire(running)
    page, _ = open_table(new_page, running, TABLE, "Ann")
    sit_by_mouse(page, 3)
    floor = new_page(f"/floor/{TABLE}", token=staff["floorperson"])
    dealer = new_page(f"/console/{TABLE}", width=390, height=844, token=staff["dealer"])
    tab_to(page, page.get_by_text("Call the floor"))
    page.keyboard.press("Enter")
    page.get_by_label("What is it about?").select_option("A payment")
    page.get_by_label("In a line, if you like").fill("my pair was not paid")
    assert serious_findings(page, include=".floor-call") == []
    page.get_by_role("button", name="Call a floorperson").click()
    expect(page.locator(".floor-call")).to_contain_text("A floorperson is called.")
    for desk in (floor, dealer):
        expect(desk.locator(".awaited", has_text="Called to this table")).to_contain_text(
            "About a payment: “my pair was not paid”"
        )
        assert serious_findings(desk, include=".awaited") == []
    expect(dealer.locator(".awaited")).to_contain_text("A floorperson answers it.")
    answer = floor.locator(".awaited", has_text="Called to this table")
    dispute = answer.get_by_role("link", name="This player’s last hour, decided again")
    expect(dispute).to_have_attribute("href", re.compile(r"^/disputes\?player=p-\w+&q=last\+hour$"))
    answer.get_by_label("What you did about it").fill("the pair was paid")
    answer.get_by_role("button", name="Mark as answered").click()
    expect(answer).to_have_count(0)
    expect(page.locator(".floor-call")).to_contain_text("A floorperson has answered your call.", timeout=10_000)


def test_what_is_said_has_three_weights_and_its_law_on_demand(new_page, running):
    running.open_table(OTHER, submission("md.four-card-poker", "minimal"), WITHOUT_CLOCKS)
    page, _ = open_table(new_page, running, OTHER, "Bea")
    sit_by_mouse(page, 3)
    page.locator("button.ring").first.click()
    page.get_by_text("on the table").wait_for()
    wait_until(page, ANSWERED)
    take_waiting_steps(running, OTHER)
    page.locator(".answers .act", has_text="Fold").wait_for()
    expect(page.locator(".log li.yours").first).to_be_attached()
    folded = page.locator(".log .steps").first
    folded.locator("summary").first.click()
    expect(folded.locator("ol").first).to_be_visible()
    law = page.locator(".said .law")
    expect(law.locator("a").first).not_to_be_visible()
    law.locator("summary").click()
    expect(law.locator("a").first).to_be_visible()
    assert serious_findings(page, include=".log") == []
    dealer = new_page(f"/console/{OTHER}", token=running.employee("Don", "dealer")[1])
    expect(dealer.locator(".log li, .said").first).to_be_attached()
    expect(dealer.locator("details.law")).to_have_count(0)
