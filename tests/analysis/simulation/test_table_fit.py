"""Nights at the audited table fit the exact odds: how often each result came by chi-squared, and the mean.

One player sits at the table, because seats share cards. Results that are expected less than five times are put together with the
next: what so few rounds cannot test is said, and asserted, so that nobody takes a fit for more than it is.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import pytest

from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game, solution_for
from houseway.money import Cents
from houseway.submission import judge, parse_submission
from tests.support.dealt_rounds import played_rounds
from tests.support.paths import EXAMPLES

UTH, FCP = "md.ultimate-texas-holdem", "md.four-card-poker"
MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
LEAST_EXPECTED = 5
MOST_DEVIATIONS = 4
"""Chance exceeds it once in 30,000 tests."""


@dataclass
class Fit:
    """How a wager's results fit its odds."""

    chi_squared: float
    degrees: int
    mean_apart: float
    """In standard errors."""
    untested: list
    """Results that are expected less than five times, with what is expected, the rarest first."""

    @property
    def deviations(self):
        """By Wilson and Hilferty, chi-squared as a standard normal variable."""
        spread = 2 / (9 * self.degrees)
        return ((self.chi_squared / self.degrees) ** (1 / 3) - 1 + spread) / sqrt(spread)

    @property
    def is_fitting(self):
        return self.deviations < MOST_DEVIATIONS and abs(self.mean_apart) < MOST_DEVIATIONS


def fit(came, exact):
    """Compare how often each net result came with all deals by net result."""
    rounds, total = came.total(), sum(count for _, count in exact)
    expected = Counter()
    for net, count in exact:
        expected[net] += Fraction(count * rounds, total)
    assert came.keys() <= expected.keys(), "a result came that the odds do not have"
    classes, waiting = [], (0, 0)
    for net, often in sorted(expected.items(), key=lambda each: each[1]):
        waiting = waiting[0] + came[net], waiting[1] + often
        if waiting[1] >= LEAST_EXPECTED:
            classes.append(waiting)
            waiting = 0, 0
    if waiting[1]:
        classes[-1] = classes[-1][0] + waiting[0], classes[-1][1] + waiting[1]
    mean = sum((net * count for net, count in exact), Fraction(0)) / total
    variance = sum(((net - mean) ** 2 * count for net, count in exact), Fraction(0)) / total
    found = sum(net * count for net, count in came.items()) / Fraction(rounds)
    untested = [
        (net, float(often)) for net, often in sorted(expected.items(), key=lambda each: each[1]) if often < LEAST_EXPECTED
    ]
    chi = sum(float((often - wanted) ** 2 / wanted) for often, wanted in classes)
    return Fit(chi, len(classes) - 1, float(found - mean) / sqrt(float(variance / rounds)), untested)


def fits(name, rounds, seed, sides, is_solved=False):
    """Deal rounds at the table to one player, and return how each of his wagers fits."""
    text = (EXAMPLES / f"{name}.toml").read_text()
    rules = judge(parse_submission(text)).rules
    plan = plan_simulation(rules, rounds, 1, seed, sides=sides)
    game = describe_game(rules, plan, solution_for(rules, plan) if is_solved else None)
    first = next(iter(rules.offers))
    equal = [wager for wager in rules.offers if rules.regulation.wager(wager).equal_to == first]
    stakes = {**dict.fromkeys((first, *equal), plan.bet), **plan.sides}
    came = {line.name: Counter() for line in game.lines if line.exact}
    parts = [line.name for line in game.lines if line.is_part and line.name not in plan.sides]
    for each in played_rounds(text, 1, stakes, seed, rounds):
        nets = each.nets[1]
        for line, counts in came.items():
            counts[sum(nets.get(part, 0) for part in parts) if line == "game" else nets.get(line, 0)] += 1
    return {line.name: fit(came[line.name], line.exact) for line in game.lines if line.exact}


FIVE = Cents.from_dollars(5)
SIDES = {
    f"{UTH}/common": {"trips": FIVE},
    f"{MD}/everything": {"fortune-bonus": FIVE, "emperors-treasure": FIVE},
    f"{DIV}/everything": {"bonus": FIVE},
}


def test_some_hours_at_the_table_fit():
    found = fits(f"{UTH}/common", 300, 4, SIDES[f"{UTH}/common"])
    assert found["trips"].is_fitting
    assert found["trips"].degrees >= 4
    assert len(found["trips"].untested) >= 3  # 300 rounds say nothing of four of a kind and better


def test_results_that_come_too_often_do_not_fit():
    exact = ((Fraction(-1), 80), (Fraction(1), 15), (Fraction(10), 5))
    assert fit(Counter({Fraction(-1): 800, Fraction(1): 150, Fraction(10): 50}), exact).is_fitting
    assert not fit(Counter({Fraction(-1): 730, Fraction(1): 220, Fraction(10): 50}), exact).is_fitting
    assert not fit(Counter({Fraction(-1): 800, Fraction(1): 105, Fraction(10): 95}), exact).is_fitting
    with pytest.raises(AssertionError, match="the odds do not have"):
        fit(Counter({Fraction(3): 1_000}), exact)


def test_a_rare_award_is_named_as_untested():
    exact = ((Fraction(-1), 999_999), (Fraction(1_000_000), 1))
    found = fit(Counter({Fraction(-1): 10_000}), ((Fraction(0), 500_000), *exact))
    assert found.untested == [(Fraction(1_000_000), pytest.approx(0.00667, abs=0.001))]


@pytest.mark.prove
@pytest.mark.parametrize("name", SIDES)
def test_ten_thousand_rounds_at_the_table_fit(name):
    found = fits(name, 10_000, 9, SIDES[name], is_solved=True)
    for wager, each in found.items():
        rare = ", ".join(f"{float(net) / 100:,.0f} dollars ({often:.2g})" for net, often in each.untested)
        said = f"chi-squared {each.chi_squared:.1f} of {each.degrees}, mean {each.mean_apart:+.2f}; untested: {rare}"
        sys.stdout.write(f"{name} {wager}: {said}\n")
    assert all(each.is_fitting for each in found.values())
    assert found.keys() & {"game", "pai-gow"}
    assert any(each.untested for each in found.values()), "rare awards cannot be tested by so few rounds"
