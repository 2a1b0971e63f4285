"""The wagers of one spot together: the same cards decide them, so their results are correlated."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations

from houseway.analysis.exact import as_decimal, as_dollars, as_ratio, square_root
from houseway.analysis.odds.basis import ShownShares, is_envy
from houseway.analysis.odds.counts import DealCounts, ShownHands, shipped_counts, space_names
from houseway.analysis.odds.wager import WagerOdds
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.values import ShortRepr


def covariance(one: WagerOdds, other: WagerOdds) -> Fraction:
    """Return the covariance of two results on one spot, each per unit staked, from joint counts."""
    _check_one_spot(one, other)
    if one.wager == other.wager:
        return one.variance
    if one.deciding_cards.is_drawn_number or other.deciding_cards.is_drawn_number:
        return Fraction(0)  # the starting number is drawn before a card is dealt
    joint = _joint_counts(one, other)
    first, second = (
        {shown: average_net(each, shown) for shown in {cell[place] for cell, _ in joint.cells}}
        for place, each in enumerate((one, other))
    )
    together = Fraction(0)
    for cell, count in joint.cells:
        together += count * (first[cell[0]] * second[cell[-1]] + _suit_covariance(one, cell[0], other, cell[-1]))
    return together / joint.total - one.expected_value * other.expected_value


def _check_one_spot(one: WagerOdds, other: WagerOdds) -> None:
    if one.book != other.book:
        raise NotAllowed(
            f"wagers of {one.book} and {other.book} cannot be on one spot",
            code="spot.books",
            given=other.book,
            allowed=one.book,
        )
    for each in (one, other):
        if is_envy(load_book(each.book, each.book_version), each.wager):
            raise NotAllowed(
                f"the {each.title} is paid for hands of other spots, so it is not counted on this one",
                code="spot.envy",
                given=each.wager,
                allowed="a wager",
            )


def _joint_counts(one: WagerOdds, other: WagerOdds) -> DealCounts:
    """Return the deals by what decides both wagers."""
    axes, game = (one.deciding_cards.axis, other.deciding_cards.axis), one.deciding_cards.game
    spaces = space_names(game) if game and game == other.deciding_cards.game else ()
    space = next((space for space in spaces if set(axes) <= set(shipped_counts(game, space).axes)), None)
    if space is None:
        raise NotAllowed(
            f"{one.title} and {other.title} cannot be counted together: no shipped count covers the cards that decide both",
            code="spot.not-counted",
            given=f"{one.wager}, {other.wager}",
            allowed="wagers that one shipped count covers",
        )
    return shipped_counts(game, space).by_axes(*axes)


_ACES_OF_A_ROYAL = tuple(permutations("cdhs", 2))
"""The two aces in hand beside a super royal on the board (UTH-12): the ace of its suit, and one of the other three."""


def _suit_covariance(one: WagerOdds, shown: ShownHands, other: WagerOdds, other_shown: ShownHands) -> Fraction:
    """Return the average extra value of two suit-dependent results occurring together.

    Only a super royal and a pair of aces have one: a royal of diamonds and the aces of hearts and diamonds come together more
    often.
    """
    first, second = one.deciding_cards.split_by_suit(shown), other.deciding_cards.split_by_suit(other_shown)
    if len(first) == 1 or len(second) == 1:
        return Fraction(0)
    both = sum(aces == ("d", "h") for aces in _ACES_OF_A_ROYAL)
    apart = Fraction(first[0][1] * second[0][1], sum(share for _, share in first) * sum(share for _, share in second))
    return (Fraction(both, len(_ACES_OF_A_ROYAL)) - apart) * _named_suit_gain(one, first) * _named_suit_gain(other, second)


def _named_suit_gain(wager: WagerOdds, parts: ShownShares) -> Fraction:
    """Return what the suits named in a row bring beyond the others."""
    named, others = (wager.payer.net_in_stakes(wager.payer.find_row(shown)) for shown, _ in parts)
    return named - others


def average_net(wager: WagerOdds, shown: ShownHands) -> Fraction:
    """Return the net result of a value per unit staked, averaged over the suits."""
    parts = [
        (wager.payer.net_in_stakes(wager.payer.find_row(each)), share)
        for each, share in wager.deciding_cards.split_by_suit(shown)
    ]
    return sum((net * share for net, share in parts), Fraction(0)) / sum(share for _, share in parts)


@dataclass(frozen=True, repr=False)
class StakedWager(ShortRepr):
    """A wager as it is staked on a spot."""

    wager: str
    bet: Cents
    """The unit of its results: its own stake, or the Ante."""
    expected_value: Fraction
    variance: Fraction
    average_stake: Fraction = Fraction(1)
    """The average stake, in bets."""


@dataclass(frozen=True, repr=False)
class WagersOnSpot(ShortRepr):
    """Several wagers on one spot."""

    wagers: tuple[StakedWager, ...]
    covariances: Mapping[tuple[str, str], Fraction]
    """The covariance of each two, in bets."""

    @cached_property
    def stake(self) -> Fraction:
        """Return the average total stake, in cents."""
        return sum((each.average_stake * each.bet.amount for each in self.wagers), Fraction(0))

    @cached_property
    def expected_cents(self) -> Fraction:
        return sum((each.expected_value * each.bet.amount for each in self.wagers), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """As a share of everything staked."""
        return -self.expected_cents / self.stake

    @cached_property
    def variance(self) -> Fraction:
        """Return the variance of the result, in cents squared."""
        own = sum((each.variance * each.bet.amount**2 for each in self.wagers), Fraction(0))
        bets = {each.wager: each.bet.amount for each in self.wagers}
        return own + sum((2 * part * bets[a] * bets[b] for (a, b), part in self.covariances.items()), Fraction(0))

    @property
    def standard_deviation(self) -> Fraction:
        """Return the standard deviation of the result, in cents."""
        return square_root(self.variance)

    def correlation(self, one: str, other: str) -> Fraction:
        """From -1 to 1."""
        by_name = {each.wager: each for each in self.wagers}
        part = self.covariances.get((one, other)) or self.covariances.get((other, one)) or Fraction(0)
        size = square_root(part**2 / (by_name[one].variance * by_name[other].variance))
        return size if part >= 0 else -size

    def to_json(self) -> dict[str, object]:
        return {
            "stake": as_dollars(self.stake),
            "house_edge": as_decimal(self.house_edge),
            "standard_deviation": as_decimal(square_root(self.variance / self.stake**2)),
            "denominator": "of all stakes",
            "pairs": self.pairs_to_json(),
        }

    def pairs_to_json(self) -> list[dict[str, object]]:
        return [
            {"wagers": [one, other], "covariance": as_ratio(part), "correlation": as_decimal(self.correlation(one, other))}
            for (one, other), part in self.covariances.items()
        ]


def combine_wagers(wagers: Sequence[WagerOdds]) -> WagersOnSpot:
    """Combine the wagers of one spot, each at its own stake."""
    pairs = {(one.wager, other.wager): covariance(one, other) for one, other in combinations(wagers, 2)}
    if len(wagers) != len({each.wager for each in wagers}) or not wagers:
        names = tuple(each.wager for each in wagers)
        raise NotAllowed(
            "name at least one wager for a spot, and each wager once", code="spot.wagers", given=names, allowed="each once"
        )
    return WagersOnSpot(
        tuple(StakedWager(each.wager, each.stake, each.expected_value, each.variance) for each in wagers), pairs
    )


def pairs_on_one_spot(found: Sequence[WagerOdds]) -> list[dict[str, object]]:
    """Return every two wagers with their correlation, each at its first stake. Pairs without a joint count are left out."""
    firsts = {each.wager: each for each in reversed(found)}
    pairs: list[dict[str, object]] = []
    for two in combinations(reversed(firsts.values()), 2):
        with suppress(NotAllowed):
            pairs += combine_wagers(two).pairs_to_json()
    return pairs
