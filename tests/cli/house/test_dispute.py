"""`houseway dispute`: what one player was paid, and what the rules give."""

import csv
import io
import json
from datetime import datetime, timedelta, timezone

import pypdf
import pytest

from houseway.money import Cents
from houseway.procedure import ULTIMATE
from tests.review.test_logs import payouts, write_sealed
from tests.support.command import answered, refused, run
from tests.support.run_logs import write_log
from tests.support.sessions import first_rounds


@pytest.fixture
def log(tmp_path):
    return write_log(*first_rounds(ULTIMATE), tmp_path / "table.jsonl")


@pytest.fixture
def forged(log):
    """A log in which a payout was halved. Return it with the player and the cents that are missing."""
    lines = [json.loads(row) for row in log.read_text().splitlines()]
    paid = payouts(lines)[0]
    cents = paid["facts"]["amount"]["cents"]
    paid["facts"]["amount"]["cents"] = cents // 2
    write_sealed(log, lines)
    return log, paid["facts"]["target"].removeprefix("player:"), cents - cents // 2


def test_a_player_who_was_paid_what_the_rules_give(log):
    shown = answered("dispute", log, "--player", "Ann")
    assert shown.endswith("rounds: as the rules give\n")


def test_a_round_in_which_too_little_was_paid_comes_first(forged):
    log, player, missing = forged
    result = run("dispute", log, "--player", player, "--json")
    rounds = json.loads(result.stdout)
    assert result.returncode == 1
    assert [each["owed"] for each in rounds] == [missing, *[0] * (len(rounds) - 1)]
    assert rounds[0]["by_the_rules"] - rounds[0]["received"] == missing
    assert rounds[0]["findings"][0]["clauses"]
    said = run("dispute", log, "--player", player).stdout.splitlines()
    assert said[0].endswith(f": {player} is owed {Cents(missing)}")
    assert [line.split("  ")[0] for line in said[1:4]] == ["recorded", "the rules give", "clauses"]
    assert max(map(len, said)) < 100


def test_rounds_as_csv_and_between_two_times(forged):
    log, player, missing = forged
    rows = list(csv.DictReader(io.StringIO(run("dispute", log, "--player", player, "--csv").stdout)))
    assert int(rows[0]["owed"]) == missing
    assert "played no round there" in refused("dispute", log, "--player", player, "--from", "2030-01-01")
    assert "--to needs a time" in refused("dispute", log, "--player", player, "--to", "tomorrow")


def test_a_time_with_an_offset_is_not_taken_for_utc(log):
    shown = answered("dispute", log, "--player", "Ann", "--csv")
    first = min(int(row["at"]) for row in csv.DictReader(io.StringIO(shown)))
    ahead = datetime.fromtimestamp(first, timezone(timedelta(hours=2))).isoformat()
    assert answered("dispute", log, "--player", "Ann", "--csv", "--from", ahead) == shown


def test_a_period_that_ends_before_it_begins(log):
    assert "must be later than --from" in refused(
        "dispute", log, "--player", "Ann", "--from", "2026-02-01", "--to", "2026-01-01"
    )


def test_a_log_that_is_not_there_is_not_called_a_database(tmp_path):
    assert "there is no such file" in refused("dispute", tmp_path / "nowhere.jsonl", "--player", "Ann")


def test_somebody_who_was_not_there(log):
    assert "Nobody played no round there" in refused("dispute", log, "--player", "Nobody")


def test_rounds_as_a_pdf(forged, tmp_path):
    log, player, _ = forged
    path = tmp_path / "rounds.pdf"
    result = run("dispute", log, "--player", player, "--pdf", path)
    assert result.returncode == 1
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
    assert f"{player} is owed" in text
    assert text.index("Where the record is not what the rules give") < text.index("All rounds")
    assert "its folder does not exist" in refused("dispute", log, "--player", player, "--pdf", tmp_path / "no" / "x.pdf")
