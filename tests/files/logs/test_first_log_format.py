"""Logs of the first format, which earlier versions wrote, are still read and still checked."""

import json

import pytest

from houseway.errors import Malformed
from houseway.files import check_log, read_log
from tests.support.command import answered, as_json, refused
from tests.support.first_log import STORED, current_first_log

ROWS = current_first_log()
TABLE_ROWS = sum('"stream": "table:' in row for row in ROWS)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "old.jsonl"


def write_lines(path, rows):
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_its_lines_are_in_order_as_they_were_written():
    summary = check_log(STORED)
    assert (summary.rounds, summary.complete, summary.events) == ((1, 2), True, 110)


def test_it_is_read_and_shown(path):
    write_lines(path, ROWS)
    log = read_log(path)
    assert (log.rounds, log.complete, len(log.events)) == ((1, 2), True, 110)
    assert {meter: len([name for name, _ in log.meter_events if name == meter]) for meter in log.meters} == {
        "progressive/mega": 3,
        "progressive/major": 3,
        "progressive/minor": 3,
    }
    shown = answered("replay", path, "--round", 2)
    assert "progressive/mega: grows by $0.18 from a wager of $1" in shown
    assert [(each["round"], each["finished"], len(each["meters"])) for each in as_json("replay", path)] == [
        (1, True, 3),
        (2, True, 3),
    ]


def test_one_that_is_cut_anywhere_is_refused(path):
    for length in range(1, len(ROWS)):
        with pytest.raises(Malformed, match=rf":{length}: the log is cut off after this line") as refusal:
            read_log(write_lines(path, ROWS[:length]))
        assert refusal.value.code == "log.corrupted"
    path.write_text("\n".join(ROWS)[:-50], encoding="utf-8")
    assert f"{path}:{len(ROWS)}: the log is cut off in the middle of this line" in refused("replay", path)


@pytest.mark.parametrize("place", range(0, TABLE_ROWS, 9))
def test_one_with_a_changed_missing_repeated_or_moved_line_is_refused(path, place):
    line = json.loads(ROWS[place])
    changed = json.dumps(line | {"clauses": [*line["clauses"], "md.pai-gow-poker 1.A"]})
    for rows in (
        [*ROWS[:place], changed, *ROWS[place + 1 :]],
        [*ROWS[:place], *ROWS[place + 1 :]],
        [*ROWS[: place + 1], *ROWS[place:]],
        [*ROWS[:place], *ROWS[place + 1 : place + 2], ROWS[place], *ROWS[place + 2 :]],
    ):
        if rows != ROWS:
            with pytest.raises(Malformed, match=r"the seal does not match|a line is missing or was moved|the log is cut off"):
                read_log(write_lines(path, rows))


def test_without_its_table_or_with_other_lines_it_is_refused(path):
    meters = [row for row in ROWS if '"stream": "meter:' in row]
    with pytest.raises(Malformed, match=r"this log has no table|is cut off"):
        read_log(write_lines(path, meters))
    with pytest.raises(Malformed, match="this is not a log: its lines are not JSON"):
        read_log(write_lines(path, ["# A log", *ROWS]))
