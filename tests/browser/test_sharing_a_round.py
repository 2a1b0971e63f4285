"""A player shares a round by a link, whoever has it sees the round without the names of others, and the player stops it."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.live.settings import WITHOUT_CLOCKS
from tests.browser.sitting import take_waiting_steps
from tests.browser.walking import serious_findings, unreached_controls
from tests.support.live import submission
from tests.support.sockets import RunningService

TABLE = "FC-1"


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    service = RunningService(tmp_path_factory.mktemp("sharing"), listener=listener)
    service.open_table(TABLE, submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    yield service
    service.close()


def play_a_round(running):
    """Ann and Bob bet and fold, and the round ends. Return Ann's token."""
    (ann, token), (bob, _) = running.guest("Ann"), running.guest("Bob")
    for person, position in ((ann, 2), (bob, 4)):
        player = Actor(Role.PLAYER, person.id)
        for act, facts in (
            ("sit", {"position": position}),
            ("buy-in", {"amount": Cents.from_dollars(500)}),
            ("wager", {"position": position, "wager": "ante", "amount": Cents.from_dollars(25)}),
        ):
            running.do(running.house.act(TABLE, Command(act, player, facts)))
    take_waiting_steps(running, TABLE)
    for person, position in ((ann, 2), (bob, 4)):
        running.do(running.house.act(TABLE, Command("fold", Actor(Role.PLAYER, person.id), {"position": position})))
    take_waiting_steps(running, TABLE)
    return token


def test_a_round_is_shared_seen_by_a_stranger_and_shared_no_longer(new_page, running):
    token = play_a_round(running)
    page = new_page(f"/rounds/{TABLE}/1", token=token)
    page.get_by_role("button", name="Make a link").focus()
    page.keyboard.press("Enter")
    link = page.get_by_label("Its link").input_value()
    assert serious_findings(page, include="hw-share-round") == []

    stranger = new_page(link.removeprefix(page.url.split("/rounds")[0]))
    expect(stranger.get_by_role("heading", name="as Ann saw it")).to_be_visible()
    expect(stranger.locator("main")).to_contain_text("Position 4")
    expect(stranger.locator("main")).not_to_contain_text("Bob")
    assert stranger.context.cookies() == [], "nobody needs a session, and none begins"
    assert serious_findings(stranger) == []
    assert unreached_controls(stranger) == []
    for width in (390, 320):
        stranger.set_viewport_size({"width": width, "height": 844})
        assert stranger.evaluate("document.documentElement.scrollWidth") <= width

    page.goto("/profile")
    page.get_by_role("button", name=f"Stop sharing round 1 of {TABLE}").click()
    expect(page.get_by_role("status").filter(has_text="no longer shared")).to_be_visible()
    stranger.reload()
    stranger.get_by_role("heading", name="This round is not shared").wait_for()
