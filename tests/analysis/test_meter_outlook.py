"""Meters over time, beside a meter that is played bet by bet."""

from fractions import Fraction
from random import Random

import pytest

from houseway.analysis.meter_outlook import MeterOutlook, meter_outlooks
from houseway.errors import HousewayError
from houseway.money import Cents
from houseway.submission.rules import FiledMeter
from tests.support.example_odds import example_rules

METER = FiledMeter("progressive", "mega", Cents(1_000), Cents(1_000), Fraction(1, 5), ("T",))
"""Each bet of $1 adds 20 cents."""


def outlook(whole, tenth=Fraction(0), break_even=Fraction(1_400)):
    return MeterOutlook(METER, "Progressive", 100, 10, whole, whole + tenth, whole + tenth / 10, Fraction(0), break_even)


def played(whole, tenth, bets=400_000):
    """Return what the meter shows at each bet, with its contribution."""
    chance, shows = Random(5), Fraction(1_000)
    shown, amount = [], float(shows)
    for _ in range(bets):
        amount += 20
        shown.append(amount)
        drawn = chance.random()
        amount = 1_000.0 if drawn < whole else amount * 0.9 if drawn < whole + tenth else amount
    return shown


@pytest.mark.parametrize(("whole", "tenth"), [(Fraction(1, 50), Fraction(0)), (Fraction(1, 100), Fraction(1, 20))])
def test_the_average_is_that_of_a_meter_that_is_played(whole, tenth):
    shown = played(whole, tenth)
    assert float(outlook(whole, tenth).average) == pytest.approx(sum(shown) / len(shown), rel=0.02)


def test_the_share_of_bets_above_the_break_even_is_that_of_a_meter_that_is_played():
    whole = Fraction(1, 50)
    shown = played(whole, Fraction(0))
    expected = sum(each >= 1_400 for each in shown) / len(shown)
    assert outlook(whole).above_break_even == pytest.approx(expected, rel=0.05)
    assert outlook(whole, Fraction(1, 20)).above_break_even is None
    assert outlook(whole, break_even=None).above_break_even is None


def test_time_and_stakes_between_awards_follow_from_the_chance():
    found = outlook(Fraction(1, 50))
    assert (found.hours_between_awards, found.staked_between_awards) == (5, 5_000)
    assert (found.added_in(3), found.awards_in(10)) == (600, 2)


def test_a_meter_grows_from_its_reset_to_its_average():
    found = outlook(Fraction(1, 50))
    amount = Fraction(1_000)
    for _ in range(30):
        amount = (amount + found.contribution) * (1 - found.whole) + found.whole * 1_000
    assert float(found.growth_in(3)) == pytest.approx(float(amount - 1_000))
    assert float(found.growth_in(10_000)) == pytest.approx(float(found.average - found.contribution - 1_000))


def test_the_meters_of_an_example():
    """A royal flush in five of 52 cards wins the first: one bet in 649,740, which adds 12 cents."""
    mega, *_ = meter_outlooks(example_rules("md.ultimate-texas-holdem/everything"), 360)
    assert (1 / mega.whole, mega.contribution) == (649_740, 12)
    assert mega.average == 2_500_000 + 12 * 649_740
    assert mega.break_even == 29_008_000


@pytest.mark.parametrize(
    ("name", "bets", "words"),
    [("minimal", 100, "has no filed meter"), ("everything", 0, "bets an hour, not 0")],
)
def test_what_cannot_be_is_refused(name, bets, words):
    with pytest.raises(HousewayError, match=words):
        meter_outlooks(example_rules(f"md.ultimate-texas-holdem/{name}"), bets)
