"""What the exact odds expect of wagers that were added up by their terms and stakes, and which wagers have no exact odds."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from houseway.reports.expected.theory import (
    GAME,
    OF_BETTORS,
    StakeClass,
    TheoreticalOdds,
    report_line,
    with_terms,
)
from houseway.reports.expected.wager_classes import WagerClass
from houseway.reports.rows.wager_terms import AGAINST_BANK, BANK, SEVERAL_HANDS, first_wager_of, is_envy, wager_name

Odds = Mapping[StakeClass, TheoreticalOdds]


@dataclass(frozen=True, slots=True)
class Expectation:
    """For some wagers: what the house is expected to win, and the actual win to compare it with."""

    win: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    staked: int = 0
    """What the expected win is a share of."""
    compared_win: int = 0
    missing: tuple[StakeClass, ...] = ()
    """Odds that are not known yet."""
    is_left_out: bool = False
    """Whether exact odds do not exist."""


_LEFT_OUT = Expectation(is_left_out=True)


class _Needed(NamedTuple):
    at: StakeClass
    times: int
    """How many times these odds apply."""


def expectation_of(sums: WagerClass, odds: Odds) -> Expectation:
    """Return what the exact odds expect of wagers. The odds of a game are those of its first wager, which says how often it was
    played; its other wagers only add to the actual win."""
    if not sums.wager or sums.terms in (BANK, SEVERAL_HANDS) or (sums.terms and not sums.stake):
        return _LEFT_OUT
    compared = sums.vigorish if sums.terms == AGAINST_BANK else sums.house_win
    needed = _needed_odds(sums)
    missing = tuple(each.at for each in needed if each.at not in odds)
    if missing:
        return Expectation(compared_win=compared, missing=missing)
    if not all(odds[each.at].is_exact for each in needed):
        return _LEFT_OUT
    win = sum((each.times * sums.stake * odds[each.at].edge for each in needed), Fraction(0))
    variance = sum((each.times * sums.stake**2 * odds[each.at].variance for each in needed), Fraction(0))
    staked = sum(each.times * sums.stake for each in needed if odds[each.at].edge)
    return Expectation(win, variance, staked, compared)


def _needed_odds(sums: WagerClass) -> list[_Needed]:
    """Return the odds that apply to wagers, and how often each does."""
    if not has_own_odds(sums.book, sums.wager):
        return []
    names = [(with_terms(sums.wager, sums.terms), sums.hands)]
    if is_envy(sums.book, sums.wager):
        names = [(sums.wager, sums.other_hands), (with_terms(sums.wager, OF_BETTORS), sums.other_bettors)]
    return [_Needed((sums.rules, name, sums.stake), times) for name, times in names if times]


def has_own_odds(book: str, wager: str) -> bool:
    """Return whether a wager has odds of its own: not if it belongs to a game whose odds are those of another wager."""
    return report_line(book, wager) != GAME or wager_name(wager) == first_wager_of(book)
