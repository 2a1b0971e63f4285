"""The log of the house over HTTP: anybody can check a receipt and the history with nothing but hashes."""

import pytest

from houseway.merkle import leaf_hash, verify_consistency, verify_inclusion
from houseway.service.evidence.checkpoints import is_genuine_checkpoint, parse_checkpoint
from houseway.service.secrecy.keys import PublicKey
from tests.support.api_bench import open_table, sign_in, sit_down


@pytest.fixture(scope="module")
def house(bench):
    bench.table = open_table(sign_in(bench, "Flo", "floorperson"), "md.four-card-poker")
    bench.ann = sign_in(bench, "Ann")
    sit_down(bench.ann, bench.table, 1)
    bench.service.log_keeper.extend()
    bench.before = read_checkpoint(bench.client())
    bench.play(bench.table)
    bench.service.log_keeper.extend()
    bench.receipt = bench.ann.get(f"/api/tables/{bench.table}/rounds/1/receipt").json()
    return bench


def read_checkpoint(client):
    answer = client.get("/api/log/checkpoint")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    return parse_checkpoint(answer.text)


def test_anybody_gets_a_checkpoint_that_the_keys_of_the_house_verify(house, client):
    keys = [PublicKey(**key) for key in client.get("/api/keys").json()["keys"]]
    checkpoint = read_checkpoint(client)
    assert is_genuine_checkpoint(checkpoint, keys)
    status = client.get("/api/log").json()
    assert (status["origin"], status["contradiction"]) == (checkpoint.origin, "")
    assert status["size"] >= checkpoint.size > house.before.size


def test_a_player_proves_from_a_receipt_that_a_round_is_in_the_log(house, client):
    receipt, checkpoint = house.receipt, read_checkpoint(client)
    asked = {name: receipt[name] for name in ("stream", "version", "hash")}
    proof = client.get("/api/log/proof/inclusion", params={**asked, "size": checkpoint.size}).json()
    leaf = leaf_hash("\n".join(("houseway leaf 1", receipt["stream"], str(receipt["version"]), receipt["hash"])).encode())
    hashes = [bytes.fromhex(each) for each in proof["hashes"]]
    assert verify_inclusion(leaf, proof["index"], checkpoint.size, hashes, checkpoint.root)


def test_the_log_extends_what_it_was(house, client):
    first, second = house.before, read_checkpoint(client)
    proof = client.get("/api/log/proof/consistency", params={"first": first.size, "second": second.size}).json()
    hashes = [bytes.fromhex(each) for each in proof["hashes"]]
    assert verify_consistency(first.size, first.root, second.size, second.root, hashes)
    for size in (0, second.size):
        proof = client.get("/api/log/proof/consistency", params={"first": size, "second": second.size}).json()
        assert proof == {"first": size, "second": second.size, "hashes": []}


@pytest.mark.parametrize(
    "change", [{"hash": "00" * 32}, {"version": 2}, {"stream": "table:NO-1"}, {"stream": "account:p-abcdefghij"}]
)
def test_without_the_hash_nobody_learns_that_something_is_there(house, client, change):
    asked = {name: house.receipt[name] for name in ("stream", "version", "hash")}
    answer = client.get("/api/log/proof/inclusion", params={**asked, **change})
    assert (answer.status_code, answer.json()["code"]) == (404, "log.unknown")


def test_a_size_that_the_log_never_had_is_refused(house, client):
    asked = {name: house.receipt[name] for name in ("stream", "version", "hash")}
    for path, params in (("consistency", {"first": 10**9}), ("inclusion", {**asked, "size": 10**9})):
        answer = client.get(f"/api/log/proof/{path}", params=params)
        assert (answer.status_code, answer.json()["code"]) == (422, "log.size")
    answer = client.get("/api/log/proof/consistency", params={"first": 3, "second": 2})
    assert answer.json()["message"] == "a tree of 2 leaves cannot extend one of 3"
    early = client.get("/api/log/proof/inclusion", params={**asked, "size": house.before.size})
    assert (early.status_code, early.json()["code"]) == (409, "log.waiting")
