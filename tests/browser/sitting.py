"""Comes to a table as a guest, and sits down with the mouse or by keys alone."""

from houseway.service.clock import MILLISECONDS
from houseway.table import due_step


def take_waiting_steps(running, table):
    """Take what waits for a floorperson, and close the betting."""
    house = running.house
    while True:
        step = due_step(house.latest_state(table), house.now() // MILLISECONDS, house.meters.by_id)
        if step is None:
            return
        running.do(house.take_due_step(table))


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
