"""Progressive meters over time: how often they are won, where they stand on average, and from where on the player has the edge.

All follows from the odds. A bet adds its contribution; with a certain chance it takes a share off the meter, or the whole of it,
which is then reset. What a bet adds is on average what bets take, so the average of the meter over all bets is exact, whatever
seats share.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, log1p

from houseway.analysis.exact import as_decimal, as_dollars_and_cents
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import wager_odds
from houseway.errors import Malformed, NotAllowed
from houseway.money import MeterShare
from houseway.progressive import MeterTerms
from houseway.submission import Rules
from houseway.submission.rules import FiledMeter
from houseway.values import ShortRepr

_WHOLE, _NOTHING = Fraction(1), Fraction(0)
_PLACES = 6
MOST_BETS_AN_HOUR = 10**9


@dataclass(frozen=True, repr=False)
class MeterOutlook(ShortRepr):
    """One meter, with so many bets an hour at all tables that feed it. Amounts in cents."""

    meter: FiledMeter
    title: str
    stake: int
    bets_per_hour: int
    whole: Fraction
    """The chance that a bet resets the meter: by winning the whole of it or, as filed, any share (PG-55)."""
    any_share: Fraction
    """The chance that a bet wins a share of it, or the whole."""
    taken: Fraction
    """The share of the meter that a bet takes on average; a reset takes all."""
    deducted: Fraction
    """What fixed awards of a bet take off it on average, where the book deducts them."""
    break_even: Fraction | None
    """Where the house edge is zero, the wager's other meters at their seeds; None if there is no such amount."""

    @property
    def contribution(self) -> Fraction:
        """Return what a bet adds."""
        return self.meter.rate * self.stake

    @property
    def average(self) -> Fraction:
        """Return what the meter shows on average over all bets in the long run, each with its own contribution on it: that is what
        awards are paid from. Where fixed awards are deducted, the meter is taken as never too low for them."""
        return (self.contribution - self.deducted + self.whole * self.meter.reset.amount) / self.taken

    @property
    def hours_between_awards(self) -> Fraction:
        return 1 / (self.any_share * self.bets_per_hour)

    @property
    def staked_between_awards(self) -> Fraction:
        return self.stake / self.any_share

    @property
    def above_break_even(self) -> float | None:
        """Return the share of bets at which the player has the edge: the bets since the last award are geometric. None if shares
        are paid without a reset, or there is no break-even."""
        if self.break_even is None or self.any_share != self.whole or self.deducted:
            return None
        bets = max(ceil((self.break_even - self.meter.reset.amount) / self.contribution) - 1, 0)
        return exp(bets * log1p(-float(self.whole)))

    def added_in(self, hours: int) -> Fraction:
        """Return what players add in so many hours."""
        return self.contribution * self.bets_per_hour * hours

    def awards_in(self, hours: int) -> Fraction:
        return self.any_share * self.bets_per_hour * hours

    def growth_in(self, hours: int) -> Fraction:
        """Return how far the meter is expected to grow from its reset amount in so many hours. What is missing to
        the average shrinks with every bet by the share that a bet takes."""
        bets = self.bets_per_hour * hours
        missing = exp(bets * log1p(-float(self.taken)))
        return (self.average - self.contribution - self.meter.reset.amount) * (1 - Fraction(missing))

    def to_json(self, hours: int) -> dict[str, object]:
        above = self.above_break_even
        return {
            "meter": self.meter.name,
            "wager": self.meter.wager,
            "stake": as_dollars_and_cents(Fraction(self.stake)),
            "reset": str(self.meter.reset),
            "contribution": as_decimal(self.contribution / 100, _PLACES),
            "one_award_in_bets": as_decimal(1 / self.any_share, 2),
            "hours_between_awards": as_decimal(self.hours_between_awards, 2),
            "staked_between_awards": as_dollars_and_cents(self.staked_between_awards),
            "average": as_dollars_and_cents(self.average),
            "break_even": "" if self.break_even is None else as_dollars_and_cents(self.break_even),
            "bets_above_break_even": "" if above is None else f"{above:.{_PLACES}f}",
            "added_in_month": as_dollars_and_cents(self.added_in(hours)),
            "awards_in_month": as_decimal(self.awards_in(hours), 2),
            "growth_in_month": as_dollars_and_cents(self.growth_in(hours)),
        }


def meter_outlooks(rules: Rules, bets_per_hour: int) -> tuple[MeterOutlook, ...]:
    """Return the outlook of every meter of some rules, or refuse rules without one."""
    if not 1 <= bets_per_hour <= MOST_BETS_AN_HOUR:
        allowed = f"1 to {MOST_BETS_AN_HOUR:,}"
        raise Malformed(
            f"meters take {allowed} bets an hour, not {bets_per_hour:,}",
            code="meters.bets",
            given=bets_per_hour,
            allowed=allowed,
        )
    if not rules.meters:
        raise NotAllowed(
            f"{rules.book} has no filed meter here; name a submission that offers a progressive wager",
            code="meters.none",
            given=rules.book,
            allowed="a submission with [[meters]]",
        )
    odds = {wager: wager_odds(rules, wager) for wager in dict.fromkeys(meter.wager for meter in rules.meters)}
    return tuple(meter_outlook(rules, meter, odds[meter.wager], bets_per_hour) for meter in rules.meters)


def meter_outlook(rules: Rules, meter: FiledMeter, odds: WagerOdds, bets_per_hour: int) -> MeterOutlook:
    """Return the outlook of one meter, from the odds of its wager."""
    terms = MeterTerms.from_rules(meter, rules)
    partial = rules.readings.choice_of("PG-55", "UTH-105", "FC-105", before="deducted")
    effect = "deducted" if terms.deducted_awards is not None else partial
    shares = [
        (row.pays.share, Fraction(row.combinations, odds.total))
        for row in odds.rows
        if isinstance(row.pays, MeterShare) and row.pays.meter == meter.name
    ]
    resets = _sum(chance for share, chance in shares if share == _WHOLE or effect == "reset")
    reduced = _sum(share * chance for share, chance in shares if share < _WHOLE) if effect == "deducted" else _NOTHING
    return MeterOutlook(
        meter,
        odds.title,
        odds.stake.amount,
        bets_per_hour,
        resets,
        _sum(chance for _, chance in shares),
        resets + reduced,
        _deducted(odds, terms),
        odds.break_even.get(meter.name),
    )


def _deducted(odds: WagerOdds, terms: MeterTerms) -> Fraction:
    """Return what fixed awards of a bet take off the meter on average, in cents."""
    off = terms.deducted_awards
    if off is None:
        return _NOTHING
    fixed = (row for row in odds.rows if row.pays is not None and not isinstance(row.pays, MeterShare))
    awards = ((row, row.pays.award(odds.stake)) for row in fixed if row.pays is not None)
    taken = (award * row.combinations for row, award in awards if award >= off[0].amount or row.hand == off[1])
    return _sum(taken) / odds.total


def _sum(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, _NOTHING)
