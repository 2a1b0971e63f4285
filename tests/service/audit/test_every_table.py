"""The audit notices a change in any table and column of a database. Tables of which it knows nothing are listed with the reason."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import Boolean, LargeBinary, Text

import houseway.service.audit.editions as editions_audit
from houseway.errors import Corrupted
from houseway.events import Actor, Event, Role
from houseway.reports.rows.rebuilding import fill_tables
from houseway.service.audit.running import Evidence, run_audit
from houseway.service.audit.state import AuditState
from houseway.service.clock import HouseClock
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.log_keeper import LogKeeper
from houseway.service.integrity import Integrity
from houseway.service.live import turn_taker
from houseway.service.live.editions import BOOK_HASH
from houseway.service.people.record import HouseRecord
from houseway.service.secrecy.keys import read_public_keys
from houseway.store import AppendRequest, Edition, RecordedCommand, StreamAppend, open_store
from houseway.store.report_tables import REPORT_TABLES
from houseway.store.schema import metadata
from tests.support.live import LiveHouse, submission

TABLE = "table:FC-1"
AUDITED = (
    *("streams", "appends", "round_starts", "editions", "dictionaries"),
    *("tree_leaves", "tree_tiles", "latest_checkpoint"),
)
"""The tables besides those of reports of which every column is audited."""
NOT_AUDITED = {
    "commands": "no event names the id, and the row names no stream; a command that changed nothing has a row and no event",
    "snapshots": "a cache, encrypted with a key outside the database; one that does not fit is not used, and an audit reads none",
    "identities": "names can be erased, and follow from no event",
    "sessions": "who is logged in follows from no event",
    "log_ins": "when somebody has logged in follows from no event",
    "log_in_attempts": "who has failed to log in follows from no event",
    "one_time_links": "their use is an event, their tokens are not",
    "servers": "about running processes",
    "leases": "about running processes",
    "report_odds": "they follow from the filings by computations that take minutes; the audit says that they are not checked",
    "report_marks": "without its mark the tables of reports are filled anew, and the audit says that they are not checked",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    store = open_store(address_of(folder))
    record = HouseRecord(store, HouseClock())
    live = LiveHouse(store, folder, record=record)
    keeper = LogKeeper(store, live.keys, CheckpointFile(folder / "checkpoints.jsonl"), HouseClock(), record)
    live.open("FC-1", submission("md.four-card-poker"))
    keeper.extend()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn_taker, "ROUNDS_BETWEEN", 1)  # so that there are snapshots
        live.play("FC-1", rounds=2)
    book = live.house.tables["FC-1"].rules.regulation
    store.save_edition(Edition(book.hash, BOOK_HASH, book.edition))
    Integrity(store, record, "the settings").check_program("start")  # as every start of the service does
    said = RecordedCommand(1, Actor(Role.FLOOR, "f"), (Event("said", (), {}),))
    store.append([AppendRequest((StreamAppend("other", 0, (said,)),), "id-1", "answered")])
    keeper.extend()
    fill_tables(store)
    live.close()
    return folder


@pytest.fixture
def house(played, tmp_path):
    return shutil.copytree(played, tmp_path / "house")


def address_of(folder):
    return f"sqlite:///{folder / 'house.db'}"


def audit(house):
    """Audit a database with the public keys of its house, and with nothing else from outside."""
    keys = read_public_keys(house / "keys" / "public-keys.json")
    with open_store(address_of(house), read_only=True) as store:
        state = AuditState(None, address_of(house), store.stream_heads)
    return run_audit(address_of(house), Evidence(keys=keys), state)


def change(house, *statements):
    with closing(sqlite3.connect(house / "house.db")) as database:
        changed = [database.execute(statement, {"table": TABLE}).rowcount for statement in statements]
        database.commit()
    return changed


def places(report):
    return {problem.place for problem in report.problems}


def test_every_table_of_the_schema_is_accounted_for():
    named = [*AUDITED, *REPORT_TABLES, *NOT_AUDITED]
    assert sorted(named) == sorted(metadata.tables)


def test_untouched_everything_is_in_order(house):
    report = audit(house)
    assert (report.problems, report.rounds) == ([], 2)
    with closing(sqlite3.connect(house / "house.db")) as database:
        empty = [name for name in AUDITED if not database.execute(f"SELECT 1 FROM {name}").fetchone()]  # noqa: S608
    assert empty == [], "so that something can be changed in each"


def other_value(column):
    """Return SQL for a value of a column that is not the stored one, and not one of another row."""
    if isinstance(column.type, LargeBinary):
        return f"zeroblob(length({column.name}))"
    return f"{column.name} || 'x'" if isinstance(column.type, Text) else f"{column.name} + 1000"


def columns_of(name):
    return list(metadata.tables[name].columns)


@pytest.mark.parametrize("column", [column for name in AUDITED for column in columns_of(name)], ids=str)
def test_a_changed_value(house, column):
    key = ", ".join(each.name for each in column.table.primary_key)
    row = f"SELECT {key} FROM {column.table.name} WHERE {column.name} IS NOT NULL ORDER BY {key} DESC LIMIT 1"  # noqa: S608
    changed = change(
        house,
        f"UPDATE {column.table.name} SET {column.name} = {other_value(column)} WHERE ({key}) = ({row})",  # noqa: S608
    )
    assert changed == [1]
    assert audit(house).problems


NEEDED = ("streams.version", "streams.hash", "streams.at", "streams.round", "dictionaries.content")
"""Columns without which nothing can be read."""
OF_ANOTHER_TYPE = [str(each) for name in AUDITED for each in columns_of(name) if str(each) not in (*NEEDED, "streams.id")]
"""All others. (The key of `streams` is the number of the row, for which SQLite takes only a number.)"""


def change_type(house, place):
    """Put a value of another type into a column, which SQLite takes."""
    table, name = metadata.tables[place.partition(".")[0]], place.partition(".")[2]
    wrong = "'text'" if isinstance(table.c[name].type, LargeBinary) else "x'80ff'"
    key = ", ".join(each.name for each in table.primary_key)
    row = f"SELECT {key} FROM {table.name} WHERE {name} IS NOT NULL LIMIT 1"  # noqa: S608
    assert change(house, f"UPDATE {table.name} SET {name} = {wrong} WHERE ({key}) = ({row})") == [1]  # noqa: S608


@pytest.mark.parametrize("place", OF_ANOTHER_TYPE)
def test_a_value_of_another_type(house, place):
    change_type(house, place)
    report = audit(house)
    assert places(report) == {place}
    assert report.unchecked == ["everything else, because such values cannot be read"]


@pytest.mark.parametrize("place", NEEDED)
def test_a_value_of_another_type_without_which_nothing_can_be_read(house, place):
    change_type(house, place)
    with pytest.raises(Corrupted, match=r"a dictionary of the database cannot be read|has a value of the wrong type"):
        audit(house)


@pytest.mark.parametrize("name", AUDITED)
def test_rows_that_are_missing(house, name):
    assert change(house, f"DELETE FROM {name}")[0] > 0  # noqa: S608
    assert audit(house).problems


REFERRED_TO = {
    "book": TABLE,
    "submission": TABLE,
    "house-way": None,
    "integrity-program": "house",
    "integrity-libraries": "house",
    "integrity-configuration": "house",
}
"""The kinds of stored texts, and the stream that refers to one. Four Card Poker has no house way."""


@pytest.mark.parametrize("kind", [kind for kind, stream in REFERRED_TO.items() if stream])
def test_a_text_that_was_removed_is_missed_by_the_event_that_refers_to_it(house, kind):
    assert change(house, f"DELETE FROM editions WHERE kind = '{kind}'") == [1]  # noqa: S608
    report = audit(house)
    assert REFERRED_TO[kind] in places(report)
    assert any(kind in problem.message and "not stored" in problem.message for problem in report.problems) or kind == "book"


def test_every_kind_of_text_is_accounted_for():
    """An entry that leads from the hash of a book to its edition is the program's own help, and no event refers to it."""
    assert {*REFERRED_TO, BOOK_HASH} == set(editions_audit._KINDS)


@pytest.mark.parametrize(
    ("statement", "name", "found"),
    [
        ("CREATE TRIGGER extra AFTER INSERT ON appends BEGIN DELETE FROM editions; END", "extra", "a trigger on appends"),
        ("CREATE TABLE extra (a INTEGER)", "extra", "a table"),
        ("CREATE VIEW extra AS SELECT * FROM appends", "extra", "a view"),
        ("CREATE INDEX extra ON appends (at)", "extra", "an index on appends"),
        ("ALTER TABLE streams ADD COLUMN extra TEXT", "streams", "the definition of this table is not the program's"),
    ],
    ids=["trigger", "table", "view", "index", "column"],
)
def test_what_was_added_to_the_database(house, statement, name, found):
    change(house, statement)
    (problem,) = audit(house).problems
    assert (problem.place, problem.message.startswith(found)) == (name, True)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        (
            "DELETE FROM round_starts WHERE stream_id = (SELECT id FROM streams WHERE name = :table) AND number = 2",
            "round 2 is missing from the index of rounds; it begins after event",
        ),
        (
            "UPDATE round_starts SET before = 1 WHERE stream_id = (SELECT id FROM streams WHERE name = :table) AND number = 2",
            "and the index of rounds says after event 1",
        ),
        (
            "INSERT INTO round_starts SELECT id, 9, 1 FROM streams WHERE name = :table",
            "the index of rounds has a round 9 after event 1, and no such round began there",
        ),
        ("UPDATE streams SET round = 9 WHERE name = :table", "the stream stands in round 2, and its entry says round 9"),
    ],
    ids=["missing", "moved", "unfounded", "last"],
)
def test_an_index_of_rounds_that_does_not_follow_from_the_events(house, statement, found):
    assert change(house, statement) == [1]
    (problem,) = audit(house).problems
    assert (problem.place, found in problem.message) == (TABLE, True)


def test_a_round_in_the_index_of_a_stream_that_has_none(house):
    assert change(house, "INSERT INTO round_starts SELECT id, 1, 0 FROM streams WHERE name = 'other'") == [1]
    assert places(audit(house)) == {"other"}


def test_an_older_checkpoint_that_was_put_back(house):
    first, *_, last = CheckpointFile(house / "checkpoints.jsonl").read()
    with closing(sqlite3.connect(house / "house.db")) as database:
        database.execute("UPDATE latest_checkpoint SET size = ?, note = ?", (first.size, first.note))
        database.commit()
    (problem,) = audit(house).problems
    assert problem.place == "the database's checkpoint"
    assert problem.message == f"it is of {first.size} leaves, and the tree has {last.size}: a later one was removed"


def unfounded_row(table):
    values = {Text: "'x'", Boolean: "0"}
    return ", ".join(
        next((value for kind, value in values.items() if isinstance(each.type, kind)), "7") for each in table.columns
    )


def test_rows_of_reports_that_follow_from_no_event(house):
    change(house, *(f"INSERT INTO {name} VALUES ({unfounded_row(table)})" for name, table in REPORT_TABLES.items()))  # noqa: S608
    report = audit(house)
    assert places(report) == set(REPORT_TABLES)
    assert all("are missing, and 1 do not follow" in problem.message for problem in report.problems)


def test_rows_of_reports_that_are_missing(house):
    removed = change(house, *(f"DELETE FROM {name}" for name in REPORT_TABLES))  # noqa: S608
    emptied = {name for name, rows in zip(REPORT_TABLES, removed, strict=True) if rows}
    assert len(emptied) > len(REPORT_TABLES) / 2
    assert places(audit(house)) == emptied


def test_what_the_audit_cannot_know(house):
    """Without these tables the audit finds nothing wrong, and says of which rows it has not judged."""
    change(house, "INSERT INTO report_odds VALUES ('r', 'w', 1, '1/2', '1', 'counted')")
    report = audit(house)
    assert report.problems == []
    assert any(said.startswith("1 stored odds of wagers") for said in report.unchecked)
    removed = change(house, *(f"DELETE FROM {name}" for name in NOT_AUDITED))  # noqa: S608
    assert {"commands", "snapshots", "report_odds", "report_marks"} <= {
        name for name, rows in zip(NOT_AUDITED, removed, strict=True) if rows
    }
    report = audit(house)
    assert report.problems == []
    assert any(said.startswith("rows of reports, because the database has none") for said in report.unchecked)
