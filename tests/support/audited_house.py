"""A small house with a table, a log and checkpoints, to be audited, and somebody who changes its database."""

import sqlite3
from contextlib import closing, contextmanager

from houseway.reports.rows.rebuilding import fill_tables
from houseway.service.audit.running import Evidence
from houseway.service.audit.state import AuditState
from houseway.service.clock import HouseClock
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.log_keeper import LogKeeper
from houseway.service.people.record import HouseRecord
from houseway.service.secrecy.keys import read_public_keys
from houseway.service.secrecy.receipts import ReceiptFile
from houseway.store import open_store
from houseway.store.chain import link_hash
from houseway.store.packing import Packer, shipped_dictionary
from tests.support.live import LiveHouse, submission

TABLE = "table:FC-1"


def play_house(folder):
    """Fill a data folder: a table, and a log that has a checkpoint before, between and after its rounds."""
    with _playing(folder) as (live, keeper):
        live.open("FC-1", submission("md.four-card-poker"))
        for _ in range(2):
            live.play("FC-1")
            keeper.extend()
        fill_tables(live.store)
    return folder


def play_on(folder, new_table):
    """Play another round, and open a second table with a round."""
    with _playing(folder) as (live, keeper):
        live.play("FC-1")
        live.open(new_table, submission("md.four-card-poker", "minimal"))
        live.play(new_table)
        keeper.extend()


@contextmanager
def _playing(folder):
    store = open_store(address_of(folder))
    record = HouseRecord(store, HouseClock())
    live = LiveHouse(store, folder, record=record)
    keeper = LogKeeper(store, live.keys, CheckpointFile(folder / "checkpoints.jsonl"), HouseClock(), record)
    keeper.extend()
    yield live, keeper
    live.house.close()
    keeper.extend()  # with the count of receipts, as the service does when it stops
    live.close()


def change(house, *statements):
    """Change a database behind the program's back."""
    with closing(sqlite3.connect(house / "house.db")) as database:
        for statement in statements:
            assert database.execute(statement).rowcount > 0
        database.commit()


def forget_counts(house):
    """Remove the counts of receipts, as if the house had been kept by a program that counted nothing."""
    ours = "SELECT id FROM streams WHERE name LIKE 'receipts:%'"
    change(
        house,
        f"DELETE FROM appends WHERE stream_id IN ({ours})",  # noqa: S608
        f"DELETE FROM tree_leaves WHERE stream_id IN ({ours})",  # noqa: S608
        "DELETE FROM streams WHERE name LIKE 'receipts:%'",
    )


def rewrite(house, old, new):
    """Change what a table's stream says, and compute all its hashes anew, as somebody with access to the database could."""
    packer = Packer({1: shipped_dictionary(1)})
    with closing(sqlite3.connect(house / "house.db")) as database:
        (key,) = database.execute("SELECT id FROM streams WHERE name = ?", (TABLE,)).fetchone()
        rows = database.execute(
            "SELECT version, before, content, sealed FROM appends WHERE stream_id = ? ORDER BY version", (key,)
        ).fetchall()
        link = bytes(32)
        for version, before, content, sealed in rows:
            text = packer.unpack(content, 1).replace(old, new)
            link = link_hash(link, TABLE, before, text, sealed)
            values = (packer.pack(text), link, key, version)
            database.execute("UPDATE appends SET content = ?, hash = ? WHERE stream_id = ? AND version = ?", values)
        database.execute("UPDATE streams SET hash = ? WHERE id = ?", (link, key))
        database.commit()


def address_of(house):
    return f"sqlite:///{house / 'house.db'}"


def evidence_of(house):
    kept = CheckpointFile(house / "checkpoints.jsonl")
    return Evidence(
        list(ReceiptFile(house / "heads.jsonl").read()),
        list(kept.read()) if kept.path.exists() else (),
        read_public_keys(house / "keys" / "public-keys.json"),
        receipt_files=[house / "heads.jsonl"],
        has_all_receipts=True,
    )


def new_state(house, file=None):
    with open_store(address_of(house), read_only=True) as store:
        return AuditState(file, address_of(house), store.stream_heads)
