"""Passwords, hashed with argon2. Checking one takes the same work whether it is right, wrong, or nobody's."""

import unicodedata
from base64 import b64encode
from secrets import token_bytes
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from houseway.errors import Malformed

SHORTEST, LONGEST = 12, 256
_AT_ONCE = 2
"""Hashes computed at the same time: each takes 64 MB and a processor."""


class Passwords:
    """Hashes and verifies passwords. It blocks for about a tenth of a second, so it is not called on an event loop."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._nobodys = _random_hash(hasher)
        self._turn = BoundedSemaphore(_AT_ONCE)

    def hash(self, password: str) -> str:
        with self._turn:
            return self._hasher.hash(normalize_password(password))

    def verify(self, stored: str | None, password: str) -> bool:
        """Return whether a password is the stored one. Without a stored one, do the same work and say no."""
        try:
            with self._turn:
                right = self._hasher.verify(stored or self._nobodys, normalize_password(password))
        except (VerificationError, InvalidHashError):
            return False
        return right and stored is not None and len(password) <= LONGEST

    def needs_rehash(self, stored: str) -> bool:
        """Return whether a stored hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(stored)


def _random_hash(hasher: PasswordHasher) -> str:
    """Return a hash that no password has, and that takes as long to check as any other. To compute one would delay every start."""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, digest = (b64encode(token_bytes(length)).decode().rstrip("=") for length in (hasher.salt_len, hasher.hash_len))
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${digest}"


def normalize_password(password: str) -> bytes:
    """Return the same bytes however a keyboard composes letters. What is too long is cut, and refused elsewhere."""
    return unicodedata.normalize("NFKC", password[: LONGEST + 1]).encode("utf-8", "surrogatepass")


def check_password(password: str, login: str) -> str:
    """Return a new password, or refuse it. The refusal does not repeat it."""
    allowed = f"{SHORTEST} to {LONGEST} characters, and not the log-in"
    if not SHORTEST <= len(password) <= LONGEST:
        raise Malformed(
            f"a password has {allowed}", code="password.length", given=f"{len(password)} characters", allowed=allowed
        )
    if len(set(password)) == 1 or password.casefold() == login.casefold():
        raise Malformed("this password is too easy to guess", code="password.weak", given="a password", allowed=allowed)
    return password
