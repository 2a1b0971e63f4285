"""The published log is checked by its own verifier in a process of its own, as a stranger would. A witness keeps checkpoints."""

import json
import shutil
import subprocess
import sys
from base64 import b64decode
from dataclasses import asdict
from functools import cache

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.errors import Corrupted, Malformed
from houseway.merkle import consistency_proof
from houseway.service.clock import HouseClock
from houseway.service.evidence import offline_verifier
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.house_site import HouseSite
from houseway.service.evidence.log_keeper import LogKeeper
from houseway.service.evidence.static_export import tile_path, tile_places
from houseway.service.evidence.witnessing import CONTRADICTION, Witness, WitnessKey
from houseway.service.secrecy.keys import HouseKeys
from houseway.store import open_store
from houseway.store.tree import SignedHead
from tests.support.command import answered, refused, run
from tests.support.live import LiveHouse, submission
from tests.support.stored import append, part, request


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A data folder with two finished rounds and one that is under way, published. A second key has signed the last checkpoint."""
    folder = tmp_path_factory.mktemp("house")
    live = LiveHouse(open_store(f"sqlite:///{folder / 'house.db'}"), folder)
    keeper = LogKeeper(live.store, live.keys, CheckpointFile(folder / "checkpoints.jsonl"), HouseClock())
    live.open("FC-1", submission("md.four-card-poker", "minimal"))
    keeper.extend()
    live.keys.rotate(HouseClock().now())
    live.play("FC-1", rounds=2)
    live.play_one_turn("FC-1")
    append(live.store, *(request(part(f"other:{number}", 0, "a")) for number in range(300)))
    keeper.extend()
    live.close()
    (folder / "receipt.json").write_text((folder / "heads.jsonl").read_text().splitlines()[0])
    first, older, _ = CheckpointFile(folder / "checkpoints.jsonl").read()
    assert first.size == 0
    (folder / "older.txt").write_text(older.note)
    answered("export", folder, folder / "published", "--static", "--with-rounds")
    return folder


@pytest.fixture
def published(house, tmp_path):
    return shutil.copytree(house / "published", tmp_path / "published")


def verify(published, *arguments):
    """Run the verifier as a stranger would: isolated, so that nothing of this project can be imported by it."""
    command = [sys.executable, "-I", "-O", published / "verify.py", *arguments]
    return subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=120, check=False)


def test_a_stranger_checks_signature_tree_receipt_and_history(house, published):
    result = verify(published, house / "receipt.json", house / "older.txt")
    assert (result.returncode, result.stderr) == (0, "")
    size, older = (int((file.read_text()).split("\n")[1]) for file in (published / "checkpoint", house / "older.txt"))
    assert f"the first {size} of {size} leaves are those that the house has signed" in result.stdout
    assert f"the first {older} of {size} leaves are those that the house has signed" in result.stdout
    assert "the receipt is leaf" in result.stdout
    assert "links are in the log" in result.stdout


def change_tile(published):
    path = published / "tile" / "0" / "000"
    path.write_bytes(bytes(32) + path.read_bytes()[32:])


def change_content(published):
    path = published / "links" / "FC-1.jsonl"
    path.write_text(path.read_text().replace('\\"name\\":\\"Ann\\"', '\\"name\\":\\"Eve\\"', 1))


def change_checkpoint(published):
    path = published / "checkpoint"
    origin, size, *rest = path.read_text().split("\n")
    path.write_text("\n".join([origin, str(int(size) - 1), *rest]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (change_tile, "the tiles of level 0 do not fit the checkpoint or those of level 1"),
        (change_content, "was changed"),
        (change_checkpoint, "InvalidSignature"),
    ],
)
def test_whatever_was_changed_is_not_verified(published, change, said):
    change(published)
    result = verify(published)
    assert result.returncode == 1
    assert result.stderr.startswith("NOT VERIFIED: ")
    assert said in result.stderr


FLIPS = (1, 2, 32)
"""Bits of a byte: the last one changes between upper and lower case, which readers of hexadecimal do not notice."""


def changes_of(content, step):
    """Yield the content with one byte changed, added or cut off."""
    for place in range(0, len(content), step):
        for flip in FLIPS:
            yield content[:place] + bytes([content[place] ^ flip]) + content[place + 1 :]
    yield content + b"0"
    yield content[:-1]


def is_verified(published, *given):
    try:
        offline_verifier.verify(published, given)
    except Exception:
        return False
    return True


def test_one_changed_byte_anywhere_is_refused(house, published, monkeypatch):
    """Each byte of what is short, and some of what is long. The root of the same hashes is computed once."""
    known_root = cache(lambda hashes, root_of=offline_verifier.root_of: root_of(list(hashes)))
    monkeypatch.setattr(offline_verifier, "root_of", lambda hashes: known_root(tuple(hashes)))
    receipt = (house / "receipt.json").read_text().strip().encode()
    files = [file for file in published.rglob("*") if file.is_file() and file.name not in ("verify.py", "public-keys.json")]
    assert {file.relative_to(published).parts[:2] for file in files} >= {("tile", "0"), ("tile", "1"), ("links", "FC-1.jsonl")}
    unnoticed = []
    for file in files:
        content = file.read_bytes()
        for changed in changes_of(content, 1 if len(content) < 400 else len(content) // 40):
            file.write_bytes(changed)
            if is_verified(published):
                unnoticed.append((file.name, changed))
        file.write_bytes(content)
    assert unnoticed == []
    assert is_verified(published, receipt.decode())
    assert [changed for changed in changes_of(receipt, 1) if is_verified(published, changed.decode())] == []


def test_nothing_of_a_round_under_way_and_no_content_is_published_unasked(house, tmp_path):
    printed = answered("export", house, tmp_path / "public", "--static")
    assert "anybody can check it" in printed
    rows = [json.loads(line) for line in (tmp_path / "public" / "links" / "FC-1.jsonl").read_text().splitlines()]
    asked = [json.loads(line) for line in (house / "published" / "links" / "FC-1.jsonl").read_text().splitlines()]
    assert {(row["content"], row["sealed"]) for row in rows} == {(None, "")}
    assert [row["hash"] for row in rows] == [row["hash"] for row in asked]
    with open_store(f"sqlite:///{house / 'house.db'}", read_only=True) as store:
        assert rows[-1]["version"] <= store.version_before_round("table:FC-1", 3)
    assert not list((tmp_path / "public").rglob("*other*"))


def test_what_cannot_be_published_is_refused(house, tmp_path):
    assert "the public keys of the house are needed" in refused("export", house / "house.db", tmp_path / "public", "--static")
    append(open_store(f"sqlite:///{tmp_path / 'new.db'}"), request(part("other", 0, "a")))
    keys = house / "keys" / "public-keys.json"
    assert "no checkpoint yet" in refused("export", tmp_path / "new.db", tmp_path / "p", "--static", "--public-keys", keys)


def test_tiles_are_published_where_others_look_for_them():
    assert str(tile_path(0, 1_234_067, 256)) == "tile/0/x001/x234/067"
    assert str(tile_path(1, 5, 17)) == "tile/1/005.p/17"
    assert list(tile_places(0)) == []
    assert list(tile_places(70_000)) == [
        *((0, number, 256) for number in range(273)),
        (0, 273, 112),
        (1, 0, 256),
        (1, 1, 17),
        (2, 0, 1),
    ]


# Witnesses


@pytest.fixture
def log(tmp_path):
    """A log that grows, and a function that fetches its proofs."""
    store = open_store("memory:")
    keys = HouseKeys(tmp_path / "keys", at=0)
    keeper = LogKeeper(store, keys, CheckpointFile(tmp_path / "house.jsonl"), HouseClock())
    return store, keys, keeper


def grow(log, version, word="a"):
    store, _, keeper = log
    append(store, request(part("other", version, word)))
    keeper.extend()
    return store.tree.latest_signed_head().note


def fetcher(store):
    return lambda first, second: consistency_proof(store.tree.node_reader(), first, second)


def test_a_witness_keeps_what_extends_the_last_checkpoint(log, tmp_path):
    store, keys, keeper = log
    file = CheckpointFile(tmp_path / "witness.jsonl")
    keeper.extend()
    for version in range(3):
        witness = Witness(file, keys.public_keys)
        witness.witness(store.tree.latest_signed_head().note, fetcher(store))
        witness.witness(store.tree.latest_signed_head().note, fetcher(store))
        grow(log, version)
    assert [checkpoint.size for checkpoint in file.read()] == [0, 1, 2]


def test_a_witness_refuses_a_log_that_was_rewritten_or_cut(log, tmp_path):
    store, keys, _ = log
    file = CheckpointFile(tmp_path / "witness.jsonl")
    notes = [grow(log, version) for version in range(3)]
    Witness(file, keys.public_keys).witness(notes[1], fetcher(store))
    other = open_store("memory:")
    rewritten = other, keys, LogKeeper(other, keys, CheckpointFile(tmp_path / "other.jsonl"), HouseClock())
    notes_of_other = [grow(rewritten, version, "b") for version in range(3)]
    for note, proofs, said in (
        (notes_of_other[2], other, "does not extend the one of 2"),
        (notes_of_other[1], other, "does not extend the one of 2"),
        (notes[0], store, "shows a log of 1 leaves, and has signed one of 2"),
    ):
        with pytest.raises(Corrupted, match=said) as refusal:
            Witness(file, keys.public_keys).witness(note, fetcher(proofs))
        assert (refusal.value.code, refusal.value.facts["given"]) == (CONTRADICTION, note)
    assert [checkpoint.size for checkpoint in file.read()] == [2]
    forged = HouseKeys(tmp_path / "forger", at=0)
    with pytest.raises(Corrupted, match="was not signed by a key of the house"):
        Witness(file, forged.public_keys).witness(notes[2], fetcher(store))


def test_a_witness_signs_what_he_has_seen(log, tmp_path):
    store, keys, _ = log
    note = grow(log, 0)
    key = Ed25519PrivateKey.generate()
    witness = Witness(
        CheckpointFile(tmp_path / "w.jsonl"), keys.public_keys, WitnessKey("ann", key, clock=lambda: 1_794_820_000)
    )
    kept = witness.witness(note, fetcher(store))
    text, _, signatures = kept.note.partition("\n\n")
    _, name, content = signatures.splitlines()[1].split(" ")
    signed = b64decode(content)
    assert (name, int.from_bytes(signed[4:12], "big")) == ("ann", 1_794_820_000)
    key.public_key().verify(signed[12:], f"cosignature/v1\ntime 1794820000\n{text}\n".encode())
    again = WitnessKey.load("ann", tmp_path / "ann.pem")
    assert WitnessKey.load("ann", tmp_path / "ann.pem").verifier == again.verifier
    public = b64decode(again.verifier.split("+", 2)[2])
    assert Ed25519PublicKey.from_public_bytes(public[1:])
    with pytest.raises(Malformed, match="no spaces"):
        WitnessKey("two words", key)


def test_the_command_asks_a_house_and_says_what_it_found(log, tmp_path, monkeypatch):
    store, keys, _ = log

    def fetch(_site, path):
        if path == "../keys":
            return json.dumps({"keys": [asdict(key) for key in keys.public_keys]}).encode()
        if path == "checkpoint":
            return store.tree.latest_signed_head().note.encode()
        first, second = (int(each.partition("=")[2]) for each in path.partition("?")[2].split("&"))
        return json.dumps({"hashes": [each.hex() for each in fetcher(store)(first, second)]}).encode()

    monkeypatch.setattr(HouseSite, "fetch", fetch)
    asked = ("witness", "http://127.0.0.1:8000", tmp_path / "w.jsonl", "--sign-with", tmp_path / "key.pem")
    grow(log, 0)
    assert "a log of 1 leaves, the first that was seen" in answered(*asked)
    assert "1 leaves, as before" in answered(*asked)
    grow(log, 1)
    assert "2 leaves, which extend 1" in answered(*asked)
    monkeypatch.setattr(
        store.tree, "latest_signed_head", lambda: SignedHead(1, CheckpointFile(tmp_path / "house.jsonl").last().note)
    )
    (tmp_path / "house.jsonl").write_text("".join((tmp_path / "house.jsonl").read_text().splitlines(keepends=True)[:-1]))
    result = run(*asked)
    assert result.returncode == 1
    assert "the house shows a log of 1 leaves, and has signed one of 2 before" in result.stdout
    monkeypatch.undo()
    assert "is not the address of a house" in refused("witness", "file:///etc/passwd", tmp_path / "w.jsonl")
    assert "does not answer" in refused("witness", "http://127.0.0.1:9", tmp_path / "w.jsonl")
