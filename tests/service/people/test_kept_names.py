"""A guest keeps his name by choosing a log-in and a password: he stays the same person, and is on the record of the house."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from houseway.errors import HousewayError, NotAllowed
from houseway.money import Cents
from houseway.service.people.guest_names import OFFERED
from houseway.service.people.person import THE_HOUSE
from tests.support.api_bench import PASSWORD, ApiBench, open_table, sign_in, sit_down
from tests.support.people_bench import MINUTE, PeopleBench

TABLE = "FC-1"
PLAY_MONEY = Cents.from_dollars(5_000)


@pytest.fixture
def served(tmp_path):
    served = ApiBench(tmp_path, database="")
    yield served
    served.close()


def come_as_guest(served, name="Ann"):
    client = served.client()
    answer = client.post("/api/session/guest", {"name": name})
    return client, answer.json()["person"]


def keep(client, login="ann@home", password=PASSWORD):
    answer = client.post("/api/session/keep", {"login": login, "password": password})
    return answer.status_code, answer.json()


def test_the_same_person_comes_back_with_chips_and_seat_and_may_do_no_more_than_before(served):
    open_table(sign_in(served, "Flo", "floorperson"), "md.four-card-poker", "minimal", TABLE)
    client, guest = come_as_guest(served)
    sit_down(client, TABLE, 1, cents=100_000)
    status, answer = keep(client)
    kept = answer["person"]
    assert (status, kept["id"], kept["name"], kept["guest"], kept["roles"]) == (200, guest["id"], "Ann", False, ["player"])
    assert sorted(kept["permissions"]) == sorted(guest["permissions"])
    assert client.get("/api/session").json()["person"]["id"] == guest["id"], "the session goes on"
    assert served.service.house.latest_state(TABLE).seats[1] == guest["id"]
    again = served.client()
    assert again.post("/api/session", {"login": "ANN@home", "password": PASSWORD}).json()["person"]["id"] == guest["id"]
    balance = client.get("/api/account").json()["balance"]
    assert again.get("/api/account").json()["balance"] == balance > 0
    events = [append.events[-1] for append in served.service.store.read("house", 0)]
    facts = next(event.facts for event in events if event.kind == "person-registered" and event.facts["person"] == guest["id"])
    assert (facts["before"], facts["after"], facts["by"]) == (("guest",), ("player",), guest["id"])
    assert "Ann" not in str(facts)


def test_who_never_sat_down_gets_the_play_money_that_he_was_promised_once(served):
    client, _ = come_as_guest(served)
    assert client.get("/api/account").json()["balance"] == PLAY_MONEY.amount
    assert keep(client)[0] == 200
    assert client.get("/api/account").json()["balance"] == PLAY_MONEY.amount
    status, refused = keep(client, login="ann2@home")
    assert (status, refused["code"]) == (409, "person.registered")
    assert client.get("/api/account").json()["balance"] == PLAY_MONEY.amount


def test_nobody_keeps_the_name_of_somebody_who_works_here_and_no_refusal_tells_who_else_is_registered(served):
    client, _ = come_as_guest(served, "Flo")
    sign_in(served, "Flo", "floorperson")
    status, refused = keep(client)
    assert (status, refused["code"]) == (422, "person.name")
    assert client.post("/api/session/name", {"name": "Ann"}).status_code == 200
    assert keep(client)[0] == 200
    assert keep(come_as_guest(served)[0], login="ann2@home")[0] == 200, "a second player who is called Ann"


def test_a_newcomer_is_not_offered_a_kept_name(served):
    for place, name in enumerate(OFFERED[1:]):
        assert keep(come_as_guest(served, name)[0], login=f"somebody-{place}")[0] == 200
    assert served.client().post("/api/session/guest", {}).json()["person"]["name"] == OFFERED[0]


@pytest.mark.parametrize(
    ("login", "password", "code"),
    [
        ("a b", PASSWORD, "person.login"),
        ("ann@home", "short", "password.length"),
        ("flo@house", PASSWORD, "person.login-taken"),
    ],
)
def test_what_cannot_be_a_login_or_a_password_leaves_a_guest(served, login, password, code):
    served.service.people.register("flo@house", "Flo", PASSWORD, ["player"], THE_HOUSE, "a player")
    client, guest = come_as_guest(served)
    status, refused = keep(client, login, password)
    assert (status in (400, 409, 422), refused["code"]) == (True, code)
    assert client.get("/api/session").json()["person"] == guest
    assert keep(client)[0] == 200


def test_nobody_without_a_session_and_nobody_who_works_here_keeps_a_name(served):
    assert keep(served.client())[0] == 401
    status, refused = keep(sign_in(served, "Sue", "surveillance"), login="sue2@house")
    assert (status, refused["code"]) == (409, "person.registered")


# Money


def test_the_cage_pays_out_what_was_brought_and_no_play_money(bench):
    floor = bench.people.register("flo@house", "Flo", PASSWORD, ["floorperson"], THE_HOUSE, "staff")
    guest, _ = bench.people.start_guest("Ann")
    bench.people.keep_name(guest, "ann@home", PASSWORD)
    accounts = bench.accounts
    with pytest.raises(NotAllowed) as refused:
        accounts.withdraw(guest.id, Cents(1), floor, "cashing out")
    assert refused.value.code == "account.play-money"
    accounts.deposit(guest.id, Cents(10_000), floor, "brought cash")
    with pytest.raises(NotAllowed):
        accounts.withdraw(guest.id, Cents(10_001), floor, "cashing out")
    assert accounts.withdraw(guest.id, Cents(10_000), floor, "cashing out").balance == PLAY_MONEY
    with pytest.raises(NotAllowed):
        accounts.withdraw(guest.id, Cents(1), floor, "cashing out")
    loaded = bench.open().accounts.get(guest.id)
    assert (loaded.balance, loaded.payable) == (PLAY_MONEY, Cents(0))


def test_erased_his_play_money_expires_and_money_that_he_brought_is_paid_first(bench):
    floor = bench.people.register("flo@house", "Flo", PASSWORD, ["floorperson"], THE_HOUSE, "staff")
    guest, _ = bench.people.start_guest("Ann")
    kept = bench.people.keep_name(guest, "ann@home", PASSWORD)
    bench.accounts.deposit(guest.id, Cents(10_000), floor, "brought cash")
    with pytest.raises(NotAllowed) as refused:
        bench.people.erase(guest.id, kept, "goes")
    assert refused.value.code == "person.money"
    bench.accounts.withdraw(guest.id, Cents(10_000), floor, "cashing out")
    bench.people.erase(guest.id, kept, "goes")
    assert bench.accounts.get(guest.id).balance == Cents(0)


# Times and servers


def test_his_time_as_a_guest_no_longer_ends(bench):
    guest, _ = bench.people.start_guest("Ann")
    bench.people.keep_name(guest, "ann@home", PASSWORD)
    bench.wait(25 * 60)
    assert bench.people.expire_guests() == ()
    assert bench.people.log_in("ann@home", PASSWORD)
    assert bench.accounts.get(guest.id).balance == PLAY_MONEY


def test_a_guest_whose_time_is_nearly_over_is_not_registered_any_more(bench):
    guest, _ = bench.people.start_guest("Ann")
    bench.time += 24 * 60 * MINUTE - MINUTE // 2
    with pytest.raises(NotAllowed) as refused:
        bench.people.keep_name(guest, "ann@home", PASSWORD)
    assert refused.value.code == "person.guest-over"
    assert guest.id not in bench.record.refresh().roles


def test_another_server_knows_him_at_once(bench):
    other = PeopleBench(bench.store, time=bench.time)
    guest, token = bench.people.start_guest("Ann")
    assert other.people.person_of(token).guest
    bench.people.keep_name(guest, "ann@home", PASSWORD)
    assert other.people.person_of(token).roles == {"player"}
    assert other.people.persons_of([token])[token].roles == {"player"}


def test_asked_twice_at_once_one_is_registered_once(bench):
    guest, _ = bench.people.start_guest("Ann")

    def ask(login):
        try:
            return bench.people.keep_name(guest, login, PASSWORD).id
        except HousewayError as refused:
            return refused.code

    with ThreadPoolExecutor(2) as threads:
        answers = sorted(threads.map(ask, ("ann@home", "ann2@home")))
    assert answers.count(guest.id) == 1
    assert [event.facts["person"] for event in bench.recorded("person-registered")] == [guest.id]
    assert bench.open().record.state.roles[guest.id] == {"player"}
