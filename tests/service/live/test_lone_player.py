"""A player who is alone at a table that the program deals has the cards dealt at once; with others there, nobody is hurried."""

import pytest

from tests.support.api_bench import ApiBench, give, open_table, sign_in, sit_down

ALONE, STAFFED = "FC-1", "FC-2"
BOOK = "md.four-card-poker"


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    bench = ApiBench(tmp_path_factory.mktemp("alone"), database="")
    floor = sign_in(bench, "Flo", "floorperson")
    open_table(floor, BOOK, "minimal", ALONE, betting_seconds=600, program_floor=True)
    open_table(floor, BOOK, "minimal", STAFFED, croupier=False, cards="electronic", program_floor=True)
    yield bench
    bench.close()


def deal(client, table=ALONE):
    answer = client.post(f"/api/tables/{table}/deal")
    return answer.status_code, answer.json() if answer.content else {}


def state(client, table=ALONE):
    return client.get(f"/api/tables/{table}?as=player").json()


def bet(client, position, table=ALONE):
    return give(client, table, "wager", position=position, wager="ante", amount={"cents": 2_500})


def test_the_only_player_does_not_wait_for_the_clock_and_others_are_not_hurried(bench):
    ann, bob = sign_in(bench, "Ann"), sign_in(bench, "Bob")
    status, refused = deal(ann)
    assert (status, refused["code"], refused["message"]) == (409, "table.not-alone", f"you do not sit at {ALONE}")
    sit_down(ann, ALONE, 1)
    status, refused = deal(ann)
    assert (status, refused["code"]) == (409, "table.not-alone")
    assert "nothing to deal yet" in refused["message"]
    assert bet(ann, 1).status_code == 200
    me = ann.get("/api/session").json()["person"]["id"]
    assert state(ann)["due"]["player"] == me
    assert deal(bob)[1]["message"] == f"you do not sit at {ALONE}"
    sit_down(bob, ALONE, 2)
    assert state(ann)["due"]["player"] is None
    status, refused = deal(ann)
    assert (status, "not alone" in refused["message"]) == (409, True)
    assert not state(ann)["view"]["closed"]
    assert give(bob, ALONE, "leave").status_code == 200
    assert state(ann)["due"]["player"] == me
    assert deal(ann)[0] == 204
    assert state(ann)["view"]["closed"]
    assert deal(ann)[1]["message"] == "the cards are on the table already"


def test_where_a_person_deals_he_closes_the_betting(bench):
    cat = sign_in(bench, "Cat")
    sit_down(cat, STAFFED, 1)
    assert bet(cat, 1, STAFFED).status_code == 200
    assert (state(cat, STAFFED)["due"] or {}).get("player") is None
    status, refused = deal(cat, STAFFED)
    assert (status, refused["message"]) == (409, "a person deals here, and closes the betting")


def test_without_a_session_and_at_no_table_nothing_is_dealt(bench):
    assert deal(bench.client())[0] == 401
    assert deal(sign_in(bench, "Dan"), "NO-1")[0] == 404
