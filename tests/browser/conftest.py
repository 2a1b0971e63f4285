"""A real browser, and a house with tables for it. Tests are left out, and say so, where there is no chromium."""

import pytest

from tests.browser.chromium import CHROMIUM
from tests.support.live import submission
from tests.support.sockets import RunningService

PATIENCE = 60_000
"""Milliseconds after which something that was expected will not come: machines that run tests are slow at times."""


@pytest.fixture(scope="package")
def browser():
    """Debian's chromium, started once. It ends with this folder: its event loop would stand in the way of other tests in the same
    process."""
    if CHROMIUM is None:
        pytest.skip("LEFT OUT: there is no chromium on this machine (apt-get install chromium)")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A service on a port of its own, with a table of each rule book."""
    service = RunningService(tmp_path_factory.mktemp("pages"))
    for table, book in {
        "UTH-1": "md.ultimate-texas-holdem",
        "PG-1": "md.pai-gow-poker",
        "PG-2": "div.pai-gow-poker",
        "FC-1": "md.four-card-poker",
    }.items():
        service.open_table(table, submission(book, "everything"))
    yield service
    service.close()


@pytest.fixture
def new_page(browser, running):
    """A function that opens a page of the house in a context of its own. A page that logs an error fails the test."""
    opened, faults = [], []

    def open_page(path="/", width=1440, height=900, token="", **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=f"http://127.0.0.1:{running.port}", **options
        )
        if token:
            context.add_cookies([{"name": "houseway_session", "value": token, "url": f"http://127.0.0.1:{running.port}"}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Content Security Policy" in message.text else None)
        opened.append(context)
        page.goto(path)
        return page

    yield open_page
    for context in opened:
        context.close()
    assert faults == []
