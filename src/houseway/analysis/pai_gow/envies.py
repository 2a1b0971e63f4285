"""Envy bonuses of Pai Gow Poker: what a player with a lammer is paid for what another player's seven cards hold."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd

from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.simulated_games.envies import EarnedEnvy, earned_units
from houseway.games.awards import earns_lammer, round_up_to_cent
from houseway.games.paytables import envy_rows
from houseway.money import NO_MONEY, Cents
from houseway.submission import Rules


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
        units, title = tuple(earned_units(pays, each) for each in shown), rules.regulation.wager(offer.envy[0].wager).title
        stake = placed.get(wager, placed[paid[0]])
        found.append(EarnedEnvy(offer.envy[0].wager, title, stake, Fraction(unit), units, players - 1, pays))
    return tuple(found)
