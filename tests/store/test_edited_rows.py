"""Rows that somebody has edited or removed are found, and what is beside them can still be read."""

import sqlite3
from contextlib import closing

import pytest

from houseway.store import open_store
from houseway.store.lost_appends import count_lost_appends
from houseway.store.readable import read_heads
from houseway.store.value_types import find_wrong_types
from tests.support.stored import METER, TABLE, append, part, request

OTHER_TABLE = "table:PG-2"


@pytest.fixture
def file(tmp_path):
    """A database of three streams, of which one append is in the tree."""
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        append(store, request(part(TABLE, 0, "a")))
        store.tree.extend(lambda head: f"signed {head.size}")
        append(store, request(part(TABLE, 1, "b"), part(METER, 0, "c")), request(part(OTHER_TABLE, 0, "d", "e")))
    return tmp_path / "house.db"


def edit(file, *statements):
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount, f"{statement} changes nothing"


def reopened(file):
    return open_store(f"sqlite:///{file}")


def test_where_streams_stand_is_read_by_prefix(new_store):
    store = new_store()
    append(store, request(part(TABLE, 0, "a"), part(METER, 0, "b")))
    assert read_heads(store) == (store.stream_heads(), {})
    assert read_heads(store, "table:") == ((store.stream_head(TABLE),), {})


def test_an_entry_that_cannot_be_read_hides_no_other(file):
    edit(
        file,
        "UPDATE streams SET hash = 'text' WHERE name = 'table:PG-1'",
        "UPDATE streams SET at = 'x' WHERE name LIKE 'meter:%'",
    )
    with reopened(file) as store:
        wrong = "the entry of the stream has a value of the wrong type"
        whole = (store.stream_head(OTHER_TABLE),)
        assert read_heads(store, "table:") == (whole, {TABLE: f"{TABLE}: {wrong}"})
        assert read_heads(store) == (whole, {name: f"{name}: {wrong}" for name in (METER, TABLE)})


def test_entries_are_in_the_order_of_names_beside_one_that_cannot_be_read(file):
    edit(file, "UPDATE streams SET hash = 'text' WHERE name = 'table:PG-2'")
    with reopened(file) as store:
        assert [head.stream for head in read_heads(store).heads] == [METER, TABLE]


def test_values_of_a_type_that_the_program_never_writes_are_counted_by_column(file):
    with reopened(file) as store:
        assert list(find_wrong_types(store.database)) == []
    edit(
        file,
        "UPDATE streams SET hash = 'text', version = 'many'",
        "UPDATE appends SET sealed = 7 WHERE version = 2",
        "UPDATE tree_leaves SET leaf_index = 'first' WHERE leaf_index = 0",
        "UPDATE latest_checkpoint SET note = x'00'",
    )
    with reopened(file) as store:
        assert dict(find_wrong_types(store.database)) == {
            "streams.version": 3,
            "streams.hash": 3,
            "appends.sealed": 2,
            "tree_leaves.leaf_index": 1,
            "latest_checkpoint.note": 1,
        }


def test_values_are_counted_in_a_database_of_an_older_schema_without_some_tables(file):
    with reopened(file) as store:
        edit(file, "UPDATE appends SET hash = 1 WHERE version = 1")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("DROP TABLE tree_tiles")
        assert list(find_wrong_types(store.database)) == [("appends.hash", 2)]


def test_no_value_of_postgresql_has_a_wrong_type(new_postgresql):
    with open_store(new_postgresql()) as store:
        append(store, request(part(TABLE, 0, "a")))
        assert list(find_wrong_types(store.database)) == []


def test_appends_that_wait_and_are_stored_are_not_lost(new_store):
    store = new_store()
    append(store, request(part(TABLE, 0, "a")))
    assert count_lost_appends(store) == 0


@pytest.mark.parametrize(
    ("removed", "lost"),
    [
        ("DELETE FROM appends WHERE version = 1 AND stream_id = (SELECT id FROM streams WHERE name LIKE 'meter:%')", 1),
        ("DELETE FROM streams WHERE name = 'table:PG-2'", 1),
        ("DELETE FROM appends WHERE version = 1 AND stream_id = 1", 0),  # it is in the tree, whose leaf has its hash
        ("DELETE FROM appends", 3),
    ],
)
def test_an_append_that_was_removed_before_it_came_into_the_tree_is_lost(file, removed, lost):
    edit(file, removed)
    with reopened(file) as store:
        assert store.tree.count_waiting() == 3
        assert count_lost_appends(store) == lost
