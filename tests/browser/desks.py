"""The pages of a dealer and a floorperson, who run a table by keys alone."""

import asyncio
from functools import cached_property

from playwright.sync_api import expect

from houseway.cards import DECK
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.table import due_step
from houseway.table.context import round_context

STEPS_OF_A_ROUND = 120
MOST_KEYS = 3
"""Keys with which everything is done at a desk. A card is typed by two more."""
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
        self.running, self.name, self._open, self._staff = running, name, new_page, staff
        self.dealer = new_page(f"/console/{name}", token=staff["dealer"])
        self.deck = iter(map(str, DECK))
        self.keys = 0

    @cached_property
    def floor(self):
        return self._open(f"/floor/{self.name}", token=self._staff["floorperson"])

    def press(self, page, *keys):
        """Press keys, and count them: of those that are held together, each."""
        for key in keys:
            self.keys += len(key.split("+"))
            page.keyboard.press(key)
        assert self.keys <= MOST_KEYS, keys

    @property
    def state(self):
        return self.running.house.tables[self.name]

    @property
    def step(self):
        return due_step(self.state, self.running.house.now() // 1000, self.running.house.meters.by_id)

    def take_by_keyboard(self, step):
        """Whoever has to take a step reads it on his page and takes it without the mouse."""
        page = self.dealer if step.role is Role.DEALER else self.floor
        version, self.keys = self.state.version, 0
        expect(page.locator(".due .what")).to_have_text(step.words[0].upper() + step.words[1:])
        if page.locator(".due.needs").count():
            expect(page.locator(".due-facts input").first).to_be_focused()
            self.enter_facts(page, page.locator(".due-facts .slot").count())
            self.press(page, "Enter")
        else:
            expect(page.locator(".due .take")).to_be_enabled()
            self.press(page, "Space")
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


class Table(Desks):
    """A table with two players of the test, and the pages of its dealer and its floorperson."""

    def __init__(self, running, name, new_page, staff):
        super().__init__(running, name, new_page, staff)
        self.players = {place: running.guest(f"Player {place}")[0].id for place in (1, 2)}

    def actor(self, place):
        """Whoever sits there, who may be the bank of a round."""
        bank = getattr(self.state.round, "bank", None)
        return Actor(Role.BANK if bank and place == bank.position else Role.PLAYER, self.players[place])

    def act(self, place, act, **facts):
        command = Command(act, self.actor(place), facts)
        self.running.do(self.running.house.act(self.name, command))

    def seat_players(self):
        for place in self.players:
            self.act(place, "sit", position=place)
            self.act(place, "buy-in", amount=Cents.from_dollars(1000))

    def bet(self):
        for place in self.players:
            self.act(place, "wager", position=place, wager="ante", amount=Cents.from_dollars(25))

    def decide(self):
        """Everybody who is to decide checks as long as he may, and then folds or plays."""
        place = self.state.game.awaited_players(self.context).positions[0]
        acts = {option.act for option in self.options(place)}
        wanted = "check" if "check" in acts else "fold" if place == 1 else "play"
        self.act(place, wanted, position=place, **({"amount": Cents.from_dollars(25)} if wanted == "play" else {}))

    @property
    def context(self):
        return round_context(self.state, self.running.house.now() // 1000, self.running.house.meters.by_id)

    def options(self, place):
        return self.state.game.legal_options(self.context, self.actor(place))
