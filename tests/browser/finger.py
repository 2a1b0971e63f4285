"""A finger on the screen of a phone. Playwright only taps; a browser that is told of each touch also drags and scrolls."""


class Finger:
    """A finger on the screen of a page."""

    def __init__(self, page):
        self.page, self.screen = page, page.context.new_cdp_session(page)

    def send(self, kind, *points):
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def swipe(self, x, y, far_x, far_y, steps=6):
        """Press, move in several steps, rest and lift. After a finger that is lifted in motion browsers ignore a tap."""
        self.send("touchStart", (x, y))
        for step in range(1, steps + 1):
            self.send("touchMove", (x + (far_x - x) * step / steps, y + (far_y - y) * step / steps))
        self.page.wait_for_timeout(200)
        self.send("touchEnd")

    def tap(self, x, y):
        self.send("touchStart", (x, y))
        self.send("touchEnd")


def middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, source, x, y):
    """Press on the middle of something, move the pointer, and let go."""
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
