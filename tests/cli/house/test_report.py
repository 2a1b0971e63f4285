"""`houseway report`, on the database of a house that an earlier version has written."""

import io
import json
import sqlite3
import sys
from contextlib import closing
from fractions import Fraction

import pytest

from houseway.analysis.exact import as_percent
from houseway.cli import show
from houseway.cli.house.report import report
from houseway.cli.house.report_people import find_player, names_of
from houseway.errors import Malformed
from houseway.service.people.identities import Identities, Identity
from houseway.store import open_store
from tests.support.command import answered, refused, run
from tests.support.write_stored_house import unpack_stored_house


@pytest.fixture
def house(tmp_path):
    unpack_stored_house("d140fd7", tmp_path)
    return tmp_path


def rows(*arguments):
    return [json.loads(line) for line in answered("report", *arguments, "--format", "jsonl").splitlines()]


def test_an_old_database_is_reported_without_being_changed_and_filled_on_request(house):
    before = (house / "house.db").read_bytes()
    derived = rows(house)
    assert len(derived) == 8
    assert (house / "house.db").read_bytes() == before
    assert rows(house, "overview", "--rebuild") == rows(house) == derived
    assert "All rows of the reports are those that the recorded events give" in answered("report", house, "--compare")
    with closing(sqlite3.connect(house / "house.db")) as database:
        database.execute("UPDATE report_days SET house_win = house_win + 1 WHERE table_id = ?", (derived[0]["table"],))
        database.commit()
    result = run("report", house, "--compare")
    assert (result.returncode, "report_days: 1 row missing" in result.stdout) == (1, True)


def test_a_report_as_a_table_and_what_is_refused(house):
    printed = answered("report", house, "meters")
    assert printed.startswith("Progressive meters, ")
    assert "history" in refused("report", house, "nonsense")
    assert "--player" in refused("report", house, "history")
    assert "there is no table 'XX-9'; there are " in refused("report", house, "--table", "XX-9")
    assert "2026-02-30" in refused("report", house, "--from", "2026-02-30")
    assert "table, csv, jsonl" in refused("report", house, "--format", "pdf")


def test_a_player_is_named_and_an_unknown_one_refused(house):
    assert {row["table"] for row in rows(house, "history", "--player", "Ann")} > {"FC-1", "UTH-1"}
    said = refused("report", house, "history", "--player", "Zed")
    assert "there is no player 'Zed' in this house" in said
    assert "there is no player" in refused("report", house, "ratings", "--player", "p-4fkq2m7xza")


def test_a_player_is_found_by_name_in_the_table_of_persons(tmp_path):
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        with store.database.transaction() as connection:
            for person, name in (("p-1", "Ann Bee"), ("p-2", "Cid"), ("p-3", "cid")):
                Identities.add(connection, Identity(person, "account", name, f"login-{person}"))
        assert find_player(store, store.database, "ann bee") == "p-1"
        assert find_player(store, store.database, "p-2") == "p-2"
        assert names_of(store, ["p-1", "p-9"]) == {"p-1": "Ann Bee"}
        with pytest.raises(Malformed, match="2 persons are called 'Cid'; give an id: p-2, p-3"):
            find_player(store, store.database, "Cid")


@pytest.mark.parametrize("width", [80, 120, 160])
def test_a_wide_report_breaks_no_word(house, width, monkeypatch):
    monkeypatch.setattr(show, "FILE_WIDTH", width)
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdout", printed)
    report(str(house), "overview")
    lines = printed.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    words = {word for line in lines for word in line.split()}
    assert {"md.ultimate-texas-holdem", "div.pai-gow-poker", "Irregular", "Vigorish"} <= words
    (row,) = [row for row in rows(house) if row["table"] == "FC-1"]
    assert as_percent(Fraction(row["hold"])) in words


def test_columns_that_fit_stay_in_their_order():
    assert show._column_groups([["x", "y"], ["x", "z"]], [5, 5], 80) == [[0, 1]]


def test_columns_that_do_not_fit_come_in_groups_with_what_tells_rows_apart():
    rows_ = [["PG", "Bonus", "1", "2"], ["PG", "Game", "1", "3"]]
    assert show._column_groups(rows_, [5, 5, 5, 5], 20) == [[1, 0, 2], [1, 3]]
