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


_PREPARE_AXE = """() => {
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
  for (const rule of axe._audit.rules) if (["minor", "moderate"].includes(rule.impact)) rule.enabled = false;
  axe.addReporter("bare", (results, options, callback) => callback(results));
}"""
"""Lets axe measure the contrast of marked elements only, look for nothing that would not be serious, and describe nothing: to
describe what it finds in order took it as long again."""


_MARK_LOOKS = r"""([context, seen]) => {
  const memoize = (derive, memo = new Map()) => (element) => {
    if (!memo.has(element)) memo.set(element, derive(element));
    return memo.get(element);
  };
  const coatOf = memoize((element) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    return [backgroundColor, backgroundImage, opacity].join().replace("rgba(0, 0, 0, 0),none,1", "");
  });
  const join = (coats) => coats.filter(Boolean).join("/");
  const groundOf = memoize((element) => element ? join([coatOf(element), groundOf(element.parentElement)]) : "");
  const isMoved = memoize((element) => element !== null && !/^rgb\(.*,1$/.test(coatOf(element))
    && (/absolute|fixed|sticky/.test(getComputedStyle(element).position) || isMoved(element.parentElement)));
  const stackOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
    return stack.includes(element) ? join(stack.map(coatOf)) : null;
  };
  const lookOf = (element) => {
    const stack = isMoved(element) ? stackOf(element) : "";
    if (stack === null) return "";  // nobody knows on what it lies
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isOff = element.closest(":disabled, [aria-disabled=true], [inert]") !== null;
    return [isOff, color, fontSize, fontWeight, textShadow, groundOf(element), stack].join(" ");
  };
  const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
  const isRead = (element) => (hasText(element) || element.matches("input, select, textarea")) && element.checkVisibility();
  const { include, exclude } = context;
  const isMeant = (element) => element.closest(include) && !(exclude.length && element.closest(exclude.join()));
  const touchable = new CSSStyleSheet();
  touchable.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets.push(touchable);
  document.querySelectorAll("[data-look]").forEach((element) => delete element.dataset.look);
  const known = new Set(seen);
  window.looks = new Map();
  for (const element of [...document.body.querySelectorAll("*")].filter((each) => isRead(each) && isMeant(each))) {
    const look = lookOf(element);
    if (!known.has(look)) element.dataset.look = "";
    window.looks.set(element, look);
    if (look) known.add(look);
  }
  document.adoptedStyleSheets.pop();
}"""
"""Marks one element of each look that was not seen before: of those that have the same colour, letters and backgrounds, and that
lie on the same where they are moved out of their place. To measure the contrast of hundreds that are alike took axe most of its
time."""
_seen_looks: set[str] = set()
"""The looks that axe has measured on any page. What it finds fails the test that looks there, so they are all in order, or lie on
pictures, for which axe names no contrast."""


_SERIOUS = """async ([context, runOnly]) => {
  const results = await axe.run(context, { reporter: "bare", ...(runOnly && { runOnly }) });
  const isSerious = ({ impact }) => ["serious", "critical"].includes(impact);
  const firstOf = ({ id, violations }) => violations.filter(isSerious).slice(0, 1).map(({ node }) => [id, node.source]);
  const found = results.flatMap(firstOf);
  const isAnyplace = ({ any }) => !any.some(({ data }) => /overlap|obscured|viewport/i.test(data?.messageKey ?? ""));
  const contrast = results.find(({ id }) => id === "color-contrast");
  const measured = contrast ? [...contrast.passes, ...contrast.incomplete.filter(isAnyplace)] : [];
  return [found, measured.map(({ node }) => window.looks.get(node.element)).filter(Boolean)];
}"""
"""What axe finds, and the looks that it has measured: not those of which another element is in the way."""


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


def serious_findings(page, schemes=("light", "dark"), include="html", exclude=()):
    """What axe finds in these colour schemes, once everything that the page asks for has come and nothing moves.

    Only colours differ between the schemes, so all rules are asked in the first one only. Contrast is measured once for each look.
    """
    found, context = [], {"include": include, "exclude": [*exclude]}
    wait_for_content(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(_PREPARE_AXE)
    for scheme in schemes:
        rules = None if scheme == schemes[0] else ["color-contrast", "link-in-text-block"]
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(_FADED)
        page.evaluate(_MARK_LOOKS, [context, [*_seen_looks]])
        findings, looks = page.evaluate(_SERIOUS, [context, rules])
        found += [(scheme, *finding) for finding in findings]
        _seen_looks.update(looks)
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
