"""The house way: the document that says how the dealer sets seven cards.

    vocabulary, parser   the language of rules
    kinds                the kinds of hands that rules are written for
    file                 the strict reader of house-way files
    rules                rules as written, and as they apply to each kind of hand
    interpreter          the meaning of the language for one hand
    way                  `HouseWay`: load, set, explain
    classes              classes of hands that every house way sets alike
    array_interpreter    the meaning of the language for every class at once
    decisions            the rule that decides each class, and its setting
    compiling            a look-up table for arrays of hands
    checking             finds gaps, illegal settings and rules that never decide
    comparing            finds the hands that two ways set differently

Setting a hand needs neither arrays nor numba; modules that cover all hands are imported only when they are used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.hands import PAI_GOW_HIGH, HandOrder
from houseway.house_way.file import Decision
from houseway.house_way.kinds import HandKind
from houseway.house_way.rules import AppliedRule, Rule
from houseway.house_way.way import (
    HouseWay,
    LegalSetting,
    PossibleSetting,
    RuleReason,
    SetHand,
    SettingExplanation,
    house_way_names,
    legal_settings,
    possible_settings,
)

if TYPE_CHECKING:
    from houseway.house_way.checking import CheckReport
    from houseway.house_way.comparing import HouseWayDifference
    from houseway.house_way.compiling import CompiledHouseWay

__all__ = [
    "AppliedRule",
    "Decision",
    "HandKind",
    "HouseWay",
    "LegalSetting",
    "PossibleSetting",
    "Rule",
    "RuleReason",
    "SetHand",
    "SettingExplanation",
    "check_house_way",
    "compile_house_way",
    "diff_house_ways",
    "house_way_names",
    "legal_settings",
    "possible_settings",
]

ProgressCallback = Callable[[int, int], None]
"""Called with the steps done and the total."""


def compile_house_way(
    way: HouseWay, order: HandOrder = PAI_GOW_HIGH, progress: ProgressCallback | None = None
) -> "CompiledHouseWay":
    """Compile the house way to a look-up table for arrays of hands, cached on disk."""
    from houseway.house_way.compiling import compile_way

    return compile_way(way, order, progress)


def check_house_way(way: HouseWay, order: HandOrder = PAI_GOW_HIGH, progress: ProgressCallback | None = None) -> "CheckReport":
    """Check that the house way decides every hand legally, and that every rule decides some hand."""
    from houseway.house_way.checking import check_way

    return check_way(way, order, progress)


def diff_house_ways(
    a: HouseWay, b: HouseWay, order: HandOrder = PAI_GOW_HIGH, progress: ProgressCallback | None = None
) -> "HouseWayDifference":
    """Count the hands that two house ways set differently."""
    from houseway.house_way.comparing import compare_ways

    return compare_ways(a, b, order, progress)
