"""The time that is left of a long computation, as the progress bar tells it."""

from itertools import chain, repeat

import pytest

from houseway.cli.waiting import TimeLeft


def at(*seconds):
    """A clock that shows these seconds, one after the other, and then the last one for ever."""
    shown = chain(seconds, repeat(seconds[-1]))
    return lambda: next(shown)


def test_nothing_is_said_before_something_is_done():
    left = TimeLeft(at(0, 0, 30))
    assert str(left) == ""
    left.note(0, 128)
    assert (left.seconds, str(left)) == (None, "")


def test_two_cores_that_report_together_do_not_end_the_wait():
    """After a minute two of 128 parts came within a hundredth of a second: an hour is left, not a second."""
    left = TimeLeft(at(0, 0, 60.01))
    for done in (0, 1, 2):
        left.note(done, 128)
    assert (left.seconds, str(left)) == (3781, "about 1:03:01 left,")


@pytest.mark.parametrize("stored", [0, 64, 127])
def test_what_was_stored_takes_no_time(stored):
    left = TimeLeft(at(0, 0, 2, 32))
    left.note(stored, 128)
    left.note(stored, 128)  # ready to begin
    left.note(stored + 1, 128)
    assert left.seconds == 30 * (127 - stored)
