"""The interval of a win, and the chances that follow from it, beside a table of the normal curve."""

from fractions import Fraction

import pytest

from houseway.analysis.par_figures.win_interval import WinInterval

WIN = WinInterval(Fraction(1_000), Fraction(400**2))


def test_the_interval_has_1_96_deviations_on_both_sides():
    assert WIN.deviation == 400
    assert float(WIN.high - 1_000) == pytest.approx(783.99, abs=0.01)
    assert WIN.high - 1_000 == 1_000 - WIN.low
    assert WIN.contains(217)
    assert not WIN.contains(216)
    assert not WIN.contains(1_784)


def test_luck_is_the_chance_of_both_sides():
    assert float(WIN.luck_of(1_400)) == float(WIN.luck_of(600)) == pytest.approx(0.3173, abs=0.0001)
    assert WIN.luck_of(1_000) == 1
    assert WinInterval(Fraction(5), Fraction(0)).luck_of(5) == 1
    assert WinInterval(Fraction(5), Fraction(0)).luck_of(6) == 0


def test_losing_and_the_worst_of_many():
    assert WIN.losing == pytest.approx(0.00621, abs=0.00001)
    assert float(WIN.worst_of(1, 0.5)) == pytest.approx(1_000, abs=0.01)
    assert float(WIN.worst_of(100, 0.5)) == pytest.approx(1_000 - 2.4616 * 400, abs=1)
