"""What a log shows besides its steps: that it was cut, and how many cards nobody has seen lie in the rack."""

import json

import pytest

from houseway.chance import seeded_chance
from houseway.errors import Malformed
from houseway.files import submission as filing
from houseway.files.log import StreamSeals, _first_line_text, log_lines, read_log
from houseway.hands.orders import DIV_PAI_GOW as DIV
from houseway.hands.orders import MD_PAI_GOW as MD
from houseway.play.session import Session, default_players
from houseway.submission.built_in import built_in_submission
from tests.support.clauses import both
from tests.support.command import answered, as_json, refused
from tests.support.table_driver import PaiGowTable

MEGA = "meter:progressive/mega"


def logged(run, path):
    path.write_text("".join(f"{line}\n" for line in log_lines(run)))
    return path


def replayed(*arguments):
    return " ".join(answered("replay", *arguments).split())


# Meters


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    session = Session(built_in_submission(MD), seeded_chance(3), default_players(2))
    session.deal_round()
    return logged(session.run, tmp_path_factory.mktemp("log") / "log.jsonl").read_text().splitlines()


def sealed(lines):
    """Lines that somebody has changed, sealed anew."""
    seals = StreamSeals()
    for line in lines:
        content = {name: value for name, value in line.items() if name != "seal"}
        yield json.dumps({**content, "seal": seals.seal_line(content["stream"], _first_line_text(content))})


def test_the_first_line_says_how_many_events_there_are_of_each_stream(rows):
    follow = json.loads(rows[0])["follow"]
    told = [json.loads(row)["stream"] for row in rows]
    assert follow == {stream: told.count(stream) for stream in set(told)}
    assert len(follow) == 4


def test_a_log_of_a_table_without_meters_that_is_cut_is_refused(tmp_path):
    session = Session(filing.find_submission("minimal", MD, "here")[0], seeded_chance(3), default_players(2))
    session.deal_round()
    path = logged(session.run, tmp_path / "log.jsonl")
    whole = path.read_text().splitlines(keepends=True)
    assert read_log(path).events == tuple(session.run.events)
    for length in range(1, len(whole)):
        path.write_text("".join(whole[:length]))
        with pytest.raises(
            Malformed, match=rf":{length}: the log is cut off after this line: it has {length} of {len(whole)} events of table"
        ):
            read_log(path)


def test_a_log_that_is_cut_anywhere_among_its_meters_is_refused(rows, tmp_path):
    path = tmp_path / "cut.jsonl"
    first = next(place for place, row in enumerate(rows) if '"stream": "meter:' in row)
    for length in range(first, len(rows)):
        path.write_text("".join(f"{row}\n" for row in rows[:length]))
        with pytest.raises(Malformed, match=rf":{length}: the log is cut off after this line") as refused:
            read_log(path)
        assert refused.value.code == "log.corrupted"
    path.write_text("".join(f"{row}\n" for row in rows))
    assert read_log(path).meters


def test_replay_says_which_meter_is_incomplete(rows, tmp_path):
    path = tmp_path / "cut.jsonl"
    path.write_text("".join(f"{row}\n" for row in rows[:-1]))
    last = json.loads(rows[-1])
    told = f"{path}:{len(rows) - 1}: the log is cut off after this line: it has"
    assert f"{told} {last['version'] - 1} of {last['version']} events of {last['stream']}" in refused("replay", path)


def test_a_log_from_before_it_said_so_is_read(rows, tmp_path):
    lines = [json.loads(row) for row in rows]
    del lines[0]["follow"]
    path = tmp_path / "old.jsonl"
    path.write_text("".join(f"{row}\n" for row in sealed(lines)))
    streams = [stream for stream in json.loads(rows[0])["follow"] if stream.startswith("meter:")]
    assert set(read_log(path).meters) == {stream.removeprefix("meter:") for stream in streams}
    path.write_text("".join(f"{row}\n" for row in sealed([{**lines[0], "follow": {MEGA: 99}}, *lines[1:]])))
    with pytest.raises(Malformed, match=f"of 99 events of {MEGA}"):
        read_log(path)


# The rack


@both
def test_cards_that_nobody_saw_are_counted(book, tmp_path):
    """Physical cards of positions without a wager go into the rack face down, seven each, and so does the stub."""
    table = PaiGowTable(book, players=1)
    chance = table._chance
    table._chance = lambda command: {"cards": None} if command.act == "shuffle" else chance(command)
    table.ready().bet_all().to("players")
    path = logged(table.run, tmp_path / "log.jsonl")
    said = replayed(path, "--rack")
    assert "position 2 7 cards unseen" in said
    assert "stub 4 cards unseen" in said
    assert "unknown" not in said
    (document,) = as_json("replay", path, "--rack")
    assert document["rack"]["position 2"] == []
    assert document["rack_unseen"] == {"stub": 4, **{f"position {place}": 7 for place in range(2, 7)}}


def test_cards_that_were_seen_are_shown_as_before(tmp_path):
    table = PaiGowTable(DIV, players=1).ready().bet_all()
    table.finish()
    path = logged(table.run, tmp_path / "log.jsonl")
    assert "unseen" not in replayed(path, "--round", 1, "--rack")
    (document,) = as_json("replay", path, "--round", 1, "--rack")
    assert document["rack_unseen"] == {}
    assert sum(map(len, document["rack"].values())) == 53
