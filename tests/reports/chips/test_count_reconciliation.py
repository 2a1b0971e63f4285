"""Counts of chips are reconciled with the count before: fills, credits, chips sold and chips won explain the difference, or not."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from houseway.events import Actor, Role
from houseway.ledger import Reason, Transfer
from houseway.money import Cents
from houseway.reports import span_sums
from houseway.reports.chips.chip_counts import count_event
from houseway.reports.chips.count_reconciliation import reconcile_counts
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.table_rows import project_command, project_house
from houseway.reports.rows.tally import TableTally
from houseway.reports.scope import ReportScope
from houseway.store import RecordedCommand, StreamAppend, open_store
from houseway.store.projections import write_projections
from houseway.table.transfers import buy_in_transfers, credit_transfers, fill_transfers, opening_inventory_transfers
from tests.reports.test_shifts import at, write_round
from tests.support.effort import MORE

FLOOR = Actor(Role.FLOOR, "Flo")
DAY = ReportScope("1970-01-01", "1970-01-01")


class Pit:
    """A table whose money is moved by hand, and whose chips are counted."""

    def __init__(self, database, table="PG-1", counts=None):
        self.database, self.tally = database, TableTally(table=table)
        self.counts = counts or count()
        """Versions of the record of the house, which tables share."""

    def move(self, minutes, transfers):
        command = RecordedCommand(at(minutes), FLOOR, tuple(transfer.to_event() for transfer in transfers))
        before, self.tally = self.tally, self.tally.after(command)
        self.write(project_command(before, self.tally, command, GamingCalendar(), {}))

    def count(self, minutes, dollars, occasion="count"):
        event = count_event(self.tally.table, occasion, {100: dollars}, Cents(0), "Flo", "a shift ends")
        part = StreamAppend("house", next(self.counts), (RecordedCommand(at(minutes), FLOOR, (event,)),))
        self.write(project_house(part, GamingCalendar()))

    def write(self, rows):
        with self.database.transaction() as connection:
            write_projections(connection, rows)

    def reconciled(self, scope=DAY):
        with self.database.reading() as connection:
            return list(reconcile_counts(connection, scope))


def dollars(amount):
    return Cents.from_dollars(amount)


def test_a_count_is_explained_by_what_moved_since_the_count_before(store):
    pit = Pit(store.database)
    pit.move(0, opening_inventory_transfers(dollars(1_000), "Flo"))
    pit.count(1, 1_000, "opening")
    pit.move(2, fill_transfers(dollars(500), "Flo", "low"))
    pit.move(3, credit_transfers(dollars(200), "Flo", "high"))
    pit.move(4, buy_in_transfers("player:Ann", dollars(100)))
    write_round(store.database, "PG-1", 1, 5, 6, house_win=-4_000, meter_awards=5_000)
    write_round(store.database, "PG-2", 1, 5, 6, house_win=99_900)
    pit.count(7, 3, "fill")
    pit.move(8, [Transfer("vigorish", "inventory", dollars(5), Reason.VIGORISH_COUNTED)])
    pit.count(10, 1_210, "closing")
    closing, opening = pit.reconciled()
    assert (opening.first_known_from, opening.expected, opening.difference) == ("opening inventory", 100_000, 0)
    assert (closing.first, closing.fills, closing.credits, closing.chips_sold) == (100_000, 50_000, 20_000, 10_000)
    assert (closing.round_win, closing.other, closing.expected, closing.difference) == (1_000, 0, 121_000, 0)
    assert (closing.occasion, closing.first_known_from, closing.is_reconciled) == ("closing", "opening", True)


def test_missing_chips_are_a_difference_and_the_next_count_starts_from_what_was_counted(memory_store):
    pit = Pit(memory_store.database)
    pit.move(0, opening_inventory_transfers(dollars(1_000), "Flo"))
    pit.count(5, 990)
    pit.count(9, 990)
    later, first = pit.reconciled()
    assert (first.expected, first.counted, first.difference, first.is_reconciled) == (100_000, 99_000, -1_000, False)
    assert (later.expected, later.difference, later.is_reconciled) == (99_000, 0, True)


def test_a_table_without_any_chips_on_record_has_nothing_to_reconcile(memory_store):
    pit = Pit(memory_store.database)
    pit.count(5, 990)
    assert pit.reconciled() == []


def test_a_count_of_a_later_day_starts_from_the_last_one_of_an_earlier_day(memory_store):
    pit = Pit(memory_store.database)
    pit.move(0, opening_inventory_transfers(dollars(1_000), "Flo"))
    pit.count(5, 990)
    pit.count(6, 70, "fill")
    pit.count(24 * 60, 980)
    (later,) = pit.reconciled(ReportScope("1970-01-02", "1970-01-02"))
    assert (later.first, later.first_known_from, later.since) == (99_000, "count", at(5))


def test_many_counts_are_reconciled_with_few_queries(memory_store):
    pits, asked = [Pit(memory_store.database, table, versions) for versions in [count()] for table in ("PG-1", "PG-2")], []
    for pit in pits:
        pit.move(0, opening_inventory_transfers(dollars(1_000), "Flo"))
    for minute in range(1, 31):
        for pit in pits:
            pit.count(minute, 1_000 - minute)
    with memory_store.database.reading() as connection:
        event.listen(connection, "before_cursor_execute", lambda *given: asked.append(given[2]))
        assert [found.difference for found in reconcile_counts(connection, DAY)] == [-100] * 60
    assert len(asked) <= 3 + 2 * len(pits), "those of the period, of movements and of rounds, and how each table began"


TABLES = ("PG-1", "PG-2")
CHANGES = st.lists(
    st.tuples(st.sampled_from(TABLES), st.sampled_from(("fill", "round", "count", "fills counted")), st.integers(1, 9))
)


@settings(max_examples=12 * MORE)
@given(CHANGES)
def test_a_count_expects_what_was_counted_and_what_has_moved_since_whatever_came_in_between(changes):
    with open_store("memory:") as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(span_sums, "SPANS_AT_ONCE", 2)
        versions, told = count(), []
        pits = {table: Pit(store.database, table, versions) for table in TABLES}
        for pit in pits.values():
            pit.move(0, opening_inventory_transfers(dollars(100), "Flo"))
        held = dict.fromkeys(TABLES, 100)
        for minute, (table, what, amount) in enumerate(changes, start=1):
            match what:
                case "fill":
                    pits[table].move(minute, fill_transfers(dollars(amount), "Flo", "low"))
                    held[table] += amount
                case "round":
                    write_round(store.database, table, minute, minute, minute, house_win=100 * amount)
                    held[table] += amount
                case "count":
                    pits[table].count(minute, amount)
                    told.append((table, 100 * held[table], 100 * amount))
                    held[table] = amount
                case _:
                    pits[table].count(minute, amount, "fill")
        found = [(each.table, each.expected, each.counted) for each in pits[TABLES[0]].reconciled()]
    assert found == told[::-1]
