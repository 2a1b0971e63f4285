"""Pages of a house, each in a context of its own. A page that a test has left is emptied and used again: to fetch and compile all
its files in a new context costs more than anything else that most tests do."""

from contextlib import contextmanager
from unittest.mock import patch

from houseway.service.pages import web_files

PATIENCE = 60_000
"""Milliseconds after which something that was expected will not come: machines that run tests are slow at times."""
STILL = {"reduced_motion": "reduce"}
EMPTY = "/api/ready"
"""An address of the house that is no page. A blank page would be in another process of the browser."""

REQUESTS = """(() => {
  const { fetch, WebSocket } = window, underWay = new Map(), isOfJob = (path) => path.includes("/api/jobs/");
  const requests = (window.requests = { underWay, isOfJob, changedAt: 0 });
  const change = (path) => { if (!isOfJob(path)) requests.changedAt = performance.now(); };
  const begin = (path) => {
    const request = Symbol();
    underWay.set(request, path);
    change(path);
    return () => { if (underWay.delete(request)) change(path); };
  };
  const follow = (path, answer) => {
    const end = begin(path);
    answer.then(end, end);
    return answer;
  };
  window.fetch = (path, request) => follow(String(path), fetch(path, request));
  for (const name of ["blob", "json", "text"]) {
    const read = Response.prototype[name];
    Response.prototype[name] = function () { return follow(this.url, read.call(this)); };
  }
  window.WebSocket = class extends WebSocket {
    constructor(path) {
      super(path);
      const end = begin(path);
      for (const kind of ["message", "close"]) this.addEventListener(kind, end, { once: true });
    }
  };
})()"""
"""Writes down which requests of a page are under way, when that last changed, and whether each table's first message has come.
Playwright knows only that nothing was under way for half a second."""


class Pages:
    """The pages that are open in a browser, and those that wait for the next test."""

    def __init__(self, browser, address):
        self._browser, self._address = browser, address
        self._open, self._idle, self._faults = [], [], []

    def open(self, path="/", width=1440, height=900, token="", **options):
        """Open a page, or none yet if there is no path. With options its context is a new one, and is not used again."""
        page = self._idle.pop() if self._idle and not options else self._make(**options)
        self._open.append((page, not options))
        page.set_viewport_size({"width": width, "height": height})
        if token:
            page.context.add_cookies([{"name": "houseway_session", "value": token, "url": self._address}])
        if path:
            page.goto(path)
        return page

    def _make(self, **options):
        context = self._browser.new_context(base_url=self._address, **{**STILL, **options})
        context.add_init_script(REQUESTS)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self._faults.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, message):
        if "Content Security Policy" in message.text:
            self._faults.append(message.text)

    def leave(self):
        """Leave all pages that are open."""
        while self._open:
            page, is_usual = self._open.pop()
            if is_usual:
                empty(page)
                self._idle.append(page)
            else:
                page.context.close()

    def take_faults(self):
        """The errors of pages since this was last asked."""
        faults, self._faults[:] = [*self._faults], []
        return faults

    def close(self):
        for page in self._idle:
            page.context.close()


def empty(page):
    """Leave a page as if nobody had used it."""
    page.unroute_all(behavior="ignoreErrors")
    page.goto(EMPTY, wait_until="commit")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.context.clear_cookies()
    page.emulate_media(media="null", color_scheme="light", **STILL)
    page.mouse.move(0, 0)


@contextmanager
def sent_files(kinds):
    """Let the house compress files of some kinds only."""
    with patch.object(web_files, "_COMPRESSED", kinds):
        forget_encodings()
        try:
            yield
        finally:
            forget_encodings()


def forget_encodings():
    """Forget how files are compressed. Sheets that were sent as one are joined again."""
    web = web_files.web_files()
    web._joined.clear()
    for file in web.by_path.values():
        vars(file).pop("encodings", None)


def plain_files():
    """Send files as they are: to compress them takes longer than anything else that the house does in these tests."""
    return sent_files(())


def compressed_files(kinds=web_files._COMPRESSED):
    """Send files as every visitor gets them."""
    return sent_files(kinds)
