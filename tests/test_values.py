"""Memos of states: they answer for the state that was asked about, and keep no earlier state in memory."""

import gc
from dataclasses import dataclass
from operator import attrgetter
from weakref import ref

import pytest

from benchmarks.unattended import UnattendedTable
from houseway.chance import seeded_chance
from houseway.values import FoldedState, memoize_by, memoize_in_state, with_changes
from tests.support.paths import EXAMPLES

LATEST, OF_EACH, OF_EACH_TABLE = memoize_by(type), memoize_by(id), memoize_by(attrgetter("id"))


@dataclass(frozen=True)
class Pot(FoldedState):
    id: str
    chips: int


def counted(memoize):
    """A memoized function, and the calls that reached it."""
    calls = []

    @memoize
    def chips_times(pot, times=1):
        calls.append((pot.chips, times))
        return pot.chips * times

    return chips_times, calls


@pytest.mark.parametrize("memoize", [LATEST, OF_EACH, OF_EACH_TABLE, memoize_in_state])
def test_a_question_asked_again_at_once_is_not_worked_out_again(memoize):
    chips_times, calls = counted(memoize)
    pot = Pot("one", 5)
    assert [chips_times(pot, 2), chips_times(pot, 2), chips_times(pot, 3)] == [10, 10, 15]
    assert calls == [(5, 2), (5, 3)]


@pytest.mark.parametrize("memoize", [LATEST, OF_EACH, OF_EACH_TABLE, memoize_in_state])
def test_a_changed_state_gets_its_own_answer(memoize):
    chips_times, _ = counted(memoize)
    pot = Pot("one", 5)
    assert chips_times(pot, 2) == 10
    assert chips_times(with_changes(pot, chips=7), 2) == 14
    assert chips_times(with_changes(pot), 2) == 10


@pytest.mark.parametrize("memoize", [OF_EACH, OF_EACH_TABLE, memoize_in_state])
def test_tables_that_are_played_at_the_same_time_keep_their_answers(memoize):
    chips_times, calls = counted(memoize)
    pots = [Pot(str(number), number) for number in range(100)]
    for _ in range(3):
        assert [chips_times(pot) for pot in pots] == [*range(100)]
    assert len(calls) == 100


@pytest.mark.parametrize("memoize", [LATEST, OF_EACH_TABLE, memoize_in_state])
def test_a_state_that_was_replaced_is_not_kept(memoize):
    chips_times, _ = counted(memoize)
    pot = Pot("one", 5)
    chips_times(pot)
    before, pot = ref(pot), with_changes(pot, chips=7)
    chips_times(pot)
    assert before() is None


@pytest.mark.parametrize("book", ["md.pai-gow-poker", "md.ultimate-texas-holdem"])
def test_a_running_table_keeps_none_of_its_earlier_states(book):
    """They would fill the processor's caches: the memory of each further state would be new, and a round a tenth slower."""
    table = UnattendedTable((EXAMPLES / book / "everything.toml").read_text(), seeded_chance(1))
    gc.disable()  # what is gone here is gone without a collection of garbage
    try:
        earlier = []
        for _ in range(2):
            table.deal_round()
            earlier += [ref(table.run.table), ref(table.run.table.round), ref(table.run.table.equipment)]
        table.deal_round()
        alive = [kind for kind in (each() for each in earlier) if kind is not None]
    finally:
        gc.enable()
    assert alive == []
