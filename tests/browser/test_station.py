"""Whole rounds of every book through the page: one player with the mouse, one with keys alone, and one who types commands."""

import re

import pytest

from houseway.service.live.clock import MILLISECONDS
from houseway.table import due

TABLES = ("UTH-1", "PG-1", "PG-2", "FC-1")
SIDE_WAGERS = {"UTH-1": "Trips", "PG-1": "Fortune Bonus", "PG-2": "Bonus", "FC-1": "Aces Up"}
UP_CARDS = {"FC-1": 1}
MOST_TURNS = 12


def take_waiting_steps(running, table):
    """Take what waits for a floorperson, and close the betting."""
    house = running.house
    while True:
        step = due(house.latest_state(table), house.now() // MILLISECONDS, house.meters.by_id)
        if step is None:
            return
        running.do(house.take_due_step(table))


def round_of(running, table):
    return running.house.latest_state(table).round


def open_table(new_page, running, table, name):
    """Come to a table as a guest. Return the page, and everything that its socket brings."""
    _, token = running.guest(name)
    page, frames = new_page("/sign-in", token=token), []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Sit at 2").wait_for()
    return page, frames


def press_tab_until(page, name):
    """Reach a button by keys alone."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip().startswith(name):
            return
    raise AssertionError(f"{name} cannot be reached by keys")


def sit_by_mouse(page, position):
    page.get_by_role("button", name=f"Sit at {position}").click()
    page.get_by_role("button", name="Buy $").first.click()
    page.locator("button.ring").first.wait_for()


def sit_by_keys(page, position):
    press_tab_until(page, f"Sit at {position}")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Buy $").first.wait_for()
    press_tab_until(page, "Buy $")
    page.keyboard.press("Enter")
    page.locator("button.ring").first.wait_for()


def bet_too_much(page, table):
    """A side wager beyond its limit is refused with what is allowed, and nothing lies there."""
    page.get_by_role("button", name="$1,000 chip").click()
    page.get_by_role("button", name=f"Bet $1,000 on {SIDE_WAGERS[table]}").click()
    toast = page.locator(".toast")
    toast.get_by_text("Allowed").wait_for()
    assert toast.locator("a.cl").count()
    toast.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="$25 chip").click()


def check_is_secret(running, table, received):
    """Bob has not been sent Ann's cards, nor the dealer's except one that is dealt face up."""
    hands = round_of(running, table).hands
    seen = {place: [card for card in hands[place] if f'"card":"{card}"' in received] for place in (0, 1, 2)}
    assert seen == {0: seen[0][: UP_CARDS.get(table, 0)], 1: [], 2: list(hands[2])}


def wait_until(page, condition):
    """Wait for something that only the station's own state says. The content security policy forbids playwright's own way."""
    for _ in range(400):
        if page.evaluate(f"(({{ live }}) => {condition})(document.querySelector('hw-station'))"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def cut_connection(page):
    page.evaluate("document.querySelector('hw-station').live.socket.close()")
    page.get_by_text("connection is lost").first.wait_for()
    wait_until(page, "live.connection === 'live'")


def answer_by_mouse(page):
    """Set the house way, or take the first choice. Return whether there was something to answer."""
    if page.locator(".fan").count():
        page.get_by_role("button", name="House way", exact=False).first.click()
        page.locator(".fan-card.up").nth(1).wait_for()
        page.locator(".act.go", has_text="Set").click()
        return True
    if not page.locator(".helps").count():
        return False
    page.locator(".answers .act").first.click()
    return True


def answer_by_keys(page):
    if page.locator(".fan").count():
        page.keyboard.press("h")
        page.locator(".fan-card.up").nth(1).wait_for()
        page.keyboard.press("Enter")
        return True
    if not page.locator(".helps").count():
        return False
    page.keyboard.press(page.locator(".answers .act kbd").first.inner_text().lower())
    return True


def version_seen(page):
    return page.evaluate("document.querySelector('hw-station').live.number")


def finish_round(running, table, answers):
    """Let everybody answer until the round is over."""
    number = running.house.latest_state(table).number
    for _ in range(MOST_TURNS):
        for page, answer in answers:
            before = version_seen(page)
            if answer(page):
                wait_until(page, f"live.number > {before}")
        if running.house.latest_state(table).number > number:
            return
        latest = running.house.latest_state(table).version
        for page, _ in answers:
            wait_until(page, f"live.number >= {latest}")
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("table", TABLES)
def test_two_players_play_a_round(new_page, running, table):
    ann, _ = open_table(new_page, running, table, "Ann")
    bob, frames = open_table(new_page, running, table, "Bob")
    sit_by_mouse(ann, 1)
    sit_by_keys(bob, 2)
    ann.locator("button.ring").first.click()
    ann.get_by_role("button", name=f"on {SIDE_WAGERS[table]}").wait_for()
    bet_too_much(ann, table)
    bob.keyboard.press("1")
    bob.get_by_text("$25 on the table").or_(bob.get_by_text("$50 on the table")).wait_for()
    stakes = round_of(running, table).stakes
    assert {place: len({stake.total for stake in wagers.values()}) for place, wagers in stakes.items()} == {1: 1, 2: 1}

    take_waiting_steps(running, table)
    bob.locator(".play .card").first.wait_for()
    check_is_secret(running, table, "".join(frames))
    cut_connection(ann)

    finish_round(running, table, [(ann, answer_by_mouse), (bob, answer_by_keys)])
    for page in (ann, bob):
        page.locator(".outcome").wait_for()
    state = running.house.latest_state(table)
    chips = state.chips(state.seats[2]).amount
    assert bob.locator(".mine header > b").inner_text() == f"${chips / 100:,.2f}".removesuffix(".00")
    bob.keyboard.press("w")
    assert re.match(r"Why .* (won|lost|was a push)", bob.locator("dialog.why h2").inner_text())
    assert bob.locator("dialog.why .law a.cl").count()
    bob.keyboard.press("Escape")
    bob.keyboard.press("r")
    bob.get_by_text("on the table").wait_for()
    bob.keyboard.press("x")
    bob.locator(".outcome").wait_for()


def type_command(page, text, answer):
    page.get_by_label("Command").fill(text)
    page.keyboard.press("Enter")
    page.locator(".log li", has_text=answer).first.wait_for()


def test_a_round_is_played_with_typed_commands(new_page, running):
    _, token = running.guest("Eve")
    page = new_page("/tables/FC-1/text", token=token)
    type_command(page, "sit 4", "Eve sits at 4")
    type_command(page, "buy 500", "Done")
    type_command(page, "bet ante 2", "Refused: bet ante 2")
    type_command(page, "bet", "Type it as: bet on Ante")
    type_command(page, "bet ante 25", "Eve (4) has $25 on Ante")
    type_command(page, "dance", "Nothing that is offered")
    take_waiting_steps(running, "FC-1")
    page.locator(".log li", has_text="Your decision").first.wait_for()
    type_command(page, "house way", "maker")
    type_command(page, "play 1x", "Round")
    type_command(page, "why ante", "Clause")
    assert page.locator("#announcer p").count()
