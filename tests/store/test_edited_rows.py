"""Rows that somebody has edited or removed are found, and what is beside them can still be read."""

import sqlite3
from contextlib import closing

import pytest

from houseway.errors import Corrupted
from houseway.store import open_store
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
    assert store.tree.count_lost() == 0


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
        assert store.tree.count_lost() == lost


@pytest.mark.parametrize(
    "wrong",
    [
        "UPDATE streams SET hash = 'text' WHERE name = 'table:PG-1'",
        "UPDATE streams SET version = 'many' WHERE name = 'table:PG-1'",
        "UPDATE streams SET at = 'x' WHERE name = 'table:PG-1'",
        "UPDATE streams SET round = x'00' WHERE name = 'table:PG-1'",
    ],
)
def test_an_entry_that_cannot_be_read_refuses_what_is_added_to_its_own_stream_only(file, wrong):
    with reopened(file) as store:
        edit(file, wrong)
        refused, both, added = store.append(
            [
                request(part(TABLE, 2, "f")),
                request(part(OTHER_TABLE, 2, "g"), part(TABLE, 2, "g")),
                request(part(OTHER_TABLE, 2, "h")),
            ]
        )
        assert [(error.code, error.facts["stream"]) for error in (refused, both)] == [("store.type", TABLE)] * 2
        assert added.heads == (store.stream_head(OTHER_TABLE),)
        assert [event.facts for append in store.read(OTHER_TABLE, 2) for event in append.events] == [{"what": "h"}]


@pytest.mark.parametrize("most", [1, 2, 100])
@pytest.mark.parametrize(
    "wrong",
    [
        "UPDATE appends SET hash = 'text' WHERE stream_id = 1 AND version = 2",
        "UPDATE appends SET at = 'x' WHERE stream_id = 1 AND version = 2",
    ],
)
def test_an_append_that_cannot_be_read_keeps_only_its_stream_out_of_the_tree(file, wrong, most):
    with reopened(file) as store:
        append(store, request(part(TABLE, 2, "f")))
        with closing(sqlite3.connect(file)) as connection:
            before = connection.execute("SELECT hash, at FROM appends WHERE stream_id = 1 AND version = 2").fetchone()
        edit(file, wrong)
        _extend_fully(store, most)
        assert sorted(store.tree.waiting_appends()) == [(TABLE, 2), (TABLE, 3)]
        assert {leaf.stream for leaf in store.tree.read_leaves()} == {TABLE, METER, OTHER_TABLE}
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE appends SET hash = ?, at = ? WHERE stream_id = 1 AND version = 2", before)
        _extend_fully(store, most)
        assert [leaf.version for leaf in store.tree.read_leaves() if leaf.stream == TABLE] == [1, 2, 3]
        assert store.tree.count_waiting() == 0


@pytest.mark.parametrize(
    ("wrong", "read", "place"),
    [
        ("UPDATE appends SET hash = 'text' WHERE version = 1", "leaves", "a leaf of table:PG-1"),
        ("UPDATE appends SET hash = 7 WHERE version = 1", "leaves", "a leaf of table:PG-1"),
        ("UPDATE tree_leaves SET leaf_index = 'first' WHERE leaf_index = 0", "leaves", "a leaf of table:PG-1"),
        ("UPDATE tree_leaves SET leaf_index = 'first' WHERE leaf_index = 0", "index", "the leaf of table:PG-1 up to event 1"),
        ("UPDATE tree_tiles SET hashes = 'text'", "tile", "tile 0 of level 0"),
        ("UPDATE tree_tiles SET hashes = 7", "tile", "tile 0 of level 0"),
        ("UPDATE tree_tiles SET number = 'text'", "size", "the entry of its last tile"),
        ("UPDATE latest_checkpoint SET size = 'text'", "checkpoint", "its last checkpoint"),
        ("UPDATE latest_checkpoint SET note = x'00'", "checkpoint", "its last checkpoint"),
    ],
)
def test_a_value_of_the_wrong_type_in_the_tree_is_named(file, wrong, read, place):
    edit(file, wrong)
    with reopened(file) as store, pytest.raises(Corrupted) as found:
        READ_TREE[read](store.tree)
    assert found.value.code == "store.type"
    assert found.value.message == f"the tree over all appends: {place} has a value of the wrong type"


READ_TREE = {
    "leaves": lambda tree: list(tree.read_leaves()),
    "index": lambda tree: tree.index_of(TABLE, 1),
    "tile": lambda tree: tree.read_tile(0, 0),
    "size": lambda tree: tree.count_leaves(),
    "checkpoint": lambda tree: tree.latest_signed_head(),
}


def _extend_fully(store, most):
    while store.tree.extend(lambda head: f"signed {head.size}", most):
        pass
