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


def serious_findings(page, **options):
    """What axe finds, in light and dark."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))")  # colours fade
        violations = Axe().run(page, **options).response["violations"]
        found += [
            (scheme, each["id"], each["nodes"][0]["html"]) for each in violations if each["impact"] in ("serious", "critical")
        ]
    return found


def unreached_controls(page):
    """Visible controls to which the Tab key does not lead from the top of the page."""
    controls, reached = page.evaluate(_MARK_CONTROLS), set()
    page.evaluate("document.activeElement.blur()")
    for _ in range(2 * len(controls)):
        page.keyboard.press("Tab")
        place = page.evaluate("document.activeElement.dataset.walked")
        if place == "0" and len(reached) > 1:
            break  # once around
        reached.add(place)
    return [html for place, html in enumerate(controls) if str(place) not in reached]
