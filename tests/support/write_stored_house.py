"""Write the database of a house, as this version of the program writes it, for the tests of later versions.

    .venv/bin/python -m tests.support.write_stored_house NAME

The house has two tables of each rule book: one between rounds, and one in the middle of a round; and people with accounts, a
finding with its ruling, changed settings, a record with a stop and a check, and a request for advice. Everything goes to the folder
`tests/store/data/NAME`: the database as SQL, packed, its keys and its receipts.
"""

import lzma
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.service.integrity import Integrity
from houseway.service.people.administration import set_stop
from houseway.service.people.people import People
from houseway.service.people.person import THE_HOUSE
from houseway.service.records.advice_record import AdviceRecord
from houseway.store import open_store
from tests.support.live import BOOKS, LiveHouse, LiveRun, TurnTaken, submission
from tests.support.paths import ROOT
from tests.support.people_bench import CHEAP

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
    add_people(house)


def add_people(house):
    """Add everything that a house has besides its tables: people, accounts, changes of settings, a finding, a stop, advice."""
    record, accounts = house.house.record, house.house.accounts
    people = People(house.store, record, accounts, house.clock, CHEAP)
    flo = people.register("flo", "Flo", "correct horse battery", ["floorperson"], THE_HOUSE, "hired")
    ann, _ = people.start_guest("Ann")
    floor, player, table = Actor(Role.FLOOR, flo.id), Actor(Role.PLAYER, ann.id), BETWEEN_ROUNDS["md.four-card-poker"]
    for act, facts in (("sit", {"position": 4}), ("buy-in", {"amount": Cents.from_dollars(500)})):
        house.run(house.house.act(table, Command(act, player, facts)))
    report = {"hands": {1: 4}, "round": ROUNDS}
    house.run(house.house.act(table, Command("report-misdeal", floor, report)))
    ruling = {"finding": 1, "choice": "stands", "why": "nobody was harmed"}
    house.run(house.house.act(table, Command("rule-finding", floor, ruling)))
    house.run(house.house.change_settings(table, {"practice": True}, floor, "a lesson"))
    house.run(AdviceRecord(house.store, house.clock).add(table, player, "house-way", ROUNDS, 1, 4))
    set_stop(record, "player", "p-aaaaaaaaaa", THE_HOUSE, "excluded")
    Integrity(house.store, record, "port = 8000\n", FOLDER).check_program("start")


def write_stored_house(target):
    """Write a house into a new folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        house = LiveHouse(open_store(f"sqlite:///{folder / 'house.db'}"), folder, clock := HouseClock())
        house.clock = clock
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
