"""What every legal setting of every class of hands is worth against an opponent who sets by a house way: exact sums."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import comb

import numpy as np

from houseway.analysis.pai_gow.improve.counted import AskedPoints, counted_settings
from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
from houseway.analysis.solve.solution import Progress
from houseway.hands import HandOrder
from houseway.house_way import HandKind, HouseWay
from houseway.house_way.array_interpreter import ClassRows, Columns, classes_by_kind
from houseway.house_way.classes import hand_classes
from houseway.kernels.layout import I64

PAIRS = comb(53, 7) * comb(46, 7)
"""The number of pairs of hands without a common card."""
ILLEGAL = -(1 << 60)
"""Stands for the value of a setting with the low hand above the high hand."""


class Side(StrEnum):
    """Who sets by the way that is looked for: the dealer, against players; or a player, against the dealer."""

    HOUSE = "house"
    PLAYER = "player"


@dataclass(frozen=True)
class Stakes:
    """What a pair of hands is worth to the side, in units so small that both are integers."""

    win: int
    lose: int
    unit: int
    """So many units are one wager."""

    @classmethod
    def for_side(cls, terms: PaiGowTerms, side: Side) -> "Stakes":
        """The house wins the wager and pays its odds less vigorish; the player the reverse."""
        pays, unit = int(terms.pays * terms.pays.denominator), terms.pays.denominator
        return cls(unit, pays, unit) if side is Side.HOUSE else cls(pays, unit, unit)

    def edge(self, units: int, side: Side) -> Fraction:
        """Return the house edge of a total of units over all pairs of hands."""
        return Fraction(units if side is Side.HOUSE else -units, self.unit * PAIRS)


@dataclass(frozen=True, eq=False)
class SettingValues:
    """By kind of hand, what each setting of each class is worth to the side: a row for each class, a column for each setting."""

    rows: Mapping[HandKind, ClassRows] = field(repr=False)
    values: Mapping[HandKind, I64] = field(repr=False)
    """Sums over the hands of the class and all hands of the opponent, in units; `ILLEGAL` for settings that are not legal."""
    weights: Mapping[HandKind, I64] = field(repr=False)
    """The number of hands of each class."""
    stakes: Stakes
    side: Side
    order: HandOrder

    def best(self) -> int:
        """Return the worth of the best setting of every class."""
        return sum(int(each.max(axis=1).sum()) for each in self.values.values())

    def worth(self, kind: HandKind, columns: Columns) -> int:
        """Return what the classes of a kind are worth if they are set so."""
        found = self.values[kind][np.arange(len(columns)), columns]
        return int(found.sum())

    def edge(self, units: int) -> Fraction:
        return self.stakes.edge(units, self.side)


def setting_values(opponent: HouseWay, terms: PaiGowTerms, side: Side, progress: Progress | None = None) -> SettingValues:
    """Value every setting against the opponent's house way: counted in about a minute, or read from disk."""
    found = counted_settings(opponent, terms.order, side is Side.HOUSE, progress)
    stakes = Stakes.for_side(terms, side)
    points = AskedPoints.of_order(terms.order)
    units = stakes.win * found["won"] - stakes.lose * found["lost"]
    by_class = np.where(points.numbers < 0, ILLEGAL, units[points.numbers])
    kinds = classes_by_kind(terms.order, lambda _: None)
    values = {kind: by_class[rows.index] for kind, rows in kinds.items()}
    return SettingValues(
        kinds, values, {kind: hand_classes().weights[rows.index] for kind, rows in kinds.items()}, stakes, side, terms.order
    )
