"""Comparisons of the house ways that come with the program, counted before and shipped, so that they are answered at once.

A comparison is found by the hashes of its two house ways: one that was changed is counted. `pai_gow.compared` wrote the file. This
module needs no kernel, so a server can ask whether there is anything to count.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from houseway.analysis.odds.counts import data_path
from houseway.house_way import HouseWay
from houseway.wheel import WheelRank

COMPARISONS = data_path("house-ways")
_OTHER = {"a": "b", "b": "a"}


def find_comparison(a: HouseWay, b: HouseWay, wheel: WheelRank) -> Mapping[str, Any] | None:
    """Return the shipped comparison, whichever of the two comes first in it; None if there is none."""
    found = _shipped().get((a.hash, b.hash, wheel.order.name))
    if found is not None:
        return found
    found = _shipped().get((b.hash, a.hash, wheel.order.name))
    return None if found is None else _swapped(found)


@cache
def _shipped() -> Mapping[tuple[str, str, str], Mapping[str, Any]]:
    entries = json.loads(COMPARISONS.read_text(encoding="utf-8"))
    return {(*each["hashes"], each["difference"]["order"]): each for each in entries}


def _swapped(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a comparison as if its second house way were the first."""
    difference, pairs = entry["difference"], entry["pairs"]
    classes = [
        {**each, "rule_a": each["rule_b"], "rule_b": each["rule_a"], "a": each["b"], "b": each["a"]}
        for each in difference["classes"]
    ]
    return {
        "difference": {**difference, "classes": classes},
        "pairs": {
            "labels": [[second, first] for first, second in pairs["labels"]],
            "counts": {_OTHER[player] + _OTHER[dealer]: counts for (player, dealer), counts in pairs["counts"].items()},
        },
    }
