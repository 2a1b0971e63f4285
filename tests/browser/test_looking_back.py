"""After a round: what the better choice was, in a quiet line at the table and summed up in one's own rounds."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from houseway.service.live.settings import WITHOUT_CLOCKS
from tests.browser.sitting import ANSWERED, open_table, round_of, sit_by_mouse, take_waiting_steps, wait_until
from tests.browser.walking import answered_last, hurry, serious_findings, unreached_controls
from tests.support.jobs import JobsInThisProcess
from tests.support.live import submission


@pytest.fixture(scope="module", autouse=True)
def counted_here(running):
    """Computations that are done here, at once."""
    running.service.desk.jobs.ask = JobsInThisProcess(running.service.desk.jobs).ask


def fold_a_round(page, running, table, number):
    wait_until(page, f"live.number >= {running.house.latest_state(table).version}")
    page.locator("button.ring").first.click()
    page.get_by_text("on the table").first.wait_for()
    wait_until(page, ANSWERED)
    assert round_of(running, table).stakes != {}
    take_waiting_steps(running, table)
    page.locator(".answers .act", has_text="Fold").click()
    confirm = page.get_by_role("alertdialog").get_by_role("button", name="Fold")
    confirm.or_(page.get_by_text(f"Round {number}: staked")).first.wait_for()
    if confirm.count():
        confirm.click()
    take_waiting_steps(running, table)
    page.get_by_text(f"Round {number}: staked").wait_for()


@pytest.mark.parametrize(("practice", "table"), [(True, "FC-7"), (False, "FC-8")])
def test_a_line_says_after_a_round_what_the_better_choice_was_to_whoever_wants_it(new_page, running, practice, table):
    running.open_table(table, submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, practice=practice))
    page, _ = open_table(new_page, running, table, "Una")
    hurry(page, longest=2_000)
    sit_by_mouse(page, 2)
    fold_a_round(page, running, table, 1)
    line = page.locator(".looking-back")
    if not practice:
        expect(line).to_have_count(0)
        page.get_by_text("Chips and seat").click()
        page.get_by_label("Say after a round").check()
        page.get_by_text("Chips and seat").click()
    line.wait_for()
    assert re.fullmatch(r"You chose best\.|Fold against \w+ was worth \$[\d,.]+ less than play \$[\d,.]+\.", line.inner_text())
    found = page.evaluate(f"fetch('/api/tables/{table}/rounds/1/hindsight').then((answer) => answer.json())")
    cost = Fraction(found["cost_cents"]["exact"])
    assert ("You chose best" in line.inner_text()) == (cost == 0)
    assert serious_findings(page, ["dark"]) == []
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto("/history")
    page.get_by_role("heading", name="What your choices cost").wait_for()
    row = page.locator(".choices-by-game tbody tr")
    row.wait_for()
    expect(row).to_contain_text("Four Card Poker")


def test_ones_own_rounds_sum_up_decisions_and_their_cost_with_a_chart(new_page, running):
    table = "FC-9"
    running.open_table(table, submission("md.four-card-poker", "minimal"), WITHOUT_CLOCKS)
    page, _ = open_table(new_page, running, table, "Ugo")
    hurry(page, longest=2_000)
    sit_by_mouse(page, 2)
    for number in (1, 2, 3):
        fold_a_round(page, running, table, number)
    with answered_last(page, "/api/hindsight"):
        page.goto("/history")
    found = page.evaluate("fetch('/api/hindsight').then((answer) => answer.json())")
    assert (found["counted"], found["is_cut"], found["together"]["decisions"]) == (3, False, 3)
    assert Fraction(found["together"]["cost_cents"]["exact"]) == sum(
        Fraction(each["cost_cents"]["exact"]) for each in found["rounds"]
    )
    chart = page.get_by_role("img", name="A chart over 3 rounds")
    chart.wait_for()
    lost = -sum(each["net"] for each in found["rounds"])
    assert f"in the end −${lost // 100:,}" in chart.get_attribute("aria-label")
    row = page.locator(".choices-by-game tbody tr")
    expect(row).to_have_count(1)
    assert unreached_controls(page) == []
    for scheme, width in (("light", 1440), ("dark", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        assert serious_findings(page, [scheme]) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_counting_that_takes_long_says_how_far_it_is(new_page, running):
    _, token = running.guest("Uwe")
    page = new_page("", token=token)
    played = {"at": 0, "table": "FC-9", "round": 1, "position": 1, "wagered": 500, "vigorish": 0, "net": -500, "wagers": ""}
    page.route("**/api/reports/history", lambda route: route.fulfill(json={"parts": [{"rows": [played], "is_cut": False}]}))
    nothing = {"game": "", "rounds": 0, "decisions": 0, "best": 0, "cost_cents": {"exact": "0/1", "decimal": "0"}}
    one = {"table": "FC-9", "round": 1, "at": 0, "net": -500, "decisions": None, "best": None, "cost_cents": None}
    partly = {"counted": 0, "is_cut": False, "games": [], "together": nothing, "rounds": [one]}
    counted = {**partly, "counted": 1, "rounds": [{**one, "decisions": 0, "best": 0, "cost_cents": nothing["cost_cents"]}]}
    answers = [partly]
    page.route("**/api/hindsight", lambda route: (page.wait_for_timeout(100), route.fulfill(json=answers[-1])))
    page.goto("/history")
    page.get_by_text("Counting your choices: 0 of 1 round").wait_for()
    answers.append(counted)
    page.get_by_text("None of your choices in these rounds is counted").wait_for()
    assert serious_findings(page, ["light"]) == []
