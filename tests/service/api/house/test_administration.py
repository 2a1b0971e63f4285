"""Persons, accounts and the house's own affairs over HTTP: who may do what, and that it goes on record."""

import pytest

from houseway.errors import Corrupted
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.service.live.memory import live_tables
from houseway.service.live.turns import turn
from houseway.service.people.administration import finish_rotation, rotate_keys
from houseway.service.people.person import THE_HOUSE
from houseway.service.people.record import HouseRecord
from houseway.service.people.stops import SCOPES
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import is_genuine, sign_head
from houseway.store import open_store
from tests.support.api_bench import PASSWORD, ApiBench, give, new_id, open_table, sit_down
from tests.support.live import submission

NOBODY = "p-aaaaaaaaaa"


def sign_in(bench, login, *roles):
    """A client with the session of a newly registered person, or of a guest."""
    client = bench.client()
    if roles:
        bench.service.people.register(login, login.title(), PASSWORD, roles, THE_HOUSE, "a test")
        answer = client.post("/api/session", {"login": login, "password": PASSWORD})
    else:
        answer = client.post("/api/session/guest", {"name": login})
    client.id = answer.json()["person"]["id"]
    return client


@pytest.fixture
def bench(tmp_path):
    """A house of its own for each test, because all of it is on one record."""
    bench = ApiBench(tmp_path)
    yield bench
    bench.close()


@pytest.fixture
def ada(bench):
    return sign_in(bench, "ada", "administrator")


ROUTES = [
    ("GET", "/api/people", None),
    ("POST", "/api/people", {"login": "eve", "name": "Eve", "password": PASSWORD, "roles": ["administrator"], "why": "x"}),
    ("POST", f"/api/people/{NOBODY}/grant", {"role": "dealer", "why": "x"}),
    ("POST", f"/api/people/{NOBODY}/withdraw", {"role": "dealer", "why": "x"}),
    ("POST", f"/api/people/{NOBODY}/password", {"login": "eve", "password": PASSWORD, "why": "x"}),
    ("POST", f"/api/people/{NOBODY}/end-sessions", {"why": "x"}),
    ("POST", f"/api/people/{NOBODY}/erase", {"why": "x"}),
    ("GET", f"/api/accounts/{NOBODY}", None),
    ("POST", f"/api/accounts/{NOBODY}/deposit", {"id": "command-1", "amount_cents": 1, "why": "x"}),
    ("POST", f"/api/accounts/{NOBODY}/withdraw", {"id": "command-1", "amount_cents": 1, "why": "x"}),
    ("POST", "/api/house/stops", {"scope": "house", "stopped": True, "why": "x"}),
    ("POST", "/api/house/integrity", None),
    ("POST", "/api/house/integrity/accept", {"why": "x"}),
    ("POST", "/api/house/keys/rotate", {"why": "x"}),
    ("POST", "/api/meters/progressive/mega/terms", {"rate": "20%", "why": "x"}),
    ("GET", "/api/house/record", None),
    ("GET", "/api/house/reconciliation", None),
]


def test_nobody_and_guests_administer_nothing(bench):
    state = bench.service.record.state
    for client, status in ((bench.client(), 401), (sign_in(bench, "Gus"), 403)):
        for method, path, body in ROUTES:
            answer = client.request(method, path, **({"json": body} if body else {}))
            assert answer.status_code == status, (path, answer.text)
    assert bench.service.record.state == state


def test_an_administrator_registers_somebody_who_then_logs_in(bench, ada):
    wanted = {"login": "fay", "name": "Fay", "password": PASSWORD, "roles": ["floorperson"], "why": "works here now"}
    answer = ada.post("/api/people", wanted)
    assert answer.status_code == 201
    fay = answer.json()
    assert (fay["name"], fay["roles"], fay["program"]) == ("Fay", ["floorperson"], False)
    assert [each["name"] for each in ada.get("/api/people").json()["people"]] == ["Ada", "Fay"]
    client = bench.client()
    assert client.post("/api/session", {"login": "fay", "password": PASSWORD}).json()["person"]["roles"] == ["floorperson"]
    changed = ada.post(f"/api/people/{fay['id']}/grant", {"role": "dealer", "why": "deals, too"}).json()
    assert changed["roles"] == ["dealer", "floorperson"]
    ada.post(f"/api/people/{fay['id']}/withdraw", {"role": "floorperson", "why": "deals only"})
    assert client.get("/api/session").json()["person"]["roles"] == ["dealer"]
    assert ada.post(f"/api/people/{fay['id']}/end-sessions", {"why": "left"}).json() == {"ended": 1}
    assert client.get("/api/session").json() == {"person": None}


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("grant", {"role": "floorperson", "why": "I want it"}, 403, "authority.own-roles"),
        ("password", {"login": "ada", "password": PASSWORD, "why": "x"}, 403, "authority.own-roles"),
    ],
)
def test_an_administrator_does_not_change_what_he_himself_may_do(ada, path, body, status, code):
    answer = ada.post(f"/api/people/{ada.id}/{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_somebody_who_does_not_exist_is_not_found(ada):
    answer = ada.post(f"/api/people/{NOBODY}/grant", {"role": "dealer", "why": "x"})
    assert (answer.status_code, answer.json()["code"]) == (404, "person.unknown")


def test_a_refused_registration_repeats_neither_password_nor_name(ada):
    wanted = {"login": "fay", "name": "Fay\u202e", "password": "secret", "roles": ["dealer"], "why": "x"}
    for change in ({"name": "Fay"}, {"password": PASSWORD}):
        answer = ada.post("/api/people", {**wanted, **change})
        assert answer.status_code == 422
        assert not any(word in answer.text for word in ("secret", PASSWORD, "Fay"))


def test_those_who_check_the_house_see_accounts_and_move_no_money(bench):
    gus = sign_in(bench, "Gus")
    for login, role in (("aud", "auditor"), ("ann", "administrator")):
        reader = sign_in(bench, login, role)
        assert reader.get(f"/api/accounts/{gus.id}").json()["balance"] == 500_000
        assert [each["person"] for each in reader.get("/api/accounts?owner=Gus").json()["accounts"]] == [gus.id]
        moved = reader.post(f"/api/accounts/{gus.id}/deposit", {"id": "command-1", "amount_cents": 1, "why": "x"})
        assert (moved.status_code, moved.json()["given"]) == (403, "account.manage")
    watcher = sign_in(bench, "sue", "surveillance")
    assert watcher.get(f"/api/accounts/{gus.id}").status_code == 403


def test_a_guest_sees_his_own_account_and_no_other(bench):
    gus, gil, fay = sign_in(bench, "Gus"), sign_in(bench, "Gil"), sign_in(bench, "fay", "floorperson")
    account = gus.get("/api/account").json()
    assert (account["person"], account["balance"], account["movements"]) == (gus.id, 500_000, [])
    assert give(gus, open_table(fay, "md.four-card-poker", "minimal"), "sit", position=1).status_code == 200
    account = gus.get("/api/account").json()
    assert account["balance"] == 500_000
    assert [(each["reason"], each["source"], each["amount"]) for each in account["movements"]] == [
        ("grant", "play-money", 500_000)
    ]
    assert gus.get(f"/api/accounts/{gil.id}").status_code == 403


def test_a_deposit_that_is_sent_twice_is_made_once(bench):
    fay, ann = sign_in(bench, "fay", "floorperson"), sign_in(bench, "ann", "player")
    deposit = {"id": "command-1", "amount_cents": 10_000, "why": "cash at the cage"}
    for _ in range(2):
        assert fay.post(f"/api/accounts/{ann.id}/deposit", deposit).json()["balance"] == 10_000
    withdrawal = {"id": "command-2", "amount_cents": 8_000, "why": "cash at the cage"}
    for _ in range(2):
        assert fay.post(f"/api/accounts/{ann.id}/withdraw", withdrawal).json()["balance"] == 2_000
    answer = fay.post(f"/api/accounts/{ann.id}/withdraw", {**withdrawal, "id": "command-3"})
    assert (answer.status_code, answer.json()["code"]) == (409, "account.short")
    assert [each["after"] for each in ann.get("/api/account").json()["movements"]] == [10_000, 2_000]
    assert ann.get("/api/account", params={"before": 2}).json()["movements"][-1]["number"] == 1


def test_an_id_that_nobody_has_has_no_account(bench, ada):
    answer = ada.get(f"/api/accounts/{NOBODY}")
    assert (answer.status_code, answer.json()["code"], answer.json()["given"]) == (404, "person.unknown", NOBODY)
    assert "registered" in answer.json()["allowed"]
    assert ada.get(f"/api/accounts/{ada.id}").json()["balance"] == 0, "somebody without money has an empty one"
    ann, cashier = sign_in(bench, "ann", "player"), sign_in(bench, "flo", "floorperson")
    brought = {"id": "pay-in-01", "amount_cents": 100, "why": "she brings it"}
    assert cashier.post(f"/api/accounts/{ann.id}/deposit", brought).status_code == 200
    refused = ann.post(f"/api/people/{ann.id}/erase", {"why": "she wishes it"})
    assert (refused.status_code, refused.json()["code"]) == (409, "person.money")
    paid = {"id": "pay-out-1", "amount_cents": 100, "why": "she leaves"}
    assert cashier.post(f"/api/accounts/{ann.id}/withdraw", paid).status_code == 200
    assert ann.post(f"/api/people/{ann.id}/erase", {"why": "she wishes it"}).status_code == 204
    assert [each["after"] for each in ada.get(f"/api/accounts/{ann.id}").json()["movements"]] == [100, 0]


def test_whoever_sits_at_a_table_is_not_erased(bench, ada):
    """Nobody could have his chips."""
    open_table(sign_in(bench, "flo", "floorperson"), "md.ultimate-texas-holdem")
    ann = sign_in(bench, "ann", "player")
    sit = {"id": "ann-00001", "act": "sit", "facts": {"position": 1}}
    assert ann.post("/api/tables/UTH-1/commands", sit).status_code == 200
    refused = ada.post(f"/api/people/{ann.id}/erase", {"why": "she wishes it"})
    assert (refused.status_code, refused.json()["code"]) == (409, "person.seated")
    assert ann.post("/api/tables/UTH-1/commands", {"id": "ann-00002", "act": "leave", "facts": {}}).status_code == 200
    assert ada.post(f"/api/people/{ann.id}/erase", {"why": "she wishes it"}).status_code == 204


def test_stops_are_shown_to_everybody_but_not_who_is_stopped(bench, ada):
    gus = sign_in(bench, "Gus")
    open_table(sign_in(bench, "flo", "floorperson"), "md.ultimate-texas-holdem")
    for scope, target in (("house", ""), ("table", "UTH-1"), ("player", gus.id)):
        assert (
            ada.post("/api/house/stops", {"scope": scope, "target": target, "stopped": True, "why": "closing"}).status_code
            == 200
        )
    shown = gus.get("/api/house/stops").json()["stops"]
    assert [(stop["scope"], stop["target"], stop["why"]) for stop in shown] == [
        ("house", "", "closing"),
        ("table", "UTH-1", "closing"),
    ]
    answer = ada.post("/api/house/stops", {"scope": "house", "stopped": False, "why": "open again"}).json()
    assert [(stop["scope"], answer["names"].get(stop["target"])) for stop in answer["stops"]] == [
        ("table", None),
        ("player", "Gus"),
    ]
    lifted = ada.post("/api/house/stops", {"scope": "player", "target": gus.id, "stopped": False, "why": "talked to"}).json()
    assert [stop["scope"] for stop in lifted["stops"]] == ["table"]
    assert ada.post("/api/house/stops", {"scope": "house", "stopped": False, "why": "again"}).status_code == 409


@pytest.mark.parametrize("scope", SCOPES)
def test_everything_that_can_be_stopped_is_stopped_over_http(bench, ada, scope):
    table = open_table(sign_in(bench, "flo", "floorperson"), "md.ultimate-texas-holdem")
    targets = {"house": "", "player": ada.id, "wager": f"{table}:progressive", "game": "ultimate-texas-holdem", "table": table}
    stop = {"scope": scope, "target": targets[scope], "why": "a drill"}
    stopped = ada.post("/api/house/stops", {**stop, "stopped": True})
    assert (stopped.status_code, stopped.json()["stops"]) == (200, [stop])
    assert ada.get("/api/house/stops").json()["stops"] == [stop]
    assert ada.post("/api/house/stops", {**stop, "stopped": False}).json()["stops"] == []


@pytest.mark.parametrize(
    ("scope", "target", "allowed"),
    [
        ("table", "UTH-9", ["UTH-1"]),
        ("game", "ultimate-texas-holden", "ultimate-texas-holdem"),
        ("game", "progressive", "md.four-card-poker"),
        ("wager", "progressive", "ultimate-texas-holdem:progressive"),
        ("wager", "UTH-1:progresive", "UTH-1:progressive"),
        ("wager", "UTH-9:progressive", "UTH-1:progressive"),
        ("wager", "md.four-card-poker:fortune-bonus", "md.pai-gow-poker:fortune-bonus"),
        ("player", NOBODY, "the id of a guest or of somebody who is registered"),
        ("player", "Ada", "the id of a guest or of somebody who is registered"),
    ],
)
def test_what_there_is_not_cannot_be_stopped(bench, ada, scope, target, allowed):
    flo = sign_in(bench, "flo", "floorperson")
    open_table(flo, "md.ultimate-texas-holdem")
    stop = {"scope": scope, "target": target, "stopped": True, "why": "a drill"}
    refusal = ada.post("/api/house/stops", stop)
    assert (refusal.status_code, refusal.json()["code"], refusal.json()["given"]) == (422, "house.stop-target", target)
    assert refusal.json()["allowed"] == allowed or allowed in refusal.json()["allowed"]
    assert bench.service.record.state.stops == {}
    denied = sign_in(bench, "ann", "player").post("/api/house/stops", stop)
    assert denied.json()["code"] == "authority.denied", "who may not stop it does not learn what there is"


def test_a_stop_of_what_is_gone_can_be_lifted(bench, ada):
    ann, people = sign_in(bench, "ann", "player"), bench.service.people
    stop = {"scope": "player", "target": ann.id, "why": "a drill"}
    assert ada.post("/api/house/stops", {**stop, "stopped": True}).status_code == 200
    people.erase(ann.id, THE_HOUSE, "she wishes it")
    assert people.find(ann.id) is None
    assert ada.post("/api/house/stops", {**stop, "stopped": False}).json()["stops"] == []


def test_the_program_is_checked_on_demand(ada):
    check = ada.post("/api/house/integrity").json()
    assert check["matches"]
    assert check["expected"] == check["found"]
    assert ada.post("/api/house/integrity/accept", {"why": "looked at it"}).json()["matches"]
    kinds = [event["kind"] for event in ada.get("/api/house/record").json()["events"]]
    assert kinds[:3] == ["service-started", "integrity-accepted", "integrity-checked"]
    assert kinds[-3:] == ["integrity-checked", "integrity-accepted", "integrity-checked"]


def test_an_auditor_reads_the_record_page_by_page_and_reconciles(bench, ada):
    for number in range(120):
        switch = {"scope": "game", "target": "md.four-card-poker", "stopped": number % 2 == 0, "why": f"test {number}"}
        ada.post("/api/house/stops", switch)
    auditor = sign_in(bench, "aud", "auditor")
    last = auditor.get("/api/house/record").json()["events"]
    before = auditor.get("/api/house/record", params={"before": last[0]["number"]}).json()["events"]
    numbers = [event["number"] for event in (*before, *last)]
    assert len(last) == 100
    assert numbers == list(range(1, len(numbers) + 1))
    gus = sign_in(bench, "Gus")
    bench.service.accounts.grant(gus.id, Cents(500_000), "as if he had sat down")
    found = auditor.get("/api/house/reconciliation").json()
    assert (found["balanced"], found["issued"], found["in_accounts"], found["at_tables"]) == (True, 500_000, 500_000, 0)


def test_a_buy_in_beyond_the_account_is_refused_beforehand_and_when_it_is_made(bench):
    fay, gus = sign_in(bench, "fay", "floorperson"), sign_in(bench, "Gus")
    table = open_table(fay, "md.ultimate-texas-holdem")
    sit_down(gus, table, 1, cents=400_000)
    for path in ("preview", "commands"):
        buy_in = {"id": new_id(), "act": "buy-in", "facts": {"amount": {"cents": 100_001}}}
        answer = gus.post(f"/api/tables/{table}/{path}", buy_in)
        assert (answer.status_code, answer.json()["code"]) == (409, "account.short")
        buy_in["facts"]["amount"]["cents"] = 100_000 if path == "preview" else 1
        assert gus.post(f"/api/tables/{table}/{path}", {**buy_in, "id": new_id()}).status_code == 200
    assert gus.get("/api/account").json()["balance"] == 99_999


def test_terms_of_a_meter_are_requested_once_for_all_its_tables(bench):
    fay = sign_in(bench, "fay", "floorperson")
    open_table(fay, "md.ultimate-texas-holdem", "everything")
    (meter, *_) = fay.get("/api/meters").json()["meters"]
    path = f"/api/meters/{meter['id']}/terms"
    reset = meter["reset"] + 100
    answer = fay.post(path, {"reset": f"${reset // 100}", "why": "a richer start"})
    assert answer.status_code == 202, answer.text
    assert (answer.json()["reset"], answer.json()["requested"]) == (reset, None)
    for terms, code in (({"rate": "all of it"}, "table.submission"), ({"paytable": "no such"}, "table.submission")):
        refused = fay.post(path, {**terms, "why": "a test"})
        assert (refused.status_code, refused.json()["code"]) == (409, code), refused.text
    assert fay.post("/api/meters/progressive/none/terms", {"rate": "20%", "why": "x"}).json()["code"] == "service.meter"


def test_a_further_table_shares_a_running_meter_once_the_meter_is_filed_for_it(bench):
    fay = sign_in(bench, "fay", "floorperson")
    first, opening = submission("md.four-card-poker"), {"inventory_cents": 100_000_000}
    assert fay.post("/api/tables", {"id": new_id(), "table": "FC-1", "submission": first, **opening}).status_code == 201
    (meter,) = fay.get("/api/meters").json()["meters"]
    tables = ["FC-1", "FC-2", "FC-3"]
    text = first.replace('["FC-1", "FC-2"]', '["FC-1", "FC-2", "FC-3"]')
    wanted = {"table": "FC-3", "submission": text, **opening}
    early = fay.post("/api/tables", {"id": new_id(), **wanted})
    assert (early.status_code, early.json()["code"]) == (409, "progressive.shared")
    path = f"/api/meters/{meter['id']}/terms"
    left_out = fay.post(path, {"tables": ["FC-2"], "why": "a smaller pit"})
    assert (left_out.status_code, left_out.json()["code"]) == (409, "progressive.table")
    assert fay.post(path, {"tables": tables, "why": "a larger pit"}).json()["tables"] == tables
    assert fay.post("/api/tables", {"id": new_id(), **wanted}).status_code == 201
    assert bench.service.house.meters.by_id[meter["id"]].tables == {"FC-1", "FC-3"}


# Frozen tables, and keys


def test_a_floorperson_lets_a_frozen_table_go_on_and_it_goes_on_record(bench, monkeypatch):
    flo, ann = sign_in(bench, "flo", "floorperson"), sign_in(bench, "ann", "player")
    table = open_table(flo, "md.four-card-poker")
    path, why = f"/api/tables/{table}/thaw", {"why": "a faulty disk"}
    assert (flo.post(path, why).status_code, flo.post(path, why).json()["code"]) == (409, "house.not-frozen")
    with monkeypatch.context() as patch:
        patch.setattr(turn, "decide", lambda *facts: 1 / 0)
        assert give(ann, table, "sit", position=1).json()["code"] == "house.frozen"
    assert give(ann, table, "sit", position=1).json()["code"] == "house.frozen"
    assert ann.get(f"/api/tables/{table}/options").json()["options"] == []
    assert ann.post(path, why).status_code == 403
    assert flo.post(path, {"why": " "}).status_code == 422
    assert table in bench.service.house.frozen
    assert flo.post(path, why).status_code == 204
    assert give(ann, table, "sit", position=1).status_code == 200
    (event,) = recorded(bench, "table-thawed")
    assert (event["table"], event["by"], event["why"]) == (table, flo.id, "a faulty disk")
    assert event["before"] == "frozen: a fault of the program: ZeroDivisionError"
    bench.service.upkeep.do_due_work()
    kinds = [event.kind for append in bench.service.store.read("house") for event in append.events]
    assert [kind for kind in kinds if kind.startswith("table-")] == ["table-frozen", "table-thawed"], "not frozen again later"


def test_a_table_that_cannot_be_folded_stays_frozen(bench, monkeypatch):
    flo = sign_in(bench, "flo", "floorperson")
    table = open_table(flo, "md.four-card-poker")
    bench.service.house._live.by_name[table].frozen = "a fault"
    monkeypatch.setattr(
        live_tables, "load_table", lambda *facts: (_ for _ in ()).throw(Corrupted("event 3 is missing", code="x"))
    )
    answer = flo.post(f"/api/tables/{table}/thaw", {"why": "again"})
    assert (answer.status_code, answer.json()["code"]) == (503, "house.frozen")
    assert "event 3 is missing" in answer.json()["message"]
    assert bench.service.house.frozen == {table: "a fault"}
    assert recorded(bench, "table-thawed") == []


def test_an_administrator_rotates_the_key_and_every_receipt_stays_genuine(bench, ada):
    flo, ann = sign_in(bench, "flo", "floorperson"), sign_in(bench, "ann", "player")
    table, service = open_table(flo, "md.four-card-poker"), bench.service
    service.accounts.grant(ann.id, Cents.from_dollars(5_000), "a test")
    sit_down(ann, table, 1)
    bench.play(table)
    assert flo.post("/api/house/keys/rotate", {"why": "x"}).status_code == 403
    assert ada.post("/api/house/keys/rotate", {"why": "a year has passed"}).status_code == 204
    bench.play(table)
    first, second = service.keys.public_keys
    (event,) = recorded(bench, "key-rotated")
    assert (event["before"], event["after"], event["by"]) == (first.key, second.key, ada.id)
    assert [key["number"] for key in ann.get("/api/keys").json()["keys"]] == [1, 2]
    service.house._receipts.close()
    receipts = [*service.receipts.read(), sign_head(service.store.head_at(f"table:{table}", 20), service.keys)]
    assert {receipt.key for receipt in receipts} == {1, 2}
    assert all(is_genuine(receipt, service.keys.public_keys) for receipt in receipts)


def test_a_key_is_on_record_before_it_signs_and_the_next_start_finishes_a_rotation(tmp_path, monkeypatch):
    store, keys = open_store("memory:"), HouseKeys(tmp_path, at=1)
    record = HouseRecord(store, HouseClock())
    monkeypatch.setattr(HouseKeys, "rotate", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):  # the process ends between the record and the new key
        rotate_keys(record, keys, THE_HOUSE, "a year has passed")
    monkeypatch.undo()
    (first,) = keys.public_keys
    finish_rotation(record, again := HouseKeys(tmp_path, at=2))
    assert [key.key for key in again.public_keys] == [first.key, record.state.signing_key]
    assert again.sign(b"a head")[0] == 2
    finish_rotation(record, again)
    assert len(again.public_keys) == 2
    rotate_keys(record, again, THE_HOUSE, "once more")
    assert [key.number for key in again.public_keys] == [1, 2, 3]


def recorded(bench, kind):
    return [event for append in bench.service.store.read("house") for event in append.events if event.kind == kind]
