"""Whatever the program did not create in a database is found: a trigger could change rows, and a view could show others."""

import pytest
from sqlalchemy import create_engine, text

from houseway.store import open_store
from houseway.store.copying import restore_database
from houseway.store.engines import parse_address, upgrade_tables
from houseway.store.foreign_objects import find_foreign_objects
from houseway.store.schema import REVISION
from tests.support.write_stored_house import unpack_stored_house


def change(address, *statements):
    engine = create_engine(parse_address(address))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def foreign(address):
    with open_store(address, read_only=True) as store:
        return {each.name: each.message for each in find_foreign_objects(store.database)}


def make(address, revision=None):
    """Create a database at once, or by the migrations up to a revision."""
    if revision is None:
        open_store(address).close()
        return
    engine = create_engine(parse_address(address))
    with engine.begin() as connection:
        upgrade_tables(connection, revision)
    engine.dispose()


@pytest.mark.parametrize("revision", [None, REVISION, "0006", "0001"])
def test_what_the_program_makes_is_its_own(new_database, revision):
    address = new_database()
    make(address, revision)
    assert foreign(address) == {}


def test_a_database_that_was_upgraded_step_by_step_is_its_own(new_database):
    address = new_database()
    make(address, "0003")
    open_store(address).close()
    assert foreign(address) == {}


@pytest.mark.parametrize("name", ["d140fd7", "a8f4c08"])
def test_a_database_of_an_earlier_version_is_its_own(tmp_path, name):
    address = unpack_stored_house(name, tmp_path)
    assert foreign(address) == {}
    open_store(address).close()
    assert foreign(address) == {}


def test_a_restored_backup_is_its_own(new_database, tmp_path):
    open_store(f"sqlite:///{tmp_path / 'one.db'}").close()
    address = new_database()
    restore_database(tmp_path / "one.db", address)
    assert foreign(address) == {}


SQLITE = {
    "a table": ("CREATE TABLE extra (a INTEGER)", "extra"),
    "an index on appends": ("CREATE INDEX extra ON appends (at)", "extra"),
    "a view": ("CREATE VIEW extra AS SELECT * FROM appends", "extra"),
    "a trigger on appends": ("CREATE TRIGGER extra AFTER INSERT ON appends BEGIN DELETE FROM editions; END", "extra"),
    "the definition of this table": ("ALTER TABLE streams ADD COLUMN extra TEXT", "streams"),
    "this table is missing": ("DROP TABLE one_time_links", "one_time_links"),
    "this index is missing": ("DROP INDEX sessions_person", "sessions_person"),
}


@pytest.mark.parametrize("what", SQLITE)
def test_what_somebody_has_added_to_sqlite(tmp_path, what):
    address = f"sqlite:///{tmp_path / 'house.db'}"
    make(address)
    statement, name = SQLITE[what]
    change(address, statement)
    found = foreign(address)
    assert list(found) == [name]
    assert found[name].startswith(what)


COLUMNS = "hash TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (hash)"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("hash TEXT NOT NULL", "hash TEXT NOT NULL CHECK (hash <> 'x')", "check"),
        ("(hash)", "(hash) ON CONFLICT REPLACE", "conflict"),
        ("hash TEXT NOT NULL", "hash TEXT NOT NULL COLLATE NOCASE", "collate"),
        ("content TEXT NOT NULL", "content TEXT NOT NULL DEFAULT 'x'", "default"),
        ("kind TEXT NOT NULL", "kind TEXT", ""),
    ],
    ids=["a check", "what replaces rows", "another order", "a default", "what may be empty"],
)
def test_a_table_that_was_made_anew_with_another_definition(tmp_path, old, new, words):
    address = f"sqlite:///{tmp_path / 'house.db'}"
    make(address)
    change(address, "DROP TABLE editions", f"CREATE TABLE editions ({COLUMNS})")
    assert foreign(address) == {}
    change(address, "DROP TABLE editions", f"CREATE TABLE editions ({COLUMNS.replace(old, new)})")
    found = foreign(address)
    assert found["editions"].startswith("the definition of this table is not the program's")
    assert words in found["editions"]


def test_an_index_that_was_made_anew_for_other_rows(tmp_path):
    address = f"sqlite:///{tmp_path / 'house.db'}"
    make(address)
    change(
        address,
        "DROP INDEX tree_leaves_waiting",
        "CREATE INDEX tree_leaves_waiting ON tree_leaves (stream_id, version) WHERE leaf_index IS NOT NULL",
    )
    assert list(foreign(address)) == ["tree_leaves_waiting"]


def test_what_sqlite_notes_for_itself_is_no_finding(tmp_path):
    address = f"sqlite:///{tmp_path / 'house.db'}"
    make(address)
    change(address, "ANALYZE")
    assert foreign(address) == {}


FUNCTION = "CREATE FUNCTION extra() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
POSTGRESQL = {
    "a table": (["CREATE TABLE extra (a INTEGER)"], {"extra"}),
    "a view": (["CREATE VIEW extra AS SELECT * FROM appends"], {"extra"}),
    "a materialized view": (["CREATE MATERIALIZED VIEW extra AS SELECT 1 AS one"], {"extra"}),
    "an index": (["CREATE INDEX extra ON appends (at)"], {"extra"}),
    "a sequence": (["CREATE SEQUENCE extra"], {"extra"}),
    "a function": ([FUNCTION], {"extra"}),
    "a trigger on appends": (
        [FUNCTION, "CREATE TRIGGER another BEFORE INSERT ON appends FOR EACH ROW EXECUTE FUNCTION extra()"],
        {"extra", "another"},
    ),
    "a rule on appends": (["CREATE RULE extra AS ON DELETE TO appends DO INSTEAD NOTHING"], {"extra"}),
    "a policy on appends": (["CREATE POLICY extra ON appends USING (true)"], {"extra"}),
    "its row security": (["ALTER TABLE appends ENABLE ROW LEVEL SECURITY"], {"appends"}),
    "a table that inherits from appends": (["CREATE TABLE extra () INHERITS (appends)"], {"extra"}),
    "a check of appends": (["ALTER TABLE appends ADD CONSTRAINT extra CHECK (version < 9)"], {"extra"}),
    "a column": (["ALTER TABLE appends ADD COLUMN extra TEXT"], {"appends.extra"}),
    "its value 7": (["ALTER TABLE appends ALTER COLUMN form SET DEFAULT 7"], {"appends.form"}),
}


@pytest.mark.parametrize("what", POSTGRESQL)
def test_what_somebody_has_added_to_postgresql(new_postgresql, what):
    address = new_postgresql()
    make(address)
    statements, names = POSTGRESQL[what]
    change(address, *statements)
    with open_store(address, read_only=True) as store:
        found = list(find_foreign_objects(store.database))
    assert {each.name for each in found} == names
    assert any(each.message.startswith(what) for each in found)


def test_a_table_of_the_same_name_that_comes_first(new_postgresql):
    """The names of tables are looked for in one schema after the other."""
    first, second = new_postgresql(), new_postgresql()
    make(second)
    change(first, "CREATE TABLE editions (hash TEXT, kind TEXT, content TEXT)")
    schema = first.rpartition("%3D")[2]
    address = second.replace("search_path%3D", f"search_path%3D{schema}%2C")
    assert foreign(address) == {"editions": "a table of that name in a schema that comes first: the program did not create it"}
