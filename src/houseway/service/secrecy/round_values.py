"""What players add to the chance of a round, so that nobody can choose it.

Before a round, a player's client sends the hash of a secret value. When the round starts, one event lists these hashes by seat,
together with the house's commitments. Only then do the clients open their values. A second event holds them, and names the seats
that have withheld theirs. Everything that the round draws depends on both events (`docs/chance.md`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from houseway.errors import Corrupted

_FORM = "houseway chance 1"
VALUE = re.compile(r"[0-9a-f]{64}")
"""A value of 32 bytes, or its hash, in hexadecimal."""
ROUNDS_AFTER_WITHHOLDING = 10
"""A seat that has withheld its value contributes to none of the next rounds, so many of them."""


def hash_value(value: str) -> str:
    """Return the SHA-256 of a value, both in hexadecimal."""
    return sha256(bytes.fromhex(value)).hexdigest()


@dataclass(frozen=True, slots=True)
class RoundValues:
    """The two events of one round, as a text that everybody computes in the same way."""

    text: str
    """The lines of the first event, and of the second once it is there."""
    hashes: Mapping[int, str] = field(default_factory=dict)
    """By seat."""
    values: Mapping[int, str] = field(default_factory=dict)
    withheld: tuple[int, ...] = ()
    is_open: bool = True
    """Whether everything is there that the round's draws depend on."""

    @property
    def joined(self) -> bytes:
        """Return both events, one after the other."""
        return self.text.encode()

    @property
    def digest(self) -> str:
        """Return the hash of both events, which the receipt of the round signs; of the first one while the second is missing."""
        return sha256(self.joined).hexdigest()

    def opened(self, values: Mapping[int, str], withheld: tuple[int, ...]) -> "RoundValues":
        """Return both events, or refuse a second one that does not fit the first."""
        if self.is_open:
            raise broken("the values of a round are opened a second time", "a second opening", "one opening a round")
        if sorted((*values, *withheld)) != sorted(self.hashes):
            raise broken("a seat is neither opened nor withheld", (*values, *withheld), tuple(self.hashes))
        wrong = [seat for seat, value in values.items() if hash_value(value) != self.hashes[seat]]
        if wrong:
            raise broken("the value of a seat is not the one whose hash was listed", wrong, "the listed values")
        lines = [f"value {seat} {values[seat]}" for seat in sorted(values)] + [f"withheld {seat}" for seat in sorted(withheld)]
        return RoundValues("\n".join((self.text, *lines)), self.hashes, values, withheld)


def list_hashes(number: int, commitments: Mapping[str, str], hashes: Mapping[int, str]) -> RoundValues:
    """Return the first event of a round. If nobody contributes, there is no second one."""
    seeds = (f"{purpose} {commitments[purpose]}" for purpose in sorted(commitments))
    seats = (f"seat {seat} {hashes[seat]}" for seat in sorted(hashes))
    return RoundValues("\n".join((f"round {number}", *seeds, *seats)), hashes, is_open=not hashes)


def broken(said: str, given: object, allowed: object) -> Corrupted:
    """Return the error for a record of values that no honest house has written."""
    return Corrupted(said, code="seed.values", given=str(given), allowed=str(allowed))


def values_message(stream: str, digest: str) -> bytes:
    """Return what the house signs of a round's events: the form, the stream of the table's seeds and the hash, a line each."""
    return "\n".join((_FORM, stream, digest)).encode()
