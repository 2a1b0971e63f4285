"""A guest gets a name that no other guest has, and chooses another while he sits nowhere; everybody then sees that one."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.service.people.guest_names import OFFERED, offered_name
from tests.support.api_bench import ApiBench, give, open_table, sign_in, sit_down

TABLE = "FC-1"


@pytest.fixture
def bench(tmp_path):
    bench = ApiBench(tmp_path, database="")
    yield bench
    bench.close()


@pytest.fixture
def table(bench):
    open_table(sign_in(bench, "Flo", "floorperson"), "md.four-card-poker", "minimal", TABLE)
    return TABLE


def guest(bench, **wanted):
    client = bench.client()
    answer = client.post("/api/session/guest", wanted)
    assert answer.status_code == 201
    return client, answer.json()["person"]["name"]


def choose(client, name):
    answer = client.post("/api/session/name", {"name": name})
    return answer.status_code, answer.json()


@given(st.sets(st.sampled_from(OFFERED)), st.integers(0, 1000))
def test_the_name_that_is_offered_is_free_and_has_no_number_while_there_are_others(taken, seed):
    name = offered_name(taken, Random(seed))
    assert name not in taken
    assert (name in OFFERED) == (len(taken) < len(OFFERED))


def test_two_guests_without_a_name_never_have_the_same(bench):
    names = [guest(bench)[1] for _ in range(len(OFFERED) + 4)]
    assert len(set(names)) == len(names)
    assert set(OFFERED) <= set(names)


def test_a_guest_chooses_another_name_and_the_table_sees_it(bench, table):
    client, before = guest(bench)
    status, answer = choose(client, "  Zoë  ")
    assert (status, answer["person"]["name"]) == (200, "Zoë")
    assert client.get("/api/session").json()["person"]["name"] == "Zoë" != before
    sit_down(client, table, 1)
    assert "Zoë" in client.get(f"/api/tables/{table}").json()["names"].values()


def test_who_sits_keeps_his_name_until_he_gets_up_and_the_table_learns_the_next_one(bench, table):
    client, _ = guest(bench, name="Ann")
    sit_down(client, table, 1)
    status, refused = choose(client, "Bea")
    assert (status, refused["code"]) == (409, "person.seated")
    assert TABLE in refused["message"]
    assert give(client, table, "leave").status_code == 200
    assert choose(client, "Bea")[0] == 200
    sit_down(client, table, 1)
    names = client.get(f"/api/tables/{table}").json()["names"].values()
    assert "Bea" in names
    assert "Ann" not in names


@pytest.mark.parametrize("name", ["", "Flo", "the house", "x" * 41, "a\u200bb"])
def test_a_name_that_nobody_may_have_is_refused(bench, table, name):
    client, before = guest(bench)
    status, refused = choose(client, name)
    assert status in (400, 422)
    assert refused["code"]
    assert client.get("/api/session").json()["person"]["name"] == before
    assert bench.client().post("/api/session/guest", {"name": name}).status_code == status


def test_the_name_of_an_account_is_not_chosen_here(bench, table):
    staff = sign_in(bench, "Sue", "surveillance")
    status, refused = choose(staff, "Susan")
    assert (status, refused["code"]) == (409, "person.registered")
    assert bench.client().post("/api/session/name", {"name": "Nobody"}).status_code == 401
