"""One player's rounds in the browser: found by name, decided again, and a payment that was changed comes first."""

import re

import pytest
from playwright.sync_api import expect

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.procedure import player_account
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


def test_a_players_rounds_are_found_by_name_and_can_be_saved(new_page, played):
    page = new_page("/rounds", token=played["Sue"])
    page.get_by_role("link", name="One player’s rounds").click()
    page.get_by_role("searchbox", name="Player").fill("anna")
    page.keyboard.press("Enter")
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
        page = new_page(f"/disputes?name={name}", width=width, token=played["Sue"], color_scheme=scheme)
        if name == "Anna":
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
