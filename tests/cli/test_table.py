"""`houseway deal`, `play`, `replay` and `settle`, used as a person would."""

import json
import re

import pytest

from houseway.files.log import log_lines
from tests.support.command import answered, refused, run
from tests.support.paths import ROOT
from tests.support.table_driver import PaiGowTable

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker")
ROUND = ROOT / "tests" / "rounds" / "md-bank.toml"
MINIMAL = ROOT / "examples" / "submissions" / "md.pai-gow-poker" / "minimal.toml"
SUIT = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]|Joker")


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "table.jsonl"
    answered("deal", BOOKS[0], "--rounds", 2, "--players", 3, "--seed", 3, "--log", path)
    return path


# deal


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_are_dealt_and_shown(book):
    output = answered("deal", book, "--rounds", 2, "--players", 6, "--seed", 1)
    assert output.count("─ Round ") == 2
    assert output.count("dealer  ") + output.count("dealer ") >= 2
    assert len(SUIT.findall(output)) >= 7 * 7
    for name in ("1 Ann", "6 Fay", "high hand", "house ", "progressive meters: ", "net to players"):
        assert name in output


def test_the_same_seed_deals_the_same_rounds_and_none_deals_others():
    assert answered("deal", BOOKS[0], "--seed", 9) == answered("deal", BOOKS[0], "--seed", 9)
    assert answered("deal", BOOKS[0]) != answered("deal", BOOKS[0])


def test_json_has_rounds_wagers_results_cents_and_clauses():
    document = json.loads(answered("deal", BOOKS[1], "--rounds", 2, "--players", 2, "--seed", 4, "--json"))
    assert document["book"] == BOOKS[1]
    assert [each["round"] for each in document["rounds"]] == [1, 2]
    for each in document["rounds"]:
        assert sum(each["changes"].values()) == 0
        for wager in each["wagers"]:
            assert {"position", "wager", "stake", "result", "cents", "vigorish", "net", "clauses", "moves"} <= set(wager)
            assert set(wager["clauses"]) <= set(each["clauses"])
    assert document["totals"]["rounds"] == 2


def test_why_names_clauses_and_moves():
    output = answered("deal", BOOKS[0], "--players", 1, "--seed", 2, "--why", "--submission", MINIMAL)
    assert "Why, round 1" in output
    assert "position 1, Ann: Pai Gow Poker $" in output
    assert "Ann → the layout before Ann (1): wager  7.D" in output
    assert re.search(r"11\.F\(\d\)", output)
    assert re.search(r"high hand  .*, (above|below|a copy of) the dealer's ", output)
    assert re.search(r"low hand  .*, (above|below|a copy of) the dealer's ", output)
    assert not re.search(r" +$", output, re.MULTILINE)


def test_why_tells_row_arithmetic_and_reading():
    """13.B(1)(j): three fives beside a straight pay by the row that pays more, which PG-04 decides."""
    output = answered("settle", ROOT / "tests" / "rounds" / "md" / "three-of-a-kind-beside-a-straight.toml", "--why")
    told = (
        "paid hand  5♠ 5♥ 5♣ 9♣ 8♠ three of a kind, fives with 9 8",
        "Paytable A, three of a kind pays 3 to 1",
        "$4 at 3 to 1 = $12",
        "reading PG-04 best-paying: the row that pays most, three of a kind",
        "vigorish 5% of $10 = $0.50, no rounding needed",
    )
    for line in told:
        assert line in output
    assert "fortune-bonus" not in output


def test_many_rounds_are_summed_up():
    output = answered("deal", BOOKS[0], "--rounds", 21, "--players", 1, "--seed", 1, "--submission", MINIMAL)
    assert "21 rounds" in output
    assert "─ Round " not in output
    quiet = answered("deal", BOOKS[0], "--players", 1, "--seed", 1, "--submission", MINIMAL, "--quiet")
    assert "1 round\n" in quiet
    assert "─ Round " not in quiet


def test_what_cannot_be_dealt_is_refused():
    assert "no table can be opened under 'md.roulette' yet" in refused("deal", "md.roulette")
    other = ROOT / "examples/submissions/div.pai-gow-poker/minimal.toml"
    assert "is a submission for div.pai-gow-poker" in refused("deal", BOOKS[0], "--submission", other)
    wrong = ROOT / "examples/submissions/md.pai-gow-poker/wrong/house-way-gap.toml"
    assert "; run `houseway check" in refused("deal", BOOKS[0], "--submission", wrong)
    missing = "nowhere.toml cannot be read: there is no such file"
    assert refused("deal", BOOKS[0], "--submission", "nowhere.toml") == f"houseway: {missing}"
    assert run("deal", BOOKS[0], "--players", "7").returncode == 2


def test_a_log_that_cannot_be_written_is_refused(tmp_path):
    result = run("deal", BOOKS[0], "--players", 1, "--quiet", "--log", tmp_path / "no" / "where")
    assert result.returncode == 2
    assert "cannot be written" in result.stderr


def test_a_house_way_of_ones_own_is_dealt_by(tmp_path):
    way = next((ROOT / "examples" / "house-ways").glob("*.toml"), None)
    if way is None:
        pytest.skip("no example of a house way")
    (tmp_path / "own.toml").write_text(way.read_text())
    submission = tmp_path / "submission.toml"
    submission.write_text(MINIMAL.read_text().replace('house-way = "foxwoods"', 'house-way = "own.toml"'))
    if run("check", submission).returncode:
        pytest.skip("the example does not pass under Maryland's book")
    assert "Round 1" in answered("deal", BOOKS[0], "--players", 1, "--seed", 1, "--submission", submission)


# replay


def test_the_log_has_a_stream_a_table_and_one_a_meter(log):
    rows = [json.loads(row) for row in log.read_text().splitlines()]
    assert {row["stream"] for row in rows} == {
        "table:PG-1",
        "meter:progressive/mega",
        "meter:progressive/major",
        "meter:progressive/minor",
    }
    assert rows[0]["kind"] == "table-opened"


def test_a_recorded_round_is_shown_step_by_step(log):
    both, second = answered("replay", log), answered("replay", log, "--round", 2)
    assert "Round 1" in both
    assert "Round 2" in both
    assert "Round 1" not in second
    assert "“no more bets”" in second
    assert re.search(r"Ann \(1\) has \$\d+ on Pai Gow Poker", second)
    assert not re.search(r"pai-gow|fortune-bonus|emperors-treasure|hand rearranged|wagers locked out", second.split("\n", 1)[1])
    assert "into the discard rack: position 1" in second
    assert "11.J" in second


def test_hands_are_rebuilt_from_the_rack(log):
    output = answered("replay", log, "--round", 1, "--rack")
    assert "from the discard rack" in output
    assert output.count("as dealt") == 7
    assert "not as dealt" not in output
    document = json.loads(answered("replay", log, "--round", 1, "--rack", "--json"))
    assert sum(map(len, document[0]["rack"].values())) == 53


def test_a_corrupted_log_is_refused(log, tmp_path):
    rows = log.read_text().splitlines()
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text("\n".join([*rows[:20], *rows[21:]]))
    assert f"{spoilt}:21: event 22 of table:PG-1 is in the place of event 21" in refused("replay", spoilt)
    place = next(place for place, row in enumerate(rows) if '"hand-set"' in row)
    spoilt.write_text("\n".join([*rows[:place], rows[place].replace('"low": [', '"low": [[], '), *rows[place + 1 :]]))
    assert f"{spoilt}:{place + 1}: the event 'hand-set' with these facts is not possible here" in refused("replay", spoilt)
    assert "has no round 9; there are rounds 1 to 2" in refused("replay", log, "--round", 9)


def test_what_is_no_log_is_refused(log, tmp_path):
    whole, other = log.read_text(), tmp_path / "other.jsonl"
    rows = whole.splitlines(keepends=True)
    cases = {
        "not a log": "other.jsonl:1: this is not a log: its lines are not JSON",
        "": "other.jsonl is not a log: it is empty",
        "{}\n": "other.jsonl:1: this line names no stream",
        "".join(rows[:100]) + rows[100][:50]: "other.jsonl:101: the log is cut off in the middle of this line",
        "".join(
            rows[:100]
        ): "other.jsonl:100: the log is cut off after this line: it has no events of the meter progressive/mega",
    }
    for text, said in cases.items():
        other.write_text(text)
        assert said in refused("replay", other)
    other.write_bytes(b"\xff\xfe\x00")
    assert "other.jsonl is not a log: it is not text" in refused("replay", other)
    missing = refused("replay", tmp_path / "none.jsonl")
    assert missing.count("none.jsonl") == 1
    assert "cannot be read: No such file or directory" in missing


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
    answered("deal", BOOKS[0], "--players", 1, "--seed", 1, "--submission", MINIMAL, "--log", path)
    rows = path.read_text().splitlines(keepends=True)
    path.write_text("".join(rows[:40]))
    assert f"cut off after this line: it has 40 of {len(rows)} events of table:PG-1" in refused("replay", path)
    table = PaiGowTable(BOOKS[0], players=1).ready().bet_all().to("deal")  # written down in the middle of a round
    path.write_text("".join(f"{row}\n" for row in log_lines(table.run)))
    assert "the log ends here, in the middle of round 1" in answered("replay", path)


# settle


def test_a_round_file_is_settled_to_the_cent():
    output = answered("settle", ROUND)
    assert "Cid banks" in output
    assert re.search(r"Ann \(1\) +Pai Gow Poker +win +\$20 +\$1\n", output)
    assert "accept bank: the bank is not offered to position 3 now (12.A, 12.C, 12.C(1)(a))" in output
    assert "as expected" in output
    document = json.loads(answered("settle", ROUND, "--json"))
    first = {"position": 1, "wager": "pai-gow", "result": "win", "cents": 2000, "vigorish": 100}
    assert document["wagers"][0].items() >= first.items()
    assert document["differences"] == []
    why = answered("settle", ROUND, "--why")
    assert "→ the centre of the layout: wager lost" in why
    assert "below the bank's 10♠ 10♦ 7♥ 5♦ 4♣ pair of tens with 7 5 4" in why
    assert "the amount wagered, paid from the centre = $20" in why
    assert "reading PG-25 net-winners" in why


def test_what_comes_out_otherwise_is_exit_code_1(tmp_path):
    other = tmp_path / "other.toml"
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    other.write_text(ROUND.read_text().replace("Ann = 1900", "Ann = 1901"))
    result = run("settle", other)
    assert result.returncode == 1
    assert "differs: net of Ann: expected 1901, got 1900" in result.stdout
    result = run("settle", other, "--json")
    assert result.returncode == 1
    assert json.loads(result.stdout)["differences"]


def test_a_bad_round_file_is_refused(tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text("title = 1")
    assert "bad.toml" in refused("settle", bad)
    assert refused("settle", "none.toml") == "houseway: none.toml cannot be read: there is no such file"


# play


def test_a_seat_is_played():
    given = "25\n?\n\nn\nq\n"
    output = answered("play", BOOKS[0], "--seat", 2, "--seed", 4, "--players", 2, "--submission", MINIMAL, given=given)
    assert "You sit at position 2" in output
    assert "Pai Gow Poker ($10 to $500) [$10]: 25" in output
    assert "your cards:" in output
    assert "the house sets " in output
    assert "2 You" in output
    assert re.search(r"1 round; you bought \$1,000 and leave with \$[\d,.]+: [-+]?\$", output)


def test_wrong_answers_are_asked_again():
    """What was given, why it will not do, what is allowed, and the clause."""
    given = "5000\n1\nmuch\n10\nAs Kz\n1 1\n1 2 3\n9 1\n?\n\nq\n"
    output = answered("play", BOOKS[0], "--seed", 4, "--players", 1, "--submission", MINIMAL, given=given)
    allowed = "stake $10 to $500, or 0 for no wager (7.D)"
    assert f"'5000' is not accepted: it is above the limit or your chips; {allowed}" in output
    assert f"'1' is not accepted: it is below the smallest wager; {allowed}" in output
    assert f"'much' is not accepted: it is not an amount of money; {allowed}" in output
    assert "'As Kz' is not accepted: 'Kz' at character 4" in output
    low = "name two of your cards, as in 'Ks Kd', or their numbers, as in '2 5' (1.B(8), 11.A"
    assert f"'1 1' is not accepted: card 1 is named twice; {low}" in output
    assert f"'1 2 3' is not accepted: 3 numbers were given; {low}" in output
    assert f"'9 1' is not accepted: there is no card 9; your cards are numbered 1 to 7; {low}" in output


@pytest.mark.parametrize("lines", range(6))
@pytest.mark.parametrize("book", BOOKS)
def test_the_end_of_input_loses_nothing(book, lines, tmp_path):
    path = tmp_path / "log.jsonl"
    given = "\n".join(["25", "5", "0", "5", "?", "", ""][:lines]) + "\n" * bool(lines)
    output = answered("play", book, "--seed", 6, "--players", 2, "--log", path, given=given)
    assert "you leave the table" in output
    last = output.splitlines()[-1]
    assert re.fullmatch(r"\d+ rounds?; you bought \$1,000 and leave with \$[\d,.]+: [-+]?\$[\d,.]+", last)
    answered("replay", path)
    kinds = [json.loads(row)["kind"] for row in path.read_text().splitlines()]
    assert kinds.count("player-got-up") == 1


def test_the_only_opponent_of_a_bank_gets_up():
    """Nobody plays against the bank, whose own optional wagers lie there: the round waits, and whoever gets up has his chips."""
    given = "\n".join(["10", "5", "5", "5", "5", "?", "", "n"]) + "\n"
    output = answered("play", BOOKS[1], "--seed", 4, "--players", 2, "--seat", 1, given=given)
    assert "position 2 banks" in output or "Bob (2) banks" in output
    assert re.fullmatch(r"1 round; you bought \$1,000 and leave with \$985: -\$15", output.splitlines()[-1])


def test_a_seat_is_shown_nothing_that_it_may_not_see():
    """Cards of the others appear only in the panel at the end of the round, once they lie open."""
    output = answered("play", BOOKS[0], "--seed", 4, "--players", 6, "--submission", MINIMAL, given="10\n?\n")
    before = output.split("─ Round 1")[0]
    own = set(SUIT.findall(before.split("your cards:")[1].splitlines()[0]))
    assert len(own) == 7
    assert set(SUIT.findall(before.split("the dealer has")[0])) == own


def test_replay_says_by_whom_and_what_the_round_did_to_the_meters(tmp_path):
    path = tmp_path / "meters.jsonl"
    everything = ROOT / "examples" / "submissions" / BOOKS[0] / "everything.toml"
    answered("deal", BOOKS[0], "--players", 2, "--seed", 4, "--submission", everything, "--log", path)
    (told,) = json.loads(answered("replay", path, "--json"))
    assert {step["by"]["name"] for step in told["events"]} >= {"croupier", "Ann"}
    assert all(isinstance(step["at"], int) for step in told["events"])
    assert [each["meter"] for each in told["meters"] if each["kind"] == "contribution-made"] == [
        "progressive/mega",
        "progressive/major",
        "progressive/minor",
    ]
    assert re.search(r"progressive/mega: grows by \$0\.\d\d from a wager of \$2", answered("replay", path))
