"""A player's own place: chips and cards that are dragged, worth and warnings in practice, typed commands, and what becomes of late
answers and ended sessions."""

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from houseway.analysis import PlayerView, rate_choices
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.service.advice import advising
from houseway.service.feed.moment import PUBLIC
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.table.context import round_context
from tests.browser.finger import Finger, drag, middle
from tests.browser.hearing import check_round_was_heard, heard, listen
from tests.browser.sitting import ANSWERED, open_table, round_of, sit_by_mouse, take_waiting_steps, version_seen, wait_until
from tests.browser.walking import SHOW_ALL, answered_last, hurry, serious_findings
from tests.support.jobs import JobsInThisProcess
from tests.support.live import submission


def test_a_wager_that_is_shown_before_its_answer_comes_can_be_cleared(new_page, running):
    """The table shows a wager as soon as an update brings it. The key that clears it is not lost if the answer comes later."""
    held, holding = [], []

    def hold_answers(socket):
        def pass_on(frame):
            if holding and json.loads(frame)["type"] == "answer":
                held.append(lambda: socket.send(frame))
            else:
                socket.send(frame)

        socket.connect_to_server().on_message(pass_on)

    running.open_table("FC-3", submission("md.four-card-poker", "minimal"), WITHOUT_CLOCKS)
    _, token = running.guest("Dee")
    page = new_page("", token=token, color_scheme="light")  # a new context, because this route stays
    page.route_web_socket(re.compile("/socket"), hold_answers)
    page.goto("/tables/FC-3")
    sit_by_mouse(page, 2)
    wait_until(page, ANSWERED)
    holding.append(True)
    page.keyboard.press("1")
    page.get_by_text("on the table").wait_for()
    page.keyboard.press("x")
    assert round_of(running, "FC-3").stakes != {}  # the key waits for the wager's answer, on its way or held
    holding.clear()
    for release in held:
        release()
    page.get_by_text("Make your wagers").wait_for()
    assert round_of(running, "FC-3").stakes == {}
    wait_until(page, ANSWERED)
    holding.append(True)
    page.keyboard.press("1")
    page.get_by_text("on the table").wait_for()
    page.evaluate("document.querySelector('hw-station').live.socket.close()")  # the wager is made, and its answer is lost
    expect(page.locator("#alarm p", has_text="on Ante")).to_have_text(re.compile(r"^No connection: .* came\.$"))


def test_a_player_cuts_the_cards_as_deep_as_he_chooses(new_page, running):
    running.open_table("PG-3", submission("md.pai-gow-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "PG-3", "Cal")
    sit_by_mouse(page, 2)
    page.get_by_label("Cards to lift").fill("17")
    page.get_by_role("button", name="Cut the cards").click()
    page.locator(".record").get_by_text("cuts 17 deep").wait_for()


@pytest.fixture
def counting(running, monkeypatch):
    """Computations that are done here, and that take long until they are released."""
    monkeypatch.setattr(advising, "LONGEST_COUNT_SECONDS", 0.0)
    jobs = JobsInThisProcess(running.service.desk.jobs, is_held=True)
    monkeypatch.setattr(running.service.desk.jobs, "ask", jobs.ask)
    return jobs


@pytest.fixture
def practice(running):
    """A table for practice."""
    running.open_table("FC-2", submission("md.four-card-poker", "everything"), replace(WITHOUT_CLOCKS, practice=True))
    return "FC-2"


def worth_in_cents(running, table, position):
    """What each choice of a player is worth, as the solved game says, the best first."""
    state = running.house.latest_state(table)
    (up_card,) = state.game.view(round_context(state, 0), PUBLIC)["cards"][DEALER]
    values = rate_choices(state.rules, PlayerView(state.round.hands[position], up_card=up_card)).values
    ante = state.round.stakes[position]["ante"].total.amount
    return sorted((round(value * ante) for value in values.values()), reverse=True)


def answer_as_another_server(route):
    """A proxy sends questions about computations to one server, and the socket of a table may be at another."""
    route.fulfill(status=422, json={"code": "jobs.unknown", "message": "you have no such computation", "clauses": []})


def answer_sooner(route):
    """The service holds its answer for two seconds while a computation goes on."""
    route.continue_(url=route.request.url.replace("wait=2", "wait=0.1"))


def test_in_practice_choices_have_their_worth_and_a_costly_one_is_warned_of(new_page, running, practice, counting):
    page, _ = open_table(new_page, running, practice, "Pia")
    sit_by_mouse(page, 2)
    page.locator("button.ring").first.click()
    page.get_by_text("on the table").wait_for()
    wait_until(page, ANSWERED)
    take_waiting_steps(running, practice)
    expect(page.locator(".answers .act.go")).to_have_count(0)  # nothing pushes before advice is asked for
    page.get_by_text("Chips and seat").click()
    page.get_by_label("Warn me").check()
    page.get_by_text("Chips and seat").click()
    hurry(page, longest=2_000)
    page.route("**/api/jobs/**", answer_sooner)
    page.route("**/api/jobs/**", answer_as_another_server, times=1)
    with page.expect_response("**/api/jobs/**"):
        page.get_by_role("button", name="Worth").click()
    expect(page.locator(".advice")).to_contain_text("Solving. 40% done.")  # it is no refusal that it takes long
    expect(page.locator(".toast")).to_have_count(0)
    counting.release()
    rows = page.locator(".advice tbody tr")
    rows.first.wait_for()
    expect(page.locator(".answers .act.go")).to_have_count(1)
    for width, height in ((1440, 900), (1366, 768), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.querySelector('.station').getBoundingClientRect().bottom <= innerHeight"), (
            width,
            height,
        )
    page.set_viewport_size({"width": 1440, "height": 900})
    shown = [re.sub(r"[$,]", "", text).replace("−", "-") for text in rows.locator("td:nth-of-type(1)").all_inner_texts()]
    assert [round(float(text) * 100) for text in shown] == worth_in_cents(running, practice, 2)

    worst = page.evaluate("document.querySelector('hw-station').advising.advice.choices.at(-1)")
    amount = worst["facts"].get("amount", {}).get("cents", 0)
    page.locator(".answers .act", has_text=f"Play ${amount // 100:,}" if amount else "Fold").click()
    warning = page.get_by_role("alertdialog")
    expect(warning).to_contain_text("costs $")
    version = version_seen(page)
    expect(warning.get_by_role("button", name="Think again")).to_be_focused()
    page.keyboard.press("Escape")
    expect(warning).to_have_count(0)
    assert (version_seen(page), round_of(running, practice).decisions) == (version, {})


MATCH = """async (text) => {
  const { matchCommand } = await import(document.querySelector("[href$='typed-commands.js']").href);
  const bounds = { amount: { kind: "amount", least: 200, most: 5000 } };
  const factsOf = (number) => ({ position: 4, wager: "number", number });
  const offer = (number) => ({ act: "wager", words: `bet on Starting number ${number}`, facts: factsOf(number), bounds });
  try {
    const { option, facts } = matchCommand(text, [4, 5].map(offer));
    return [option.facts.number, facts.amount.cents];
  } catch ({ message }) {
    return message;
  }
}"""
"""Reads a command of the player at position 4, to whom numbers to bet on are offered."""


def check_numbers_are_told_apart(page):
    """A number is one to bet on or an amount, and a position only where it is called so."""
    for text in ("bet number 4 5", "bet starting number 4 with $5", "bet on number 4 at position 4 5"):
        assert page.evaluate(MATCH, text) == [4, 500]
    assert page.evaluate(MATCH, "bet number 4") == "Type it as: bet on Starting number 4 with $2 to $50."


def type_command(page, text, answer):
    page.get_by_label("Command").fill(text)
    page.keyboard.press("Enter")
    page.locator(".log li", has_text=answer).first.wait_for()


def test_a_round_is_played_with_typed_commands(new_page, running):
    eve, token = running.guest("Eve")
    page = new_page("/tables/FC-1/text", token=token)
    page.locator("#log").wait_for()
    listen(page)
    expect(page.locator("[aria-labelledby=may]")).to_contain_text(re.compile(r"Sit down at position \d or "))
    type_command(page, "house way", "Refused: No decision is due from you now")
    type_command(page, "sit 9", "“9” is not possible now. Type it as: sit down at position")
    for text in ("sit at position 4", "buy 500", "bet ante 2"):  # nobody has to wait for an answer before he types on
        page.get_by_label("Command").fill(text)
        page.keyboard.press("Enter")
    for answer in ("Done: sit at position 4", "Done: buy 500", "Refused: bet ante 2"):
        page.locator(".log li", has_text=answer).first.wait_for()
    left = running.service.accounts.get(eve.id).balance.amount // 100
    expect(page.locator("hw-person").first).to_contain_text(f"${left:,} in play chips")
    type_command(page, "bet", "Type it as: bet on Ante")
    type_command(page, "clear", "You have no wager to take back now")
    type_command(page, "sit", "You sit at position 4 already. To take a second area, type sit 3 or sit 5.")
    expect(page.locator("[aria-labelledby=may]")).to_contain_text(
        re.compile(r"Buy chips with up to \$[\d,]+, such as buy 300\.")
    )
    type_command(page, "sit 5", "Done: sit 5")  # two areas of one player have the same wagers
    type_command(page, "bet ante 25", "bet on Ante at position 4 with $15 to $500; or bet on Ante at position 5")
    type_command(page, "bet ante at position 5 25", "Eve (5) has $25 on Ante")
    type_command(page, "take back ante", "Done: take back ante")
    type_command(page, "give up position 5", "Done: give up position 5")
    type_command(page, "bet ante 25", "Eve (4) has $25 on Ante")
    type_command(page, "bet 25", "That may mean bet on Ante")  # or on Aces Up
    type_command(page, "bet trips 5", "“trips 5” was not understood. Type it as: bet on Ante")
    type_command(page, "you", "You are Eve")
    expect(page.locator("#announcer p").last).to_have_text(re.compile("^You are Eve at position 4.* Ante: .*Progressive: "))
    type_command(page, "money", "Your wagers: Ante $25")
    type_command(page, "cards", "You see no cards now")
    type_command(page, "dance", "No option is called “dance” now")
    take_waiting_steps(running, "FC-1")
    page.locator(".log li", has_text="Your decision").first.wait_for()
    type_command(page, "last", "No more bets")
    type_command(page, "cards", "The dealer shows")
    type_command(page, "due", "> due")
    expect(page.locator("#announcer p").last).to_contain_text("Your decision: ")
    type_command(page, "house way", "maker")
    type_command(page, "why ante", "The round is not over yet")  # and is answered when it is
    type_command(page, "play 1x", "Staked $")
    page.locator(".log li", has_text="Clause").first.wait_for()
    check_round_was_heard(page, running.house.latest_state("FC-1").number - 1, asked_for_cards=1)
    assert sum(line.startswith("Refused: bet ante 2.") for line in heard(page)) == 1
    check_numbers_are_told_apart(page)
    assert serious_findings(page) == []
    number = running.house.latest_state("FC-1").number
    with answered_last(page, "**/report?as=own"):
        for begun in (number, number + 1):
            page.evaluate("(round) => void document.querySelector('hw-text-table').beginRound(round)", begun)
    type_command(page, "why", "There is no round of yours to explain yet")  # the result of the round before came after that


CHOOSE_FOUL = """() => {
  const station = document.querySelector("hw-station"), [setting] = station.state.own.hands[0].settings;
  Object.assign(setting, { legal: false, foul: "the high hand ranks below the low hand" });
  station.low = new Set(setting.low.map(({ card }) => card));
}"""
"""Chooses two cards, as if the service had sent that they foul the hand: some hands cannot be set so."""


def drag_card(page, card, up):
    box = card.bounding_box()
    drag(page, card, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - up)


def test_chips_and_cards_are_dragged(new_page, running):
    running.open_table("PG-4", submission("md.pai-gow-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "PG-4", "Dot")
    sit_by_mouse(page, 2)
    circle = page.locator(".felt [data-print='2 pai-gow']").bounding_box()
    chip = page.get_by_role("button", name="$25 chip")
    drag(page, chip, circle["x"] + circle["width"] / 2, circle["y"] + circle["height"] / 2)
    page.locator(".felt [data-spot='2 pai-gow']", has_text="$25").wait_for()
    page.locator(
        ".felt [data-spot='2 pai-gow']"
    ).dblclick()  # a click on it bets once more, also before the answer to the first
    page.locator(".felt [data-spot='2 pai-gow']", has_text="$75").wait_for()
    take_waiting_steps(running, "PG-4")
    card = page.locator(".fan-card").first
    drag_card(page, card, up=60)
    expect(card).to_have_attribute("aria-pressed", "true")
    drag_card(page, card, up=10)  # not far enough
    drag_card(page, card, up=-60)
    expect(card).to_have_attribute("aria-pressed", "false")
    second_thought = page.get_by_role("alertdialog")
    page.evaluate(CHOOSE_FOUL)
    page.get_by_role("button", name="Set").filter(has_text="foul").click()
    expect(second_thought).to_contain_text("Your hand would be foul.")
    second_thought.get_by_role("button", name="Think again").click()
    assert dict(round_of(running, "PG-4").placed_hands) == {}
    page.get_by_role("button", name="Leave").click()
    expect(second_thought).to_contain_text("$75 of yours is on the table")
    second_thought.get_by_role("button", name="Stay").click()
    expect(second_thought).to_have_count(0)
    assert list(running.house.latest_state("PG-4").seats) == [2]
    leave = Command("leave", Actor(Role.PLAYER, running.house.latest_state("PG-4").seats[2]))
    running.do(running.house.act("PG-4", leave))  # in another window
    take_waiting_steps(running, "PG-4")
    expect(page.locator("hw-station")).to_contain_text("You no longer sit at position 2")


AWAIT_AN_ANSWER = """async () => {
  const station = document.querySelector("hw-station"), { pending } = station.commands;
  const measure = async () => {
    station.requestUpdate();
    await station.updateComplete;
    return [station.querySelectorAll(".wager.pending").length, station.querySelector(".chip-tray").getBoundingClientRect().top];
  };
  const { wager } = station.querySelector(".wager").dataset, [, before] = await measure();
  pending.set(wager, Promise.resolve(false));
  const [waiting, top] = await measure();
  pending.delete(wager);
  return [waiting, top - before];
}"""
"""Draws a wager as one that has no answer yet. Returns how many are drawn so, and how far the chips below have moved."""


def test_on_a_phone_chips_and_cards_are_dragged_and_tapped_and_the_page_still_scrolls(new_page, running):
    running.open_table("PG-5", submission("md.pai-gow-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page = new_page("/tables/PG-5", width=390, height=844, token=running.guest("Tod")[1], has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Sit at 2").tap()
    page.get_by_role("button", name="Buy $").first.tap()
    ring, finger = page.locator("button.ring").first, Finger(page)
    ring.wait_for()
    assert page.evaluate(AWAIT_AN_ANSWER) == [1, 0]  # whoever taps on at once hits what he aims at
    finger.swipe(*middle(page.get_by_role("button", name="$100 chip")), *middle(ring))
    expect(page.locator(".wager-sum").first).to_contain_text("$100")
    take_waiting_steps(running, "PG-5")
    cards = page.locator(".fan-card")
    cards.first.wait_for()
    page.set_viewport_size({"width": 390, "height": 560})  # a small phone, on which the page is longer than the screen
    page.evaluate("document.querySelector('.fan').scrollIntoView()")
    scrolled = page.evaluate("scrollY")
    x, y = middle(cards.nth(6))
    finger.swipe(x, y, x, y - 70)
    expect(cards.nth(6)).to_have_attribute("aria-pressed", "true")
    corner = cards.first.bounding_box()
    finger.tap(corner["x"] + 24, corner["y"] + 65)  # where the next card does not cover it
    expect(page.locator(".fan-card.up")).to_have_count(2)
    expect(page.locator(".hand-names")).not_to_contain_text("choose")
    assert page.evaluate("scrollY") == scrolled > 0  # the cards have moved, and not the page
    x, y = middle(page.locator(".hand-names"))
    finger.swipe(x, y, x, y + 150)
    wait_until(page, f"scrollY < {scrolled}")


def test_when_a_session_has_ended_nothing_can_be_pressed_and_there_are_ways_back(new_page, running):
    page = new_page("/tables/FC-1", token=running.guest("Ivo")[1])
    sit_by_mouse(page, 6)
    page.evaluate("fetch('/api/session', { method: 'DELETE' })")
    notice = page.locator(".table-notice")
    expect(notice).to_contain_text("Your session has ended.")
    expect(notice.get_by_role("link")).to_have_text(["All tables", "Come in again", "Sign in"])
    assert page.locator(".stage").evaluate("(stage) => stage.inert")
    page.keyboard.press("1")
    expect(page.locator(".toast")).to_have_count(0)
    assert 6 not in round_of(running, "FC-1").stakes


def test_chips_lie_on_the_number_they_were_bet_on(new_page, running):
    page = new_page("/tables/PG-2", token=running.guest("Nan")[1])
    sit_by_mouse(page, 6)
    page.locator("button.ring").first.click()
    page.get_by_role("button", name="Bet $25 on Starting number 4").click()
    page.locator(".numbers").get_by_text("4: $25").wait_for()
    expect(page.locator(".felt [data-spot='6 number:4'] .chip")).not_to_have_count(0)
    expect(page.locator(".felt [data-spot='6 number:3']")).to_have_count(0)


HOLD_ADVICE = """() => {
  const { live } = document.querySelector("hw-station"), { receive } = live;
  window.heldAdvice = new Promise((resolve) => {
    live.receive = (message) => message.type === "advice" ? resolve(message) : receive.call(live, message);
  });
  window.releaseAdvice = async () => {
    live.receive = receive;
    live.receive(await window.heldAdvice);
  };
}"""


def check_advice_is_on_the_decision_that_is_due(page, check):
    """Advice that comes after its decision is not shown with the next one, and goes with the decision that it is on."""
    page.locator(".helps").wait_for()
    page.evaluate(HOLD_ADVICE)
    page.keyboard.press("h")
    page.evaluate("window.heldAdvice")  # the house has heard the question before the decision is made
    check()
    expect(page.locator(".own-hand .board .card")).to_have_count(3)
    page.evaluate("window.releaseAdvice()")
    expect(page.locator(".helps [aria-busy=true]")).to_have_count(0)
    expect(page.locator(".advice")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_contain_text("House way: ")
    check()
    expect(page.locator(".own-hand .board .card")).to_have_count(5)
    expect(page.locator(".advice")).to_have_count(0)


def test_a_bet_that_leaves_no_chips_to_play_on_is_made_only_after_a_warning(new_page, running):
    zoe, token = running.guest("Zoe")
    page = new_page("/tables/UTH-1", token=token)
    page.get_by_role("button", name="Sit at 5").click()
    for amount, answer in (("0", "more than $0"), ("100", "$100")):
        page.locator(".own-hand .buy-in input").fill(amount)
        page.keyboard.press("Enter")
        page.locator(".toast, .own-wagers header > b").get_by_text(answer).first.wait_for()
    ante = page.locator("button.ring").first
    for _ in range(2):
        ante.click()
    warning = page.get_by_role("alertdialog")
    expect(warning).to_contain_text("leaves you too few chips for a Play wager")
    assert round_of(running, "UTH-1").stakes[5]["ante"].total == Cents.from_dollars(25)
    assert serious_findings(page, ["light"], include=".toast") == []
    warning.get_by_role("button", name="Leave it").click()
    expect(warning).to_have_count(0)
    ante.click()
    warning.get_by_role("button", name="Bet it anyway").click()
    expect(page.locator(".own-wagers header > b")).to_have_text("$0")
    take_waiting_steps(running, "UTH-1")

    def act(name):
        running.do(running.house.act("UTH-1", Command(name, Actor(Role.PLAYER, zoe.id), {"position": 5})))

    check_advice_is_on_the_decision_that_is_due(page, lambda: act("check"))
    act("fold")
    page.locator(".own-cards").wait_for()
    page.evaluate(SHOW_ALL)
    expect(page.locator(".outcome")).to_contain_text("You lose $100")
    expect(page.locator(".own-hand")).to_contain_text("Buy chips to play")  # the cards of the round are still there


def test_after_a_reload_the_clock_shows_the_time_that_is_left(new_page, running):
    """It showed the whole time again, and then the system acted although time seemed to be left."""
    running.open_table("FC-6", submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, decision_seconds=300))
    page, _ = open_table(new_page, running, "FC-6", "Gil")
    sit_by_mouse(page, 2)
    page.keyboard.press("1")
    page.get_by_text("on the table").wait_for()
    wait_until(page, ANSWERED)
    take_waiting_steps(running, "FC-6")
    clock = page.locator("hw-station-clock b")
    expect(clock).to_have_text(re.compile("^[45]:"))
    running.later += 200_000  # for good, because the house's time never goes back
    page.reload()
    expect(clock).to_have_text(re.compile("^1:"))  # 100 seconds, less what the test itself has taken
    second = new_page("/tables/FC-6", token=page.context.cookies()[0]["value"])
    expect(second.locator("hw-station-clock b")).to_have_text(re.compile("^1:"))
    page.evaluate("document.querySelector('hw-station').live.socket.close()")
    wait_until(page, "live.connection === 'lost'")
    wait_until(page, "live.connection === 'live'")
    expect(clock).to_have_text(re.compile("^1:"))


def test_the_page_adds_to_the_chance_of_each_round_and_says_so_before_a_wager(new_page, running):
    """Its value counts from the next round on, also after a reload, and the page of the round computes the deck with it."""
    running.open_table("FC-4", submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "FC-4", "Eve")
    sit_by_mouse(page, 2)
    note = page.locator(".chance-note")
    expect(note).to_have_text(
        "The shuffle of round 1 depends on the house alone. From the next round on, your browser takes part."
    )
    expect(note).to_have_class(re.compile("warns"))
    wait_until(page, "live.contribution.sent")
    play_a_round(page, running, "FC-4")
    expect(note).to_have_text("The shuffle of round 2 depends on the house and seat 2.")
    expect(note).not_to_have_class(re.compile("warns"))
    page.reload()
    expect(note).to_have_text("The shuffle of round 2 depends on the house and seat 2.")
    wait_until(page, "live.contribution.sent")
    play_a_round(page, running, "FC-4")
    expect(note).to_have_text("The shuffle of round 3 depends on the house and seat 2.")
    assert running.house.round_values("FC-4").withheld == ()
    page.goto("/rounds/FC-4/2")
    expect(page.locator(".dealt-deck .tag")).to_have_text(re.compile("the house's seed and one player's value"))


def test_who_folds_is_asked_once_unless_he_does_not_want_to_be(new_page, running):
    running.open_table("FC-7", submission("md.four-card-poker", "minimal"), WITHOUT_CLOCKS)
    page, _ = open_table(new_page, running, "FC-7", "Flo")
    sit_by_mouse(page, 3)
    page.locator("button.ring").first.click()
    page.get_by_text("on the table").wait_for()
    wait_until(page, ANSWERED)
    take_waiting_steps(running, "FC-7")
    fold, question = page.locator(".answers .act", has_text="Fold"), page.get_by_role("alertdialog")
    fold.click()
    expect(question).to_contain_text("Fold this hand?")
    expect(question).to_contain_text("of yours is on the table; what you have bet on this hand is lost")
    assert serious_findings(page, ["light"], include=".toast") == []
    question.get_by_role("button", name="Keep the hand").click()
    expect(question).to_have_count(0)
    assert round_of(running, "FC-7").decisions == {}
    page.get_by_text("Chips and seat").click()
    page.get_by_label("Ask before I fold or surrender").uncheck()
    page.get_by_text("Chips and seat").click()
    fold.click()
    page.locator("button.ring").first.wait_for()
    assert page.evaluate("localStorage.getItem('houseway.ask-before-fold')") == "off"


def play_a_round(page, running, table):
    """Bet on the first wager, and fold."""
    wait_until(page, ANSWERED)
    page.keyboard.press("1")
    page.get_by_text("on the table").wait_for()
    wait_until(page, ANSWERED)
    take_waiting_steps(running, table)
    page.locator(".answers .act", has_text="Fold").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Fold").click()
    page.locator("button.ring").first.wait_for()
