"""Deals counted by the hands of a designer's wager: against every deal ranked plainly, and against known numbers."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.odds import wager_hands
from houseway.analysis.odds.counts import shipped_counts
from houseway.analysis.odds.made_hands import MadeHands
from houseway.analysis.odds.wager_hands import count_first_fitting, count_made_hands, hands_of_order
from houseway.cards import CARDS, DECK, Rank
from houseway.errors import Corrupted, Malformed, NotAllowed
from houseway.hands import DIVISION_BONUS, FOUR_CARD, PAI_GOW_HIGH, PAI_GOW_LOW, SIX_CARD_BONUS, STANDARD
from houseway.hands.predicates import CONDITIONS, WagerCards, first_fitting, parse_conditions, parse_wager_hand

THREE_CARD_POKER = {
    "straight-flush": {"run": 3, "suited": 3},
    "three-of-a-kind": {"of-a-kind": 3},
    "straight": {"run": 3},
    "flush": {"suited": 3},
    "pair": {"of-a-kind": 2},
}
OF_TWO = {
    "aces": {"ranks": "A A"},
    "blackjack": {"total": {"least": 21, "ace": 11}},
    "suited-run": {"suited-run": 2},
    "hearts": {"all": "hearts"},
    "king-of-clubs": {"cards": "Kc"},
    "pair": {"pairs": 1},
    "no-faces": {"none": ["faces", "spades"], "lowest": "four"},
    "low": {"highest": "nine", "ace": "low"},
}
OF_THREE = {
    "big-slick": {"cards": "As Kd"},
    "one-pair": {"pairs": 1, "none": "clubs"},
    "black": {"all": "black", "highest": "ten"},
    "small": {"total": {"most": 15, "ace": 1, "faces": 0}, "suited": 2},
    "run": {"suited-run": 2, "lowest": "six"},
}
OF_FOUR = {
    "red-pairs": {"pairs": 2, "all": "red"},
    "ace-of-spades": {"cards": "As", "suited": 3},
    "straight": {"run": 4, "none": "hearts"},
    "trips": {"at-least": "three-of-a-kind"},
}


def read(cards, rows):
    return tuple(parse_wager_hand({"id": name, "title": name, **conditions}, cards) for name, conditions in rows.items())


def count(cards, rows):
    return count_first_fitting(read(cards, rows), cards)


def count_plainly(hands, cards):
    """Try every deal, one by one."""
    found = (first_fitting(hands, dealt) for dealt in combinations(cards.deck, cards.count))
    return Counter(hand.id if hand else "" for hand in found)


@pytest.mark.parametrize(("size", "rows", "joker"), [(2, OF_TWO, False), (2, OF_TWO, True), (3, OF_THREE, True)])
def test_every_deal_of_two_and_three_cards(size, rows, joker):
    cards = WagerCards(size, joker)
    counts = count(cards, rows)
    assert counts == count_plainly(read(cards, rows), cards)
    assert all(counts.values())


@pytest.mark.prove
@pytest.mark.parametrize("joker", [False, True])
def test_every_deal_of_four_cards(joker):
    cards = WagerCards(4, joker, None if joker else FOUR_CARD)
    rows = {name: each for name, each in OF_FOUR.items() if not (joker and name == "trips")}
    counts = count(cards, rows)
    assert counts == count_plainly(read(cards, rows), cards)
    assert all(counts.values())


@pytest.mark.parametrize(("order", "joker"), [(PAI_GOW_LOW, True), (PAI_GOW_LOW, False)])
def test_every_deal_by_the_hands_of_an_order(order, joker):
    cards = WagerCards(2, joker, order)
    plainly = Counter(str(order.find_best(dealt).category) for dealt in combinations(cards.deck, 2))
    assert count_first_fitting(hands_of_order(cards), cards) == {**plainly, "": 0}


def test_three_card_poker_has_the_known_hands():
    """Each number follows from ranks and suits alone."""
    assert count(WagerCards(3), THREE_CARD_POKER) == {
        "straight-flush": 12 * 4,
        "three-of-a-kind": 13 * comb(4, 3),
        "straight": 12 * (4**3 - 4),
        "flush": 4 * (comb(13, 3) - 12),
        "pair": 13 * comb(4, 2) * 48,
        "": 16_440,
    }


def test_cards_of_a_suit_among_five():
    rows = {"five": {"suited": 5}, "four": {"suited": 4}, "three": {"suited": 3}}
    assert count(WagerCards(5), rows) == {
        "five": 4 * comb(13, 5),
        "four": 4 * comb(13, 4) * 39,
        "three": 4 * comb(13, 3) * comb(39, 2),
        "": comb(52, 5) - 4 * sum(comb(13, held) * comb(39, 5 - held) for held in (3, 4, 5)),
    }


def test_named_cards_and_colours_among_six():
    rows = {"red": {"all": "red"}, "royals": {"cards": "As Kh"}, "no-clubs": {"none": "clubs"}}
    without_clubs = comb(39, 6) - comb(26, 6) - comb(37, 4)  # of deals without clubs that have both cards, none is all red
    assert count(WagerCards(6), rows) == {
        "red": comb(26, 6),
        "royals": comb(50, 4),
        "no-clubs": without_clubs,
        "": comb(52, 6) - comb(26, 6) - comb(50, 4) - without_clubs,
    }


def test_a_pair_or_less_of_seven_cards_with_the_joker():
    """The dealer's seven cards at Pai Gow Poker, as in the shipped counts of all that seven cards hold."""
    nothing_more = {"pair", *(f"{rank}-high" for rank in ("nine", "ten", "jack", "queen", "king", "ace"))}
    expected = sum(n for (held,), n in shipped_counts("pai-gow", "deal").cells if set(held) <= nothing_more)
    cards = WagerCards(7, joker=True, order=PAI_GOW_HIGH)
    assert count(cards, {"low": {"at-most": "pair"}}) == {"low": expected, "": comb(53, 7) - expected}
    assert expected == 89_002_380


@pytest.mark.parametrize(
    ("order", "size", "game", "axis"), [(FOUR_CARD, 5, "four-card", "four"), (STANDARD, 5, "four-card", "five")]
)
def test_categories_are_those_of_the_shipped_counts(order, size, game, axis):
    cards = WagerCards(size, order=order)
    counts = count_first_fitting(hands_of_order(cards), cards)
    shipped = Counter[str]()
    for (shown,), n in shipped_counts(game, "deal").by_axes(axis).cells:
        shipped[shown[-1]] += n
    assert counts == {**shipped, "": 0}


def test_more_than_twenty_hands_are_counted_too():
    """Sets of many hands are counted in another way."""
    rows = {f"two-{rank.plural}": {"ranks": f"{rank.word} {rank.word}"} for rank in Rank}
    rows |= {f"one-{rank.word}": {"ranks": rank.word} for rank in Rank}
    counts = count(WagerCards(2), rows)
    assert {counts[f"two-{rank.plural}"] for rank in Rank} == {comb(4, 2)}
    assert [counts[f"one-{rank.word}"] for rank in Rank] == [16 * lower for lower in range(12, -1, -1)]


def test_a_deal_counts_with_every_hand_that_it_makes():
    """A paytable may leave hands out."""
    cards = WagerCards(3)
    counted = count_made_hands(read(cards, THREE_CARD_POKER), cards)
    assert dict(counted.cells)[("straight-flush", "straight", "flush"),] == 48
    assert counted.total == comb(52, 3)


def test_counts_that_do_not_add_up_are_refused(monkeypatch):
    one = np.array([1])
    monkeypatch.setattr(wager_hands, "cached_arrays", lambda *_: {"sets": one, "counts": one})
    with pytest.raises(Corrupted, match="are not all deals"):
        count(WagerCards(3), {"pair": {"pairs": 1}})


def test_an_order_without_a_kernel_is_refused():
    with pytest.raises(NotAllowed, match="hands of the order six-card-bonus are not counted") as refused:
        MadeHands(hands_of_order(WagerCards(6, order=SIX_CARD_BONUS)), 6)
    assert "standard" in refused.value.facts["allowed"]


def test_too_many_hands_are_refused():
    hands = read(WagerCards(2), {str(number): {"pairs": 1} for number in range(61)})
    assert MadeHands(hands[:60], 2).find(np.array([[0, 1], [0, 4]], dtype=np.uint8)).tolist() == [(1 << 60) - 1, 0]
    with pytest.raises(NotAllowed, match="a wager of 61 hands is not counted; allowed: 60"):
        MadeHands(hands, 2)


CONTEXTS = [
    WagerCards(2, joker=True, order=PAI_GOW_LOW),
    WagerCards(3),
    WagerCards(3, joker=True),
    WagerCards(4, order=FOUR_CARD),
    WagerCards(5, order=STANDARD),
    WagerCards(5, joker=True, order=PAI_GOW_HIGH),
    WagerCards(6, order=FOUR_CARD),
    WagerCards(7, joker=True, order=PAI_GOW_HIGH),
    WagerCards(7, joker=True, order=DIVISION_BONUS),
    WagerCards(7, order=STANDARD),
]
_words = {rank.word for rank in Rank}
_kinds = st.sampled_from(["red", "black", "clubs", "diamonds", "hearts", "spades", "faces"])
_numbers = st.integers(2, 5)


def one_condition(cards):
    """Any condition that may be written for these cards; some are refused."""
    totals = st.fixed_dictionaries(
        {"least": st.integers(0, 60), "ace": st.sampled_from([1, 11]), "faces": st.sampled_from([0, 10])}
    )
    categories = st.sampled_from([str(each) for each in cards.order.categories] if cards.order else ["pair"])
    some_ranks = st.lists(st.sampled_from(sorted(_words)), min_size=1, max_size=2).map(" ".join)
    values = {
        **dict.fromkeys(("of-a-kind", "suited", "run", "suited-run"), _numbers),
        "pairs": st.integers(1, 3),
        **dict.fromkeys(("all", "none"), _kinds),
        **dict.fromkeys(("lowest", "highest"), st.sampled_from(sorted(_words))),
        "total": totals,
        "cards": st.lists(st.sampled_from(cards.deck), min_size=1, max_size=2, unique=True).map(
            lambda few: " ".join(map(str, few))
        ),
        "ranks": some_ranks,
        **dict.fromkeys(("at-least", "at-most"), categories),
    }
    assert values.keys() == CONDITIONS.keys()
    return st.sampled_from(sorted(values)).flatmap(lambda key: values[key].map(lambda value: (key, value)))


@st.composite
def wagers_and_deals(draw):
    """Hands of a wager with one or two conditions each, and deals that often make them: of few ranks and suits."""
    cards = draw(st.sampled_from(CONTEXTS))
    hands = []
    for place in range(draw(st.integers(1, 4))):
        conditions = dict(draw(st.lists(one_condition(cards), min_size=1, max_size=2)))
        if draw(st.booleans()) and {"lowest", "highest"} & conditions.keys():
            conditions["ace"] = "low"
        try:
            parse_conditions(conditions, cards)
        except Malformed:
            continue
        hands.append(parse_wager_hand({"id": str(place), "title": "Hand", **conditions}, cards))
    few = draw(st.sampled_from([cards.deck, cards.deck[24:], cards.deck[:24], cards.deck[1::4], (*DECK[::4], *CARDS[-8:])]))
    deck = tuple(card for card in dict.fromkeys(few) if card in cards.deck)
    deals = draw(st.lists(st.permutations(deck).map(lambda order: order[: cards.count]), min_size=1, max_size=8))
    return hands, cards, deals


@given(wagers_and_deals())
def test_arrays_of_deals_make_the_hands_that_fit(case):
    hands, cards, deals = case
    found = MadeHands(hands, cards.count).find(np.array(deals, dtype=np.uint8))
    for dealt, made in zip(deals, found.tolist(), strict=True):
        fitting = [hand for hand in hands if hand.fits(dealt)]
        assert [hand for place, hand in enumerate(hands) if made >> place & 1] == fitting


EVERY_CONDITION = [
    *({"of-a-kind": number} for number in (2, 3, 4)),
    *({"pairs": number} for number in (1, 2, 3)),
    *({key: number} for key in ("suited", "run", "suited-run") for number in (2, 3, 4, 5)),
    *({key: kind} for key in ("all", "none") for kind in ("red", "black", "clubs", "diamonds", "hearts", "spades", "faces")),
    *({key: rank, "ace": ace} for key in ("lowest", "highest") for rank in ("six", "nine", "king") for ace in ("low", "high")),
    *({"total": {"least": 20, "most": 45, "ace": ace, "faces": faces}} for ace in (1, 11) for faces in (0, 10)),
    *({"cards": cards} for cards in ("As", "Kd 9c", "Jk", "Ah Jk 2s")),
    *({"ranks": ranks} for ranks in ("A", "A A", "K Q 9", "A K")),
    *({key: hand} for key in ("at-least", "at-most") for hand in ("pair", "two-pair", "straight", "flush", "four-of-a-kind")),
]


@pytest.mark.parametrize("cards", CONTEXTS, ids=lambda cards: f"{cards.describe()} {cards.order and cards.order.name}")
def test_arrays_of_few_ranks_and_suits_make_the_hands_that_fit(cards):
    """Each condition by itself, on deals of the whole deck, of its upper and lower half, of red cards and of clubs."""
    hands = []
    for conditions in EVERY_CONDITION:
        try:
            hands.append(parse_wager_hand({"id": str(conditions), "title": "Hand", **conditions}, cards))
        except Malformed:
            continue
    rng, deck = np.random.default_rng(1), cards.deck
    parts = [
        deck,
        deck[32:],
        deck[:20],
        [card for card in deck if card % 4 in (1, 2)],
        [card for card in deck if card % 4 == 0],
    ]
    deals = np.array([rng.permutation(part)[: cards.count] for part in parts for _ in range(40)], dtype=np.uint8)
    assert len(hands) > 25
    for some in (hands[::2], hands[1::2]):
        for dealt, made in zip(deals.tolist(), MadeHands(some, cards.count).find(deals).tolist(), strict=True):
            held = [CARDS[card] for card in dealt]
            assert [each.id for place, each in enumerate(some) if made >> place & 1] == [
                each.id for each in some if each.fits(held)
            ]
