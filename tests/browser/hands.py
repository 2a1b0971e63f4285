"""A dealer with physical cards in his hands: keys that are counted, and a reader of cards that types."""

from playwright.sync_api import expect

from houseway.money import Cents
from tests.browser.desks import Table

READER = """quick => {
    const { reader } = document.querySelector("hw-console-page").keys;
    Object.assign(reader, { quick });
    reader.forget();
}"""


def read_cards(page, *codes):
    """A reader sends codes as keys, each ended by Enter; slow machines may leave a while between two keys."""
    page.evaluate(READER, 60_000)
    for code in codes:
        page.keyboard.type(code)
        page.keyboard.press("Enter")
    page.evaluate(READER, 50)


def wait_for_desk(table):
    """Wait until the dealer's page shows what the house has decided last: a note goes when another step is due."""
    page = table.dealer
    for _ in range(400):
        if page.evaluate("document.querySelector('hw-console-page').live.number") >= table.state.version:
            return
        page.wait_for_timeout(50)
    raise AssertionError(table.state.version)


def report_by_numbers(table, *names):
    """Report an irregularity by the numbers of its choices: what was seen, and where. Three keys show the remedy."""
    page, table.keys = table.dealer, 0
    table.press(page, "r")
    for name in names:
        chosen = page.locator("hw-report fieldset:focus-within label > span")
        texts = [text.partition("\n")[0] for text in chosen.all_inner_texts()]
        number = texts.index(name) + 1
        assert (
            page.evaluate("span => getComputedStyle(span, '::before').content", chosen.nth(number - 1).element_handle())
            != "none"
        )
        table.press(page, str(number))
    return page.locator(".remedy")


class Night(Table):
    """A table at which a dealer works by keys alone, and whoever is offered the bank takes it."""

    def decide(self):
        awaited = self.state.game.awaited_players(self.context)
        if awaited is None:
            return self.bet()
        place = awaited.positions[0]
        wanted = {option.act for option in self.options(place)} & {"accept-bank", "set-hand"}
        return self.act(place, wanted.pop(), position=place) if wanted else super().decide()

    def take_by_keyboard(self, step):
        if step.act == "close-betting":
            self.bet()  # against a bank, the house alone would be enough to close the betting
        super().take_by_keyboard(step)

    def is_due(self, act):
        return self.step is not None and self.step.act == act

    def bet(self):
        for place in self.players:
            wagers = [option.facts["wager"] for option in self.options(place) if option.act == "wager"]
            if wagers and not (self.state.round and place in self.state.round.stakes):
                self.act(place, "wager", position=place, wager=wagers[0], amount=Cents.from_dollars(25))

    def take_with_focus_on(self, control, *keys):
        """Take the step that is due while something else has the focus."""
        version, self.keys = self.state.version, 0
        control.focus()
        printed = self.dealer.locator(".due .take kbd")
        expect(printed).to_have_text(keys[0].replace("Control+", "Ctrl "))
        self.press(self.dealer, *keys)
        self.running.do(self.until(lambda: self.state.version > version))

    def has_dealt(self):
        return self.state.round is not None and self.step is None and bool(self.state.round.dealt)
