"""One hand a call is ranked alike in Python and in C, and both refuse what is no hand."""

import sys
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace

import numpy as np
import pytest

from houseway.cards import CARDS, JOKER, parse_hand
from houseway.hands import ORDERS, PAI_GOW_HIGH, STANDARD, Category
from houseway.kernels import batch, one_hand, single
from tests.support.agreement import random_hands
from tests.support.extension import compile_extension

COMPARED = [order for order in ORDERS if Category.NOTHING not in order.categories]


@pytest.fixture(scope="module")
def extension(tmp_path_factory):
    return compile_extension(tmp_path_factory.mktemp("extension"))


@pytest.fixture(scope="module", params=["python", "c"])
def functions(request):
    """A function that makes functions for an order and a number of cards."""
    if request.param == "python":
        return single.strength_function
    return partial(one_hand.extension_function, extension=request.getfixturevalue("extension"))


def test_every_order_and_size_is_ranked_as_in_a_batch(functions):
    for order in COMPARED:
        for size in order.card_counts:
            hands, rank = random_hands(52 + order.has_joker, size, 1_000, seed=11), functions(order, size)
            assert [rank(hand) for hand in hands.tolist()] == batch.hand_strengths(order, hands).tolist(), (order.name, size)


def test_cards_and_numbers_of_any_kind_are_ranked(functions):
    rank, cards = functions(PAI_GOW_HIGH, 7), parse_hand("Jk As Ks Qs Js Kh Qh")
    numbers = [int(card) for card in cards]
    given = (cards, tuple(cards), numbers, bytes(numbers))
    assert {rank(hand) for hand in given} == {batch.hand_strengths(PAI_GOW_HIGH, np.array([numbers], dtype=np.uint8))[0]}
    assert rank(cards[::-1]) == rank(cards)


@pytest.mark.parametrize(
    ("hand", "refusal"),
    [
        ([0, 1, 2, 3, 53], IndexError),
        ([0, 1, 2, 3, 10**30], IndexError),
        ([CARDS[51]] * 5, IndexError),
        ([JOKER] * 5, IndexError),
        (["As", "Ks", "Qs", "Js", "Ts"], TypeError),
        ("AsKsQ", TypeError),
        ([0.0, 1.0, 2.0, 3.0, 4.0], TypeError),
        ([None] * 5, TypeError),
        (None, TypeError),
        (5, TypeError),
    ],
    ids=str,
)
def test_what_is_no_hand_is_refused(functions, hand, refusal):
    rank = functions(STANDARD, 5)
    with pytest.raises(refusal):
        rank(hand)
    assert rank([48, 49, 50, 51, 0]) > 0, "and the function goes on"


@pytest.mark.parametrize("given", [(), ([0, 1, 2, 3, 4], 5)], ids=["nothing", "two"])
def test_one_argument_is_taken(functions, given):
    with pytest.raises(TypeError):
        functions(STANDARD, 5)(*given)


def test_the_extension_refuses_another_number_of_cards_and_a_negative_one(extension):
    """The function in Python would read somewhere in its tables."""
    rank = one_hand.extension_function(STANDARD, 5, extension)
    with pytest.raises(ValueError, match="5 cards are ranked here, not 6"):
        rank([0, 1, 2, 3, 4, 5])
    with pytest.raises(IndexError, match="numbered from 0 to 52"):
        rank([0, 1, 2, 3, -1])
    numbers = np.array([48, 44, 40, 36, 32], dtype=np.uint8)
    assert rank(numbers) == rank(numbers.tolist()), "numbers of numpy have bytes that Python's shifts would overflow"


def test_the_extension_refuses_tables_and_sizes_that_cannot_be(extension):
    with pytest.raises(TypeError):
        extension(5)
    with pytest.raises(ValueError, match="1 to 7 cards"):
        extension(8, b"", b"", b"", b"", b"", 0, 0, 16, 39, 40, 65_536)
    with pytest.raises(IndexError):
        extension(5, b"", b"", b"", b"", b"", 0, 0, 16, 39, 40, 65_536)([0, 1, 2, 3, 4])


@pytest.mark.parametrize("is_there", [True, False])
def test_the_extension_is_taken_if_it_is_there(extension, monkeypatch, is_there):
    """Somebody who has the package without its extension, because nothing could compile it, gets the function in Python."""
    monkeypatch.setitem(sys.modules, "houseway_speed", SimpleNamespace(Strength=extension if is_there else None))
    assert isinstance(load_anew().strength_function(STANDARD, 5), extension) == is_there


def test_without_the_package_the_function_is_in_python(monkeypatch):
    monkeypatch.setitem(sys.modules, "houseway_speed", None)  # which makes the import fail
    assert load_anew().strength_function(STANDARD, 5) is single.strength_function(STANDARD, 5)


def load_anew():
    """Import the module that chooses once more, beside the one that the program uses."""
    found = spec_from_file_location("one_hand_anew", one_hand.__file__)
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module
