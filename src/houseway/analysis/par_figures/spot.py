"""How the wagers of one spot vary together, on a PAR sheet.

Wagers of the base game are compared by their endings, optional wagers by joint counts, and one of each by the joint
distribution of the game and what decides the optional wager.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from houseway.analysis.exact import as_decimal, as_dollars_and_cents, as_ratio, square_root
from houseway.analysis.joint_distribution import DistributionsByAxis, is_lost_by_fold
from houseway.analysis.odds.spot import StakedWager, WagersOnSpot, covariance
from houseway.analysis.odds.wager import WagerOdds
from houseway.errors import NotAllowed
from houseway.values import ShortRepr

NetCounts = Iterable[tuple[int, Mapping[str, Fraction]]]
"""Combinations, and the net result of each wager in them."""


@dataclass(frozen=True, repr=False)
class WagerCovariance(ShortRepr):
    """Two wagers of one spot."""

    one: str
    other: str
    covariance: Fraction
    """Of their results, each in its own bets."""
    correlation: Fraction

    @classmethod
    def from_variances(cls, names: tuple[str, str], part: Fraction, variances: Fraction) -> "WagerCovariance":
        size = square_root(part**2 / variances) if variances else Fraction(0)
        return cls(*names, part, size if part >= 0 else -size)

    def to_json(self) -> dict[str, object]:
        return {
            "wagers": [self.one, self.other],
            "covariance": as_ratio(self.covariance),
            "correlation": as_decimal(self.correlation),
        }


def covariances_of_endings(endings: NetCounts) -> tuple[WagerCovariance, ...]:
    """Return the covariances of the game's own wagers; a wager that was not made brings nothing."""
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
        WagerCovariance.from_variances((one, other), parts[one, other], parts[one, one] * parts[other, other])
        for one, other in combinations(names, 2)
    )


def covariances_of_optional(
    wagers: Sequence[WagerOdds], alone: Mapping[str, Fraction], distributions: DistributionsByAxis
) -> tuple[WagerCovariance, ...]:
    """Return the covariances of optional wagers at their bets; pairs that are not counted together are left out.

    `alone` is the expected value of each without regard to folds: a wager that loses nothing by a fold is counted without
    folds.
    """
    found = []
    for one, other in combinations(wagers, 2):
        try:
            part = _optional_covariance(one, other, alone, distributions)
        except NotAllowed:
            continue
        if part is not None:
            found.append(WagerCovariance.from_variances((one.wager, other.wager), part, one.variance * other.variance))
    return tuple(found)


def _optional_covariance(
    one: WagerOdds, other: WagerOdds, alone: Mapping[str, Fraction], distributions: DistributionsByAxis
) -> Fraction | None:
    """Return None if a fold forfeits one wager and other cards decide the other."""
    if not any(is_lost_by_fold(each) and each.expected_value != alone[each.wager] for each in (one, other)):
        return covariance(one, other)
    if one.deciding_cards.is_drawn_number or other.deciding_cards.is_drawn_number:
        return Fraction(0)
    joint = distributions.get(one.deciding_cards.axis)
    return joint.covariance_of_optional(one, other) if joint and one.deciding_cards.axis == other.deciding_cards.axis else None


def covariances_with_game(
    own: Sequence[StakedWager], wagers: Sequence[WagerOdds], distributions: DistributionsByAxis
) -> tuple[WagerCovariance, ...]:
    """Return the covariances of each wager of the game with each optional wager; uncounted pairs are left out."""
    found = []
    for one in own:
        for other in wagers:
            by_axis = distributions.get(other.deciding_cards.axis)
            if by_axis is None and not other.deciding_cards.is_drawn_number:
                continue
            part = by_axis.covariance(one.wager, other) if by_axis else Fraction(0)  # a number is drawn apart from all cards
            found.append(WagerCovariance.from_variances((one.wager, other.wager), part, one.variance * other.variance))
    return tuple(found)


@dataclass(frozen=True, repr=False)
class PlayerSpot(ShortRepr):
    """Everything that one player wagers in a round, as far as it is counted together."""

    wagers: WagersOnSpot
    left_out: tuple[str, ...]
    """Wagers that are not counted together with all before them."""
    rounds_per_hour: int
    """Per hour."""

    @classmethod
    def from_wagers(
        cls, own: Sequence[StakedWager], optional: Sequence[StakedWager], together: Iterable[WagerCovariance], rounds: int
    ) -> "PlayerSpot | None":
        """Combine the game's wagers and each optional wager that is counted with all before it; None if there is none."""
        parts = {frozenset((each.one, each.other)): each.covariance for each in together}
        taken = list(own)
        for wager in optional:
            if all(frozenset((wager.wager, other.wager)) in parts for other in taken):
                taken.append(wager)
        if optional and len(taken) == len(own):
            return None
        pairs = [(one.wager, other.wager) for one, other in combinations(taken, 2)]
        spot = WagersOnSpot(tuple(taken), {pair: parts[frozenset(pair)] for pair in pairs})
        return cls(spot, tuple(each.wager for each in optional if each not in taken), rounds)

    @property
    def hourly_deviation(self) -> Fraction:
        """Return the standard deviation of the player's result in an hour, in cents."""
        return square_root(self.wagers.variance * self.rounds_per_hour)

    def to_json(self) -> dict[str, object]:
        spot = self.wagers
        return {
            "wagers": [each.wager for each in spot.wagers],
            "left_out": list(self.left_out),
            "staked": as_dollars_and_cents(spot.stake),
            "expected_value_cents": as_ratio(spot.expected_cents),
            "house_edge": as_decimal(spot.house_edge),
            "denominator": "of all stakes",
            "variance_cents": as_ratio(spot.variance),
            "standard_deviation": as_dollars_and_cents(spot.standard_deviation),
            "standard_deviation_per_hour": as_dollars_and_cents(self.hourly_deviation),
        }
