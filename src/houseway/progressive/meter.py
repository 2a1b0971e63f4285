"""A progressive meter as a value: its terms, what it shows, and what each table's latest round contributed and won."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from houseway.citation import SILENT, Citation, Law
from houseway.errors import NotAllowed
from houseway.money import NO_MONEY, Cents
from houseway.procedure import DIV, FOUR_CARD, MD, ULTIMATE
from houseway.regulation import TakenReadings, load_book, numbering_of
from houseway.submission import FiledMeter, Rules

OPENED, JOINED, WITHDRAWN = "meter-opened", "meter-joined", "meter-withdrawn"
CHANGE_REQUESTED, AMENDED = "meter-change-requested", "meter-amended"
CONTRIBUTED, CONTRIBUTION_REVERSED, CONTRIBUTION_KEPT = "contribution-made", "contribution-reversed", "contribution-kept"
AWARDED, DEDUCTED, RESET, AWARD_REVERSED = "meter-share-awarded", "meter-amount-deducted", "meter-reset", "award-reversed"
RECONCILED, MISMATCHED, MISMATCH_RULED = "meter-reconciled", "meter-mismatch-found", "meter-mismatch-ruled"

AMOUNTS = Law({MD: "13.E(7)(a)", DIV: "(q)(6)#1", ULTIMATE: "12.D(3)(b)", FOUR_CARD: ".12 D(3)(b)"})
RATE = Law({MD: "13.E(6)", DIV: {"1": "(q)(5)#1", "5": "(q)(5)#2"}, ULTIMATE: "12.D(3)(a)", FOUR_CARD: ".12 D(3)(a)"})
PAID_AT_TURN = Law({MD: ("13.E(8)", "13.F"), DIV: "(q)(7)", ULTIMATE: "12.D(4)", FOUR_CARD: ".12 D(4)"})
FROM_HOUSE = Law({MD: "11.H(6)(b)(v)", DIV: SILENT, ULTIMATE: SILENT, FOUR_CARD: SILENT})
COMES_OFF_METER = Law({MD: SILENT, DIV: {"1": "(q)(5)#3", "5": "(q)(5)#4"}, ULTIMATE: SILENT, FOUR_CARD: SILENT})
LEAST_SEED = Law({MD: SILENT, DIV: "(q)(6)#2", ULTIMATE: SILENT, FOUR_CARD: SILENT})

Readings = Mapping[str, str]
Clauses = tuple[Citation, ...]
MeterKey = tuple[str, str, str, str]
"""Book, wager, name and denomination of a meter."""
TableRound = tuple[str, int]
"""A table, and the number of its round."""
NOTHING = Fraction(0)


def meter_key(filed: FiledMeter, rules: Rules) -> MeterKey:
    """Return the key of a filed meter. By a reading of DIV-17, each denomination has its own meter."""
    apart = rules.takes_reading("DIV-17=separate")
    return rules.book, filed.wager, filed.name, rules.offers[filed.wager].paytable.letter if apart else ""


@dataclass(frozen=True, slots=True)
class RoundContribution:
    """What a table contributed in a round, so that it can be reversed if the round is void."""

    stake: Cents
    amount: Fraction
    before: Fraction = NOTHING
    """The meter before the round."""
    lacked: Fraction = NOTHING
    """What of reversed contributions an award had taken already, so that the house bore it. If the award is undone, it is there."""


@dataclass(frozen=True, slots=True)
class RoundAwards:
    """What a table's round took from the meter, so that it can be reversed if the round is void."""

    amount: Cents = NO_MONEY
    """What the house paid as shares."""
    taken: Fraction = NOTHING
    added: Fraction = NOTHING
    """What the house added at resets."""
    before: Fraction = NOTHING
    """The meter before the first of them."""
    grown: Fraction = NOTHING
    """What the meter had gained from wagers until the reset."""


@dataclass(frozen=True, slots=True)
class DisplayMismatch:
    """A display that did not show the computed amount."""

    shown: Cents
    computed: Fraction


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """The terms of a meter, as filed and as its book says, so that a replay does not depend on today's rule books."""

    book: str
    paytable: str
    filed_meter: FiledMeter
    least_reset: Cents
    """The least starting and reset amount that the book allows."""
    deducted_awards: tuple[Cents, str] | None
    """Fixed payouts that are deducted from the meter: from which amount, and for which hand at any amount."""
    denomination: str
    """The paytable, if each has a meter of its own (DIV-17)."""
    clauses: Clauses
    """The clauses of the starting and reset amounts."""

    @classmethod
    def from_rules(cls, filed: FiledMeter, rules: Rules) -> "MeterTerms":
        book, letter = rules.regulation, rules.offers[filed.wager].paytable.letter
        key = f"seed.{letter}.{filed.name}"
        setter, least, amount = book.clause_setting(key), book.value_of(key), book.value_of(f"deducted-from.{letter}")
        comes_off = (amount, str(book.value_of(f"deducted-hand.{letter}"))) if isinstance(amount, Cents) else None
        clauses = (*AMOUNTS.in_book(book.numbering), *((setter.citation,) if setter else ()))
        floor = least if isinstance(least, Cents) else NO_MONEY
        return cls(book.id, letter, filed, floor, comes_off, meter_key(filed, rules)[-1], clauses)

    @property
    def key(self) -> MeterKey:
        """Return what identifies the meter, apart from its other terms."""
        return self.book, self.filed_meter.wager, self.filed_meter.name, self.denomination

    @property
    def to_facts(self) -> dict[str, object]:
        filed = {name: getattr(self.filed_meter, name) for name in ("wager", "name", "seed", "reset", "rate", "tables")}
        book = {"book": self.book, "paytable": self.paytable, "denomination": self.denomination, "least": self.least_reset}
        return {**book, **filed, "comes_off": self.deducted_awards}

    def changes_return(self, new: "MeterTerms") -> bool:
        """Return whether new terms change what a wager is worth while the present jackpot stands: its growth, or what it pays. A
        new reset amount has no effect before the next reset."""
        return (self.filed_meter.rate, self.paytable, self.deducted_awards) != (
            new.filed_meter.rate,
            new.paytable,
            new.deducted_awards,
        )


@dataclass(frozen=True, slots=True)
class RequestedTerms:
    """New terms that wait for the end of the rounds at all tables, and for the next reset if they change what a wager is worth."""

    terms: MeterTerms
    changes: Mapping[str, object]
    """What changes, in the words of a submission."""
    by: str
    why: str
    waits_for_reset: bool

    @property
    def is_ready(self) -> bool:
        """Return whether only rounds in play are waited for."""
        return not self.waits_for_reset


@dataclass(frozen=True, slots=True)
class ProgressiveMeter:
    """A meter as folded from its events."""

    id: str
    terms: MeterTerms
    starting_amount: Cents
    value: Fraction
    contributed: Fraction = NOTHING
    taken_back: Fraction = NOTHING
    paid: Fraction = NOTHING
    """What awards and deductions took from it."""
    house_added: Fraction = NOTHING
    """What the house added at resets, less what it took out."""
    ruled: Fraction = NOTHING
    contributions: Mapping[TableRound, RoundContribution] = field(default_factory=dict)
    awards: Mapping[TableRound, RoundAwards] = field(default_factory=dict)
    """The awards of each table's round in play, and of the one before, which may still turn out to be void."""
    mismatch: DisplayMismatch | None = None
    tables: frozenset[str] = frozenset()
    """Open tables that file it."""
    withdrawn: frozenset[str] = frozenset()
    """Tables that no longer file it."""
    grown: Fraction = NOTHING
    """What wagers have added since the last reset."""
    requested: RequestedTerms | None = None

    @property
    def filed_meter(self) -> FiledMeter:
        return self.terms.filed_meter

    @property
    def displayed(self) -> Cents:
        """Return whole cents, rounded down (PG-51)."""
        return Cents(floor(self.value))

    def deducts(self, hand: str, amount: Cents) -> bool:
        """Return whether a fixed payout is deducted from the meter."""
        off = self.terms.deducted_awards
        return off is not None and (amount >= off[0] or hand == off[1])

    def law(self, law: Law, *more: Citation) -> Clauses:
        return (*law.in_book(numbering_of(self.terms.book), self.terms.paytable), *more)


@dataclass(frozen=True, slots=True)
class ShareWinner:
    """A player who has won a share of a meter."""

    seat: int
    share: Fraction
    at_most: Cents | None = None
    """What a payout limit leaves of the share (PG-22). A whole meter is reset all the same, and the house keeps the rest."""


def bind_readings(meter: ProgressiveMeter, choices: Readings) -> TakenReadings:
    """Return choices as those of the meter's book, which has no readings but its own."""
    return choices if isinstance(choices, TakenReadings) else load_book(meter.terms.book).take_readings(choices)


def are_awarded_together(readings: TakenReadings) -> bool:
    """Return whether all winners of a round share a meter at once, instead of each at his turn (PG-19, DIV-40)."""
    return readings.takes("PG-19=shared", "DIV-40=shared", "UTH-103", "FC-103")


def check_usable(meter: ProgressiveMeter, table: str) -> None:
    if table in meter.withdrawn:
        raise meter_refusal(
            meter, f"it is no longer filed for {table}", "progressive.withdrawn", table, "a meter that is filed", AMOUNTS
        )
    if meter.filed_meter.tables and table not in meter.filed_meter.tables:
        raise meter_refusal(
            meter, f"it is not filed for {table}", "progressive.table", table, meter.filed_meter.tables, AMOUNTS
        )


def check_reconciled(meter: ProgressiveMeter) -> None:
    if meter.mismatch is not None:
        due = Cents(floor(meter.mismatch.computed))
        said = f"the display showed {meter.mismatch.shown} instead of {due}; a floorperson must rule first"
        raise meter_refusal(
            meter, said, "progressive.unreconciled", meter.mismatch.shown, "a floorperson's ruling", PAID_AT_TURN
        )


def meter_refusal(meter: ProgressiveMeter, said: str, code: str, given: object, allowed: object, law: Law) -> NotAllowed:
    said = f"meter {meter.id}: {said}"
    return NotAllowed(said, code=code, clauses=meter.law(law), given=given, allowed=allowed, meter=meter.id)
