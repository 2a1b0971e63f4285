"""Money in whole cents, and what a paytable row pays. Floats are refused, not rounded.

Pay
├── ToOne    "3 to 2"             winnings in addition to the stake, which is returned
├── ForOne   "500 for 1"          the total return: the stake is kept
├── Share    "10% of meter"       a share of a progressive meter
├── Fixed    "$5,000"             a fixed amount, whatever the stake
└── Push     "push"               the stake is returned, and nothing else
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil
from typing import ClassVar, Self

from houseway.errors import Malformed, NotAllowed

CENTS_PER_DOLLAR = 100


@dataclass(frozen=True, slots=True, init=False, eq=False)
class Cents:
    """An amount of money. It can be added to another amount and multiplied by an integer, and nothing else."""

    amount: int

    def __init__(self, amount: int) -> None:
        """Set the amount directly: a frozen dataclass's own `__init__` is slower, and rounds create hundreds of amounts."""
        if type(amount) is not int:
            raise _not_cents(amount)
        _set_amount(self, amount)

    @classmethod
    def from_dollars(cls, dollars: int) -> Self:
        return cls(dollars) * CENTS_PER_DOLLAR

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an amount such as `$5,000`, `12.50`, `-$3` or `$0.25`."""
        match = _MONEY_PATTERN.fullmatch(text.strip())
        if match is None:
            raise Malformed(
                f"{text!r} is not an amount of money; write dollars with two decimals or none, as in $5,000 or $0.25",
                code="money.unreadable",
                given=text,
                allowed="$1,234.56",
            )
        amount = int(match["dollars"].replace(",", "")) * CENTS_PER_DOLLAR + int(match["cents"] or 0)
        return cls(-amount if match["minus"] else amount)

    def __add__(self, other: Self) -> Self:
        return type(self)(self.amount + other.amount) if type(other) is Cents else NotImplemented

    def __radd__(self, other: object) -> Self:
        """Let `sum` add amounts: it begins with 0, and no other number is money."""
        return self if type(other) is int and other == 0 else NotImplemented

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.amount - other.amount) if type(other) is Cents else NotImplemented

    def __mul__(self, times: int) -> Self:
        return type(self)(self.amount * times) if type(times) is int else NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> Self:
        return type(self)(-self.amount)

    def __eq__(self, other: object) -> bool:
        return self.amount == other.amount if type(other) is Cents else NotImplemented

    def __hash__(self) -> int:
        return hash(self.amount)

    def __lt__(self, other: Self) -> bool:
        return self.amount < other.amount if type(other) is Cents else NotImplemented

    def __le__(self, other: Self) -> bool:
        return self.amount <= other.amount if type(other) is Cents else NotImplemented

    def __gt__(self, other: Self) -> bool:
        return self.amount > other.amount if type(other) is Cents else NotImplemented

    def __ge__(self, other: Self) -> bool:
        return self.amount >= other.amount if type(other) is Cents else NotImplemented

    def __bool__(self) -> bool:
        return self.amount != 0

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        dollars, cents = divmod(abs(self.amount), CENTS_PER_DOLLAR)
        sign = "-" if self.amount < 0 else ""
        return f"{sign}${dollars:,}" + (f".{cents:02}" if cents else "")


def _not_cents(given: object) -> Malformed:
    hint = "; Cents.parse reads a text such as $5" if isinstance(given, str) else ""
    said = f"an amount of money must be a whole number of cents, not {given!r}{hint}"
    return Malformed(said, code="money.not-cents", given=repr(given), allowed="a whole number")


_set_amount = Cents.__dict__["amount"].__set__
NO_MONEY = Cents(0)
_MONEY_PATTERN = re.compile(
    r"(?P<minus>-)?\$?(?P<dollars>0|[1-9]\d{0,2}(?:,\d{3}){1,4}|[1-9]\d{0,14})(?:\.(?P<cents>\d\d))?", re.ASCII
)


class Rounding(Enum):
    """The named rules that turn an exact number of cents into an amount that can be paid."""

    EXACT_CENTS = "exact cents"
    UP_TO_NEXT_QUARTER = "up to the next 25 cents"
    """For vigorish, if the operator rounds it: md.pai-gow-poker 13.A(1), div.pai-gow-poker (l)(9)#3."""
    DOWN_TO_CENT = "down to the cent"
    """For vigorish that is not rounded: a fraction of a cent is not charged (reading PG-24)."""
    DOWN_TO_WHOLE_DOLLAR = "down to the whole dollar"
    """For the wager on the starting number: div.pai-gow-poker (p)(2)(vi)#2."""

    def apply(self, exact_cents: Fraction | int) -> Cents:
        if type(exact_cents) not in (Fraction, int):
            raise Malformed(
                f"only a whole number or a fraction of cents can be rounded, not {exact_cents!r}",
                code="money.not-exact",
                given=repr(exact_cents),
                allowed="a whole number or a fraction",
            )
        return _ROUNDING_FUNCTIONS[self](exact_cents if isinstance(exact_cents, Fraction) else Fraction(exact_cents))


def _exact_cents(exact: Fraction) -> Cents:
    if exact.denominator != 1:
        raise NotAllowed(
            f"{exact} cents is not a whole number of cents, and no rounding rule applies",
            code="money.fraction-of-a-cent",
            given=str(exact),
            allowed="whole cents",
        )
    return Cents(exact.numerator)


def _up_to_next_quarter(exact: Fraction) -> Cents:
    quarter = CENTS_PER_DOLLAR // 4
    return Cents(-(-exact.numerator // (exact.denominator * quarter)) * quarter)


def _down_to_cent(exact: Fraction) -> Cents:
    return Cents(exact.numerator // exact.denominator)


def _down_to_whole_dollar(exact: Fraction) -> Cents:
    return Cents(exact // CENTS_PER_DOLLAR * CENTS_PER_DOLLAR)


_ROUNDING_FUNCTIONS: Mapping[Rounding, Callable[[Fraction], Cents]] = {
    Rounding.EXACT_CENTS: _exact_cents,
    Rounding.UP_TO_NEXT_QUARTER: _up_to_next_quarter,
    Rounding.DOWN_TO_CENT: _down_to_cent,
    Rounding.DOWN_TO_WHOLE_DOLLAR: _down_to_whole_dollar,
}


@dataclass(frozen=True, slots=True)
class OddsToOne:
    """Odds in addition to the stake: 3 to 2 on $10 wins $15, and the $10 is returned."""

    returns_stake: ClassVar[bool] = True
    odds: Fraction

    def award(self, stake: Cents, meters: Mapping[str, Fraction] | None = None) -> Fraction:
        return self.odds * stake.amount

    def __str__(self) -> str:
        return f"{self.odds.numerator} to {self.odds.denominator}"


@dataclass(frozen=True, slots=True)
class TotalForOne:
    """The total return: 500 for 1 on $1 gives $500, and the house keeps the $1."""

    returns_stake: ClassVar[bool] = False
    multiple: Fraction

    def award(self, stake: Cents, meters: Mapping[str, Fraction] | None = None) -> Fraction:
        return self.multiple * stake.amount

    def __str__(self) -> str:
        return f"{self.multiple.numerator} for {self.multiple.denominator}"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A share of a progressive meter, whatever the stake. Meters are exact fractions of cents, by name."""

    returns_stake: ClassVar[bool] = False
    share: Fraction
    meter: str = "meter"

    def award(self, stake: Cents, meters: Mapping[str, Fraction] | None = None) -> Fraction:
        if meters is None or self.meter not in meters:
            known = sorted(meters or ())
            raise Malformed(
                f"{self} needs the amount of the meter {self.meter!r}; the meters given are {known}",
                code="pay.no-meter",
                given=known,
                allowed=self.meter,
            )
        return self.share * meters[self.meter]

    def __str__(self) -> str:
        return f"{_percent_words(self.share)} of {self.meter}"


@dataclass(frozen=True, slots=True)
class FixedAmount:
    """A fixed amount of money, whatever the stake, which is kept unless the rule book has it returned."""

    amount: Cents
    returns_stake: bool = False

    def award(self, stake: Cents, meters: Mapping[str, Fraction] | None = None) -> Fraction:
        return Fraction(self.amount.amount)

    def __str__(self) -> str:
        return str(self.amount)


@dataclass(frozen=True, slots=True)
class Push:
    """The stake is returned and nothing is won."""

    returns_stake: ClassVar[bool] = True

    def award(self, stake: Cents, meters: Mapping[str, Fraction] | None = None) -> Fraction:
        return Fraction(0)

    def __str__(self) -> str:
        return "push"


Pay = OddsToOne | TotalForOne | MeterShare | FixedAmount | Push
"""What a row of a paytable pays. `award` is the amount paid, in exact cents, not counting a returned stake; `returns_stake` says
whether the stake is returned."""


def parse_pay(text: str) -> Pay:
    """Parse a pay as paytables write it; `str` of the result is its canonical form."""
    words = " ".join(text.split())
    for form, build in _PAY_FORMS:
        match = form.fullmatch(words)
        if match is not None:
            return build(match)
    raise Malformed(
        f"{text!r} is not a pay; write it as in '3 to 2', '500 for 1', '10% of meter', '$5,000' or 'push'",
        code="pay.unreadable",
        given=text,
        allowed="N to N, N for N, N% of METER, $N, push",
    )


def net_win(pay: Pay, stake: Cents, meters: Mapping[str, Fraction] | None = None) -> Fraction:
    """Return the player's net win on this pay, in exact cents."""
    return pay.award(stake, meters) - (0 if pay.returns_stake else stake.amount)


def split_meter(shown: Cents, shares: Sequence[Fraction]) -> tuple[Cents, ...]:
    """Return what each winner of a meter gets if all are paid together: his share of what it shows, rounded up to the cent; shares
    of more than the whole are cut in proportion. If that would be more than the meter shows, the sum of the first, of the first
    two and so on is rounded up instead, so that the odd cents go to the first."""
    whole = max(sum(shares, Fraction(0)), Fraction(1))
    exact = [shown.amount * share / whole for share in shares]
    amounts = list(map(ceil, exact))
    if sum(amounts) > shown.amount:
        sums = [0, *map(ceil, accumulate(exact))]
        amounts = [after - before for before, after in pairwise(sums)]
    return tuple(map(Cents, amounts))


_NUMBER_PATTERN = r"\d{1,3}(?:,\d{3}){1,4}|\d{1,15}"
_ODDS_PATTERN = (
    rf"(?P<whole>{_NUMBER_PATTERN})(?: (?P<top>\d{{1,9}})/(?P<bottom>[1-9]\d{{0,8}}))? WORD (?P<per>{_NUMBER_PATTERN})"
)


def _parse_odds(match: re.Match[str]) -> Fraction:
    whole = Fraction(int(match["whole"].replace(",", "")))
    part = Fraction(int(match["top"]), int(match["bottom"])) if match["top"] else Fraction(0)
    per = int(match["per"].replace(",", ""))
    odds = (whole + part) / per if per else Fraction(0)
    if not odds:
        raise Malformed(f"{match[0]!r} pays nothing or divides by zero", code="pay.zero", given=match[0], allowed="above zero")
    return odds


def _parse_share(match: re.Match[str]) -> Pay:
    share = Fraction(match["share"]) / 100
    if not 0 < share <= 1:
        raise Malformed(
            f"{match[0]!r} is not a share of a meter", code="pay.share", given=match[0], allowed="above 0%, up to 100%"
        )
    meter = match["meter"].lower().removesuffix(" progressive")
    return MeterShare(share, meter)


def _percent_words(share: Fraction) -> str:
    return f"{share * 100}%"


_ANY_CASE = re.IGNORECASE | re.ASCII  # without ASCII, İ would match, and its lower case is two characters
_PAY_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Pay]], ...] = (
    (re.compile(_ODDS_PATTERN.replace("WORD", "to"), _ANY_CASE), lambda match: OddsToOne(_parse_odds(match))),
    (re.compile(_ODDS_PATTERN.replace("WORD", "for"), _ANY_CASE), lambda match: TotalForOne(_parse_odds(match))),
    (
        re.compile(
            r"(?P<share>\d{1,9}(?:\.\d{1,9}|/[1-9]\d{0,8})?)(?:%| ?percent) of (?:the )?(?P<meter>[a-z]+(?: progressive)?)",
            _ANY_CASE,
        ),
        _parse_share,
    ),
    (re.compile(r"\$.*"), lambda match: FixedAmount(Cents.parse(match[0]))),
    (re.compile(r"push", _ANY_CASE), lambda match: Push()),
)
