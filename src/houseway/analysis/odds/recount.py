"""Count again, with the kernels, what `odds.counts` ships; `make prove` compares the two.

To count and ship again: `python -c "from houseway.analysis.odds import recount; recount.write()"`.
"""

from collections.abc import Callable, Mapping
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.odds.counts import Cell, Counts, as_text, path
from houseway.hands import FOUR_CARD, STANDARD, Category, Order
from houseway.kernels.layout import I64, U8
from houseway.kernels.tables import categories

_ACES = 12


def write() -> None:
    """Count everything again and write the shipped files; this takes minutes."""
    for game, count in GAMES.items():
        path(game).write_text(as_text(count()), encoding="utf-8")


def pai_gow() -> dict[str, Counts]:
    """Count seven of 53 cards by every hand of every list that they hold."""
    from houseway.kernels import batch
    from houseway.kernels.canonical import canonical
    from houseway.kernels.holdings import BITS

    hands, weights = canonical(7, joker=True)
    bits, place = np.unique(batch.holdings(hands, threads=None, checked=False), return_inverse=True)
    totals = np.bincount(place, weights=weights)
    cells = [
        ((tuple(sorted(str(category) for category, bit in BITS.items() if held & bit)),), int(count))
        for held, count in zip(bits.tolist(), totals, strict=True)
    ]
    return {"deal": Counts(("held",), tuple(cells))}


def four_card() -> dict[str, Counts]:
    """Count a player's five cards by the best four and by all five."""
    from houseway.kernels.canonical import canonical

    hands, weights = canonical(5)
    four = _kinds(FOUR_CARD, hands)
    aces = (hands >> 2 == _ACES).sum(axis=1)
    values: list[tuple[str, ...]] = [(str(category),) for category in FOUR_CARD.categories[::-1]]
    for special, plain, number in (("four-aces", Category.FOUR_OF_A_KIND, 4), ("pair-of-aces", Category.PAIR, 2)):
        four[(four == FOUR_CARD.place(plain) - 1) & (aces == number)] = len(values)
        values.append((special, str(plain)))
    fives: list[tuple[str, ...]] = [(str(category),) for category in STANDARD.categories[::-1]]
    return {"deal": _counted(("four", "five"), (values, fives), (four, _kinds(STANDARD, hands)), weights.astype(np.int64))}


def ultimate() -> dict[str, Counts]:
    """Count hole cards, board, flop and the contest with the dealer; hole cards with the box; and both jointly, in pairs of
    axes."""
    from houseway.kernels.holdem import contest as beats

    return {"deal": _cells(_axes(), beats.joint()), "box": _box(), **_beside_the_box()}


def _axes() -> dict[str, list[tuple[str, ...]]]:
    from houseway.kernels.holdem import contest as beats

    return {
        "board": [_board(each) for each in beats.BOARDS],
        "hole": [_hole(each) for each in beats.HOLES],
        "seven": [_royal(each) for each in beats.SEVENS],
        "five": [(str(each),) for each in beats.CATEGORIES],
        "contest": [tuple(each.split()) for each in beats.RESULTS],
    }


def _cells(axes: Mapping[str, list[tuple[str, ...]]], joint: I64) -> Counts:
    cells = []
    for places in np.argwhere(joint):
        cell: Cell = tuple(values[place] for values, place in zip(axes.values(), places.tolist(), strict=True))
        cells.append((cell, int(joint[tuple(places)])))
    return Counts(tuple(axes), tuple(cells))


def _beside_the_box() -> dict[str, Counts]:
    """Count the hand with the box jointly with the hands on board and flop, the board, and the contest."""
    from houseway.kernels.six_card_bonus import boxes

    axes = _axes()
    six = {"six": axes["seven"]}
    return {f"box-{axis}": _cells({**six, axis: axes[axis]}, found) for axis, found in boxes.joint()._asdict().items()}


def _box() -> Counts:
    """Count hole cards with the four of the box, and for two aces whether the dealer has the other two."""
    from houseway.kernels.canonical import canonical
    from houseway.kernels.holdem import contest as beats

    deals, weights = canonical(2, 4)
    six = _kinds(STANDARD, deals)
    six[_super(deals)] = len(beats.CATEGORIES)
    hole = beats.hole_kinds()[deals[:, 0], deals[:, 1]].astype(np.int64)
    axes = ([_hole(each) for each in beats.HOLES], [_royal(each) for each in beats.SEVENS])
    dealers = comb(52 - 6, 2)
    both = (hole == beats.HOLES.index("pair-of-aces")) & ((deals >> 2 == _ACES).sum(axis=1) == 2)
    one = weights.astype(np.int64)
    aces = np.full_like(hole, beats.HOLES.index("player-and-dealer-aces"))
    apart = _counted(("hole", "six"), axes, (aces, six), one * both)
    others = _counted(("hole", "six"), axes, (hole, six), one * (dealers - both))
    return Counts(("hole", "six"), tuple((cell, count) for cell, count in (*apart.cells, *others.cells) if count))


def _super(deals: U8) -> NDArray[np.bool_]:
    """Tell whether six cards are ace to nine of one suit."""
    ranks = np.sort(deals >> 2, axis=1)
    found: NDArray[np.bool_] = (deals & 3 == deals[:, :1] & 3).all(axis=1)
    found &= (ranks == np.arange(_ACES - 5, _ACES + 1)).all(axis=1)
    return found


def _kinds(order: Order, hands: U8) -> I64:
    """Return the place of each hand's category, 0 for the lowest."""
    from houseway.kernels import batch

    return categories(order)[batch.strengths(order, hands, threads=None, checked=False)].astype(np.int64) - 1


def _hole(name: str) -> tuple[str, ...]:
    return {"nothing": (), "player-and-dealer-aces": (name, "pair-of-aces")}.get(name, (name,))


def _board(name: str) -> tuple[str, ...]:
    return (name, str(Category.PAIR)) if name not in STANDARD.categories else (str(name),)


def _royal(category: Category) -> tuple[str, ...]:
    return (str(category), str(Category.ROYAL_FLUSH)) if category is Category.SUPER_ROYAL else (str(category),)


def _counted(axes: tuple[str, ...], values: tuple[list[tuple[str, ...]], ...], kinds: tuple[I64, ...], weights: I64) -> Counts:
    sizes = tuple(map(len, values))
    places = np.ravel_multi_index(kinds, sizes)
    totals = np.bincount(places, weights=weights, minlength=int(np.prod(sizes))).astype(np.int64)
    cells = []
    for place in np.flatnonzero(totals):
        cell = tuple(each[at] for each, at in zip(values, np.unravel_index(place, sizes), strict=True))
        cells.append((cell, int(totals[place])))
    return Counts(axes, tuple(cells))


GAMES: Mapping[str, Callable[[], dict[str, Counts]]] = {"pai-gow": pai_gow, "ultimate": ultimate, "four-card": four_card}
