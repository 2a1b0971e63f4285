"""A round takes no more function calls than are recorded. Unlike times, they are the same on every machine."""

import pytest

from benchmarks.round_calls import RecordedCalls, counted_calls, find_excess, recorded_calls
from benchmarks.tables import BOOKS

RECORDED = {"uth": RecordedCalls(10_000, "as measured")}


def test_a_round_of_each_book_takes_no_more_calls_than_are_recorded():
    """Played in a process of its own, with the same seed, players and wagers, after rounds that fill the caches."""
    excess = find_excess(counted_calls(), recorded_calls())
    assert not excess, (
        f"{'; '.join(excess)}. See which functions are called (python -m benchmarks.round_calls) and call them less often, or not "
        'in every round; if the calls are needed, record them with the reason (python -m benchmarks.round_calls --because "...")'
    )


def test_every_book_has_a_figure_and_a_reason():
    recorded = recorded_calls()
    assert recorded.keys() == set(BOOKS)
    assert all(entry.calls > 0 and entry.why.strip() for entry in recorded.values())


@pytest.mark.parametrize("calls", [1, 9_000, 10_000, 10_200])
def test_fewer_calls_and_two_percent_more_are_allowed(calls):
    assert find_excess({"uth": calls}, RECORDED) == []


def test_more_calls_are_named_with_their_book_and_the_recorded_figure():
    assert find_excess({"uth": 10_201}, RECORDED) == [
        "a round of uth takes 10,201 function calls, 2.0% more than the 10,000 recorded"
    ]


def test_a_book_without_a_figure_is_named():
    assert find_excess({"uth": 10_000, "fc": 5}, RECORDED) == ["no calls are recorded for fc"]
