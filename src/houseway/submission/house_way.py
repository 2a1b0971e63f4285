"""The house way of a submission: a shipped one by its name, or a file of the operator's own, checked over all hands."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, Order
from houseway.house_way import HouseWay, check, names
from houseway.regulation import Filed, Option
from houseway.submission.findings import FindingCollector
from houseway.submission.source import HOUSE_WAY, Submission

if TYPE_CHECKING:
    from houseway.house_way.checking import Fault

LOW_WHEEL = "ranking.low-ace-lowest"
ALLOWED = {
    "gap": "a rule for every hand",
    "illegal": "a high hand that ranks no lower than the low hand",
    "unreachable": "rules that each decide some hand",
    "shadowed": "rules that each decide some hand",
}
"""What a house way may be, by what is wrong with it."""


def judge_house_way(collector: FindingCollector, submission: Submission, options: Mapping[str, Filed]) -> HouseWay | None:
    """The house way that a submission files, if it is one and sets every hand as the book lets it."""
    option, filed = collector.regulation.options.get(HOUSE_WAY), options.get(HOUSE_WAY)
    if option is None or not isinstance(filed, str) or not filed.strip():
        return None
    if submission.attached is None:
        if filed in names():
            return _shipped(filed)
        _unknown(collector, option, filed)
        return None
    if submission.attached.problem:
        message = f"{filed} cannot be read: {submission.attached.problem}"
        collector.find("house-way.file", HOUSE_WAY, option.clause, filed, "a readable TOML file", message)
        return None
    return _own(collector, option, filed, submission.attached.text, order_of(options))


def order_of(options: Mapping[str, Filed]) -> Order:
    """The rank order in force: the Division lets ace to five be filed as the lowest straight."""
    return PAI_GOW_HIGH_LOW_WHEEL if options.get(LOW_WHEEL) is True else PAI_GOW_HIGH


@cache
def _shipped(name: str) -> HouseWay:
    """Not checked here: the tests prove those that are shipped."""
    return HouseWay.load(name)


@lru_cache
def _read(text: str, place: str) -> HouseWay:
    return HouseWay.read(text, place)


@lru_cache
def _faults(text: str, place: str, order: Order) -> "tuple[Fault, ...]":
    """Two seconds' work for a text that is new, none for one that was checked."""
    way = _read(text, place)
    return () if any(way.hash == _shipped(name).hash for name in names()) else check(way, order).faults


def _unknown(collector: FindingCollector, option: Option, filed: str) -> None:
    near = get_close_matches(filed, names(), n=1)
    collector.find(
        "house-way.unknown",
        HOUSE_WAY,
        option.clause,
        filed,
        f"{' or '.join(names())}, or the path of a TOML file from the submission's folder",
        f"there is no house way {filed!r}",
        f"did you mean {near[0]}?" if near else "see houseway house-way list",
    )


def _own(collector: FindingCollector, option: Option, filed: str, text: str, order: Order) -> HouseWay | None:
    try:
        faults = _faults(text, filed, order)
    except Malformed as refusal:
        given, allowed = refusal.facts.get("given", filed), refusal.facts.get("allowed", "the words of docs/house-way.md")
        collector.find(
            refusal.code, HOUSE_WAY, option.clause, given, allowed, refusal.message, f"see houseway house-way check {filed}"
        )
        return None
    for fault in faults:
        collector.find(
            f"house-way.{fault.trouble}",
            HOUSE_WAY,
            _clause(collector, fault, option),
            fault.example or fault.rule,
            ALLOWED[fault.trouble],
            f"{fault.place}: {fault.message}",
            fault.change,
        )
    return None if faults else _read(text, filed)


def _clause(collector: FindingCollector, fault: "Fault", option: Option) -> Citation:
    """The book's own clause behind a fault; that the operator specifies the manner of setting, where there is none."""
    return next((clause for clause in fault.clauses if clause.book == collector.regulation.id), option.clause)
