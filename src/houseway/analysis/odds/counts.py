"""Deals counted by the hands they show, shipped as data so that odds are answered at once; `odds.recount` counts them again.

A count has axes, such as the board and the player's two cards, and cells: one value on each axis with its number of deals. A
value is the tuple of hands that the cards hold. A joint count settles any wager under any paytable, and any two wagers on one
spot together.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from houseway.errors import Malformed

DATA = Path(__file__).parent.parent / "data"

ShownHands = tuple[str, ...]
"""The hands that cards hold, highest first where they are ranked."""
Cell = tuple[ShownHands, ...]


@dataclass(frozen=True)
class DealCounts:
    """The number of deals by value."""

    axes: tuple[str, ...]
    cells: tuple[tuple[Cell, int], ...]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.cells)

    def by_axes(self, *axes: str) -> "DealCounts":
        """Sum the deals over all other axes."""
        places = [self.axes.index(axis) for axis in axes]
        counts: Counter[Cell] = Counter()
        for cell, count in self.cells:
            counts[tuple(cell[place] for place in places)] += count
        return DealCounts(axes, tuple(counts.items()))

    def split_by_suit(self, axis: str, parts: Callable[[ShownHands], Iterable[tuple[ShownHands, int]]]) -> "DealCounts":
        """Split values that only suits tell apart, in fixed proportions, because suits are interchangeable."""
        place = self.axes.index(axis)
        counts: Counter[Cell] = Counter()
        for cell, count in self.cells:
            found = list(parts(cell[place]))
            whole = sum(share for _, share in found)
            if count * min(share for _, share in found) % whole:
                raise Malformed(
                    f"{count:,} deals do not split into {whole} equal parts", code="odds.split", given=count, allowed=whole
                )
            for shown, share in found:
                counts[(*cell[:place], shown, *cell[place + 1 :])] += count * share // whole
        return DealCounts(self.axes, tuple(counts.items()))

    def scaled_to(self, total: int) -> "DealCounts":
        """Scale the counts to a smaller number of deals, leaving out cards that do not decide."""
        times, rest = divmod(self.total, total)
        if rest or any(count % times for _, count in self.cells):
            raise Malformed(
                f"{self.total:,} deals are not a multiple of {total:,}", code="odds.total", given=self.total, allowed=total
            )
        return DealCounts(self.axes, tuple((cell, count // times) for cell, count in self.cells))


@cache
def shipped_counts(game: str, space: str) -> DealCounts:
    """Return the shipped counts of a game."""
    return _load_spaces(game)[space]


@cache
def _load_spaces(game: str) -> dict[str, DealCounts]:
    return parse_counts(_read_text(game))


@cache
def shipped_counts_by(game: str, space: str, axis: str) -> DealCounts:
    """Return the shipped counts of a game by one axis."""
    return shipped_counts(game, space).by_axes(axis)


def space_names(game: str) -> tuple[str, ...]:
    """Return the names of a game's joint counts."""
    return tuple(_load_spaces(game))


@cache
def counts_version(game: str) -> str:
    """Return a short hash of the shipped counts of a game."""
    return sha256(_read_text(game).encode()).hexdigest()[:16]


@cache
def _read_text(game: str) -> str:
    return data_path(game).read_text(encoding="utf-8")


def data_path(game: str) -> Path:
    return DATA / f"{game}.json"


def format_counts(spaces: Mapping[str, DealCounts]) -> str:
    """Format the counts of a game as shipped: each axis with its values, then one cell a line."""
    return "{\n" + ",\n".join(f"{json.dumps(space)}: {_format_space(counted)}" for space, counted in spaces.items()) + "\n}\n"


def _format_space(counted: DealCounts) -> str:
    values = {axis: sorted({cell[place] for cell, _ in counted.cells}) for place, axis in enumerate(counted.axes)}
    cells = sorted(
        [*(values[axis].index(shown) for axis, shown in zip(counted.axes, cell, strict=True)), count]
        for cell, count in counted.cells
        if count
    )
    axes = ",\n".join(f"{json.dumps(axis)}: {_format_lines(shown)}" for axis, shown in values.items())
    return f'{{"total": {counted.total},\n"axes": {{\n{axes}}},\n"cells": {_format_lines(cells)}}}'


def _format_lines(values: Sequence[object]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, values)) + "]"


def parse_counts(text: str) -> dict[str, DealCounts]:
    return {space: _parse_space(plain) for space, plain in json.loads(text).items()}


def _parse_space(plain: dict[str, Any]) -> DealCounts:
    axes = {axis: [tuple(shown) for shown in values] for axis, values in plain["axes"].items()}
    cells = tuple(
        (tuple(values[place] for values, place in zip(axes.values(), places, strict=True)), count)
        for *places, count in plain["cells"]
    )
    return DealCounts(tuple(axes), cells)
