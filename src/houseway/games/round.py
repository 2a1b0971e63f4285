"""What every game's round is made of: movements of money that it owes, the next steps that are due, what somebody may do now."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from houseway.citation import Citation
from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.money import NO_MONEY, Cents
from houseway.procedure import COUPONS, OUTSIDE
from houseway.submission import Rules

StepKind = TypeVar("StepKind")


class Movement(NamedTuple):
    """Money that a game says must move, and why. `table` turns it into a transfer."""

    source: str
    target: str
    amount: Cents
    reason: str
    clauses: tuple[Citation, ...]
    seat: int | None = None
    wager: str = ""
    note: str = ""


def issue_coupon(face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str) -> tuple[Movement, ...]:
    """A coupon is wagered. It is never anybody's cash: its face comes from outside, and goes there when it is used or returned."""
    return (Movement(OUTSIDE, COUPONS, face, "coupon-issued", clauses, seat, wager),) if face.amount else ()


def use_coupon(face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str) -> tuple[Movement, ...]:
    """Its wager is won or lost: the coupon is consumed."""
    return (Movement(COUPONS, OUTSIDE, face, "coupon-used", clauses, seat, wager),) if face.amount else ()


def return_coupon(
    face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str, used: bool = False
) -> tuple[Movement, ...]:
    """Its wager goes back: the player has the coupon again; one that was used by then is issued anew."""
    if not face.amount:
        return ()
    anew = issue_coupon(face, clauses, seat, wager) if used else ()
    return (*anew, Movement(COUPONS, OUTSIDE, face, "coupon-returned", clauses, seat, wager))


@dataclass(frozen=True, slots=True)
class MeterInstruction:
    """Something that a progressive meter must do: take a contribution or give it back, pay an award, bear a deduction."""

    kind: str
    wager: str
    clauses: tuple[Citation, ...]
    stake: Cents = NO_MONEY
    """What was wagered, for a contribution or its reversal."""
    meter: str = ""
    """The one meter of the wager that is meant, for an award or a deduction."""
    share: Fraction = Fraction(0)
    amount: Cents = NO_MONEY
    """What was paid."""
    hand: str = ""
    seat: int | None = None
    winners: tuple[tuple[int, Fraction, Cents], ...] = ()
    """All who share a meter in one round: seat, share and what each was paid (PG-19)."""


Effect = Event | Movement | MeterInstruction
Effects = tuple[Effect, ...]
"""What a game decides, in order: `table` makes transfers of the movements and tells the meters."""


def refusal(code: str, message: str, clauses: tuple[Citation, ...], **facts: object) -> NotAllowed:
    """A refusal of a round: what was given, what is allowed, which clause says so."""
    return NotAllowed(message, code=f"round.{code}", clauses=clauses, **facts)


def book_count(rules: Rules, key: str) -> int:
    """A whole number that the book sets."""
    value = rules.regulation.value_of(key)
    assert isinstance(value, int), key
    return value
