"""Whole rounds of every book through the pages of four people: one plays with the mouse, one with keys alone, a dealer takes each
step, and a floorperson looks on and verifies what the book asks him to."""

import json
import math
import re

import pytest
from playwright.sync_api import expect

from houseway.procedure import DEALER
from houseway.service.feed.moment import PUBLIC
from houseway.service.live.settings import TableSettings
from houseway.table.context import round_context
from tests.browser.desks import Desks, hire
from tests.browser.hearing import check_round_was_heard, listen
from tests.browser.sitting import (
    BOOKS,
    open_all_books,
    open_table,
    round_of,
    sit_by_keys,
    sit_by_mouse,
    wait_until,
)
from tests.browser.walking import SHOW_ALL, serious_findings, unreached_controls
from tests.support.live import DEALT_BY_A_PERSON
from tests.support.two_worlds import cards_in

SIDE_WAGERS = {"UTH-1": "Trips", "PG-1": "Fortune Bonus", "PG-2": "Bonus", "FC-1": "Aces Up"}
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
    toast.get_by_text(re.compile(r"may be \$.*, not \$1,000")).wait_for()
    toast.get_by_text("The rule").click()
    assert toast.locator("a.cl:visible").count()
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


def cut_connection(page):
    page.evaluate("document.querySelector('hw-station').live.socket.close()")
    page.get_by_text("Connection lost").first.wait_for()
    expect(page.locator("#alarm")).to_contain_text("You see the last known state; your seat is held for 3 rounds.")
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
    confirm_folding(page, page.locator(".answers .act").first, lambda choice: choice.click())
    return True


def confirm_folding(page, choice, press):
    """Take a choice. A player who folds is asked once."""
    is_fold = choice.inner_text().startswith("Fold")
    press(choice)
    if is_fold:
        page.get_by_role("alertdialog").get_by_role("button", name="Fold").click()


def answer_by_keys(page):
    if page.locator(".fan").count():
        page.keyboard.press("h")
        page.locator(".fan-card.up").nth(1).wait_for()
        page.keyboard.press("Enter")
        return True
    if not page.locator(".helps").count():
        return False
    key = page.locator(".answers .act kbd").first.inner_text().lower()
    confirm_folding(page, page.locator(".answers .act").first, lambda _choice: page.keyboard.press(key))
    return True


def look_at_decision(page, table):
    """A decision on a phone and on a desktop: axe has no serious finding, and every control is reached by the Tab key."""
    page.locator(".helps, .own-cards").first.wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert serious_findings(page, SCHEMES[table]) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert unreached_controls(page) == []
    page.locator(".station").focus()


class FullTable(Desks):
    """A table with its dealer, its floorperson and two players, each on a page."""

    def __init__(self, running, name, new_page, staff):
        super().__init__(running, name, new_page, staff)
        self.ann, _ = open_table(new_page, running, name, "Ann")
        self.bob, self.frames = open_table(new_page, running, name, "Bob")

    def decide(self):
        """Let each player answer what he is asked, one after the other, when his page shows what the other did."""
        for page, answer in ((self.ann, answer_by_mouse), (self.bob, answer_by_keys)):
            before = self.state.version
            wait_until(page, f"live.number >= {before}")
            if answer(page):
                wait_until(page, f"live.number > {before}")

    def finish_round(self):
        """Play on until the round is over. Its cards lie there while the felt shows how it ends."""
        number = self.state.number
        self.run_until(lambda: self.state.number > number)
        for page in (self.ann, self.bob):
            wait_until(page, f"live.number >= {self.state.version}")
            assert page.locator(".own-cards").count()
            page.evaluate(SHOW_ALL)


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    """A house in which a person deals at a table of each rule book."""
    dealt_by_a_person = TableSettings(cards="electronic", **DEALT_BY_A_PERSON)
    with open_all_books(tmp_path_factory.mktemp("rounds"), listener, dealt_by_a_person) as service:
        yield service


@pytest.fixture(scope="module")
def staff(running):
    return hire(running)


@pytest.mark.parametrize("name", BOOKS)
def test_two_players_a_dealer_and_a_floorperson_play_a_round(new_page, running, staff, name):
    table = FullTable(running, name, new_page, staff)
    ann, bob = table.ann, table.bob
    for page in (ann, bob):
        listen(page)
    sit_by_mouse(ann, 1)
    sit_by_keys(bob, 2)
    table.open_betting()
    ann.locator("button.ring").first.click()
    ann.get_by_role("button", name=f"on {SIDE_WAGERS[name]}").wait_for()
    bet_too_much(ann, name)
    bob.keyboard.press("1")
    bob.get_by_text("$25 on the table").or_(bob.get_by_text("$50 on the table")).wait_for()
    stakes = round_of(running, name).stakes
    assert {place: len({stake.total for stake in wagers.values()}) for place, wagers in stakes.items()} == {1: 1, 2: 1}

    table.run_until(lambda: table.step is None)
    bob.locator(".own-hand .card").first.wait_for()
    dealt, hands = table.state.version, round_of(running, name).hands
    hidden = hidden_cards(running, name, 2)
    look_at_decision(bob, name)
    cut_connection(ann)

    table.finish_round()
    for page in (ann, bob):
        page.locator(OUTCOME).wait_for()
        check_round_was_heard(page, number=1)
    for page in (table.dealer, table.floor):
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    check_is_secret(running, name, table.frames, dealt, hands, hidden)
    chips = table.state.chips(table.state.seats[2]).amount
    assert bob.locator(".own-wagers header > b").inner_text() == f"${chips / 100:,.2f}".removesuffix(".00")
    bob.keyboard.press("w")
    assert re.match(r"Why .* (won|lost|was a push)", bob.locator("dialog.why h2").inner_text())
    assert bob.locator("dialog.why .law a.cl").count()
    assert serious_findings(bob, SCHEMES[name]) == []
    bob.keyboard.press("Escape")
    if name in BANKED:
        table.run_until(lambda: table.step is None)
        ann.get_by_role("button", name="Take the bank").wait_for()
        ann.keyboard.press("1")  # a question is open, and chips can be bet all the same
        expect(ann.locator(".wager-sum").first).to_contain_text("$25")
    else:
        table.open_betting()
    bob.keyboard.press("r")
    bob.get_by_text("on the table").wait_for()
    bob.keyboard.press("x")
    bob.locator(OUTCOME).wait_for()
