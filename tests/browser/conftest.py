"""A real browser, and a house with tables for it. Tests are left out, and say so, where there is no chromium."""

import socket

import pytest

from tests.browser.chromium import CHROMIUM
from tests.browser.pages import PATIENCE, Pages, plain_files
from tests.browser.sitting import open_all_books

FLAGS = ["--no-sandbox", "--disable-gpu", "--force-gpu-mem-available-mb=1", "--disable-features=RenderDocument,PaintHolding"]
"""No test looks at pixels: with memory for a few tiles only, the browser lays pages out and paints next to nothing of them. The
frame of a page is used again for the next one; a new one each time took a third of what it takes to leave a page."""


@pytest.fixture(scope="package")
def browser():
    """Debian's chromium, started once. It ends with this folder: its event loop would stand in the way of other tests in the same
    process."""
    if CHROMIUM is None:
        pytest.skip("LEFT OUT: there is no chromium on this machine (apt-get install chromium)")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def listener():
    """The port on which the houses of all files are served, one after another: what a browser has fetched and compiled of one it
    has of all."""
    with socket.create_server(("127.0.0.1", 0)) as listener, plain_files():
        yield listener


@pytest.fixture(scope="module")
def running(tmp_path_factory, listener):
    """A service with a table of each rule book."""
    with open_all_books(tmp_path_factory.mktemp("pages"), listener) as service:
        yield service


@pytest.fixture(scope="package")
def pages(browser, listener):
    pages = Pages(browser, f"http://127.0.0.1:{listener.getsockname()[1]}")
    yield pages
    pages.close()


@pytest.fixture
def new_page(pages, running):
    """A function that opens a page of the house in a context of its own, in which nothing moves. With options, a new context has
    them. A page that logs an error fails the test."""
    yield pages.open
    pages.leave()
    assert pages.take_faults() == []
