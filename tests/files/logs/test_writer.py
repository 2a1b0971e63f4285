"""A log is appended as the table runs, and is never lost: not to a signal, a full disk, another log or a single changed line."""

import json
import signal
import subprocess
import sys
import time
import tracemalloc
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.chance import seeded_chance
from houseway.errors import Malformed
from houseway.files import LogReader, LogWriter, check_log, read_log
from houseway.play.session import TableSession, default_players
from tests.support.command import answered, as_json, refused, run
from tests.support.effort import MORE
from tests.support.file_size_limit import file_size_limit
from tests.support.paths import minimal
from tests.support.run_logs import RecordedCommands
from tests.support.submissions import MD, UTH

MINIMAL = minimal(MD).read_text(encoding="utf-8")


def deal(path, rounds=2, force=False, recorded=None, **settings):
    """Deal some rounds into a log, and return the session."""
    recorded = recorded or RecordedCommands()
    with LogWriter(path, force) as log:
        recorded.then = log.record
        session = TableSession(MINIMAL, seeded_chance(3), default_players(1), record=recorded.record, **settings)
        for _ in range(rounds):
            session.deal_round()
    return session


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.jsonl"


def test_a_log_that_is_written_as_the_table_runs_reads_back_as_the_table(path):
    recorded = RecordedCommands()
    session = deal(path, recorded=recorded)
    log = read_log(path)
    assert (log.table, log.meters) == (session.run.table, dict(session.run.meters))
    assert log.events == tuple(session.run.events)
    assert log.command_facts == recorded.facts_of_events()
    assert log.complete


def test_streams_are_interleaved_and_each_round_is_closed(path):
    answered("deal", MD, "--rounds", 2, "--players", 1, "--seed", 1, "--log", path)
    lines = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["houseway-log"] == 5
    closings = [place for place, line in enumerate(lines) if "counts" in line]
    assert [lines[place].get("round", "end") for place in closings] == [1, 2, "end"]
    for place in closings:
        streams = [line["stream"] for line in lines[:place] if "stream" in line]
        assert lines[place]["counts"] == {stream: streams.count(stream) for stream in set(streams)}
        assert lines[place]["head"].startswith(lines[place - 1]["seal"])
    between = lines[closings[0] : closings[1]]
    assert {line["stream"].split(":")[0] for line in between if "stream" in line} == {"table", "meter"}


def test_a_log_is_not_overwritten_unless_that_is_asked_for(path):
    path.write_text("precious")
    assert "exists already and is not overwritten; name another file, or add --force" in refused("deal", MD, "--log", path)
    assert path.read_text() == "precious"
    path.chmod(0o640)
    answered("deal", MD, "--log", path, "--force", "--players", 1)
    assert read_log(path).rounds == (1,)
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(path.parent.iterdir()) == [path]


def test_an_old_log_stays_if_the_table_cannot_be_opened(path):
    path.write_text("precious")
    refused("deal", MD, "--table", "nowhere", "--log", path, "--force")
    assert path.read_text() == "precious"
    assert list(path.parent.iterdir()) == [path]


def test_an_old_log_is_kept_if_the_new_one_cannot_be_written_to_its_end(path):
    path.write_text("precious")
    with file_size_limit(20_000):
        result = run("deal", MD, "--players", 1, "--rounds", 9, "--log", path, "--force")
    kept = path.with_name(f"{path.name}.before-1")
    assert result.returncode == 2
    assert f"the log that it replaces is kept as {kept}" in result.stderr
    assert kept.read_text() == "precious"


def test_a_device_may_be_a_log():
    answered("deal", MD, "--players", 1, "--log", "/dev/null")


def test_a_pipe_without_a_name_of_its_own_may_be_a_log():
    """As /dev/stdout is, before a pipe in the shell."""
    deal = [sys.executable, "-m", "houseway", "deal", MD, "--players", "1", "--quiet", "--log", "/dev/stdout"]
    first, *_ = subprocess.run(deal, capture_output=True, text=True, check=True).stdout.split("\n")
    assert json.loads(first)["houseway-log"]


def test_a_command_that_cannot_be_recorded_has_not_happened(path):
    with LogWriter(path) as log:
        session = TableSession(MINIMAL, seeded_chance(3), default_players(1), record=log.record)
        before = session.run.table, session.run.version
        with file_size_limit(path.stat().st_size), pytest.raises(Malformed, match="cannot be written"):
            session.deal_round()
        assert (session.run.table, session.run.version) == before
        session.deal_round()  # there is room again
    assert read_log(path).events == tuple(session.run.events)


def test_a_full_disk_leaves_the_rounds_before_it(path):
    deal(path.with_name("whole.jsonl"), rounds=3)
    size = path.with_name("whole.jsonl").stat().st_size
    with file_size_limit(size - 5_000):
        result = run("deal", MD, "--submission", minimal(MD), "--players", 1, "--seed", 3, "--rounds", 9, "--log", path)
    assert result.returncode == 2
    assert f"{path} cannot be written: it is larger than a file may be here" in result.stderr
    summary = check_log(path)
    assert not summary.complete
    assert summary.rounds[0] == 1
    assert "was not closed" in run("replay", path).stderr


def test_a_disk_without_room_for_the_first_command_is_left_without_a_log(path):
    with LogWriter(path) as log:
        with file_size_limit(10), pytest.raises(Malformed, match="cannot be written"):
            TableSession(MINIMAL, seeded_chance(3), default_players(1), record=log.record)
        assert not path.exists()
        session = TableSession(MINIMAL, seeded_chance(3), default_players(1), record=log.record)  # there is room again
        session.deal_round()
    assert read_log(path).events == tuple(session.run.events)


def test_a_log_that_was_replaced_in_vain_begins_like_any_other(path):
    deal(path)
    with LogWriter(path, force=True) as log:
        with file_size_limit(10), pytest.raises(Malformed, match="the log that it replaces is kept as"):
            TableSession(MINIMAL, seeded_chance(3), default_players(1), record=log.record)
        session = TableSession(MINIMAL, seeded_chance(3), default_players(1), record=log.record)
    assert read_log(path).events == tuple(session.run.events)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_rounds_that_were_finished_survive_a_signal(path, name):
    # Under nohup the tests themselves would pass on that SIGHUP is ignored.
    program = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); from houseway.cli import main; main()"
    command = [sys.executable, "-c", program, "deal", MD, "--submission", str(minimal(MD))]
    arguments = ["--rounds", "100000", "--quiet", "--players", "1", "--log", str(path)]
    process = subprocess.Popen([*command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None and (not path.exists() or path.read_bytes().count(b'{"round": ') < 3):
            time.sleep(0.1)
        process.send_signal(getattr(signal, name))
        assert process.wait(60) == -getattr(signal, name)
    finally:
        process.kill()
        process.wait()
    reader = LogReader(path)
    finished = [recorded.number for recorded in reader.rounds() if recorded.is_finished]
    assert len(finished) >= 3
    assert not reader.summary.complete
    result = run("replay", path, "--round", 2)
    assert result.returncode == 1
    assert "was not closed: the program was stopped, or the log was cut off" in result.stderr


def test_a_seat_in_the_terminal_is_logged_with_real_times(path):
    before = int(time.time())
    answered("play", UTH, "--seed", 1, "--players", 1, "--log", path, given="\n" * 20 + "q\n")
    (first, *_) = as_json("replay", path)
    times = [step["at"] for step in first["events"]]
    assert before <= min(times) <= max(times) <= time.time()


@cache
def stored(folder) -> tuple[str, ...]:
    deal(folder / "stored.jsonl", rounds=2)
    return tuple((folder / "stored.jsonl").read_text(encoding="utf-8").splitlines())


@st.composite
def single_changes(draw):
    """A change of a log: of one character, or of one line."""
    return draw(st.sampled_from(["change", "drop", "repeat", "swap", "cut", "insert"])), draw(st.randoms(use_true_random=False))


def is_complete(path) -> bool:
    try:
        return check_log(path).complete
    except Malformed:
        return False


@settings(max_examples=20 * MORE, deadline=None)
@given(change=single_changes())
def test_any_single_change_is_found(tmp_path_factory, change):
    folder = tmp_path_factory.getbasetemp()
    rows, (kind, random) = list(stored(folder)), change
    place = random.randrange(len(rows))
    whole = "".join(f"{row}\n" for row in rows)
    if kind == "change":
        at = random.randrange(len(rows[place]))
        rows[place] = rows[place][:at] + random.choice('0a" ,:{}\\é') + rows[place][at + random.randrange(2) :]
    elif kind == "drop":
        del rows[place]
    elif kind == "repeat":
        rows.insert(place, rows[place])
    elif kind == "swap":
        other = random.randrange(len(rows))
        rows[place], rows[other] = rows[other], rows[place]
    elif kind == "insert":
        rows.insert(place, random.choice(["", "{}", "null", rows[0], rows[-1]]))
    text = whole[: random.randrange(len(whole))] if kind == "cut" else "".join(f"{row}\n" for row in rows)
    spoilt = folder / "spoilt.jsonl"
    spoilt.write_text(text, encoding="utf-8")
    assert text == whole or not is_complete(spoilt)


@settings(max_examples=25 * MORE, deadline=None)
@given(
    text=st.text(alphabet='{}[]":,0123456789\\ntruefalsestreamversionkindclausesfactsatbyseal \n\x00é', max_size=200)
    | st.binary(max_size=100)
)
def test_whatever_is_no_log_is_refused_in_plain_words(tmp_path_factory, text):
    file = tmp_path_factory.getbasetemp() / "no-log.jsonl"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(Malformed) as refusal:
        read_log(file)
    assert str(file) in refusal.value.message


# Memory


def test_a_session_need_not_keep_its_events(path):
    with LogWriter(path) as log:
        session = TableSession(MINIMAL, seeded_chance(3), default_players(1), record=log.record, keep_events=False)
        session.deal_round()
        few = len(session.run.events)
        numbers = [session.deal_round().number for _ in range(4)]
        assert (len(session.run.events), session.run.meter_events) == (few, [])
    assert numbers == [2, 3, 4, 5]
    assert session.run.version == len(read_log(path).events)


def test_reading_keeps_one_round_at_a_time(path):
    deal(path, rounds=8)
    tracemalloc.start()
    try:
        peaks = [tracemalloc.get_traced_memory()[0] for _ in LogReader(path).rounds()]
    finally:
        tracemalloc.stop()
    assert len(peaks) == 8
    assert peaks[-1] < peaks[1] * 1.5


def test_dropping_events_keeps_the_table(path):
    session = deal(path, rounds=2)
    table, at = session.run.table, session.at
    session.run.drop_finished_rounds()
    assert session.run.table is table
    assert session.run.events[0].kind == "round-started"
    assert session.deal_round().number == 3
    assert session.at > at
