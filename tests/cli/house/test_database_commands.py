"""`houseway export`, `import`, `backup`, `restore`, `audit` and `verify`, on the database of a house with tables of all books."""

import json
import re
import shutil
import sqlite3
from contextlib import closing, contextmanager
from hashlib import sha256
from threading import Event as Signal
from threading import Thread

import pytest

from houseway.service.secrecy.keys import HouseKeys
from houseway.store import open_store
from houseway.store.chain import link_hash
from houseway.store.packing import Packer, shipped_dictionary
from tests.support.command import answered, as_json, refused, run
from tests.support.databases import new_postgresql, postgresql_server  # noqa: F401 - fixtures
from tests.support.live import LiveHouse, submission
from tests.support.paths import ROOT
from tests.support.stored import append, part, request
from tests.support.write_stored_house import unpack_stored_house


@pytest.fixture(scope="module")
def stored_house(tmp_path_factory):
    """The data folder of a house, and the logs of its export, which are not to be changed."""
    folder = tmp_path_factory.mktemp("house")
    unpack_stored_house("d140fd7", folder)
    answered("export", folder, folder / "logs")
    return folder


@pytest.fixture
def house(stored_house, tmp_path):
    """A copy of the data folder."""
    return shutil.copytree(stored_house, tmp_path / "house")


def change(house, statement, *values):
    """Change a database behind the program's back."""
    with closing(sqlite3.connect(house / "house.db")) as database:
        assert database.execute(statement, values).rowcount > 0
        database.commit()


def heads(database):
    with open_store(f"sqlite:///{database}") as store:
        return store.stream_heads()


def versions(database):
    return {head.stream: head.version for head in heads(database)}


def problems(*arguments):
    result = run("audit", *arguments, "--json")
    assert result.returncode == 1, result.stderr
    return [f"{each['place']}: {each['message']}" for each in json.loads(result.stdout)["problems"]]


class TestAudit:
    def test_all_is_in_order(self, house):
        printed = answered("audit", house)
        assert "24 streams, 1,369 events" in printed
        assert "not checked: the tree over all appends" in printed
        assert "16 receipts checked" in printed
        assert printed.endswith("everything is in order\n")
        assert as_json("audit", house)["draws"] == 25

    def test_nothing_is_changed_by_it_not_even_an_old_schema(self, stored_house, house):
        assert answered("audit", house).endswith("everything is in order\n")
        answered("export", house, house / "again")
        assert (house / "house.db").read_bytes() == (stored_house / "house.db").read_bytes()
        with closing(sqlite3.connect(house / "house.db")) as database:
            assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)

    @pytest.mark.parametrize(
        ("damage", "said"),
        [
            ("DELETE FROM appends WHERE stream_id = 1 AND version = 9", "event 7 is missing"),
            (
                "UPDATE appends SET hash = zeroblob(32) WHERE stream_id = 1 AND version = 9",
                "event 7 or one of the next was changed",
            ),
            ("UPDATE appends SET content = x'ff' WHERE stream_id = 1 AND version = 9", "a row cannot be unpacked"),
            ("DELETE FROM appends WHERE stream_id = 1 AND version > 100", "the stream ends at event"),
            ("UPDATE streams SET version = version + 1 WHERE id = 1", "were stored"),
        ],
    )
    def test_a_damaged_chain_is_found_with_its_place(self, house, damage, said):
        change(house, damage)
        (found,) = problems(house)
        assert found.startswith("table:PG-1: ")
        assert said in found

    def test_a_stream_that_was_written_anew_contradicts_its_receipts(self, house):
        rewrite_stream(house / "house.db", "table:UTH-2", b"Ann", b"Eve")
        found = problems(house)
        assert len(found) == 2
        assert all(each.startswith("table:UTH-2: the receipt of event") and "was rewritten" in each for each in found)

    def test_a_meter_that_was_fed_otherwise_than_wagered_is_found(self, house):
        rewrite_stream(house / "house.db", "meter:progressive/mega", b'"stake":{"cents":200}', b'"stake":{"cents":100}')
        found = problems(house)[0]
        said = "meter:progressive/mega: round 1 at PG-1 wagered $2, and the meter has counted $1"
        assert found == f"{said}; it has grown by 36 cents, and the filed rate gives 18"

    def test_a_receipt_of_another_key_is_found(self, house, tmp_path):
        HouseKeys(tmp_path / "others", at=0)
        found = problems(house, "--public-keys", tmp_path / "others" / "public-keys.json")
        assert len(found) == 16
        assert "was not signed by a key of the house" in found[0]

    def test_an_edition_that_was_changed_or_lost_is_found(self, tmp_path):
        live = LiveHouse(open_store(f"sqlite:///{tmp_path / 'house.db'}"), tmp_path)
        live.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
        live.close()
        change(tmp_path, "UPDATE editions SET content = content || ' ' WHERE kind = 'book'")
        of_the_table, of_the_text = problems(tmp_path / "house.db")
        assert (of_the_table.partition(": ")[0], of_the_text.partition(": ")[0]) == ("table:UTH-1", "editions")
        assert all("was changed: its text does not have its hash" in found for found in (of_the_table, of_the_text))
        change(tmp_path, "DELETE FROM editions WHERE kind = 'book'")
        (found,) = problems(tmp_path / "house.db")
        assert "of its rule book is not stored" in found

    def test_a_changed_log_is_found_and_the_others_are_checked(self, house):
        log = house / "logs" / "table-PG-2.jsonl"
        log.write_text(log.read_text().replace('"amount": {"cents": 500000}', '"amount": {"cents": 500001}', 1))
        (found,) = problems(house / "logs")
        assert found.startswith(f"{log}: {log}:")
        assert "this line was changed" in found

    def test_the_receipts_of_a_house_are_checked_against_its_export(self, house):
        keys = house / "keys" / "public-keys.json"
        printed = answered("audit", house / "logs", "--receipts", house / "heads.jsonl", "--public-keys", keys)
        assert "16 receipts checked" in printed

    def test_the_seeds_of_a_round_are_shown(self, house):
        shown = as_json("verify", house, "--table", "UTH-2", "--round", 1)
        opened = [each for each in shown["seeds"] if each["seed"]]
        assert opened
        assert all(sha256(bytes.fromhex(each["seed"])).hexdigest() == each["commitment"] for each in opened)
        assert all(draw["agrees"] for draw in shown["draws"])
        printed = answered("verify", house, "--table", "UTH-2", "--round", 3)
        assert "still closed" in printed

    def test_what_cannot_be_checked_is_refused(self, house, tmp_path):
        assert refused("audit", tmp_path / "no.db") == f"houseway: there is no database {tmp_path / 'no.db'}"
        assert not (tmp_path / "no.db").exists()
        assert "there is no table 'X'; there are DIV-1, " in refused("verify", house, "--table", "X", "--round", 1)
        assert "PG-1 has no round 9; there are rounds 1 to 3" in refused("verify", house, "--table", "PG-1", "--round", 9)
        assert "not a database" in refused("audit", write(tmp_path / "letter.db"))
        assert "there is no file nowhere.json" in refused("audit", house, "--public-keys", "nowhere.json")
        checkpoints = write(tmp_path / "checkpoints.jsonl")
        assert "cannot be checked without the public keys" in refused("audit", house / "logs", "--checkpoints", checkpoints)
        assert "without the public keys" in refused("audit", house / "logs", "--receipts", house / "heads.jsonl")


def write(path):
    path.write_text("Dear Sir or Madam, " * 100)
    return path


def rewrite_stream(database, stream, old, new):
    """Change what a stream says, and compute all its hashes anew, as somebody with access to the database could."""
    packer = Packer({1: shipped_dictionary(1)})
    with closing(sqlite3.connect(database)) as connection:
        (key,) = connection.execute("SELECT id FROM streams WHERE name = ?", (stream,)).fetchone()
        query = "SELECT version, before, content, sealed FROM appends WHERE stream_id = ? ORDER BY version"
        hashed = bytes(32)
        for version, before, content, sealed in connection.execute(query, (key,)).fetchall():
            text = packer.unpack(content, 1).replace(old, new)
            hashed = link_hash(hashed, stream, before, text, sealed)
            values = (packer.pack(text), hashed, key, version)
            connection.execute("UPDATE appends SET content = ?, hash = ? WHERE stream_id = ? AND version = ?", values)
        connection.execute("UPDATE streams SET hash = ? WHERE id = ?", (hashed, key))
        connection.commit()


class TestExportAndImport:
    def test_an_import_gives_the_same_database(self, house, tmp_path):
        printed = answered("import", house / "logs", "--into", tmp_path / "copy.db")
        assert f"{house / 'logs' / 'table-DIV-1.jsonl'}: 3 streams, 197 new events" in printed
        assert heads(tmp_path / "copy.db") == heads(house / "house.db")
        assert "0 new events" in answered("import", house / "logs" / "table-DIV-1.jsonl", "--into", tmp_path / "copy.db")

    def test_an_import_can_decide_again_what_it_copies(self, house, tmp_path):
        printed = answered("import", house / "logs", "--into", tmp_path / "copy.db", "--decide")
        assert f"{house / 'logs' / 'table-DIV-1.jsonl'}: 3 streams, 197 new events" in printed
        assert "commands decided again and compared with what is recorded" in printed
        assert "not checked: " in printed
        assert heads(tmp_path / "copy.db") == heads(house / "house.db")

    def test_what_is_wrong_in_an_export_is_found_and_imported_all_the_same(self, tmp_path):
        live = LiveHouse(open_store(f"sqlite:///{tmp_path / 'house.db'}"), tmp_path)
        live.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
        live.play("UTH-1")
        live.close()
        rewrite_stream(tmp_path / "house.db", "table:UTH-1", b'"reason":"wager-lost"', b'"reason":"wager-returned"')
        answered("export", tmp_path, tmp_path / "logs")
        assert "problem" not in answered("import", tmp_path / "logs", "--into", tmp_path / "copy.db")
        result = run("import", tmp_path / "logs", "--into", tmp_path / "other.db", "--decide")
        assert result.returncode == 1
        assert "table:UTH-1: procedure: UTH-1, round 1, event" in result.stdout
        assert "; the rules give: " in result.stdout
        assert "the logs were imported as they are" in result.stdout
        assert heads(tmp_path / "other.db") == heads(tmp_path / "copy.db") == heads(tmp_path / "house.db")

    def test_a_log_is_replayed(self, house):
        result = run("replay", house / "logs" / "table-UTH-2.jsonl", "--round", 1)
        assert result.returncode == 0
        assert "Round 1" in result.stdout
        assert "from event 103 on, facts were still sealed" in result.stderr

    def test_one_table_is_exported(self, house, tmp_path):
        answered("export", house / "house.db", tmp_path / "new" / "logs", "--table", "FC-1")
        assert [path.name for path in (tmp_path / "new" / "logs").iterdir()] == ["table-FC-1.jsonl"]
        assert "there is no table 'FC-9'" in refused("export", house, tmp_path / "other", "--table", "FC-9")

    def test_logs_are_overwritten_only_if_that_is_said(self, house):
        assert "exists already and is not overwritten" in refused("export", house, house / "logs")
        assert "events" in answered("export", house, house / "logs", "--force")

    def test_a_folder_that_cannot_be_created_is_named(self, house, tmp_path):
        file = write(tmp_path / "letter.db")
        assert f"{file} is a file; give a folder" in refused("export", house, file)
        assert f"{file / 'logs'} cannot be written: a part of its path" in refused("export", house, file / "logs")

    def test_what_cannot_be_imported_is_refused(self, house, tmp_path):
        (tmp_path / "empty").mkdir()
        answered("deal", "md.four-card-poker", "--log", tmp_path / "log.jsonl")
        assert "there are no logs in" in refused("import", tmp_path / "empty", "--into", tmp_path / "copy.db")
        assert "was not exported from a store" in refused("import", tmp_path / "log.jsonl", "--into", tmp_path / "copy.db")
        assert heads(tmp_path / "copy.db") == ()

    def test_all_streams_are_exported_as_of_one_moment(self, house, tmp_path):
        with somebody_writing(house / "house.db"):
            answered("export", house, tmp_path / "logs")
        answered("import", tmp_path / "logs", "--into", tmp_path / "copy.db")
        copied, now = (versions(path) for path in (tmp_path / "copy.db", house / "house.db"))
        assert 0 < copied["other:1"] == copied["other:2"] <= now["other:1"]


class TestBackupAndRestore:
    def test_a_backup_is_made_while_somebody_writes(self, house, tmp_path):
        with somebody_writing(house / "house.db"):
            printed = answered("backup", house, tmp_path / "backup.db")
        assert "every chain is in order" in printed
        copied, now = (versions(path) for path in (tmp_path / "backup.db", house / "house.db"))
        assert 0 < copied["other:1"] <= now["other:1"]
        assert copied["other:2"] == copied["other:1"], "both streams grow in one request, so both are as of one moment"
        assert answered("audit", tmp_path / "backup.db").endswith("everything is in order\n")

    def test_a_backup_is_restored(self, house, tmp_path):
        answered("backup", house, tmp_path / "backup.db")
        answered("restore", tmp_path / "backup.db", tmp_path / "restored.db")
        assert heads(tmp_path / "restored.db") == heads(house / "house.db")

    def test_a_backup_is_restored_into_postgresql_and_backed_up_from_there(self, house, tmp_path, new_postgresql):  # noqa: F811
        address = new_postgresql()
        answered("backup", house, tmp_path / "backup.db")
        answered("restore", tmp_path / "backup.db", address)
        assert "everything is in order" in answered("audit", address)
        answered("backup", address, tmp_path / "again.db")
        assert heads(tmp_path / "again.db") == heads(house / "house.db")
        assert "is not empty" in refused("restore", tmp_path / "backup.db", address)
        assert "--force replaces SQLite files only" in refused("restore", tmp_path / "backup.db", address, "--force")

    def test_nothing_is_overwritten_unless_that_is_said(self, house, tmp_path):
        answered("backup", house, tmp_path / "backup.db")
        before = heads(house / "house.db")
        assert "exists already and is not overwritten" in refused("backup", house, tmp_path / "backup.db")
        assert "is not empty" in refused("restore", tmp_path / "backup.db", house)
        answered("backup", house, tmp_path / "backup.db", "--force")
        assert "the old database is now" in answered("restore", tmp_path / "backup.db", house, "--force")
        assert heads(house / "house.db") == heads(house / "house.db.before-1") == before

    def test_a_database_in_use_is_not_replaced(self, house, tmp_path):
        answered("backup", house, tmp_path / "backup.db")
        with open_store(f"sqlite:///{house / 'house.db'}") as store:
            append(store, request(part("house", 0, "a")))
            assert "is in use" in refused("restore", tmp_path / "backup.db", house, "--force")
            append(store, request(part("house", 1, "b")))
        assert not list(house.glob(".*.part*"))

    def test_a_damaged_backup_is_refused(self, house, tmp_path):
        change(house, "UPDATE appends SET hash = zeroblob(32) WHERE stream_id = 1 AND version = 9")
        assert "table:PG-1 after event 6" in refused("backup", house, tmp_path / "backup.db")
        assert not (tmp_path / "backup.db").exists()

    def test_what_is_not_there_is_refused(self, tmp_path):
        assert "there is no database" in refused("backup", tmp_path / "no.db", tmp_path / "backup.db")
        assert "there is no backup" in refused("restore", tmp_path / "no.db", tmp_path / "new.db")
        assert "is not a database address" in refused("backup", "mysql://house", tmp_path / "backup.db")
        assert list(tmp_path.iterdir()) == []


def keep_writing(database, writing, stop):
    with open_store(f"sqlite:///{database}") as store:
        version = 0
        while not stop.is_set():
            append(store, request(part("other:1", version, "a"), part("other:2", version, "a")))
            version += 1
            writing.set()


@contextmanager
def somebody_writing(database):
    """Somebody appends to two streams at once, again and again."""
    writing, stop = Signal(), Signal()
    worker = Thread(target=keep_writing, args=(database, writing, stop))
    worker.start()
    writing.wait()
    try:
        yield
    finally:
        stop.set()
        worker.join()


def test_a_round_is_checked_by_hand_as_the_page_says(house):
    """With nothing but the functions of docs/chance.md, the seeds that `verify` shows, and the exported log."""
    page = {}
    exec(re.search(r"```python\n(.*?)```", (ROOT / "docs" / "chance.md").read_text(), re.DOTALL)[1], page)  # noqa: S102
    deck = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jk"]
    shown = as_json("verify", house, "--table", "PG-2", "--round", 1)
    seeds = {each["purpose"]: each for each in shown["seeds"]}
    draw = shown["draws"][0]
    lines = [json.loads(line) for line in (house / "logs" / "table-PG-2.jsonl").read_text().splitlines()]
    (line,) = [line for line in lines if (line.get("stream"), line.get("version")) == ("table:PG-2", draw["version"])]
    seed = bytes.fromhex(seeds["shuffle-1"]["seed"])
    assert sha256(seed).hexdigest() == seeds["shuffle-1"]["commitment"]
    assert [card["card"] for card in line["facts"]["cards"]] == page["shuffle"](seed, deck)


@pytest.mark.parametrize("name", ["table.jsonl", "table.log"])
@pytest.mark.parametrize(
    "command", [["audit"], ["report"], ["verify", "--table", "FC-1", "--round", "1"]], ids=lambda words: words[0]
)
def test_the_log_of_a_table_is_sent_to_the_command_that_reads_it(tmp_path, command, name):
    """It has no streams of a store, and "0 streams, 0 events" would say nothing."""
    log = tmp_path / name
    log.write_text('{"houseway-log": 2, "seal": "f08c5fa57ea91622"}\n')
    first, *others = command
    said = refused(first, log, *others)
    assert f"{log} is the log of a table that deal or play has written; houseway replay {log} checks it" in said
