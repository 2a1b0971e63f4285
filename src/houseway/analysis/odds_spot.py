"""The wagers of one spot together: they are decided by the same cards, so their results go up and down together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from houseway.analysis.odds import WagerOdds, decimal, ratio, root
from houseway.analysis.odds_basis import is_envy
from houseway.analysis.odds_counts import Counts, Shown, counts, spaces
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.regulation import load


def covariance(one: WagerOdds, other: WagerOdds) -> Fraction:
    """Of two results on one spot, each in its own stakes, by joint counts."""
    _check(one, other)
    if one.wager == other.wager:
        return one.variance
    if not one.basis.game or not other.basis.game:
        return Fraction(0)  # the starting number is drawn before a card is dealt
    joint = _joint(one, other)
    first, second = (_means(each, joint, place) for place, each in enumerate((one, other)))
    together = sum((count * first[cell[0]] * second[cell[-1]] for cell, count in joint.cells), Fraction(0))
    return together / joint.total - one.expected_value * other.expected_value


def _check(one: WagerOdds, other: WagerOdds) -> None:
    if one.book != other.book:
        raise NotAllowed(
            f"{one.book} and {other.book} are not played on one spot", code="spot.books", given=other.book, allowed=one.book
        )
    for each in (one, other):
        if is_envy(load(each.book, each.book_version), each.wager):
            raise NotAllowed(
                f"the {each.title} is for other spots' hands", code="spot.envy", given=each.wager, allowed="a wager"
            )


def _joint(one: WagerOdds, other: WagerOdds) -> Counts:
    """Deals by what decides both."""
    axes, game = (one.basis.axis, other.basis.axis), one.basis.game
    space = next((space for space in spaces(game) if set(axes) <= set(counts(game, space).axes)), None)
    joint = counts(game, space).by(*axes) if space else None
    if joint is None or any(_splits(one, cell[0]) and _splits(other, cell[1]) for cell, _ in joint.cells):
        raise NotAllowed(
            f"{one.title} and {other.title} are not counted together: they hang on cards that no shipped count joins",
            code="spot.not-counted",
            given=f"{one.wager}, {other.wager}",
            allowed="wagers on cards that are counted together",
        )
    return joint


def _splits(wager: WagerOdds, shown: Shown) -> bool:
    return len(wager.basis.parts(shown)) > 1


def _means(wager: WagerOdds, joint: Counts, place: int) -> dict[Shown, Fraction]:
    """What each value is worth to a wager on average over the suits."""
    means = {}
    for shown in {cell[place] for cell, _ in joint.cells}:
        parts = [(wager.payer.net(wager.payer.row(each)), share) for each, share in wager.basis.parts(shown)]
        means[shown] = sum((net * share for net, share in parts), Fraction(0)) / sum(share for _, share in parts)
    return means


@dataclass(frozen=True)
class Spot:
    """Some wagers on one spot."""

    wagers: tuple[WagerOdds, ...]
    covariances: Mapping[tuple[str, str], Fraction]
    """Of each two, in stakes."""

    @property
    def stake(self) -> Cents:
        return sum((each.stake for each in self.wagers), Cents(0))

    @property
    def expected_cents(self) -> Fraction:
        return sum((each.expected_value * each.stake.amount for each in self.wagers), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Of all that is staked."""
        return -self.expected_cents / self.stake.amount

    @property
    def variance(self) -> Fraction:
        """In cents squared."""
        own = sum((each.variance * each.stake.amount**2 for each in self.wagers), Fraction(0))
        stakes = {each.wager: each.stake.amount for each in self.wagers}
        return own + sum((2 * part * stakes[a] * stakes[b] for (a, b), part in self.covariances.items()), Fraction(0))

    def correlation(self, one: str, other: str) -> Decimal:
        """From -1 to 1, shown as a decimal."""
        by_name = {each.wager: each for each in self.wagers}
        part = self.covariances.get((one, other)) or self.covariances.get((other, one)) or Fraction(0)
        size = root(part**2 / (by_name[one].variance * by_name[other].variance))
        return size if part >= 0 else -size

    def to_json(self) -> dict[str, object]:
        return {
            "stake": str(self.stake),
            "house_edge": decimal(self.house_edge),
            "standard_deviation": str(root(self.variance / self.stake.amount**2)),
            "denominator": "of all that is staked",
            "pairs": self.pairs(),
        }

    def pairs(self) -> list[dict[str, object]]:
        return [
            {"wagers": [one, other], "covariance": ratio(part), "correlation": str(self.correlation(one, other))}
            for (one, other), part in self.covariances.items()
        ]


def spot(wagers: Sequence[WagerOdds]) -> Spot:
    """The wagers of one spot, each at its own stake."""
    pairs = {(one.wager, other.wager): covariance(one, other) for one, other in combinations(wagers, 2)}
    if len(wagers) != len({each.wager for each in wagers}) or not wagers:
        names = tuple(each.wager for each in wagers)
        raise NotAllowed("a spot has each wager once, and at least one", code="spot.wagers", given=names, allowed="each once")
    return Spot(tuple(wagers), pairs)
