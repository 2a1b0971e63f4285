"""`houseway report`, on the database of a house that an earlier version has written."""

import json
import sqlite3
from contextlib import closing

import pytest

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
    assert "All rows of reports are those that follow from the streams" in answered("report", house, "--compare")
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
