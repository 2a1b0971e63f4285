"""Looks at a page as it is used: axe in both schemes, at its width, and by the Tab key alone."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import TimeoutError as PageTimeout

_MARK_CONTROLS = """() => {
  const isShown = (control) => !control.disabled && control.checkVisibility({ visibilityProperty: true });
  const isReachable = (control) => control.tabIndex >= 0 && isShown(control);
  const kinds = "a[href], button, input:not([type=radio]), select, textarea, summary, [tabindex]";
  const controls = [...document.querySelectorAll(kinds)].filter(isReachable);
  controls.forEach((control, place) => (control.dataset.walked = place));
  controls[0].focus();
  const html = controls.map((control) => control.outerHTML.slice(0, 120));
  window.unreached = new Map(html.entries().drop(1));
  document.addEventListener("focusin", function reach({ target }) {
    if (target.dataset.walked === "0") document.removeEventListener("focusin", reach);
    else window.unreached.delete(Number(target.dataset.walked));
  });
  return controls.length;
}"""
"""Marks what can be used without a mouse, goes to the first, and writes down what is reached until the first is reached again.
Radio buttons of a group are one stop, so they are left out."""


_FADED = """() => Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {})))"""
"""Waits until no colour is on its way to another: axe would measure the contrast of a colour in between."""


_SERIOUS = """async ([context, options]) => {
  const { violations } = await axe.run(context ?? document, { ...options, resultTypes: ["violations"] });
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => [id, nodes[0].html]);
}"""
"""What axe finds. It is asked for nothing else: to describe everything that is right took it as long again."""


_MARK_LOOKS = """() => {
  const grounds = new Map([[null, ""]]);
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      grounds.set(element, [groundOf(element.parentElement), backgroundColor, backgroundImage, opacity, position].join());
    }
    return grounds.get(element);
  };
  const lookOf = (element) => {
    const ground = groundOf(element);
    if (/absolute|fixed|sticky/.test(ground)) return element;  // it may lie on anything
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return [element.disabled, color, fontSize, fontWeight, textShadow, ground].join();
  };
  const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
  const isRead = (element) => (hasText(element) || element.matches("input, select, textarea")) && element.checkVisibility();
  document.querySelectorAll("[data-look]").forEach((element) => delete element.dataset.look);
  const looks = Map.groupBy([...document.body.querySelectorAll("*")].filter(isRead), lookOf);
  for (const [first] of looks.values()) first.dataset.look = "";
}"""
"""Marks one element of each look: of those that are not moved out of their place and have the same colour, letters and backgrounds.
To measure the contrast of hundreds that are alike took axe most of its time."""
_MEASURE_LOOKS = "axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] })"


_PLAYBACK = 'const { playback } = document.querySelector("hw-table-page")'
SHOW_ALL = f"() => {{ {_PLAYBACK}; while (playback.beats.length) {{ clearTimeout(playback.timer); playback.step(); }} }}"
"""Lets the felt show at once how a round ended, which takes it up to nine seconds."""
SHOW_NOW = f"() => {{ {_PLAYBACK}; playback.rest([]); }}"
"""Lets the felt show the current view, and no longer how the last round ended."""


_QUIET_MS = 2_000
_TIMES_TO_LOOK = 30
MOST_BYTES = 200_000
"""What a page without charts may transfer to a browser that has never seen it."""


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


def serious_findings(page, schemes=("light", "dark"), context=None):
    """What axe finds in these colour schemes, once everything that the page asks for has come and nothing moves.

    Only colours differ between the schemes, so all rules are asked in the first one only. Contrast is measured once for each look.
    """
    found = []
    wait_for_content(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(_MEASURE_LOOKS)
    for scheme in schemes:
        rules = {} if scheme == schemes[0] else {"runOnly": ["color-contrast", "link-in-text-block"]}
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(_FADED)
        page.evaluate(_MARK_LOOKS)
        found += [(scheme, *finding) for finding in page.evaluate(_SERIOUS, [context, rules])]
    return found


def unreached_controls(page):
    """Visible controls to which the Tab key does not lead from the first one, wherever somebody has worked before."""
    wait_for_content(page)  # what comes late may draw marked controls anew
    count, unreached = page.evaluate(_MARK_CONTROLS), []
    for _ in range(2):  # radio buttons are stops that were not counted
        for _ in range(count):
            page.keyboard.down("Tab")  # a key that is held down goes on
        page.keyboard.up("Tab")
        unreached = page.evaluate("[...window.unreached.values()]")
        if not unreached:
            break
    return unreached


def tab_to(page, control):
    """Go on with the Tab key until a control has the focus."""
    for _ in range(80):
        if control.evaluate("control => control === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(page.evaluate("document.activeElement.outerHTML"))
