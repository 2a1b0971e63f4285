"""One player's rounds in the browser: found by name, decided again, and a payment that was changed comes first."""

import re

import pytest
from playwright.sync_api import expect

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.procedure import player_account
from houseway.service.pages.web_files import web_files
from houseway.service.records import rounds as stored_rounds
from houseway.service.records.round_review import RoundReviews
from tests.browser.test_replay import ServiceLoop
from tests.browser.walking import serious_findings, unreached_controls
from tests.service.records.test_round_review import forged, play_until_paid
from tests.support.live import LiveHouse


@pytest.fixture(scope="module")
def played(running):
    """Some rounds of two guests, and the tokens of a guest and of somebody from surveillance."""
    tokens, accounts = {}, set()
    for position, name in enumerate(("Annabel", "Anna"), start=1):
        person, tokens[name] = running.guest(name)
        actor = Actor(Role.PLAYER, person.id)
        accounts.add(player_account(person.id))
        running.do(running.house.act("UTH-1", Command("sit", actor, {"position": position})))
        running.do(running.house.act("UTH-1", Command("buy-in", actor, {"amount": Cents.from_dollars(500)})))
    live = LiveHouse.__new__(LiveHouse)
    live.loop, live.house = ServiceLoop(running), running.house
    live.play("UTH-1", rounds=4)
    play_until_paid(live, running.service.store, running.service.keys.vault, "UTH-1", accounts)
    _, tokens["Sue"] = running.employee("Sue", "surveillance")
    return {**tokens, "accounts": accounts}


def test_a_players_rounds_are_found_by_name_and_time_in_one_search(new_page, played):
    page = new_page("/rounds", token=played["Sue"])
    page.get_by_role("link", name="Look into a dispute").click()
    expect(page.get_by_role("searchbox", name="Player and time")).to_be_focused()
    sought, as_read = page.get_by_role("searchbox"), page.locator(".as-read")

    def search(text):
        sought.fill(text)
        page.keyboard.press("Enter")

    search("anna 25:00")
    expect(as_read.get_by_role("alert")).to_contain_text("“25:00” is not a time. Write 21:40")
    search("anna 1999-12-31 21:40")
    expect(page.locator(".empty")).to_contain_text("Nobody called “anna” has played then")
    page.get_by_role("button", name="Search all times").click()
    expect(page.locator(".players-found li")).to_have_count(2)
    search("0 minutes ago")
    expect(as_read).to_contain_text("everybody who played, around")
    expect(page.locator(".players-found li")).to_have_count(2)
    search("annab last hour")
    expect(page.locator(".dispute-list")).to_contain_text("as the rules give")
    search("annab 0 minutes ago")
    expect(page.locator(".near")).to_contain_text("under way then")
    search("anna last 2 hours")
    page.get_by_role("button", name="Annabel").click()
    expect(page.locator("h2", has_text="Annabel: ")).to_be_visible()
    expect(page.locator(".sums")).to_contain_text("nothing")
    assert serious_findings(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as PDF").click()
    assert saved.value.suggested_filename.endswith(".pdf")
    page.get_by_role("link", name="UTH-1, round 2").click()
    expect(page.get_by_role("heading", name="Every wager, and why")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_what_was_not_paid_comes_first(new_page, running, played, monkeypatch, scheme, width):
    collect = stored_rounds.read_rounds
    halved = lambda *given: ((forged(read, played["accounts"]) or (read,))[0] for read in collect(*given))  # noqa: E731
    monkeypatch.setattr("houseway.service.records.dispute.read_rounds", halved)
    monkeypatch.setattr(running.service, "round_reviews", RoundReviews())
    owed = []
    for name in ("Annabel", "Anna"):
        page = new_page(f"/disputes?q={name}", width=width, token=played["Sue"], color_scheme=scheme)
        if name == "Anna":
            page.locator(".players-found").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.get_by_role("button", name=re.compile(r"^Anna\b")).click()
        page.locator(".dispute-list").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        owed += page.locator(".difference").all_inner_texts()
    assert any("is owed $" in each and "RECORDED" in each.upper() for each in owed)
    assert unreached_controls(page) == []
    assert serious_findings(page, [scheme]) == []


def test_it_is_not_for_players(new_page, played):
    page = new_page("/disputes", token=played["Anna"])
    expect(page.get_by_role("link", name="Search the rounds of all tables")).to_be_visible()


SOUGHT = {
    "Ann B": ("Ann B", None, None),
    "ann 21:40": ("ann", "18 21:25", "18 21:55"),
    "23.30": ("", "18 23:15", "18 23:45"),
    "from 22:00 to 01:00 ann": ("ann", "18 22:00", "19 01:00"),
    "ann 2026-11-17": ("ann", "17 00:00", "17 23:59"),
    "ann 2026-11-17 20:00-22:30": ("ann", "17 20:00", "17 22:30"),
    "ann last 2 hours": ("ann", "18 23:10", None),
    "20 minutes ago bob": ("bob", "19 00:35", "19 01:05"),
    "ann 9pm": ("ann", "18 20:45", "18 21:15"),
    "ann since 21:00": ("ann", "18 21:00", None),
    "tonight": ("", "18 18:00", "19 06:00"),
    "yesterday 12 am": ("", "17 23:45", "18 00:15"),
    "Mr Before until 0:20": ("Mr Before", None, "19 00:20"),
}
"""What texts mean at ten past one in the night to 19 November 2026: a name, and from when to when."""

READ = """async ([address, texts]) => {
    const { readSought } = await import(`${address}/modules/rounds/sought-text.js`);
    const now = new Date(2026, 10, 19, 1, 10).getTime();
    const time = (at) => at === null ? null : new Date(at).toLocaleString("sv-SE").slice(8, 16);
    return texts.map((text) => readSought(text, now)).map(({ name, since, until }) => [name, time(since), time(until)]);
}"""


def test_one_field_takes_a_name_a_time_or_a_period(new_page, played):
    page = new_page("/disputes", token=played["Sue"])
    assert page.evaluate(READ, [web_files().address, [*SOUGHT]]) == [list(meant) for meant in SOUGHT.values()]
