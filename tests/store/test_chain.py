"""What was changed in a database behind the store's back is found, and the place is named."""

import json
import sqlite3
import zlib
from hashlib import sha256

import pytest

from houseway.errors import Corrupted
from houseway.store import open_store
from tests.support.stored import METER, TABLE, append, part, request, words_of


@pytest.fixture
def file(tmp_path):
    """A database with five appends to a table's stream and one to a meter's."""
    path = tmp_path / "house.db"
    with open_store(f"sqlite:///{path}") as store:
        for version, word in enumerate("abcde"):
            append(store, request(part(TABLE, version, word, at=1_000 + version, sealed=b"s" if word == "c" else None)))
        append(store, request(part(METER, 0, "m")))
    return path


def read_after(path, *statements):
    """Change the database, and read the table's stream."""
    with sqlite3.connect(path) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, "the statement must change something"
    connection.close()
    with open_store(f"sqlite:///{path}") as store:
        return words_of(store.read(TABLE))


def test_an_untouched_stream_is_read(file):
    assert read_after(file) == list("abcde")


CHANGE_THIRD = "UPDATE appends SET {} WHERE version = 3 AND stream_id = 1".format
DELETE_THIRD = "DELETE FROM appends WHERE version = 3 AND stream_id = 1"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (CHANGE_THIRD("content = (SELECT content FROM appends WHERE version = 4)"), "event 3 or one of the next"),
        (CHANGE_THIRD("sealed = x'01'"), "event 3 or one of the next"),
        (CHANGE_THIRD("sealed = NULL"), "event 3 or one of the next"),
        (CHANGE_THIRD("hash = x'00'"), "event 3 or one of the next"),
        (CHANGE_THIRD("content = x'ff'"), "cannot be unpacked"),
        (CHANGE_THIRD("dictionary = 9"), "dictionary 9"),
        (CHANGE_THIRD("form = 9"), "form 9"),
        (CHANGE_THIRD("before = 1"), "event 3 is missing"),
        (DELETE_THIRD, "event 3 is missing"),
        ("DELETE FROM appends WHERE version = 5", "ends at event 4, and 5 were stored"),
        ("UPDATE streams SET version = 4 WHERE id = 1", "ends at event 4"),
        ("UPDATE streams SET hash = x'00' WHERE id = 1", "ends at event 5"),
        ("UPDATE streams SET name = 'table:PG-2' WHERE id = 1", None),
    ],
)
def test_a_changed_database_is_found(file, statement, said):
    if said is None:  # the stream has another name, so its own is empty and the other's chain is broken
        assert read_after(file, statement) == []
        with open_store(f"sqlite:///{file}") as store, pytest.raises(Corrupted, match="event 1 or one of the next"):
            list(store.read("table:PG-2"))
        return
    with pytest.raises(Corrupted, match=said) as refused:
        read_after(file, statement)
    assert refused.value.facts["stream"] == TABLE


def test_appends_that_changed_places_are_found(file):
    move = "UPDATE appends SET version = {} WHERE version = {} AND stream_id = 1".format
    swap = (move(9, 3), move(3, 4), move(4, 9))
    with pytest.raises(Corrupted):
        read_after(file, *swap)


def test_a_broken_stream_does_not_touch_another(file):
    with pytest.raises(Corrupted):
        read_after(file, DELETE_THIRD)
    with open_store(f"sqlite:///{file}") as store:
        assert words_of(store.read(METER)) == ["m"]


def test_what_comes_before_the_break_is_read(file):
    with sqlite3.connect(file) as connection:
        connection.execute(DELETE_THIRD)
    connection.close()
    read = []
    with open_store(f"sqlite:///{file}") as store, pytest.raises(Corrupted):
        read.extend(store.read(TABLE))
    assert words_of(read) == ["a", "b"]


def test_the_chain_can_be_checked_without_houseway(file):
    """This is what docs/store.md describes."""
    connection = sqlite3.connect(file)
    dictionaries = dict(connection.execute("SELECT number, content FROM dictionaries"))
    link, words = bytes(32), []
    rows = "SELECT before, content, dictionary, sealed, hash FROM appends WHERE stream_id = 1 ORDER BY version"
    for before, packed, number, sealed, stored in connection.execute(rows):
        unpacker = zlib.decompressobj(-15, dictionaries[number])
        content = unpacker.decompress(packed) + unpacker.flush()
        parts = (TABLE.encode(), before.to_bytes(8, "big"), content, sealed or b"")
        link = sha256(link + b"".join(len(each).to_bytes(8, "big") + each for each in parts)).digest()
        assert link == stored
        words += [event["facts"]["what"] for command in json.loads(content) for event in command["events"]]
    assert words == list("abcde")
    assert connection.execute("SELECT version, hash FROM streams WHERE id = 1").fetchone() == (5, link)
    connection.close()
