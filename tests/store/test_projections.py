"""Rows of reports are stored with the events from which they follow, or not at all: for each of the three stores."""

import pytest
from sqlalchemy import select

from houseway.errors import Outdated
from houseway.store import AppendRequest, Projection, open_store
from houseway.store.prepared import insert_or_replace
from houseway.store.projections import write_projections
from houseway.store.report_tables import report_days, report_shifts
from tests.support.stored import TABLE, append, part

SUMS = ("rounds", "void_rounds", "irregular_rounds", "hands", "wagered", "house_win", "vigorish", "meter_awards")


def day(name="2026-11-16", **sums):
    row = {"day": name, "table_id": "PG-1", "book": "md.pai-gow-poker", **dict.fromkeys(SUMS, 0), **sums}
    return Projection("report_days", (row,), SUMS)


def shift(ended_at, rounds):
    row = {"table_id": "PG-1", "began_at": 5, "dealer": "Dan", "ended_at": ended_at, "day": "2026-11-16", "rounds": rounds}
    return Projection("report_shifts", (row,))


def request(version, *projections, command=""):
    return AppendRequest((part(TABLE, version, "a"),), command, projections=projections)


def rows(store, table, *names):
    with store.database.reading() as connection:
        return [tuple(row) for row in connection.execute(select(*(table.c[name] for name in names)))]


def test_rows_are_inserted_replaced_and_added_to(store):
    append(store, request(0, day(wagered=500, house_win=-25, rounds=1), shift(6, 0)))
    append(store, request(1, day(wagered=700, house_win=100, rounds=1), shift(9, 1)), request(2, day("2026-11-17", hands=3)))
    assert sorted(rows(store, report_days, "day", "rounds", "wagered", "house_win", "hands")) == [
        ("2026-11-16", 2, 1200, 75, 0),
        ("2026-11-17", 0, 0, 0, 3),
    ]
    assert rows(store, report_shifts, "ended_at", "rounds") == [(9, 1)]


def test_a_row_that_comes_often_in_one_batch_is_added_to_each_time_and_ends_as_the_last(store):
    """SQLite gets many rows with one statement, in which the same key may come again."""
    times = range(150)
    others = [day("2026-11-17", hands=2), day("2026-11-18", hands=3)]
    append(store, request(0, *(day(rounds=1, wagered=each) for each in times), *others, *(shift(each, each) for each in times)))
    append(store, request(1, day(rounds=5), day(rounds=6)))
    assert sorted(rows(store, report_days, "day", "rounds", "wagered", "hands")) == [
        ("2026-11-16", 161, sum(times), 0),
        ("2026-11-17", 0, 0, 2),
        ("2026-11-18", 0, 0, 3),
    ]
    assert rows(store, report_shifts, "ended_at", "rounds") == [(149, 149)]


def test_some_columns_of_a_row_are_replaced_and_others_are_added_to_or_kept(store):
    statement = insert_or_replace(report_shifts, store.database.engine.dialect, added=["rounds"], kept=["day"])
    (first,), (second,) = shift(6, 2).rows, shift(9, 3).rows
    with store.database.transaction() as connection:
        statement.execute(connection, [first])
        statement.execute(connection, [{**second, "day": "2026-11-17"}])
    assert rows(store, report_shifts, "began_at", "ended_at", "rounds", "day") == [(5, 9, 5, "2026-11-16")]


def test_a_refused_request_leaves_no_rows(store):
    append(store, request(0, day(rounds=1)))
    _, refused = store.append([request(1, day(rounds=1)), request(1, day(rounds=1))])
    assert isinstance(refused, Outdated)
    assert rows(store, report_days, "rounds") == [(2,)]


def test_a_repeated_command_adds_nothing_again(store):
    for _ in range(2):
        append(store, request(0, day(rounds=1), command="once"))
    assert rows(store, report_days, "rounds") == [(1,)]


def test_rows_and_a_change_are_stored_together_or_not_at_all(store):
    def fail(connection):
        raise ZeroDivisionError

    store.append_with(request(0, day(rounds=1)), lambda connection: None)
    with pytest.raises(ZeroDivisionError):
        store.append_with(request(1, day(rounds=1)), fail)
    assert rows(store, report_days, "rounds") == [(1,)]
    assert store.stream_head(TABLE).version == 1


def test_sqlite_gets_many_rows_with_one_statement(tmp_path):
    """Its driver gives the interpreter away for every statement, and the writer waits until it has it back."""
    executed = []
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        with store.database.transaction() as connection:
            connection.connection.driver_connection.set_trace_callback(executed.append)
            write_projections(connection, [day(rounds=1)] * 150)
            connection.connection.driver_connection.set_trace_callback(None)
        assert [statement.count("'PG-1'") for statement in executed] == [64, 64, 22]
        assert rows(store, report_days, "rounds") == [(150,)]
