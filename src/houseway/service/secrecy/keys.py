"""The keys of a house, in a folder outside the database: one that protects secrets, and those that sign.

    vault.key               32 bytes in hexadecimal, for the secrets of live rounds
    signing-1.pem, ...      Ed25519 keys; the last one signs, the earlier ones stay so that what they signed can be verified
    public-keys.json        every public key with the days from which and until which it signs, to be published

Whoever has the database but not this folder learns nothing about a live round and can sign nothing.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_bytes
from stat import S_IMODE
from threading import Lock

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.chance import SEED_BYTES
from houseway.errors import Corrupted, NotAllowed, describe_os_error
from houseway.output_files import write_output
from houseway.service.process.file_locks import hold_file
from houseway.service.secrecy.sealing import Vault

_VAULT, _PUBLIC, _SIGNING, _LOCK = "vault.key", "public-keys.json", "signing-{}.pem", "keys.lock"
_OTHERS = 0o077
"""The permissions of everybody but the owner."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key with which others verify receipts. Times are milliseconds; a key that still signs has no end."""

    number: int
    key: str
    """The raw Ed25519 key in hexadecimal."""
    begins_at: int
    ends_at: int | None = None

    def verify(self, signature: str, message: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key)).verify(bytes.fromhex(signature), message)
        except (InvalidSignature, ValueError):
            return False
        return True


class HouseKeys:
    """The keys in a folder. They are created when the folder has none."""

    def __init__(self, folder: Path, at: int) -> None:
        self._folder = folder
        self._lock = Lock()
        """Held while something is signed and while keys are replaced, so that an old key signs nothing after its end."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (folder / _PUBLIC).exists():
            self._create(at)
        self.vault = Vault(bytes.fromhex(_read_secret(folder / _VAULT).decode()))
        self._load()

    def _create(self, at: int) -> None:
        """Create the first keys, unless another server that starts with the same folder has done so."""
        with hold_file(self._folder / _LOCK):
            if not (self._folder / _PUBLIC).exists():
                _write_secret(self._folder / _VAULT, token_bytes(SEED_BYTES).hex().encode())
                self._add_signing_key((), at)

    def _load(self) -> None:
        self._changed_at = self._changed()
        self.public_keys = read_public_keys(self._folder / _PUBLIC)
        self._signing = self._load_signing_key()

    def _changed(self) -> int:
        """Return when the list of keys was changed, in nanoseconds; 0 if it is gone."""
        try:
            return (self._folder / _PUBLIC).stat().st_mtime_ns
        except OSError:
            return 0

    def sign(self, message: bytes) -> tuple[int, str]:
        """Return the number of the key that signs now, and the signature in hexadecimal."""
        with self._lock:
            if self._changed() not in (0, self._changed_at):
                self._load()  # another server with the same folder has replaced the key
            number, key = self._signing
            return number, key.sign(message).hex()

    def prepare_next_key(self) -> str:
        """Create the key that will sign next, unless that was done before, and return its public part. It signs nothing yet."""
        with self._lock, hold_file(self._folder / _LOCK):
            return self._prepare(read_public_keys(self._folder / _PUBLIC)[-1].number + 1)

    def rotate(self, at: int) -> None:
        """Sign with the next key from now on."""
        with self._lock, hold_file(self._folder / _LOCK):
            *earlier, last = read_public_keys(self._folder / _PUBLIC)
            ended = PublicKey(last.number, last.key, last.begins_at, at)
            self._add_signing_key((*earlier, ended), at)
            self._load()

    def _add_signing_key(self, earlier: tuple[PublicKey, ...], at: int) -> None:
        number = len(earlier) + 1
        new = PublicKey(number, self._prepare(number), at)
        write_public_keys(self._folder / _PUBLIC, (*earlier, new))

    def _prepare(self, number: int) -> str:
        path = self._folder / _SIGNING.format(number)
        if not path.exists():
            form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            _write_secret(path, Ed25519PrivateKey.generate().private_bytes(*form))
        return _public_part(_read_signing_key(path))

    def _load_signing_key(self) -> tuple[int, Ed25519PrivateKey]:
        """Return the key that signs now, with its number."""
        public = self.public_keys[-1]
        path = self._folder / _SIGNING.format(public.number)
        key = _read_signing_key(path)
        if _public_part(key) != public.key:
            raise Corrupted(
                f"{path} is not the key that {_PUBLIC} names", code="keys.file", given=str(path), allowed=public.key
            )
        return public.number, key


def read_public_keys(path: Path) -> tuple[PublicKey, ...]:
    try:
        keys = tuple(
            PublicKey(each["number"], each["key"], each["begins_at"], each["ends_at"]) for each in json.loads(path.read_text())
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Corrupted(f"{path} cannot be read as a list of public keys", code="keys.file", given=str(path)) from error
    if not keys:
        raise Corrupted(f"{path} has no public key", code="keys.file", given=str(path), allowed="one key or more")
    return keys


def _read_signing_key(path: Path) -> Ed25519PrivateKey:
    try:
        key = serialization.load_pem_private_key(_read_secret(path), None)
    except ValueError as error:
        raise _unreadable_key(path) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _unreadable_key(path)
    return key


def _unreadable_key(path: Path) -> Corrupted:
    return Corrupted(
        f"{path} cannot be read as a signing key", code="keys.file", given=str(path), allowed="an Ed25519 key as PEM"
    )


def _public_part(key: Ed25519PrivateKey) -> str:
    """Return the raw public key in hexadecimal."""
    return key.public_key().public_bytes_raw().hex()


def write_public_keys(path: Path, keys: Sequence[PublicKey]) -> None:
    """Write public keys to a file, as they are published."""
    write_output(path, json.dumps([_key_to_json(each) for each in keys], indent=1).encode(), "keys.file")


def _key_to_json(key: PublicKey) -> Mapping[str, object]:
    return {"number": key.number, "key": key.key, "begins_at": key.begins_at, "ends_at": key.ends_at}


def _write_secret(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read. One that exists is never overwritten."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _read_secret(path: Path) -> bytes:
    """Read a secret. A file that others may read is no secret, and is refused."""
    try:
        if S_IMODE(path.stat().st_mode) & _OTHERS:
            raise NotAllowed(
                f"{path} can be read by others: chmod 600 {path}",
                code="keys.permissions",
                given=oct(S_IMODE(path.stat().st_mode)),
                allowed="0o600",
            )
        return path.read_bytes()
    except OSError as error:
        raise Corrupted(
            f"the key {path} cannot be read: {describe_os_error(error)}", code="keys.file", given=str(path)
        ) from error
