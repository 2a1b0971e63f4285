"""One clock stamps everything, and it never goes back."""

from hypothesis import given
from hypothesis import strategies as st

from houseway.service.live.clock import HouseClock


@given(st.lists(st.integers(0, 10**13), min_size=1))
def test_time_never_goes_back(readings):
    left = iter(readings)
    clock = HouseClock(lambda: next(left))
    times = [clock.now() for _ in readings]
    assert times == sorted(times)
    assert clock.set_back_by == max(readings) - readings[-1]


def test_time_is_not_earlier_than_what_a_stream_already_has():
    clock = HouseClock(lambda: 1_000)
    assert [clock.now(), clock.now(5_000), clock.now()] == [1_000, 5_000, 5_000]
