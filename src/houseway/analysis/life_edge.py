"""The house edge of a progressive over the life of its meters: what they cost in the long run, whatever they show now."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.analysis.odds.wager import WagerOdds
from houseway.money import MeterShare
from houseway.submission import Rules
from houseway.submission.rules import FiledMeter

LIFE_READINGS = {"PG-55": "deducted", "DIV-18": "no-floor"}
"""The readings under which a meter costs in the long run its contributions and resets."""
_WHOLE = Fraction(1)


def life_edge(rules: Rules, found: WagerOdds) -> Fraction | None:
    """Return the edge over a meter's life: players win back what they put in, so it costs its contributions and resets.

    None if a limit cuts awards, or if a reading has the house pay shares without taking them off the meter.
    """
    if not has_life_edge(found, rules.readings):
        return None
    return -found.fixed_value - contribution_rate(rules.meters, found.wager) - reset_cost(rules.meters, found)


def has_life_edge(found: WagerOdds, readings: Mapping[str, str]) -> bool:
    """Tell whether meters cost in the long run what is put into them: no limit cuts awards, and shares are taken off the meter."""
    is_deducted = all(readings.get(id_, choice) == choice for id_, choice in LIFE_READINGS.items())
    return bool(found.meters) and found.limit is None and is_deducted


def contribution_rate(meters: Iterable[FiledMeter], wager: str) -> Fraction:
    """Return the share of a wager that all its meters grow by."""
    return sum((meter.rate for meter in meters if meter.wager == wager), Fraction(0))


def reset_cost(filed: Iterable[FiledMeter], found: WagerOdds) -> Fraction:
    """Return what the house puts into meters that are won, as a share of the stake."""
    meters = {meter.name: meter for meter in filed if meter.wager == found.wager}
    resets = (
        Fraction(row.combinations * meters[row.pays.meter].reset.amount, found.total * found.stake.amount)
        for row in found.rows
        if isinstance(row.pays, MeterShare) and row.pays.share == _WHOLE
    )
    return sum(resets, Fraction(0))
