"""A witness: somebody outside the house who fetches its checkpoints, checks that each extends the one before, and keeps them.

With a key of his own he also signs what he has seen (a cosignature, as C2SP's witnesses make it). A house that shows one history
to a witness and another to a player would need two checkpoints that contradict each other, and the witness would have one of them.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from stat import S_IRUSR, S_IWUSR
from time import time

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.errors import Corrupted, Malformed
from houseway.merkle import verify_consistency
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.checkpoints import (
    Checkpoint,
    is_genuine_checkpoint,
    key_id,
    parse_checkpoint,
    signature_line,
)
from houseway.service.secrecy.keys import PublicKey

COSIGNATURE = b"\x04"
"""The kind of a key that signs the time at which a checkpoint was seen together with its text."""
_TIME_BYTES = 8
CONTRADICTION = "witness.contradiction"

FetchProof = Callable[[int, int], Sequence[bytes]]
"""Returns the consistency proof between two sizes."""


class Witness:
    """Keeps the checkpoints of one house in a file. It refuses what contradicts the last one that it has kept."""

    def __init__(self, file: CheckpointFile, keys: Sequence[PublicKey], signer: "WitnessKey | None" = None) -> None:
        self._file, self._keys, self._signer = file, keys, signer
        self._last = file.last()

    @property
    def last(self) -> Checkpoint | None:
        return self._last

    def witness(self, note: str, fetch_proof: FetchProof) -> Checkpoint:
        """Check a checkpoint against the last one, and keep it. One that is kept already is not written again."""
        seen = parse_checkpoint(note)
        if not is_genuine_checkpoint(seen, self._keys):
            raise Corrupted(
                f"the checkpoint of {seen.size} leaves was not signed by a key of the house that was in use at that time",
                code="witness.signature",
                given=seen.origin,
                allowed="a signature of the house",
            )
        last = self._last
        if last is not None:
            self._check_extends(last, seen, fetch_proof)
        if last is None or (last.size, last.root) != (seen.size, seen.root):
            kept = self._signer.cosign(seen) if self._signer else seen
            self._file.append([kept])
            self._last = kept
        return self._last or seen

    def _check_extends(self, last: Checkpoint, seen: Checkpoint, fetch_proof: FetchProof) -> None:
        if seen.size < last.size:
            said = f"the house shows a log of {seen.size} leaves, and has signed one of {last.size} before"
            raise _contradiction(said, seen)
        proof = fetch_proof(last.size, seen.size) if last.size not in (0, seen.size) else ()
        if not verify_consistency(last.size, last.root, seen.size, seen.root, proof):
            said = (
                f"the log of {seen.size} leaves does not extend the one of {last.size} that was signed before: it was rewritten"
            )
            raise _contradiction(said, seen)


def _contradiction(said: str, seen: Checkpoint) -> Corrupted:
    return Corrupted(said, code=CONTRADICTION, given=seen.note, allowed="a log that only grows")


class WitnessKey:
    """The key with which a witness signs what he has seen."""

    def __init__(self, name: str, key: Ed25519PrivateKey, clock: Callable[[], float] = time) -> None:
        if not name or any(letter.isspace() or letter == "+" for letter in name):
            raise Malformed("a witness's name has no spaces and no plus", code="witness.name", given=name, allowed="one word")
        self.name, self._key, self._clock = name, key, clock

    @classmethod
    def load(cls, name: str, path: Path) -> "WitnessKey":
        """Read the key in a file, which is created if there is none."""
        if not path.exists():
            pem = Ed25519PrivateKey.generate().private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            path.touch(mode=S_IRUSR | S_IWUSR)
            path.write_bytes(pem)
        key = serialization.load_pem_private_key(path.read_bytes(), None)
        if not isinstance(key, Ed25519PrivateKey):
            raise Malformed(f"{path} is not an Ed25519 key", code="witness.key", given=str(path), allowed="an Ed25519 key")
        return cls(name, key)

    @property
    def verifier(self) -> str:
        """Return the public key as others write it down: name, the bytes that tell keys apart, and the key."""
        public = self._key.public_key().public_bytes_raw()
        identity = key_id(self.name, COSIGNATURE, public).hex()
        return f"{self.name}+{identity}+{b64encode(COSIGNATURE + public).decode()}"

    def cosign(self, checkpoint: Checkpoint) -> Checkpoint:
        """Return a checkpoint with the witness's signature below those that it has."""
        seconds = int(self._clock())
        signature = self._key.sign(f"cosignature/v1\ntime {seconds}\n{checkpoint.text}".encode())
        identity = key_id(self.name, COSIGNATURE, self._key.public_key().public_bytes_raw())
        line = signature_line(self.name, identity, seconds.to_bytes(_TIME_BYTES, "big") + signature)
        return parse_checkpoint(checkpoint.note + line)
