"""A log reads back as the table that wrote it, and a corrupted one is refused with its line."""

import json
import re
from functools import cache

import pytest

from houseway.errors import Malformed
from houseway.files import read_log
from houseway.files.logs.format import SealChain
from tests.support.clauses import both, every_book
from tests.support.run_logs import write_log
from tests.support.sessions import dealt_session, recorded_session
from tests.support.submissions import FC


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A function that returns the log of a session of a book, which is written once."""
    folder = tmp_path_factory.mktemp("logs")
    return cache(
        lambda book: write_log(
            dealt_session(book)[0].run.table.id, recorded_session(book), folder / f"{book}.jsonl"
        ).read_text()
    )


@pytest.fixture
def log(book, tmp_path, written):
    """The log of a session, for a test to change."""
    path = tmp_path / "log.jsonl"
    path.write_text(written(book))
    return path


@every_book
def test_a_log_reads_back_as_the_table_that_wrote_it(book, log):
    opened, dealt_rounds = dealt_session(book)
    read_back = read_log(log)
    assert read_back.table == opened.run.table
    assert read_back.meters == opened.run.meters
    assert list(read_back.rounds) == [each.number for each in dealt_rounds]
    assert read_back.complete


@every_book
def test_a_log_says_of_each_event_when_and_by_whom(book, log):
    read_back = read_log(log)
    assert read_back.command_facts == recorded_session(book).facts_of_events()
    assert {by.name for _, by in read_back.command_facts} >= {"croupier", "Ann"}


def sealed(lines):
    """Lines that somebody has changed, with new seals and heads: only what they say can give them away."""
    chain = SealChain()
    for line in lines:
        content = {name: value for name, value in line.items() if name != "seal"}
        content |= {"head": chain.head} if "head" in content else {}
        text = json.dumps(content, ensure_ascii=False)
        yield f'{text[:-1]}, "seal": "{chain.seal_text(text)}"}}'


def write_lines(path, rows):
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


@both
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"at": "noon"}, "does not say when the event happened"),
        ({"at": None}, "does not say when the event happened"),
        ({"at": 1}, r"the time of this line, 1, is earlier than that of the line before, \d+"),
        ({"by": None}, "does not say who caused the event"),
        ({"by": {"role": "ghost", "name": "Ann"}}, "does not say who caused the event"),
    ],
)
def test_a_line_with_a_wrong_time_or_actor_gets_the_right_reason(book, log, change, said):
    rows = log.read_text().splitlines()
    changed = [json.loads(row) for row in rows]
    changed[9] |= change
    write_lines(log, sealed(changed))
    with pytest.raises(Malformed, match=rf":10: .*{said}") as refused:
        read_log(log)
    assert refused.value.message.count(log.name) == 1
    write_lines(log, [*rows[:9], json.dumps(changed[9]), *rows[10:]])  # and whoever does not seal it anew
    with pytest.raises(Malformed, match=":10: this line was changed"):
        read_log(log)


def without_round_two(rows):
    """All that the table's stream says of it is gone, the meters are as they were."""
    first, last = (
        place for place, row in enumerate(rows) if '"kind": "round-started"' in row and re.search('"number": [23]', row)
    )
    return [row for place, row in enumerate(rows) if not first <= place < last or '"stream": "meter:' in row]


CHANGED = "this line was changed, or the line before it is missing, moved or repeated"


@both
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: [*rows[:5], "{", *rows[6:]], ":6: this line is not JSON"),
        (lambda rows: [*rows[:5], "[" * 100_000, *rows[6:]], ":6: this line is not JSON"),
        (
            lambda rows: [*rows[:5], *rows[6:]],
            ":6: event . of .* is in the place of event .*: a line is missing|:6: " + CHANGED,
        ),
        (lambda rows: [*rows[:-9], rows[-8], rows[-9], *rows[-7:]], "a line is missing or was moved|" + CHANGED),
        (lambda rows: [*rows[:9], rows[8], *rows[9:]], ":10: event . of .* is in the place of event"),
        (lambda rows: [*rows[:5], "[1]", *rows[6:]], ":6: this line names no stream"),
        (lambda rows: [rows[0], rows[1].replace("table-opened", "table-openend"), *rows[2:]], ":2: " + CHANGED),
        (lambda rows: [row.replace('"said": "no more bets"', '"said": "no more"') for row in rows], CHANGED),
        (lambda rows: [row.replace("seal", "zeal") for row in rows], ":1: " + CHANGED),
        (lambda rows: [row.replace('"counts": {"', '"counts": {"a": 1, "') for row in rows], CHANGED),
        (lambda rows: [], "is not a log: it is empty"),
        (lambda rows: rows[1:], ":1: this line or an earlier one was changed"),
        (lambda rows: [row for row in rows if '"counts": {"table' not in row], CHANGED),
        (lambda rows: [row for row in rows if '"stream": "meter:' not in row], CHANGED),
        (lambda rows: without_round_two(rows), CHANGED + "|a line is missing"),
        (lambda rows: [*rows, rows[-1]], "the log continues after its last line"),
        (lambda rows: ["# A log", *rows], ":1: this is not a log: its lines are not JSON"),
        (lambda rows: ['{"houseway-log": 7}', *rows[1:]], ":1: this log has the format 7, which this version"),
    ],
)
def test_a_corrupted_log_is_refused_with_its_line(book, log, spoil, said):
    write_lines(log, spoil(log.read_text().splitlines()))
    with pytest.raises(Malformed, match=said) as refused:
        read_log(log)
    assert refused.value.code == "log.corrupted"


@both
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda row: row.replace('"table-opened", "schema": 2', '"table-openend"'), "a table's stream must begin"),
        (lambda row: row.replace('"kind": "wager-placed"', '"kind": "wager-conjured"'), "'wager-conjured'"),
        (lambda row: row.replace('{"cents": ', '{"cents": 9999999'), "cannot|has|asked"),
        (lambda row: row.replace('"position"', '"posture"'), "is not possible here|needs 'position'"),
        (lambda row: row.replace('"wager"', '"bet"'), "needs wager|is not possible here"),
        (lambda row: row.replace('"low": [', '"low": [[], '), "'hand-set' with these facts is not possible here"),
        (lambda row: row.replace('"meter:', '"metre:'), "is not a stream of this log"),
        (lambda row: row.replace('{"round": 1,', '{"round": 7,'), "this closing line does not fit"),
        (lambda row: row.replace('"counts": {"', '"counts": {"a": 1, "'), "this closing line does not fit"),
    ],
)
def test_events_that_no_table_records_are_refused_even_with_new_seals(book, log, spoil, said):
    write_lines(log, sealed(json.loads(spoil(row)) for row in log.read_text().splitlines()))
    with pytest.raises(Malformed, match=said) as refused:
        read_log(log)
    assert refused.value.code == "log.corrupted"


def test_a_log_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Malformed, match="cannot be read"):
        read_log(tmp_path / "none.jsonl")


@pytest.mark.parametrize("book", [FC])
def test_a_byte_order_mark_before_the_first_line_is_ignored(tmp_path, book, log):
    marked = tmp_path / "marked.jsonl"
    marked.write_bytes(b"\xef\xbb\xbf" + log.read_bytes())
    assert read_log(marked).events == read_log(log).events
