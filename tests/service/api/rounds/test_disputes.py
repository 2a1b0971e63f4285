"""One player's rounds over HTTP: what was paid, and what the rules give."""

import csv
import io
import time

import pypdf
import pytest

from houseway.service.records import rounds as stored_rounds
from houseway.service.records.round_review import RoundReviews
from tests.service.records.test_round_review import forged, play_until_paid
from tests.support.api_bench import open_table, sign_in, sit_down

A_MOMENT = 1.1
"""Seconds between the first rounds and the last one: answers have whole seconds, and a round begins when the one before it ends."""


@pytest.fixture(scope="module")
def house(bench):
    bench.floor = sign_in(bench, "Flo", "floorperson")
    bench.eye = sign_in(bench, "Sue", "surveillance")
    bench.table = open_table(bench.floor, "md.ultimate-texas-holdem", "everything")
    bench.ann, bench.bob = sign_in(bench, "Annabel"), sign_in(bench, "Bob")
    sit_down(bench.ann, bench.table, 1)
    sit_down(bench.bob, bench.table, 2)
    bench.play(bench.table, rounds=4)
    time.sleep(A_MOMENT)
    bench.play(bench.table, rounds=2)
    play_until_paid(bench, bench.service.store, bench.service.keys.vault, bench.table)
    bench.number = bench.service.house.latest_state(bench.table).number - 1
    return bench


def ask(house, client=None, **asked):
    return (client or house.eye).get("/api/disputes", params={"player": house.ann.id, **asked})


def test_players_are_found_by_a_part_of_the_name(house):
    found = house.eye.get("/api/disputes/players", params={"name": "nnab"}).json()["players"]
    assert [(each["player"], each["name"], each["rounds"]) for each in found] == [(house.ann.id, "Annabel", house.number)]
    assert house.eye.get("/api/disputes/players", params={"name": "Nobody"}).json() == {"players": []}


def test_players_are_found_by_when_they_played(house):
    def found(**asked):
        return {each["name"]: each["rounds"] for each in house.eye.get("/api/disputes/players", params=asked).json()["players"]}

    began = [each["at"] * 1_000 for each in ask(house).json()["rounds"]]
    assert found() == {"Annabel": house.number, "Bob": house.number}
    assert found(when="hour", name="b") == found()
    assert found(until=began[0] - 1_000) == {}
    first = {"until": began[-1] - 1}
    number = ask(house, player=house.bob.id, **first).json()["total"]
    assert found(name="bob", **first) == {"Bob": number}
    assert 0 < number < house.number
    assert ask(house, when="yesterday").json()["total"] == 0


def test_rounds_are_listed_with_what_the_rules_give(house):
    answer = ask(house).json()
    assert (answer["total"], answer["next"]) == (house.number, None)
    assert answer["names"][house.ann.id] == "Annabel"
    assert [each["number"] for each in answer["rounds"]] == [*range(1, house.number + 1)]
    assert all(each["wagered"] > 0 and each["owed"] == 0 and each["findings"] == [] for each in answer["rounds"])
    history = house.floor.get("/api/reports/history", params={"player": house.ann.id}).json()["parts"][0]["rows"]
    nets = {row["round"]: row["net"] for row in history}
    assert {each["number"]: each["received"] - each["wagered"] for each in answer["rounds"]} == nets


def test_only_rounds_of_a_time_and_a_part_at_a_time(house, monkeypatch):
    assert ask(house, until=5).json()["total"] == 0
    monkeypatch.setattr("houseway.service.api.rounds.disputes.PAGE", 2)
    assert ask(house).json()["next"] == 2
    rest = ask(house, start=house.number - 1).json()
    assert ([each["number"] for each in rest["rounds"]], rest["next"]) == ([house.number], None)


def test_it_is_for_those_who_may_read_records_of_others(house):
    assert ask(house, house.floor).status_code == 200
    assert ask(house, house.ann).status_code == 403
    assert house.ann.get("/api/disputes/players", params={"name": "Bob"}).status_code == 403
    assert house.ann.get("/api/disputes/file", params={"player": house.ann.id}).status_code == 403


@pytest.fixture
def halved(house, monkeypatch):
    """Somebody has halved a payment of each round in the store."""
    collect = stored_rounds.read_rounds
    changed = lambda *given: ((forged(read) or (read,))[0] for read in collect(*given))  # noqa: E731
    monkeypatch.setattr("houseway.service.records.dispute.read_rounds", changed)
    monkeypatch.setattr(house.service, "round_reviews", RoundReviews())


def test_what_was_not_paid_is_owed(house, halved):
    owed = [each for player in (house.ann, house.bob) for each in ask(house, player=player.id).json()["rounds"] if each["owed"]]
    assert owed
    for each in owed:
        (finding,) = each["findings"]
        assert each["by_the_rules"] - each["received"] == each["owed"] > 0
        assert finding["recorded"] != finding["expected"]
        assert "person" not in finding["recorded"]


def test_files_have_differences_first(house, halved):
    player = next(
        each for each in (house.ann, house.bob) if any(row["owed"] for row in ask(house, player=each.id).json()["rounds"])
    )

    def load(form):
        answer = house.eye.get("/api/disputes/file", params={"player": player.id, "form": form})
        assert answer.status_code == 200
        assert f"rounds-{player.id}.{form}" in answer.headers["content-disposition"]
        return answer

    rows = list(csv.DictReader(io.StringIO(load("csv").text)))
    assert int(rows[0]["owed"]) > 0
    assert len(rows) == house.number
    assert load("json").json()[0]["findings"]
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(load("pdf").content)).pages)
    assert "Where the record is not what the rules give" in text


def test_a_file_of_too_many_rounds_is_refused(house, monkeypatch):
    monkeypatch.setattr("houseway.service.api.rounds.disputes.MOST_IN_FILE", 2)
    answer = house.eye.get("/api/disputes/file", params={"player": house.ann.id})
    assert (answer.status_code, answer.json()["code"]) == (409, "dispute.rounds")
