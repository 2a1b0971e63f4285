"""What two house ways set differently and what that is worth: as shipped for the house ways of the program, otherwise counted.

To count and ship all of them again:
`python -c "from houseway.analysis.pai_gow.solve import compared; compared.write_comparisons()"`. `make prove` compares.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from houseway.analysis.pai_gow.solve.standard_terms import standard_terms
from houseway.analysis.pai_gow.solve.worth import DifferenceWorth, RawPairs, count_worth, raw_pairs, worth_from_pairs
from houseway.analysis.solve.shipped_ways import COMPARISONS, find_comparison
from houseway.analysis.solve.solution import Progress
from houseway.cards import parse_hand
from houseway.house_way import HouseWay, diff_house_ways, house_way_names
from houseway.house_way.comparing import HouseWayDifference, RulePairDifference, TwoHands
from houseway.output_files import write_output
from houseway.wheel import WheelRank


def compare_house_ways(
    a: HouseWay, b: HouseWay, wheel: WheelRank, hands: Progress | None = None, pairs: Progress | None = None
) -> tuple[HouseWayDifference, DifferenceWorth]:
    """Return what two house ways set differently and what that is worth: as shipped, or counted. Progress is of all hands, then of
    all pairs of hands; neither is called if nothing is counted."""
    terms, shipped = standard_terms(wheel), find_comparison(a, b, wheel)
    if shipped is None:
        return diff_house_ways(a, b, wheel.order, hands), count_worth(a, b, terms, pairs)
    return _difference_from_json(a, b, shipped["difference"]), worth_from_pairs(a, b, terms, shipped["pairs"])


def find_difference(a: HouseWay, b: HouseWay, wheel: WheelRank, progress: Progress | None = None) -> HouseWayDifference:
    """Return what two house ways set differently: as shipped, or counted."""
    shipped = find_comparison(a, b, wheel)
    return _difference_from_json(a, b, shipped["difference"]) if shipped else diff_house_ways(a, b, wheel.order, progress)


def _difference_from_json(a: HouseWay, b: HouseWay, stored: Mapping[str, Any]) -> HouseWayDifference:
    classes = [
        RulePairDifference(**{**each, "a": _two_hands_from_json(each["a"]), "b": _two_hands_from_json(each["b"])})
        for each in stored["classes"]
    ]
    return HouseWayDifference(a.name, b.name, stored["order"], stored["total"], stored["different"], tuple(classes))


def _two_hands_from_json(stored: Mapping[str, list[str]]) -> TwoHands:
    return TwoHands(*(tuple(parse_hand(" ".join(stored[part]))) for part in ("high", "low")))


# Counting them again


def write_comparisons() -> None:
    """Compare the shipped house ways with each other and write the file; this takes minutes."""
    names = [*combinations(house_way_names(), 2)]
    entries = (count_comparison(one, other, wheel) for wheel in WheelRank for one, other in names)
    write_output(COMPARISONS, format_comparisons(entries).encode())


def count_comparison(one: str, other: str, wheel: WheelRank) -> dict[str, Any]:
    """Count a comparison in the form in which it is shipped."""
    a, b = HouseWay.load(one), HouseWay.load(other)
    found = diff_house_ways(a, b, wheel.order)
    return {
        "hashes": [a.hash, b.hash],
        "difference": found.to_json(),
        "pairs": merge_equal_rules(a, b, found, raw_pairs(a, b, standard_terms(wheel))),
    }


def merge_equal_rules(a: HouseWay, b: HouseWay, found: HouseWayDifference, pairs: RawPairs) -> RawPairs:
    """Count all rules that set nothing differently under the first two of them: only their sum matters."""
    numbers = [{rule.id: rule.number for rule in way.numbered_rules} for way in (a, b)]
    differing = {(numbers[0][each.rule_a], numbers[1][each.rule_b]) for each in found.classes}
    labels = [(first, second) for first, second in pairs["labels"]]
    apart = [place for place, label in enumerate(labels) if label in differing]
    merged = [place for place, label in enumerate(labels) if label not in differing]
    counts = {
        way: [np.array(rows)[merged].sum(axis=0).tolist(), *(rows[place] for place in apart)]
        for way, rows in pairs["counts"].items()
    }
    return {"labels": [list(labels[place]) for place in (merged[0], *apart)], "counts": counts}


def format_comparisons(entries: Iterable[Mapping[str, Any]]) -> str:
    """Format comparisons as shipped, one a line."""
    return "[\n" + ",\n".join(json.dumps(each) for each in entries) + "\n]\n"
