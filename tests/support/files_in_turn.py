"""A process of a test run imports a file of tests when its turn comes, and none of those that other processes run.

Otherwise each of four processes would import and collect all of them, which takes ten seconds. To xdist, a file is one test.
"""

import gc

import pytest

GIVEN = "files in turn"
"""Tells a process to do so."""


class WaitingFile(pytest.File):
    """A file of tests that nobody has imported yet."""

    def collect(self):
        yield WaitingTests.from_parent(self, name="all tests")


class WaitingTests(pytest.Item):
    """The tests of such a file."""

    def runtest(self):
        raise NotImplementedError("each test of the file runs for itself")

    def run(self, nextitem):
        """Import the file, and run its tests as pytest runs them. `nextitem` is in the next file."""
        items = self.collected()
        if not items:
            self.session._setupstate.teardown_exact(nextitem)
        place = self.session.items.index(self)
        for item, following in zip(items, [*items[1:], nextitem]):
            self.session.items[place] = item  # xdist asks it for the name of what runs
            self.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.shouldfail or self.session.shouldstop:
                break
        self.session.items[place] = self

    def collected(self):
        gc.disable()
        try:
            module = pytest.Module.from_parent(self.parent.parent, path=self.path)
            items = [*self.session.genitems(module)]
        finally:
            gc.enable()
        self.config.hook.pytest_collection_modifyitems(session=self.session, config=self.config, items=items)
        return items


def is_by_file(config):
    """Whether whole files are shared out: no tests are chosen by name or mark, or because they failed before."""
    asked = config.option
    of_cache = (
        getattr(asked, each, False) for each in ("lf", "failedfirst", "newfirst")
    )  # options of a plugin that may be off
    chosen = asked.keyword or asked.markexpr != "not prove" or any(of_cache)
    return config.getvalue("dist") == "loadfile" and not chosen and not any("::" in arg for arg in config.args)
