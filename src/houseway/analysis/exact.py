"""Exact fractions as text: decimals, percentages, ratios and dollars; and square roots, which are fractions of sixty digits."""

import re
from decimal import Context, Decimal
from fractions import Fraction

from houseway.money import CENTS_PER_DOLLAR, Cents

PLACES = 15
"""Every decimal of a fraction in JSON and CSV has this many places."""
PRINTED_PLACES = 6
"""A percentage in the sheets of a solution has this many places."""
MINUS = "\N{MINUS SIGN}"
_SIXTY_DIGITS = Context(prec=60)


def as_decimal(value: Fraction, places: int = PLACES) -> str:
    """Write a fraction as a decimal, rounded half to even."""
    scaled = round(value * 10**places)
    sign, digits = "-" * (scaled < 0), f"{abs(scaled):0{places + 1}}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def as_short_decimal(value: Fraction, places: int) -> str:
    """Write a decimal without zeros at its end."""
    text = as_decimal(value, places)
    return text.rstrip("0").rstrip(".") if places else text


def as_signed_decimal(value: Fraction, places: int) -> str:
    """Write a decimal with a plus or a typographic minus sign, for print."""
    return _with_sign(value, as_decimal(value, places))


def as_short_signed_decimal(value: Fraction, places: int) -> str:
    """Write a signed decimal without zeros at its end."""
    return _with_sign(value, as_short_decimal(value, places))


def _with_sign(value: Fraction, text: str) -> str:
    return f"+{text}" if value > 0 else text.replace("-", MINUS)


def as_percent(share: Fraction, places: int = PRINTED_PLACES) -> str:
    return f"{as_decimal(share * 100, places)}%"


def as_short_percent(share: Fraction, places: int) -> str:
    """Write a percentage without zeros at its end."""
    return f"{as_short_decimal(share * 100, places)}%"


def group_digits(text: str) -> str:
    """Write every whole number of a text with commas, as in 8,000 to 1."""
    return re.sub(r"(?<![\d.])\d{4,}", lambda number: f"{int(number[0]):,}", text)


def as_ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def as_dollars(cents: Fraction) -> str:
    """Write an amount of cents in dollars, to the hundredth of a cent where it is not a whole number of cents."""
    if cents.denominator == 1:
        return str(Cents(cents.numerator))
    whole, part = as_decimal(abs(cents) / CENTS_PER_DOLLAR, 4).split(".")
    return f"{'-' * (cents < 0)}${int(whole):,}.{part}"


def as_dollars_and_cents(cents: Fraction) -> str:
    """Write an amount of cents in dollars, rounded to the cent and always with two decimals."""
    amount = round(cents)
    return f"{'-' * (amount < 0)}${abs(amount) // CENTS_PER_DOLLAR:,}.{abs(amount) % CENTS_PER_DOLLAR:02}"


def square_root(value: Fraction) -> Fraction:
    """Return the square root to sixty significant digits."""
    quotient = _SIXTY_DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))
    return Fraction(_SIXTY_DIGITS.sqrt(quotient))
