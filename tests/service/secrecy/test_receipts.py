"""Keys and receipts: a log that was rewritten whole is found, because players and a file outside hold signed heads."""

import json
import shutil
from dataclasses import replace
from time import sleep

import pytest

from houseway.errors import Corrupted, NotAllowed
from houseway.events import Event, Role
from houseway.service.people.person import Person
from houseway.service.secrecy.keys import HouseKeys, read_public_keys
from houseway.service.secrecy.receipts import ReceiptFile, ReceiptWriter, is_genuine, sign_head
from houseway.store import StreamHead, open_store
from tests.support.audited_house import change, rewrite
from tests.support.house_checks import receipt_problems
from tests.support.live import LiveHouse, LiveRun, submission
from tests.support.stored import TABLE, append, part, request

CHANCE = "chance:PG-1"
HEAD = StreamHead(TABLE, 7, bytes(range(32)), at=5_000)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "keys"


def test_keys_are_made_once_and_found_again(folder):
    keys = HouseKeys(folder, at=1_000)
    again = HouseKeys(folder, at=9_000)
    assert again.public_keys == keys.public_keys
    assert again.vault.decrypt(keys.vault.encrypt(b"secret")) == b"secret"
    assert is_genuine(sign_head(HEAD, again), keys.public_keys)


def test_only_the_owner_may_read_secrets(folder):
    HouseKeys(folder, at=1_000)
    secrets = [path for path in folder.iterdir() if path.name not in ("public-keys.json", "keys.lock")]
    assert {path.stat().st_mode & 0o777 for path in secrets} == {0o600}
    assert len(secrets) == 2
    for path in secrets:
        path.chmod(0o644)
        with pytest.raises(NotAllowed, match="chmod 600"):
            HouseKeys(folder, at=1_000)
        path.chmod(0o600)


def test_a_key_that_is_missing_or_another_is_refused(folder, tmp_path):
    HouseKeys(folder, at=1_000)
    HouseKeys(tmp_path / "other", at=1_000)
    signing = folder / "signing-1.pem"
    signing.unlink()
    with pytest.raises(Corrupted, match="cannot be read"):
        HouseKeys(folder, at=1_000)
    (tmp_path / "other" / "signing-1.pem").rename(signing)
    with pytest.raises(Corrupted, match="not the key"):
        HouseKeys(folder, at=1_000)


@pytest.mark.parametrize("text", ["", "[]", "{}", '[{"number": 1}]', "nonsense"])
def test_a_list_of_public_keys_that_cannot_be_read_is_refused(tmp_path, text):
    path = tmp_path / "public-keys.json"
    path.write_text(text)
    with pytest.raises(Corrupted):
        read_public_keys(path)


@pytest.mark.parametrize(
    "change",
    [
        {"stream": "table:PG-2"},
        {"version": 8},
        {"hash": "00" * 32},
        {"at": 5_001},
        {"key": 2},
        {"signature": "00" * 64},
        {"signature": "x"},
        {"chance": "11" * 32},
    ],
)
@pytest.mark.parametrize("chance", ["", "22" * 32])
def test_a_receipt_that_was_changed_is_not_genuine(folder, change, chance):
    keys = HouseKeys(folder, at=1_000)
    receipt = sign_head(HEAD, keys, chance)
    assert is_genuine(receipt, keys.public_keys)
    assert not is_genuine(replace(receipt, **change), keys.public_keys)


def test_a_receipt_without_chance_is_written_as_earlier_programs_wrote_it(folder, tmp_path):
    keys = HouseKeys(folder, at=1_000)
    old, new = sign_head(HEAD, keys), sign_head(HEAD, keys, "22" * 32)
    assert [*old.to_json()] == ["stream", "version", "hash", "at", "key", "signature"]
    assert old.message.startswith(b"houseway receipt 1\n")
    assert new.message == old.message.replace(b"receipt 1", b"receipt 2") + b"\n" + b"22" * 32
    file = ReceiptFile(tmp_path / "heads.jsonl")
    file.append([old, new])
    assert list(file.read()) == [old, new]


def test_after_a_rotation_old_receipts_stay_genuine_and_the_old_key_signs_no_more(folder):
    keys = HouseKeys(folder, at=1_000)
    old = sign_head(HEAD, keys)
    keys.rotate(at=6_000)
    new = sign_head(replace_at(HEAD, 7_000), keys)
    public = HouseKeys(folder, at=8_000).public_keys
    assert [key.number for key in public] == [1, 2]
    assert (old.key, new.key) == (1, 2)
    assert is_genuine(old, public)
    assert is_genuine(new, public)
    late = sign_head(replace_at(HEAD, 7_000), HouseKeysBefore(keys, folder))
    assert late.key == 1
    assert not is_genuine(late, public)


def replace_at(head, at):
    return replace(head, at=at)


class HouseKeysBefore:
    """Somebody who has stolen the first key."""

    def __init__(self, keys, folder):
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        self.key = load_pem_private_key((folder / "signing-1.pem").read_bytes(), None)

    def sign(self, message):
        return 1, self.key.sign(message).hex()


def test_a_stream_that_was_rewritten_whole_contradicts_its_receipts(folder):
    keys = HouseKeys(folder, at=0)
    honest, rewritten, shorter = (open_store("memory:") for _ in range(3))
    receipts = []
    for version, word in enumerate("abc"):
        append(honest, request(part(CHANCE, version, word)))
        append(rewritten, request(part(CHANCE, version, "X" if word == "b" else word)))
        receipts.append(sign_head(honest.stream_head(CHANCE), keys))
    append(shorter, request(part(CHANCE, 0, "a")))
    contradicted = [
        f"the receipt of event {version} contradicts it: the stream is shorter, or was rewritten" for version in (2, 3)
    ]
    assert receipt_problems(honest, receipts) == []
    assert receipt_problems(rewritten, receipts) == contradicted
    assert receipt_problems(shorter, receipts) == contradicted
    append(honest, request(part(CHANCE, 3, "d")))
    assert receipt_problems(honest, receipts) == []


def test_receipts_in_a_file_survive_a_line_that_was_cut_off(folder, tmp_path):
    keys, file = HouseKeys(folder, at=0), ReceiptFile(tmp_path / "heads.jsonl")
    receipts = [sign_head(replace(HEAD, version=version), keys) for version in (1, 2)]
    file.append(receipts)
    path = tmp_path / "heads.jsonl"
    path.write_text(path.read_text() + json.dumps(receipts[0].to_json())[:50])
    assert list(file.read()) == receipts
    file.append(receipts[:1])
    assert list(file.read()) == [*receipts, receipts[0]]
    path.write_text("nonsense\n")
    with pytest.raises(Corrupted, match=r"heads\.jsonl:1"):
        list(file.read())


def test_every_settled_round_has_a_receipt_for_players_and_in_the_file(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    run = house.play("UTH-1", rounds=3)
    given = [update.receipt for update in run.updates if update.receipt]
    assert len(given) == 3
    house.house.close()
    assert list(house.receipts.read()) == given
    assert all(is_genuine(receipt, house.keys.public_keys) for receipt in given)
    assert receipt_problems(house.store, given) == []


class StubbornFile(ReceiptFile):
    """A file on a disk that is full until `works` is set."""

    works = False

    def append(self, receipts):
        if not self.works:
            raise OSError(28, "No space left on device")
        super().append(receipts)


def test_receipts_that_cannot_be_written_stop_nobody_and_are_written_when_possible(tmp_path):
    file, told, keys = StubbornFile(tmp_path / "heads.jsonl"), [], HouseKeys(tmp_path / "keys", at=0)
    writer = ReceiptWriter(file, lambda kind, why: told.append((kind, why)), seconds_between_tries=0.01)
    receipts = [sign_head(replace(HEAD, version=version), keys) for version in range(1, 4)]
    for receipt in receipts:
        writer.add(receipt)
    wait_until(lambda: told)
    file.works = True
    writer.close()
    assert list(file.read())[-1] == receipts[-1]
    assert [kind for kind, _ in told] == ["receipts-failed", "receipts-resumed"]
    assert told[0][1] == "No space left on device"


def test_a_round_whose_receipt_cannot_be_written_is_answered_and_announced(tmp_path):
    live = LiveHouse(open_store("memory:"), tmp_path, receipts=StubbornFile(tmp_path / "heads.jsonl"))
    told = []
    live.house.listeners.append(told.append)
    live.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    run = live.play("UTH-1")
    assert [update.receipt for update in run.updates if update.receipt]
    assert told[-1] == run.updates[-1]
    live.house.close()
    kinds = [event.kind for append in live.store.read("house") for event in append.events]
    assert kinds == ["receipts-failed"]
    live.loop.close()


FLO = Person("p-aaaaaaaaaa", "Flo", frozenset({"floorperson"}))


def open_played(open_house, rounds=1):
    house = open_house()
    house.open("FC-1", submission("md.four-card-poker", "minimal"))
    house.open("FC-2", submission("md.four-card-poker", "minimal"))
    house.play("FC-1", rounds)
    house.play("FC-2")
    open_house.close()


def receipts_of(folder, table):
    return [each for each in ReceiptFile(folder / "heads.jsonl").read() if each.stream == f"table:{table}"]


def test_a_table_that_was_rewritten_whole_is_stopped_and_not_signed_until_a_floorperson_has_looked(open_house, tmp_path):
    open_played(open_house)
    signed = receipts_of(tmp_path, "FC-1")
    rewrite(tmp_path, b'"Ann"', b'"Eve"')
    again = open_house()
    assert list(again.house.frozen) == ["FC-1"]
    assert f"signed at event {signed[-1].version}" in again.house.frozen["FC-1"]
    again.play("FC-2")
    open_house.close()
    assert receipts_of(tmp_path, "FC-1") == signed, "the house does not sign what contradicts its own signature"
    again = open_house()
    again.house.record.add(lambda _: (Event("person-registered", (), {"person": FLO.id, "after": tuple(FLO.roles)}),))
    again.run(again.house.thaw("FC-1", FLO, "restored on purpose"))
    assert not again.house.frozen
    open_house.close()
    assert len(receipts_of(tmp_path, "FC-1")) == len(signed) + 1
    assert not open_house().house.frozen


def test_a_table_that_is_shorter_than_what_was_signed_is_stopped(open_house, tmp_path):
    open_played(open_house)
    shutil.copy(tmp_path / "house.db", tmp_path / "backup.db")
    house = open_house()
    house.play("FC-1")
    open_house.close()
    shutil.copy(tmp_path / "backup.db", tmp_path / "house.db")
    assert list(open_house().house.frozen) == ["FC-1"]


def test_a_table_whose_chain_is_broken_is_not_signed(open_house, tmp_path):
    open_played(open_house)
    signed = receipts_of(tmp_path, "FC-1")
    change(tmp_path, "UPDATE streams SET hash = zeroblob(32) WHERE name = 'table:FC-1'")
    assert list(open_house().house.frozen) == ["FC-1"]
    open_house.close()
    assert receipts_of(tmp_path, "FC-1") == signed


@pytest.mark.parametrize(
    "forge",
    [
        lambda last: "nonsense",
        lambda last: json.dumps({**last, "hash": "00" * 32}),
        lambda last: json.dumps({**last, "version": last["version"] + 1}),
        lambda last: json.dumps({**last, "signature": 5}),
    ],
    ids=["nonsense", "hash", "version", "signature"],
)
def test_a_line_that_the_house_has_not_signed_stops_no_table(open_house, tmp_path, forge):
    open_played(open_house)
    path = tmp_path / "heads.jsonl"
    path.write_text(path.read_text() + forge(receipts_of(tmp_path, "FC-1")[-1].to_json()) + "\n")
    assert not open_house().house.frozen


def test_the_last_receipt_of_each_stream_is_found_from_the_end(folder, tmp_path):
    """In a file that is longer than what is read at once, and whose last line was cut off."""
    keys, file = HouseKeys(folder, at=0), ReceiptFile(tmp_path / "heads.jsonl")
    old, *others = [sign_head(replace(HEAD, stream=f"table:T-{number}", version=number), keys) for number in range(1, 100)]
    newer = sign_head(replace(HEAD, stream="table:T-2", version=900), keys)
    file.append([old, *others, newer])
    whole = file.path.read_text()
    assert len(whole) > 16_384
    file.path.write_text(whole + whole[:50])
    wanted = ["table:T-1", "table:T-2", "table:T-99", "table:none"]
    assert file.latest(wanted, keys.public_keys) == {"table:T-1": old, "table:T-2": newer, "table:T-99": others[-1]}
    assert ReceiptFile(tmp_path / "none").latest(wanted, keys.public_keys) == {}
    assert [*file.lines_from_end()] == whole.splitlines()[::-1]
    file.path.write_text("cut off")
    assert [*file.lines_from_end()] == []


def test_a_repeated_command_that_completed_a_round_gets_its_receipt_again(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    sent = []
    run = house.play_run(RecordingRun(house.house, "UTH-1", house.loop, sent))
    last = run.updates[-1]
    assert last.receipt is not None
    repeated = house.run(house.house.act("UTH-1", sent[-1], f"c-{len(sent)}"))
    assert repeated.repeated
    assert repeated.receipt == last.receipt
    earlier = house.run(house.house.act("UTH-1", sent[0], "c-1"))
    assert earlier.repeated
    assert earlier.receipt is None


class RecordingRun(LiveRun):
    """A live table whose players' commands have ids."""

    def __init__(self, house, name, loop, sent):
        super().__init__(house, name, loop)
        self.sent = sent

    def act(self, command):
        if command.by.role is not Role.PLAYER:
            return super().act(command)
        self.sent.append(command)
        self.updates.append(self.loop.run_until_complete(self.house.act(self.name, command, f"c-{len(self.sent)}")))
        return self.updates[-1].events


def wait_until(condition):
    for _ in range(24_000):  # two minutes, and longer on a slow machine
        if condition():
            return
        sleep(0.005)
    raise AssertionError("it never happened")
