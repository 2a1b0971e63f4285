"""Comes to a table as a guest, and sits down with the mouse or by keys alone."""

from contextlib import contextmanager

from houseway.errors import NotAllowed
from houseway.service.clock import MILLISECONDS
from houseway.table import due_step
from tests.support.live import submission
from tests.support.sockets import RunningService

BOOKS = {
    "UTH-1": "md.ultimate-texas-holdem",
    "PG-1": "md.pai-gow-poker",
    "PG-2": "div.pai-gow-poker",
    "FC-1": "md.four-card-poker",
}
"""A table of each rule book."""
ANSWERED = "live.waiting.size === 0"
"""No command waits for its answer: what a table shows may come before it."""


@contextmanager
def open_all_books(folder, listener, *settings, later=0):
    """Run a house with a table of each rule book."""
    service = RunningService(folder, listener=listener, later=later)
    for table, book in BOOKS.items():
        service.open_table(table, submission(book, "everything"), *settings)
    yield service
    service.close()


def take_waiting_steps(running, table):
    """Take what waits for a floorperson, and close the betting."""
    house = running.house
    while True:
        step = due_step(house.latest_state(table), house.now() // MILLISECONDS, house.meters.by_id)
        if step is None:
            return
        try:
            running.do(house.take_due_step(table))
        except NotAllowed as refusal:  # the program has taken it meanwhile, or waits for what players add to chance
            if refusal.code not in ("house.step", "chance.values"):
                raise


def round_of(running, table):
    return running.house.latest_state(table).round


def open_table(new_page, running, table, name):
    """Come to a table as a guest. Return the page, and everything that its socket brings."""
    _, token = running.guest(name)
    page, frames = new_page("", token=token), []
    page.once("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
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


def wait_until(page, condition):
    """Wait for something that only the station's own state says. The content security policy forbids playwright's own way."""
    for _ in range(400):
        if page.evaluate(f"(({{ live }}) => {condition})(document.querySelector('hw-station'))"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def version_seen(page):
    return page.evaluate("document.querySelector('hw-station').live.number")
