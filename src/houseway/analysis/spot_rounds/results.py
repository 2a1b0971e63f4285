"""What one round brings a player in cents, all wagers of a spot together: every result with its number of deals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from math import gcd, lcm

from houseway.analysis.exact import square_root
from houseway.analysis.joint_distribution import is_folded_hand
from houseway.analysis.odds.basis import ShownShares
from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.errors import NotAllowed
from houseway.games.awards import wagers_under_limit
from houseway.money import Cents
from houseway.submission import Rules
from houseway.values import ShortRepr

_NOTHING = Fraction(0)


@dataclass(frozen=True, repr=False)
class RoundResults(ShortRepr):
    """The results of a round with their deals, the worst first."""

    counts: tuple[tuple[Fraction, int], ...]
    """The result in cents, and the number of deals that bring it."""

    @classmethod
    def from_weights(cls, weights: Mapping[Fraction, Fraction]) -> "RoundResults":
        """Scale the weights of results to whole numbers without a common divisor."""
        held = {net: weight for net, weight in weights.items() if weight}
        scale = lcm(*(weight.denominator for weight in held.values()))
        whole = {net: int(weight * scale) for net, weight in held.items()}
        divisor = gcd(*whole.values())
        return cls(tuple((net, count // divisor) for net, count in sorted(whole.items())))

    @cached_property
    def total(self) -> int:
        return sum(count for _, count in self.counts)

    @cached_property
    def mean(self) -> Fraction:
        """Return the average result, in cents."""
        return sum((net * count for net, count in self.counts), _NOTHING) / self.total

    @cached_property
    def variance(self) -> Fraction:
        """Return the variance of the result, in cents squared."""
        return sum((net**2 * count for net, count in self.counts), _NOTHING) / self.total - self.mean**2

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    @cached_property
    def unit(self) -> Fraction:
        """Return the largest amount in cents of which every result is a multiple."""
        nets = [net for net, _ in self.counts]
        over = lcm(*(net.denominator for net in nets))
        return Fraction(gcd(*(int(net * over) for net in nets)) or 1, over)

    @property
    def losing(self) -> Fraction:
        """Return how often a round loses."""
        return Fraction(sum(count for net, count in self.counts if net < 0), self.total)

    @property
    def winning(self) -> Fraction:
        return Fraction(sum(count for net, count in self.counts if net > 0), self.total)


_SplitResults = Sequence[tuple[Fraction, Fraction, Fraction]]
"""By how suits fall: a share of the deals, the net result in cents, and the part of it that a payout limit may cut."""


def price_rounds(rules: Rules, counts: RoundCounts, bet: Cents, sides: Sequence[WagerOdds]) -> RoundResults:
    """Return what a round brings: the game at the bet, and the optional wagers at the stakes of their odds."""
    weights: dict[Fraction, Fraction] = {}
    limit, pricing = PayoutLimit.from_rules(rules), _SidePricing(rules, counts.axes, sides)
    for shown, nets in counts.cells.items():
        for folded in (False, True):
            ends = [(count, brings) for count, brings in nets if is_folded_hand(brings) is folded]
            if not ends:
                continue
            parts = list(pricing.results(shown, folded))
            for count, brings in ends:
                game = [(wager, each * bet.amount) for wager, each in brings.items()]
                for share, others in parts:
                    net = limit.total_paid([*((wager, each, max(each, _NOTHING)) for wager, each in game), *others])
                    weights[net] = weights.get(net, _NOTHING) + count * share
    return RoundResults.from_weights(weights)


@dataclass(frozen=True)
class PayoutLimit:
    """The filed payout limit, which covers all awards of a hand together, or each by itself."""

    most: int | None
    covered: frozenset[str]
    is_per_wager: bool

    @classmethod
    def from_rules(cls, rules: Rules) -> "PayoutLimit":
        most = rules.options.get("payout-limit.amount")
        return cls(
            most.amount if isinstance(most, Cents) else None,
            wagers_under_limit(rules),
            rules.takes_reading("PG-23=per-wager", "UTH-106"),
        )

    def total_paid(self, results: Sequence[tuple[str, Fraction, Fraction]]) -> Fraction:
        """Add up results of wagers, each with the award in it, less what the limit cuts."""
        total = sum((net for _, net, _ in results), _NOTHING)
        if self.most is None:
            return total
        awards = [award for wager, _, award in results if wager in self.covered]
        together = awards if self.is_per_wager else [sum(awards, _NOTHING)]
        return total - sum((max(award - self.most, _NOTHING) for award in together), _NOTHING)


class _SidePricing:
    """What the optional wagers bring for what the cards show."""

    def __init__(self, rules: Rules, axes: Sequence[str], sides: Sequence[WagerOdds]) -> None:
        self._sides = tuple(sides)
        self._place = {axis: place for place, axis in enumerate(axes)}
        self._lost_by_fold = [rules.wagers[each.wager].is_lost_with_fold(rules.options) for each in sides]

    def results(
        self, shown: tuple[ShownHands, ...], folded: bool
    ) -> Iterator[tuple[Fraction, list[tuple[str, Fraction, Fraction]]]]:
        """Yield each share of the deals with the wagers' results and awards, in cents."""
        for share, hands in share_suits([self._split(each, shown) for each in self._sides]):
            yield (
                share,
                [
                    (each.wager, *_net_and_award(each, None if folded and lost else hand))
                    for each, hand, lost in zip(self._sides, hands, self._lost_by_fold, strict=True)
                ],
            )

    def _split(self, wager: WagerOdds, shown: tuple[ShownHands, ...]) -> tuple[bool, ShownShares]:
        """Return whether suits decide, and the hands of a wager with their shares."""
        cards = wager.deciding_cards
        if cards.is_drawn_number:
            return False, cards.split_by_suit(("drawn",))
        parts = cards.split_by_suit(shown[self._place[cards.axis]])
        return len(parts) > 1, parts


def _net_and_award(wager: WagerOdds, hand: ShownHands | None) -> tuple[Fraction, Fraction]:
    """Return what a wager brings for a hand, in cents and before a payout limit, and the award in it; None loses."""
    row = None if hand is None else wager.payer.find_row(hand)
    if row is None:
        return Fraction(-wager.stake.amount), _NOTHING
    award = wager.payer.award_in_cents(row)
    return award - (0 if row.pays.returns_stake else wager.stake.amount), award


_ACES_OF_A_ROYAL = tuple(permutations("cdhs", 2))
"""The two aces in hand beside a super royal on the board (UTH-12): the ace of its suit, and one of the other three."""


def share_suits(splits: Sequence[tuple[bool, ShownShares]]) -> Iterator[tuple[Fraction, tuple[ShownHands, ...]]]:
    """Yield how suits may fall, with a share of the deals: a drawn number is independent of suits, two wagers are not."""
    depend = [place for place, (by_suit, _) in enumerate(splits) if by_suit]
    if len(depend) > _MOST_BY_SUIT:
        raise NotAllowed(
            "more than two of these wagers depend on which suit is which; their suits are not counted together",
            code="session.suits",
            given=len(depend),
            allowed=_MOST_BY_SUIT,
        )
    joint = _share_of_two([splits[place][1] for place in depend]) if len(depend) == _MOST_BY_SUIT else None
    for choice in product(*(range(len(parts)) for _, parts in splits)):
        share = Fraction(1)
        for place, (_, parts) in enumerate(splits):
            if joint is None or place not in depend:
                share *= Fraction(parts[choice[place]][1], sum(each for _, each in parts))
        if joint is not None:
            share *= joint[choice[depend[0]], choice[depend[1]]]
        if share:
            yield share, tuple(parts[at][0] for (_, parts), at in zip(splits, choice, strict=True))


_MOST_BY_SUIT = 2
_DIAMOND, _RED = "d", {"d", "h"}


def _share_of_two(splits: Sequence[ShownShares]) -> dict[tuple[int, int], Fraction]:
    """Return the shares of a super royal of diamonds and of a pair of red aces together; the first part of each is the named
    one."""
    shares: dict[tuple[int, int], Fraction] = {}
    royal_first = len(splits[0][0][0]) and "super-royal-of-diamonds" in splits[0][0][0]
    for own, other in _ACES_OF_A_ROYAL:
        royal, aces = int(own != _DIAMOND), int({own, other} != _RED)
        key = (royal, aces) if royal_first else (aces, royal)
        shares[key] = shares.get(key, _NOTHING) + Fraction(1, len(_ACES_OF_A_ROYAL))
    return shares
