"""What the differences between two house ways are worth: the dealer by either, against players by either."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.analysis.exact import as_decimal
from houseway.analysis.pai_gow.solve.counts import SOURCES, ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.solver import METHOD, StepProgress, kernel_way
from houseway.analysis.solve.solution import Progress
from houseway.disk_cache import disk_cached
from houseway.house_way import HouseWay, compile_house_way
from houseway.house_way.comparing import HouseWayDifference
from houseway.kernels.layout import U16
from houseway.kernels.pai_gow.classes import long_suit_classes, rank_classes
from houseway.kernels.pai_gow.disjoint_pairs import PROGRESS_STEPS, count_disjoint_pairs
from houseway.kernels.pai_gow.setting import SettingTable


@dataclass(frozen=True)
class DifferenceWorth:
    """House edges, not banking, by who sets how, and what each difference earns the house."""

    a: str
    b: str
    edges: Mapping[tuple[str, str], Fraction]
    """By the player's way and the dealer's, `a` or `b`."""
    classes: Mapping[tuple[str, str], Fraction]
    """By the two rules that decide a dealer's hand: what the second adds to the edge against players who set by the first way.
    """
    terms: PaiGowTerms = field(repr=False)

    @property
    def total(self) -> Fraction:
        """Return what the house gains by the second way, against players who set by the first."""
        return self.edges["a", "b"] - self.edges["a", "a"]

    def value_of_rules(self, rule_a: str, rule_b: str) -> str:
        """Return what the hands that these rules decide are worth, as a decimal."""
        return as_decimal(self.classes.get((rule_a, rule_b), Fraction(0)))

    def to_json(self) -> dict[str, object]:
        return {
            **self.terms.provenance_json(METHOD),
            "worth": as_decimal(self.total),
            "of": "base wager, not banking; what the dealer gains by setting by b against players who set by a",
            "house_edges": [
                {"player": player, "dealer": dealer, "house_edge": as_decimal(edge), "exact": str(edge)}
                for (player, dealer), edge in self.edges.items()
            ],
        }


def difference_to_json(found: HouseWayDifference, value: DifferenceWorth | None = None) -> dict[str, object]:
    """Return what two house ways set differently, by the rules that decide, and what that is worth if it was counted."""
    classes = [each.to_json() for each in found.classes]
    if value is not None:
        for each, entry in zip(found.classes, classes):
            entry["worth"] = value.value_of_rules(each.rule_a, each.rule_b)
    return {"total": found.total, "different": found.different, "classes": classes, **(value.to_json() if value else {})}


RawPairs = dict[str, Any]
"""Pairs of hands, counted: pairs of rule numbers as labels, and by who sets how, `ab` for a player by `a`, the counts of each."""


def count_worth(a: HouseWay, b: HouseWay, terms: PaiGowTerms, progress: Progress | None = None) -> DifferenceWorth:
    return worth_from_pairs(a, b, terms, raw_pairs(a, b, terms, progress))


def raw_pairs(a: HouseWay, b: HouseWay, terms: PaiGowTerms, progress: Progress | None = None) -> RawPairs:
    """Count all pairs of hands, the player by either way against the dealer by either, or read them from disk."""
    depends = [a.hash, b.hash, terms.order.name]
    return disk_cached("pai-gow-worth", depends, SOURCES, lambda: _count_pairs(a, b, terms, progress))


def worth_from_pairs(a: HouseWay, b: HouseWay, terms: PaiGowTerms, found: RawPairs) -> DifferenceWorth:
    counts = {
        (player, dealer): [*map(ComparisonCounts.from_rows, found["counts"][player + dealer])]
        for player in "ab"
        for dealer in "ab"
    }
    edges = {pair: -ComparisonCounts.sum(parts).expected_value(terms) for pair, parts in counts.items()}
    total = sum(each.total for each in counts["a", "a"])
    classes = {}
    for number, (rule_a, rule_b) in enumerate(found["labels"]):
        before, after = (-_net_won(counts["a", dealer][number], terms) for dealer in "ab")
        classes[a.numbered_rules[rule_a - 1].id, b.numbered_rules[rule_b - 1].id] = (after - before) / total
    return DifferenceWorth(a.name, b.name, edges, classes, terms)


def _net_won(counts: ComparisonCounts, terms: PaiGowTerms) -> Fraction:
    return counts.win * terms.pays - counts.lose


def _count_pairs(a: HouseWay, b: HouseWay, terms: PaiGowTerms, progress: Progress | None) -> RawPairs:
    report = StepProgress(4 * PROGRESS_STEPS, progress)
    ways = {"a": compile_house_way(a, terms.order), "b": compile_house_way(b, terms.order)}
    numbers, labels = _label_rule_pairs(ways["a"].table, ways["b"].table)
    counts = {
        player + dealer: count_disjoint_pairs(
            kernel_way(ways[player]), kernel_way(ways[dealer], numbers), len(labels), on_step=report
        ).tolist()
        for player in ways
        for dealer in ways
    }
    return {"labels": labels, "counts": counts}


def _label_rule_pairs(a: SettingTable, b: SettingTable) -> tuple[U16, list[tuple[int, int]]]:
    """Number the pairs of rules by place in the tables of settings, and list them."""
    places = np.concatenate([rank_classes().places, long_suit_classes().places])
    both = a.rules.astype(np.int64) << 16 | b.rules
    found, inverse = np.unique(both[places], return_inverse=True)
    numbers = np.zeros(len(both), dtype=np.uint16)
    numbers[places] = inverse
    return numbers, [(int(each) >> 16, int(each) & 0xFFFF) for each in found]
