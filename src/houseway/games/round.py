"""What the rounds of all games share: movements of money, coupons, instructions to meters, refusals."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from houseway.citation import Citation
from houseway.errors import NotAllowed
from houseway.events import Command, Event
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
    """Return the movement of a wagered coupon. It is never cash: its face value comes from outside and returns there."""
    return (Movement(OUTSIDE, COUPONS, face, "coupon-issued", clauses, seat, wager),) if face.amount else ()


def use_coupon(face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str) -> tuple[Movement, ...]:
    """Return the movement of a coupon whose wager is won or lost: it is consumed."""
    return (Movement(COUPONS, OUTSIDE, face, "coupon-used", clauses, seat, wager),) if face.amount else ()


def return_coupon(
    face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str, used: bool = False
) -> tuple[Movement, ...]:
    """Return the movements of a coupon whose wager is returned. If it was already used, it is issued again first."""
    if not face.amount:
        return ()
    anew = issue_coupon(face, clauses, seat, wager) if used else ()
    return (*anew, Movement(COUPONS, OUTSIDE, face, "coupon-returned", clauses, seat, wager))


@dataclass(frozen=True, slots=True)
class MeterInstruction:
    """What a progressive meter must do: take or reverse a contribution, pay an award, or bear a deduction."""

    kind: str
    wager: str
    clauses: tuple[Citation, ...]
    stake: Cents = NO_MONEY
    """The amount wagered, for a contribution or its reversal."""
    meter: str = ""
    """The meter of the wager that an award or deduction is for."""
    share: Fraction = Fraction(0)
    amount: Cents = NO_MONEY
    """The amount paid."""
    hand: str = ""
    seat: int | None = None
    winners: tuple[tuple[int, Fraction, Cents], ...] = ()
    """All who share a meter in one round: seat, share and amount paid (PG-19)."""


Effect = Event | Movement | MeterInstruction
Effects = tuple[Effect, ...]
"""What a game decides, in order. `table` turns movements into transfers and passes instructions to the meters."""


def record_irregularity(what: str, command: Command) -> Event:
    """Record a report that changes nothing: its clause is about another time or place, or there is none."""
    return Event("irregularity-recorded", (), {"what": what, "reported": dict(command.facts), "by": str(command.by)})


def refusal(code: str, message: str, clauses: tuple[Citation, ...], **facts: object) -> NotAllowed:
    """Return a refusal of a round; its facts say what was given and what is allowed."""
    return NotAllowed(message, code=f"round.{code}", clauses=clauses, **facts)


def book_count(rules: Rules, key: str) -> int:
    """Return a whole number that the book sets."""
    value = rules.regulation.value_of(key)
    assert isinstance(value, int), key
    return value
