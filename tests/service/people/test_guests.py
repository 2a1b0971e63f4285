"""Guests leave nothing behind unless they have sat down, on all three stores."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from houseway.errors import HousewayError, Unavailable
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.people import record as recording
from houseway.service.people.accounts import account_stream
from houseway.service.people.reconciliation import reconcile_accounts
from houseway.store import open_store
from houseway.store.schema import identities, sessions
from tests.support.live import LiveHouse, submission
from tests.support.people_bench import CHEAP, PeopleBench

DAY = 24 * 60
TABLE = "UTH-1"


def rows(bench):
    """How many rows the tables of persons and of sessions have."""
    with bench.store.database.reading() as connection:
        return tuple(
            connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (identities, sessions)
        )


def live_house(bench, folder):
    house = LiveHouse(bench.store, folder, clock=bench.clock, record=bench.record, accounts=bench.accounts)
    house.open(TABLE, submission("md.ultimate-texas-holdem", "minimal"), players=0)
    return house


@pytest.fixture
def house(bench, tmp_path):
    house = live_house(bench, tmp_path)
    yield house
    house.house.close()
    house.loop.close()


def act(house, person, act, **facts):
    return house.run(house.house.act(TABLE, Command(act, Actor(Role.PLAYER, person.id), facts)))


def movements(bench, person):
    return [event for append in bench.store.read(account_stream(person.id)) for event in append.events]


def test_a_guest_who_only_looks_is_in_no_stream_and_sees_his_money(bench):
    heads = bench.store.stream_heads()
    guest, token = bench.people.start_guest("Gus")
    assert bench.people.person_of(token) == guest
    account = bench.accounts.get(guest.id)
    assert (account.balance, account.promised, account.version) == (Cents.from_dollars(5_000), True, 0)
    assert bench.store.stream_heads() == heads
    assert reconcile_accounts(bench.store).balanced


def test_a_guest_who_only_looked_is_gone_with_his_session(bench):
    before = rows(bench)
    guest, token = bench.people.start_guest("Gus")
    bench.wait(29)
    assert bench.people.person_of(token)
    bench.people.remove_old()
    bench.wait(29)
    bench.people.remove_old()
    assert rows(bench) != before
    bench.wait(1)
    bench.people.remove_old()
    assert rows(bench) == before
    assert bench.people.person_of(token) is None
    assert bench.people.find(guest.id) is None
    assert bench.accounts.get(guest.id).balance == Cents(0)
    assert bench.people.expire_guests() == ()


def test_a_guest_is_given_his_money_in_the_turn_in_which_he_sits_down(bench, house):
    guest, token = bench.people.start_guest("Gus")
    with pytest.raises(HousewayError):
        act(house, guest, "sit", position=99)
    assert movements(bench, guest) == [], "he has not sat down"
    act(house, guest, "sit", position=1)
    (grant,) = movements(bench, guest)
    facts = ("reason", "amount", "before", "after", "by")
    assert tuple(grant[fact] for fact in facts) == ("grant", Cents(500_000), Cents(0), Cents(500_000), "house")
    account = bench.accounts.get(guest.id)
    assert (account.balance, account.promised, account.version) == (Cents(500_000), False, 1)
    act(house, guest, "leave")
    act(house, guest, "sit", position=2)
    assert len(movements(bench, guest)) == 1, "once"
    assert bench.open().accounts.get(guest.id) == account
    assert reconcile_accounts(bench.store).balanced
    bench.wait(30)
    bench.people.remove_old()
    assert bench.people.person_of(token) is None
    assert bench.people.names([guest.id]) == {guest.id: "Gus"}, "he sits there, and streams have his id"
    bench.wait(DAY)
    assert bench.people.expire_guests() == (guest.id,)
    assert bench.people.names([guest.id]) == {guest.id: "former player"}
    assert [event["reason"] for event in movements(bench, guest)] == ["grant", "expiry"]


def test_somebody_who_is_registered_is_promised_nothing(bench, house):
    ann = bench.register("ann")
    assert bench.accounts.get(ann.id).balance == Cents(0)
    act(house, ann, "sit", position=1)
    assert movements(bench, ann) == []
    with pytest.raises(HousewayError) as refused:
        act(house, ann, "buy-in", amount=Cents(100))
    assert refused.value.code == "account.short"


def test_guests_who_go_by_themselves_leave_nothing_on_record(bench):
    before, recorded = rows(bench), bench.recorded()
    one, other = (bench.people.start_guest(name) for name in ("Gus", "Gil"))
    assert bench.people.revoke_all(one[0].id, one[0], "I go") == 1
    bench.people.erase(other[0].id, other[0], "I go")
    assert [bench.people.person_of(token) for _, token in (one, other)] == [None, None]
    assert bench.recorded() == recorded
    assert rows(bench) == before


def test_what_an_administrator_does_to_a_guest_is_on_record_whether_he_has_sat_down_or_not(bench, house):
    ada = bench.administrator()
    looks, sits = (bench.people.start_guest(name)[0] for name in ("Gus", "Gil"))
    act(house, sits, "sit", position=1)
    for guest in (looks, sits):
        bench.people.revoke_all(guest.id, ada, "a quarrel")
        bench.people.erase(guest.id, ada, "an insult")
        assert bench.people.names([guest.id]) == {guest.id: "former player"}
        assert bench.accounts.get(guest.id).balance == Cents(0)
    kinds = [event.kind for event in bench.recorded(recording.SESSIONS_REVOKED, recording.PERSON_ERASED)]
    assert kinds == [recording.SESSIONS_REVOKED, recording.PERSON_ERASED] * 2
    assert reconcile_accounts(bench.store).balanced


def test_a_guest_who_has_sat_down_goes_on_record(bench, house):
    guest, _ = bench.people.start_guest("Gus")
    act(house, guest, "sit", position=1)
    bench.people.erase(guest.id, guest, "I go")
    (event,) = bench.recorded(recording.PERSON_ERASED)
    assert (event["person"], event["by"]) == (guest.id, guest.id)


def test_a_guest_comes_at_one_server_and_sits_down_at_another(new_database, tmp_path):
    address = new_database()
    with open_store(address) as one, open_store(address) as other:
        here, there = PeopleBench(one), PeopleBench(other)
        guest, token = here.people.start_guest("Gus")
        assert there.people.person_of(token) == guest
        assert there.accounts.get(guest.id) == here.accounts.get(guest.id)
        house = live_house(there, tmp_path)
        act(house, guest, "sit", position=1)
        act(house, guest, "buy-in", amount=Cents(100_000))
        assert here.accounts.get(guest.id).balance == Cents(400_000)
        here.people.revoke(token)
        assert there.people.person_of(token) is None
        house.close()


def test_a_full_house_lets_guests_go_who_only_looked_and_did_nothing_for_longest(new_store):
    bench = PeopleBench(new_store(), replace(CHEAP, most_guests=3))
    looked, sat = bench.people.start_guest("Gus"), bench.people.start_guest("Gil")
    bench.accounts.grant(sat[0].id, Cents(1), "as if he had sat down")
    bench.wait(2)
    active = bench.people.start_guest("Ann")
    assert bench.people.person_of(looked[1], use=False)
    new = bench.people.start_guest("Bea")
    assert [bool(bench.people.person_of(token, use=False)) for _, token in (looked, sat, active, new)] == [
        False,
        True,
        True,
        True,
    ]
    with pytest.raises(Unavailable) as refused:  # the others have sat down, or were here within a minute
        bench.people.start_guest("Cid")
    assert refused.value.code == "session.guests"
    bench.wait(2)
    bench.people.start_guest("Cid")
    assert [bool(bench.people.person_of(token, use=False)) for _, token in (sat, active, new)] == [True, False, False]
