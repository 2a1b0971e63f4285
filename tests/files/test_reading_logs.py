"""A log reads back as the table that wrote it, and a corrupted one is refused with its line."""

import re

import pytest

from houseway.errors import Malformed
from houseway.files.log import log_lines, read_log
from tests.support.clauses import both, every_book
from tests.support.sessions import dealt_session


@pytest.fixture
def log(book, tmp_path):
    """The log of a session."""
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{line}\n" for line in log_lines(dealt_session(book)[0].run)))
    return path


@every_book
def test_a_log_reads_back_as_the_table_that_wrote_it(book, log):
    opened, dealt_rounds = dealt_session(book)
    read_back = read_log(log)
    assert read_back.table == opened.run.table
    assert read_back.meters == opened.run.meters
    assert list(read_back.round_ranges()) == [each.number for each in dealt_rounds]


@every_book
def test_a_log_says_of_each_event_when_and_by_whom(book, log):
    run, read_back = dealt_session(book)[0].run, read_log(log)
    assert read_back.command_facts == tuple(run.command_of(version) for version in range(1, len(run.events) + 1))
    assert {by.name for _, by in read_back.command_facts} >= {"croupier", "Ann"}


@both
@pytest.mark.parametrize("given", ['"at": "noon"', '"at": -1'])
def test_a_line_that_does_not_say_when_is_refused(book, log, given):
    rows = log.read_text().splitlines()
    rows[9] = re.sub(r'"at": \d+(?=, "by")', given, rows[9])
    log.write_text("".join(f"{row}\n" for row in rows))
    with pytest.raises(Malformed, match=r":10: .*when the event happened") as refused:
        read_log(log)
    assert refused.value.message.count(log.name) == 1


def without_the_last_round(rows):
    """All that the table's stream says of it is gone, the meters are as they were."""
    start = max(place for place, row in enumerate(rows) if '"kind": "round-started"' in row)
    return [row for place, row in enumerate(rows) if place < start or '"stream": "meter:' in row]


@both
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: [*rows[:5], "{", *rows[6:]], ":6: this line is not JSON"),
        (lambda rows: [*rows[:5], "[" * 100_000, *rows[6:]], ":6: this line is not JSON"),
        (lambda rows: [*rows[:5], *rows[6:]], ":6: event 7 of table:PG-1 is in the place of event 6"),
        (lambda rows: [*rows[:5], rows[6], rows[5], *rows[7:]], "a line is missing or was moved"),
        (lambda rows: [*rows[:5], "[1]", *rows[6:]], ":6: this line names no stream"),
        (lambda rows: [rows[0].replace("table-opened", "table-openend"), *rows[1:]], ":1: a table's stream must begin"),
        (lambda rows: [rows[0].replace("Harbor Point", "Harbour Point").replace("Lakeside", "Seaside"), *rows[1:]], ":1:"),
        (lambda rows: [row.replace('"kind": "wager-placed"', '"kind": "wager-conjured"') for row in rows], "'wager-conjured'"),
        (lambda rows: [row.replace('{"cents": ', '{"cents": 9999999') for row in rows], "cannot|has|asked|seal"),
        (lambda rows: [row.replace('"position"', '"posture"') for row in rows], "is not possible here|needs 'position'"),
        (lambda rows: [row.replace('"wager"', '"bet"') for row in rows], "is not possible here"),
        (
            lambda rows: [row.replace("table:PG-1", f"table:PG-{place}") for place, row in enumerate(rows)],
            "no stream|should|seal",
        ),
        (lambda rows: [row.replace('"said": "no more bets"', '"said": "no more"') for row in rows], "the seal does not match"),
        (
            lambda rows: [row.replace('"stub-counted"', '"stub-counted" ').replace("seal", "zeal") for row in rows],
            "the seal does not match",
        ),
        (lambda rows: [], "is not a log: it is empty"),
        (lambda rows: [row for row in rows if '"stream": "meter:' in row], "this log has no table"),
        (lambda rows: [row for row in rows if '"stream": "meter:' not in row], "the log is cut off after this line"),
        (lambda rows: without_the_last_round(rows), r"the log is incomplete: it has \d+ of \d+ events of table:PG-1"),
        (lambda rows: ["# A log", *rows], ":1: this is not a log: its lines are not JSON"),
    ],
)
def test_a_corrupted_log_is_refused_with_its_line(book, log, spoil, said):
    log.write_text("".join(f"{row}\n" for row in spoil(log.read_text().splitlines())))
    with pytest.raises(Malformed, match=said) as refused:
        read_log(log)
    assert refused.value.code == "log.corrupted"


def test_a_log_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Malformed, match="cannot be read"):
        read_log(tmp_path / "none.jsonl")
