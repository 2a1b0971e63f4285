"""A guest takes another name, keeps it by choosing a password, and comes back to it; a registered player changes his password."""

import pytest
from playwright.sync_api import expect

from tests.browser.walking import serious_findings, tab_to, unreached_controls
from tests.support.people_bench import PASSWORD


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_a_name_is_changed_kept_and_found_again(new_page, running, width, height):
    login, name = f"zoe-{width}", f"Zoe {width}"
    _, token = running.guest("Ned")
    page = new_page("/rules", width=width, height=height, token=token)
    if width < 640:
        page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Ned").locator("visible=true").click()
    page.get_by_role("heading", name="Ned").wait_for()
    assert serious_findings(page) == []
    assert unreached_controls(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shown = page.get_by_label("Name that others see")
    shown.fill("the house")
    page.get_by_role("button", name="Take this name").click()
    expect(page.locator("main")).to_contain_text("only the house may use that name; choose another", ignore_case=True)
    shown.fill(name)
    shown.press("Enter")
    page.get_by_role("heading", name=name).wait_for()
    tab_to(page, page.get_by_label("Log-in"))
    page.keyboard.type(login)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Your name is kept")).to_be_visible()
    expect(page.get_by_role("heading", name="Change your password")).to_be_visible()
    assert serious_findings(page) == []
    page.context.clear_cookies()
    page.goto("/sign-in?next=/profile")
    page.get_by_label("Log-in").fill(login)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name=name).wait_for()
