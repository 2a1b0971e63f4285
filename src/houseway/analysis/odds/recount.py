"""Count again, with the kernels, what `odds.counts` ships; `make prove` compares the two.

To count and ship again: `python -c "from houseway.analysis.odds import recount; recount.write_counts()"`.
"""

from collections.abc import Callable, Mapping
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.odds.counts import Cell, DealCounts, data_path, format_counts
from houseway.hands import FOUR_CARD, STANDARD, Category, HandOrder
from houseway.kernels.layout import I64, U8
from houseway.kernels.tables import category_positions
from houseway.output_files import write_output

_ACES = 12


def write_counts() -> None:
    """Count everything again and write the shipped files; this takes minutes."""
    for game, count in COUNTERS.items():
        write_output(data_path(game), format_counts(count()).encode())


def count_pai_gow() -> dict[str, DealCounts]:
    """Count seven of 53 cards by every hand of every list that they hold."""
    from houseway.kernels import batch
    from houseway.kernels.canonical import canonical_deals
    from houseway.kernels.held_categories import CATEGORY_BITS

    hands, weights = canonical_deals(7, joker=True)
    bits, place = np.unique(batch.held_categories(hands, threads=None, checked=False), return_inverse=True)
    totals = np.bincount(place, weights=weights)
    cells = [
        ((tuple(sorted(str(category) for category, bit in CATEGORY_BITS.items() if held & bit)),), int(count))
        for held, count in zip(bits.tolist(), totals, strict=True)
    ]
    return {"deal": DealCounts(("held",), tuple(cells))}


def count_four_card() -> dict[str, DealCounts]:
    """Count a player's five cards by the best four and by all five."""
    from houseway.kernels.canonical import canonical_deals

    hands, weights = canonical_deals(5)
    four = _category_places(FOUR_CARD, hands)
    aces = (hands >> 2 == _ACES).sum(axis=1)
    values: list[tuple[str, ...]] = [(str(category),) for category in FOUR_CARD.categories[::-1]]
    for special, plain, number in (("four-aces", Category.FOUR_OF_A_KIND, 4), ("pair-of-aces", Category.PAIR, 2)):
        four[(four == FOUR_CARD.position(plain) - 1) & (aces == number)] = len(values)
        values.append((special, str(plain)))
    fives: list[tuple[str, ...]] = [(str(category),) for category in STANDARD.categories[::-1]]
    return {
        "deal": _count_cells(
            ("four", "five"), (values, fives), (four, _category_places(STANDARD, hands)), weights.astype(np.int64)
        )
    }


def count_ultimate() -> dict[str, DealCounts]:
    """Count hole cards, board, flop and the contest with the dealer; hole cards with the box; and both jointly, in pairs of
    axes."""
    from houseway.kernels.holdem import showdown

    return {"deal": _counts_of_array(_ultimate_axes(), showdown.count_joint()), "box": _count_box(), **_count_box_jointly()}


def _ultimate_axes() -> dict[str, list[tuple[str, ...]]]:
    from houseway.kernels.holdem import showdown

    return {
        "board": [_board_hands(each) for each in showdown.BOARD_HANDS],
        "hole": [_hole_hands(each) for each in showdown.HOLE_CARD_HANDS],
        "seven": [_royal_hands(each) for each in showdown.SEVEN_CARD_HANDS],
        "five": [(str(each),) for each in showdown.CATEGORIES],
        "contest": [tuple(each.split()) for each in showdown.RESULTS],
    }


def _counts_of_array(axes: Mapping[str, list[tuple[str, ...]]], joint: I64) -> DealCounts:
    cells = []
    for places in np.argwhere(joint):
        cell: Cell = tuple(values[place] for values, place in zip(axes.values(), places.tolist(), strict=True))
        cells.append((cell, int(joint[tuple(places)])))
    return DealCounts(tuple(axes), tuple(cells))


def _count_box_jointly() -> dict[str, DealCounts]:
    """Count the hand with the box jointly with the hands on board and flop, the board, and the contest."""
    from houseway.kernels.six_card_bonus import boxes

    axes = _ultimate_axes()
    six = {"six": axes["seven"]}
    return {
        f"box-{axis}": _counts_of_array({**six, axis: axes[axis]}, found)
        for axis, found in boxes.count_box_joint()._asdict().items()
    }


def _count_box() -> DealCounts:
    """Count hole cards with the four of the box, and for two aces whether the dealer has the other two."""
    from houseway.kernels.canonical import canonical_deals
    from houseway.kernels.holdem import showdown

    deals, weights = canonical_deals(2, 4)
    six = _category_places(STANDARD, deals)
    six[_is_super_royal(deals)] = len(showdown.CATEGORIES)
    hole = showdown.hole_card_hands()[deals[:, 0], deals[:, 1]].astype(np.int64)
    axes = (
        [_hole_hands(each) for each in showdown.HOLE_CARD_HANDS],
        [_royal_hands(each) for each in showdown.SEVEN_CARD_HANDS],
    )
    dealers = comb(52 - 6, 2)
    both = (hole == showdown.HOLE_CARD_HANDS.index("pair-of-aces")) & ((deals >> 2 == _ACES).sum(axis=1) == 2)
    one = weights.astype(np.int64)
    aces = np.full_like(hole, showdown.HOLE_CARD_HANDS.index("player-and-dealer-aces"))
    apart = _count_cells(("hole", "six"), axes, (aces, six), one * both)
    others = _count_cells(("hole", "six"), axes, (hole, six), one * (dealers - both))
    return DealCounts(("hole", "six"), tuple((cell, count) for cell, count in (*apart.cells, *others.cells) if count))


def _is_super_royal(deals: U8) -> NDArray[np.bool_]:
    """Tell whether six cards are ace to nine of one suit."""
    ranks = np.sort(deals >> 2, axis=1)
    found: NDArray[np.bool_] = (deals & 3 == deals[:, :1] & 3).all(axis=1)
    found &= (ranks == np.arange(_ACES - 5, _ACES + 1)).all(axis=1)
    return found


def _category_places(order: HandOrder, hands: U8) -> I64:
    """Return the place of each hand's category, 0 for the lowest."""
    from houseway.kernels import batch

    return category_positions(order)[batch.hand_strengths(order, hands, threads=None, checked=False)].astype(np.int64) - 1


def _hole_hands(name: str) -> tuple[str, ...]:
    return {"nothing": (), "player-and-dealer-aces": (name, "pair-of-aces")}.get(name, (name,))


def _board_hands(name: str) -> tuple[str, ...]:
    return (name, str(Category.PAIR)) if name not in STANDARD.categories else (str(name),)


def _royal_hands(category: Category) -> tuple[str, ...]:
    return (str(category), str(Category.ROYAL_FLUSH)) if category is Category.SUPER_ROYAL else (str(category),)


def _count_cells(
    axes: tuple[str, ...], values: tuple[list[tuple[str, ...]], ...], kinds: tuple[I64, ...], weights: I64
) -> DealCounts:
    sizes = tuple(map(len, values))
    places = np.ravel_multi_index(kinds, sizes)
    totals = np.bincount(places, weights=weights, minlength=int(np.prod(sizes))).astype(np.int64)
    cells = []
    for place in np.flatnonzero(totals):
        cell = tuple(each[at] for each, at in zip(values, np.unravel_index(place, sizes), strict=True))
        cells.append((cell, int(totals[place])))
    return DealCounts(axes, tuple(cells))


COUNTERS: Mapping[str, Callable[[], dict[str, DealCounts]]] = {
    "pai-gow": count_pai_gow,
    "ultimate": count_ultimate,
    "four-card": count_four_card,
}
