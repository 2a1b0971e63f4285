"""The documentation as `make docs` has built it, served by a house: it looks and finds under the policy of all pages.

`make docs` runs this at its end; without `build/site.zip` there is nothing to look at.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Pages
from tests.browser.walking import serious_findings
from tests.support.paths import ROOT
from tests.support.served import serve

SITE = ROOT / "build" / "site.zip"
CLAUSE = "7.F(1)"
BOOK = "reference/books/md.ultimate-texas-holdem"
pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not SITE.is_file(), reason="LEFT OUT: make docs has not built the site"),
]


@pytest.fixture(scope="module")
def documented(tmp_path_factory):
    with serve(tmp_path_factory.mktemp("house"), docs=SITE) as bench:
        yield bench.address


@pytest.fixture
def visited(browser, documented):
    """Pages of the house with the site. What its policy forbids, and every other error of a page, fails the test."""
    pages = Pages(browser, documented)
    yield pages
    faults = pages.take_faults()
    pages.leave()
    pages.close()
    assert faults == []


def test_the_menu_of_the_house_leads_to_the_site(visited):
    page = visited.open("/interface")
    page.get_by_role("navigation", name="Desks").get_by_role("link", name="Docs").click()
    expect(page).to_have_title("houseway")
    expect(page.get_by_role("heading", level=1)).to_contain_text("houseway")


def test_a_search_finds_a_clause_by_its_id_and_its_page_links_to_code_tests_and_data(visited):
    page = visited.open("/docs/")
    page.get_by_role("searchbox").or_(page.get_by_placeholder("Search")).first.fill(CLAUSE)
    page.keyboard.press("Enter")
    page.locator("#search-results a").filter(has_text="Ultimate Texas Hold'em: 7 Wagers").first.click()
    expect(page).to_have_url(re.compile(rf"/docs/{BOOK}/chapter-7\.html.*#"))
    heading = page.locator(f"#md-ultimate-texas-holdem-{CLAUSE.lower().replace('.', '-').replace('(', '-').rstrip(')')}")
    expect(heading).to_contain_text(CLAUSE)
    lines = heading.locator("xpath=following-sibling::ul[1]/li")
    for kind in ("data", "tests", "code"):
        link = lines.filter(has=page.locator("strong", has_text=re.compile(f"^{kind}$"))).get_by_role("link").first
        assert "/docs/source/" in page.evaluate("a => a.href", link.element_handle())
    page.get_by_role("link", name="Hide Search Matches").click()
    expect(page.locator(".highlighted")).to_have_count(0)
    link.click()
    expect(page.locator("h1 code")).to_contain_text("src/houseway")


def test_a_search_finds_words(visited):
    page = visited.open("/docs/search.html?q=vigorish")
    expect(page.locator("#search-results li").first).to_be_visible()


def test_words_are_marked_on_a_page_that_was_found_even_if_the_title_of_an_icon_has_one(visited):
    page = visited.open("/docs/search.html?q=menu")
    page.locator("#search-results li a").first.click()
    expect(page.locator("article .highlighted").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["index.html", "tutorials/price-a-paytable.html", f"{BOOK}/chapter-7.html", "odds.html"])
def test_a_page_of_the_site_fits_a_phone_and_axe_has_no_serious_finding(visited, path, scheme):
    page = visited.open(f"/docs/{path}", width=390, height=844, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1440, "height": 900})
    assert serious_findings(page) == []
