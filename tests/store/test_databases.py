"""Databases: addresses, schema, reopening, kills, backups."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import IntegrityError, OperationalError

from houseway.errors import Corrupted, Malformed, NotAllowed, Unavailable
from houseway.store import check_address, engines, open_store
from houseway.store.copying import back_up_database, check_chains, copy_database, restore_database
from houseway.store.engines import (
    connect_database,
    connect_to_read,
    create_tables,
    parse_address,
    read_revision,
    upgrade_tables,
)
from houseway.store.prepared import call_driver
from houseway.store.schema import REVISION, metadata
from tests.support.paths import ROOT
from tests.support.stored import METER, TABLE, append, part, request, words_of
from tests.support.write_stored_house import unpack_stored_house

OPEN_FILES = Path("/proc/self/fd")


@pytest.mark.parametrize("address", ["", "nonsense", "mysql://house", "sqlite://", "sqlite:", "postgres:/x"])
@pytest.mark.parametrize("take", [open_store, check_address])
def test_what_is_no_address_is_refused(address, take):
    with pytest.raises(Malformed) as refusal:
        take(address)
    assert "sqlite:///FILE" in str(refusal.value.facts["allowed"])


def test_an_address_is_checked_and_nothing_is_opened(tmp_path):
    for address in ("memory:", f"sqlite:///{tmp_path / 'house.db'}", "postgresql://ann@nowhere/house"):
        check_address(address)
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_cannot_be_reached_is_named_without_its_password(tmp_path):
    with pytest.raises(Unavailable) as refusal:
        open_store(f"postgresql://ann:secret@/house?host={tmp_path}")
    assert "secret" not in str(refusal.value.to_json())
    with pytest.raises(Unavailable, match="its folder does not exist, or you have no permission"):
        open_store(f"sqlite:///{tmp_path}/no/such/folder/house.db")
    (tmp_path / "letter.db").write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(Unavailable, match="the file is not a database that houseway has written"):
        open_store(f"sqlite:///{tmp_path}/letter.db")


def test_sqlite_is_told_to_be_durable(tmp_path):
    engine = connect_database(f"sqlite:///{tmp_path / 'house.db'}")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 30_000
    engine.dispose()
    reading = connect_to_read(f"sqlite:///{tmp_path / 'house.db'}")
    with reading.connect() as connection:
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 30_000
    reading.dispose()


def test_whoever_will_write_to_sqlite_takes_the_lock_at_once(tmp_path):
    """A transaction that reads first and writes later would fail if somebody else has written in between."""
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store, store.database.transaction():
        other = sqlite3.connect(tmp_path / "house.db", timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


def test_an_error_of_the_driver_is_one_of_sqlalchemy_with_the_statement(tmp_path):
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store, store.database.engine.connect() as connection:
        with pytest.raises(OperationalError, match="no such table: nowhere") as error:
            call_driver(connection, "SELECT 1 FROM nowhere")
        assert error.value.statement == "SELECT 1 FROM nowhere"


def test_postgresql_is_reached_with_the_driver_that_the_program_has():
    assert parse_address("postgresql://ann@host/house").drivername == "postgresql+psycopg"
    assert parse_address("sqlite:///house.db").drivername == "sqlite"


def test_servers_share_a_postgresql_database_and_no_other(new_database):
    address = new_database()
    with open_store(address) as store:
        assert store.is_shared == address.startswith("postgresql")


def test_one_server_migrates_a_postgresql_database_while_others_wait(new_postgresql):
    address = new_postgresql()
    engine = create_engine(parse_address(address))
    second = Thread(target=lambda: connect_database(address).dispose())
    with engine.connect() as first:
        first.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": 0x686F757365})
        second.start()
        waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        while second.is_alive() and not first.execute(waiting).scalar():
            sleep(0.01)
        assert second.is_alive()
        assert not inspect(first).get_table_names()
    engine.dispose()
    second.join()
    assert read_revision(address) == REVISION


@pytest.mark.parametrize("make_tables", [create_tables, upgrade_tables])
def test_a_new_database_and_one_that_was_migrated_have_the_tables_that_the_program_uses(new_database, make_tables):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    engine = create_engine(parse_address(new_database()))
    with engine.begin() as connection:
        make_tables(connection)
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISION
    engine.dispose()


def test_a_connection_that_postgresql_has_ended_is_replaced(new_postgresql):
    """A server that restarts, or a firewall, ends connections that nobody used for a while."""
    address = new_postgresql()
    administration = create_engine(parse_address(address))
    with open_store(address) as store:
        with store.database.reading() as connection:
            process = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with administration.connect() as connection:
            assert connection.execute(text("SELECT pg_terminate_backend(:process, 60000)"), {"process": process}).scalar_one()
        append(store, request(part(TABLE, 0, "a")))
        assert words_of(store.read(TABLE)) == ["a"]
    administration.dispose()


def test_a_new_database_keeps_its_rows_as_one_that_was_migrated():
    """Which tables are without row ids is not compared by Alembic."""
    made = []
    for make_tables in (create_tables, upgrade_tables):
        engine = create_engine("sqlite://")
        with engine.begin() as connection:
            make_tables(connection)
            tables = text("SELECT name, sql LIKE '%WITHOUT ROWID%' FROM sqlite_master ORDER BY name")
            made.append([tuple(row) for row in connection.execute(tables)])
        engine.dispose()
    assert made[0] == made[1]
    assert {1, 0} <= {without for _, without in made[0]}


def test_the_revision_is_the_newest_migration():
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "houseway.store:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


def test_no_migration_alters_the_table_of_events(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'house.db'}")

    def upgrade(revision):
        """Return how the table and its indexes were created."""
        with engine.begin() as connection:
            upgrade_tables(connection, revision)
            created = text("SELECT name, sql FROM sqlite_master WHERE tbl_name = 'appends' ORDER BY name")
            return [tuple(row) for row in connection.execute(created)]

    first = upgrade("0001")
    assert first
    assert upgrade("head") == first
    engine.dispose()


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="the system does not say which files are open")
def test_a_closed_store_has_no_file_open(tmp_path):
    def open_files():
        return [each for each in OPEN_FILES.iterdir() if each.exists() and each.resolve().is_relative_to(tmp_path)]

    store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    append(store, request(part(TABLE, 0, "one")))
    assert open_files()
    store.close()
    assert open_files() == []


def test_after_a_transaction_that_failed_the_next_one_is_stored(new_database):
    with open_store(new_database()) as store:
        with pytest.raises(ZeroDivisionError):
            store.append_with(request(part(TABLE, 0, "lost")), lambda connection: 1 / 0)
        append(store, request(part(TABLE, 0, "one")))
        assert words_of(store.read(TABLE)) == ["one"]


def test_a_database_of_a_newer_program_is_refused(new_database):
    address = new_database()
    engine = connect_database(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(NotAllowed, match="newer than this program") as refusal:
        open_store(address)
    assert (refusal.value.code, refusal.value.facts) == ("store.schema", {"given": "9999", "allowed": f"{REVISION} or older"})


def test_a_store_that_is_opened_again_has_everything(new_database):
    address = new_database()
    with open_store(address) as store:
        append(store, request(part(TABLE, 0, "a", in_round=1), part(METER, 0, "m"), command="x", answer="yes"))
    with open_store(address) as store:
        assert (words_of(store.read(TABLE)), store.answer_to("x"), store.version_before_round(TABLE, 1)) == (["a"], "yes", 0)
        append(store, request(part(TABLE, 1, "b", in_round=2)))
        assert words_of(store.read(TABLE)) == ["a", "b"]


@pytest.mark.parametrize(("failures", "is_stored"), [(2, True), (3, False)])
def test_a_write_that_meets_another_of_the_same_moment_is_tried_three_times(tmp_path, failures, is_stored):
    """Two servers may create a stream at the same moment: the second fails, and then sees that it exists."""
    with open_store(f"sqlite:///{tmp_path}/house.db") as store:
        write, tries = store._append_once, []

        def meet(requests):
            tries.append(requests)
            if len(tries) <= failures:
                raise IntegrityError("INSERT", {}, sqlite3.IntegrityError("UNIQUE constraint failed: streams.name"))
            return write(requests)

        store._append_once = meet
        with nullcontext() if is_stored else pytest.raises(IntegrityError):
            append(store, request(part(TABLE, 0, "a")))
        assert (len(tries), words_of(store.read(TABLE))) == (3, ["a"] if is_stored else [])


def test_two_stores_on_one_database_see_each_other(new_database):
    address = new_database()
    with open_store(address) as one, open_store(address) as other:
        append(one, request(part(TABLE, 0, "a")))
        append(other, request(part(TABLE, 1, "b")))
        assert words_of(one.read(TABLE)) == ["a", "b"]
        (result,) = one.append([request(part(TABLE, 1, "c"))])
        assert result.code == "store.version"


WRITERS = """
import os, psycopg, sys
from sqlalchemy.dialects.postgresql import psycopg as dialect
from houseway.store import open_store
from tests.support.stored import TABLE, METER, part, request
def write():
    store = open_store(sys.argv[1])
    version = store.stream_head(TABLE).version
    while True:
        parts = part(TABLE, version, f"t{version}"), part(METER, version, f"m{version}")
        (result,) = store.append([request(*parts, command=f"c{version}")])
        version = result.heads[0].version
        print(version, flush=True)
for _ in sys.stdin:
    writer = os.fork()
    if not writer:
        print(os.getpid(), flush=True)
        write()
    os.waitpid(writer, 0)
    print("killed", flush=True)
"""
"""Forks a writer for each line: to import the store takes longer than to write."""


def test_what_was_acknowledged_survives_a_kill(new_database):
    """Acknowledged means printed: a killed writer's last line is in the database, and both streams are equally long."""
    address, command = new_database(), [sys.executable, "-c", WRITERS]
    with subprocess.Popen([*command, address], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writers:
        for lines in (3, 17, 8):
            print(file=writers.stdin, flush=True)
            acknowledged = kill_after(lines, writers.stdout)
            with open_store(address) as store:
                tables, meters = words_of(store.read(TABLE)), words_of(store.read(METER))
            assert len(tables) >= acknowledged
            assert tables == [f"t{number}" for number in range(len(tables))]
            assert meters == [f"m{number}" for number in range(len(tables))]


def kill_after(lines, printed):
    """Kill a writer that has printed so many lines, or more. Return the last of them."""
    process = int(printed.readline())
    acknowledged = [int(printed.readline()) for _ in range(lines)]
    os.kill(process, signal.SIGKILL)
    return [*acknowledged, *map(int, iter(printed.readline, "killed\n"))][-1]


def fill(address):
    with open_store(address) as store:
        for version, word in enumerate("abc"):
            append(
                store,
                request(
                    part(TABLE, version, word, in_round=version),
                    command=word,
                    answer=word,
                ),
            )
        append(store, request(part(METER, 0, "m")))


def test_a_backup_is_restored_to_either_kind_of_database(new_database, tmp_path):
    address, file, told = new_database(), tmp_path / "backup.db", []
    fill(address)
    assert back_up_database(address, file, lambda done, whole: told.append((done, whole))) == 2
    assert told[-1][0] == told[-1][1] > 2 * len(told)  # rows are copied many at a time
    target = new_database()
    assert restore_database(file, target) == 2
    with open_store(address) as one, open_store(target) as other:
        assert list(one.read(TABLE)) == list(other.read(TABLE))
        assert (other.answer_to("b"), other.version_before_round(TABLE, 2)) == ("b", 2)
        append(other, request(part(TABLE, 3, "d")), request(part("table:new", 0, "a")))
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["backup.db"]


def test_a_restored_database_numbers_new_streams_after_all_that_it_has(new_database, tmp_path):
    """A number that is taken would be refused once for each stream there is; a write is tried three times."""
    address, target = new_database(), new_database()
    with open_store(address) as store:
        append(store, *(request(part(f"table:{number}", 0, "a")) for number in range(5)))
    back_up_database(address, tmp_path / "backup.db")
    restore_database(tmp_path / "backup.db", target)
    with open_store(target) as store:
        append(store, request(part("table:new", 0, "b")))
        assert len(store.stream_heads()) == 6


def test_only_the_owner_may_read_a_database_and_its_backup(tmp_path):
    """They have names and the hashes of passwords."""
    house, backup, restored = (tmp_path / name for name in ("house.db", "backup.db", "restored.db"))
    with open_store(f"sqlite:///{house}") as store:
        append(store, request(part(TABLE, 0, "a")))
        back_up_database(f"sqlite:///{house}", backup)
        files = [*tmp_path.iterdir()]
        assert {file.name for file in files} >= {"house.db", "house.db-wal", "backup.db"}
        assert {file.name: oct(file.stat().st_mode & 0o777) for file in files} == {file.name: "0o600" for file in files}
    restore_database(backup, f"sqlite:///{restored}")
    assert restored.stat().st_mode & 0o777 == 0o600
    restored.chmod(0o640)  # whoever wants another to read it may say so
    open_store(f"sqlite:///{restored}").close()
    assert restored.stat().st_mode & 0o777 == 0o640


def test_a_backup_overwrites_nothing(new_database, tmp_path):
    address, file = new_database(), tmp_path / "backup.db"
    fill(address)
    back_up_database(address, file)
    before = file.read_bytes()
    with pytest.raises(NotAllowed, match="exists already"):
        back_up_database(address, file)
    with pytest.raises(NotAllowed, match="not empty"):
        restore_database(file, address)
    with pytest.raises(NotAllowed, match="no backup"):
        restore_database(tmp_path / "other.db", new_database())
    assert file.read_bytes() == before


def test_a_backup_of_a_broken_chain_is_refused(tmp_path):
    address, file = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "backup.db"
    fill(address)
    connection = sqlite3.connect(tmp_path / "house.db")
    connection.execute("DELETE FROM appends WHERE version = 2")
    connection.commit()
    connection.close()
    with pytest.raises(Exception, match="event 2 is missing"):
        back_up_database(address, file)
    assert not file.exists()


def test_a_backup_is_of_one_moment_while_others_write(new_database, tmp_path):
    """Every row that is appended during the copy is appended to two streams; the copy has both or neither."""
    address, file = new_database(), tmp_path / "backup.db"
    fill(address)
    with open_store(address) as store:

        def write_more(done, whole):
            version = store.stream_head("table:x").version
            append(store, request(part("table:x", version, "x"), part("table:y", version, "y")))

        back_up_database(address, file, write_more)
        assert store.stream_head("table:x").version > 0
    assert check_chains(f"sqlite:///{file}") == 2


def test_a_database_moves_from_sqlite_to_postgresql(new_postgresql, tmp_path):
    address = f"sqlite:///{tmp_path / 'house.db'}"
    fill(address)
    target = new_postgresql()
    assert copy_database(address, target) == 2
    engine = connect_database(target)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM appends")).scalar() == 4
    engine.dispose()


def test_a_database_that_is_opened_to_be_read_cannot_be_changed(new_database):
    address = new_database()
    fill(address)
    with open_store(address, read_only=True) as store:
        assert words_of(store.read(TABLE))
        with pytest.raises(Unavailable):
            append(store, request(part(TABLE, store.stream_head(TABLE).version, "z")))
        with pytest.raises(Unavailable), store.database.transaction() as connection:
            connection.execute(text("DELETE FROM appends"))


def test_an_empty_database_is_not_created_by_reading_it(new_database):
    address = new_database()
    with pytest.raises((NotAllowed, Unavailable)):
        open_store(address, read_only=True)


def test_a_file_in_a_folder_that_cannot_be_written_is_read_if_it_is_complete(tmp_path, monkeypatch):
    """SQLite cannot open a write-ahead log where it may not write; a file that was closed needs none."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    fill(address)
    assert not (tmp_path / "house.db-wal").exists()
    refused, look = [], engines._check_connection

    def refuse_first(engine):
        if "immutable" not in str(engine.url):
            refused.append(engine)
            raise OperationalError("SELECT 1", {}, sqlite3.OperationalError("unable to open database file"))
        look(engine)

    monkeypatch.setattr(engines, "_check_connection", refuse_first)
    with open_store(address, read_only=True) as store:
        assert words_of(store.read(TABLE))
    (tmp_path / "house.db-wal").write_bytes(b"not empty")
    with pytest.raises(Unavailable):
        open_store(address, read_only=True)
    assert len(refused) == 2


def test_a_database_of_an_earlier_version_is_copied_and_stays_as_it_is(tmp_path):
    """Its own program may be serving it, and needs it again if the upgrade is taken back."""
    unpack_stored_house("a8f4c08", tmp_path)
    older, new = tmp_path / "house.db", tmp_path / "new.db"
    before = older.read_bytes()
    assert restore_database(older, f"sqlite:///{new}") > 1
    assert older.read_bytes() == before
    assert read_revision(f"sqlite:///{new}") == REVISION


def test_the_backup_of_a_database_of_an_earlier_version_keeps_its_schema(tmp_path):
    """The earlier version restores it if the upgrade is taken back; it would refuse a schema that is newer than itself."""
    address, (backup, restored) = unpack_stored_house("a8f4c08", tmp_path), (tmp_path / "backup.db", tmp_path / "restored.db")
    schema = read_revision(address)
    assert schema < REVISION
    count = back_up_database(address, backup)
    assert count > 1
    assert read_revision(f"sqlite:///{backup}") == schema
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith((".backup", "backup"))] == ["backup.db"]
    assert restore_database(backup, f"sqlite:///{restored}") == count
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        database.execute("UPDATE appends SET content = x'00' WHERE version = (SELECT max(version) FROM appends)")
        database.commit()
    with pytest.raises(Corrupted):
        back_up_database(address, tmp_path / "broken.db")
    assert not (tmp_path / "broken.db").exists()


def test_a_postgresql_database_of_an_earlier_version_is_copied_by_its_own_program(tmp_path, new_postgresql):
    address = new_postgresql()
    engine = connect_database(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
    with pytest.raises(NotAllowed, match="the schema 0007") as refusal:
        back_up_database(address, tmp_path / "backup.db")
    assert refusal.value.code == "store.schema"
    assert read_revision(address) == "0007"
    engine.dispose()
