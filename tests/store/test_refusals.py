"""What a store says when it refuses: what was given, what is allowed, and where."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from threading import Thread

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from houseway.errors import Corrupted, Malformed, NotAllowed, Unavailable
from houseway.store import (
    AppendRequest,
    CopiedAppend,
    Edition,
    Line,
    StreamAppend,
    StreamHead,
    StreamSnapshot,
    Writer,
    open_store,
)
from houseway.store.chain import Link, add_link, check_end, checked_appends, link_hash
from houseway.store.contract import NO_HEAD
from houseway.store.copying import back_up_database, check_existing, replace_database, restore_database
from houseway.store.engines import unavailable_error
from houseway.store.memory import MemoryStore
from houseway.store.packing import CURRENT_DICTIONARY, Packer, shipped_dictionary
from houseway.store.schema import REVISION, one_time_links
from houseway.store.tree import node_reader
from tests.support.stored import METER, TABLE, append, part, request, words_of


@pytest.fixture
def memory():
    """A stream of two events, at the time 1000 and in round 7."""
    store = MemoryStore()
    append(store, request(part(TABLE, 0, "a", "b", in_round=7)))
    return store


@pytest.fixture
def house(tmp_path):
    """The file of a database with two streams."""
    file = tmp_path / "house.db"
    with open_store(f"sqlite:///{file}") as store:
        append(store, request(part(TABLE, 0, "a"), part(METER, 0, "m")))
    return file


class TestRequests:
    @pytest.mark.parametrize(
        ("wrong", "message", "given", "allowed"),
        [
            (AppendRequest(()), "a request must add something", "no streams", "one or more streams"),
            (request(part(TABLE, 2, "c"), part(TABLE, 3, "d")), "a request names a stream twice", "twice", "each stream once"),
            (
                request(part("", 0, "c")),
                "a request needs the name of a stream and at least one event for each command",
                "'' with 1 events",
                "one event or more for each command",
            ),
            (request(part(TABLE, 2, "c", at=999)), f"{TABLE} is already at the time 1000", 999, "1000 or later"),
            (request(part(TABLE, 2, "c", in_round=6)), f"{TABLE} is already in round 7", 6, "7 or later"),
        ],
    )
    def test_a_request_is_refused_with_what_was_given_and_what_is_allowed(self, memory, wrong, message, given, allowed):
        (refusal,) = memory.append([wrong])
        assert (refusal.message, refusal.facts) == (message, {"given": given, "allowed": allowed})

    def test_a_version_that_has_passed_is_refused_with_the_stream_and_both_versions(self, memory):
        (refusal,) = memory.append([request(part(TABLE, 1, "c"))])
        assert refusal.message == f"{TABLE} is at event 2, and this command was decided at event 1"
        assert (refusal.code, refusal.facts) == ("store.version", {"given": 1, "allowed": 2, "stream": TABLE})

    def test_a_request_that_rests_on_a_refused_one_is_refused_although_its_version_fits(self, memory):
        """Another server has added one event, as many as the refused request would have added."""
        line = Line()
        refused, resting = (replace(request(part(TABLE, version, "c")), line=line) for version in (1, 2))
        assert [result.code for result in memory.append([refused, resting])] == ["store.version", "store.line"]
        append(memory, replace(request(part(TABLE, 2, "d")), line=Line()))

    def test_a_request_that_rests_on_a_repeated_one_is_refused(self, memory):
        line = Line()
        append(memory, replace(request(part(METER, 0, "m")), command_id="x", answer="first"))
        repeated = replace(request(part(TABLE, 2, "c")), command_id="x", line=line)
        told, refusal = memory.append([repeated, replace(request(part(TABLE, 2, "d")), line=line)])
        assert told.repeated
        assert refusal.code == "store.line"

    def test_a_line_that_was_broken_in_an_earlier_commit_stays_broken(self, memory):
        line = Line()
        line.is_broken = True
        (refusal,) = memory.append([replace(request(part(TABLE, 2, "c")), line=line)])
        assert refusal.code == "store.line"

    def test_commands_of_one_request_are_in_the_order_of_time_and_may_be_at_the_same(self, memory):
        early, late = part(TABLE, 2, "c", at=1_000).commands[0], part(TABLE, 2, "d", at=1_001).commands[0]
        (refusal,) = memory.append([AppendRequest((StreamAppend(TABLE, 2, (late, early)),))])
        assert refusal.facts == {"given": 1_000, "allowed": "1001 or later"}
        append(memory, AppendRequest((StreamAppend(TABLE, 2, (early, early, late)),)))
        assert memory.stream_head(TABLE).at == 1_001

    def test_another_text_under_the_same_hash_is_refused_by_the_hash(self, memory):
        memory.save_edition(Edition("abc", "book", "one"))
        with pytest.raises(Corrupted, match="another text is stored under the hash of this book") as refusal:
            memory.save_edition(Edition("abc", "book", "another"))
        assert refusal.value.code == "store.edition"
        assert refusal.value.facts == {"given": "abc", "allowed": "one text for each hash"}

    def test_nothing_is_taken_after_the_writer_was_closed(self):
        writer = Writer(MemoryStore())
        writer.close()
        with pytest.raises(Unavailable) as refusal:
            writer.submit(request(part(TABLE, 0, "a")))
        assert (refusal.value.message, refusal.value.code) == ("the store is closing", "store.closed")
        assert refusal.value.facts == {"given": "a command", "allowed": "nothing more"}


class TestChains:
    def test_a_broken_chain_says_in_which_stream_and_after_which_event(self, house):
        with sqlite3.connect(house) as connection:
            connection.execute(
                "UPDATE appends SET form = 9 WHERE stream_id = (SELECT id FROM streams WHERE name = ?)", (TABLE,)
            )
        connection.close()
        with open_store(f"sqlite:///{house}") as store, pytest.raises(Corrupted) as refusal:
            list(store.read(TABLE))
        assert refusal.value.code == "store.chain"
        assert refusal.value.message == f"{TABLE} after event 0: form 9 of an append is not known to this program"
        assert refusal.value.facts == {"given": "9", "allowed": "(1, 2)", "stream": TABLE}

    def test_an_append_says_how_many_events_it_has(self, memory):
        (stored,) = memory.read(TABLE)
        wrong = CopiedAppend(TABLE, 3, stored.head.at, stored.content, None, stored.head.hash)
        with pytest.raises(Corrupted) as refusal:
            MemoryStore().copy_appends([wrong])
        assert refusal.value.message == f"{TABLE} after event 0: an append has another number of events than it says"
        assert refusal.value.facts == {"given": "3", "allowed": "0", "stream": TABLE}

    def test_an_append_is_at_the_time_of_its_last_command(self):
        commands = tuple(part(TABLE, 0, "a", at=at).commands[0] for at in (1_000, 1_001, 1_002))
        link, _ = add_link(StreamHead(TABLE), StreamAppend(TABLE, 0, commands))
        with pytest.raises(Corrupted) as refusal:
            list(checked_appends(StreamHead(TABLE), [replace(link, at=1_001)]))
        assert refusal.value.message == f"{TABLE} after event 0: an append has another time than its last command"
        assert refusal.value.facts == {"given": "1001", "allowed": "1002", "stream": TABLE}

    def test_a_link_that_does_not_follow_is_named_with_what_it_is_and_what_it_should_be(self, memory):
        (stored,) = memory.read(TABLE)
        link = Link(0, 2, stored.head.at, stored.form, stored.content, None, bytes(32))
        for wrong, said, given, allowed in (
            (replace(link, before=1), "event 1 is missing", "1", "0"),
            (link, "event 1 or one of the next was changed", "00" * 32, "its hash"),
        ):
            with pytest.raises(Corrupted) as refusal:
                list(checked_appends(StreamHead(TABLE), [wrong]))
            assert refusal.value.message == f"{TABLE} after event 0: {said}"
            assert refusal.value.facts == {"given": given, "allowed": allowed, "stream": TABLE}

    def test_an_append_that_cannot_be_read_says_why(self):
        content = b'[{"at": 1}]'
        link = CopiedAppend(TABLE, 1, 1, content, None, link_hash(NO_HEAD, TABLE, 0, content, None))
        with pytest.raises(Corrupted) as refusal:
            MemoryStore().copy_appends([link])
        assert refusal.value.message == f"{TABLE} after event 0: an append cannot be read"
        assert refusal.value.facts == {"given": "'by'", "allowed": "commands with events", "stream": TABLE}

    def test_a_stream_whose_last_appends_are_gone_is_named_with_both_heads(self):
        reached, stored = StreamHead(TABLE, 3, b"\x01" * 32), StreamHead(TABLE, 4, b"\x02" * 32)
        with pytest.raises(Corrupted) as refusal:
            check_end(reached, stored)
        assert refusal.value.message == f"{TABLE} after event 3: the stream ends at event 3, and 4 were stored"
        assert refusal.value.facts == {"given": "01" * 32, "allowed": "02" * 32, "stream": TABLE}

    def test_a_stream_is_at_the_time_of_its_last_command(self):
        reached, stored = StreamHead(TABLE, 3, at=1_000), StreamHead(TABLE, 3, at=1_001)
        with pytest.raises(Corrupted) as refusal:
            check_end(reached, stored)
        assert refusal.value.message == f"{TABLE} after event 3: the stream has another time than its last command"
        assert refusal.value.facts == {"given": "1001", "allowed": "1000", "stream": TABLE}

    def test_a_row_that_cannot_be_unpacked_says_which_dictionaries_there_are(self):
        packer = Packer({CURRENT_DICTIONARY: shipped_dictionary(CURRENT_DICTIONARY)})
        with pytest.raises(Corrupted) as refusal:
            packer.unpack(b"", 99)
        assert refusal.value.message == "a row was packed with dictionary 99, which the database does not have"
        assert (refusal.value.code, refusal.value.facts) == ("store.dictionary", {"given": 99, "allowed": (1,)})
        with pytest.raises(Corrupted, match=r"^a row cannot be unpacked$") as refusal:
            packer.unpack(b"\xff\xff", CURRENT_DICTIONARY)
        assert (refusal.value.code, refusal.value.facts["allowed"]) == ("store.packed", "a packed row")
        assert "invalid" in refusal.value.facts["given"]

    def test_a_leaf_whose_append_is_gone_has_no_link(self, house):
        with open_store(f"sqlite:///{house}") as store:
            store.tree.extend(lambda head: "signed")
            kept = {leaf.stream: leaf.link for leaf in store.tree.read_leaves()}
        with sqlite3.connect(house) as connection:
            connection.execute("DELETE FROM appends WHERE stream_id = (SELECT id FROM streams WHERE name = ?)", (TABLE,))
        connection.close()
        with open_store(f"sqlite:///{house}") as store:
            assert {leaf.stream: leaf.link for leaf in store.tree.read_leaves()} == {**kept, TABLE: b""}

    def test_a_missing_tile_is_named_with_the_hashes_that_it_should_have(self):
        with pytest.raises(Corrupted) as refusal:
            node_reader(lambda level, number: bytes(32))(1, 0)
        assert refusal.value.message == "tile 0 of level 0 of the tree is missing or too short"
        assert (refusal.value.code, refusal.value.facts) == ("tree.tile", {"given": 1, "allowed": 2})


def change_column(file, table, column, value):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"UPDATE {table} SET {column} = ?", (value,))  # noqa: S608 - our own tables


class TestTypes:
    """SQLite stores a value of any type in any column, so somebody who edits the file may leave one that was never written."""

    def test_a_dictionary_that_is_no_bytes(self, house):
        change_column(house, "dictionaries", "content", "words")
        with pytest.raises(Corrupted) as refusal:
            open_store(f"sqlite:///{house}")
        assert refusal.value.message == "a dictionary of the database cannot be read"
        assert (refusal.value.code, refusal.value.facts) == ("store.dictionary", {"allowed": "bytes"})

    @pytest.mark.parametrize("column", ["content", "sealed", "hash"])
    def test_an_append_of_which_a_column_is_no_bytes(self, house, column):
        change_column(house, "appends", column, "words")
        with open_store(f"sqlite:///{house}") as store, pytest.raises(Corrupted) as refusal:
            list(store.read(TABLE))
        assert "the append after event 0: a row has a value of the wrong type" in refusal.value.message
        assert refusal.value.code == "store.type"

    @pytest.mark.parametrize("column", ["version", "hash", "at", "round"])
    def test_an_entry_of_a_stream_of_which_a_column_has_another_type(self, house, column):
        change_column(house, "streams", column, "words")
        with open_store(f"sqlite:///{house}") as store, pytest.raises(Corrupted) as refusal:
            store.stream_head(TABLE)
        assert refusal.value.message == f"{TABLE}: the entry of the stream has a value of the wrong type"
        assert (refusal.value.code, refusal.value.facts) == ("store.type", {"stream": TABLE})

    def test_an_edition_that_is_no_text(self, house):
        with open_store(f"sqlite:///{house}") as store:
            store.save_edition(Edition("h1", "rules", "{}"))
        change_column(house, "editions", "content", b"words")
        with open_store(f"sqlite:///{house}") as store, pytest.raises(Corrupted) as refusal:
            store.find_edition("h1")
        assert refusal.value.message == "the stored rules h1 has a value of the wrong type"
        assert (refusal.value.code, refusal.value.facts) == ("store.type", {"given": "h1"})

    @pytest.mark.parametrize("column", ["hash", "content"])
    def test_a_snapshot_that_is_no_bytes_is_none(self, house, column):
        with open_store(f"sqlite:///{house}") as store:
            store.save_snapshot(StreamSnapshot(TABLE, 1, b"head", "1.0", b"content"))
            assert store.latest_snapshot(TABLE, "1.0") is not None
        change_column(house, "snapshots", column, "words")
        with open_store(f"sqlite:///{house}") as store:
            assert store.latest_snapshot(TABLE, "1.0") is None


class TestReading:
    @pytest.mark.parametrize(
        ("after", "until", "words"),
        [(0, None, "abc"), (1, None, "bc"), (0, 2, "ab"), (1, 2, "b"), (2, 2, ""), (3, 2, ""), (0, 9, "abc")],
    )
    def test_a_stream_is_read_after_one_version_and_up_to_another(self, after, until, words):
        store = MemoryStore()
        for version, word in enumerate("abc"):
            append(store, request(part(TABLE, version, word)))
        assert words_of(store.read_until(TABLE, after, until)) == list(words)
        assert words_of(store.read_until(TABLE)) == list("abc")

    def test_whoever_asked_learns_of_heads_that_were_stored_and_of_no_refusal(self, house):
        with open_store(f"sqlite:///{house}") as store:
            reported = []
            store.after_commit = reported.append
            store.append([request(part(TABLE, 1, "b"), part(METER, 1, "n")), request(part(TABLE, 9, "c"))])
            store.append([request(part(TABLE, 9, "c"))])
            store.append_with(request(part(METER, 2, "o")), lambda connection: None)
            assert [[(head.stream, head.version) for head in heads] for heads in reported] == [
                [(TABLE, 2), (METER, 2)],
                [(METER, 3)],
            ]

    def test_the_tables_of_a_store_in_memory_are_one_database_for_all_threads(self, memory):
        """Whoever comes second waits: another connection would have another, empty database."""
        found = []

        def count_links():
            with memory.database.reading() as connection:
                found.append(connection.execute(select(func.count()).select_from(one_time_links)).scalar_one())

        thread = Thread(target=count_links)
        with memory.database.reading():
            thread.start()
            thread.join(0.2)
        thread.join()
        assert found == [0]


class TestDatabases:
    @pytest.mark.parametrize(
        ("code", "said"),
        [
            (sqlite3.SQLITE_FULL, "the disk is full"),
            (sqlite3.SQLITE_IOERR_FSYNC, "the disk does not answer"),
            (sqlite3.SQLITE_BUSY, "another program is writing to it"),
            (sqlite3.SQLITE_CORRUPT, "the file is damaged"),
            (sqlite3.SQLITE_ERROR, "it says: no such table: appends"),
        ],
    )
    def test_what_a_database_refused_is_said_in_plain_words(self, code, said):
        error = sqlite3.OperationalError("no such table: appends\nand more")
        error.sqlite_errorcode = code
        refusal = unavailable_error("sqlite:///house.db", OperationalError("SELECT", {}, error))
        assert refusal.message == f"the database sqlite:///house.db cannot be used: {said}"
        assert refusal.code == "store.unavailable"
        assert refusal.facts == {"given": "sqlite:///house.db", "allowed": "a database that can be reached and written"}

    def test_an_address_that_cannot_be_read_is_shown_with_those_that_can(self):
        with pytest.raises(Malformed) as refusal:
            open_store("mysql://house")
        allowed = "sqlite:///FILE or postgresql://USER@HOST/DATABASE"
        assert refusal.value.message == f"'mysql://house' is not a database address; write {allowed}"
        assert (refusal.value.code, refusal.value.facts) == ("store.address", {"given": "mysql://house", "allowed": allowed})

    @pytest.mark.parametrize("revision", ["9999", "0000"])
    def test_a_schema_that_this_program_does_not_read_is_refused_by_its_number(self, house, revision):
        with sqlite3.connect(house) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.close()
        with pytest.raises(
            NotAllowed, match=f"the schema of the database is {revision}, and this program reads 0001 to "
        ) as refusal:
            open_store(f"sqlite:///{house}", read_only=True)
        assert refusal.value.code == "store.schema"
        assert refusal.value.facts == {"given": revision, "allowed": f"0001 to {REVISION}"}

    def test_the_oldest_schema_is_still_read(self, house):
        with sqlite3.connect(house) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.close()
        with open_store(f"sqlite:///{house}", read_only=True) as store:
            assert words_of(store.read(TABLE)) == ["a"]

    def test_a_database_of_another_program_is_not_read(self, tmp_path):
        with sqlite3.connect(tmp_path / "recipes.db") as connection:
            connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.close()
        with pytest.raises(NotAllowed) as refusal:
            open_store(f"sqlite:///{tmp_path}/recipes.db", read_only=True)
        assert refusal.value.facts["given"] == "none of this program"

    @pytest.mark.parametrize("table", ["streams", "appends"])
    def test_a_database_that_does_not_say_its_schema_is_not_touched(self, tmp_path, table):
        with sqlite3.connect(tmp_path / "house.db") as connection:
            connection.execute(f"CREATE TABLE {table} (id INTEGER)")
        connection.close()
        with pytest.raises(Corrupted, match=r"^the database does not say which schema it has$") as refusal:
            open_store(f"sqlite:///{tmp_path}/house.db")
        assert (refusal.value.code, refusal.value.facts) == ("store.schema", {"given": "none", "allowed": REVISION})

    def test_a_file_that_does_not_exist_is_not_created_by_a_backup(self, tmp_path):
        missing = tmp_path / "missing.db"
        with pytest.raises(NotAllowed) as refusal:
            back_up_database(f"sqlite:///{missing}", tmp_path / "backup.db")
        assert refusal.value.message == f"there is no database {missing}"
        assert refusal.value.code == "store.missing"
        assert refusal.value.facts == {"given": str(missing), "allowed": "a database that exists"}
        assert list(tmp_path.iterdir()) == []
        check_existing("postgresql://ann@nowhere/house")

    def test_a_backup_replaces_another_only_if_it_is_told_to(self, house, tmp_path):
        file = tmp_path / "backup.db"
        file.write_text("old")
        with pytest.raises(NotAllowed, match="exists already and is not overwritten") as refusal:
            back_up_database(f"sqlite:///{house}", file)
        assert (refusal.value.code, refusal.value.facts["given"]) == ("store.backup", str(file))
        assert back_up_database(f"sqlite:///{house}", file, force=True) == 2
        assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db", "house.db"]

    def test_a_backup_takes_the_place_of_a_database_and_the_old_one_is_kept(self, house, tmp_path):
        backup = tmp_path / "backup.db"
        back_up_database(f"sqlite:///{house}", backup)
        with open_store(f"sqlite:///{house}") as store:
            append(store, request(part(TABLE, 1, "later")))
            with pytest.raises(NotAllowed, match=r"is in use, or is not a database .*; stop the service first") as refusal:
                replace_database(backup, house)
        assert refusal.value.code == "store.in-use"
        assert refusal.value.facts == {"given": str(house), "allowed": "a database that nobody uses"}
        told = []
        for number in (1, 2):
            count, old = replace_database(backup, house, lambda done, whole: told.append((done, whole)))
            assert (count, old) == (2, tmp_path / f"house.db.before-{number}")
            assert told[-1][0] == told[-1][1] > 0
        with open_store(f"sqlite:///{house}") as store, open_store(f"sqlite:///{tmp_path}/house.db.before-1") as before:
            assert (words_of(store.read(TABLE)), words_of(before.read(TABLE))) == (["a"], ["a", "later"])
        assert not [path.name for path in tmp_path.iterdir() if "part" in path.name]

    def test_a_backup_is_not_restored_over_streams(self, house, tmp_path):
        with pytest.raises(NotAllowed, match="no backup") as refusal:
            restore_database(tmp_path / "other.db", f"sqlite:///{tmp_path}/new.db")
        assert refusal.value.code == "store.backup"
        assert refusal.value.facts == {"given": str(tmp_path / "other.db"), "allowed": "a file made by a backup"}
        with pytest.raises(NotAllowed, match="is not empty") as refusal:
            restore_database(house, f"sqlite:///{house}")
        where = f"sqlite:///{house}"
        assert (refusal.value.code, refusal.value.message) == ("store.restore", f"{where} is not empty; name an empty database")
        assert refusal.value.facts == {"given": where, "allowed": "an empty database"}
