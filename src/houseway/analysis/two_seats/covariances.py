"""How the results of the wagers of a table vary together: of one spot, and of two spots of one round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from houseway.analysis.exact import as_decimal, as_ratio
from houseway.values import ShortRepr

Pair = tuple[str, str]
COUNTED, SIMULATED = "counted", "simulated"


@dataclass(frozen=True, repr=False)
class SharedVariance(ShortRepr):
    """How the results of two wagers vary together, each in its own bets."""

    within: Fraction
    """The covariance on one spot; the variance, if both are one wager."""
    across: Fraction
    """The covariance of one wager of a seat with the other of another seat."""
    error: float = 0.0
    """The standard error of `across`; zero if it was counted."""

    @property
    def method(self) -> str:
        return SIMULATED if self.error else COUNTED


@dataclass(frozen=True, repr=False)
class TwoSeats(ShortRepr):
    """The wagers of a table under some rules and a way to play, two at a time."""

    wagers: tuple[str, ...]
    """The game, under the name of its first wager, and the optional wagers."""
    pairs: Mapping[Pair, SharedVariance] = field(repr=False)
    """By two wagers, in the order of `wagers`."""
    strategy: str
    left_out: tuple[str, ...] = ()
    """Wagers that were neither counted nor simulated with others."""

    def of(self, one: str, other: str) -> SharedVariance | None:
        found = self.pairs.get((one, other))
        return self.pairs.get((other, one)) if found is None else found

    def correlation(self, one: str, other: str) -> float:
        """Return the correlation of a wager of one seat with a wager of another."""
        pair, mine, theirs = self.of(one, other), self.of(one, one), self.of(other, other)
        if pair is None or mine is None or theirs is None or not mine.within * theirs.within:
            return 0.0
        return float(pair.across) / sqrt(mine.within * theirs.within)

    def variance(self, stakes: Mapping[str, int], seats: int) -> Fraction:
        """Return the variance of a round of so many seats with the same stakes, in the stakes' unit squared."""
        found = Fraction(0)
        for (one, other), each in self.pairs.items():
            staked = stakes.get(one, 0) * stakes.get(other, 0) * (1 if one == other else 2)
            found += staked * seats * (each.within + (seats - 1) * each.across)
        return found

    def to_json(self) -> list[dict[str, object]]:
        return [
            {
                "wagers": [one, other],
                "within": as_ratio(each.within),
                "across": as_ratio(each.across),
                "correlation": as_decimal(Fraction(self.correlation(one, other))),
                "method": each.method,
                "standard_error": each.error,
            }
            for (one, other), each in self.pairs.items()
        ]


def in_order(wagers: Iterable[str]) -> tuple[Pair, ...]:
    """Return every two wagers, each with itself and with those after it."""
    names = tuple(wagers)
    return tuple((one, other) for place, one in enumerate(names) for other in names[place:])
