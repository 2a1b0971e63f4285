"""Looks at a page as it is used: axe in both schemes, at its width, and by the Tab key alone."""

from axe_playwright_python.sync_playwright import Axe

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


def serious_findings(page, schemes=("light", "dark"), **options):
    """What axe finds in these colour schemes, once everything that the page asks for has come and nothing moves.

    Only colours differ between the schemes, so all rules are asked in the first one only.
    """
    found = []
    page.wait_for_load_state("networkidle")
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
    page.wait_for_load_state("networkidle")  # what comes late may draw marked controls anew
    controls, reached = page.evaluate(_MARK_CONTROLS), {"0"}
    page.locator("[data-walked='0']").focus()
    for _ in range(2 * len(controls)):
        page.keyboard.press("Tab")
        place = page.evaluate("document.activeElement.dataset.walked")
        if place == "0":
            break  # once around
        reached.add(place)
    return [html for place, html in enumerate(controls) if str(place) not in reached]
