"""How to play: six pictures of the real felt, and what each wager costs at the table from which one came."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from houseway.events import Actor, Command, Role
from houseway.explanation.lesson import read_lesson
from houseway.service.live.settings import WITHOUT_CLOCKS
from tests.browser.sitting import open_table, sit_by_mouse
from tests.browser.walking import serious_findings, unreached_controls
from tests.support.live import submission

GAMES = ["uth", "fcp", "pg-md", "pg-div"]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_shown_in_six_pictures_with_the_cards_of_the_engine(new_page, game):
    page = new_page(f"/how-to-play/{game}", width=390, height=844)
    pictures = page.locator(".moment")
    expect(pictures).to_have_count(6)
    expect(pictures.first.locator(".stake")).not_to_have_count(0)
    expect(pictures.first.locator(".card")).to_have_count(0)
    expect(pictures.last.locator(".result-pill")).not_to_have_count(0)
    expect(pictures.last.locator(".card.back")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_findings(page) == []
    assert unreached_controls(page) == []


def test_the_rules_of_the_table_from_which_one_came_count(new_page, running):
    page = new_page("/how-to-play/uth?table=UTH-1")
    expect(page.get_by_role("heading", name="How to play Ultimate Texas Hold'em")).to_be_visible()
    wagers = page.locator(".wager-lessons > li")
    expect(wagers).not_to_have_count(0)
    wagers.first.get_by_text("What it pays").click()
    expect(wagers.first.locator("table")).to_contain_text("1 to 1")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url("**/tables/UTH-1")


def test_a_game_that_is_not_there_is_refused_in_words(new_page):
    page = new_page("/how-to-play/bridge")
    expect(page.locator("main .refusal")).to_contain_text("bridge")


def test_whoever_has_never_played_is_offered_it_once(new_page, running):
    page = new_page("/tables/FC-1")
    offer = page.locator(".newcomer")
    expect(offer.get_by_role("link", name="How to play")).to_have_attribute("href", re.compile("/how-to-play/.*table=FC-1"))
    assert serious_findings(page) == []
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
    page.reload()
    page.get_by_text("Take a seat").wait_for()
    expect(offer).to_have_count(0)
    page.goto("/tables/UTH-1")  # another game
    expect(offer).to_have_count(1)


def test_each_step_is_explained_as_it_comes_to_whoever_asks_for_it(new_page, running):
    running.open_table("FC-7", submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "FC-7", "Nia")
    steps, coach = read_lesson("md.four-card-poker").steps, page.locator(".coach")
    expect(coach).to_have_count(0)
    page.locator(".newcomer").get_by_role("button", name="Explain each step").click()
    sit_by_mouse(page, 2)
    expect(coach).to_contain_text(steps["wager"])
    page.keyboard.press("1")
    expect(coach).to_contain_text("Deal now has the cards dealt")
    page.keyboard.press("d")
    for act in ("play", "fold"):
        expect(coach).to_contain_text(steps[act])
    for scheme, width in (("dark", 1440), ("light", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        assert serious_findings(page, [scheme]) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert unreached_controls(page) == []
    page.get_by_role("button", name="Stop explaining").click()
    expect(coach).to_have_count(0)
    page.reload()
    page.locator(".own-acts").wait_for()
    expect(coach).to_have_count(0)
    page.get_by_text("Chips and seat").click()
    page.get_by_label("Explain each step").check()
    expect(coach).to_contain_text(steps["fold"])


def test_newcomers_practise_at_a_table_that_explains_by_itself_also_as_text(new_page, running):
    settings = replace(WITHOUT_CLOCKS, program_floor=True, newcomers=True)
    running.open_table("FC-8", submission("md.four-card-poker", "minimal"), settings)
    page, steps = new_page("/tables/FC-1"), read_lesson("md.four-card-poker").steps
    page.locator(".newcomer").get_by_role("link", name="Practise at FC-8").click()
    page.wait_for_url("**/tables/FC-8")
    expect(page.locator(".coach")).to_contain_text("Take any free seat")
    sit_by_mouse(page, 3)
    page.get_by_role("link", name="Text", exact=True).click()
    command, step, log = page.get_by_label("Command"), page.locator(".panel.step"), page.locator(".log")
    expect(step).to_contain_text(steps["wager"])
    for text, said in (
        ("bet ante 15", "“deal” has the cards dealt"),
        ("undo", steps["wager"]),
        ("bet ante 15", "“deal” has the cards dealt"),
        ("deal", steps["play"]),
    ):
        command.fill(text)
        page.keyboard.press("Enter")
        expect(step).to_contain_text(said)
    expect(log).to_contain_text(steps["fold"])
    for scheme, width in (("dark", 1440), ("light", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        assert serious_findings(page, [scheme]) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    command.fill("explain off")
    page.keyboard.press("Enter")
    expect(step).to_have_count(0)


def test_each_wager_at_ones_place_says_what_it_is_once_somebody_looks_at_one(new_page, running):
    person, token = running.guest("Tess")
    running.do(running.house.act("FC-1", Command("sit", Actor(Role.PLAYER, person.id), {"position": 5})))
    page = new_page("/tables/FC-1", token=token)
    ante = page.locator(".wager[data-wager=ante]")
    ante.wait_for()
    assert ante.get_attribute("title") is None
    ante.hover()
    expect(ante).to_have_attribute("title", read_lesson("md.four-card-poker").wagers["ante"])
    page.get_by_text("Chips and seat").click()
    expect(page.locator(".seat-menu").get_by_role("link", name="How to play")).to_be_visible()
