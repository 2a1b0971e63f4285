"""Envy bonuses of Pai Gow Poker: what a player with a lammer is paid for what another player's seven cards hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd

from houseway.analysis.odds.counts import ShownHands
from houseway.games.awards import earns_lammer, round_up_to_cent
from houseway.games.paytables import envy_rows
from houseway.money import NO_MONEY, Cents
from houseway.submission import Rules


@dataclass(frozen=True)
class EarnedEnvy:
    """The envy bonuses from the tables of one wager."""

    name: str
    title: str
    stake: Cents
    """Of the wager that earns them."""
    unit: Fraction
    """In cents; every bonus is a multiple."""
    units: tuple[int, ...] = field(repr=False)
    """What one other hand earns, by what it holds."""
    others: int
    """How many other players there are."""
    pays: Mapping[str, int] = field(repr=False)
    """By name of the hand, the highest first: what it earns, in units."""

    @property
    def most_units(self) -> int:
        return max(self.units) * self.others

    def exact(self, counted: Sequence[tuple[ShownHands, int]]) -> tuple[tuple[Fraction, int], ...]:
        """Return the distribution for all others together, as if their hands were independent: its mean is exact."""
        one: dict[int, int] = {}
        for shown, count in counted:
            units = _earned(self.pays, shown)
            one[units] = one.get(units, 0) + count
        total = {0: 1}
        for _ in range(self.others):
            more: dict[int, int] = {}
            for units, count in total.items():
                for added, ways in one.items():
                    more[units + added] = more.get(units + added, 0) + count * ways
            total = more
        return tuple((self.unit * units, count) for units, count in sorted(total.items()))


def earned_envy(rules: Rules, placed: Mapping[str, Cents], shown: Sequence[ShownHands], players: int) -> tuple[EarnedEnvy, ...]:
    """Return the envy that every player earns with these wagers, by wager whose tables pay (PG-10, PG-11, PG-93)."""
    with_lammer = [wager for wager, stake in placed.items() if earns_lammer(rules, wager, stake)]
    found = []
    for wager, offer in rules.offers.items():
        paid = with_lammer if rules.takes_reading("PG-11=every-lammer") else [each for each in with_lammer if each == wager]
        if not offer.envy or not paid or players == 1:
            continue
        times = len(paid) if rules.takes_reading("PG-93=each-lammer", "DIV-93") else 1
        rows = envy_rows(rules, wager)
        amounts = {line.row.hand: times * round_up_to_cent(Fraction(line.row.pays.award(NO_MONEY))).amount for _, line in rows}
        unit = gcd(*amounts.values())
        pays = {hand: amount // unit for hand, amount in amounts.items()}
        units, title = tuple(_earned(pays, each) for each in shown), rules.regulation.wager(offer.envy[0].wager).title
        stake = placed.get(wager, placed[paid[0]])
        found.append(EarnedEnvy(offer.envy[0].wager, title, stake, Fraction(unit), units, players - 1, pays))
    return tuple(found)


def _earned(pays: Mapping[str, int], shown: ShownHands) -> int:
    return next((units for hand, units in pays.items() if hand in shown), 0)
