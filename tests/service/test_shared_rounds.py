"""A player shows a round by a link: to everybody who has it, without the names of others, until he stops it."""

import json

import pytest

from houseway.service.clock import HouseClock
from houseway.service.people.person import PERSON_ID, THE_HOUSE
from houseway.service.people.record import HouseRecord
from houseway.service.shared_rounds import MOST_SHARED, SharedRound, evolve_shared, share_round
from tests.support.api_bench import ApiBench, open_table, sign_in, sit_down

TABLE, BOOK = "FC-1", "md.four-card-poker"
PATH = f"/api/tables/{TABLE}/rounds/1/share"


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    bench = ApiBench(tmp_path_factory.mktemp("shared"), database="")
    open_table(sign_in(bench, "Flo", "floorperson"), BOOK, "minimal", TABLE, program_floor=True)
    yield bench
    bench.close()


@pytest.fixture(scope="module")
def players(bench):
    ann, bob = sign_in(bench, "Ann"), sign_in(bench, "Bob")
    sit_down(ann, TABLE, 1)
    sit_down(bob, TABLE, 3)
    bench.play(TABLE, rounds=2)
    return ann, bob


def share(client, path=PATH):
    answer = client.post(path)
    assert answer.status_code == 201, answer.json()
    return answer.json()["path"].removeprefix("/shared/")


def show(bench, token):
    answer = bench.client().get(f"/api/shared/{token}")  # without a session
    return answer.status_code, answer.json()


def test_a_stranger_sees_what_its_player_saw_and_nobody_else_by_name_or_id(bench, players):
    ann, _ = players
    status, shown = show(bench, share(ann))
    assert (status, shown["by"], shown["table"], shown["positions"]) == (200, "Ann", TABLE, [1])
    own = ann.get(f"/api/tables/{TABLE}/rounds/1/report?as=own").json()["report"]
    assert shown["report"]["hands"] == own["hands"]
    assert [wager["net"] for wager in shown["report"]["wagers"]] == [wager["net"] for wager in own["wagers"]]
    assert {wager["player"] for wager in shown["report"]["wagers"]} == {"position 1", "position 3"}
    text = json.dumps(shown)
    assert PERSON_ID.search(text) is None
    assert "Bob" not in text
    assert not {"changes", "net", "seats"} & shown["report"].keys(), "how much money anybody has is nobody's business"


def test_another_link_replaces_the_first_and_stopping_ends_it(bench, players):
    ann, _ = players
    first = share(ann)
    second = share(ann)
    assert len(second) >= 40
    assert first != second
    assert (show(bench, first)[0], show(bench, second)[0]) == (404, 200)
    assert [each["round"] for each in ann.get("/api/shared").json()["rounds"]] == [1]
    assert ann.request("DELETE", PATH).status_code == 204
    status, refused = show(bench, second)
    assert (status, refused["code"]) == (404, "share.unknown")
    assert ann.get("/api/shared").json()["rounds"] == []
    refused = ann.request("DELETE", PATH)
    assert (refused.status_code, refused.json()["code"]) == (409, "share.none")


def test_only_who_played_a_round_that_is_over_shows_it(bench, players):
    ann, _ = players
    stranger = sign_in(bench, "Eve")
    refused = stranger.post(PATH)
    assert (refused.status_code, refused.json()["code"]) == (409, "share.not-played")
    assert ann.post(f"/api/tables/{TABLE}/rounds/3/share").json()["code"] == "service.round-live"
    assert ann.post(f"/api/tables/{TABLE}/rounds/99/share").status_code == 404
    assert bench.client().post(PATH).status_code == 401
    assert sign_in(bench, "Sue", "surveillance").post(PATH).status_code == 403
    assert show(bench, "x" * 43)[1]["code"] == "share.unknown"


def test_the_record_has_the_consent_and_its_end_without_the_link(bench, players):
    _, bob = players
    token = share(bob)
    bob.request("DELETE", PATH)
    me = bob.get("/api/session").json()["person"]["id"]
    events = [event for append in bench.service.store.read("house") for event in append.events]
    found = [event for event in events if event.kind.startswith("round-shar") and event.facts["person"] == me]
    assert [event.kind for event in found] == ["round-shared", "round-sharing-ended"]
    assert token not in str(events)


def test_another_server_and_a_restart_know_what_is_shared(bench, players):
    ann, _ = players
    share(ann)
    there = HouseRecord(bench.service.store, HouseClock())
    assert there.state.shared_rounds == bench.service.record.state.shared_rounds != {}


def test_who_is_erased_shares_nothing_any_more(bench):
    guest = bench.client()
    person = guest.post("/api/session/guest", {"name": "Gus"}).json()["person"]["id"]
    sit_down(guest, TABLE, 5, cents=100_000)
    number = bench.service.house.latest_state(TABLE).number
    bench.play(TABLE, rounds=1)
    token = share(guest, f"/api/tables/{TABLE}/rounds/{number}/share")
    assert show(bench, token)[0] == 200
    bench.service.people.erase(person, THE_HOUSE, "asked for it")
    assert show(bench, token)[0] == 404
    assert person not in {each.person for each in bench.service.record.state.shared_rounds.values()}


def test_one_player_shares_so_many_rounds_and_no_more():
    shared = {}
    for number in range(1, MOST_SHARED + 1):
        shared = evolve_shared(shared, share_round(shared, SharedRound("p-a", TABLE, number, 1), f"hash-{number}"))
    assert len(shared) == MOST_SHARED
    evolve_shared(shared, share_round(shared, SharedRound("p-a", TABLE, 1, 2), "again"))  # one of them anew
    evolve_shared(shared, share_round(shared, SharedRound("p-b", TABLE, 1, 2), "other"))
    with pytest.raises(Exception, match="stop sharing one of them first"):
        share_round(shared, SharedRound("p-a", TABLE, MOST_SHARED + 1, 2), "one more")
