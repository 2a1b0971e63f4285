"""Who plays with play money and has none left takes new play money; nobody else does, and nobody before it is used up."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.service.people.person import THE_HOUSE
from tests.support.api_bench import PASSWORD, ApiBench, give, open_table, sign_in, sit_down

TABLE, PATH = "FC-1", "/api/account/play-money"
PLAY_MONEY = 500_000


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    served = ApiBench(tmp_path_factory.mktemp("renewed"), database="")
    open_table(sign_in(served, "Flo", "floorperson"), "md.four-card-poker", "minimal", TABLE, program_floor=True)
    yield served
    served.close()


def come_as_guest(served, name):
    client = served.client()
    return client, client.post("/api/session/guest", {"name": name}).json()["person"]["id"]


def lose_everything(served, client, position):
    """Bet all that he has, in rounds in which he folds."""
    sit_down(client, TABLE, position)
    state = served.service.house
    while state.latest_state(TABLE).chips(client.get("/api/session").json()["person"]["id"]):
        chips = state.latest_state(TABLE).chips(client.get("/api/session").json()["person"]["id"]).amount
        bet = give(client, TABLE, "wager", position=position, wager="ante", amount={"cents": min(chips, 50_000)})
        assert bet.status_code == 200, bet.json()
        assert client.post(f"/api/tables/{TABLE}/deal").status_code == 204
        assert client.post(PATH).json()["code"] == "account.not-empty", "his last chips are on the table"
        assert give(client, TABLE, "fold", position=position).status_code == 200


def test_a_guest_without_money_takes_new_money_and_goes_on(served):
    client, person = come_as_guest(served, "Ann")
    refused = client.post(PATH)
    assert (refused.status_code, refused.json()["code"]) == (409, "account.no-play-money"), "he has not sat down yet"
    lose_everything(served, client, 1)
    account = client.get("/api/account").json()
    assert (account["balance"], account["play_money"]) == (0, True)
    renewed = client.post(PATH).json()
    assert renewed["balance"] == PLAY_MONEY
    assert renewed["movements"][-1]["reason"] == "grant"
    refused = client.post(PATH)
    assert (refused.status_code, refused.json()["code"]) == (409, "account.not-empty")
    assert give(client, TABLE, "buy-in", amount={"cents": 100_000}).status_code == 200
    assert give(client, TABLE, "leave").status_code == 200
    assert person not in served.service.house.latest_state(TABLE).seats.values()


def test_who_has_chips_at_a_table_waits_until_they_are_used_up(served):
    client, _ = come_as_guest(served, "Bea")
    sit_down(client, TABLE, 2)  # with all that he has
    refused = client.post(PATH)
    assert (refused.status_code, refused.json()["code"]) == (409, "account.not-empty")
    assert TABLE in refused.json()["message"]
    give(client, TABLE, "leave")


def test_real_money_comes_from_the_cage(served):
    client = sign_in(served, "Rea", "player")
    refused = client.post(PATH)
    assert (refused.status_code, refused.json()["code"]) == (409, "account.no-play-money")
    assert "cage" in refused.json()["message"]
    assert client.get("/api/account").json()["play_money"] is False
    assert served.client().post(PATH).status_code == 401


def test_asked_twice_at_once_it_is_issued_once(bench):
    guest, _ = bench.people.start_guest("Cal")
    bench.people.keep_name(guest, "cal@home", PASSWORD)
    bench.accounts.expire(guest.id, "a test empties it")

    def ask(_):
        try:
            return bench.accounts.renew(guest.id, Cents(PLAY_MONEY)).balance
        except NotAllowed as refused:
            return refused.code

    with ThreadPoolExecutor(2) as threads:
        assert sorted(map(str, threads.map(ask, range(2)))) == sorted(["account.not-empty", str(Cents(PLAY_MONEY))])
    assert bench.accounts.get(guest.id).balance == Cents(PLAY_MONEY)


def test_who_is_suspended_gets_none(served):
    client, person = come_as_guest(served, "Dot")
    sit_down(client, TABLE, 3)
    give(client, TABLE, "leave")
    served.service.accounts.expire(person, "a test empties it")
    assert client.post("/api/protection/suspension", {"days": 1}).status_code in (200, 201, 204)
    refused = client.post(PATH)
    assert (refused.status_code, refused.json()["code"]) == (409, "protection.barred")
    assert THE_HOUSE.id not in refused.text
