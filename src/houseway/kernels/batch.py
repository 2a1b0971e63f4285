"""Rank arrays of hands: one row per hand, one byte per card, numbered as in `houseway.cards`."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from os import cpu_count

import numpy as np

from houseway.errors import Malformed, NotAllowed
from houseway.hands import FORTUNE_BONUS, Category, HandOrder
from houseway.kernels.compile import compiled
from houseway.kernels.held_categories import (
    CATEGORY_BITS,
    U32,
    fill_held_categories,
    fill_list_positions,
    is_list_of_seven,
)
from houseway.kernels.layout import U8, U16, read_only
from houseway.kernels.strength import fill_strengths as fill_strengths
from houseway.kernels.strength import table_arguments
from houseway.kernels.tables import category_positions, has_strength_tables, strength_tables

_ONE = np.uint64(1)


def hand_strengths(order: HandOrder, hands: U8, *, threads: int | None = 1, checked: bool = True) -> U16:
    """Return the strength of each hand in an order: 1 for the lowest rank, one more for each rank above.

    `tables.hand_of_each_rank` has a hand of each strength.
    Of a list of paying hands (`ranks_categories`), the strength is the position of the category (`HandOrder.position`).
    `threads=None` uses every core.
    Pass `checked=False` only for hands that a program made: an invalid card number reads beyond the tables.
    """
    hands = _check_shape(order, hands)
    if checked:
        _check_cards(order, hands, threads)
    out = np.empty(len(hands), dtype=np.uint16)
    if not has_strength_tables(order):
        _check_list(order)
        _run_in_threads(lambda rows: fill_list_positions(order, hands[rows], out[rows]), len(hands), threads)
        return out
    table = table_arguments(strength_tables(order, hands.shape[1]))
    _run_in_threads(lambda rows: fill_strengths(hands[rows], *table, out[rows]), len(hands), threads)
    return category_positions(order)[out] if ranks_categories(order) else out


def has_kernel(order: HandOrder) -> bool:
    """Return whether the kernels rank hands of an order."""
    return has_strength_tables(order) or is_list_of_seven(order)


def ranks_categories(order: HandOrder) -> bool:
    """Return whether the kernels tell the categories of an order only, because it is a list of what wagers pay."""
    return Category.NOTHING in order.categories or not has_strength_tables(order)


def _check_list(order: HandOrder) -> None:
    if not is_list_of_seven(order):
        raise NotAllowed(
            f"no kernel ranks hands of the order {order.name}: it has categories that are found in no table",
            code="kernels.no-table",
            clauses=order.clauses,
            given=order.name,
            allowed=tuple(map(str, CATEGORY_BITS)),
        )


def held_categories(hands: U8, *, threads: int | None = 1, checked: bool = True) -> U32:
    """Return, as bits (`held_categories.CATEGORY_BITS`), the categories that each seven-card hand from 53 cards holds."""
    hands = _check_shape(FORTUNE_BONUS, hands)
    if checked:
        _check_cards(FORTUNE_BONUS, hands, threads)
    out = np.empty(len(hands), dtype=np.uint32)
    _run_in_threads(lambda rows: fill_held_categories(hands[rows], out[rows]), len(hands), threads)
    return out


def _run_in_threads(work: Callable[[slice], None], rows: int, threads: int | None) -> None:
    """Run the work on slices of the rows, one slice per thread; the kernels release the interpreter lock."""
    count = cpu_count() or 1 if threads is None else threads
    if count < 1:
        raise Malformed(
            f"the number of threads must be 1 or more, not {threads}",
            code="threads.count",
            given=str(threads),
            allowed="1 or more",
        )
    if count == 1 or rows < count:
        work(slice(0, rows))
        return
    bounds = [rows * part // count for part in range(count + 1)]
    list(_thread_pool(count).map(work, map(slice, bounds[:-1], bounds[1:])))


@cache
def _thread_pool(threads: int) -> ThreadPoolExecutor:
    """Keep the threads: starting them anew cost a twelfth of the time that ranking two million hands takes."""
    return ThreadPoolExecutor(threads)


def _check_shape(order: HandOrder, hands: U8) -> U8:
    if not isinstance(hands, np.ndarray) or hands.ndim != 2 or hands.dtype != np.uint8:
        given = f"{hands.dtype} of {hands.ndim} dimensions" if isinstance(hands, np.ndarray) else type(hands).__name__
        raise Malformed(
            f"hands must be a two-dimensional array of bytes, not {given}",
            code="hands.shape",
            given=given,
            allowed="an array of uint8, of 2 dimensions",
        )
    if hands.shape[1] not in order.card_counts:
        raise Malformed(
            f"{order.title} ranks {' or '.join(map(str, order.card_counts))} cards, not {hands.shape[1]}",
            code="hand.size",
            clauses=order.clauses,
            given=hands.shape[1],
            allowed=order.card_counts,
        )
    return read_only(hands)


def _check_cards(order: HandOrder, hands: U8, threads: int | None) -> None:
    highest, wrong = 51 + order.has_joker, []

    def check(rows: slice) -> None:
        row = rows.start + int(_first_invalid_row(hands[rows], highest))
        if row < rows.stop:
            wrong.append(row)

    _run_in_threads(check, len(hands), threads)
    if wrong:
        row = min(wrong)
        raise Malformed(
            f"row {row} is not a hand: {hands[row].tolist()}; each card once, numbered 0 to {highest}",
            code="hands.card",
            clauses=order.clauses,
            given=hands[row].tolist(),
            row=row,
        )


@compiled
def _first_invalid_row(hands, highest):  # type: ignore[no-untyped-def]
    for row in range(hands.shape[0]):
        seen = np.uint64(0)
        for place in range(hands.shape[1]):
            card = hands[row, place]
            bit = _ONE << np.uint64(card)
            if card > highest or seen & bit:
                return row
            seen |= bit
    return hands.shape[0]
