"""Write the database of a house, as this version of the program writes it, for the tests of later versions.

    .venv/bin/python -m tests.support.write_stored_house NAME

The house has two tables of each rule book: one between rounds, and one in the middle of a round. Everything goes to the folder
`tests/store/data/NAME`: the database as SQL, packed, its keys and its receipts.
"""

import lzma
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from houseway.store import open_store
from tests.support.live import BOOKS, LiveHouse, LiveRun, TurnTaken, submission
from tests.support.paths import ROOT

FOLDER = Path(ROOT) / "tests" / "store" / "data"
DATABASE, KEYS, RECEIPTS = "house.sql.xz", "keys", "heads.jsonl"
BETWEEN_ROUNDS = dict(zip(BOOKS, ("PG-1", "DIV-1", "UTH-1", "FC-1"), strict=True))
IN_ROUND = dict(zip(BOOKS, ("PG-2", "DIV-2", "UTH-2", "FC-2"), strict=True))
ROUNDS = 2
"""Rounds that are played at each table before."""


class DealtRun(LiveRun):
    """A live table that stops whoever drives it as soon as the cards of a round are dealt."""

    def act(self, command):
        if any(event.kind == "cards-dealt" for update in self.updates for event in update.events):
            raise TurnTaken
        return super().act(command)


def play_house(house):
    """Open the tables of a house and play them to where they shall stand."""
    for book in BOOKS:
        filed = submission(book).replace('"PG-', f'"{BETWEEN_ROUNDS[book][:-1]}')  # the tables of its meters
        house.open(BETWEEN_ROUNDS[book], filed)
        house.play(BETWEEN_ROUNDS[book], ROUNDS)
        house.open(IN_ROUND[book], submission(book, "minimal"))
        house.play(IN_ROUND[book], ROUNDS)
        with suppress(TurnTaken):
            house.play_run(DealtRun(house.house, IN_ROUND[book], house.loop))


def write_stored_house(target):
    """Write a house into a new folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        house = LiveHouse(open_store(f"sqlite:///{folder / 'house.db'}"), folder)
        play_house(house)
        house.close()
        target.mkdir(parents=True)
        pack_database(folder / "house.db", target / DATABASE)
        shutil.copytree(folder / KEYS, target / KEYS)
        shutil.copy(folder / RECEIPTS, target / RECEIPTS)


def pack_database(database, target):
    with closing(sqlite3.connect(database)) as connection:
        text = "\n".join(connection.iterdump())
    target.write_bytes(lzma.compress(text.encode(), preset=9))


def unpack_stored_house(name, folder):
    """Put a stored house into a folder, with keys that nobody else may read. Return the address of the database."""
    source = FOLDER / name
    shutil.copytree(source / KEYS, folder / KEYS)
    for key in (folder / KEYS).iterdir():
        key.chmod(0o600)
    shutil.copy(source / RECEIPTS, folder / RECEIPTS)
    with closing(sqlite3.connect(folder / "house.db")) as database:
        database.executescript(lzma.decompress((source / DATABASE).read_bytes()).decode())
    return f"sqlite:///{folder / 'house.db'}"


if __name__ == "__main__":
    write_stored_house(FOLDER / sys.argv[1])
