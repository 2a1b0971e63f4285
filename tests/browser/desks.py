"""The pages of a dealer and a floorperson, who run a table by keys alone."""

import asyncio

from playwright.sync_api import expect

from houseway.cards import DECK
from houseway.events import Role
from houseway.table import due_step

STEPS_OF_A_ROUND = 120
SHOWN_DECK = [f"{rank}{suit}" for suit in "shdc" for rank in "AKQJT98765432"]
"""The cards in the order in which they can be tapped."""

REDRAW = """async () => {
  const form = document.querySelector(".due-facts hw-option-form");
  form.requestUpdate();
  await form.updateComplete;
}"""
"""The table changes while somebody types: what he has typed stays."""


def hire(running):
    """The sessions of a dealer and a floorperson."""
    return {role: running.employee(name, role)[1] for name, role in (("Dee", "dealer"), ("Flo", "floorperson"))}


class Desks:
    """The pages of the dealer and the floorperson of a table at which two people play."""

    def __init__(self, running, name, new_page, staff):
        self.running, self.name = running, name
        self.dealer = new_page(f"/console/{name}", token=staff["dealer"])
        self.floor = new_page(f"/floor/{name}", token=staff["floorperson"])
        self.pages = {Role.DEALER: self.dealer, Role.FLOOR: self.floor}
        self.deck = iter(map(str, DECK))

    @property
    def state(self):
        return self.running.house.tables[self.name]

    @property
    def step(self):
        return due_step(self.state, self.running.house.now() // 1000, self.running.house.meters.by_id)

    def take_by_keyboard(self, step):
        """Whoever has to take a step reads it on his page and takes it without the mouse."""
        page, version = self.pages[step.role], self.state.version
        expect(page.locator(".due .what")).to_have_text(step.words[0].upper() + step.words[1:])
        if page.locator(".due.needs").count():
            expect(page.locator(".due-facts input").first).to_be_focused()
            self.enter_facts(page, page.locator(".due-facts .slot").count())
            page.keyboard.press("Enter")
        else:
            expect(page.locator(".due .take")).to_be_enabled()
            page.keyboard.press("Space")
        self.running.do(self.until(lambda: self.state.version > version))

    def enter_facts(self, page, cards):
        """Type cards; a single one is tapped on the deck, after which Enter takes the step as well. Where no card is asked for,
        type how many players have bet, or replace the number that stands there."""
        if not cards:
            shown = page.locator(".due-facts input").first.input_value()
            first, *others = "12" if shown else str(len(self.state.round.stakes))
            page.keyboard.type(first)
            page.evaluate(REDRAW)
            page.keyboard.type("".join(others))
        names = [next(self.deck) for _ in range(cards)]
        if cards == 1:
            page.locator(".deck button").nth(SHOWN_DECK.index(names[0])).click()
        else:
            page.keyboard.type("".join(names))

    async def until(self, condition):
        while not condition():
            await asyncio.sleep(0.005)

    def run_until(self, is_reached):
        """Take what is due until something is reached. Where nothing is due, the players decide."""
        for _ in range(STEPS_OF_A_ROUND):
            if is_reached():
                return
            step = self.step
            if step is None:
                self.decide()
            else:
                self.take_by_keyboard(step)
        raise AssertionError(self.step)

    def open_betting(self):
        self.run_until(lambda: self.step is None or self.step.act == "close-betting")

    def decide(self):
        """Let the players decide."""
        raise NotImplementedError
