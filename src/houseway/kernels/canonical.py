"""Enumerate deals up to a permutation of the suits, each with the number of deals that it represents.

A deal may have several parts: a starting hand of two cards and a flop of three, for example. Within a suit, each rank belongs to
one part or to none; call such an assignment a filling. Its signature is the number of cards that it has in each part. A deal is
canonical if its four suits are in descending order of signature and filling; it represents as many deals as there are distinct
arrangements of its four suits.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb

import numpy as np

from houseway.errors import Malformed
from houseway.kernels.compile import compiled
from houseway.kernels.layout import RANKS, U8

Signature = tuple[int, ...]
WeightedDeals = tuple[U8, U8]
"""Deals, one row each with their parts in sequence, and the number of deals that each represents (at most 24)."""

_SUITS = 4
_JOKER = 52


def canonical_deals(*parts: int, joker: bool = False) -> WeightedDeals:
    """Return all canonical deals with parts of these sizes, from 52 cards or, with the joker, from 53."""
    if not parts or min(parts) < 0 or sum(parts) > RANKS * _SUITS + joker:
        raise Malformed(
            f"a deal cannot have parts of {parts} cards", code="deal.parts", given=parts, allowed="up to the whole deck"
        )
    deals, weights = zip(*canonical_deals_by_signature(*parts, joker=joker), strict=True)
    return np.concatenate(deals), np.concatenate(weights)


def canonical_deals_by_signature(*parts: int, joker: bool = False) -> Iterator[WeightedDeals]:
    """Yield all canonical deals a few million at a time, for when they do not fit in memory together."""
    for signatures in _four_signatures(parts):
        yield _make_deals(parts, signatures)
    for part in range(len(parts) if joker else 0):
        if parts[part]:
            without = tuple(size - (place == part) for place, size in enumerate(parts))
            end = sum(parts[: part + 1]) - 1
            for deals, weights in canonical_deals_by_signature(*without):
                yield np.insert(deals, end, _JOKER, axis=1), weights


def _four_signatures(parts: Signature) -> Iterator[tuple[Signature, ...]]:
    """Yield every four signatures, in descending order, that add up to the parts."""
    for four in combinations_with_replacement(sorted(_suit_signatures(parts), reverse=True), _SUITS):
        if all(sum(held) == size for held, size in zip(zip(*four, strict=True), parts, strict=True)):
            yield four


def _suit_signatures(parts: Sequence[int]) -> Iterator[Signature]:
    """Yield every signature that a single suit can have."""
    if not parts:
        yield ()
        return
    for held in range(min(parts[0], RANKS) + 1):
        for rest in _suit_signatures(parts[1:]):
            if held + sum(rest) <= RANKS:
                yield (held, *rest)


def _count_deals(signatures: tuple[Signature, ...]) -> int:
    total = 1
    for signature in set(signatures):
        alike = signatures.count(signature)
        total *= comb(_count_fillings(signature) + alike - 1, alike)
    return total


def _count_fillings(signature: Signature) -> int:
    """Count the fillings of a suit with this signature."""
    ways, free = 1, RANKS
    for held in signature:
        ways *= comb(free, held)
        free -= held
    return ways


def _make_deals(parts: Signature, signatures: tuple[Signature, ...]) -> WeightedDeals:
    rows = _count_deals(signatures)
    deals, weights = np.empty((rows, sum(parts)), dtype=np.uint8), np.empty(rows, dtype=np.uint8)
    same = np.array([False, *(one == two for one, two in pairwise(signatures))])
    one, two, three, four = map(_suit_fillings, signatures)
    to_one, to_two, to_three, to_four = _suit_columns(parts, signatures)
    _fill_deals(one, two, three, four, to_one, to_two, to_three, to_four, same, _ARRANGEMENTS, deals, weights)
    return deals, weights


def _suit_fillings(signature: Signature) -> U8:
    """Return every filling of a suit, one row each: the ranks of its cards, part by part."""

    def fill(signature: Signature, free: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not signature:
            yield ()
            return
        for ranks in combinations(free, signature[0]):
            for rest in fill(signature[1:], tuple(rank for rank in free if rank not in ranks)):
                yield (*ranks, *rest)

    return np.array(list(fill(signature, tuple(range(RANKS)))), dtype=np.uint8)


def _suit_columns(parts: Signature, signatures: tuple[Signature, ...]) -> list[U8]:
    """Return, for each suit, the columns of its cards in a row; within a part, suits follow each other."""
    free = [sum(parts[:part]) for part in range(len(parts))]
    columns = []
    for signature in signatures:
        places: list[int] = []
        for part, held in enumerate(signature):
            places += range(free[part], free[part] + held)
            free[part] += held
        columns.append(np.array(places, dtype=np.uint8))
    return columns


_ARRANGEMENTS = np.array([24, 12, 12, 4, 12, 6, 4, 1], dtype=np.uint8)
"""Distinct arrangements of four suits. The index has a bit for each pair of neighbours (first, middle, last) that are alike."""


@compiled
def _fill_deals(one, two, three, four, to_one, to_two, to_three, to_four, same, ways, deals, weights):  # type: ignore[no-untyped-def]
    row = 0
    for a in range(one.shape[0]):
        for b in range(a if same[1] else 0, two.shape[0]):
            for c in range(b if same[2] else 0, three.shape[0]):
                for d in range(c if same[3] else 0, four.shape[0]):
                    _write_suit(one, a, 0, to_one, deals, row)
                    _write_suit(two, b, 1, to_two, deals, row)
                    _write_suit(three, c, 2, to_three, deals, row)
                    _write_suit(four, d, 3, to_four, deals, row)
                    alike = (same[1] and a == b) + 2 * (same[2] and b == c) + 4 * (same[3] and c == d)
                    weights[row] = ways[alike]
                    row += 1


@compiled
def _write_suit(ranks, filling, suit, columns, deals, row):  # type: ignore[no-untyped-def]
    for card in range(ranks.shape[1]):
        deals[row, columns[card]] = 4 * ranks[filling, card] + suit
