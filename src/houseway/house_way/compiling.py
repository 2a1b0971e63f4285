"""Compile a house way to a look-up table from the class of a hand to its setting, in seconds, and cache it on disk."""

from dataclasses import dataclass

import numpy as np

from houseway.cards import CARDS, print_hand
from houseway.disk_cache import Arrays, cached_arrays
from houseway.errors import NotAllowed
from houseway.hands import Order
from houseway.house_way.arrays import PAIRS, Bools, Progress, taken
from houseway.house_way.classes import classes
from houseway.house_way.rules import Applied
from houseway.house_way.table import Decided, decide
from houseway.house_way.way import NO_LOWER, SPECIFIED, HouseWay
from houseway.kernels import tables
from houseway.kernels.layout import U8, U16
from houseway.kernels.pai_gow import setting

SOURCES = (*tables.SOURCES, "house_way/*.py", "kernels/pai_gow/setting.py")
"""The source files that decide how a house way is compiled."""
_JOKER = 52


@dataclass(frozen=True, eq=False)
class Compiled:
    """A house way for arrays of hands, under one order of high hands."""

    way: HouseWay
    order: Order
    table: setting.Table
    rules: tuple[Applied, ...]
    """By rule number minus one."""

    def set(self, hands: U8, *, checked: bool = True) -> setting.Settings:
        """Set every row of seven cards. Pass `checked=False` only for hands that a program made."""
        return setting.set_hands(self.table, hands, checked=checked)

    def rule(self, number: int) -> Applied:
        return self.rules[number - 1]


def compile_way(way: HouseWay, order: Order, progress: Progress | None = None) -> Compiled:
    """Compile the house way, or load it from disk. Refuse a house way that leaves a hand undecided or sets one illegally.

    `progress` is not called if the table is on disk.
    """
    name = f"house-way-{way.name}-{order.name}"
    arrays = cached_arrays(name, way.hash, SOURCES, lambda: _build(way, order, progress))
    table = setting.Table(**{name: arrays[name] for name in ("fronts", "rules", "high", "low")})
    return Compiled(way, order, table, way.numbered)


def _build(way: HouseWay, order: Order, progress: Progress | None) -> Arrays:
    decided = decide(way, order, progress)
    refuse_faults(way, decided)
    arrays = {name: np.zeros(setting.room(), dtype=np.uint16) for name in ("fronts", "rules", "high", "low")}
    for kind in decided:
        places = classes().places[kind.rows.index]
        arrays["fronts"][places] = _fronts(kind)
        arrays["rules"][places] = kind.rule_numbers
        arrays["high"][places] = taken(kind.columns, kind.rows.high)
        arrays["low"][places] = taken(kind.columns, kind.rows.low)
    return arrays


def _fronts(decided: Decided) -> U16:
    """Return the low hand of each class: the ranks, and whether each card is inside the long suit, outside it or the joker."""
    index = decided.rows.index
    cards = np.take_along_axis(classes().hands[index], PAIRS[decided.columns], axis=1).astype(np.int64)
    inside = (cards % 4 == 0) & classes().has_long_suit[index][:, None]
    origin = np.where(cards == _JOKER, setting.THE_JOKER, np.where(inside, setting.INSIDE, setting.OUTSIDE))
    codes = cards // 4 | origin << 4
    return (codes[:, 0] | codes[:, 1] << 8).astype(np.uint16)


def refuse_faults(way: HouseWay, decided: tuple[Decided, ...]) -> None:
    """Refuse a house way that leaves a hand undecided or sets one illegally."""
    for kind in decided:
        _refuse_gaps(way, kind)
        _refuse_illegal(way, kind)


def _refuse_gaps(way: HouseWay, decided: Decided) -> None:
    if (decided.rule_numbers == 0).any():
        raise NotAllowed(
            f"{way.place}: no rule of {decided.kind} decides {_example(decided, decided.rule_numbers == 0)}; check the house way",
            code="house-way.gap",
            clauses=SPECIFIED,
            kind=decided.kind.value,
            given=_example(decided, decided.rule_numbers == 0),
            allowed="a rule for every hand",
        )


def _refuse_illegal(way: HouseWay, decided: Decided) -> None:
    wrong = decided.is_illegal
    if wrong.any():
        rule = way.numbered[int(decided.rule_numbers[wrong][0]) - 1]
        raise NotAllowed(
            f"{way.place}:{rule.line}: {rule.id} sets {_example(decided, wrong)} with the low hand above the high hand; "
            "check the house way",
            code="house-way.illegal",
            clauses=NO_LOWER,
            rule=rule.id,
            given=_example(decided, wrong),
            allowed="a high hand that ranks no lower than the low hand",
        )


def _example(decided: Decided, rows: Bools) -> str:
    return example(int(decided.rows.index[rows][0]))


def example(index: int) -> str:
    """Print the sample hand of a class."""
    return print_hand(CARDS[card] for card in classes().hands[index].tolist())
