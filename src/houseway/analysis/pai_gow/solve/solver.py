"""Pai Gow Poker solved: a player by one house way against a dealer by another, over all pairs of hands."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.analysis.exact import as_decimal, as_percent, square_root
from houseway.analysis.odds.by_stake import NO_STAKES, EdgesByStake
from houseway.analysis.pai_gow.by_stake import base_wager_by_stake
from houseway.analysis.pai_gow.solve.bank import DEALS, OPPONENTS, bank_by_stake, bank_odds, sample_bank_results
from houseway.analysis.pai_gow.solve.counts import READINGS, SOURCES, ComparisonCounts, PaiGowTerms
from houseway.analysis.solve.bank_odds import BankAtStake, BankOdds, SampledMean
from houseway.analysis.solve.solution import PrintedTable, Progress, Provenance
from houseway.disk_cache import disk_cached
from houseway.hands import HandOrder
from houseway.house_way import HouseWay, compile_house_way
from houseway.house_way.compiling import CompiledHouseWay
from houseway.kernels.layout import U16
from houseway.kernels.pai_gow.classes import long_suit_classes, rank_classes
from houseway.kernels.pai_gow.disjoint_pairs import PROGRESS_STEPS, ClassSettings, count_disjoint_pairs
from houseway.kernels.tables import category_positions
from houseway.submission import Rules
from houseway.values import ShortRepr

OPTIMAL = "optimal"
METHOD = "all pairs of hands, by inclusion and exclusion over shared cards; no pair is visited one by one"
SAMPLED = "the vigorish on the bank's surplus against two or more opponents is simulated, each figure with its standard error"
ASSUMES = (
    "player and dealer set by the named house ways; a banking player's opponents set by the dealer's",
    "all wagers against a bank are equal; its vigorish to the fraction of a cent",
)
_CHARGED = "by stake, the bank's vigorish is what is charged on its surplus, rounded as filed"
_SETTLED_SINGLY = "the bank's opponents are players, each settled when exposed (reading PG-26)"


@dataclass(frozen=True)
class DealerClass:
    """One class of the dealer's hands, against all hands of the player."""

    name: str
    counts: ComparisonCounts

    def to_json(self, terms: PaiGowTerms, total: int) -> dict[str, object]:
        return {
            "name": self.name,
            "combinations": self.counts.total,
            "frequency": as_decimal(Fraction(self.counts.total, total)),
            "win": self.counts.win,
            "push": self.counts.push,
            "lose": self.counts.lose,
            "house_edge": as_decimal(-self.counts.expected_value(terms)),
            "contribution": as_decimal(-self.counts.expected_value(terms) * Fraction(self.counts.total, total)),
        }


@dataclass(frozen=True, repr=False)
class PaiGowSolution(ShortRepr):
    provenance: Provenance
    terms: PaiGowTerms
    dealer: HouseWay = field(repr=False)
    player: HouseWay = field(repr=False)
    counts: ComparisonCounts
    dealt_classes: tuple[DealerClass, ...] = field(repr=False)
    """By what the dealer was dealt, in the house way's own words."""
    high_hands: tuple[DealerClass, ...] = field(repr=False)
    """By the high hand that the dealer set."""
    rules: tuple[DealerClass, ...] = field(repr=False)
    """By the rule of the dealer's house way that decided."""
    bank: tuple[BankOdds, ...]
    by_stake: EdgesByStake = NO_STAKES
    bank_by_stake: tuple[BankAtStake, ...] = ()
    """Where a bank is offered and stakes are filed."""

    @property
    def expected_value(self) -> Fraction:
        return self.counts.expected_value(self.terms)

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def bank_edge(self) -> Fraction:
        """Return the house edge on a wager that the player banks against one opponent."""
        return -self.counts.bank_value(self.terms)

    def to_json(self) -> dict[str, object]:
        counts, terms = self.counts, self.terms
        return {
            **self.provenance.to_json(),
            "order": terms.order.name,
            "dealer": {"house_way": self.dealer.name, "hash": self.dealer.hash},
            "player": {"house_way": self.player.name, "hash": self.player.hash},
            "total": counts.total,
            "win": counts.win,
            "push": counts.push,
            "lose": counts.lose,
            "expected_value": str(self.expected_value),
            "house_edge": as_decimal(self.house_edge),
            "standard_deviation": as_decimal(square_root(counts.variance(terms))),
            "bank_edge": as_decimal(self.bank_edge),
            "bank_expected_value": str(-self.bank_edge),
            "banking": counts.counts_as_bank(terms).to_json(),
            "pairs": dict(counts.counts_in_words),
            "copies": dict(counts.copies),
            "dealer_classes": [each.to_json(terms, counts.total) for each in self.dealt_classes],
            "dealer_high_hands": [each.to_json(terms, counts.total) for each in self.high_hands],
            "dealer_rules": [each.to_json(terms, counts.total) for each in self.rules],
            "bank": [each.to_json() for each in self.bank],
            "by_stake": self.by_stake.to_json(),
            "bank_by_stake": [each.to_json() for each in self.bank_by_stake],
        }

    def printed_tables(self) -> tuple[PrintedTable, ...]:
        columns = ("", "of all pairs", "win", "push", "lose", "house edge")
        return (
            PrintedTable(f"player by {self.player.name}, dealer by {self.dealer.name}", ("", "", ""), tuple(self._figures())),
            *stake_sheet(self.by_stake),
            PrintedTable("how the hands compare", ("the player's", "pairs", ""), tuple(self._pairs())),
            PrintedTable("by the dealer's seven cards", columns, tuple(self._classes(self.dealt_classes)), by_hand=True),
            PrintedTable("by the dealer's high hand", columns, tuple(self._classes(self.high_hands)), by_hand=True),
            PrintedTable("the bank, of all wagers against it", _BANK_COLUMNS, tuple(map(_bank_row, self.bank))),
            *_bank_sheet(self.bank_by_stake),
        )

    def _figures(self) -> Iterator[tuple[str, str, str]]:
        counts, bank = self.counts, self.counts.counts_as_bank(self.terms)
        yield "pairs of hands", f"{counts.total:,}", ""
        for name, count in (("win", counts.win), ("push", counts.push), ("lose", counts.lose)):
            yield name, f"{count:,}", as_percent(Fraction(count, counts.total))
        yield "house edge, not banking", as_percent(self.house_edge), "of the wager"
        yield "standard deviation", as_decimal(square_root(counts.variance(self.terms)), 6), "wagers"
        for name, count in (("banking: win", bank.win), ("banking: push", bank.push), ("banking: lose", bank.lose)):
            yield name, f"{count:,}", as_percent(Fraction(count, counts.total))
        yield "house edge, banking one opponent", as_percent(self.bank_edge), "of the wager"

    def _pairs(self) -> Iterator[tuple[str, str, str]]:
        for name, count in self.counts.counts_in_words.items():
            yield name, f"{count:,}", as_percent(Fraction(count, self.counts.total))

    def _classes(self, classes: Iterable[DealerClass]) -> Iterator[tuple[str, ...]]:
        for each in classes:
            counts = each.counts
            shares = (as_percent(Fraction(count, counts.total)) for count in (counts.win, counts.push, counts.lose))
            of_all = as_percent(Fraction(counts.total, self.counts.total))
            yield each.name, of_all, *shares, as_percent(-counts.expected_value(self.terms))


def stake_sheet(by_stake: EdgesByStake) -> tuple[PrintedTable, ...]:
    """Return the edges by stake, if stakes are filed."""
    rows = by_stake.printed_rows()
    return (PrintedTable("not banking, with vigorish as charged, by stake", ("stake", "house edge"), rows),) if rows else ()


_BANK_COLUMNS = ("opponents", "before vigorish", "vigorish", "standard error", "house edge")


def _bank_row(odds: BankOdds) -> tuple[str, ...]:
    sampled = odds.vigorish if isinstance(odds.vigorish, SampledMean) else None
    vigorish = Fraction(sampled.mean) if sampled else odds.vigorish
    error = f"{sampled.standard_error:.1e}, sampled" if sampled else "exact"
    assert isinstance(vigorish, Fraction)
    return str(odds.opponents), as_percent(odds.before_vigorish), as_percent(vigorish), error, as_percent(Fraction(odds.edge))


def _bank_sheet(found: tuple[BankAtStake, ...]) -> tuple[PrintedTable, ...]:
    """Return house edges by stake; those against two and more opponents are sampled."""
    title = "the bank, by the stake of each wager against it: vigorish as charged, simulated against two or more"
    columns = ("stake", "1 opponent", *map(str, range(2, OPPONENTS + 1)), "largest standard error")
    return (PrintedTable(title, columns, tuple(map(_bank_stake_row, found))),) if found else ()


def _bank_stake_row(at: BankAtStake) -> tuple[str, ...]:
    errors = (each.vigorish.standard_error for each in at.bank_odds if isinstance(each.vigorish, SampledMean))
    return str(at.stake), *(as_percent(Fraction(each.edge)) for each in at.bank_odds), f"{max(errors):.1e}"


# Solving


def solve_house_ways(rules: Rules, dealer: HouseWay, player: HouseWay, progress: Progress | None = None) -> PaiGowSolution:
    terms = PaiGowTerms.from_rules(rules)
    depends = [dealer.hash, player.hash, terms.order.name, terms.copies_push, terms.one_pass]
    found = disk_cached("pai-gow", depends, SOURCES, lambda: _count_pairs(terms, dealer, player, progress))
    return _build_solution(rules, terms, dealer, player, found)


RawCounts = dict[str, Any]
"""The raw result: labels, their counts, and the bank's net results."""


def _count_pairs(terms: PaiGowTerms, dealer: HouseWay, player: HouseWay, progress: Progress | None) -> RawCounts:
    report = StepProgress(PROGRESS_STEPS + 1, progress)
    one, other = compile_house_way(player, terms.order), compile_house_way(dealer, terms.order)
    numbers, labels = _label_settings(other, terms.order)
    counts = count_disjoint_pairs(kernel_way(one), kernel_way(other, numbers), len(labels), on_step=report)
    nets = sample_bank_results(kernel_way(one), kernel_way(other), terms, DEALS)
    report()
    return {"labels": labels, "counts": counts.tolist(), "nets": nets.tolist()}


class StepProgress:
    """Reports how many of a number of steps are done."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.done, self.total, self.progress = 0, total, progress

    def __call__(self) -> None:
        self.done += 1
        if self.progress:
            self.progress(self.done, self.total)


def kernel_way(way: CompiledHouseWay, labels: U16 | None = None) -> ClassSettings:
    return ClassSettings(way.table.high, way.table.low, labels)


def _label_settings(way: CompiledHouseWay, order: HandOrder) -> tuple[U16, list[tuple[int, int]]]:
    """Number the pairs of deciding rule and category of the high hand, by place in the table of settings; and list them."""
    places = np.concatenate([rank_classes().places, long_suit_classes().places])
    both = way.table.rules.astype(np.int64) << 8 | category_positions(order)[way.table.high]
    found, inverse = np.unique(both[places], return_inverse=True)
    numbers = np.zeros(len(both), dtype=np.uint16)
    numbers[places] = inverse
    return numbers, [(int(each) >> 8, int(each) & 255) for each in found]


def _build_solution(rules: Rules, terms: PaiGowTerms, dealer: HouseWay, player: HouseWay, found: RawCounts) -> PaiGowSolution:
    labels = [(dealer.numbered_rules[rule - 1], terms.order.categories[-category]) for rule, category in found["labels"]]
    counts = list(map(ComparisonCounts.from_rows, found["counts"]))
    every = ComparisonCounts.sum(counts)
    stakes, nets = base_wager_by_stake(rules, every), np.array(found["nets"], dtype=np.int64)
    by_stake = bank_by_stake(rules, every, terms, nets)
    about_stakes = (*((_CHARGED,) if by_stake else ()), *((_SETTLED_SINGLY,) if terms.one_pass else ()), SAMPLED)
    provenance = Provenance.from_rules(rules, METHOD, ("pai-gow",), READINGS, (*ASSUMES, *stakes.assumptions, *about_stakes))
    return PaiGowSolution(
        provenance=replace(provenance, unit="base wager"),
        terms=terms,
        dealer=dealer,
        player=player,
        counts=every,
        dealt_classes=_group_by_name((rule.kind.label for rule, _ in labels), counts),
        high_hands=_group_by_name((category.value.replace("-", " ") for _, category in labels), counts),
        rules=_group_by_name((rule.id for rule, _ in labels), counts),
        bank=bank_odds(every, terms, nets),
        by_stake=stakes,
        bank_by_stake=by_stake,
    )


def _group_by_name(names: Iterable[str], counts: Iterable[ComparisonCounts]) -> tuple[DealerClass, ...]:
    """Sum counts of the same name, the most frequent first."""
    groups: dict[str, list[ComparisonCounts]] = {}
    for name, each in zip(names, counts, strict=True):
        groups.setdefault(name, []).append(each)
    found = [DealerClass(name, ComparisonCounts.sum(parts)) for name, parts in groups.items()]
    return tuple(sorted(found, key=lambda each: -each.counts.total))
