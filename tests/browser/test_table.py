"""A table in the browser, as somebody sees it who watches: the felt through a round, the record, and a lost connection."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.live.settings import WITHOUT_CLOCKS
from tests.browser.pages import compressed_files
from tests.browser.walking import MOST_BYTES, SHOW_ALL, SHOW_NOW, answered_last, bytes_transferred, hurry, serious_findings
from tests.support.live import submission

TABLE = "UTH-2"


class Ann:
    """A player whose commands come from the test."""

    def __init__(self, running):
        person, _ = running.guest("Ann")
        self.running, self.actor = running, Actor(Role.PLAYER, person.id)

    def act(self, act, **facts):
        self.running.do(self.running.house.act(TABLE, Command(act, self.actor, facts)))


@pytest.fixture(scope="module")
def ann(running):
    """Ann at position 3 of a table that deals by itself."""
    running.open_table(TABLE, submission("md.ultimate-texas-holdem", "everything"), replace(WITHOUT_CLOCKS, program_floor=True))
    ann = Ann(running)
    ann.act("sit", position=3)
    ann.act("buy-in", amount=Cents.from_dollars(500))
    return ann


_CLIPPED = """() => [...document.querySelectorAll(".tile .bet, .tile b")]
  .filter((part) => part.getBoundingClientRect().right > part.closest(".tile").getBoundingClientRect().right)
  .map((part) => part.textContent)"""
"""Names and money of the tiles on a phone that do not fit into them."""


def look_closely(page):
    """The table in mid-round, by night and on a phone: axe has no serious finding, and nothing is cut off."""
    for scheme, width in (("dark", 1440), ("light", 390)):
        page.set_viewport_size({"width": width, "height": 900})
        assert serious_findings(page, [scheme]) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(_CLIPPED) == []
    page.set_viewport_size({"width": 1440, "height": 900})


def test_a_watcher_sees_a_round_from_the_first_chip_to_the_last(new_page, running, ann):
    with compressed_files():
        page = new_page(f"/tables/{TABLE}", reduced_motion="no-preference")
        felt = page.locator(".felt")
        expect(felt.locator("[data-seat='3']")).to_contain_text("Ann")
        expect(felt.get_by_role("button", name="Sit here")).to_have_count(5)
        assert bytes_transferred(page) < MOST_BYTES
    ann.act("wager", position=3, wager="ante", amount=Cents.from_dollars(15))
    expect(felt.locator("[data-spot='3 blind']")).to_contain_text("$15")
    running.do(running.house.take_due_step(TABLE))  # no more bets, and the deal
    expect(felt.locator("[data-cards='3'] .card.back")).to_have_count(2)
    expect(felt.locator("[data-cards='board'] .card.back")).to_have_count(5)
    ann.act("check", position=3)
    expect(felt.locator("[data-cards='board'] .card:not(.back)")).to_have_count(3)
    expect(page.locator(".record .said")).to_contain_text("Flop")
    on_phone = page.locator(".watched li")
    expect(on_phone.filter(has_text="Ann").locator(".card.back")).to_have_count(2)
    expect(on_phone.filter(has_text="Board").locator(".card:not(.back)")).to_have_count(3)
    look_closely(page)
    hurry(page, longest=1_000)  # hands are turned over one by one, and the end is shown for 4.5 seconds
    last_round = page.get_by_role("link", name="Round 1")
    with answered_last(page, f"**/api/tables/{TABLE}/rounds") as wait_for_answer:
        page.get_by_role("tab", name="Rounds").click()
        wait_for_answer()
        ann.act("check", position=3)
        ann.act("play", position=3, amount=Cents.from_dollars(15))
        expect(last_round).to_have_attribute("href", f"/rounds/{TABLE}/1")
    assert last_round.is_visible()  # the list without it came late
    expect(page.locator(".nets")).to_contain_text("Ann")
    page.get_by_role("tab", name="Announcements").click()
    expect(felt.locator("[data-cards='3'] .card:not(.back)")).to_have_count(2)
    page.evaluate(SHOW_ALL)
    expect(felt.locator("[data-spot='3 play'] .result-pill")).to_be_visible()
    page.evaluate(SHOW_NOW)
    expect(felt.locator("[data-cards]")).to_have_count(0)
    assert page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
    )  # long announcements scroll in their own column
    page.get_by_role("tab", name="Sign").click()
    expect(page.locator(".sign")).to_contain_text("Royal flush")


def test_a_lost_connection_keeps_what_was_seen_and_comes_back(new_page, ann):
    page = new_page(f"/tables/{TABLE}")
    expect(page.locator("[data-seat='3']")).to_contain_text("Ann")
    live = "document.querySelector('hw-table-page').live"
    page.evaluate(f"{live}.connect = () => {{}}; {live}.socket.close()")  # it stays lost until somebody tries again
    notice = page.locator(".table-notice")
    expect(notice).to_contain_text("Connection lost. Reconnecting, attempt 1.")
    expect(notice.get_by_role("timer")).to_contain_text("Trying now.")  # after the count down to it
    expect(page.locator("#alarm")).to_contain_text(
        "You see the last known state."
    )  # whoever sits there is told of his seat, too
    expect(page.locator("[data-seat='3']")).to_contain_text("Ann")
    expect(notice.get_by_role("button", name="Try now")).to_be_enabled()
    # In one step, because the page would try by itself as soon as it can, and the button would be gone.
    page.evaluate(f"delete {live}.connect; document.querySelector('.table-notice button').click()")
    expect(notice).to_have_count(0)
    expect(page.locator("#alarm")).to_contain_text("The table goes on.")
    page.evaluate(f"{live}.socket.onmessage = null; {live}.beat(); {live}.beat()")  # a connection that died without a word
    expect(page.locator("#alarm p").nth(2)).to_contain_text("Connection lost.")
    expect(page.locator("#alarm p").nth(3)).to_contain_text("The table goes on.")
