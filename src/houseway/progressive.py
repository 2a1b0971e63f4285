"""Progressive meters: each is an exact fraction of cents with its own stream of events, because tables share it.

The deciding functions (`open_meter`, `contribution_events`, `award_events` and so on) take a meter and return events, or
refuse; `evolve_meter` folds one event into a meter. All are pure: what is not appended has not happened. At all times

    value = what it started with + contributions - contributions taken back - what awards and deductions took
            + what the house added when it was reset + what a floorperson's ruling changed

The awards and resets of a round that is void are reversed by their amounts, whatever other tables have added since.

Nothing is rounded in between: the meter *shows* whole cents, rounded down. An award is of the amount shown, a percentage of it
rounded up to the cent, and the fraction of a cent that is not shown stays on the meter, after a reset too (PG-51). If an award
differs from what leaves the meter, the house bears or keeps the difference, and the event says so. Readings are looked up
by their ids in each book (PG-19, DIV-40); an unknown one takes its default.

**An amended submission** keeps the live amount, which players have paid in. The new rate applies from the next contribution,
the new reset amount from the next reset; a new starting amount changes nothing on a meter that has started. A table whose
submission no longer has the meter is withdrawn: the meter keeps its amount, and takes and pays nothing at that table until it
is filed again; other tables that share it go on (PG-69, DIV-73). The table makes sure that a change comes between rounds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from typing import TypeVar

from houseway.citation import SILENT, Citation, Law
from houseway.errors import Malformed, NotAllowed
from houseway.events import NO_FACTS, Actor, Event, Facts, Role
from houseway.money import Cents
from houseway.procedure import DIV, FOUR_CARD, MD, ULTIMATE
from houseway.regulation import load
from houseway.submission import FiledMeter as Filed
from houseway.submission import Rules

OPENED, AMENDED, WITHDRAWN = "meter-opened", "meter-amended", "meter-withdrawn"
CONTRIBUTED, REVERSED, KEPT = "contribution-made", "contribution-reversed", "contribution-kept"
AWARDED, DEDUCTED, RESET, AWARD_REVERSED = "meter-share-awarded", "meter-amount-deducted", "meter-reset", "award-reversed"
RECONCILED, MISMATCHED, RULED = "meter-reconciled", "meter-mismatch-found", "meter-mismatch-ruled"

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
_NOTHING, _FREE = Fraction(0), Cents(0)


def meter_key(filed: Filed, rules: Rules) -> MeterKey:
    """Return the key of a filed meter. Each denomination has its own meter, if read so (DIV-17)."""
    apart = rules.readings.get("DIV-17") == "separate"
    return rules.book, filed.wager, filed.name, rules.offers[filed.wager].paytable.letter if apart else ""


@dataclass(frozen=True, slots=True)
class RoundContribution:
    """What a table contributed in its latest round, so that it can be reversed if the round is void."""

    round: int
    stake: Cents
    amount: Fraction
    before: Fraction = _NOTHING
    """The meter before the round."""


@dataclass(frozen=True, slots=True)
class RoundAwards:
    """What a table's latest round took from the meter, so that it can be reversed if the round is void."""

    round: int
    amount: Cents = _FREE
    """What the house paid as shares."""
    taken: Fraction = _NOTHING
    added: Fraction = _NOTHING
    """What the house added at resets."""


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
    filed_meter: Filed
    least_reset: Cents
    """The least starting and reset amount that the book allows."""
    deducted_awards: tuple[Cents, str] | None
    """Fixed payouts that are deducted from the meter: from which amount, and for which hand at any amount."""
    denomination: str
    """The paytable, if each has a meter of its own (DIV-17)."""
    clauses: Clauses
    """The clauses of the starting and reset amounts."""

    @classmethod
    def from_rules(cls, filed: Filed, rules: Rules) -> "MeterTerms":
        book, letter = rules.regulation, rules.offers[filed.wager].paytable.letter
        key = f"seed.{letter}.{filed.name}"
        setter, least, amount = book.clause_setting(key), book.value_of(key), book.value_of(f"deducted-from.{letter}")
        comes_off = (amount, str(book.value_of(f"deducted-hand.{letter}"))) if isinstance(amount, Cents) else None
        clauses = (*AMOUNTS.in_book(book.numbering), *((setter.citation,) if setter else ()))
        floor = least if isinstance(least, Cents) else _FREE
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


@dataclass(frozen=True, slots=True)
class ProgressiveMeter:
    """A meter as folded from its events."""

    id: str
    terms: MeterTerms
    starting_amount: Cents
    value: Fraction
    contributed: Fraction = _NOTHING
    taken_back: Fraction = _NOTHING
    paid: Fraction = _NOTHING
    """What awards and deductions took from it."""
    house_added: Fraction = _NOTHING
    """What the house added at resets, less what it took out."""
    ruled: Fraction = _NOTHING
    contributions: Mapping[str, RoundContribution] = field(default_factory=dict)
    awards: Mapping[str, RoundAwards] = field(default_factory=dict)
    """By table."""
    mismatch: DisplayMismatch | None = None
    withdrawn: frozenset[str] = frozenset()
    """Tables that no longer file it."""

    @property
    def filed_meter(self) -> Filed:
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
        return (*law.in_book(load(self.terms.book).numbering, self.terms.paytable), *more)


@dataclass(frozen=True, slots=True)
class ShareWinner:
    """A player who has won a share of a meter."""

    seat: int
    share: Fraction
    at_most: Cents | None = None
    """What a payout limit leaves of the share (PG-22). A whole meter is reset all the same, and the house keeps the rest."""


def _reads(readings: Readings, *choices: str) -> bool:
    """Return whether a reading is taken so, under whichever id the book at hand has it: `PG-19=shared`."""
    return any(readings.get(reading) == choice for reading, _, choice in (each.partition("=") for each in choices))


def are_awarded_together(readings: Readings) -> bool:
    """Return whether all winners of a round share a meter at once, instead of each at his turn (PG-19, DIV-40)."""
    return _reads(readings, "PG-19=shared", "DIV-40=shared")


def open_meter(filed: Filed, rules: Rules, named: str = "") -> Event:
    """Open a meter at the filed amount, which the house puts in. It is named after its wager, unless that name is taken."""
    terms = MeterTerms.from_rules(filed, rules)
    name = named or f"{filed.wager}/{filed.name}"
    return Event(OPENED, terms.clauses, {"meter": name, **terms.to_facts, "paid_from": "house"})


def amend_meter(meter: ProgressiveMeter, filed: Filed, rules: Rules, table: str) -> Event:
    """Amend a meter by a table's new submission. The live amount stays."""
    terms = MeterTerms.from_rules(filed, rules)
    if terms.key != meter.terms.key:
        given, own = (" ".join(filter(None, each.key)) for each in (terms, meter.terms))
        law = RATE if terms.denomination else AMOUNTS
        raise _refusal(meter, f"{given} is a different meter", "progressive.other-meter", given, own, law)
    effect = _describe_amendment(meter, filed)
    return Event(
        AMENDED, meter.law(RATE, *terms.clauses), {"meter": meter.id, **terms.to_facts, "table": table, "effect": effect}
    )


def withdraw_meter(meter: ProgressiveMeter, table: str, why: str) -> Event:
    """Withdraw a table whose submission no longer has the meter."""
    effect = (
        f"the meter keeps {meter.displayed}, and neither takes contributions from {table} nor pays awards there until"
        " it is filed again"
    )
    return Event(WITHDRAWN, meter.terms.clauses, {"meter": meter.id, "table": table, "why": why, "effect": effect})


def _describe_amendment(meter: ProgressiveMeter, filed: Filed) -> str:
    old = meter.filed_meter
    changed = {
        f"from the next wager on it grows by {filed.rate} of each wager instead of {old.rate}": filed.rate != old.rate,
        f"its next reset is to {filed.reset} instead of {old.reset}": filed.reset != old.reset,
        f"the new starting amount of {filed.seed} has no effect, because the meter has already started": filed.seed != old.seed,
        f"it is shared by {', '.join(filed.tables) or 'any table'}": filed.tables != old.tables,
    }
    return "; ".join([f"the meter stays at {meter.displayed}", *(said for said, new in changed.items() if new)])


def contribution_events(
    meter: ProgressiveMeter,
    stake: Cents,
    table: str,
    in_round: int,
    *,
    coupons: Cents = _FREE,
    readings: Readings | None = None,
) -> Event:
    """Contribute the exact rate of what was wagered. Coupons count at face value if they feed the meter (DIV-20)."""
    _check_usable(meter, table)
    fed = meter.contributions.get(table)
    if fed is not None and in_round < fed.round:
        said = f"round {fed.round} has already contributed"
        raise _refusal(meter, said, "progressive.round", in_round, f"{fed.round} or later", RATE)
    feeds = bool(coupons) and not _reads(readings or {}, "DIV-20=coupon-does-not")
    counted = stake + coupons if feeds else stake
    if min(stake, coupons) < _FREE or counted <= _FREE:
        raise _refusal(
            meter, "a contribution needs a wager of more than $0", "progressive.stake", counted, "more than $0", RATE
        )
    amount = meter.filed_meter.rate * counted.amount
    facts = {"meter": meter.id, "table": table, "round": in_round, "stake": counted, "amount": amount}
    return Event(CONTRIBUTED, meter.law(RATE), {**facts, "coupons": coupons} if feeds else facts)


def reversal_events(
    meter: ProgressiveMeter, readings: Readings, table: str, in_round: int, *, stake: Cents | None = None, clauses: Clauses = ()
) -> Event:
    """Reverse the contribution of a round, or of some wagers, that is void under `clauses`, or leave it at the house's cost.

    PG-50 and DIV-51 decide which. What was won from the meter in the meantime cannot be taken back; that part is the house's
    cost, too: the meter never falls below its reset amount, or below what it had before the round if that was less.
    """
    fed = meter.contributions.get(table)
    void = fed.stake if stake is None and fed is not None else stake
    if fed is None or fed.round != in_round or void is None or not _FREE < void <= fed.stake:
        allowed = f"up to {fed.stake} of round {fed.round}" if fed else "nothing"
        said = f"{table} has contributed {allowed} that can be reversed"
        raise _refusal(meter, said, "progressive.nothing-to-reverse", f"{void or 'all'} of round {in_round}", allowed, RATE)
    amount = fed.amount * Fraction(void.amount, fed.stake.amount)
    kept = _reads(readings, "PG-50=kept", "DIV-51=kept")
    least = min(Fraction(meter.filed_meter.reset.amount), fed.before)
    taken = _NOTHING if kept else min(amount, max(meter.value - least, _NOTHING))
    facts = {"meter": meter.id, "table": table, "round": in_round, "stake": void, "amount": amount, "before": meter.value}
    return Event(KEPT if kept else REVERSED, meter.law(RATE, *clauses), {**facts, "taken": taken, "house": amount - taken})


def award_reversal_event(meter: ProgressiveMeter, table: str, in_round: int, clauses: Clauses = ()) -> Event | None:
    """Reverse what a void round took from the meter: awards, deductions and resets, whatever has moved since."""
    won = meter.awards.get(table)
    if won is None or won.round != in_round:
        return None
    facts = {"meter": meter.id, "table": table, "round": in_round, "amount": won.amount, "before": meter.value}
    return Event(AWARD_REVERSED, clauses, {**facts, "taken": won.taken, "added": won.added})


def award_events(
    meter: ProgressiveMeter,
    winners: Sequence[ShareWinner],
    readings: Readings,
    table: str,
    in_round: int,
    *,
    clauses: Clauses = (),
) -> tuple[tuple[Event, ...], dict[int, Cents]]:
    """Award the winners of a round, in the order in which they are paid.

    In turn, each gets his share of the current meter, which is reduced or reset before the next. Shared, each gets his share of
    the meter before the first award; if the shares exceed the whole, all are cut in proportion.
    """
    _check_usable(meter, table)
    _check_winners(meter, winners)
    groups = [tuple(winners)] if are_awarded_together(readings) else [(winner,) for winner in winners]
    events: list[Event] = []
    amounts: dict[int, Cents] = {}
    for group in groups:
        decided, paid = _award_group(meter, group, readings, {"meter": meter.id, "table": table, "round": in_round}, clauses)
        meter = fold_meter(decided, meter)
        events += decided
        amounts |= paid
    return tuple(events), amounts


def _check_winners(meter: ProgressiveMeter, winners: Sequence[ShareWinner]) -> None:
    _check_reconciled(meter)
    shares = [winner.share for winner in winners]
    if not winners or not all(0 < share <= 1 for share in shares):
        raise _refusal(
            meter, "a share of a meter must be more than 0 and at most 1", "progressive.share", shares, "0 to 1", PAID_AT_TURN
        )
    seats = [winner.seat for winner in winners]
    if len(set(seats)) != len(seats):
        raise _refusal(
            meter, "a hand can win from a meter only once", "progressive.twice", seats, "each seat once", PAID_AT_TURN
        )


def _award_group(
    meter: ProgressiveMeter, winners: Sequence[ShareWinner], readings: Readings, at: dict[str, object], clauses: Clauses
) -> tuple[list[Event], dict[int, Cents]]:
    claimed = sum((winner.share for winner in winners), _NOTHING)
    left, shown = meter.value, Fraction(meter.displayed.amount)
    hidden = meter.value - shown  # less than a cent, which stays
    events: list[Event] = []
    amounts: dict[int, Cents] = {}
    for winner in winners:
        owed = Cents(ceil(shown * winner.share / max(claimed, Fraction(1))))
        amount = owed if winner.at_most is None else min(owed, winner.at_most)
        emptied = claimed >= 1 and winner is winners[-1]
        taken = left - hidden if emptied else _amount_taken(meter, amount, left - hidden, readings, whole=claimed >= 1)
        facts = {"seat": winner.seat, "share": winner.share, "of": shown, "shown": meter.displayed, "before": left}
        paid = {"amount": amount, "taken": taken, "house": amount.amount - taken, "paid_from": "house"}
        off = meter.law(COMES_OFF_METER) if taken and claimed < 1 else ()
        law = meter.law(PAID_AT_TURN, *meter.law(FROM_HOUSE), *off, *clauses)
        events.append(Event(AWARDED, law, {**at, **facts, **paid}))
        left -= taken
        amounts[winner.seat] = amount
    if claimed >= 1 or _events_after_award(meter, max(amounts.values()), readings) == "reset":
        added = meter.filed_meter.reset.amount - (left - hidden)
        facts = {
            "before": left,
            "to": meter.filed_meter.reset,
            "added": added,
            "paid_from": "house",
        }
        events.append(Event(RESET, meter.terms.clauses, {**at, **facts}))
    return events, amounts


def _events_after_award(meter: ProgressiveMeter, amount: Cents, readings: Readings) -> str:
    """Return what a partial award does to the meter. The Division says it; elsewhere it is a reading (PG-55)."""
    if meter.terms.deducted_awards is not None:
        return "deducted" if amount >= meter.terms.deducted_awards[0] else "untouched"
    return readings.get("PG-55", "deducted")


def _amount_taken(meter: ProgressiveMeter, amount: Cents, left: Fraction, readings: Readings, *, whole: bool) -> Fraction:
    """Return what leaves the meter for a payment."""
    if not whole and _events_after_award(meter, amount, readings) == "untouched":
        return _NOTHING
    spare = left if whole else _amount_to_spare(meter, left, readings)
    return min(Fraction(amount.amount), spare)


def _amount_to_spare(meter: ProgressiveMeter, left: Fraction, readings: Readings) -> Fraction:
    """Return what can leave the meter without emptying it: down to zero, or to the book's floor (DIV-18)."""
    keeps = meter.terms.least_reset.amount if _reads(readings, "DIV-18=floor") else 0
    return max(left - keeps, _NOTHING)


def deduction_events(
    meter: ProgressiveMeter,
    amount: Cents,
    hand: str,
    readings: Readings,
    table: str,
    in_round: int,
    *,
    seat: int,
    clauses: Clauses = (),
) -> Event:
    """Deduct a fixed payout from the meter as far as possible. The house bears the rest."""
    _check_usable(meter, table)
    _check_reconciled(meter)
    if not meter.deducts(hand, amount):
        off = meter.terms.deducted_awards
        allowed = f"{off[0]} or more, or {off[1]}" if off else "nothing"
        said = f"{amount} for {hand} is not deducted from the meter"
        raise _refusal(meter, said, "progressive.not-deducted", f"{amount}, {hand}", allowed, COMES_OFF_METER)
    taken = min(Fraction(amount.amount), _amount_to_spare(meter, meter.value, readings))
    kept = taken < amount.amount and _reads(readings, "DIV-18=floor")
    law = meter.law(COMES_OFF_METER, *(meter.law(LEAST_SEED) if kept else ()), *clauses)
    at = {"meter": meter.id, "table": table, "round": in_round, "seat": seat, "hand": hand, "before": meter.value}
    return Event(DEDUCTED, law, {**at, "amount": amount, "taken": taken, "house": amount.amount - taken})


def reconcile_display(meter: ProgressiveMeter, shown: Cents, by: Actor, why: str = "", where: Facts = NO_FACTS) -> Event:
    """Record a reading of the display. If it differs from the meter, nothing is paid until a floorperson rules (PG-68, DIV-72)."""
    _check_reconciled(meter)
    facts = {"meter": meter.id, **where, "shown": shown, "computed": meter.value, "by": str(by), "why": why}
    return Event(RECONCILED if shown == meter.displayed else MISMATCHED, meter.law(PAID_AT_TURN), facts)


def rule_mismatch(meter: ProgressiveMeter, amount: Cents | None, by: Actor, why: str, where: Facts = NO_FACTS) -> Event:
    """A floorperson settles a mismatch: the amount that counted when it was found, or None for the computed amount. Later gains
    stay."""
    if meter.mismatch is None:
        raise _refusal(meter, "there is no mismatch to rule on", "progressive.no-mismatch", why, "a mismatch", PAID_AT_TURN)
    if by.role is not Role.FLOOR or not by.name or not why.strip():
        said = "a mismatch must be ruled on by a floorperson or above, with a name and a reason"
        raise _refusal(meter, said, "progressive.floor-rules", f"{by}: {why}", "a floorperson's name, and why", PAID_AT_TURN)
    change = _NOTHING if amount is None else amount.amount - meter.mismatch.computed
    least = least_ruling(meter)
    if amount is not None and amount < least:
        raise _refusal(
            meter,
            "the ruling would put the meter below zero",
            "progressive.below-zero",
            amount,
            f"{least} or more",
            PAID_AT_TURN,
        )
    facts = {"meter": meter.id, **where, "shown": meter.mismatch.shown, "computed": meter.mismatch.computed, "change": change}
    return Event(RULED, meter.law(PAID_AT_TURN), {**facts, "by": str(by), "why": why})


def least_ruling(meter: ProgressiveMeter) -> Cents:
    """Return the least amount that a ruling may give. Since the mismatch was found, the meter may have paid, and it cannot go
    below zero."""
    computed = meter.mismatch.computed if meter.mismatch else meter.value
    return Cents(max(0, ceil(computed - meter.value)))


def _check_usable(meter: ProgressiveMeter, table: str) -> None:
    if table in meter.withdrawn:
        raise _refusal(
            meter, f"it is no longer filed for {table}", "progressive.withdrawn", table, "a meter that is filed", AMOUNTS
        )
    if meter.filed_meter.tables and table not in meter.filed_meter.tables:
        raise _refusal(meter, f"it is not filed for {table}", "progressive.table", table, meter.filed_meter.tables, AMOUNTS)


def _check_reconciled(meter: ProgressiveMeter) -> None:
    if meter.mismatch is not None:
        due = Cents(floor(meter.mismatch.computed))
        said = f"the display showed {meter.mismatch.shown} instead of {due}; a floorperson must rule first"
        raise _refusal(meter, said, "progressive.unreconciled", meter.mismatch.shown, "a floorperson's ruling", PAID_AT_TURN)


def _refusal(meter: ProgressiveMeter, said: str, code: str, given: object, allowed: object, law: Law) -> NotAllowed:
    said = f"meter {meter.id}: {said}"
    return NotAllowed(said, code=code, clauses=meter.law(law), given=given, allowed=allowed, meter=meter.id)


def fold_meter(events: Iterable[Event], meter: ProgressiveMeter | None = None) -> ProgressiveMeter:
    """Fold a meter from its events, or more events into a meter."""
    for event in events:
        meter = evolve_meter(meter, event)
    if meter is None:
        raise _unfit_error("a meter's stream must begin with an event that opens it", "not-opened", "no event", OPENED)
    return meter


def evolve_meter(meter: ProgressiveMeter | None, event: Event) -> ProgressiveMeter:
    """Fold one event. An unknown kind, another meter's event, or an event decided on another amount is refused."""
    if event.kind == OPENED and meter is None:
        terms = _read_terms(event)
        return ProgressiveMeter(
            _fact(event, "meter", str), terms, terms.filed_meter.seed, Fraction(terms.filed_meter.seed.amount)
        )
    change = _CHANGES.get(event.kind)
    if change is None or meter is None or event.facts.get("meter") != meter.id:
        given = f"{event.kind} of {event.facts.get('meter')}"
        allowed = OPENED if meter is None else f"{', '.join(_CHANGES)} of {meter.id}"
        raise _unfit_error(f"{given} cannot come next in this stream", "event", given, allowed)
    if "before" in event.facts and event["before"] != meter.value:
        said = f"{event.kind} was decided when the meter was at {event['before']}, but it is at {meter.value}"
        raise _unfit_error(said, "stale", str(event["before"]), str(meter.value))
    return change(meter, event)


def _unfit_error(said: str, code: str, given: str, allowed: str) -> Malformed:
    return Malformed(said, code=f"progressive.{code}", given=given, allowed=allowed)


Fact = TypeVar("Fact")


def _fact(event: Event, name: str, kind: type[Fact]) -> Fact:
    fact = event.facts.get(name)
    if not isinstance(fact, kind):
        raise _unfit_error(f"{event.kind} needs {name}, a {kind.__name__}", "fact", str(fact), kind.__name__)
    return fact


def _read_terms(event: Event) -> MeterTerms:
    """Read the terms that opening and amending share."""
    seed, reset, rate = _fact(event, "seed", Cents), _fact(event, "reset", Cents), _fact(event, "rate", Fraction)
    filed = Filed(_fact(event, "wager", str), _fact(event, "name", str), seed, reset, rate, _fact(event, "tables", tuple))
    off = None if event.facts.get("comes_off") is None else _fact(event, "comes_off", tuple)
    clauses = tuple(clause for clause in event.clauses if clause not in RATE.clauses)
    book, letter, apart = (_fact(event, name, str) for name in ("book", "paytable", "denomination"))
    return MeterTerms(book, letter, filed, _fact(event, "least", Cents), off, apart, clauses)


def _on_contribution(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    table, number = _fact(event, "table", str), _fact(event, "round", int)
    stake, added = _fact(event, "stake", Cents), _fact(event, "amount", Fraction)
    fed, amount, before = meter.contributions.get(table), added, meter.value
    if fed is not None and fed.round == number:
        stake, amount, before = stake + fed.stake, amount + fed.amount, fed.before
    rounds = {**meter.contributions, table: RoundContribution(number, stake, amount, before)}
    return replace(meter, value=meter.value + added, contributed=meter.contributed + added, contributions=rounds)


def _on_reversal(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    """Reversed or kept, a contribution cannot be reversed again."""
    table, taken = _fact(event, "table", str), _fact(event, "taken", Fraction)
    fed = meter.contributions.get(table)
    if fed is None or fed.round != event.facts.get("round"):
        raise _unfit_error(f"{table} has made no contribution in that round", "event", str(event.facts), str(fed))
    stake, amount = fed.stake - _fact(event, "stake", Cents), fed.amount - _fact(event, "amount", Fraction)
    left = RoundContribution(fed.round, stake, amount, fed.before)
    rounds = {name: each for name, each in meter.contributions.items() if name != table}
    rounds |= {table: left} if left.stake else {}
    return replace(meter, value=meter.value - taken, taken_back=meter.taken_back + taken, contributions=rounds)


def _on_payment(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    taken, share = _fact(event, "taken", Fraction), _fact(event, "amount", Cents) if event.kind == AWARDED else _FREE
    awards = _awards_after(meter, event, share, taken, _NOTHING)
    return replace(meter, value=meter.value - taken, paid=meter.paid + taken, awards=awards)


def _awards_after(
    meter: ProgressiveMeter, event: Event, share: Cents, taken: Fraction, added: Fraction
) -> Mapping[str, RoundAwards]:
    table, number = _fact(event, "table", str), _fact(event, "round", int)
    won = meter.awards.get(table)
    won = won if won is not None and won.round == number else RoundAwards(number)
    return {**meter.awards, table: RoundAwards(number, won.amount + share, won.taken + taken, won.added + added)}


def _on_award_reversed(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    taken, added = _fact(event, "taken", Fraction), _fact(event, "added", Fraction)
    awards = {table: won for table, won in meter.awards.items() if table != event.facts.get("table")}
    value = meter.value + taken - added
    return replace(meter, value=value, paid=meter.paid - taken, house_added=meter.house_added - added, awards=awards)


def _on_reset(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    added = _fact(event, "added", Fraction)
    awards = _awards_after(meter, event, _FREE, _NOTHING, added)
    return replace(meter, value=meter.value + added, house_added=meter.house_added + added, awards=awards)


def _on_ruling(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    change = _fact(event, "change", Fraction)
    return replace(meter, value=meter.value + change, ruled=meter.ruled + change, mismatch=None)


_CHANGES: Mapping[str, Callable[[ProgressiveMeter, Event], ProgressiveMeter]] = {
    AMENDED: lambda meter, event: replace(
        meter, terms=_read_terms(event), withdrawn=meter.withdrawn - {_fact(event, "table", str)}
    ),
    WITHDRAWN: lambda meter, event: replace(meter, withdrawn=meter.withdrawn | {_fact(event, "table", str)}),
    CONTRIBUTED: _on_contribution,
    REVERSED: _on_reversal,
    KEPT: _on_reversal,
    AWARDED: _on_payment,
    DEDUCTED: _on_payment,
    RESET: _on_reset,
    AWARD_REVERSED: _on_award_reversed,
    RECONCILED: lambda meter, event: meter,
    MISMATCHED: lambda meter, event: replace(
        meter, mismatch=DisplayMismatch(_fact(event, "shown", Cents), _fact(event, "computed", Fraction))
    ),
    RULED: _on_ruling,
}
