"""A dealer and a floorperson run tables from their pages: an irregularity with its remedy, a round with physical cards that are
typed as they are turned over, a large win, fills and shifts."""

from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import expect

from houseway.cards import DECK
from houseway.money import Cents
from houseway.service.card_tags import parse_card_tags
from houseway.service.live.settings import TableSettings
from tests.browser.desks import Table, hire
from tests.browser.hands import Night, read_cards, report_by_numbers, wait_for_desk
from tests.browser.walking import answered_last, serious_findings, tab_to
from tests.support.live import DEALT_BY_A_PERSON, submission
from tests.support.sockets import RunningService


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    """A house with tables that a person deals: one with electronic cards, the others with physical ones."""
    service = RunningService(tmp_path_factory.mktemp("console"), listener=listener)
    for table, book, example, cards in (
        ("UTH-1", "md.ultimate-texas-holdem", "minimal", "electronic"),
        ("UTH-2", "md.ultimate-texas-holdem", "everything", "physical"),
        ("UTH-3", "md.ultimate-texas-holdem", "minimal", "physical"),
        ("PG-1", "md.pai-gow-poker", "everything", "physical"),
        ("FC-1", "md.four-card-poker", "minimal", "physical"),
    ):
        service.open_table(table, submission(book, example), TableSettings(cards=cards, **DEALT_BY_A_PERSON))
    tags = parse_card_tags('[decks.blue]\nE280689400005020 = "Td"')
    service.service.settings = replace(service.service.settings, card_tags=tags)
    yield service
    service.close()


@pytest.fixture(scope="module")
def staff(running):
    return hire(running)


@pytest.fixture
def at_table(running, new_page, staff):
    return partial(Table, running, new_page=new_page, staff=staff)


CUT = """() => {
    const { live } = document.querySelector("hw-floor-page");
    const connect = live.connect;
    live.connect = () => {};  // it stays lost until somebody tries again
    live.socket.close();
    live.tryNow = () => connect.call(live);
}"""


def report_by_keyboard(page):
    """Report too many cards at the second seat, without the mouse, and wait for the remedy."""
    page.locator(".due .what").wait_for()
    page.locator("main").focus()
    page.keyboard.press("r")
    for name in ("Wrong number of cards", "Seat 2, Player 2"):
        wanted = page.get_by_role("radio", name=name, exact=True)
        while not wanted.is_checked():
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Tab")
        while not page.evaluate("document.activeElement.matches('[type=radio], .follows *')"):
            page.keyboard.press("Tab")
    page.locator(".remedy .confirm").wait_for()


def test_the_remedy_of_a_misdeal_is_read_before_it_is_confirmed(at_table, new_page, running):
    table = at_table("UTH-1")
    table.seat_players()
    table.open_betting()
    table.bet()
    table.run_until(lambda: table.state.round.dealt)
    chips = {place: table.state.chips(player) for place, player in table.players.items()}
    floor, version = table.floor, table.state.version
    expect(table.dealer.locator(".awaited")).to_contain_text("The table waits for Player 1 at seat 1")
    floor.get_by_text("Player 1 is absent").click()
    expect(floor.locator(".awaited")).to_contain_text("The hand checks.")
    floor.locator(".awaited").get_by_label("Why").fill("went home")
    floor.get_by_role("button", name="Act for Player 1").click()
    table.running.do(table.until(lambda: table.state.version > version))
    colleague = new_page("/floor/UTH-1", width=390, height=844, token=running.employee("Fay", "floorperson")[1])
    report_by_keyboard(floor)
    report_by_keyboard(colleague)
    remedy = floor.locator(".remedy")
    expect(remedy).to_contain_text("The round is void")
    expect(remedy.get_by_role("row", name="Seat 1, Player 1")).to_contain_text("+$50")
    assert not table.state.round.void
    assert serious_findings(floor) == []  # a round under way, and a grave remedy before it is confirmed
    table.act(2, "check", position=2)  # the table has moved on, but nothing else would follow
    floor.evaluate(CUT)
    expect(floor.locator(".table-notice")).to_contain_text("Connection lost.")
    remedy.get_by_role("button", name="Void the round").click()
    expect(floor.locator("hw-report").get_by_role("alert")).to_contain_text("Nothing was sent")
    assert not table.state.round.void
    floor.get_by_role("button", name="Try now").click()
    expect(floor.locator(".table-notice")).to_have_count(0)
    expect(colleague.locator(".remedy .confirm")).to_be_in_viewport()  # also below the fold of a phone
    tab_to(floor, remedy.get_by_role("button", name="Void the round"))
    floor.keyboard.press("Enter")
    expect(table.dealer.locator(".due .what")).to_contain_text("the round is void")
    overtaken = colleague.locator("hw-report .overtaken")
    expect(overtaken).to_contain_text("Wrong number of cards is no longer possible, and nothing was sent. The round is void")
    expect(floor.locator(".overtaken")).to_have_count(0)
    assert serious_findings(colleague) == []
    assert table.state.round.void
    assert {place: table.state.chips(player) - chips[place] for place, player in table.players.items()} == {
        1: Cents.from_dollars(50),
        2: Cents.from_dollars(50),
    }


HOLD_ANSWERS = """() => {
    const { live } = document.querySelector("hw-console-page"), { receive } = live, held = [];
    live.receive = (message) => message.type === "answer" ? held.push(message) : receive.call(live, message);
    window.releaseAnswers = () => {
        live.receive = receive;
        held.forEach((message) => live.receive(message));
    };
}"""


def test_physical_cards_are_typed_as_they_are_turned_over(at_table):
    table = at_table("FC-1")
    table.seat_players()
    table.dealer.locator(".due .what").wait_for()
    table.dealer.evaluate(HOLD_ANSWERS)
    table.open_betting()  # each step as soon as it is shown, which may be before the answer to the last one
    table.dealer.evaluate("window.releaseAnswers()")
    table.bet()
    table.run_until(lambda: table.state.round.dealer_turned)
    typed = table.state.round.hands[0]
    assert set(map(str, typed)) <= set(map(str, DECK[:20]))
    assert table.dealer.locator(".deck button:disabled").count()  # the cards that lie open


def test_a_whole_night_with_physical_cards_takes_three_keys_a_step(running, new_page, staff):
    night = Night(running, "UTH-3", new_page, staff)
    page, note = night.dealer, night.dealer.locator(".overtaken")
    night.seat_players()
    page.locator(".due .what").wait_for()
    night.press(page, "o", "Enter")
    expect(page.get_by_role("group", name="Who deals here")).to_contain_text("You deal")
    night.take_with_focus_on(page.locator(".crumb a"), "Space")
    night.take_with_focus_on(page.get_by_role("button", name="Sign off"), "Control+Enter")  # Space would press that button
    night.run_until(night.has_dealt)
    version = night.state.version
    wait_for_desk(night)
    read_cards(page, "AS")
    expect(note).to_contain_text("The ace of spades was read, but no card is asked for now.")
    read_cards(page, "4006381333931")
    expect(note).to_contain_text("which is no card. No card of the house has this tag. Instead: type the card")
    assert night.state.version == version
    remedy = report_by_numbers(night, "Wrong number of cards", "Seat 2, Player 2")
    expect(remedy).to_contain_text("The round is void")
    assert serious_findings(page) == []
    night.keys = 0
    night.press(page, "y")
    expect(page.locator(".due .what")).to_contain_text("the round is void")
    assert night.state.round.void

    night.run_until(lambda: night.is_due("deal-flop"))
    expect(page.locator(".due-facts input").first).to_be_focused()
    report_by_numbers(night, "Player's conduct")
    clause = page.get_by_role("searchbox", name="Find a clause")
    expect(clause).to_be_focused()
    clause.fill("deck")
    read_cards(page, "SA", "E2-80-68-94-00-00-50-20")  # suit or rank first, or a tag; they are entered where cards are due
    expect(page.locator(".due-facts .slot")).to_have_count(1)
    expect(clause).to_have_value("deck")
    page.locator(".crumb a").focus()
    night.keys, version = 0, night.state.version
    page.keyboard.type("3c")  # wherever the focus is
    night.press(page, "Enter")
    running.do(night.until(lambda: night.state.version > version))
    assert list(map(str, night.state.round.board)) == ["As", "Td", "3c"]
    night.deck = (card for card in map(str, DECK) if card not in ("As", "Td", "3c"))
    night.run_until(lambda: night.is_due("end-round"))

    bank = Night(running, "PG-1", new_page, staff)
    bank.seat_players()
    for number in (1, 2):
        bank.deck = iter(map(str, DECK))
        bank.run_until(lambda number=number: bank.state.number == number and bank.is_due("end-round"))
        assert (bank.state.round.bank.position == 1) is (number == 2)
        bank.take_by_keyboard(bank.step)


def test_a_floorperson_validates_a_large_win_by_one_key_and_the_dealer_pays_it(at_table, new_page, running):
    table = at_table("UTH-2")
    ann, token = running.guest("Ann")
    player = new_page("/tables/UTH-2", token=token)
    table.players = {2: ann.id}
    board, dealer, box = ("As", "Ks", "Qs", "2c", "3d"), ("4d", "9h"), ("5c", "6c", "7c", "8c")
    table.deck = iter((*board, *dealer, *box, "Js", "Ts"))
    table.seat_players()
    table.open_betting()
    table.bet()
    table.act(2, "wager", position=2, wager="progressive", amount=Cents.from_dollars(5))
    table.run_until(lambda: table.step is not None and table.step.act == "validate")
    win = str(table.step.amount)
    for page in (table.dealer, table.floor):
        expect(page.locator(".due .what")).to_contain_text("position 2: royal flush")
        expect(page.locator(".due .sum")).to_have_text(f"Win: {win}")
        expect(page.get_by_role("row").filter(has_text="Ann").get_by_role("img")).to_have_count(2)
    expect(table.dealer.locator(".due .take")).to_have_count(0)
    expect(table.floor.locator(".due .take")).to_have_text(f"Validate {win} Space")
    before = table.state.chips(ann.id)
    table.run_until(lambda: table.state.chips(ann.id) > before)
    assert str(table.state.chips(ann.id) - before) == win
    expect(player.locator("hw-station .wagers")).to_contain_text(f"+{win}")


LOSE_THE_ANSWER = """() => {
    const { live } = document.querySelector("hw-floor-page");
    const receive = live.receive.bind(live);
    live.receive = (message) => {
        if (message.type !== "answer") return receive(message);
        live.receive = receive;
        live.socket.close();
    };
}"""
"""The connection is cut after the command has arrived, and before its answer comes back."""


def test_the_floor_fills_a_table_slows_it_down_and_pays_somebody_who_sits_nowhere(new_page, running, staff):
    zoe, _ = running.employee("Zoe", "player")
    running.employee("Zora", "player")
    page = new_page("/floor/FC-1", token=staff["floorperson"])
    chips = page.locator("hw-inventory")
    chips.get_by_role("button", name="Fill").click()
    chips.get_by_label("Amount").fill("2500000")
    chips.get_by_label("Why").fill("low on green")
    chips.get_by_role("button", name="Preview").click()
    expect(chips.locator(".remedy .confirm")).to_be_disabled()
    chips.get_by_role("checkbox", name="$2,500,000 is right").check()
    expect(chips.locator(".remedy .confirm")).to_be_enabled()
    chips.get_by_label("Amount").fill("250")
    chips.get_by_role("button", name="Preview").click()
    expect(chips.locator(".remedy .confirm")).to_be_enabled()
    page.locator("hw-chip-count summary").click()
    page.locator("hw-chip-count fieldset").wait_for()
    settings = page.locator("hw-table-settings")
    settings.locator("summary").click()
    settings.get_by_role("button", name="Change how it is run").click()
    settings.get_by_label("A player may think for").fill("99999")
    settings.get_by_label("Why").fill("beginners")
    settings.get_by_role("button", name="Change the settings").click()
    expect(settings.get_by_role("alert")).to_contain_text("Given")
    page.get_by_text("see what can be ruled or corrected").click()
    page.get_by_text("each is recorded with who, why and clause").wait_for()
    assert serious_findings(page) == []  # with open forms, a preview, a refusal and the list of rulings
    page.evaluate(LOSE_THE_ANSWER)
    chips.locator(".remedy .confirm").click()
    expect(chips.get_by_role("alert")).to_contain_text("lost before the answer came")
    expect(page.locator(".table-notice")).to_have_count(0)  # it has reconnected
    chips.locator(".remedy .confirm").click()
    expect(chips.get_by_role("row", name="low on green")).to_have_count(1)  # it was carried out once
    expect(chips.get_by_role("row", name="low on green")).to_contain_text("$250")
    count = page.locator("hw-chip-count")
    count.get_by_label("$25", exact=True).fill("40")
    count.get_by_label("$5", exact=True).fill("7")
    expect(count.locator("dd").first).to_have_text("$1,035")
    count.get_by_label("Why").fill("end of shift")
    page.route("**/inventory/counts", lambda route: (route.fetch(), route.abort()), times=1)
    count.get_by_role("button", name="Record the count").click()
    expect(count.get_by_role("alert")).to_contain_text("it is not known whether this was done")
    recorded = running.service.record.state.version
    count.get_by_role("button", name="Record the count").click()
    expect(count.get_by_role("status")).to_contain_text("$1,035 recorded: ")
    assert running.service.record.state.version == recorded  # the count whose answer was lost is not recorded again
    settings.get_by_label("A player may think for").fill("45")
    settings.get_by_role("button", name="Change the settings").click()
    expect(settings.locator(".history")).to_contain_text("A player may think for: no clock, now 45 seconds (beginners)")

    page.goto("/floor")
    cage = page.locator("hw-cage")
    with answered_last(page, "**/api/accounts?*"):
        with page.expect_request("**/api/accounts?*"):
            cage.get_by_label("Whose account").fill("zo")
        cage.get_by_label("Whose account").fill("zor")
        cage.get_by_role("button", name="Zora").wait_for()
    expect(cage.locator(".found button")).to_have_count(1)
    cage.get_by_label("Whose account").fill("zo")
    with answered_last(page, "**/api/accounts/*"):
        cage.get_by_role("button", name="Zora").click()
        cage.get_by_role("button", name="Zoe").click()
        expect(cage.locator(".owner")).to_contain_text("Zoe")
    expect(cage.locator(".owner")).to_contain_text("Zoe")
    before = running.service.accounts.get(zoe.id).balance
    deposit = cage.locator("hw-request-form", has=page.get_by_role("button", name="Deposit"))
    deposit.get_by_label("Amount").fill("12.50")
    deposit.get_by_label("Why").fill("cash")
    page.route("**/deposit", lambda route: (route.fetch(), route.abort()), times=1)
    deposit.get_by_role("button").click()
    expect(deposit.get_by_role("alert")).to_contain_text("it is not known whether this was done")
    deposit.get_by_role("button").click()
    expect(deposit.get_by_role("status")).to_have_text("$12.50 deposited")
    assert running.service.accounts.get(zoe.id).balance - before == Cents(1250)
    with answered_last(page, "**/deposit"):
        deposit.get_by_label("Amount").fill("1")
        deposit.get_by_label("Why").fill("cash")
        deposit.get_by_role("button").click()
        cage.get_by_role("button", name="Zora").click()
        expect(cage.locator(".owner")).to_have_text("Zora$0")
    expect(cage.locator(".owner")).to_have_text("Zora$0")  # and not the account of Zoe under this name
    expect(deposit.get_by_role("status")).to_have_count(0)


def overtake(one, other):
    """One dealer takes the step that is due. The other is told, and the key that he meant for it does not take the next one."""
    one.locator("main").focus()
    one.keyboard.press("Space")
    expect(other.locator(".overtaken")).to_contain_text("this is no longer due, and nothing was sent from here")
    expect(one.locator(".overtaken")).to_have_count(0)
    due = other.locator(".due .what").inner_text()
    other.locator("main").focus()
    other.keyboard.press("Space")
    expect(other.locator(".overtaken")).to_have_count(0)
    expect(one.locator(".due .what")).to_have_text(due)


def test_a_dealer_signs_on_and_is_relieved_and_the_floor_signs_off_who_forgot_to(new_page, running, staff):
    dealer = new_page("/console/UTH-1", token=staff["dealer"])
    duty = dealer.get_by_role("group", name="Who deals here")
    expect(duty).to_have_text("No dealer is signed on Sign on O")
    with answered_last(dealer, "**/api/waiting"):
        with dealer.expect_request("**/api/waiting"):
            dealer.evaluate("void document.querySelector('hw-console-page').waiting.refresh()")
        duty.get_by_role("button", name="Sign on").click()
        expect(duty.get_by_role("button", name="Sign off")).to_be_visible()
    assert duty.get_by_role("button", name="Sign off").is_visible()  # that nobody deals came late
    expect(duty).to_contain_text("You deal since")
    other = new_page("/console/UTH-1", token=running.employee("Dov", "dealer")[1])
    other.get_by_role("button", name="Relieve Dee").click()
    expect(duty.get_by_role("button", name="Relieve Dov")).to_be_visible()
    overtake(other, dealer)
    floor = new_page("/floor/UTH-1", token=staff["floorperson"])
    floor.get_by_role("button", name="Sign Dov off").click()
    expect(duty.get_by_role("button", name="Sign on")).to_be_visible()
    assert dict(running.service.record.state.dealers) == {}


def test_the_printed_key_takes_the_step_while_another_button_that_was_clicked_has_the_focus(new_page, running, staff):
    """Whoever has come to the other button by keyboard presses that."""
    running.open_table("FC-5", submission("md.four-card-poker", "minimal"), TableSettings(**DEALT_BY_A_PERSON))
    dealer = new_page("/console/FC-5", width=390, height=844, token=staff["dealer"])
    due, panel = dealer.locator(".due .what"), dealer.locator("details.folds").first
    before = due.inner_text()
    panel.locator("summary").click()
    expect(panel).to_have_attribute("open", "")
    dealer.keyboard.press("Space")
    expect(due).not_to_have_text(before)
    expect(panel).to_have_attribute("open", "")  # the key has not folded it
    before = due.inner_text()
    panel.locator("summary").focus()
    dealer.keyboard.press("Space")
    expect(panel).not_to_have_attribute("open", "")
    expect(due).to_have_text(before)


RARE_FACTS = {
    "hand": {"kind": "entered-cards", "count": 2},
    "kept": {"kind": "cards-of-fact", "fact": "hand"},
    "dice": {"kind": "dice", "count": 3},
    "depth": {"kind": "number", "least": 10, "most": 51},
    "order": {"kind": "deck-order", "count": 2},
    "submission": {"kind": "document", "book": "md.four-card-poker", "table": "FC-1", "positions": 6, "areas": 1},
    "also": {"kind": "parts", "parts": {"trips": {"kind": "amount", "least": 500}, "blind": {"kind": "amount", "least": 500}}},
}
"""Kinds of facts that few acts ask for."""


def test_facts_that_few_acts_ask_for_are_entered_by_keyboard(new_page, staff):
    """The form is drawn from the bounds alone, so that it can be asked for any of them."""
    page = new_page("/console/FC-1", token=staff["dealer"])
    page.locator(".due .what").wait_for()
    page.evaluate(
        """(bounds) => {
            const desk = document.querySelector("hw-console-page");
            const form = document.createElement("hw-option-form");
            const option = { act: "wager", words: "", clauses: [], facts: {}, meaning: "", bounds };
            Object.assign(form, { option, words: desk.words, deck: desk.deck, action: "Send" });
            form.addEventListener("facts-sent", (event) => (window.sent = event.detail.facts));
            desk.replaceChildren(form);
        }""",
        RARE_FACTS,
    )
    form = page.locator("form.option-form")
    expect(form.get_by_role("button", name="Send")).to_be_disabled()
    form.locator("hw-card-entry input").first.focus()
    page.keyboard.type("Jk")
    expect(form.get_by_role("alert")).to_have_text("The joker is not in this deck.")
    page.keyboard.insert_text("AsAs")  # pasted
    expect(form.get_by_role("alert")).to_have_text("The ace of spades has been seen already.")
    page.keyboard.type("Kd")
    page.keyboard.type("QcQd")  # the next cards are asked for at once
    depth = form.locator(".of-number input")
    for typed in ("1O", "-3"):  # what is no number is not taken for another one
        depth.fill(typed)
        depth.blur()
        expect(form.locator(".of-number")).to_contain_text("Type a whole number, 10 to 51")
        expect(depth).to_have_value(typed)
    depth.fill("60")  # the table refuses it, with its clause
    form.get_by_role("checkbox", name="Kd").check()
    form.get_by_label("Die 1").focus()
    page.keyboard.type("461")
    form.locator("textarea").fill("[table]")
    form.get_by_role("group").filter(has_text="Trips").get_by_label("Trips").fill("7.50")
    page.keyboard.press("Enter")
    form.get_by_role("button", name="Send").click()
    cards = {"hand": ["As", "Kd"], "kept": ["Kd"], "order": ["Qc", "Qd"]}
    assert page.evaluate("window.sent") == {
        **{name: [{"card": card} for card in codes] for name, codes in cards.items()},
        "dice": [4, 6, 1],
        "depth": 60,
        "submission": "[table]",
        "also": {"table": [["trips", {"cents": 750}]]},
    }
