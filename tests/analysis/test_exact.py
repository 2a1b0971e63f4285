"""Fractions are written exactly, and everywhere alike."""

from fractions import Fraction

import pytest

from houseway.analysis import exact


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(-1, 3), 4, "-0.3333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(5), 2, "5.00"),
        (Fraction(1, 8), 2, "0.12"),  # half to even
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 1000), 2, "0.00"),  # nothing is not negative
        (Fraction(-1234567, 100), 1, "-12345.7"),
        (Fraction(5), 0, "5"),
        (Fraction(-21, 2), 0, "-10"),
    ],
)
def test_a_decimal_is_rounded_half_to_even(value, places, text):
    assert exact.as_decimal(value, places) == text


def test_a_decimal_has_fifteen_places_if_nothing_else_is_said():
    assert exact.as_decimal(Fraction(1, 3)) == "0." + "3" * 15


def test_zeros_at_the_end_are_dropped_where_a_short_form_is_asked():
    assert exact.as_short_decimal(Fraction(5, 2), 4) == "2.5"
    assert exact.as_short_decimal(Fraction(-20), 3) == "-20"
    assert exact.as_short_decimal(Fraction(20), 0) == "20"
    assert exact.as_short_percent(Fraction(1, 20), 4) == "5%"
    assert exact.as_percent(Fraction(1, 20), 4) == "5.0000%"


@pytest.mark.parametrize(
    ("value", "text", "short"),
    [(Fraction(1, 2), "+0.50", "+0.5"), (Fraction(-3), "−3.00", "−3"), (Fraction(0), "0.00", "0")],
)
def test_signs_are_printed(value, text, short):
    assert exact.as_signed_decimal(value, 2) == text
    assert exact.as_short_signed_decimal(value, 2) == short


@pytest.mark.parametrize(
    ("cents", "dollars", "rounded"),
    [
        (Fraction(150_000_00), "$150,000", "$150,000.00"),
        (Fraction(-5), "-$0.05", "-$0.05"),
        (Fraction(1_234_567, 10), "$1,234.5670", "$1,234.57"),
        (Fraction(-1, 2), "-$0.0050", "$0.00"),
        (Fraction(-3, 2), "-$0.0150", "-$0.02"),
    ],
)
def test_amounts_of_cents_are_written_in_dollars(cents, dollars, rounded):
    assert exact.as_dollars(cents) == dollars
    assert exact.as_dollars_and_cents(cents) == rounded


def test_a_square_root_has_sixty_digits():
    assert exact.square_root(Fraction(1, 4)) == Fraction(1, 2)
    assert abs(exact.square_root(Fraction(2)) ** 2 - 2) < Fraction(1, 10**50)
