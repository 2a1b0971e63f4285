"""Count every legal setting of every class of hands against an opponent who sets by a house way, and keep the counts on disk."""

from dataclasses import dataclass

import numpy as np

from houseway.analysis.pai_gow.solve.counts import SOURCES
from houseway.analysis.pai_gow.solve.solver import StepProgress, kernel_way
from houseway.analysis.solve.solution import Progress
from houseway.disk_cache import Arrays, cached_arrays
from houseway.hands import HandOrder
from houseway.house_way import HouseWay, compile_house_way
from houseway.house_way.array_interpreter import LOW_CARDS_BY_SETTING, classes_by_kind
from houseway.house_way.classes import hand_classes
from houseway.kernels.layout import I64
from houseway.kernels.pai_gow.class_values.counting import STEPS, ClassPoints, class_places, count_settings

_OWN_SOURCES = (*SOURCES, "kernels/pai_gow/class_values/counting.py", "analysis/pai_gow/improve/counted.py")
_SETTINGS = len(LOW_CARDS_BY_SETTING)


def counted_settings(opponent: HouseWay, order: HandOrder, copies_win: bool, progress: Progress | None = None) -> Arrays:
    """Return the pairs of hands that each setting wins and loses: counted in about a minute, or read from disk."""
    name = f"settings-{opponent.name}-{order.name}-{'dealer' if copies_win else 'player'}"
    report = StepProgress(STEPS + 1, progress)
    return cached_arrays(name, opponent.hash, _OWN_SOURCES, lambda: _count_settings(opponent, order, copies_win, report))


def _count_settings(opponent: HouseWay, order: HandOrder, copies_win: bool, on_step: StepProgress) -> Arrays:
    way = kernel_way(compile_house_way(opponent, order))
    on_step()
    found = count_settings(AskedPoints.of_order(order).asked, way, copies_win, on_step=on_step)
    return {"won": found.won, "lost": found.lost}


@dataclass(frozen=True, eq=False)
class AskedPoints:
    """The distinct legal settings of each class, as the kernel is asked about them."""

    asked: ClassPoints
    numbers: I64
    """By class of `hand_classes` and setting, the number of the point; -1 for an illegal setting."""

    @classmethod
    def of_order(cls, order: HandOrder) -> "AskedPoints":
        keys = np.full((len(hand_classes().weights), _SETTINGS), -1, dtype=np.int64)
        for rows in classes_by_kind(order, lambda _: None).values():
            keys[rows.index] = np.where(rows.legal, rows.high.astype(np.int64) << 8 | rows.low, -1)
        row_of = np.zeros(int(hand_classes().table_indices.max()) + 1, dtype=np.int64)
        row_of[hand_classes().table_indices] = np.arange(len(keys))
        classes = row_of[class_places()]
        return cls._from_keys(keys, classes)

    @classmethod
    def _from_keys(cls, keys: I64, classes: I64) -> "AskedPoints":
        """Number the distinct keys of each row, the rows in the order of the kernel's classes."""
        columns = np.argsort(keys[classes], axis=1, kind="stable")
        ordered = np.take_along_axis(keys[classes], columns, axis=1)
        new = ordered >= 0
        new[:, 1:] &= ordered[:, 1:] != ordered[:, :-1]
        numbers = np.where(ordered < 0, -1, new.cumsum(axis=None).reshape(new.shape) - 1)
        found = np.empty_like(numbers)
        np.put_along_axis(found, columns, numbers, axis=1)
        by_class = np.empty_like(found)
        by_class[classes] = found
        starts = np.concatenate([[0], new.sum(axis=1).cumsum()]).astype(np.int64)
        points = ordered[new]
        return cls(ClassPoints(starts, (points >> 8).astype(np.uint16), (points & 255).astype(np.uint16)), by_class)
