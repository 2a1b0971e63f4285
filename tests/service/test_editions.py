"""A stored table goes on under the edition of its rule book under which it was opened."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Malformed
from houseway.events import Command
from houseway.regulation import hash_text, load_book
from houseway.regulation.editions import read_edition
from houseway.regulation.model import edition_text
from houseway.service.clock import HouseClock
from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.memory.loading import load_table
from houseway.service.live.memory.snapshots import load_snapshot, save_snapshot
from houseway.service.people.people import People, PeopleSettings
from houseway.service.records.advice_record import AdviceRecord
from houseway.service.secrecy.receipts import is_genuine
from houseway.store import Edition, open_store
from houseway.table.state import rules_of
from tests.support.house_checks import receipt_problems
from tests.support.later_release import later_release  # noqa: F401 - a fixture
from tests.support.live import BOOKS, LiveHouse, submission
from tests.support.paths import ROOT
from tests.support.write_stored_house import BETWEEN_ROUNDS, FOLDER, IN_ROUND, ROUNDS, unpack_stored_house

STORED = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
BEFORE_PEOPLE = ("d140fd7",)
MD = "md.pai-gow-poker"


@pytest.fixture
def open_stored(tmp_path):
    """A function that opens a house that an earlier version has stored. `open_stored.close()` closes it."""
    opened = []

    def new(name):
        address = f"sqlite:///{tmp_path / 'house.db'}"
        if not (tmp_path / "house.db").exists():
            unpack_stored_house(name, tmp_path)
        opened.append(LiveHouse(open_store(address), tmp_path))
        return opened[-1]

    def close():
        while opened:
            opened.pop().close()

    new.close = close
    yield new
    close()


@pytest.mark.parametrize("name", STORED)
class TestDatabasesOfEarlierVersions:
    def test_every_table_stands_where_it_stood(self, open_stored, name):
        house = open_stored(name)
        assert not house.house.frozen
        for book in BOOKS:
            between, within = (house.house.tables[tables[book]] for tables in (BETWEEN_ROUNDS, IN_ROUND))
            assert between.rules.book == within.rules.book == book
            assert between.number == within.number == ROUNDS + 1
            assert within.equipment.cards_out
            assert not between.equipment.cards_out

    def test_every_round_is_finished_and_play_goes_on(self, open_stored, name):
        house = open_stored(name)
        for table in (*BETWEEN_ROUNDS.values(), *IN_ROUND.values()):
            house.play(table)
            assert house.house.tables[table].number == ROUNDS + 2
        before = dict(house.house.tables)
        open_stored.close()
        assert dict(open_stored(name).house.tables) == before

    def test_chains_receipts_and_draws_are_in_order(self, open_stored, name):
        house = open_stored(name)
        house.house.close()
        receipts = list(house.receipts.read())
        tables = {*BETWEEN_ROUNDS.values(), *IN_ROUND.values()}
        assert len(receipts) == (ROUNDS + 1) * len(tables), "one for each round, and one when a table is opened again"
        assert all(is_genuine(receipt, house.keys.public_keys) for receipt in receipts)
        assert receipt_problems(house.store, receipts) == []
        for table in house.house.tables:
            draws = list(verify_draws(house.store, table))
            assert draws
            assert all(draw.agrees for draw in draws)

    def test_it_goes_on_under_a_later_edition_of_every_book(self, open_stored, later_release, name):  # noqa: F811
        hashes = {}
        for book in BOOKS:
            later_release(book, "paytables", 'pays = "50 to 1"', 'pays = "51 to 1"')
            hashes[book] = load_book(book).hash
        house = open_stored(name)
        assert not house.house.frozen
        for book in BOOKS:
            assert house.house.tables[IN_ROUND[book]].rules.regulation.hash != hashes[book]
            house.play(IN_ROUND[book])
            assert house.house.tables[IN_ROUND[book]].number == ROUNDS + 2


@pytest.mark.parametrize("name", [name for name in STORED if name not in BEFORE_PEOPLE])
def test_people_accounts_settings_and_the_record_are_read(open_stored, name):
    house = open_stored(name)
    record, table = house.house.record, BETWEEN_ROUNDS["md.four-card-poker"]
    people = People(house.store, record, house.house.accounts, HouseClock())
    (flo,) = people.list_registered()
    assert (flo.name, flo.roles) == ("Flo", {"floorperson"})
    (guest,) = [head.stream.removeprefix("account:") for head in house.store.stream_heads("account:")]
    chips = house.house.tables[table].chips(guest)
    assert house.house.accounts.get(guest).balance + chips == PeopleSettings().guest_money
    assert house.house.settings(table).practice
    assert record.state.stops["player", "p-aaaaaaaaaa"].why == "excluded"
    assert record.state.accepted.keys() == {"program", "libraries", "configuration"}
    (asked,) = AdviceRecord(house.store, HouseClock()).requests_in(table, ROUNDS)
    assert (asked.player, asked.about) == (guest, "house-way")


@pytest.mark.parametrize("book", BOOKS)
def test_an_edition_is_built_again_from_its_text(book):
    for version in load_book(book).versions:
        original = load_book(book, version)
        again = read_edition(original.text)
        assert replace(again, numbering=original.numbering, is_stored=False) == original
        assert again.is_stored
        assert again.numbering.to_json() == original.numbering.to_json()
        assert again.edition == original.edition


def test_an_opening_stores_every_text_under_which_it_is(house):
    house.open("PG-1", submission(MD))
    opened = next(iter(house.store.read("table:PG-1"))).events[0]
    assert house.store.find_edition(opened.text("book_edition")) == Edition(load_book(MD).edition, "book", load_book(MD).text)
    filed = house.store.find_edition(hash_text(opened["submission"]))
    assert filed == Edition(hash_text(submission(MD)), "submission", submission(MD))
    assert house.store.find_edition(hash_text(opened["house_way"])).kind == "house-way"


@pytest.fixture
def upgraded(open_house, later_release):  # noqa: F811
    """A table in the middle of a round, opened again by a later release, in which a row and a policy have changed."""
    house = open_house()
    house.open("PG-1", submission(MD, "minimal"))
    house.play("PG-1")
    house.play_one_turn("PG-1")
    open_house.close()
    later_release(MD, "paytables", 'pays = "1 to 1"', 'pays = "3 to 1"')
    later_release(MD, "policies", 'choice = "from-both-ends"', 'choice = "from-the-top"')
    return open_house()


def test_a_table_goes_on_as_it_was_opened_and_a_new_one_has_the_new_edition(upgraded, open_house):
    before = upgraded.house.tables["PG-1"].rules
    assert (before.policies["cut-depth"], load_book(MD).policies["cut-depth"].choice) == ("from-both-ends", "from-the-top")
    upgraded.play("PG-1", rounds=2)
    assert upgraded.house.tables["PG-1"].rules.hash == before.hash
    upgraded.open("PG-2", submission(MD, "minimal"))
    assert upgraded.house.tables["PG-2"].rules.regulation.hash == load_book(MD).hash != before.regulation.hash
    upgraded.play("PG-2")
    open_house.close()
    again = open_house().house
    assert {name: table.rules.policies["cut-depth"] for name, table in again.tables.items()} == {
        "PG-1": "from-both-ends",
        "PG-2": "from-the-top",
    }


def test_an_amendment_is_filed_under_the_new_edition(upgraded):
    upgraded.play("PG-1")
    amend = Command("amend", FLOOR_ACTOR, {"submission": submission(MD, "minimal")})
    upgraded.run(upgraded.house.act("PG-1", amend))
    assert upgraded.house.tables["PG-1"].rules.regulation.hash == load_book(MD).hash
    assert upgraded.store.find_edition(load_book(MD).edition).content == load_book(MD).text
    upgraded.play("PG-1")
    assert load_table(upgraded.store, "PG-1", upgraded.keys.vault).table == upgraded.house.tables["PG-1"]


def test_a_snapshot_is_loaded_under_the_edition_of_its_table(upgraded):
    upgraded.play("PG-1")
    state = load_table(upgraded.store, "PG-1", upgraded.keys.vault)
    save_snapshot(upgraded.store, "PG-1", state, upgraded.keys.vault)
    assert load_snapshot(upgraded.store, "PG-1", upgraded.keys.vault) == state


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("DELETE FROM editions", "an edition of md.pai-gow-poker that is not known here"),
        (
            "UPDATE editions SET content = replace(content, '50 to 1', '90 to 1') WHERE kind = 'book'",
            "was changed: its text does not have its hash",
        ),
    ],
    ids=["lost", "changed"],
)
def test_a_table_whose_edition_is_lost_or_changed_is_stopped_and_says_so(open_house, later_release, tmp_path, damage, says):  # noqa: F811
    house = open_house()
    house.open("PG-1", submission(MD))
    open_house.close()
    later_release(MD, "paytables", 'pays = "1 to 1"', 'pays = "3 to 1"')
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        assert database.execute(damage).rowcount
        database.commit()
    assert says in open_house().house.frozen["PG-1"]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"form": 1}', "null", '{"form":1,"hash":1,"book":"","files":{}}'])
def test_what_is_not_an_edition_is_refused(text):
    with pytest.raises(Malformed):
        read_edition(text)


def without_terms(wager):
    """An entry of a wager for which the program has code, without what it says of how the wager is decided."""
    return {key: value for key, value in wager.items() if "paid-by" not in wager or key not in TERMS}


TERMS = (
    *("decided-by", "paid-by", "needs", "fold", "void-base", "own-step", "read"),
    *("envy-minimum", "bars-surrender", "one-pass"),
)


def in_form_1(content):
    """An edition as it was written before wagers had records; a side bet had one, with some clauses among its other keys."""
    for wager in content["files"]["book"]["wager"]:
        law = wager.pop("law", {})
        yield {**without_terms(wager), **(law if "decided-by" in wager and "paid-by" not in wager else {})}


def in_form_2(content):
    """An edition as it was written before the records of Pai Gow Poker said how wagers are decided."""
    for wager in content["files"]["book"]["wager"]:
        yield without_terms(wager) if content["files"]["book"]["game"] == "pai-gow-poker" else wager


@pytest.mark.parametrize(("form", "wagers_of"), [(1, in_form_1), (2, in_form_2)])
@pytest.mark.parametrize(
    "book", [*BOOKS, "rv.pai-gow-poker", "nw.pai-gow-poker", "nw.four-card-poker", "nw.ultimate-texas-holdem"]
)
def test_an_earlier_edition_has_the_records_of_wagers_that_were_in_the_program_then(form, wagers_of, book, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(ROOT / "examples" / "books"))
    today = load_book(book)
    content = json.loads(today.text)
    content["files"]["book"]["wager"] = list(wagers_of(content))
    text = edition_text({**content, "form": form})
    stored = read_edition(text)
    assert stored.wagers == today.wagers
    assert stored.numbering.wagers == today.numbering.wagers
    assert (stored.text, stored.edition) == (text, hash_text(text))
    assert (stored.hash, stored.form) == (today.hash, form)


def test_an_edition_of_a_later_program_is_refused():
    with pytest.raises(Malformed, match="form 4"):
        read_edition(load_book(MD).text.replace('"form":3', '"form":4', 1))


def test_a_house_way_in_force_is_not_judged_again(open_house, monkeypatch):
    """A later program may ship another way of that name, or find fault with what was filed."""
    house = open_house()
    house.open("PG-1", submission(MD, "minimal"))
    filed = house.house.tables["PG-1"].house_way
    open_house.close()
    rules_of.cache_clear()
    monkeypatch.setattr("houseway.submission.house_way.house_way_names", lambda: ())
    monkeypatch.setattr("houseway.submission.house_way._judge_own_way", lambda *_: pytest.fail("it was judged again"))
    assert open_house().house.tables["PG-1"].house_way.hash == filed.hash
    rules_of.cache_clear()
