"""Bets that differ from round to round: several amounts, each in its share of the rounds, whatever the rounds before brought."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from houseway.errors import Malformed
from houseway.money import Cents

_EXAMPLE = "$25, or $25 70% $100 30%"


@dataclass(frozen=True)
class BetMix:
    """The amounts of a seat's first wager with the shares of the rounds in which it is bet."""

    parts: tuple[tuple[Cents, Fraction], ...]

    @classmethod
    def always(cls, amount: Cents) -> "BetMix":
        return cls(((amount, Fraction(1)),))

    @property
    def mean(self) -> Fraction:
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    @property
    def skewness_factor(self) -> Fraction:
        """Return how many times the squared skewness of a round at one amount the rounds of the mix have, where the mean of a
        round is small beside its deviation."""
        return self._moment(3) ** 2 / self._moment(2) ** 3

    def _moment(self, power: int) -> Fraction:
        return sum((share * amount.amount**power for amount, share in self.parts), Fraction(0))

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return str(self.parts[0][0])
        return " ".join(f"{amount} {_percent(share)}" for amount, share in self.parts)


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):.10g}%"


def parse_bet_mix(text: str, amount_of: Callable[[str], Cents]) -> BetMix:
    """Read one amount, or amounts with their shares of the rounds: `$25 70% $100 30%`."""
    if not any(each.isdigit() for each in text):
        raise _refusal(f"{text!r} is no amount: a forecast takes bets that do not follow from earlier results", text)
    words = [word.removesuffix(",") for word in text.split()] if "%" in text else [text]
    if len(words) == 1:
        return BetMix.always(amount_of(words[0]))
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or any(not share.endswith("%") for _, share in pairs):
        raise _refusal(f"{text!r} is no mix of bets: each amount has the share of its rounds", text)
    parts = tuple((amount_of(amount), _share(share, text)) for amount, share in pairs)
    if len({amount for amount, _ in parts}) != len(parts):
        raise _refusal(f"{text!r} has an amount twice", text)
    if sum(share for _, share in parts) != 1:
        raise _refusal(f"the shares of {text!r} add up to {_percent(sum((share for _, share in parts), Fraction(0)))}", text)
    return BetMix(parts)


def _share(text: str, mix: str) -> Fraction:
    try:
        share = Fraction(text.removesuffix("%")) / 100
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share <= 1:
        raise _refusal(f"{text} in {mix!r} is no share of the rounds", mix)
    return share


def _refusal(said: str, given: str) -> Malformed:
    return Malformed(f"{said}; write {_EXAMPLE}, whose shares add up to 100%", code="hold.mix", given=given, allowed=_EXAMPLE)
