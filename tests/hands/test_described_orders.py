"""Orders of hands as data: those of the program rank as they did when they were code, and others rank by what they say."""

from dataclasses import replace
from hashlib import sha256
from itertools import chain

import numpy as np
import pytest

from houseway.cards import CARDS, parse_hand
from houseway.errors import Malformed, NotAllowed
from houseway.hands import FIVE_CARD, ORDERS, ORDERS_WITHOUT_KERNEL, SIX_CARD_BONUS, STANDARD, Category
from houseway.hands.described import SUBJECTS, made_with, possible_categories, ranking_of, read_order
from houseway.hands.ranking import FINDERS, GroupedCards
from houseway.kernels.batch import hand_strengths, has_kernel
from houseway.kernels.tables import strength_tables
from tests.support.agreement import disagreements, random_hands, rare_hands

SHIPPED = (*ORDERS, *ORDERS_WITHOUT_KERNEL)
AS_CODE = {
    "standard": "e21fbda90403be23",
    "pai-gow-high": "dc104a9885490541",
    "pai-gow-high-low-wheel": "c744af16c2b0d8e3",
    "pai-gow-low": "13d81331aba670e6",
    "fortune-bonus": "07eea9e5dd10472e",
    "emperors-treasure": "87c35fd66c53c1d1",
    "pai-gow-progressive": "be4e3e7d51d384a8",
    "insurance": "babb47b96a01aab8",
    "division-bonus": "48f90d75cb28790c",
    "division-progressive": "a5e143c911519fbc",
    "four-card": "f769a012f86ddf37",
    "six-card-bonus": "496224bce5be336c",
    "five-card": "cd64a6e9a823ef10",
}
"""Digests of what the program said of these hands when its orders were written in Python, at commit 98f16c77."""


def sample(size, joker, count=150):
    return np.concatenate([random_hands(52 + joker, size, count, seed=size), rare_hands(size, count, seed=size, joker=joker)])


def digest(order):
    """What an order says of a sample of hands: each category that they hold, its key, its cards, the joker, clauses and words."""
    said = [f"{order.name} {order.title} {order.clauses} {order.categories}"]
    for size in order.card_counts:
        for row in sample(size, order.has_joker).tolist():
            hands = order.find_all([CARDS[card] for card in row])
            said += [f"{each.strength} {each.cards} {each.joker_as!r} {each.clauses} {each.describe()}" for each in hands]
    return sha256("\n".join(said).encode()).hexdigest()[:16]


@pytest.mark.parametrize("order", SHIPPED, ids=lambda order: order.name)
def test_an_order_of_the_program_ranks_as_when_it_was_code(order):
    assert digest(order) == AS_CODE[order.name]


# Orders that nobody has

POKER = STANDARD.categories
CLAUSES = {"order": ["1"]}


def described(name="own", size=5, cards=(5, 7), categories=POKER, wheel="lowest", clauses=CLAUSES, **others):
    entry = {"name": name, "title": "An order of one's own", "size": size, "cards": list(cards), "categories": categories}
    return read_order(entry | ({"wheel": wheel} if wheel else {}) | others, {"xx.game": clauses})


def moved(category, place):
    others = [each for each in POKER if each != category]
    return [*others[:place], category, *others[place:]]


THREE = ["straight-flush", "three-of-a-kind", "straight", "flush", "pair", "high-card"]
OWN = [
    described(categories=moved("flush", 3)),
    described(categories=moved("straight", 6)),
    described(categories=moved("four-of-a-kind", 0), cards=(5, 6, 7)),
    described(categories=[each for each in POKER if each != "flush"]),
    described(categories=["straight-flush", "full-house", "flush", "two-pair", "pair", "nothing"]),
    described(categories=["two-pair", "pair", "nothing"], wheel=None, joker=True),
    described(categories=["five-aces", "four-of-a-kind", "three-of-a-kind", "pair", "high-card"], wheel=None, joker=True),
    described(size=3, cards=(3, 5), categories=THREE),
    described(size=3, cards=(3, 4), categories=THREE, joker=True, wheel="second"),
    described(size=4, cards=(4, 5, 6), categories=["flush", "straight", "three-of-a-kind", "pair", "nothing"], wheel="second"),
    described(size=2, cards=(2, 3), categories=["royal-flush", "pair", "straight", "high-card"]),
    described(size=2, cards=(2, 3, 4, 5, 6, 7), categories=["pair", "nothing"], wheel=None),
    described(cards=(7,), joker=True, categories=["any-seven-card-straight-flush", "straight-flush", "flush", "nothing"]),
    described(cards=(7,), joker=True, categories=["straight-flush-and-pair", "five-aces", "two-pair", "pair", "nothing"]),
    described(cards=(7,), joker=True, categories=["nine-high", "straight-flush", "full-house", "high-card"]),
    described(cards=(7,), categories=["royal-flush-and-royal-match", "ace-high", "straight", "nothing"]),
]


@pytest.mark.parametrize("order", OWN, ids=lambda order: f"{order.hand_size} {' '.join(order.categories)}")
def test_the_kernels_rank_it_as_the_finders_do(order):
    assert has_kernel(order)
    for size in order.card_counts:
        assert disagreements(order, sample(size, order.has_joker)) == []


def test_a_list_of_the_programs_own_is_ranked_too():
    assert disagreements(FIVE_CARD, sample(5, joker=False)) == []


def test_it_says_what_beats_what():
    straight, flush = parse_hand("9s 8d 7c 6h 5s"), parse_hand("As Js 9s 5s 2s")
    upside_down = described(categories=moved("flush", 5))
    assert STANDARD.rank(flush) > STANDARD.rank(straight)
    assert upside_down.rank(flush) < upside_down.rank(straight)


def test_the_wheel_is_the_second_straight_or_the_lowest():
    wheel, six_high = parse_hand("5s 4d 3c 2h As"), parse_hand("6s 5d 4c 3h 2s")
    lowest, second = described(wheel="lowest"), described(wheel="second")
    assert lowest.rank(wheel) < lowest.rank(six_high)
    assert second.rank(wheel) > second.rank(six_high)


def test_a_hand_has_the_clauses_of_its_subjects():
    clauses = {"order": ["1"], "low-ace": ["2"], "joker-completes": ["3"], "straight": ["4", "5"]}
    hand = described(joker=True, categories=["five-aces", *POKER], clauses=clauses).rank(parse_hand("Jk 2d 3c 4h 5s 9d Jd"))
    assert hand.clauses == ("xx.game 4", "xx.game 5", "xx.game 3")
    wheel = described(joker=True, categories=["five-aces", *POKER], clauses=clauses).rank(parse_hand("As 2d 3c 4h Jk 9d Jd"))
    assert wheel.clauses == ("xx.game 4", "xx.game 5", "xx.game 2", "xx.game 3")


def test_descriptions_that_say_the_same_are_one_order():
    assert described() is described()
    assert described() is not described(clauses={"order": ["2"]})


def test_orders_of_one_name_have_tables_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    one, other = described("twice"), described("twice", categories=moved("flush", 5))
    assert ranking_of(one) != ranking_of(other)
    hands = np.array([[16, 20, 24, 28, 33], [0, 8, 20, 28, 48]], dtype=np.uint8)  # a straight and a flush
    for order, is_flush_higher in ((one, True), (other, False), (one, True)):
        strength_tables.cache_clear()
        straight, flush = hand_strengths(order, hands).tolist()
        assert (flush > straight) is is_flush_higher
    assert len(list(tmp_path.glob("twice-5.*"))) == 2


# What cannot be


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        (
            {"categories": ["flushh", "high-card"]},
            "category",
            r"order own: there is no category 'flushh'; did you mean flush\?; with these",
        ),
        ({"categories": [5, "high-card"]}, "category", "there is no category 5; with these cards there are"),
        ({"categories": ["pair", "pair", "high-card"]}, "doubled", "pair is there twice"),
        (
            {"size": 3, "cards": [3], "categories": moved("pair", 8)},
            "impossible",
            "four-of-a-kind cannot be made, .* allowed: royal",
        ),
        ({"categories": ["five-aces", "high-card"]}, "impossible", "five-aces cannot be made"),
        ({"categories": ["ace-high", "high-card"]}, "impossible", "ace-high cannot be made"),
        ({"cards": [5], "categories": ["super-royal", "nothing"]}, "impossible", "super-royal cannot be made"),
        (
            {"size": 3, "cards": [3, 6], "categories": ["flush", "high-card"]},
            "impossible",
            "flush cannot be made, or not be found",
        ),
        ({"categories": ["pair", "two-pair", "high-card"]}, "hidden", "two-pair is never made below pair"),
        ({"categories": ["straight-flush", "natural-royal-flush", "nothing"]}, "hidden", "never made below straight-flush"),
        ({"categories": ["straight", "royal-flush", "high-card"]}, "hidden", "royal-flush is never made below straight"),
        ({"categories": ["pair"]}, "last", "the last category, and no other, .*: high-card or nothing"),
        ({"categories": ["high-card", "pair", "nothing"]}, "last", "the last category"),
        ({"categories": ["pair", "high-card"], "wheel": None}, "compared", "has pair has three-of-a-kind, too; .* nothing"),
        ({"categories": ["two-pair", "high-card"], "wheel": None}, "compared", "has two-pair has full-house, too"),
        ({"joker": True}, "compared", "has four-of-a-kind has five-aces, too"),
        ({"size": 6}, "size", r"size is the number of cards of a hand \(2, 3, 4, 5\), not 6"),
        ({"size": 5.0}, "size", "not 5.0"),
        ({"cards": [4]}, "cards", r"cards lists how many cards are ranked \(5, 6, 7 for hands of 5\), not 4"),
        ({"cards": [5, 5]}, "cards", "each number of cards once"),
        ({"cards": []}, "cards", "each number of cards once"),
        ({"wheel": "highest"}, "wheel", r"\(lowest or second\), not 'highest'"),
        ({"wheel": None}, "wheel", "not None"),
        ({"categories": ["pair", "nothing"]}, "wheel", "this order has none"),
        ({"name": "../own"}, "name", "small letters and digits with hyphens, not '../own'"),
        ({"clauses": {"pair": ["1"]}}, "clauses", "those of the order as a whole"),
        (
            {"clauses": {**CLAUSES, "five-aces": ["1"]}},
            "clauses",
            "are about order, low-ace, .*pair and high-card, not 'five-aces'",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(changes, code, message):
    with pytest.raises(Malformed, match=message) as refused:
        described(**changes)
    assert refused.value.code == f"order.{code}"
    assert refused.value.facts["allowed"]


RARE = [
    "As Ks Qs Js Ts 9s 2h",
    "Ad Kd Qd Jd Td 9d 2h",
    "As Ks Qs Js Ts Ah Kh",
    "As Ks Qs Js Ts Kh Qh",
    "As Ks Qs Js Ts 9h 9d",
    "As Ks Qs Js Jk 9h 9d",
    "As Ah Ad Ac Jk Kh Kd",
    "9s 8s 7s 6s 5s Ah Ad",
    "9s 9h 9d 9c 5s 5h 2d",
    "9s 9h 9d 6c 6s 5h 5d",
    "As 2s 3s 4s 5s 6s 7s",
    "Jk 2s 3s 4s 5s 6s 7s",
    "2s 3h 4d 5c 7s 8h 9d",
    "2s 3h 4d 5c 7s 8h Td",
    "2s 3h 4d 5c 7s 8h Jd",
    "2s 3h 4d 5c 7s 8h Qd",
    "2s 3h 4d 5c 7s 8h Kd",
    "2s 3h 4d 6c 7s 8h Ad",
]


def test_a_category_is_hidden_only_by_what_its_cards_always_make():
    seven = replace(STANDARD, card_counts=(7,), has_joker=True)
    hands = list(chain.from_iterable(sample(7, joker, 3_000).tolist() for joker in (False, True)))
    hands += [[int(card) for card in parse_hand(cards)] for cards in RARE]
    seen = set()
    for row in hands:
        dealt = GroupedCards([CARDS[card] for card in row])
        held = {category for category in Category if FINDERS[category](dealt, seven)}
        for category in held:
            assert made_with(category) <= held
        seen |= held
    assert seen == set(Category)


def test_a_category_without_a_kernel_is_not_ranked_by_one():
    assert not has_kernel(SIX_CARD_BONUS)
    with pytest.raises(NotAllowed, match="no kernel ranks hands of the order six-card-bonus"):
        hand_strengths(SIX_CARD_BONUS, sample(6, joker=False))


def test_every_category_is_possible_with_some_cards():
    every = {each for joker in (False, True) for cards in ((5,), (6,), (7,)) for each in possible_categories(5, cards, joker)}
    assert every == set(Category)


def test_subjects_are_explained():
    assert all(SUBJECTS.values())
