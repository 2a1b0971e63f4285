"""Ultimate Texas Hold'em solved: the best play of every hand, or any other strategy, over all deals.

The total of the second pass over the boards (`passes`) must agree with the first.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from houseway.analysis.odds.by_stake import EdgesByStake
from houseway.analysis.solve.solution import Progress, Provenance, RoundEnding, StrategyResult
from houseway.analysis.ultimate.by_stake import WonAwards, ante_by_stake
from houseway.analysis.ultimate.solve.passes import SOURCES, board_progress, count_outcomes, find_best_play, starting_hand_names
from houseway.analysis.ultimate.solve.solution import StartingHand, UltimateSolution
from houseway.analysis.ultimate.solve.strategy import UltimateStrategy, find_strategy
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed
from houseway.hands import STANDARD, Category
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.regulation import Row
from houseway.submission import Rules

METHOD = (
    "every suit-distinct board; every holding against every other by inclusion and exclusion; no deal is visited one by one"
)
CHECK, FOLD = "check", "fold"
_WON, _UNQUALIFIED = "won with ", ", dealer not qualified"
_READINGS = ("UTH-01", "UTH-20", "UTH-29")
"""UTH-30 is none of them: the value of a hand is linear in the Play, so nothing between the multiples is ever best."""
_ASSUMES = ("players see only their own cards and the board",)


def solve(rules: Rules, progress: Progress | None = None, *, strategy: str = "") -> UltimateSolution:
    """Find the best play under these rules; with a strategy's name, also how that one ends."""
    terms, other = UltimateTerms.from_rules(rules), find_strategy(strategy) if strategy else None
    parts = 3 if other else 2
    raw = disk_cached("ultimate", terms.to_json(), SOURCES, lambda: _solve_terms(terms, board_progress(progress, parts)))
    played = StrategyResult("best", build_endings(terms, raw["counts"]))
    stakes = ante_by_stake(rules, _won_awards(rules, terms, played.endings))
    hands = {name: _starting_hand(terms, name, *sums) for name, sums in raw["hands"].items()}
    expected = sum((hand.values[hand.best] * hand.combinations for hand in hands.values()), Fraction(0)) / comb(52, 2)
    if played.total != holdem_deals.TOTAL_DEALS or played.expected_value != expected:
        raise ArithmeticError(f"the two passes disagree: {played.total}, {played.expected_value}, {expected}")
    others = (_play_named_strategy(rules, terms, other, progress and _progress_of_part(progress, 2, parts)),) if other else ()
    return UltimateSolution(solution_provenance(rules, METHOD, stakes), played, hands, others, stakes)


def _play_named_strategy(
    rules: Rules, terms: UltimateTerms, strategy: UltimateStrategy, progress: Progress | None
) -> StrategyResult:
    """Return how rounds end under one of the program's own strategies, from disk if it was counted before."""
    depends = [strategy.name, terms.to_json()]
    counts = disk_cached("ultimate-strategy", depends, SOURCES, lambda: _count_strategy(rules, strategy, progress))
    return StrategyResult(strategy.name, build_endings(terms, counts))


def solution_provenance(rules: Rules, method: str, stakes: EdgesByStake | None = None) -> Provenance:
    return Provenance.from_rules(
        rules, method, ("ante", "blind", "play"), _READINGS, (*(stakes.assumptions if stakes else ()), *_ASSUMES)
    )


def _won_awards(rules: Rules, terms: UltimateTerms, endings: Sequence[RoundEnding]) -> Iterator[WonAwards]:
    """Yield the awards of each ending by wager (11.H); only the Blind has a row that may be rounded."""
    rows = {row.hand: row for row in rules.offers["blind"].paytable.rows}
    for ending in endings:
        words, unqualified, _ = ending.outcome.partition(_UNQUALIFIED)
        won = words.removeprefix(_WON)
        awards: dict[str, tuple[Fraction, Row | None]] = {}
        if won != words:
            blind = terms.blind[Category(won)]
            awards["play"] = int(ending.action.removesuffix("x")) * terms.play, None
            awards["ante"] = Fraction(0) if unqualified else terms.ante, None
            awards["blind"] = max(blind, Fraction(0)), rows.get(won)
        yield WonAwards(ending, awards)


def play_strategy(
    rules: Rules, strategy: UltimateStrategy, progress: Progress | None = None, *, threads: int | None = None
) -> StrategyResult:
    """Return how rounds end under a strategy, over all combinations."""
    counts = _count_strategy(rules, strategy, progress, threads)
    return StrategyResult(strategy.name, build_endings(UltimateTerms.from_rules(rules), counts))


def _count_strategy(
    rules: Rules, strategy: UltimateStrategy, progress: Progress | None, threads: int | None = None
) -> list[list[int]]:
    terms = UltimateTerms.from_rules(rules)
    before = np.array([strategy.play_before(name) for name in starting_hand_names()], dtype=np.int64)
    wrong = sorted(set(before.tolist()) - {0, *terms.first})
    if wrong:
        raise Malformed(
            f"strategy {strategy.name} plays {wrong[0]} times the Ante before the flop, which the rules do not allow",
            code="strategy.times",
            given=wrong[0],
            allowed=(0, *terms.first),
        )
    raised = strategy.flop_table()
    counts = count_outcomes(terms, before, raised.astype(np.uint8), strategy.river_table, board_progress(progress, 1), threads)
    counted: list[list[int]] = counts.tolist()
    return counted


def _progress_of_part(progress: Progress, part: int, parts: int) -> Progress:
    """Report the progress of one part of several."""
    return lambda done, total: progress(part * total + done, parts * total)


def _solve_terms(terms: UltimateTerms, progress: Callable[[int], None]) -> dict[str, Any]:
    """Run both passes; results are integers in parts of an Ante."""
    found, total = find_best_play(terms, progress), len(holdem_deals.canonical_boards()[0])
    counts = count_outcomes(terms, found.before, found.raised, progress=lambda done: progress(total + done))
    return {"counts": counts.tolist(), "hands": found.hands}


def _starting_hand(terms: UltimateTerms, name: str, each: int, rest: int, check: int) -> StartingHand:
    holdings = starting_hand_names().count(name)
    parts = terms.unit * holdings * (holdem_deals.TOTAL_DEALS // comb(52, 2))
    worth = {f"{times}x": Fraction(times * each + rest, parts) for times in sorted(terms.first, reverse=True)}
    return StartingHand(name, holdings, {**worth, CHECK: Fraction(check, parts)})


def build_endings(terms: UltimateTerms, counts: Sequence[Sequence[int]]) -> tuple[RoundEnding, ...]:
    """Turn the counts into endings with net result and stake in Antes (11.H)."""
    found = [RoundEnding(FOLD, "folded", counts[0][holdem.FOLDED], Fraction(-2), Fraction(2))]
    for times in range(1, len(counts)):
        action, staked = f"{times}x", Fraction(2 + times)
        ends = [(holdem.TIED, "tied", Fraction(0))]
        for category in STANDARD.categories:
            won, place = terms.blind[category] + times * terms.play, STANDARD.position(category)
            ends.append((holdem.WON + place, f"{_WON}{category}", won + terms.ante))
            ends.append((holdem.WON_UNQUALIFIED + place, f"{_WON}{category}{_UNQUALIFIED}", won))
        ends.append((holdem.LOST, "lost", Fraction(-2 - times)))
        ends.append((holdem.LOST_UNQUALIFIED, f"lost{_UNQUALIFIED}", Fraction(-1 - times)))
        found += [
            RoundEnding(action, how, counts[times][place], brings, staked)
            for place, how, brings in ends
            if counts[times][place]
        ]
    return tuple(found)
