"""Sources of chance for shuffles, dice, numbers and cuts: a seeded one that repeats, the operating system's, and one that the
house commits to before the wagers and opens afterwards, so that anybody can check what was drawn (`docs/chance.md`)."""

import hmac
import random
import secrets
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from typing import Any

SEED_BYTES = 32
"""The length of a secret seed: as long as the hash that commits to it."""
_SEEDS_REMEMBERED = 2_048
"""A round asks for its few seeds again and again: to commit to them, to draw, to seal and to open."""


def seeded_chance(seed: int | str) -> random.Random:
    """Return a source that gives the same cards for the same seed, on every machine."""
    return random.Random(seed)  # noqa: S311 - made to repeat; play for money uses `system_chance`


def system_chance() -> random.SystemRandom:
    """Return the operating system's source of chance, which cannot be predicted."""
    return random.SystemRandom()


def new_seed() -> bytes:
    """Return a secret seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commit_to_seed(seed: bytes) -> str:
    """Return what is published before the wagers: it fixes the seed and reveals nothing about it."""
    return sha256(seed).hexdigest()


@lru_cache(_SEEDS_REMEMBERED)
def derive_seed(seed: bytes, label: str) -> bytes:
    """Return the seed for one purpose. It reveals nothing about the others, so that each can be opened at its own time."""
    return _keyed_hash(seed, label.encode())


@lru_cache(_SEEDS_REMEMBERED)
def mix_seed(seed: bytes, added: bytes) -> bytes:
    """Return a seed that depends on the house's and on what players have added. Whoever knows only one of the two cannot tell what
    it will be."""
    return _keyed_hash(seed, added)


def _keyed_hash(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA256. `hmac.digest` would give way to other threads at every call, however short the message."""
    return hmac.new(key, message, "sha256").digest()


def _stream_of(seed: bytes) -> Iterator[int]:
    """Return the bytes of the stream of a seed, without end."""
    return chain.from_iterable(_keyed_hash(seed, block.to_bytes(8, "big")) for block in count())


class CommittedChance:
    """Draws from a seed. The stream is HMAC-SHA256 of the seed over 0, 1, 2, ... as eight bytes, most significant first.

    A number below a limit takes as many bytes as the largest value needs, drops superfluous leading bits, and is drawn again while
    it is too large, so that every value is equally likely.
    """

    def __init__(self, seed: bytes) -> None:
        self._bytes = _stream_of(seed)

    def randint(self, a: int, b: int) -> int:
        """Draw a whole number from `a` to `b`."""
        return a + self._draw_below(b - a + 1)

    def shuffle(self, x: list[Any]) -> None:
        """Shuffle in place: from the last place to the second, exchange with a place that is drawn up to and including it."""
        for place in range(len(x) - 1, 0, -1):
            other = self._draw_below(place + 1)
            x[place], x[other] = x[other], x[place]

    def _draw_below(self, limit: int) -> int:
        bits = (limit - 1).bit_length()
        while True:
            value = 0
            for _ in range(0, bits, 8):
                value = value << 8 | next(self._bytes)
            value &= (1 << bits) - 1
            if value < limit:
                return value
