"""The hands of Four Card Poker: the five-card list against the oracle, and what the rows of aces mean."""

from itertools import pairwise
from random import Random

import pytest

from houseway.cards import DECK, Card, Rank, Suit, parse_hand
from houseway.errors import Malformed
from houseway.games.four_card import hands
from houseway.hands import FIVE_CARD, FOUR_CARD, STANDARD, Category
from houseway.regulation import load_book
from tests.support import oracle
from tests.support.submissions import FC

ORACLE = [*oracle.STANDARD[:7], "nothing"]


def drawn(size, number=2000):
    dice = Random(f"four card {size}")
    return [oracle.draw(dice, size, joker=False) for _ in range(number)]


def real(cards):
    return tuple(Card.from_rank_and_suit(Rank(rank), Suit(suit)) for rank, suit in cards)


def value(cards):
    """What the oracle says of five cards, and nothing below three of a kind."""
    ((name, tie),) = oracle.five_readings(cards, wheel_lowest=True)
    return (name, tie) if name in ORACLE else ("nothing", ())


class TestFiveCards:
    def test_the_categories_stand_in_the_order_of_the_text(self):
        assert list(FIVE_CARD.categories) == ORACLE

    def test_each_hand_is_what_the_oracle_says(self):
        found = {cards: FIVE_CARD.rank(real(cards)) for cards in drawn(5)}
        assert all(hand.category == value(cards)[0] for cards, hand in found.items())
        assert {hand.category for hand in found.values()} == set(FIVE_CARD.categories)
        steps = sorted({(oracle.key(value(cards), ORACLE), hand.strength) for cards, hand in found.items()})
        for (lower_key, lower), (higher_key, higher) in pairwise(steps):
            assert lower_key < higher_key
            assert lower < higher

    def test_the_table_names_it_alike(self):
        for cards in map(real, drawn(5)):
            (name,) = hands.five_card_names(cards)
            plain = FIVE_CARD.find_best(cards).category
            assert name == (plain if plain is not Category.NOTHING else STANDARD.find_best(cards).category)

    @pytest.mark.parametrize(
        ("cards", "category", "number"),
        [
            ("As Ks Qs Js Ts", "royal-flush", 1),
            ("As 2s 3s 4s 5s", "straight-flush", 2),
            ("9s 9h 9d 9c 5s", "four-of-a-kind", 3),
            ("9s 9h 9d 5c 5s", "full-house", 4),
            ("Ks 9s 7s 4s 2s", "flush", 5),
            ("As 2d 3h 4c 5s", "straight", 6),
            ("9s 9h 9d 2c 5s", "three-of-a-kind", 7),
        ],
    )
    def test_a_hand_has_its_rank_under_its_clause(self, cards, category, number, claim):
        hand = FIVE_CARD.rank(parse_hand(cards))
        assert (hand.category, list(hand.clauses)) == (category, [f"{FC} as-played.6.F({number})"])
        claim(*hand.clauses)

    @pytest.mark.clause(f"{FC} as-played.6.F")
    def test_it_takes_five_cards_and_no_joker(self):
        for cards in (DECK[:4], DECK[:6], (*DECK[:4], parse_hand("Jk")[0])):
            with pytest.raises(Malformed) as refusal:
                FIVE_CARD.rank(cards)
            assert refusal.value.clauses == FIVE_CARD.clauses

    def test_every_clause_exists_and_only_in_the_proposal(self):
        cited = {clause.clause for clause in FIVE_CARD.clauses} | {
            each.clause for _, rank in FIVE_CARD.cited_categories for each in rank
        }
        assert cited <= set(load_book(FC).clauses)
        assert not cited & set(load_book(FC, "original").clauses)


class TestFourCards:
    @pytest.mark.parametrize("size", [5, 6])
    def test_strengths_of_players_and_dealer_are_on_one_scale(self, size):
        """Five cards and six are compared as the plain ranking compares them."""
        fives, others = map(real, drawn(5, 500)), map(real, drawn(size, 500))
        for own, other in zip(fives, others, strict=True):
            plainly = (
                FOUR_CARD.find_best(own) > FOUR_CARD.find_best(other),
                FOUR_CARD.find_best(own) == FOUR_CARD.find_best(other),
            )
            fast = hands.hand_strength(own), hands.hand_strength(other)
            assert (fast[0] > fast[1], fast[0] == fast[1]) == plainly

    def test_a_name_is_the_category_and_aces_have_their_own(self):
        own = {Category.FOUR_OF_A_KIND: "four-aces", Category.PAIR: "pair-of-aces"}
        for cards in map(real, drawn(5)):
            hand = FOUR_CARD.find_best(cards)
            of_aces = hand.category in own and hand.key[0] == Rank.ACE
            assert hands.four_card_names(cards) == ((own[hand.category], hand.category) if of_aces else (hand.category,))

    @pytest.mark.parametrize(
        ("cards", "names"),
        [
            ("As Ah Ad Ac Ks", ("four-aces", "four-of-a-kind")),
            ("Ks Kh Kd Kc As", ("four-of-a-kind",)),
            ("As Ah 9d 5c 2s", ("pair-of-aces", "pair")),
            ("Ks Kh Ad 5c 2s", ("pair",)),
            ("As Ah 9d 9c 2s", ("two-pair",)),
            ("As Ah Kd Qc Js", ("straight",)),
            ("As Ah Ad 9c 9s", ("three-of-a-kind",)),
            ("As Ks Qs Js Ts", ("straight-flush",)),
        ],
    )
    def test_examples(self, cards, names):
        assert hands.four_card_names(parse_hand(cards)) == names

    def test_each_table_ranks_by_its_own_order(self):
        """FC-01, FC-02, FC-16: only a table with a royal flush is for five cards."""
        five = {(table.wager, table.letter) for table in load_book(FC).paytables if hands.is_five_card(table)}
        assert five == {("progressive", "C")}
