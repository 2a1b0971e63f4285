"""The pages of staff as whoever opens them finds them: by keyboard, on a phone, without the role that they take, and when a table
is frozen, closed or not there."""

import re

import pytest
from playwright.sync_api import expect

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.live.memory.live_tables import LiveTable
from houseway.service.live.settings import TableSettings
from houseway.service.live.turns.turn import TableState
from tests.browser.sitting import take_waiting_steps
from tests.browser.walking import serious_findings, tab_to, unreached_controls, wait_for_content
from tests.support.live import DEALT_BY_A_PERSON, submission
from tests.support.sockets import RunningService


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    """A house with two tables that a person deals."""
    service = RunningService(tmp_path_factory.mktemp("staff"), listener=listener)
    for table in ("UTH-1", "UTH-2"):
        service.open_table(table, submission("md.ultimate-texas-holdem", "everything"), TableSettings(**DEALT_BY_A_PERSON))
    yield service
    service.close()


STAFF_PAGES = [
    ("/console", "dealer"),
    ("/console/UTH-1", "dealer"),
    ("/floor", "floorperson"),
    ("/floor/UTH-1", "floorperson"),
    ("/administration", "administrator"),
]


@pytest.mark.parametrize(("path", "role"), STAFF_PAGES)
def test_staff_pages_fit_a_phone_are_walked_by_keyboard_and_axe_has_no_serious_finding(new_page, running, path, role):
    page = new_page(path, width=390, height=844, token=running.employee("Sam", role)[1])
    page.locator("h1").first.wait_for()
    page.locator("h2").first.wait_for()
    wait_for_content(page)
    page.evaluate("document.querySelectorAll('main details').forEach((panel) => (panel.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert unreached_controls(page) == []
    assert serious_findings(page) == []


def test_whoever_lacks_the_role_is_told_which_and_may_sign_in(new_page, running):
    page = new_page("/floor/UTH-1", width=390, height=844, token=running.guest("Ann")[1])
    expect(page.get_by_role("alert").first).to_contain_text("you are here as Ann, a guest")
    expect(page.get_by_role("link", name="Sign in with an account")).to_have_attribute("href", re.compile("next="))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_findings(page) == []


def test_an_administrator_at_a_dealers_console_is_told_what_it_takes_and_what_he_can_do(new_page, running):
    page = new_page("/console/UTH-1", token=running.employee("Ada", "administrator")[1])
    told = page.locator(".not-there")
    expect(told.get_by_role("heading")).to_have_text("Dealer’s console")
    expect(told).to_contain_text("Only dealers may open this page; you are signed in as Ada, administrator.")
    desks = page.get_by_role("navigation", name="Desks").get_by_role("link")
    expect(desks).to_have_text(["Tables", "Administration", "Surveillance", "Reports", "Rules", "Odds", "Submissions"])
    ways = ["Give somebody the role", "Watch UTH-1", "Sign in as somebody else"]
    expect(told.get_by_role("link")).to_have_text(ways)
    others = page.get_by_role("navigation", name="Pages open to you").get_by_role("listitem")
    expect(others).to_have_count(desks.count())
    expect(others.nth(1)).to_contain_text("Give people their roles")
    page.goto("/nowhere")
    expect(others).to_have_count(desks.count())
    assert serious_findings(page) == []


def type_into(page, panel, **fields):
    """Fill in the fields of a form by keyboard alone, in their order, and send it with Enter."""
    for label, value in fields.items():
        tab_to(page, panel.get_by_label(label.replace("_", " "), exact=False).first)
        page.keyboard.type(value)
    page.keyboard.press("Enter")


def test_an_administrator_registers_somebody_and_stops_a_table_by_keyboard_alone(new_page, running):
    page = new_page("/administration", token=running.employee("Ada", "administrator")[1])
    form = page.locator("details.folds", has_text="Register somebody")
    form.locator("form").wait_for()
    page.locator("main").focus()
    fields = {"Log": "ned-by-keyboard", "Name": "Ned", "Password": "correct horse battery", "Why": "hired"}
    type_into(page, form, **fields)
    expect(form.get_by_role("status")).to_have_text("Ned is registered")
    expect(page.locator(".people-list")).to_contain_text("Ned")
    stops = page.locator("hw-stops")
    type_into(page, stops, Which="UTH-2", Why="a wet layout")
    expect(stops.locator(".stopped").first).to_contain_text("A wet layout")
    assert list(running.service.record.state.stops) == [("table", "UTH-2")]
    type_into(page, stops.locator(".stopped").first, Why="dry again")
    expect(stops.locator(".stopped")).to_have_count(0)


ASK_AGAIN = "document.querySelector('hw-floor-desk').waiting.refresh()"
"""Asks at once what waits. The desk does it every two seconds."""


async def freeze(running, table):
    running.house.follow_freeze(table)


def test_a_floorperson_sees_first_what_a_fault_has_stopped_lets_it_go_on_and_opens_a_table_by_keyboard(new_page, running):
    running.open_table("FC-5", submission("md.four-card-poker", "minimal"), TableSettings(croupier=True))
    running.do(freeze(running, "FC-5"))
    page = new_page("/floor", token=running.employee("Fay", "floorperson")[1])
    first = page.get_by_role("region", name="What waits longest")
    expect(first).to_contain_text("Examine FC-5, and let it go on")
    expect(page.locator(".table-list tbody tr").first).to_contain_text("FC-5")
    assert serious_findings(page) == []
    tab_to(page, first.get_by_role("link", name="Go to FC-5"))
    page.keyboard.press("Enter")
    form = page.locator(".frozen")
    type_into(page, form, What="the disk was full")
    expect(form).to_have_count(0)
    assert not running.house.frozen
    page.goto("/floor")
    opening = page.locator("hw-opening")
    tab_to(page, opening.locator("summary"))
    page.keyboard.press("Enter")
    type_into(page, opening, Table="FC-6")
    expect(opening.get_by_role("status")).to_have_text("FC-6 is open")
    notice = page.locator(".table-notice")
    page.route("**/api/waiting", lambda route: route.abort())
    page.evaluate(ASK_AGAIN)
    expect(notice).to_contain_text("Connection lost. You see the last known state")  # which no longer says that nothing waits
    page.unroute("**/api/waiting")
    page.evaluate(ASK_AGAIN)
    expect(notice).to_have_count(0)
    page.route("**/api/waiting", lambda route: route.fulfill(status=401, json={"code": "session", "message": "no session"}))
    page.evaluate(ASK_AGAIN)
    expect(notice.get_by_role("link", name="Sign in")).to_have_attribute("href", "/sign-in?next=%2Ffloor")
    assert serious_findings(page) == []


def test_a_floorperson_at_a_table_that_is_not_there_is_told_so(new_page, running):
    page = new_page("/floor/UTH-99", token=running.employee("Sam", "floorperson")[1])
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such table.")
    expect(page.get_by_role("alert").first).to_contain_text("The house has no table UTH-99")
    expect(page.get_by_role("link", name="Sign in with an account")).to_have_count(0)


def test_a_table_whose_record_cannot_be_read_says_so_to_everybody_and_where_to_staff(new_page, running):
    tables = running.house._live.by_name
    tables["FC-0"] = LiveTable(TableState(), frozen="table:FC-0: the append after event 4: a row has a value of the wrong type")
    page = new_page("/floor/FC-0", token=running.employee("Sam", "floorperson")[1])
    expect(page.get_by_role("heading", level=1)).to_have_text("FC-0 has stopped")
    expect(page.get_by_role("alert").first).to_contain_text("It goes on once the record is restored")
    expect(page.locator(".frozen")).to_contain_text("The append after event 4: a row has a value of the wrong type.")
    assert serious_findings(page) == []
    page.goto("/")
    expect(page.get_by_role("region", name="Stopped")).to_contain_text("FC-0Its record cannot be read")
    del tables["FC-0"]


def test_whoever_sits_at_a_table_that_closes_is_told_where_his_chips_are(new_page, running):
    running.open_table("FC-9", submission("md.four-card-poker", "minimal"), TableSettings(**DEALT_BY_A_PERSON))
    ann, token = running.guest("Ann")
    page = new_page("/tables/FC-9", token=token)
    for act, facts in (("sit", {"position": 1}), ("buy-in", {"amount": Cents.from_dollars(100)})):
        running.do(running.house.act("FC-9", Command(act, Actor(Role.PLAYER, ann.id), facts)))
    page.locator("hw-station .wagers").first.wait_for()
    running.do(running.house.act("FC-9", Command("close-table", FLOOR_ACTOR)))
    expect(page.locator("hw-station")).to_contain_text("Your chips are back on your account")
    expect(page.locator(".table-page").get_by_text("This table is closed.")).to_have_count(1)
    expect(page.locator(".felt .free")).to_have_text([f"{position}Empty" for position in range(1, 7)])  # nobody can take them
    for width, height in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") == height  # it does not scroll
    floor = new_page("/floor/FC-9", token=running.employee("Fay", "floorperson")[1])
    expect(floor.locator(".due")).to_contain_text("The table is closed")
    expect(floor.locator("hw-report, hw-also-legal, hw-stop-switch")).to_have_count(0)


LINK_IN_QUEUE = """async (step) => {
  const desk = document.querySelector("hw-console-page");
  desk.waiting.take({ waiting: [step], awaited: [], calls: [], dealers: {}, names: {}, at: Date.now() });
  desk.requestUpdate();
  await desk.updateComplete;
  return desk.querySelector(".queue a.btn").getAttribute("href");
}"""
"""Shows one step in the floor's queue, and returns where its link leads."""
VALIDATION = {
    "table": "UTH-1",
    "role": "floor",
    "act": "validate",
    "words": "validate",
    "clauses": [],
    "since": None,
    "amount": None,
}


CLAUSES_ON_WORDS = """(announcements) => announcements.filter((each) => {
  const words = document.createRange(), clauses = each.querySelector(".cls")?.getBoundingClientRect();
  words.selectNodeContents(each.querySelector("time + span"));
  const isBeside = ({ left, right, top, bottom }) =>
    right <= clauses.left || clauses.right <= left || bottom <= clauses.top || clauses.bottom <= top;
  return clauses && ![...words.getClientRects()].every(isBeside);
}).map((each) => each.textContent)"""
"""Announcements over which their clauses lie."""


def test_the_console_of_a_table_that_the_program_deals_leads_to_one_that_needs_a_dealer(new_page, running):
    """There is nothing to do or to report there, so that no empty panel stands for it."""
    running.open_table("FC-7", submission("md.four-card-poker", "minimal"))
    running.open_table("FC-8", submission("md.four-card-poker", "minimal"), TableSettings(**DEALT_BY_A_PERSON))
    page = new_page("/console/FC-7", token=running.employee("Dan", "dealer")[1])
    expect(page.get_by_role("heading", name="Nothing for you to do here")).to_be_visible()
    expect(page.locator("hw-report, hw-also-legal")).to_have_count(0)
    assert serious_findings(page) == []
    take_waiting_steps(running, "FC-7")
    running.do(running.house.act("FC-7", Command("sit", Actor(Role.PLAYER, running.guest("Ann")[0].id), {"position": 1})))
    take_waiting_steps(running, "FC-7")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".lately li", has_text="Deck 1 is shuffled").locator(".cls")).to_contain_text("more clauses")
    assert page.locator(".lately li").evaluate_all(CLAUSES_ON_WORDS) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    running.do(freeze(running, "UTH-2"))
    page.goto("/console")
    row = page.get_by_role("row").filter(has_text="UTH-2")
    expect(row).to_contain_text("A fault has stopped it A fault at another server. A floorperson can let it go on.")
    expect(row.get_by_role("link")).to_have_text("Look at UTH-2")  # and not deal it
    page.goto("/console/FC-7")
    expect(page.locator(".elsewhere li").filter(has_text="UTH-2")).to_contain_text(
        "A floorperson can let it go on. Look at UTH-2"
    )
    running.do(running.house.follow_thaw("UTH-2"))
    page.get_by_role("link", name="Deal FC-8").click()
    expect(page.locator("hw-also-legal")).to_have_count(1)
    assert page.evaluate(LINK_IN_QUEUE, VALIDATION) == "/console/UTH-1"  # a dealer has no floor's desk


def test_an_administrator_erases_the_name_of_a_guest(new_page, running):
    rude, _ = running.guest("A rude name")
    page = new_page("/administration", token=running.employee("Ada", "administrator")[1])
    form = page.locator("details.folds", has_text="Erase the name of a guest")
    form.get_by_label("Name or id").fill("Nobody at all")
    form.get_by_label("Why").fill("an insult")
    form.get_by_role("button").click()
    expect(form).to_contain_text("No guest has this name or id")
    form.get_by_label("Name or id").fill("A rude name")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_contain_text("is erased")
    assert running.service.people.names([rude.id]) == {rude.id: "former player"}
