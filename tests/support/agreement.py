"""What the tests and the proofs share: the plain ranking asked about the hands of a kernel."""

from collections.abc import Iterator

import numpy as np

from houseway.cards import CARDS
from houseway.hands import DIVISION_PROGRESSIVE, HandOrder
from houseway.hands.ranking import FINDERS, GroupedCards
from houseway.kernels import batch
from houseway.kernels.held_categories import CATEGORY_BITS
from houseway.kernels.tables import hand_of_each_rank

LISTS_HOLD = tuple(CATEGORY_BITS)


def disagreements(order: HandOrder, hands: np.ndarray) -> list[str]:
    """Hands that the plain ranking and the kernel rank differently."""
    kernel = batch.hand_strengths(order, hands)
    lists = batch.ranks_categories(order)
    meaning = [None, *(hand.strength for hand in hand_of_each_rank(order))] if not lists else []
    found = []
    for row, strength in zip(hands.tolist(), kernel.tolist(), strict=True):
        hand = order.find_best([CARDS[card] for card in row])
        if (hand.strength[0] if lists else hand.strength) != (strength if lists else meaning[strength]):
            found.append(f"{order.name}: {hand.cards} is {hand.describe()}, the kernel says {strength}")
    return found


def holding_disagreements(hands: np.ndarray) -> list[str]:
    """Hands of seven of which the finders and the kernel say different categories."""
    kernel = batch.held_categories(hands)
    found = []
    for row, bits in zip(hands.tolist(), kernel.tolist(), strict=True):
        if held(row) != bits:
            found.append(f"{[CARDS[card] for card in row]}: {names(held(row))}, the kernel says {names(bits)}")
    return found


def held(row: list[int]) -> int:
    dealt = GroupedCards([CARDS[card] for card in row])
    return sum(CATEGORY_BITS[category] for category in LISTS_HOLD if FINDERS[category](dealt, DIVISION_PROGRESSIVE))


def names(bits: int) -> list[str]:
    return [category.value for category, bit in CATEGORY_BITS.items() if bits & bit]


def random_hands(deck: int, size: int, count: int, seed: int) -> np.ndarray:
    """Hands drawn evenly, so that common categories are tried often."""
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, deck)), axis=1)[:, :size].astype(np.uint8)


def rare_hands(size: int, count: int, seed: int, joker: bool) -> np.ndarray:
    """Hands from two suits, or from six ranks, half of them with the joker if there is one: the rare categories."""
    rng = np.random.default_rng(seed)
    deck, rows = np.arange(52), np.arange(count)[:, None]
    suits, start = np.argsort(rng.random((count, 4)), axis=1)[:, :2, None], rng.integers(8, size=(count, 1))
    pool = np.where(rows % 2, (deck % 4 == suits).any(axis=1), (start <= deck // 4) & (deck // 4 < start + 6))
    hands = np.argsort(np.where(pool, rng.random((count, 52)), 2), axis=1)[:, :size].astype(np.uint8)
    if joker:
        hands[rows[:, 0] % 4 < 2, 0] = 52
    return hands


def chunks(hands: np.ndarray, size: int = 20_000) -> Iterator[np.ndarray]:
    return (hands[start : start + size] for start in range(0, len(hands), size))
