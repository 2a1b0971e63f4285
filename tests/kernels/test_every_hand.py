"""The long proofs, `make prove`: every suit-distinct hand, by the plain ranking and by the kernels."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import comb
from multiprocessing import get_context

import numpy as np
import pytest
from rich.progress import track

from houseway.hands import FOUR_CARD, ORDERS, PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, STANDARD, HandOrder
from houseway.house_way import house_way_names
from houseway.house_way.classes import hand_classes
from houseway.kernels.canonical import canonical_deals, canonical_deals_by_signature
from tests.house_way.test_compiling import set_differently
from tests.support.agreement import chunks, disagreements, holding_disagreements

pytestmark = pytest.mark.prove

SEVEN_OF_53 = 6_972_147


@pytest.fixture(scope="module")
def sevens():
    hands, weights = canonical_deals(7, joker=True)
    assert len(hands) == SEVEN_OF_53
    assert weights.sum(dtype=np.int64) == comb(53, 7)
    return hands


@pytest.mark.parametrize("order", [STANDARD, FOUR_CARD], ids=lambda order: order.name)
def test_every_suit_distinct_six_of_52(order):
    hands, _ = canonical_deals(6)
    assert len(hands) == 962_988
    assert everywhere(partial(_disagreements, order.name), hands, f"six cards, {order.name}") == []


@pytest.mark.parametrize("order", [STANDARD, PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL], ids=lambda order: order.name)
def test_every_suit_distinct_seven(order, sevens):
    hands = sevens if order.has_joker else sevens[(sevens != 52).all(axis=1)]
    assert everywhere(partial(_disagreements, order.name), hands, f"seven cards, {order.name}") == []


def test_what_every_suit_distinct_seven_of_53_hold(sevens):
    """The lists rank a hand by the first of their categories that it holds, in the kernel and plainly."""
    assert everywhere(holding_disagreements, sevens, "seven cards, all lists") == []


def test_two_and_five_cards_stand_for_all_deals():
    deals = stands_for = 0
    for hands, weights in canonical_deals_by_signature(2, 5):
        deals += len(hands)
        stands_for += int(weights.sum(dtype=np.int64))
    assert deals == 123_156_254
    assert stands_for == comb(52, 2) * comb(50, 5)


def test_every_suit_distinct_seven_is_set_alike_by_the_two_interpreters(sevens):
    assert everywhere(partial(_set_differently, "foxwoods", PAI_GOW_HIGH.name), sevens, "set by foxwoods") == []


@pytest.mark.parametrize("order", [PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL], ids=lambda order: order.name)
@pytest.mark.parametrize("name", house_way_names())
def test_a_hand_of_every_class_is_set_alike_by_the_two_interpreters(name, order):
    assert everywhere(partial(_set_differently, name, order.name), hand_classes().hands, f"set by {name}, {order.name}") == []


def _set_differently(name: str, order: str, hands: np.ndarray) -> list[str]:
    return set_differently(name, _order(order), hands)


def _disagreements(name: str, hands: np.ndarray) -> list[str]:
    return disagreements(_order(name), hands)


def _order(name: str) -> HandOrder:
    return next(order for order in ORDERS if order.name == name)


def everywhere(check: Callable[[np.ndarray], list[str]], hands: np.ndarray, title: str) -> list[str]:
    """What a check finds, on every core, with a progress bar."""
    portions = list(chunks(hands))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = track(pool.map(check, portions), total=len(portions), description=title)
        return list(_flat(found))


def _flat(found: Iterable[list[str]]) -> Iterator[str]:
    for part in found:
        yield from part
