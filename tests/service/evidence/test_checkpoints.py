"""Checkpoints: their form, who has signed them, and how the house keeps its log."""

from base64 import b64decode
from contextlib import suppress
from hashlib import sha256
from string import ascii_letters, digits
from unittest import mock

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.errors import Malformed
from houseway.merkle import EMPTY_ROOT
from houseway.service.clock import HouseClock
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.checkpoints import is_genuine_checkpoint, parse_checkpoint, sign_checkpoint
from houseway.service.evidence.log_keeper import LogKeeper
from houseway.service.people.record import HouseRecord
from houseway.service.secrecy.keys import HouseKeys
from houseway.store import open_store
from houseway.store.tree import TreeHead
from tests.support.effort import MORE
from tests.support.stored import TABLE, append, part, request

HEAD = TreeHead(1_042, sha256(b"a root").digest())


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    return HouseKeys(tmp_path_factory.mktemp("keys"), at=0)


def test_a_checkpoint_is_a_signed_note_that_others_can_verify(keys):
    """By the published form alone: text, empty line, and a dash, the key's name, and four bytes before the signature."""
    note = sign_checkpoint(HEAD, 5_000, keys)
    text, line = note.split("\n\n")
    origin, size, root, time = text.split("\n")
    dash, name, signed = line.rstrip("\n").split(" ")
    assert (dash, name, size, time) == ("—", origin, "1042", "time 5000")
    assert b64decode(root) == HEAD.root
    public = bytes.fromhex(keys.public_keys[0].key)
    assert b64decode(signed)[:4] == sha256(f"{origin}\n".encode() + b"\x01" + public).digest()[:4]
    Ed25519PublicKey.from_public_bytes(public).verify(b64decode(signed)[4:], f"{text}\n".encode())


def test_a_checkpoint_is_read_as_it_was_signed(keys):
    checkpoint = parse_checkpoint(sign_checkpoint(HEAD, 5_000, keys))
    assert (checkpoint.size, checkpoint.root, checkpoint.at) == (HEAD.size, HEAD.root, 5_000)
    assert is_genuine_checkpoint(checkpoint, keys.public_keys)
    assert not is_genuine_checkpoint(checkpoint, ())


@settings(deadline=None, max_examples=60 * MORE)
@given(data=st.data())
def test_a_checkpoint_that_was_changed_anywhere_is_refused_or_not_genuine(keys, data):
    note = sign_checkpoint(HEAD, 5_000, keys)
    place = data.draw(st.integers(0, len(note) - 1))
    letter = data.draw(st.sampled_from("0159aZ+/= \n—"))
    changed = data.draw(
        st.sampled_from([note[:place] + letter + note[place + 1 :], note[:place], note[:place] + note[place + 1 :]])
    )
    if changed == note:
        return
    with suppress(Malformed):
        assert not is_genuine_checkpoint(parse_checkpoint(changed), keys.public_keys)


def test_a_signature_is_written_in_one_way_only(keys):
    """The last letter of its Base64 has two bits that mean nothing."""
    note = sign_checkpoint(HEAD, 5_000, keys)
    letter = note[-3]
    others = [
        each for each in ascii_letters + digits + "+/" if b64decode(f"A{letter}{letter}=") == b64decode(f"A{letter}{each}=")
    ]
    assert len(others) == 4
    for other in set(others) - {letter}:
        with pytest.raises(Malformed, match="not a checkpoint"):
            parse_checkpoint(f"{note[:-3]}{other}=\n")


def test_another_house_or_a_retired_key_signs_nothing(keys, tmp_path):
    other = HouseKeys(tmp_path / "other", at=0)
    assert not is_genuine_checkpoint(parse_checkpoint(sign_checkpoint(HEAD, 5_000, other)), keys.public_keys)
    early, late = (parse_checkpoint(sign_checkpoint(HEAD, at, other)) for at in (1_000, 9_000))
    other.rotate(at=2_000)
    assert is_genuine_checkpoint(early, other.public_keys)
    assert not is_genuine_checkpoint(late, other.public_keys)
    assert is_genuine_checkpoint(parse_checkpoint(sign_checkpoint(HEAD, 9_000, other)), other.public_keys)


# How the house keeps its log


@pytest.fixture
def store():
    return open_store("memory:")


def new_keeper(store, folder, record=None, file=None):
    file = file or CheckpointFile(folder / "checkpoints.jsonl")
    return LogKeeper(store, HouseKeys(folder / "keys", at=0), file, HouseClock(lambda: 1_000), record), file


def fill(store, *versions, word="a"):
    append(store, *(request(part(TABLE, version, word)) for version in versions))


def test_every_batch_has_a_checkpoint_and_an_unchanged_tree_has_none(store, tmp_path):
    keeper, file = new_keeper(store, tmp_path)
    keeper.extend()
    fill(store, 0, 1)
    keeper.extend()
    keeper.extend()
    fill(store, 2)
    keeper.extend()
    kept = list(file.read())
    assert [(checkpoint.size, checkpoint.root) for checkpoint in kept] == [
        (0, EMPTY_ROOT),
        (2, store.tree.root(2)),
        (3, store.tree.root(3)),
    ]
    assert kept[-1].note == store.tree.latest_signed_head().note
    again, _ = new_keeper(store, tmp_path)
    again.extend()
    assert len(list(file.read())) == 3


@pytest.mark.parametrize(("most", "sizes"), [(2_000, [0, 1, 3]), (1, [0, 1, 2, 3])])
def test_what_is_appended_meanwhile_waits_for_the_next_time_unless_the_batch_was_full(store, tmp_path, most, sizes):
    keeper, file = new_keeper(store, tmp_path)
    keeper.extend()
    fill(store, 0)
    extend, later = store.tree.extend, [1, 2]

    def extend_while_others_append(sign):
        made = extend(sign, most=1) if most == 1 else extend(sign)
        if later and made:
            fill(store, later.pop(0))
        return made

    with (
        mock.patch.object(store.tree, "extend", extend_while_others_append),
        mock.patch("houseway.service.evidence.log_keeper.MOST_AT_ONCE", most),
    ):
        keeper.extend()
    if later:
        fill(store, *later)
    keeper.extend()
    assert [checkpoint.size for checkpoint in file.read()] == sizes


def test_an_unchanged_tree_is_signed_again_with_a_new_key(store, tmp_path):
    keeper, file = new_keeper(store, tmp_path)
    fill(store, 0)
    keeper.extend()
    keeper._keys.rotate(at=2_000)
    keeper.extend()
    keeper.extend()
    *_, old, new = file.read()
    assert (old.size, old.root) == (new.size, new.root)
    assert old.signatures[0].key_id != new.signatures[0].key_id
    assert all(is_genuine_checkpoint(each, keeper._keys.public_keys) for each in (old, new))


@pytest.mark.parametrize(("versions", "message"), [((0, 1, 2), "are not those"), ((0,), "has 1 leaves, and a checkpoint of 2")])
def test_a_second_history_gets_no_signature(store, tmp_path, versions, message):
    keeper, file = new_keeper(store, tmp_path)
    fill(store, 0, 1)
    keeper.extend()
    rewritten = open_store("memory:")
    fill(rewritten, *versions, word="b")
    rewritten.tree.extend(lambda head: "another history")
    fill(rewritten, len(versions))
    record = HouseRecord(rewritten, HouseClock(lambda: 1_000))
    guarded, _ = new_keeper(rewritten, tmp_path, record)
    guarded.extend()
    guarded.extend()
    assert message in guarded.contradiction
    assert [event.kind for each in rewritten.read("house") for event in each.events] == ["log-contradicted"]
    assert (file.last().size, rewritten.tree.latest_signed_head().note) == (2, "another history")


class FullDisk(CheckpointFile):
    works = False

    def append(self, checkpoints):
        if not self.works:
            raise OSError(28, "No space left on device")
        super().append(checkpoints)


def test_checkpoints_that_cannot_be_written_stop_nobody(store, tmp_path):
    record, file = HouseRecord(store, HouseClock(lambda: 1_000)), FullDisk(tmp_path / "checkpoints.jsonl")
    keeper, _ = new_keeper(store, tmp_path, record, file)
    keeper.extend()
    file.works = True
    keeper.extend()
    assert [event.kind for each in store.read("house") for event in each.events] == [
        "checkpoints-failed",
        "checkpoints-resumed",
    ]
    assert file.last().size == 2 == store.tree.count_leaves()


def test_a_file_that_cannot_be_read_is_never_continued(store, tmp_path):
    (tmp_path / "checkpoints.jsonl").write_text('{"note": "nonsense"}\n')
    keeper, _ = new_keeper(store, tmp_path)
    fill(store, 0)
    keeper.extend()
    assert "this line is not a checkpoint" in keeper.contradiction
    assert store.tree.latest_signed_head() is None
