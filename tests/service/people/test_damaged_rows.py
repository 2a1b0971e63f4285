"""Values of another type in the tables of persons, which SQLite takes in any column: only that person is concerned."""

import sqlite3
from contextlib import closing

import pytest

from houseway.errors import HousewayError
from houseway.store import open_store
from houseway.store.schema import identities
from tests.support.api_bench import ApiBench, give, open_table, sign_in
from tests.support.people_bench import MINUTE, PASSWORD, PeopleBench


@pytest.fixture
def bench(tmp_path):
    with open_store(f"sqlite:///{tmp_path / 'people.db'}") as store:
        yield PeopleBench(store)


def refused(work):
    with pytest.raises(HousewayError) as refusal:
        work()
    return refusal.value.code


def change(folder, statement):
    with closing(sqlite3.connect(folder / "people.db")) as database:
        assert database.execute(statement).rowcount > 0
        database.commit()


WRONG = {"created_at": "'text'", "expires_at": "'text'"}
COLUMNS = [column.name for column in identities.columns if column.name != "person"]


@pytest.mark.parametrize("column", COLUMNS)
def test_somebody_whose_row_cannot_be_read_is_nobody(bench, tmp_path, column):
    ann, bob = bench.register("ann"), bench.register("bob")
    tokens = [bench.people.log_in(login, PASSWORD) for login in ("ann", "bob")]
    value = WRONG.get(column, "x'ff00'")
    change(tmp_path, f"UPDATE identities SET {column} = {value} WHERE person = '{ann.id}'")  # noqa: S608 - our own words
    people = bench.people
    assert people.find(ann.id) is None
    assert people.names([ann.id, bob.id]) == {bob.id: "Bob"}
    assert [person.id for person in people.list_registered()] == [bob.id]
    assert people.search(ann.id) == ()
    assert [people.person_of(token) for token in tokens] == [None, people.find(bob.id)]
    assert list(people.persons_of(tokens)) == tokens[1:]
    assert refused(lambda: people.log_in("ann", PASSWORD)) == "session.credentials"
    people.expire_guests()


def test_a_session_whose_row_cannot_be_read_has_ended(bench, tmp_path):
    bench.register("ann")
    token = bench.people.log_in("ann", PASSWORD)
    change(tmp_path, "UPDATE sessions SET used_at = x'ff00'")
    assert bench.people.person_of(token) is None
    again = bench.people.log_in("ann", PASSWORD)
    assert bench.people.person_of(again).name == "Ann"


@pytest.mark.parametrize(
    ("column", "value"),
    [("times", "x'ff00'"), ("times", "'text'"), ("times", "'{}'"), ("times", "'[\"text\"]'"), ("locked_until", "'text'")],
)
def test_a_log_in_whose_failures_cannot_be_read_is_locked_for_a_while(bench, tmp_path, column, value):
    bench.register("ann")
    assert refused(lambda: bench.people.log_in("ann", "wrong")) == "session.credentials"
    change(tmp_path, f"UPDATE log_in_attempts SET {column} = {value}")  # noqa: S608
    assert refused(lambda: bench.people.log_in("ann", PASSWORD)) == "session.credentials"
    bench.wait(bench.settings.lock // MINUTE + 1)
    assert bench.people.person_of(bench.people.log_in("ann", PASSWORD)).name == "Ann"


def test_the_lobby_shows_a_player_whose_name_cannot_be_read_by_his_id(tmp_path):
    bench = ApiBench(tmp_path, database=f"sqlite:///{tmp_path / 'people.db'}")
    try:
        table, ann = open_table(sign_in(bench, "flo", "floorperson"), "md.four-card-poker"), sign_in(bench, "ann", "player")
        assert give(ann, table, "sit", position=1).status_code == 200
        change(tmp_path, f"UPDATE identities SET name = x'ff00' WHERE person = '{ann.id}'")  # noqa: S608
        lobby = bench.client().get("/api/tables").json()
        assert ann.id in [seat["player"] for seat in lobby["tables"][0]["seats"]]
        assert ann.id not in lobby["names"]
        assert ann.get("/api/account").status_code == 401
    finally:
        bench.close()
