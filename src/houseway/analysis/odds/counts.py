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

Shown = tuple[str, ...]
"""The hands that cards hold, highest first where they are ranked."""
Cell = tuple[Shown, ...]


@dataclass(frozen=True)
class Counts:
    """The number of deals by value."""

    axes: tuple[str, ...]
    cells: tuple[tuple[Cell, int], ...]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.cells)

    def by(self, *axes: str) -> "Counts":
        """Sum the deals over all other axes."""
        places = [self.axes.index(axis) for axis in axes]
        counts: Counter[Cell] = Counter()
        for cell, count in self.cells:
            counts[tuple(cell[place] for place in places)] += count
        return Counts(axes, tuple(counts.items()))

    def split(self, axis: str, parts: Callable[[Shown], Iterable[tuple[Shown, int]]]) -> "Counts":
        """Split values that only suits tell apart, in fixed proportions, because suits are interchangeable."""
        place = self.axes.index(axis)
        counts: Counter[Cell] = Counter()
        for cell, count in self.cells:
            found = list(parts(cell[place]))
            whole = sum(share for _, share in found)
            if count * min(share for _, share in found) % whole:
                raise Malformed(
                    f"{count:,} deals do not fall into {whole} equal parts", code="odds.split", given=count, allowed=whole
                )
            for shown, share in found:
                counts[(*cell[:place], shown, *cell[place + 1 :])] += count * share // whole
        return Counts(self.axes, tuple(counts.items()))

    def over(self, total: int) -> "Counts":
        """Scale the counts to a smaller number of deals, leaving out cards that do not decide."""
        times, rest = divmod(self.total, total)
        if rest or any(count % times for _, count in self.cells):
            raise Malformed(
                f"{self.total:,} deals are not {total:,} over again", code="odds.total", given=self.total, allowed=total
            )
        return Counts(self.axes, tuple((cell, count // times) for cell, count in self.cells))


@cache
def counts(game: str, space: str) -> Counts:
    """Return the shipped counts of a game."""
    return _spaces(game)[space]


@cache
def _spaces(game: str) -> dict[str, Counts]:
    return from_text(_text(game))


@cache
def counts_by(game: str, space: str, axis: str) -> Counts:
    """Return the shipped counts of a game by one axis."""
    return counts(game, space).by(axis)


def spaces(game: str) -> tuple[str, ...]:
    """Return the names of a game's joint counts."""
    return tuple(_spaces(game))


@cache
def version(game: str) -> str:
    """Return a short hash of the shipped counts of a game."""
    return sha256(_text(game).encode()).hexdigest()[:16]


@cache
def _text(game: str) -> str:
    return path(game).read_text(encoding="utf-8")


def path(game: str) -> Path:
    return DATA / f"{game}.json"


def as_text(spaces: Mapping[str, Counts]) -> str:
    """Format the counts of a game as shipped: each axis with its values, then one cell a line."""
    return "{\n" + ",\n".join(f"{json.dumps(space)}: {_space(counted)}" for space, counted in spaces.items()) + "\n}\n"


def _space(counted: Counts) -> str:
    values = {axis: sorted({cell[place] for cell, _ in counted.cells}) for place, axis in enumerate(counted.axes)}
    cells = sorted(
        [*(values[axis].index(shown) for axis, shown in zip(counted.axes, cell, strict=True)), count]
        for cell, count in counted.cells
        if count
    )
    axes = ",\n".join(f"{json.dumps(axis)}: {_lines(shown)}" for axis, shown in values.items())
    return f'{{"total": {counted.total},\n"axes": {{\n{axes}}},\n"cells": {_lines(cells)}}}'


def _lines(values: Sequence[object]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, values)) + "]"


def from_text(text: str) -> dict[str, Counts]:
    return {space: _from_plain(plain) for space, plain in json.loads(text).items()}


def _from_plain(plain: dict[str, Any]) -> Counts:
    axes = {axis: [tuple(shown) for shown in values] for axis, values in plain["axes"].items()}
    cells = tuple(
        (tuple(values[place] for values, place in zip(axes.values(), places, strict=True)), count)
        for *places, count in plain["cells"]
    )
    return Counts(tuple(axes), cells)
