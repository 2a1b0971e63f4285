"""Looks at a page as it is used: axe in both schemes, at its width, and by the Tab key alone."""

import asyncio
from contextlib import contextmanager
from functools import cache

from axe_playwright_python.base import AXE_SCRIPT

from houseway.service.pages.web_files import MEDIA_TYPES, WebFile, web_files
from tests.browser.pages import PATIENCE

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


_LOAD_AXE = """async (src) => {
  const script = Object.assign(document.createElement("script"), { src });
  await new Promise((resolve, reject) => {
    Object.assign(script, { onload: resolve, onerror: reject });
    document.head.append(script);
  });
  script.remove();
  const only = { "color-contrast": "[data-look]", "link-in-text-block": "[data-link-look]" };
  axe.configure({ rules: Object.entries(only).map(([id, selector]) => ({ id, selector })) });
  for (const rule of axe._audit.rules) if (["minor", "moderate"].includes(rule.impact)) rule.enabled = false;
  axe.addReporter("bare", (results, options, callback) => callback(results));
}"""
"""Lets axe measure the contrast of marked elements and links only, look for nothing that would not be serious, and describe
nothing: to describe what it finds in order took it as long again."""


_READ_LOOKS = r"""async ({ include, exclude }) => {
  const moving = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity);
  await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));  // no colour is on its way to another
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
  const elementsAt = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
    return stack.includes(element) ? stack : null;
  };
  const all = [document.scrollingElement, ...document.querySelectorAll("*")], places = [];
  const scrollTo = (element) => {
    if (!places.length) places.push(...all.map((box) => [box, box.scrollLeft, box.scrollTop]));
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  };
  const stackOf = (element) => {
    const stack = elementsAt(element) ?? (scrollTo(element), elementsAt(element));
    return stack && join(stack.map(coatOf));
  };
  const blockOf = (element) => getComputedStyle(element).display === "inline" ? blockOf(element.parentElement) : element;
  const linkOf = (element) => {
    const link = element.closest("a");
    if (!link) return "";
    const { textDecorationLine, borderBottom, fontStyle } = getComputedStyle(link);
    const { color, fontWeight } = getComputedStyle(blockOf(link.parentElement));
    return [textDecorationLine, borderBottom, fontStyle, color, fontWeight].join(" ");
  };
  const lookOf = (element) => {
    const stack = isMoved(element) ? stackOf(element) : "";
    if (stack === null) return "";  // nobody knows on what it lies
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isOff = element.closest(":disabled, [aria-disabled=true], [inert]") !== null;
    return [isOff, color, fontSize, fontWeight, textShadow, groundOf(element), stack, linkOf(element)].join(" ");
  };
  const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
  const isClipped = memoize((element) => element !== null
    && (getComputedStyle(element).clipPath === "inset(50%)" || isClipped(element.parentElement)));
  const isHeard = (element) => !element.closest("[aria-hidden=true]") && !element.matches("[type=radio], [type=checkbox]");
  const isOnPage = (element) => {
    const { right, bottom } = element.getBoundingClientRect();
    return right + scrollX > 0 && bottom + scrollY > 0;
  };
  const isRead = (element) => (hasText(element) || element.matches("input, select, textarea")) && element.checkVisibility();
  const isMeant = (element) => element.closest(include) && !(exclude.length && element.closest(exclude.join()));
  const isShown = (element) => isHeard(element) && isOnPage(element) && !isClipped(element);
  const isMeasured = (element) => isRead(element) && isMeant(element) && isShown(element);
  const measured = [...document.body.querySelectorAll("*")].filter(isMeasured);
  const mayHide = (element) => getComputedStyle(element).pointerEvents === "none" && (coatOf(element) || isMeasured(element));
  const touchable = new CSSStyleSheet(), hidesSome = measured.some(isMoved) && all.some(mayHide);
  touchable.replaceSync("* { pointer-events: auto !important; }");
  if (hidesSome) document.adoptedStyleSheets.push(touchable);
  window.looks = new Map(measured.map((element) => [element, lookOf(element)]));
  const isScrolled = ([box, left, top]) => box.scrollLeft !== left || box.scrollTop !== top;
  for (const [box, left, top] of places.filter(isScrolled)) box.scrollTo({ left, top, behavior: "instant" });
  if (hidesSome) document.adoptedStyleSheets.pop();
  return [...new Set(window.looks.values())];
}"""
"""Finds out how everything looks whose contrast axe would measure, once nothing moves. Elements look the same that have the same
colour, letters and backgrounds, and that lie on the same where they are moved out of their place; a link, if the text around it
looks the same, too. To measure the contrast of hundreds that are alike took axe most of its time."""
_SHOWN = """() => {
  const chosen = (name, values) => values.find((value) => matchMedia(`(${name}: ${value})`).matches);
  return [chosen("prefers-color-scheme", ["light", "dark"]), chosen("prefers-reduced-motion", ["reduce", "no-preference"])];
}"""
"""The colour scheme of a page, and whether things may move in it."""
_seen_looks: set[str] = set()
"""The looks that axe has measured on any page. What it finds fails the test that looks there, so they are all in order, or lie on
pictures, for which axe names no contrast."""


_SERIOUS = """async ([context, runOnly, unseen]) => {
  const known = new Set(window.looks.values()).difference(new Set(unseen)), marked = [], near = new Set();
  for (const [element, look] of window.looks) {
    if (element.toggleAttribute("data-look", !known.has(look))) marked.push(element);
    if (look) known.add(look);
  }
  const links = new Set(marked.map((element) => element.closest("a")).filter(Boolean));
  for (const link of document.links) link.toggleAttribute("data-link-look", links.has(link));
  const rangeOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range;
  };
  const boxes = [...marked, ...links].flatMap((element) => [element, rangeOf(element)]);
  const places = boxes.map((each) => each.getBoundingClientRect());
  const meets = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const isNear = (element, box = element.getBoundingClientRect()) => places.some((place) => meets(box, place));
  for (const element of document.body.querySelectorAll("*"))
    if (isNear(element)) for (let each = element; each && !near.has(each); each = each.parentElement) near.add(each);
  document.createTreeWalker = (root, kinds) => Document.prototype.createTreeWalker.call(
    document, root, kinds, (element) => near.has(element) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  const results = await axe.run(context, { reporter: "bare", ...(runOnly && { runOnly }) });
  delete document.createTreeWalker;
  const isSerious = ({ impact }) => ["serious", "critical"].includes(impact);
  const firstOf = ({ id, violations }) => violations.filter(isSerious).slice(0, 1).map(({ node }) => [id, node.source]);
  const found = results.flatMap(firstOf);
  const isAnyplace = ({ any }) => !any.some(({ data }) => /overlap|obscured|viewport/i.test(data?.messageKey ?? ""));
  const contrast = results.find(({ id }) => id === "color-contrast");
  const measured = contrast ? [...contrast.passes, ...contrast.incomplete.filter(isAnyplace)] : [];
  return [found, measured.map(({ node }) => window.looks.get(node.element)).filter(Boolean)];
}"""
"""What axe finds if it measures the contrast of one element or link of each look that was not seen before, and the looks that it
has measured: not those of which another element is in the way. Axe sorts the elements of the whole page by what lies on what, which
took it half of its time; so it is given only those that lie where something is measured."""


_PLAYBACK = 'const { playback } = document.querySelector("hw-table-page")'
SHOW_ALL = f"() => {{ {_PLAYBACK}; while (playback.beats.length) {{ clearTimeout(playback.timer); playback.step(); }} }}"
"""Lets the felt show at once how a round ended, which takes it up to nine seconds."""
SHOW_NOW = f"() => {{ {_PLAYBACK}; playback.rest([]); }}"
"""Lets the felt show the current view, and no longer how the last round ended."""


_SETTLED = """async ([quiet, patience]) => {
  const began = performance.now(), { requests } = window;
  const waitsFor = () => {
    const isComputing = document.querySelector("progress") !== null;
    const asked = [...requests.underWay.values()].filter((path) => !isComputing || !requests.isOfJob(path));
    if (document.readyState !== "complete") asked.push("the document");
    if (document.fonts.status !== "loaded") asked.push("typefaces");
    return asked;
  };
  for (;;) {
    const asked = waitsFor();
    if (!asked.length && performance.now() - requests.changedAt > quiet) return [];
    if (performance.now() - began > patience) return asked.length ? asked : ["something again and again"];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""
"""Waits until nothing is under way (`pages.REQUESTS`), and has not been for a while. Returns what has not come."""
_QUIET_MS = 100
MOST_BYTES = 200_000
"""What a page without charts may transfer to a browser that has never seen it."""


def wait_for_content(page):
    """Wait until the page asks for nothing more. Only a page that shows how far a computation is may go on asking about it: how
    long the computation takes depends on the machine."""
    missing = page.evaluate(_SETTLED, [_QUIET_MS, PATIENCE])
    assert missing == [], f"{page.url} still asks for {missing}, and shows no computation"


@contextmanager
def answered_last(page, path):
    """Hold the answer to a request back while something else is asked for. At the end it comes, too late. What is
    yielded waits until the service has answered it."""
    held, answers = [], []

    def hold(route):
        if held:
            route.continue_()
        else:
            held.append(route)
            answers.append(route.fetch())

    def wait_for_answer():
        while not answers:
            page.wait_for_timeout(10)

    page.route(path, hold)
    yield wait_for_answer
    wait_for_answer()
    held[0].fulfill(response=answers[0])
    wait_for_content(page)
    page.unroute(path)


def bytes_transferred(page):
    """What the browser has fetched for a page that it had never seen, once it asks for nothing more. It has to be opened within
    `compressed_files`."""
    page.wait_for_load_state("networkidle")
    kinds = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    return page.evaluate(f"{kinds}.reduce((sum, entry) => sum + entry.transferSize, 0)")


@cache
def axe_address():
    """Let the house serve axe among its files: a browser keeps it compiled from page to page."""
    path, web = "axe.js", web_files()
    web.by_path[path] = WebFile(AXE_SCRIPT.encode(), MEDIA_TYPES["js"])
    return f"{web.address}/{path}"


def serious_findings(page, schemes=("light", "dark"), include="html", exclude=()):
    """What axe finds in these colour schemes, once everything that the page asks for has come and nothing moves.

    Only colours differ between the schemes, so all rules are asked in the first one only, which is the one that is shown if that is
    asked for. Contrast is measured once for each look.
    """
    found, context = [], {"include": include, "exclude": [*exclude]}
    wait_for_content(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_LOAD_AXE, axe_address())
    shown = page.evaluate(_SHOWN)
    for place, scheme in enumerate(sorted(schemes, key=lambda scheme: [scheme, "reduce"] != shown)):
        rules = ["color-contrast", "link-in-text-block"] if place else None
        if place or [scheme, "reduce"] != shown:  # to say it again would have the whole page drawn anew
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        unseen = [look for look in page.evaluate(_READ_LOOKS, context) if look not in _seen_looks]
        if rules and not unseen:
            continue
        findings, looks = page.evaluate(_SERIOUS, [context, rules, unseen])
        found += [(scheme, *finding) for finding in findings]
        _seen_looks.update(looks)
    return found


async def hold_tab(page, count):
    """Hold the Tab key down, so that it goes on so many times. Playwright's own way would wait until each focus is painted."""
    keyboard = page._impl_obj.keyboard
    await asyncio.gather(*(keyboard.down("Tab") for _ in range(count)))
    await keyboard.up("Tab")


def unreached_controls(page):
    """Visible controls to which the Tab key does not lead from the first one, wherever somebody has worked before."""
    wait_for_content(page)  # what comes late may draw marked controls anew
    count, unreached = page.evaluate(_MARK_CONTROLS), []
    for _ in range(2):  # radio buttons are stops that were not counted
        page._sync(hold_tab(page, count))
        unreached = page.evaluate("[...window.unreached.values()]")
        if not unreached:
            break
    return unreached


def hurry(page, longest):
    """Let a page wait a tenth as long where it waits for at most so many milliseconds, and otherwise without end: what it would
    hide then stays until a test on a slow machine has seen it."""
    page.evaluate(
        """(longest) => {
            const { setTimeout } = window;
            window.setTimeout = (act, pause = 0) => setTimeout(act, pause > longest ? 2 ** 31 - 1 : pause / 10);
        }""",
        longest,
    )


def tab_to(page, control):
    """Go on with the Tab key until a control has the focus."""
    for _ in range(80):
        if control.evaluate("control => control === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(page.evaluate("document.activeElement.outerHTML"))
