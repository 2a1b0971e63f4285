"""The house way: how the dealer sets seven cards, as a document.

    words, phrases   the language: what a rule may name, ask and put in front
    kinds            the kinds of hands that rules are written for
    file, lines      a file of rules, read strictly
    rules            rules as written, and as a kind meets them
    plain            the meaning of the words, on one hand
    way              `HouseWay`: load, set, explain
    classes          all hands by classes that no house way can tell apart inside
    arrays, table    the same meaning on every class at once
    compiling        a look-up for arrays of hands
    checking         gaps, illegal settings, rules that never decide
    comparing        the hands that two ways set differently

To set a hand needs no array and no numba; what goes over all hands is imported when it is asked for.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.hands import PAI_GOW_HIGH, Order
from houseway.house_way.file import Decision
from houseway.house_way.kinds import Kind
from houseway.house_way.rules import Applied, Rule
from houseway.house_way.way import Explanation, HouseWay, LegalSetting, Reason, SetHand, names, settings

if TYPE_CHECKING:
    from houseway.house_way.checking import Report
    from houseway.house_way.comparing import Difference
    from houseway.house_way.compiling import Compiled

__all__ = [
    "Applied",
    "Decision",
    "Explanation",
    "HouseWay",
    "Kind",
    "LegalSetting",
    "Reason",
    "Rule",
    "SetHand",
    "check",
    "compiled",
    "diff",
    "names",
    "settings",
]

Progress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""


def compiled(way: HouseWay, order: Order = PAI_GOW_HIGH, progress: Progress | None = None) -> "Compiled":
    """The house way as a look-up for arrays of hands, kept on the disk once it was made."""
    from houseway.house_way.compiling import compile_way

    return compile_way(way, order, progress)


def check(way: HouseWay, order: Order = PAI_GOW_HIGH, progress: Progress | None = None) -> "Report":
    """Whether the house way decides every hand, legally, by rules that are all of use."""
    from houseway.house_way.checking import check_way

    return check_way(way, order, progress)


def diff(a: HouseWay, b: HouseWay, order: Order = PAI_GOW_HIGH, progress: Progress | None = None) -> "Difference":
    """The hands that two house ways set differently, counted exactly."""
    from houseway.house_way.comparing import compare

    return compare(a, b, order, progress)
