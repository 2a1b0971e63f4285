"""Sessions and their tokens, on all three stores."""

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from houseway.service.people.sessions import Sessions
from houseway.store import open_store
from houseway.store.schema import sessions
from tests.support.people_bench import PASSWORD, PeopleBench


def test_a_session_ends_when_it_is_idle_for_half_an_hour(bench):
    bench.register("ann")
    token = bench.people.log_in("ann", PASSWORD)
    bench.wait(29)
    assert bench.people.person_of(token)
    bench.wait(29)
    assert bench.people.person_of(token, use=False)
    bench.wait(1)
    assert bench.people.person_of(token) is None
    bench.people.remove_old()
    with bench.store.database.reading() as connection:
        assert connection.execute(select(sessions)).all() == []


def test_sessions_are_looked_up_together_and_are_not_used_by_that(bench):
    ann, bob = bench.register("ann"), bench.register("bob")
    of_ann, of_bob = bench.people.log_in("ann", PASSWORD), bench.people.log_in("bob", PASSWORD)
    bench.wait(29)
    assert bench.people.persons_of([of_ann, of_bob, "nobody's"]) == {of_ann: ann, of_bob: bob}
    bench.people.revoke(of_ann)
    assert bench.people.persons_of([of_ann, of_bob]) == {of_bob: bob}
    bench.wait(1)
    assert bench.people.persons_of([of_bob]) == {}


def test_sessions_that_are_looked_up_together_again_are_read_again_if_one_has_changed(bench, monkeypatch):
    people, names = bench.people, ("ann", "bob", "cid")
    ann, bob, cid = (bench.register(name) for name in names)
    tokens = _, of_bob, _ = [people.log_in(name, PASSWORD) for name in names]
    groups, select = [], Sessions._select
    monkeypatch.setattr(
        Sessions, "_select", lambda self, connection, hashes: groups.append(len(hashes)) or select(self, connection, hashes)
    )

    def look(*expected):
        groups.clear()
        assert set(people.persons_of(tokens).values()) == set(expected)
        return groups == [len(tokens)]

    assert [look(ann, bob, cid) for _ in range(3)] == [True, False, False]
    bench.wait(29)
    assert people.person_of(of_bob) == bob
    bench.wait(1)
    assert not look(bob)
    people.remove_old()
    assert [look(bob) for _ in range(2)] == [True, False]
    tokens = [of_bob, people.log_in("ann", PASSWORD)]
    assert [look(ann, bob) for _ in range(2)] == [True, False]
    people.erase(ann.id, ann, "I leave")
    assert [look(bob) for _ in range(2)] == [True, False]
    people.revoke(of_bob)
    assert [look() for _ in range(2)] == [True, False]


def test_the_last_use_of_a_session_survives_a_restart(bench):
    bench.register("ann")
    token = bench.people.log_in("ann", PASSWORD)
    bench.wait(20)
    assert bench.people.person_of(token)
    bench.people.remove_old()
    bench.wait(20)
    assert bench.open().people.person_of(token)
    bench.wait(31)
    assert bench.people.person_of(token) is None


def test_a_token_that_was_revoked_is_nobodys(bench):
    bench.register("ann")
    one, other = bench.people.log_in("ann", PASSWORD), bench.people.log_in("ann", PASSWORD)
    assert one != other
    bench.people.revoke(one)
    assert bench.people.person_of(one) is None
    assert bench.people.person_of(other)
    bench.people.revoke("nobody's")


@given(st.text(max_size=200))
def test_a_forged_token_is_nobodys(token):
    with open_store("memory:") as store:
        bench = PeopleBench(store)
        _, real = bench.people.start_guest("a")
        assert bench.people.person_of(token) is None
        assert bench.people.person_of(real[:-1] + token) is None or token == real[-1]
