"""Rounds, meters, seeds and receipts over HTTP."""

from hashlib import sha256

import pytest

from houseway.service.secrecy.keys import PublicKey
from houseway.service.secrecy.receipts import Receipt, is_genuine
from tests.support.api_bench import open_table, sign_in, sit_down

ROUNDS = 2


@pytest.fixture(scope="module")
def house(bench):
    """A table at which two guests have played some rounds."""
    bench.floor = sign_in(bench, "Flo", "floorperson")
    bench.table = open_table(bench.floor, "md.ultimate-texas-holdem", "everything")
    bench.ann, bench.bob = sign_in(bench, "Ann"), sign_in(bench, "Bob")
    sit_down(bench.ann, bench.table, 1)
    sit_down(bench.bob, bench.table, 2)
    bench.play(bench.table, rounds=ROUNDS)
    bench.rounds = f"/api/tables/{bench.table}/rounds"
    return bench


def test_rounds_are_listed_the_last_first(house):
    listed = house.ann.get(house.rounds).json()
    assert [each["number"] for each in listed["rounds"]] == [2, 1]
    assert listed["live"] == 3
    assert [each["number"] for each in house.ann.get(house.rounds, params={"before": 2}).json()["rounds"]] == [1]


def test_a_report_has_hands_results_and_names(house):
    answer = house.ann.get(f"{house.rounds}/1/report").json()
    assert answer["names"][house.ann.id] == "Ann"
    assert answer["report"]["round"] == 1
    assert sum(answer["report"]["changes"].values()) == 0


def test_why_has_rows_and_clauses(house):
    why = house.ann.get(f"{house.rounds}/1/why", params={"as": "seat:1"}).json()["why"]
    assert {each["wager"] for each in why["wagers"]} >= {"ante", "blind"}
    assert all(each["clauses"] for each in why["wagers"])
    assert why["clauses"]


def test_a_replay_is_marked_and_told_in_names(house):
    answer = house.ann.get(f"{house.rounds}/2/replay", params={"as": "seat:1"}).json()
    assert answer["replay"] is True
    assert sum(answer["balances"].values()) == 0
    assert {command["stand_in"] for command in answer["commands"]} == {""}
    words = " ".join(event["words"] for command in answer["commands"] for event in command["events"])
    assert "Ann" in words
    assert house.ann.id not in words
    numbers = [event["number"] for command in answer["commands"] for event in command["events"]]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.parametrize("kind", ["report", "why", "replay"])
def test_a_live_round_is_sealed(house, kind):
    answer = house.ann.get(f"{house.rounds}/3/{kind}")
    assert (answer.status_code, answer.json()["code"]) == (409, "service.round-live")
    assert house.ann.get(f"{house.rounds}/4/{kind}").status_code == 404


@pytest.mark.parametrize("through", ["seat:2", "house", "dealer", "floor"])
def test_a_player_looks_through_no_others_eyes(house, through):
    answer = house.ann.get(f"{house.rounds}/1/replay", params={"as": through})
    assert (answer.status_code, answer.json()["code"]) == (403, "authority.denied")


def test_who_checks_the_house_sees_every_seat_and_the_whole_record(house):
    abe = sign_in(house, "Abe", "auditor")
    for through in ("seat:1", "seat:2", "house"):
        assert abe.get(f"{house.rounds}/1/replay", params={"as": through}).status_code == 200
    assert abe.get(f"{house.rounds}/1/replay", params={"as": "seat:5"}).status_code == 404
    commands = abe.get(f"{house.rounds}/1/replay", params={"as": "house"}).json()["commands"]
    dealt = next(event for command in commands for event in command["events"] if event["kind"] == "cards-dealt")
    assert len(dealt["facts"]["hands"]["table"]) == 3


def test_the_seeds_of_a_round_are_those_that_were_committed_to(house):
    over = house.ann.get(f"{house.rounds}/1/chance").json()
    assert "draws" in over["opened"]
    for purpose, seed in over["opened"].items():
        assert sha256(bytes.fromhex(seed)).hexdigest() == over["commitments"][purpose]
    live = house.ann.get(f"{house.rounds}/3/chance").json()
    assert live["commitments"]
    assert live["opened"] == {}
    assert house.ann.get(f"{house.rounds}/4/chance").status_code == 404
    assert "secret" not in house.ann.get(f"{house.rounds}/3/chance").text


def test_anybody_can_verify_a_receipt(house, client):
    receipt = Receipt(**house.ann.get(f"{house.rounds}/1/receipt").json())
    keys = [PublicKey(**key) for key in client.get("/api/keys").json()["keys"]]
    assert is_genuine(receipt, keys)
    assert receipt.stream == f"table:{house.table}"
    later = Receipt(**house.ann.get(f"{house.rounds}/2/receipt").json())
    assert later.version > receipt.version


def test_meters_have_a_history(house):
    meters = house.ann.get("/api/meters").json()["meters"]
    assert meters
    meter = meters[0]
    history = house.ann.get(f"/api/meters/{meter['id']}/history").json()
    assert history["meter"] == meter
    numbers = [event["number"] for event in history["events"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert history["events"][0]["kind"] == "meter-opened"
    assert all(event["words"] for event in history["events"])
    some = house.ann.get(f"/api/meters/{meter['id']}/history", params={"before": 2}).json()["events"]
    assert [event["number"] for event in some] == [1]
    assert house.ann.get("/api/meters/no/such/history").status_code == 404
