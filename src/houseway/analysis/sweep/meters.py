"""The meters of a design: what players add to them, to what they are reset, and what that costs over their life."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.life_edge import contribution_rate, has_life_edge, reset_cost
from houseway.analysis.odds.basis import OddsInput
from houseway.analysis.odds.wager import WagerOdds
from houseway.errors import Malformed, NotAllowed
from houseway.money import Cents
from houseway.regulation import Paytable, Regulation
from houseway.submission.rules import FiledMeter

_WHOLE = Fraction(1)
_HUNDRED = 100


@dataclass(frozen=True)
class LifeMeters:
    """The meters of a wager, each with its rate and reset: as filed, or as the design varies them."""

    meters: tuple[FiledMeter, ...]
    readings: Mapping[str, str]

    @classmethod
    def of(cls, odds_input: OddsInput, table: Paytable, rates: Mapping[str, str], resets: Mapping[str, str]) -> "LifeMeters":
        """Refuse a meter that the paytable does not draw on, and one without a rate or a reset."""
        for name in (*rates, *resets):
            if name not in table.meters:
                drawn = ", ".join(table.meters) or "none"
                said = f"paytable {table.letter} has no meter {name!r}; its meters: {drawn}"
                raise Malformed(said, code="sweep.meter", given=name, allowed=drawn)
        meters = tuple(_life_meter(odds_input, table, name, rates.get(name), resets.get(name)) for name in table.meters)
        total = contribution_rate(meters, table.wager)
        if total > _WHOLE:
            given = f"{float(total):.2%}"
            raise Malformed(
                f"the rates of the meters add up to {given} of the wager", code="sweep.rate", given=given, allowed="up to 100%"
            )
        return cls(meters, odds_input.readings)

    @property
    def rate(self) -> Fraction:
        """Return the share of the wager that goes to meters."""
        return sum((meter.rate for meter in self.meters), Fraction(0))

    def reset_of(self, name: str) -> Cents:
        return next(meter.reset for meter in self.meters if meter.name == name)

    def check(self, odds: WagerOdds) -> None:
        """Refuse a design whose meters do not cost what is put into them."""
        if not has_life_edge(odds, self.readings):
            raise NotAllowed(
                f"there is no edge over the life of meters here: the {odds.title} draws on none, a payout limit cuts awards, or a"
                " reading has the house pay shares",
                code="sweep.life-edge",
                given=odds.title,
                allowed="a wager with meters and without a limit",
            )

    def life_edge(self, odds: WagerOdds) -> Fraction:
        return -odds.fixed_value - self.rate - reset_cost(self.meters, odds)


def _life_meter(odds_input: OddsInput, table: Paytable, name: str, rate: str | None, reset: str | None) -> FiledMeter:
    filed = next((each for each in odds_input.meters if (each.wager, each.name) == (table.wager, name)), None)
    if filed is None and (rate is None or reset is None):
        missing = f"rates.{name}" if rate is None else f"resets.{name}"
        said = f"the meter {name!r} of a rule book has no rate and no reset: write choices.{missing} too"
        raise Malformed(said, code="sweep.meter", given="none", allowed=missing)
    book = odds_input.regulation
    found_reset = filed.reset if reset is None and filed else _reset(book, table, name, str(reset))
    found_rate = filed.rate if rate is None and filed else _rate(book, table, name, str(rate))
    return FiledMeter(table.wager, name, found_reset, found_reset, found_rate, ())


def _reset(book: Regulation, table: Paytable, name: str, text: str) -> Cents:
    amount, least = Cents.parse(text), book.value_of(f"seed.{table.letter}.{name}")
    if amount < Cents(0) or (isinstance(least, Cents) and amount < least):
        allowed = f"{least} or more" if isinstance(least, Cents) else "$0 or more"
        said = f"the meter {name!r} cannot be reset to {amount} under paytable {table.letter}: {allowed} is allowed"
        raise Malformed(said, code="sweep.reset", given=text, allowed=allowed)
    return amount


def _rate(book: Regulation, table: Paytable, name: str, text: str) -> Fraction:
    value = book.value_of(f"rate-minimum.{table.letter}")
    least = value if isinstance(value, Fraction) else Fraction(0)
    allowed = f"{float(least):.0%} to 100%" if least else "above 0%, up to 100%"
    try:
        rate = Fraction(text.removesuffix("%")) / (_HUNDRED if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(0)
    if not (0 < rate <= _WHOLE and rate >= least):
        said = f"the meter {name!r} cannot grow by {text} of the wager under paytable {table.letter}: {allowed} is allowed"
        raise Malformed(said, code="sweep.rate", given=text, allowed=allowed)
    return rate
