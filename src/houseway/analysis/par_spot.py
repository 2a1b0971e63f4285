"""How the wagers of one spot go up and down together, on a PAR sheet.

Those of the game itself from how its rounds end, the optional ones from joint counts; one of each is not counted together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from houseway.analysis.odds import WagerOdds, ratio, root
from houseway.analysis.odds_spot import covariance
from houseway.errors import NotAllowed

Nets = Iterable[tuple[int, Mapping[str, Fraction]]]
"""Combinations, and what each wager brings in them."""


@dataclass(frozen=True)
class Together:
    """Two wagers of one spot."""

    one: str
    other: str
    covariance: Fraction
    """Of their results, each in its own bets."""
    correlation: Decimal

    @classmethod
    def of(cls, names: tuple[str, str], part: Fraction, variances: Fraction) -> "Together":
        size = root(part**2 / variances) if variances else Decimal(0)
        return cls(*names, part, size if part >= 0 else -size)

    def to_json(self) -> dict[str, object]:
        return {
            "wagers": [self.one, self.other],
            "covariance": ratio(self.covariance),
            "correlation": str(self.correlation),
        }


def of_endings(endings: Nets) -> tuple[Together, ...]:
    """The wagers of the game itself: in every ending each brings so much, or nothing where it was not made."""
    found = list(endings)
    names = list(dict.fromkeys(name for _, nets in found for name in nets))
    total = sum(count for count, _ in found)

    def mean(*wagers: str) -> Fraction:
        summed = Fraction(0)
        for count, nets in found:
            brings = Fraction(count)
            for wager in wagers:
                brings *= nets.get(wager, Fraction(0))
            summed += brings
        return summed / total

    means = {name: mean(name) for name in names}
    parts = {(one, other): mean(one, other) - means[one] * means[other] for one in names for other in names}
    return tuple(
        Together.of((one, other), parts[one, other], parts[one, one] * parts[other, other])
        for one, other in combinations(names, 2)
    )


def of_counted(wagers: Iterable[WagerOdds]) -> tuple[Together, ...]:
    """Optional wagers, each at its bet; two that no count joins are left out."""
    found = []
    for one, other in combinations(wagers, 2):
        try:
            part = covariance(one, other)
        except NotAllowed:
            continue
        found.append(Together.of((one.wager, other.wager), part, one.variance * other.variance))
    return tuple(found)
