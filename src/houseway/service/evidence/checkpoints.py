"""Checkpoints: signed heads of the tree over all appends, in the plain-text form that transparency logs share.

    houseway-4f2c8d1e90ab37c6          the origin: which house's log this is
    1042                               the number of leaves
    CsUYapGGPo4dkMgIAUqom/XajjjQ...=   the root hash, in base64
    time 1794820000000                 milliseconds since the epoch

    — houseway-4f2c8d1e90ab37c6 q1R4...=

The last line is a signature by the key that is named: four bytes that tell keys of one name apart, and the Ed25519 signature of the
text up to the empty line, in base64 (C2SP's signed note and checkpoint). Further lines are signatures of witnesses.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from houseway.errors import Malformed
from houseway.merkle import Hash
from houseway.service.secrecy.keys import HouseKeys, PublicKey
from houseway.store.tree import HASH_BYTES, TreeHead

_ORIGIN_LETTERS = 16
_KEY_ID_BYTES = 4
ED25519 = b"\x01"
"""The kind of a key whose signature covers the text itself."""
_TEXT = re.compile(
    r"(?P<origin>[^\s+]+)\n(?P<size>0|[1-9][0-9]{0,15})\n(?P<root>[A-Za-z0-9+/]{43}=)\ntime (?P<at>[0-9]{1,15})\n"
)
_SIGNATURE = re.compile(r"— (?P<name>[^\s+]+) (?P<content>[A-Za-z0-9+/=]+)")
_MOST_LINES = 32


@dataclass(frozen=True, slots=True)
class NoteSignature:
    """A signature under a note: by whom, which of his keys, and its bytes."""

    name: str
    key_id: bytes
    content: bytes


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A head of the tree that somebody has signed."""

    origin: str
    size: int
    root: Hash
    at: int
    note: str
    """The whole text with its signatures."""
    signatures: tuple[NoteSignature, ...]

    @property
    def text(self) -> str:
        """Return what is signed."""
        return _checkpoint_text(self.origin, TreeHead(self.size, self.root), self.at)


def house_origin(keys: Sequence[PublicKey]) -> str:
    """Return the name of a house's log. It comes from the first key of the house, so it stays when keys are replaced."""
    return f"houseway-{sha256(bytes.fromhex(keys[0].key)).hexdigest()[:_ORIGIN_LETTERS]}"


def key_id(name: str, kind: bytes, public_key: bytes) -> bytes:
    """Return the bytes that distinguish keys of the same name."""
    return sha256(name.encode() + b"\n" + kind + public_key).digest()[:_KEY_ID_BYTES]


def signature_line(name: str, identity: bytes, signature: bytes) -> str:
    return f"— {name} {b64encode(identity + signature).decode()}\n"


def sign_checkpoint(head: TreeHead, at: int, keys: HouseKeys) -> str:
    """Return the note of a checkpoint, signed with the key that the house uses now."""
    origin = house_origin(keys.public_keys)
    text = _checkpoint_text(origin, head, at)
    number, signature = keys.sign(text.encode())
    public = next(key for key in keys.public_keys if key.number == number)
    return f"{text}\n{signature_line(origin, _house_key_id(origin, public), bytes.fromhex(signature))}"


def _house_key_id(origin: str, key: PublicKey) -> bytes:
    return key_id(origin, ED25519, bytes.fromhex(key.key))


def _checkpoint_text(origin: str, head: TreeHead, at: int) -> str:
    return f"{origin}\n{head.size}\n{b64encode(head.root).decode()}\ntime {at}\n"


def parse_checkpoint(note: str) -> Checkpoint:
    """Read a checkpoint. Nothing is verified. What a terminal would not print is refused, because notes are shown to people."""
    if not all(line.isprintable() for line in note.split("\n")):
        raise checkpoint_error(ascii(note))
    text, blank, signed = note.partition("\n\n")
    found = _TEXT.fullmatch(f"{text}\n")
    lines = signed.splitlines()
    signatures = [_SIGNATURE.fullmatch(line) for line in lines[:_MOST_LINES]]
    if not (found and blank and lines and len(lines) <= _MOST_LINES and signed.endswith("\n") and all(signatures)):
        raise checkpoint_error(note)
    root = _decode(found["root"], note)
    read = tuple(_read_signature(each, note) for each in signatures if each)
    return Checkpoint(found["origin"], int(found["size"]), root[:HASH_BYTES], int(found["at"]), note, read)


def _read_signature(found: re.Match[str], note: str) -> NoteSignature:
    content = _decode(found["content"], note)
    return NoteSignature(found["name"], content[:_KEY_ID_BYTES], content[_KEY_ID_BYTES:])


def _decode(text: str, note: str) -> bytes:
    """Decode Base64. The last letter may have bits that mean nothing, so several texts would stand for the same bytes. Only the
    usual one is read."""
    try:
        content = b64decode(text, validate=True)
    except ValueError as error:
        raise checkpoint_error(note) from error
    if b64encode(content).decode() != text:
        raise checkpoint_error(note)
    return content


def checkpoint_error(note: str) -> Malformed:
    allowed = "origin, size, root and time, a line each; an empty line; signatures"
    return Malformed("this is not a checkpoint", code="checkpoint.form", given=note[:60], allowed=allowed)


def is_genuine_checkpoint(checkpoint: Checkpoint, keys: Sequence[PublicKey]) -> bool:
    """Return whether the house has signed a checkpoint of its own log with a key that was not retired by then."""
    origin = house_origin(keys) if keys else ""
    return checkpoint.origin == origin and any(
        _house_key_id(origin, key) == signature.key_id
        and (key.ends_at is None or checkpoint.at <= key.ends_at)
        and key.verify(signature.content.hex(), checkpoint.text.encode())
        for signature in checkpoint.signatures
        if signature.name == origin
        for key in keys
    )
