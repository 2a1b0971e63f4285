"""Rules and rounds in the browser: clauses by their address and by words, and a completed round again, event by event."""

from playwright.sync_api import expect

expect.set_options(timeout=20_000)

# Rules


def test_a_clause_is_found_by_words_and_has_an_address_of_its_own(new_page):
    page = new_page("/rules")
    page.get_by_label("Find a clause").fill("(q)(4)/$1/01")
    page.locator(".hits a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("(q)(4)/$1/01")
    assert page.url.endswith("/rules/div.pai-gow-poker/(q)(4)%2F%241%2F01")
    expect(page.locator(".paytable tr[aria-current]")).to_contain_text("100% of meter")
    page.reload()
    page.get_by_role("navigation", name="Clauses before and after").get_by_role("link").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("(q)(4)/$1/02")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("(q)(4)/$1/01")


def test_a_clause_stands_beside_the_other_book_and_its_readings_have_pages(new_page):
    page = new_page("/rules/md.pai-gow-poker/12.C(2)")
    expect(page.locator(".there")).to_contain_text("(m)(3)#4")
    expect(page.locator(".differs")).to_contain_text("They differ.")
    page.get_by_role("link", name="PG-28").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("PG-28")
    expect(page.locator(".choices .taken")).to_contain_text("restarts")


def test_two_books_side_by_side(new_page):
    page = new_page("/rules/compare?one=md.pai-gow-poker&other=div.pai-gow-poker")
    row = page.get_by_role("row", name="payout-limit-floor")
    expect(row).to_contain_text("$50,000")
    expect(row).to_contain_text("$40,000")
