"""Compile a house way to a look-up table from the class of a hand to its setting, in seconds, and cache it on disk."""

from dataclasses import dataclass

import numpy as np

from houseway.cards import CARDS, format_hand
from houseway.disk_cache import Arrays, cached_arrays
from houseway.errors import NotAllowed
from houseway.hands import HandOrder
from houseway.house_way.array_interpreter import LOW_CARDS_BY_SETTING, Bools, ProgressCallback, pick_columns
from houseway.house_way.classes import hand_classes
from houseway.house_way.decisions import DecidedKind, decide_classes
from houseway.house_way.rules import AppliedRule
from houseway.house_way.way import FILED_WAY_CLAUSES, NOT_LOWER_CLAUSES, HouseWay
from houseway.kernels import tables
from houseway.kernels.layout import U8, U16
from houseway.kernels.pai_gow import setting

SOURCES = (*tables.SOURCES, "house_way/*.py", "kernels/pai_gow/setting.py")
"""The source files that decide how a house way is compiled."""
_JOKER = 52


@dataclass(frozen=True, eq=False)
class CompiledHouseWay:
    """A house way for arrays of hands, under one order of high hands."""

    way: HouseWay
    order: HandOrder
    table: setting.SettingTable
    rules: tuple[AppliedRule, ...]
    """By rule number minus one."""

    def set(self, hands: U8, *, checked: bool = True) -> setting.SettingArrays:
        """Set every row of seven cards. Pass `checked=False` only for hands that a program made."""
        return setting.set_hands(self.table, hands, checked=checked)

    def rule(self, number: int) -> AppliedRule:
        return self.rules[number - 1]


def compile_way(way: HouseWay, order: HandOrder, progress: ProgressCallback | None = None) -> CompiledHouseWay:
    """Compile the house way, or load it from disk. Refuse a house way that leaves a hand undecided or sets one illegally.

    `progress` is not called if the table is on disk.
    """
    name = f"house-way-{way.name}-{order.name}"
    arrays = cached_arrays(name, way.hash, SOURCES, lambda: _build_table(way, order, progress))
    table = setting.SettingTable(**{name: arrays[name] for name in ("fronts", "rules", "high", "low")})
    return CompiledHouseWay(way, order, table, way.numbered_rules)


def _build_table(way: HouseWay, order: HandOrder, progress: ProgressCallback | None) -> Arrays:
    decided = decide_classes(way, order, progress)
    refuse_faults(way, decided)
    arrays = {name: np.zeros(setting.table_size(), dtype=np.uint16) for name in ("fronts", "rules", "high", "low")}
    for kind in decided:
        places = hand_classes().table_indices[kind.rows.index]
        arrays["fronts"][places] = _low_hand_codes(kind)
        arrays["rules"][places] = kind.rule_numbers
        arrays["high"][places] = pick_columns(kind.columns, kind.rows.high)
        arrays["low"][places] = pick_columns(kind.columns, kind.rows.low)
    return arrays


def _low_hand_codes(decided: DecidedKind) -> U16:
    """Return the low hand of each class: the ranks, and whether each card is inside the long suit, outside it or the joker."""
    index = decided.rows.index
    cards = np.take_along_axis(hand_classes().hands[index], LOW_CARDS_BY_SETTING[decided.columns], axis=1).astype(np.int64)
    inside = (cards % 4 == 0) & hand_classes().has_long_suit[index][:, None]
    origin = np.where(cards == _JOKER, setting.FROM_JOKER, np.where(inside, setting.INSIDE, setting.OUTSIDE))
    codes = cards // 4 | origin << 4
    return (codes[:, 0] | codes[:, 1] << 8).astype(np.uint16)


def refuse_faults(way: HouseWay, decided: tuple[DecidedKind, ...]) -> None:
    """Refuse a house way that leaves a hand undecided or sets one illegally."""
    for kind in decided:
        _refuse_gaps(way, kind)
        _refuse_illegal(way, kind)


def _refuse_gaps(way: HouseWay, decided: DecidedKind) -> None:
    if (decided.rule_numbers == 0).any():
        undecided = _sample_of_rows(decided, decided.rule_numbers == 0)
        raise NotAllowed(
            f"{way.place}: no rule of {decided.kind} decides {undecided}; check the house way",
            code="house-way.gap",
            clauses=FILED_WAY_CLAUSES,
            kind=decided.kind.value,
            given=_sample_of_rows(decided, decided.rule_numbers == 0),
            allowed="a rule for every hand",
        )


def _refuse_illegal(way: HouseWay, decided: DecidedKind) -> None:
    wrong = decided.is_illegal
    if wrong.any():
        rule = way.numbered_rules[int(decided.rule_numbers[wrong][0]) - 1]
        raise NotAllowed(
            f"{way.place}:{rule.line}: {rule.id} sets {_sample_of_rows(decided, wrong)} with the low hand above the high hand; "
            "check the house way",
            code="house-way.illegal",
            clauses=NOT_LOWER_CLAUSES,
            rule=rule.id,
            given=_sample_of_rows(decided, wrong),
            allowed="a high hand that ranks no lower than the low hand",
        )


def _sample_of_rows(decided: DecidedKind, rows: Bools) -> str:
    return sample_hand(int(decided.rows.index[rows][0]))


def sample_hand(index: int) -> str:
    """Print the sample hand of a class."""
    return format_hand(CARDS[card] for card in hand_classes().hands[index].tolist())
