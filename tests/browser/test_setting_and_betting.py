"""A player sets his hands, makes the bets of the last round again, and buys chips: by the keys that are printed on buttons, with
true names and sums."""

from dataclasses import replace

from playwright.sync_api import expect

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.table import legal_options
from tests.browser.sitting import ANSWERED, open_table, round_of, sit_by_mouse, take_waiting_steps, wait_until
from tests.browser.walking import serious_findings, unreached_controls
from tests.support.live import submission

CHOOSE_LEGAL = """() => {
  const station = document.querySelector("hw-station");
  const { low } = station.state.own.hands[0].settings.findLast(({ legal }) => legal);
  station.low = new Set(low.map(({ card }) => card));
}"""
"""Chooses the legal setting with the lowest low hand."""
NAMED_HANDS = """() => {
  const said = (window.namedHands = []);
  new MutationObserver(() => {
    const [title, names] = document.querySelectorAll(".hand-names dt, .hand-names dd");
    if (title?.textContent !== "Your hands") return;
    if (said.at(-1) !== names.textContent) said.push(names.textContent);
  }).observe(document.querySelector("hw-station"), { subtree: true, childList: true, characterData: true });
}"""
"""Writes down every name that hands have after they are set."""

PRESS = """(keys) => {
  const station = document.querySelector("hw-station");
  for (const [key, code] of keys) station.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true }));
}"""
"""Presses keys before any of them has an answer."""
CODES = {"1": "Digit1", "u": "KeyU", "x": "KeyX"}
ALL_DONE = """async () => {
  const { commands } = document.querySelector("hw-station");
  while (commands.series || commands.underWay.size) await Promise.allSettled([commands.series, ...commands.underWay]);
}"""
"""Waits until every press is carried out."""


def test_enter_sets_the_hands_while_another_button_that_was_clicked_has_the_focus_and_they_are_named_as_set(new_page, running):
    running.open_table("PG-6", submission("md.pai-gow-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "PG-6", "Kay")
    sit_by_mouse(page, 2)
    page.keyboard.press("1")
    page.locator(".felt [data-spot='2 pai-gow']", has_text="$25").wait_for()
    take_waiting_steps(running, "PG-6")
    page.locator(".fan-card").first.wait_for()
    page.evaluate(CHOOSE_LEGAL)
    named = [text.lower() for text in page.locator(".hand-names dd").all_inner_texts()]
    menu = page.locator(".seat-menu").first
    menu.locator("summary").focus()
    page.keyboard.press("Enter")  # of whoever has come to it by keyboard, it opens the menu
    expect(menu).to_have_attribute("open", "")
    menu.locator("summary").click()
    expect(menu).not_to_have_attribute("open", "")
    assert dict(round_of(running, "PG-6").placed_hands) == {}
    page.evaluate(NAMED_HANDS)
    page.keyboard.press("Enter")
    expect(page.locator(".own-acts")).to_contain_text("Round 1: You")  # the round is over, and its end was shown
    low, high = named
    assert {text.lower() for text in page.evaluate("window.namedHands")} == {f"{high}low: {low}"}


def test_the_same_bets_again_are_all_of_them_also_after_they_were_cleared(new_page, running):
    """The Blind follows from the Ante. It is no button, and it costs as much."""
    running.open_table("UTH-6", submission("md.ultimate-texas-holdem", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "UTH-6", "Sam")
    sit_by_mouse(page, 2)
    page.keyboard.press("1")
    page.get_by_text("$50 on the table").wait_for()
    again = page.get_by_role("button", name="Same bets again")
    page.keyboard.press("x")
    expect(again).to_contain_text("2 wagers, $50 in all")
    page.keyboard.press("r")
    page.get_by_text("$50 on the table").wait_for()
    wait_until(page, ANSWERED)
    take_waiting_steps(running, "UTH-6")
    wait_until(page, "live.state.view.closed")
    fold(running, "UTH-6")
    expect(again).to_contain_text("2 wagers, $50 in all")
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.get_by_text("$100 on the table").wait_for()
    page.keyboard.press("x")
    expect(again).to_contain_text("2 wagers, $50 in all")  # those of the last round, not what was cleared


def test_what_is_pressed_while_wagers_are_cleared_comes_after_it(new_page, running):
    """The table shows what a command did before its answer is there: a bet of this moment was lost, or cleared with the others."""
    running.open_table("UTH-7", submission("md.ultimate-texas-holdem", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "UTH-7", "Max")
    sit_by_mouse(page, 2)
    for keys, total in (("1xr", "$50"), ("xr1", "$100"), ("x1", "$50"), ("rrxr", "$100")):
        page.evaluate(PRESS, [[key, f"Digit{key}"] for key in keys])
        wait_until(page, "live.waiting.size === 0 && [...document.querySelectorAll('[aria-busy=true]')].length === 0")
        page.get_by_text(f"{total} on the table").wait_for()


def test_each_press_is_undone_with_what_went_with_it(new_page, running):
    running.open_table(
        "UTH-2", submission("md.ultimate-texas-holdem", "everything"), replace(WITHOUT_CLOCKS, program_floor=True)
    )
    page, _ = open_table(new_page, running, "UTH-2", "Una")
    sit_by_mouse(page, 2)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    for key, total in (("1", "$50"), ("1", "$100"), ("4", "$125")):  # the Blind goes with the Ante
        page.keyboard.press(key)
        page.get_by_text(f"{total} on the table").wait_for()
        wait_until(page, ANSWERED)
    page.keyboard.press("x")
    wait_until(page, ANSWERED)
    expect(page.get_by_text("on the table")).to_have_count(0)
    for total in ("$125", "$100", "$50"):
        undo.click()
        page.get_by_text(f"{total} on the table").wait_for()
        wait_until(page, ANSWERED)
    page.keyboard.press("u")
    wait_until(page, ANSWERED)
    expect(undo).to_have_count(0)
    for keys, total in (("11u", "$50"), ("1u1", "$100"), ("1xu", "$150"), ("uu", "$50")):  # before any of them has an answer
        page.evaluate(PRESS, [[key, CODES[key]] for key in keys])
        page.evaluate(ALL_DONE)
        wait_until(page, ANSWERED)
        expect(page.get_by_text(f"{total} on the table")).to_be_visible()


def test_who_is_alone_has_the_cards_dealt_now_and_chooses_speed_and_sounds(new_page, running):
    running.open_table("FC-9", submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "FC-9", "Lou")
    sit_by_mouse(page, 2)
    deal = page.get_by_role("button", name="Deal now")
    expect(deal).to_have_count(0)
    page.keyboard.press("1")
    expect(deal).to_be_visible()
    assert unreached_controls(page) == []
    menu = page.locator(".seat-menu").first
    menu.locator("summary").click()
    expect(menu.get_by_label("Sounds")).not_to_be_checked()
    assert page.evaluate(LOADED_SOUNDS) == []
    menu.get_by_label("Sounds").check()
    menu.get_by_label("Cards and chips").select_option("without moving")
    assert page.evaluate("[localStorage['houseway.sounds'], localStorage['houseway.speed']]") == ["on", "none"]
    for scheme, width in (("dark", 1440), ("light", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        assert serious_findings(page, [scheme]) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1440, "height": 900})
    menu.locator("summary").click()
    page.evaluate(HEAR_SOUNDS)
    page.keyboard.press("d")
    wait_until(page, "live.state.view.closed")
    fold(running, "FC-9")
    expect(page.locator(".own-acts")).to_contain_text("You lose")  # at once
    assert "win" not in page.evaluate("window.heard")
    assert page.evaluate(WINS_SOUND) == [False, False, True]


LOADED_SOUNDS = (
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('synthesizer'))"
)
HEAR_SOUNDS = """() => {
  const { sounds } = document.querySelector("hw-station");
  window.heard = [];
  sounds.play = (name) => window.heard.push(name);
}"""
WINS_SOUND = """() => {
  const { sounds } = document.querySelector("hw-station");
  return [{ net: -500, staked: 2500, returned: 2000 }, { net: 0 }, { net: 1 }].map((result) => {
    window.heard.length = 0;
    sounds.hearResult({ void: "", ...result });
    return window.heard.includes("win");
  });
}"""
"""Whether a result sounds like a win: less came back than was staked, as much, and more."""


def fold(running, table):
    """The player checks twice and folds, and the round ends."""
    while round_of(running, table).closed:
        state = running.house.latest_state(table)
        player = Actor(Role.PLAYER, state.seats[2])
        legal = {option.act for option in legal_options(state, player, running.house.now() // 1000, running.house.meters.by_id)}
        act = next(each for each in ("check", "fold") if each in legal)
        running.do(running.house.act(table, Command(act, player, {"position": 2})))
        take_waiting_steps(running, table)


def test_a_player_without_money_is_told_where_it_comes_from_and_can_buy_as_soon_as_it_is_there(new_page, running):
    running.open_table("FC-8", submission("md.four-card-poker", "minimal"), WITHOUT_CLOCKS)
    person, token = running.employee("Rea", "player")
    page = new_page("/tables/FC-8", token=token)
    page.get_by_role("button", name="Sit at 2").click()
    page.get_by_text("There is no money on your account yet").wait_for()
    expect(page.locator(".station")).to_contain_text("Ask at the cage")
    cashier, _ = running.employee("Cas", "floorperson")
    running.service.accounts.deposit(person.id, Cents.from_dollars(500), cashier, "cash")
    page.get_by_role("button", name="Buy $500").wait_for()


def test_used_up_play_money_is_taken_anew_at_the_table(new_page, running):
    running.open_table("FC-5", submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    person, token = running.guest("Una")
    running.do(running.house.act("FC-5", Command("sit", Actor(Role.PLAYER, person.id), {"position": 2})))
    running.service.accounts.expire(person.id, "a test empties it")
    page = new_page("/tables/FC-5", token=token)
    renew = page.get_by_role("button", name="Take new play money")
    renew.wait_for()
    assert serious_findings(page) == []
    renew.click()
    page.get_by_role("button", name="Buy $").first.wait_for()
