"""One clock stamps everything, and it never goes back."""

from hypothesis import given
from hypothesis import strategies as st

from houseway.service.clock import HouseClock


@given(st.lists(st.integers(0, 10**13), min_size=1))
def test_time_never_goes_back(readings):
    left = iter(readings)
    clock = HouseClock(lambda: next(left))
    times = [clock.now() for _ in readings]
    assert times == sorted(times)
    assert clock.set_back_by == times[-1] - readings[-1] >= 0


@given(st.lists(st.integers(0, 10**6), min_size=1))
def test_time_goes_on_after_the_clock_was_set_back(steps):
    system = [10**12]
    clock = HouseClock(lambda: system[0])
    before = clock.now()
    system[0] -= 10**9
    assert clock.now() == before
    for step in steps:
        system[0] += step
        clock.now()
    assert clock.now() == before + sum(steps)


def test_a_clock_that_is_put_right_counts_again():
    system = [5_000]
    clock = HouseClock(lambda: system[0])
    times = [clock.now()]
    for read in (1_000, 2_000, 6_500):
        system[0] = read
        times.append(clock.now())
    assert (times, clock.set_back_by) == ([5_000, 5_000, 6_000, 6_500], 0)


def test_time_is_not_earlier_than_what_a_stream_already_has():
    clock = HouseClock(lambda: 1_000)
    assert [clock.now(), clock.now(5_000), clock.now()] == [1_000, 5_000, 5_000]


def test_each_time_that_the_clock_is_set_back_is_noticed_once():
    readings = iter([10_000, 4_000, 4_500, 3_000, 9_500, 10_500, 10_100, 10_200])
    clock = HouseClock(lambda: next(readings))
    noticed = []
    for _ in range(8):
        clock.now()
        noticed.append(clock.take_set_backs())
    assert noticed == [(), (6_000,), (), (1_500,), (), (), (), ()]  # the last step back is a correction of the clock
