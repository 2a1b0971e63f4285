"""Whole rounds of every book through the page: one player with the mouse, one with keys alone, and one who types commands."""

import json
import math
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from houseway.analysis import PlayerView, rate_choices
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.service.advice import advising
from houseway.service.feed.moment import PUBLIC
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.table.context import round_context
from tests.browser.finger import Finger, drag, middle
from tests.browser.hearing import check_round_was_heard, heard, listen
from tests.browser.sitting import open_table, round_of, sit_by_keys, sit_by_mouse, take_waiting_steps
from tests.browser.walking import SHOW_ALL, hurry, serious_findings, unreached_controls
from tests.support.jobs import JobsInThisProcess
from tests.support.live import submission
from tests.support.two_worlds import cards_in

TABLES = ("UTH-1", "PG-1", "PG-2", "FC-1")
SIDE_WAGERS = {"UTH-1": "Trips", "PG-1": "Fortune Bonus", "PG-2": "Bonus", "FC-1": "Aces Up"}
MOST_TURNS = 12
OUTCOME = ".outcome, .short-outcome"
BANKED = ("PG-1", "PG-2")
"""Tables at which the first player is offered the bank for the second round."""
SCHEMES = {"UTH-1": ["dark"], "PG-1": ["light", "dark"], "PG-2": ["dark"], "FC-1": ["light"]}
"""The colours in which axe looks at the station of each table: after a refused bet, at a decision, and with the reasons opened."""
REVEALING = ("hand-exposed", "dealer-turned", "flop-dealt", "final-dealt", "board-completed", "box-turned")
"""Events that lay cards open for everybody."""


def bet_too_much(page, table):
    """A side wager beyond its limit is refused with what is allowed, and nothing lies there."""
    page.get_by_role("button", name="$1,000 chip").click()
    page.get_by_role("button", name=f"Bet $1,000 on {SIDE_WAGERS[table]}").click()
    toast = page.locator(".toast")
    toast.get_by_text("Allowed").wait_for()
    assert toast.locator("a.cl").count()
    assert serious_findings(page, SCHEMES[table]) == []
    toast.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="$25 chip").click()


def reveals(event):
    """Whether everybody may see the cards of an event: of hands that are set, only the dealer's."""
    return event.kind in REVEALING or (event.kind in ("hand-set", "hand-reset") and event.facts["position"] == DEALER)


def hidden_cards(running, table, position):
    """The cards that lie face down for the player at a position."""
    state = running.house.latest_state(table)
    view = state.game.view(round_context(state, 0), PUBLIC)
    dealt = set(cards_in([state.round.hands, getattr(state.round, "board", ()), getattr(state.round, "box", ())]))
    return dealt - set(state.round.hands[position]) - set(cards_in(view["cards"]))


def opening_numbers(running, table, after, hands):
    """The number of the event that lays a card open, for each card that is laid open after an event. The store keeps some hands
    sealed, so that an event may name no card."""
    events = [event for append in running.service.store.read(f"table:{table}") for event in append.events]
    opened = {}
    for number, event in enumerate(events, start=1):
        if number > after and reveals(event):
            for card in (*cards_in(event), *hands.get(event.facts.get("position"), ())):
                opened.setdefault(card, number)
    return opened


def check_is_secret(running, table, frames, dealt, hands, hidden):
    """Bob was sent no card of others, neither as a fact nor in words, before everybody saw it."""
    opened, seen, learned = opening_numbers(running, table, dealt, hands), 0, set()
    for frame in frames:
        message = json.loads(frame)
        seen = message.get("to", message.get("number", seen)) or seen
        named = {card for card in hidden if seen >= dealt and (f'"card":"{card}"' in frame or card.symbol in frame)}
        assert {card: opened.get(card) for card in named if seen < opened.get(card, math.inf)} == {}
        learned |= named
    assert learned


def wait_until(page, condition):
    """Wait for something that only the station's own state says. The content security policy forbids playwright's own way."""
    for _ in range(400):
        if page.evaluate(f"(({{ live }}) => {condition})(document.querySelector('hw-station'))"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def cut_connection(page):
    page.evaluate("document.querySelector('hw-station').live.socket.close()")
    page.get_by_text("Connection lost").first.wait_for()
    expect(page.locator("#alarm")).to_contain_text("You see the last known state; your seat is held.")
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


def look_at_decision(page, table):
    """A decision on a phone and on a desktop: axe has no serious finding, and every control is reached by the Tab key."""
    page.locator(".helps, .own-cards").first.wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert serious_findings(page, SCHEMES[table]) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert unreached_controls(page) == []
    page.locator(".station").focus()


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
        latest = running.house.latest_state(table)
        for page, _ in answers:
            wait_until(page, f"live.number >= {latest.version}")
        if latest.number > number:
            for page, _ in answers:
                assert page.locator(".own-cards").count()  # they lie there while the felt shows how the round ends
                page.evaluate(SHOW_ALL)
            return
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("table", TABLES)
def test_two_players_play_a_round(new_page, running, table):
    ann, _ = open_table(new_page, running, table, "Ann")
    bob, frames = open_table(new_page, running, table, "Bob")
    for page in (ann, bob):
        listen(page)
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
    bob.locator(".own-hand .card").first.wait_for()
    dealt, hands = running.house.latest_state(table).version, round_of(running, table).hands
    hidden = hidden_cards(running, table, 2)
    look_at_decision(bob, table)
    cut_connection(ann)

    finish_round(running, table, [(ann, answer_by_mouse), (bob, answer_by_keys)])
    for page in (ann, bob):
        page.locator(OUTCOME).wait_for()
        check_round_was_heard(page, number=1)
    check_is_secret(running, table, frames, dealt, hands, hidden)
    state = running.house.latest_state(table)
    chips = state.chips(state.seats[2]).amount
    assert bob.locator(".own-wagers header > b").inner_text() == f"${chips / 100:,.2f}".removesuffix(".00")
    bob.keyboard.press("w")
    assert re.match(r"Why .* (won|lost|was a push)", bob.locator("dialog.why h2").inner_text())
    assert bob.locator("dialog.why .law a.cl").count()
    assert serious_findings(bob, SCHEMES[table]) == []
    bob.keyboard.press("Escape")
    bob.keyboard.press("r")
    bob.get_by_text("on the table").wait_for()
    bob.keyboard.press("x")
    bob.locator(OUTCOME).wait_for()
    if table in BANKED:
        ann.get_by_role("button", name="Take the bank").wait_for()
        ann.keyboard.press("1")  # a question is open, and chips can be bet all the same
        expect(ann.locator(".wager-sum").first).to_contain_text("$25")


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
    holding.append(True)
    page.keyboard.press("1")
    page.get_by_text("on the table").wait_for()
    page.keyboard.press("x")
    holding.clear()
    assert held, "the wager's answer, and perhaps that of the chips that were bought before"
    for release in held:
        release()
    page.get_by_text("Make your wagers").wait_for()
    assert round_of(running, "FC-3").stakes == {}
    holding.append(True)
    page.keyboard.press("1")
    page.get_by_text("on the table").wait_for()
    page.evaluate("document.querySelector('hw-station').live.socket.close()")  # the wager is made, and its answer is lost
    expect(page.locator("#alarm p", has_text="on Ante")).to_have_text(re.compile(r"^No connection: .* came\.$"))


def test_a_player_cuts_the_cards_as_deep_as_he_chooses(new_page, running):
    running.open_table("PG-3", submission("md.pai-gow-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page, _ = open_table(new_page, running, "PG-3", "Cal")
    sit_by_mouse(page, 2)
    page.get_by_label("depth").fill("17")
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
    take_waiting_steps(running, practice)
    page.get_by_label("Warn me").check()
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
    assert serious_findings(page) == []


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


def test_on_a_phone_chips_and_cards_are_dragged_and_tapped_and_the_page_still_scrolls(new_page, running):
    running.open_table("PG-5", submission("md.pai-gow-poker", "minimal"), replace(WITHOUT_CLOCKS, program_floor=True))
    page = new_page("/tables/PG-5", width=390, height=844, token=running.guest("Tod")[1], has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Sit at 2").tap()
    page.get_by_role("button", name="Buy $").first.tap()
    ring, finger = page.locator("button.ring").first, Finger(page)
    ring.wait_for()
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


def test_a_bet_that_leaves_no_chips_to_play_on_is_made_only_after_a_warning(new_page, running):
    page = new_page("/tables/UTH-1", token=running.guest("Zoe")[1])
    page.get_by_role("button", name="Sit at 5").click()
    page.locator(".own-hand .buy-in input").fill("100")
    page.keyboard.press("Enter")
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
