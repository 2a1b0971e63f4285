"""Judge the house way of a submission: a shipped one by name, or the operator's own file, checked over all hands."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.hands import HandOrder
from houseway.house_way import HouseWay, check_house_way, house_way_names
from houseway.regulation import FiledValue, FilingOption
from houseway.spelling import did_you_mean
from houseway.submission.conditions import filing_instruction
from houseway.submission.findings import FindingCollector
from houseway.submission.rules import high_hand_order
from houseway.submission.source import HOUSE_WAY, Submission

if TYPE_CHECKING:
    from houseway.house_way.checking import Fault

ALLOWED = {
    "gap": "a rule for every hand",
    "illegal": "a high hand that ranks no lower than the low hand",
    "unreachable": "rules that each decide some hand",
    "shadowed": "rules that each decide some hand",
}
"""What is allowed for a house way, by the kind of fault."""


def judge_house_way(collector: FindingCollector, submission: Submission, options: Mapping[str, FiledValue]) -> HouseWay | None:
    """Return the filed house way if it exists and sets every hand legally."""
    option, filed = collector.regulation.options.get(HOUSE_WAY), options.get(HOUSE_WAY)
    if option is None or not isinstance(filed, str) or not filed.strip():
        return None
    if submission.attached is None:
        if filed in house_way_names():
            return _load_shipped(filed)
        _find_unknown(collector, option, filed)
        return None
    if submission.attached.problem:
        message = f"{filed} cannot be read: {submission.attached.problem}"
        hint = "put the file next to the submission, or name a house way that houseway house-way list shows"
        collector.add("house-way.file", HOUSE_WAY, option.clause, filed, "a readable TOML file", message, hint)
        return None
    if submission.attached.is_in_force:  # a later program may check more, or ship another way of that name
        return _parse_way(submission.attached.text, filed)
    return _judge_own_way(collector, option, filed, submission.attached.text, high_hand_order(options))


@cache
def _load_shipped(name: str) -> HouseWay:
    """Shipped house ways are not checked here; the tests prove them."""
    return HouseWay.load(name)


@lru_cache
def _parse_way(text: str, place: str) -> HouseWay:
    return HouseWay.from_text(text, place)


@lru_cache
def _check_faults(text: str, place: str, order: HandOrder) -> "tuple[Fault, ...]":
    """Check a house way's text. A new text takes two seconds; a checked one is remembered."""
    way = _parse_way(text, place)
    return () if any(way.hash == _load_shipped(name).hash for name in house_way_names()) else check_house_way(way, order).faults


def _find_unknown(collector: FindingCollector, option: FilingOption, filed: str) -> None:
    collector.add(
        "house-way.unknown",
        HOUSE_WAY,
        option.clause,
        filed,
        f"{' or '.join(house_way_names())}, or the path of a TOML file from the submission's folder",
        f"there is no house way {filed!r}",
        did_you_mean(filed, house_way_names())
        or f"{filing_instruction(HOUSE_WAY, *house_way_names())}, or the path of your own file",
    )


def _judge_own_way(
    collector: FindingCollector, option: FilingOption, filed: str, text: str, order: HandOrder
) -> HouseWay | None:
    try:
        faults = _check_faults(text, filed, order)
    except Malformed as refusal:
        given, allowed = (
            refusal.facts.get("given", filed),
            refusal.facts.get("allowed", "words as in the house ways of the program (houseway house-way show simple)"),
        )
        collector.add(
            refusal.code, HOUSE_WAY, option.clause, given, allowed, refusal.message, f"see houseway house-way check {filed}"
        )
        return None
    for fault in faults:
        collector.add(
            f"house-way.{fault.trouble}",
            HOUSE_WAY,
            _clause_of_fault(collector, fault, option),
            fault.example or fault.rule,
            ALLOWED[fault.trouble],
            f"{fault.place}: {fault.message}",
            fault.change,
        )
    return None if faults else _parse_way(text, filed)


def _clause_of_fault(collector: FindingCollector, fault: "Fault", option: FilingOption) -> Citation:
    """Return the book's clause behind a fault, or the clause by which the operator specifies how to set."""
    return next(iter(collector.regulation.numbering.own_clauses(fault.clauses)), option.clause)
