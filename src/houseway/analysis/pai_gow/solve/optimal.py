"""The best setting of every hand against a house way, and its gain over setting by a house way.

This takes minutes. The hands are cut into portions, and each result is cached, so that an interrupted run continues.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, lcm
from os import cpu_count
from queue import SimpleQueue
from typing import Any

import numpy as np

from houseway.analysis.exact import as_decimal, as_percent
from houseway.analysis.odds.by_stake import NO_STAKES, EdgesByStake
from houseway.analysis.pai_gow.by_stake import base_wager_by_stake
from houseway.analysis.pai_gow.solve.counts import READINGS, SOURCES, PaiGowTerms
from houseway.analysis.pai_gow.solve.solver import ASSUMES, kernel_way, stake_sheet
from houseway.analysis.solve.solution import PrintedTable, Progress, Provenance
from houseway.cards import CARDS, Card, format_hand
from houseway.disk_cache import cached_only, disk_cached
from houseway.errors import NotAllowed
from houseway.house_way import HouseWay, compile_house_way
from houseway.house_way.compiling import CompiledHouseWay
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.layout import I64, JOKER_KEY, RANKS, U8, rank_key, rank_layout
from houseway.kernels.pai_gow.optimal import RatedHands, ResultValues, SettingOptimizer, group_starts, low_hands
from houseway.kernels.pai_gow.setting import CARDS_DEALT, class_indices
from houseway.submission import Rules
from houseway.values import ShortRepr

METHOD = "every legal setting of every suit-distinct hand, against all hands of the remaining cards, counted by class"
PORTIONS = 128
_GROUPS_IN_STEP = 8
"""Hands of so many different ranks are rated together: a step takes less than a second."""
_STORED = "pai-gow-best"
_OTHERS = comb(RANKS * 4 + 1 - CARDS_DEALT, CARDS_DEALT)
"""The number of hands of the other cards."""
MODES = ("not banking", "banking")


@dataclass(frozen=True)
class WinLossSum:
    """The pairs of hands won and lost, and their total."""

    win: int
    lose: int
    total: int

    @property
    def push(self) -> int:
        return self.total - self.win - self.lose

    def value(self, pays: Fraction) -> Fraction:
        return (self.win * pays - self.lose) / self.total

    def to_json(self, pays: Fraction) -> dict[str, object]:
        edge = -self.value(pays)
        return {"win": self.win, "push": self.push, "lose": self.lose, "house_edge": as_decimal(edge), "exact": str(edge)}


@dataclass(frozen=True)
class RuleImprovement:
    """The hands that one rule of the house way decides, and what the best setting gains on them."""

    rule: str
    hands: int
    different: int
    """Not banking."""
    gain: Fraction
    """What the best setting of these hands adds to the expected value of a wager on any hand."""
    example: tuple[Card, ...]
    """The hand with the largest loss."""
    low: tuple[Card, ...]
    """Its best low hand."""
    lost: Fraction
    """What the house way loses on that hand."""

    def to_json(self) -> dict[str, object]:
        return {
            "rule": self.rule,
            "hands": self.hands,
            "different": self.different,
            "gain": as_decimal(self.gain),
            "example": format_hand(self.example),
            "best_low": format_hand(self.low),
            "lost": as_decimal(self.lost),
        }


@dataclass(frozen=True, repr=False)
class OptimalPlay(ShortRepr):
    provenance: Provenance
    terms: PaiGowTerms
    dealer: HouseWay = field(repr=False)
    player: HouseWay = field(repr=False)
    """The house way that the best settings are compared with."""
    best: Mapping[str, WinLossSum]
    own: Mapping[str, WinLossSum]
    """By mode: set best, and set by the house way."""
    rules: tuple[RuleImprovement, ...] = field(repr=False)
    by_stake: EdgesByStake = NO_STAKES

    def _pays(self, mode: str) -> Fraction:
        return self.terms.pays if mode == MODES[0] else self.terms.bank_pays

    def gain(self, mode: str = MODES[0]) -> Fraction:
        return self.best[mode].value(self._pays(mode)) - self.own[mode].value(self._pays(mode))

    @property
    def house_edge(self) -> Fraction:
        return -self.best[MODES[0]].value(self.terms.pays)

    @property
    def bank_edge(self) -> Fraction:
        return -self.best[MODES[1]].value(self.terms.bank_pays)

    @property
    def different(self) -> int:
        return sum(each.different for each in self.rules)

    def to_json(self) -> dict[str, object]:
        best = self.best[MODES[0]]
        return {
            **self.provenance.to_json(),
            "order": self.terms.order.name,
            "dealer": {"house_way": self.dealer.name, "hash": self.dealer.hash},
            "player": {"house_way": "optimal", "held_against": self.player.name, "hash": self.player.hash},
            "total": best.total,
            "win": best.win,
            "push": best.push,
            "lose": best.lose,
            "expected_value": str(-self.house_edge),
            "house_edge": as_decimal(self.house_edge),
            "bank_edge": as_decimal(self.bank_edge),
            "banking": self.best[MODES[1]].to_json(self.terms.bank_pays),
            "house_way": {mode: self.own[mode].to_json(self._pays(mode)) for mode in MODES},
            "gain": {mode: as_decimal(self.gain(mode)) for mode in MODES},
            "different": self.different,
            "rules": [each.to_json() for each in self.rules],
            "by_stake": self.by_stake.to_json(),
        }

    def printed_tables(self) -> tuple[PrintedTable, ...]:
        rows = [
            (
                mode,
                as_percent(-self.own[mode].value(pays)),
                as_percent(-self.best[mode].value(pays)),
                as_percent(self.gain(mode)),
            )
            for mode in MODES
            for pays in (self._pays(mode),)
        ]
        columns = ("house edge", f"set by {self.player.name}", "set best", "gain")
        classes = tuple(
            (
                each.rule,
                f"{each.different:,} of {each.hands:,}",
                as_percent(each.gain),
                format_hand(each.example),
                format_hand(each.low),
            )
            for each in self.rules
            if each.different
        )
        heads = ("rule", "better set differently", "gain", "as in", "low hand")
        title = f"the best setting of every hand, dealer by {self.dealer.name}"
        differs = PrintedTable("where it differs, not banking", heads, classes, by_hand=True)
        return PrintedTable(title, columns, tuple(rows)), *stake_sheet(self.by_stake), differs


def solve_best_settings(
    rules: Rules, dealer: HouseWay, player: HouseWay | None = None, progress: Progress | None = None
) -> OptimalPlay:
    """Set every hand best against the dealer's house way, and compare with the player's, or with the dealer's own."""
    terms, player = PaiGowTerms.from_rules(rules), player or dealer
    found = list(_solve_portions(terms, dealer, player, progress, range(PORTIONS)))
    total = sum(each["hands"] for each in found) * _OTHERS
    best, own = ({mode: _sum_portions(found, name, mode, total) for mode in MODES} for name in ("best", "own"))
    stakes, differs = base_wager_by_stake(rules, best[MODES[0]]), _rule_improvements(found, terms, player, total)
    provenance = Provenance.from_rules(rules, METHOD, ("pai-gow",), READINGS, (*ASSUMES, *stakes.assumptions))
    return OptimalPlay(replace(provenance, unit="base wager"), terms, dealer, player, best, own, differs, stakes)


def _sum_portions(found: Iterable[Mapping[str, Any]], name: str, mode: str, total: int) -> WinLossSum:
    sums = [each[name][MODES.index(mode)] for each in found]
    return WinLossSum(sum(win for win, _ in sums), sum(lose for _, lose in sums), total)


def _rule_improvements(
    found: Iterable[Mapping[str, Any]], terms: PaiGowTerms, player: HouseWay, total: int
) -> tuple[RuleImprovement, ...]:
    parts: dict[int, list[Mapping[str, Any]]] = {}
    for portion in found:
        for number, part in portion["rules"].items():
            parts.setdefault(int(number), []).append(part)
    units = _whole_stakes(terms).lose
    bettered = []
    for number, each in parts.items():
        worst = max(each, key=lambda part: part["lost"])
        bettered.append(
            RuleImprovement(
                rule=player.numbered_rules[number - 1].id,
                hands=sum(part["hands"] for part in each),
                different=sum(part["different"] for part in each),
                gain=Fraction(sum(part["gain"] for part in each), units * total),
                example=tuple(CARDS[card] for card in worst["example"]),
                low=tuple(CARDS[card] for card in worst["low"]),
                lost=Fraction(worst["lost"], units * _OTHERS),
            )
        )
    return tuple(sorted(bettered, key=lambda each: -each.gain))


# The portions


@cache
def _hands_in_portions() -> tuple[U8, I64, I64]:
    """Return all hands up to suits, grouped by ranks, with their weights and the starts of the portions."""
    hands, weights = canonical_deals(CARDS_DEALT, joker=True)
    keys = np.array([*map(rank_key, range(RANKS)), JOKER_KEY])[np.minimum(hands // 4, RANKS)].sum(axis=1)
    ranks = rank_layout(CARDS_DEALT).place(keys)
    order = np.argsort(ranks, kind="stable")
    ranks = ranks[order]
    begins = np.flatnonzero(np.concatenate([[True], ranks[1:] != ranks[:-1]]))
    cuts = np.append(begins[np.arange(PORTIONS) * len(begins) // PORTIONS], len(hands))
    return hands[order], weights[order].astype(np.int64), cuts


class _Stopped(Exception):
    """Raised in a thread whose result nobody waits for any more."""


class _StoppableRater:
    """Rates hands in steps of a second at most, so that Control-C is not answered with the end of a portion."""

    def __init__(self, optimizer: SettingOptimizer) -> None:
        self._optimizer, self._is_stopped = optimizer, False

    def stop(self) -> None:
        """Let the thread that rates hands end at its next step."""
        self._is_stopped = True

    def rate(self, hands: U8, places: I64) -> RatedHands:
        begins = group_starts(hands)
        cuts = [*begins[:-1:_GROUPS_IN_STEP].tolist(), len(hands)]
        parts = [self._rate_step(hands[start:end], places[start:end]) for start, end in pairwise(cuts)]
        return RatedHands(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("columns", "best", "own")))

    def _rate_step(self, hands: U8, places: I64) -> RatedHands:
        if self._is_stopped:
            raise _Stopped
        return self._optimizer.rate(hands, places)


def _solve_portions(
    terms: PaiGowTerms, dealer: HouseWay, player: HouseWay, progress: Progress | None, wanted: Iterable[int]
) -> Iterator[dict[str, Any]]:
    """Yield the result of each portion, from the cache or computed on every core. Progress begins with what is stored already, so
    that the time left can be told from the rest."""
    depends = [dealer.hash, player.hash, terms.order.name, str(terms.pays), str(terms.bank_pays), terms.copies_push]
    numbers = list(wanted)
    stored = _stored_portions(depends, numbers)
    yield from stored.values()
    missing = [portion for portion in numbers if portion not in stored]
    if not missing:
        return
    report = progress or _report_nothing
    report(len(stored), len(numbers))
    own = compile_house_way(player, terms.order)
    raters = _make_raters(terms, compile_house_way(dealer, terms.order), own)
    report(len(stored), len(numbers))

    def solve(rater: _StoppableRater, portion: int) -> dict[str, Any]:
        return disk_cached(_STORED, [*depends, portion], SOURCES, lambda: _solve_portion(rater, own, terms, portion))

    for done, each in enumerate(_run_on_every_core(solve, raters, missing), start=len(stored) + 1):
        yield each
        report(done, len(numbers))


def _report_nothing(done: int, total: int) -> None:
    """Report to nobody."""


def _stored_portions(depends: list[object], numbers: Iterable[int]) -> dict[int, dict[str, Any]]:
    found = {}
    for portion in numbers:
        with cached_only(), suppress(NotAllowed):
            found[portion] = disk_cached(_STORED, [*depends, portion], SOURCES, dict[str, Any])
    return found


def _make_raters(terms: PaiGowTerms, dealer: CompiledHouseWay, own: CompiledHouseWay) -> list[_StoppableRater]:
    """Make a rater for each core. The kernels are compiled here, in the main thread, where Control-C reaches them."""
    ways = kernel_way(dealer), kernel_way(own)
    optimizers = [
        SettingOptimizer(*ways, terms.order, _whole_stakes(terms), terms.copies_push) for _ in range(cpu_count() or 1)
    ]
    first = _hands_in_portions()[0][:1]
    optimizers[0].rate(first, class_indices(first))
    return list(map(_StoppableRater, optimizers))


def _run_on_every_core(
    solve: Callable[[_StoppableRater, int], dict[str, Any]],
    raters: Sequence[_StoppableRater],
    portions: Iterable[int],
) -> Iterator[dict[str, Any]]:
    """Yield portions as they are solved. When nobody wants more, those that are being solved stop at their next step."""
    free: SimpleQueue[_StoppableRater] = SimpleQueue()
    for rater in raters:
        free.put(rater)

    def work(portion: int) -> dict[str, Any]:
        rater = free.get()
        try:
            return solve(rater, portion)
        finally:
            free.put(rater)

    with ThreadPoolExecutor(len(raters)) as pool:
        running = [pool.submit(work, portion) for portion in portions]
        try:
            yield from (each.result() for each in as_completed(running))
        finally:
            for rater in raters:
                rater.stop()
            pool.shutdown(cancel_futures=True)


def _whole_stakes(terms: PaiGowTerms) -> ResultValues:
    """Return the stakes in units so small that both wins are integers."""
    unit = lcm(terms.pays.denominator, terms.bank_pays.denominator)
    return ResultValues(int(terms.pays * unit), unit, int(terms.bank_pays * unit), unit)


def _solve_portion(rater: _StoppableRater, own: CompiledHouseWay, terms: PaiGowTerms, portion: int) -> dict[str, Any]:
    every, weighed, cuts = _hands_in_portions()
    hands, weights = every[cuts[portion] : cuts[portion + 1]], weighed[cuts[portion] : cuts[portion + 1]]
    found = class_indices(hands)
    rated = rater.rate(hands, found)
    return {
        "hands": int(weights.sum()),
        "best": _weighted_sums(rated.best, weights),
        "own": _weighted_sums(rated.own, weights),
        "rules": _losses_by_rule(hands, weights, rated, own.table.rules[found], _whole_stakes(terms)),
    }


def _weighted_sums(counts: I64, weights: I64) -> list[list[int]]:
    return [[int((weights * counts[:, mode, what]).sum()) for what in range(2)] for mode in range(2)]


def _losses_by_rule(hands: U8, weights: I64, rated: RatedHands, rules: Any, stakes: ResultValues) -> dict[str, dict[str, Any]]:
    best, own = (stakes.win * each[:, 0, 0] - stakes.lose * each[:, 0, 1] for each in (rated.best, rated.own))
    lost = best - own
    lows = low_hands(hands, rated.columns[:, 0])
    found = {}
    for rule in np.unique(rules).tolist():
        rows = np.flatnonzero(rules == rule)
        worst = rows[lost[rows].argmax()]
        found[str(rule)] = {
            "hands": int(weights[rows].sum()),
            "different": int(weights[rows][lost[rows] > 0].sum()),
            "gain": int((weights[rows] * lost[rows]).sum()),
            "lost": int(lost[worst]),
            "example": hands[worst].tolist(),
            "low": lows[worst].tolist(),
        }
    return found
