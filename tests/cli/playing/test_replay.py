"""`houseway replay` of a log, used as a person would."""

import functools
import json
import re

import pytest

from houseway.cli.playing.step_table import StepRow, print_steps
from tests.support.command import answered, as_json, refused, run
from tests.support.paths import EXAMPLES, minimal
from tests.support.run_logs import write_log
from tests.support.submissions import FC, MD, UTH
from tests.support.table_driver import PaiGowTable

AGAINST_DEALER_STEPS = ("on Ante", "the dealer turns up", r"plays \$")
SHOWN = {
    MD: (r"Ann \(1\) has \$\d+ on Pai Gow Poker", "into the discard rack: position 1", r"11\.J"),
    UTH: AGAINST_DEALER_STEPS,
    FC: AGAINST_DEALER_STEPS,
}
"""What replay shows of a round, by book."""


@pytest.fixture(scope="module")
def log_of(tmp_path_factory):
    """Logs of two rounds, by book."""

    @functools.cache
    def dealt(book):
        path = tmp_path_factory.mktemp("log") / "table.jsonl"
        answered("deal", book, "--rounds", 2, "--players", 3, "--seed", 3, "--log", path)
        return path

    return dealt


@pytest.fixture
def log(log_of):
    """The log of two rounds of Pai Gow Poker."""
    return log_of(MD)


@pytest.mark.parametrize(("book", "name"), [(MD, "PG-1"), (UTH, "UTH-1"), (FC, "FC-1")])
def test_the_log_begins_with_the_table_and_its_name(book, name, log_of):
    heading, first = (json.loads(row) for row in log_of(book).read_text().splitlines()[:2])
    assert heading["houseway-log"] == 5
    assert (first["stream"], first["kind"]) == (f"table:{name}", "table-opened")


def test_the_log_has_a_stream_a_table_and_one_a_meter(log):
    rows = [json.loads(row) for row in log.read_text().splitlines()]
    assert {row["stream"] for row in rows if "stream" in row} == {
        "table:PG-1",
        "meter:progressive/mega",
        "meter:progressive/major",
        "meter:progressive/minor",
    }
    assert rows[1]["kind"] == "table-opened"


@pytest.mark.parametrize("book", SHOWN)
def test_a_recorded_round_is_shown_step_by_step(book, log_of):
    both, second = answered("replay", log_of(book)), answered("replay", log_of(book), "--round", 2)
    assert "Round 1" in both
    assert "Round 2" in both
    assert "Round 1" not in second
    assert "“no more bets”" in second
    assert "into the discard rack" in second
    for part in SHOWN[book]:
        assert re.search(part, second)
    assert ("flop: " in second) == (book == UTH)


def test_no_id_is_shown_for_a_name(log):
    second = answered("replay", log, "--round", 2)
    assert not re.search(r"pai-gow|fortune-bonus|emperors-treasure|hand rearranged|wagers locked out", second.split("\n", 1)[1])


@pytest.mark.parametrize(("book", "hands", "cards"), [(MD, 7, 53), (UTH, 6, 52), (FC, 4, 52)])
def test_hands_are_rebuilt_from_the_rack(book, hands, cards, log_of):
    output = answered("replay", log_of(book), "--round", 1, "--rack")
    assert "from the discard rack" in output
    assert output.count("as dealt") == hands
    assert "not as dealt" not in output
    document = as_json("replay", log_of(book), "--round", 1, "--rack")
    assert sum(map(len, document[0]["rack"].values())) == cards


def test_a_corrupted_log_is_refused(log, tmp_path):
    rows = log.read_text().splitlines()
    spoilt = tmp_path / "spoilt.jsonl"
    there = json.loads(rows[20])["version"]
    spoilt.write_text("\n".join([*rows[:20], *rows[21:]]))
    assert f"{spoilt}:21: event {there + 1} of table:PG-1 is in the place of event {there}" in refused("replay", spoilt)
    place = next(place for place, row in enumerate(rows) if '"hand-set"' in row)
    spoilt.write_text("\n".join([*rows[:place], rows[place].replace('"low": [', '"low": [[], '), *rows[place + 1 :]]))
    assert f"{spoilt}:{place + 1}: this line was changed" in refused("replay", spoilt)
    assert "has no round 9; there are rounds 1 to 2" in refused("replay", log, "--round", 9)


def test_what_is_no_log_is_refused(tmp_path):
    other = tmp_path / "other.jsonl"
    cases = {
        "not a log": "other.jsonl:1: this is not a log: its lines are not JSON",
        "": "other.jsonl is not a log: it is empty",
        "{}\n": "other.jsonl:1: this line names no stream",
    }
    for text, said in cases.items():
        other.write_text(text)
        assert said in refused("replay", other)
    other.write_bytes(b"\xff\xfe\x00")
    assert "other.jsonl is not a log: it is not text" in refused("replay", other)
    missing = refused("replay", tmp_path / "none.jsonl")
    assert missing.count("none.jsonl") == 1
    assert "cannot be read: there is no such file" in missing


def test_a_recorded_round_is_explained(log):
    output = answered("replay", log, "--round", 2, "--why")
    assert "Why, round 2" in output
    assert "the dealer's" in output
    (document,) = json.loads(answered("replay", log, "--round", 2, "--why", "--json"))
    assert document["finished"]
    for wager in document["why"]["wagers"]:
        assert all(len(set(move["clauses"])) == len(move["clauses"]) for move in wager["moves"])


def test_a_log_that_ends_in_a_round_says_so(tmp_path):
    path = tmp_path / "log.jsonl"
    answered("deal", MD, "--players", 1, "--seed", 1, "--submission", minimal(MD), "--log", path)
    whole = path.read_text()
    rows = whole.splitlines(keepends=True)
    for cut in ("".join(rows[:40]), "".join(rows[:40]) + rows[40][:50]):
        path.write_text(cut)
        result = run("replay", path)
        assert result.returncode == 1, "a script can tell"
        assert "the log ends here, in the middle of round 1" in result.stdout
        assert "was not closed: the program was stopped, or the log was cut off, in or after round 1" in result.stderr
    table = PaiGowTable(MD, players=1).ready().bet_all().to("deal")  # written down in the middle of a round
    write_log(table.run.table.id, table.recorded, path)
    assert "the log ends here, in the middle of round 1" in run("replay", path).stdout


def test_replay_says_by_whom_and_what_the_round_did_to_the_meters(tmp_path):
    path = tmp_path / "meters.jsonl"
    everything = EXAMPLES / MD / "everything.toml"
    answered("deal", MD, "--players", 2, "--seed", 4, "--submission", everything, "--log", path)
    (told,) = json.loads(answered("replay", path, "--json"))
    assert {step["by"]["name"] for step in told["events"]} >= {"croupier", "Ann"}
    assert all(isinstance(step["at"], int) for step in told["events"])
    assert [each["meter"] for each in told["meters"] if each["kind"] == "contribution-made"] == [
        "progressive/mega",
        "progressive/major",
        "progressive/minor",
    ]
    assert re.search(r"progressive/mega: grows by \$0\.\d\d from a wager of \$2", answered("replay", path))


def test_long_lines_are_folded_within_their_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    rows = [StepRow("7", "Ann", "a " * 40, "13.A, " * 12), StepRow("8", "", "short", "")]
    monkeypatch.setattr("houseway.cli.show.FILE_WIDTH", 70)
    print_steps("Round 1", rows)
    title, heads, *lines = capsys.readouterr().out.splitlines()
    assert title == "Round 1"
    assert heads.split() == ["event", "by", "what", "happened", "clauses"]
    assert max(map(len, lines)) <= 70
    assert sum(line.count("a ") + line.count(" a") > 0 for line in lines) > 1
    assert lines[-1].split() == ["8", "short"]
    assert lines[0].index("13.A") == heads.index("clauses")


def test_a_file_is_as_wide_as_columns_says(log, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, answered("replay", log, "--why").splitlines())) <= 80


def test_the_referee_says_how_far_it_decided(log):
    said = run("replay", log, "--round", 2, "--referee").stderr
    assert said == "houseway: up to round 2: 2 rounds decided by the referee, too; 2 agree on every cent\n"


def test_a_document_has_a_line_for_each_event(log):
    text = answered("replay", log, "--round", 2, "--json")
    (document,) = json.loads(text)
    assert len(text.splitlines()) < len(document["events"]) + len(document["meters"]) + 20
