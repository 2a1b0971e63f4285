"""Looks at a page as it is used: axe in both schemes, at its width, and by the Tab key alone."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as PageTimeout

_MARK_CONTROLS = """() => {
  const isShown = (control) => !control.disabled && control.checkVisibility({ visibilityProperty: true });
  const isReachable = (control) => control.tabIndex >= 0 && isShown(control);
  const kinds = "a[href], button, input:not([type=radio]), select, textarea, summary, [tabindex]";
  const controls = [...document.querySelectorAll(kinds)];
  return controls.filter(isReachable).map((control, place) => {
    control.dataset.walked = place;
    return control.outerHTML.slice(0, 120);
  });
}"""
"""Marks and returns what can be used without a mouse. Radio buttons of a group are one stop, so they are left out."""


_FADED = """() => Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {})))"""
"""Waits until no colour is on its way to another: axe would measure the contrast of a colour in between."""


_QUIET_MS = 10_000
MOST_BYTES = 200_000
"""What a page without charts may transfer to a browser that has never seen it."""
_TIMES_TO_LOOK = 6


def wait_for_content(page):
    """Wait until the page asks for nothing more. Only a page that shows how far a computation is may go on asking: it asks often,
    and how long the computation takes depends on the machine."""
    for _ in range(_TIMES_TO_LOOK):
        try:
            page.wait_for_load_state("networkidle", timeout=_QUIET_MS)
        except PageTimeout:
            if not page.locator("progress").count():
                continue
        return
    raise AssertionError(f"{page.url} asks for something again and again, and shows no computation")


def bytes_transferred(page):
    """What the browser has fetched for a page that it had never seen, once it asks for nothing more."""
    wait_for_content(page)
    kinds = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    return page.evaluate(f"{kinds}.reduce((sum, entry) => sum + entry.transferSize, 0)")


def serious_findings(page, schemes=("light", "dark"), **options):
    """What axe finds in these colour schemes, once everything that the page asks for has come and nothing moves.

    Only colours differ between the schemes, so all rules are asked in the first one only.
    """
    found = []
    wait_for_content(page)
    for scheme in schemes:
        rules = {} if scheme == schemes[0] else {"runOnly": ["color-contrast", "link-in-text-block"]}
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(_FADED)
        violations = Axe().run(page, options=rules, **options).response["violations"]
        found += [
            (scheme, each["id"], each["nodes"][0]["html"]) for each in violations if each["impact"] in ("serious", "critical")
        ]
    return found


def unreached_controls(page):
    """Visible controls to which the Tab key does not lead from the first one, wherever somebody has worked before."""
    wait_for_content(page)  # what comes late may draw marked controls anew
    controls, reached = page.evaluate(_MARK_CONTROLS), {"0"}
    page.locator("[data-walked='0']").focus()
    for _ in range(2 * len(controls)):
        page.keyboard.press("Tab")
        place = page.evaluate("document.activeElement.dataset.walked")
        if place == "0":
            break  # once around
        reached.add(place)
    return [html for place, html in enumerate(controls) if str(place) not in reached]
