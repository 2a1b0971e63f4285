"""The plain ranking against the oracle, and the examples that the rule texts give."""

from functools import cache, partial
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple

import pytest

from houseway.cards import DECK, JOKER, Card, Rank, Suit, parse_hand
from houseway.errors import Malformed
from houseway.hands import (
    DIVISION_BONUS,
    DIVISION_PROGRESSIVE,
    EMPERORS_TREASURE,
    FORTUNE_BONUS,
    FOUR_CARD,
    INSURANCE,
    ORDERS,
    PAI_GOW_HIGH,
    PAI_GOW_HIGH_LOW_WHEEL,
    PAI_GOW_LOW,
    PAI_GOW_PROGRESSIVE,
    STANDARD,
    Category,
    Hand,
    is_legal_setting,
)
from tests.support import oracle
from tests.support.effort import MORE

HANDS = 1_000 * MORE
LOW_WHEEL = partial(oracle.held_by_five, wheel_lowest=True)
SEVEN = cache(oracle.held_by_seven)
BONUSES = (FORTUNE_BONUS, EMPERORS_TREASURE, DIVISION_BONUS)

# The oracle's word on each order: its categories, highest first, and what cards hold.
ORACLE = {
    STANDARD: (oracle.STANDARD, LOW_WHEEL),
    PAI_GOW_HIGH: (oracle.PAI_GOW, oracle.held_by_five),
    PAI_GOW_HIGH_LOW_WHEEL: (oracle.PAI_GOW, LOW_WHEEL),
    PAI_GOW_LOW: (oracle.LOW, oracle.held_by_two),
    FOUR_CARD: (oracle.FOUR_CARD, oracle.held_by_four),
    FORTUNE_BONUS: (oracle.bonus("royal-flush-and-royal-match"), SEVEN),
    EMPERORS_TREASURE: (oracle.bonus("royal-flush-and-ace-king-suited"), SEVEN),
    DIVISION_BONUS: (oracle.bonus("royal-flush-and-king-queen-suited"), SEVEN),
    PAI_GOW_PROGRESSIVE: (oracle.PROGRESSIVE, SEVEN),
    INSURANCE: (oracle.INSURANCE, SEVEN),
    DIVISION_PROGRESSIVE: (oracle.DIVISION_PROGRESSIVE, SEVEN),
}


def named(cards):
    """The oracle's cards from ours."""
    return tuple(None if card.is_joker else (int(card.rank), int(card.suit)) for card in cards)


def real(cards):
    """Our cards from the oracle's."""
    return tuple(JOKER if card is None else Card.from_rank_and_suit(Rank(card[0]), Suit(card[1])) for card in cards)


@cache
def drawn(sizes, joker):
    dice = Random(f"houseway {sizes}")
    return [oracle.draw(dice, dice.choice(sizes), joker) for _ in range(HANDS)]


class Judged(NamedTuple):
    """Cards, what the order makes of them, and what the oracle does: the categories held, and what the best is compared by."""

    cards: tuple[Card, ...]
    hand: Hand
    made: tuple[Hand, ...]
    held: list[str]
    key: tuple[int, oracle.Tie]


@cache
def judged(order):
    names, held_by = ORACLE[order]
    both = []
    for cards in drawn(order.card_counts, order.has_joker):
        ours, held = real(cards), held_by(cards)
        held_here = [name for name in names if name in held]
        key = oracle.key((held_here[0], held[held_here[0]]), names)
        both.append(Judged(ours, order.rank(ours), order.find_all(ours), held_here, key))
    return both


def of_order(*orders):
    return pytest.mark.parametrize("order", orders or ORDERS, ids=lambda order: order.name)


def rank(order, text):
    return order.rank(parse_hand(text))


class TestAgainstTheOracle:
    def test_every_order_has_an_oracle(self):
        assert set(ORDERS) == set(ORACLE)

    @of_order()
    def test_the_categories_stand_in_the_order_of_the_text(self, order):
        assert list(order.categories) == ORACLE[order][0]
        assert [order.position(category) for category in order.categories] == list(range(len(order.categories), 0, -1))

    @of_order()
    def test_the_category_is_the_same(self, order):
        for case in judged(order):
            assert case.hand.category == case.held[0], case
        assert {case.held[0] for case in judged(order)} == set(order.categories), "every category is drawn"

    @of_order()
    def test_hands_compare_the_same_way(self, order):
        """Over all pairs at once: the oracle's keys and the strengths are two names for the same steps."""
        steps = sorted({(case.key, case.hand.strength) for case in judged(order)})
        for (lower_key, lower), (higher_key, higher) in pairwise(steps):
            assert lower_key < higher_key, (lower, higher)
            assert lower < higher

    @of_order()
    def test_operators_and_hashes_follow(self, order):
        dice = Random(order.name)
        for _ in range(1000):
            (_, one, _, _, a), (_, two, _, _, b) = dice.choices(judged(order), k=2)
            assert (one < two, one == two, one > two) == (a < b, a == b, a > b)
            assert (one <= two, one != two, one >= two) == (a <= b, a != b, a >= b)
            assert len({one, two}) == len({a, b})

    @of_order()
    def test_made_lists_what_the_cards_hold_highest_first(self, order):
        for case in judged(order):
            assert [hand.category for hand in case.made] == case.held, case

    @of_order()
    def test_find_is_rank_and_the_first_of_made_whatever_the_order_of_the_cards(self, order):
        dice = Random(order.name)
        for case in judged(order)[:500]:
            shuffled = order.find_best(dice.sample(case.cards, len(case.cards)))
            assert case.hand == shuffled == case.made[0]


def hand_size(order, category):
    if category is Category.NOTHING:
        return 0
    five = {*oracle.PAI_GOW, Category.NATURAL_ROYAL_FLUSH}
    return order.hand_size if category in five else 7


def shown_by(order, cards):
    """What the cards of a hand show on their own."""
    if len(cards) == 5 and order.card_counts == (7,):
        return {*oracle.held_by_five(cards), *(["natural-royal-flush"] if oracle.natural_royal(cards) else [])}
    return set(ORACLE[order][1](cards))


class TestCardsOfAHand:
    @of_order()
    def test_they_are_of_the_cards_given_and_as_many_as_the_category_takes(self, order):
        for case in judged(order):
            for hand in case.made:
                assert len(hand.cards) == hand_size(order, hand.category), hand
                assert len(set(hand.cards)) == len(hand.cards)
                assert set(hand.cards) <= set(case.cards)

    @of_order()
    def test_they_show_every_hand_made_on_their_own(self, order):
        for case in judged(order):
            for hand in case.made:
                if hand.category is not Category.NOTHING:
                    assert hand.category in shown_by(order, named(hand.cards)), hand

    @of_order()
    def test_they_rank_on_their_own_as_among_the_cards_given(self, order):
        names, held_by = ORACLE[order]
        for case in judged(order):
            if len(case.hand.cards) in order.card_counts:
                tie = held_by(named(case.hand.cards))[case.hand.category]
                assert oracle.key((case.hand.category, tie), names) == case.key, case
                assert order.rank(case.hand.cards) == case.hand

    @of_order(*(order for order in ORDERS if order.has_joker))
    def test_a_card_of_the_rank_that_the_joker_stands_for_makes_the_same_hand(self, order):
        for case in judged(order):
            hand = case.hand
            if hand.joker_as is None or hand.category in {Category.FIVE_ACES, Category.FIVE_ACES_AND_PAIR}:
                continue
            rest = [card for card in named(hand.cards) if card is not None]
            shown = [shown_by(order, (*rest, (int(hand.joker_as), suit))) for suit in range(4)]
            assert any(hand.category.removesuffix("-with-joker") in some for some in shown), hand

    @of_order()
    def test_the_words_name_the_joker_where_it_stands_in(self, order):
        for case in judged(order):
            for hand in case.made:
                words, _, joker = hand.describe().partition(" (joker as ")
                assert words.strip()
                assert (hand.joker_as is not None) == (JOKER in hand.cards)
                assert joker == (f"{hand.joker_as.word})" if JOKER in hand.cards else "")

    def test_a_hand_short_of_other_ranks_is_filled_from_its_own(self):
        """Five aces and a pair show four aces and a pair, and it takes all seven cards to show it."""
        cards = parse_hand("As Ah Ad Ac Jk Ks Kh")
        made = {hand.category: hand for hand in DIVISION_PROGRESSIVE.find_all(cards)}
        assert set(made[Category.FOUR_OF_A_KIND_AND_PAIR].cards) == set(cards)
        assert STANDARD.find_all(parse_hand("7s 7h 7d 7c Ks"))[1].cards == parse_hand("7s 7h 7d Ks 7c")


class TestSettingTheHands:
    @of_order(PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL)
    def test_splits_at_random_and_with_the_highest_cards_in_front(self, order):
        low_wheel, found = order is PAI_GOW_HIGH_LOW_WHEEL, [0, 0]
        for cards in drawn((7,), True):
            for seven in (cards, sorted(cards, key=lambda card: card or (14, 4))):
                legal = oracle.set_legally(seven[:5], seven[5:], low_wheel)
                assert is_legal_setting(order.rank(real(seven[:5])), PAI_GOW_LOW.rank(real(seven[5:]))) == legal, seven
                found[legal] += 1
        assert min(found) > HANDS / 4

    @pytest.mark.parametrize(
        ("high", "low", "legal"),
        [
            # Division (l)(1): with a pair of sevens in front, at least a pair of sevens behind. Four sevens, parted: equal.
            ("7s 7h 2d 3c 4s", "7d 7c", True),
            ("6s 6h Ad Kc Qs", "7d 7c", False),
            ("As Kh Qd Jc 9s", "2d 2c", False),
            # Aces, with the joker as the fourth: equal.
            ("As Ah 2d 3c 5s", "Ad Jk", True),
            ("As Jk 2d 3c 8s", "Ad Ac", True),
            ("Ks Kh 2d 3c 5s", "Ad Jk", False),
            # No pair: equal over two cards, whatever the other three; then the first card, then the second.
            ("As Kh 4d 3c 2s", "Ad Kc", True),
            ("As Kh 4d 3c 2s", "Kc Jk", True),
            ("As Qh Jd 9c 8s", "Ad Kc", False),
            ("Ks Qh Jd 9c 8s", "Ah 2c", False),
            ("Jk Qh 4d 3c 8s", "Ad Qc", True),
            ("Jk Qh 4d 3c 8s", "Ad Kc", False),
            # A higher category is higher, whatever its cards.
            ("2s 2h 3d 4c 5s", "Ad Kc", True),
            ("6s 5h 4d 3c 2s", "Ad Ac", True),
            ("7s 5s 4s 3s 2s", "Ad Ac", True),
        ],
    )
    def test_edges(self, high, low, legal):
        assert oracle.set_legally(named(parse_hand(high)), named(parse_hand(low))) == legal
        for order in (PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL):
            assert is_legal_setting(rank(order, high), rank(PAI_GOW_LOW, low)) is legal


class TestRefusals:
    @of_order()
    def test_a_wrong_number_of_cards(self, order):
        for size in set(range(9)) - set(order.card_counts):
            for ask in (order.rank, order.find_all):
                with pytest.raises(Malformed, match=f"not {size}") as refusal:
                    ask(DECK[:size])
                assert refusal.value.code == "hand.size"
                assert refusal.value.clauses == order.clauses
                assert refusal.value.facts == {"given": size, "allowed": order.card_counts}

    @of_order()
    def test_a_card_twice(self, order):
        for size in order.card_counts:
            for twice in (DECK[0], JOKER) if order.has_joker else DECK[:1]:
                with pytest.raises(Malformed, match=f"{twice} appears more than once") as refusal:
                    order.rank((*DECK[1 : size - 1], twice, twice))
                assert refusal.value.code == "card.repeated"

    @of_order(STANDARD, FOUR_CARD)
    def test_a_joker_where_none_is_dealt(self, order):
        for size in order.card_counts:
            with pytest.raises(Malformed, match="has no joker") as refusal:
                order.rank((*DECK[1:size], JOKER))
            assert refusal.value.code == "hand.joker"
            assert refusal.value.clauses == order.clauses

    def test_hands_of_different_orders_do_not_compare(self):
        for one, two in combinations((order.rank(DECK[: order.card_counts[-1]]) for order in ORDERS), 2):
            assert one != two
            for compare in (one.__lt__, one.__le__, one.__gt__, one.__ge__):
                with pytest.raises(TypeError, match="different orders"):
                    compare(two)


class TestExamplesOfTheTexts:
    @pytest.mark.parametrize(
        ("order", "better", "worse"),
        [
            # A-2-3-4-5 is the second highest straight and the highest straight flush below the royal one: MD 6.B(3), (7).
            (PAI_GOW_HIGH, "As Kh Qd Jc Ts", "As 2h 3d 4c 5s"),
            (PAI_GOW_HIGH, "As 2h 3d 4c 5s", "Ks Qh Jd Tc 9s"),
            (PAI_GOW_HIGH, "As 2s 3s 4s 5s", "Ks Qs Js Ts 9s"),
            (PAI_GOW_HIGH, "As Ks Qs Js Ts", "As 2s 3s 4s 5s"),
            # It is the lowest by the Division's option, (c)(4), and at Ultimate, 6.D(2), (6).
            (PAI_GOW_HIGH_LOW_WHEEL, "6s 5h 4d 3c 2s", "As 2h 3d 4c 5s"),
            (PAI_GOW_HIGH_LOW_WHEEL, "6s 5s 4s 3s 2s", "As 2s 3s 4s 5s"),
            (STANDARD, "6s 5h 4d 3c 2s", "As 2h 3d 4c 5s"),
            # MD 6.B(1), (2): five aces above the royal flush.
            (PAI_GOW_HIGH, "As Ah Ad Ac Jk", "As Ks Qs Js Ts"),
            # MD 6.B(5), (9), UTH 6.D(5): the ends of the full houses, the two pairs and the flushes.
            (STANDARD, "2s 2h 2d 4s 4h", "2s 2h 2d 3s 3h"),
            (STANDARD, "3s 3h 2d 2c 5s", "3s 3h 2d 2c 4s"),
            (STANDARD, "As Ks Qs Js 9s", "As Ks Qs Js 8s"),
            (STANDARD, "7s 5s 4s 3s 2s", "As Kh Qd Jc Ts"),
            # PG-05: groups before single cards, against the letter of MD 6.C(1).
            (PAI_GOW_HIGH, "Ks Kh Qd 3c 2s", "2s 2h Ad 4c 3s"),
            (PAI_GOW_HIGH, "Ks Kh Kd 2c 2s", "Qs Qh Qd Ac As"),
            # Four Card Poker: A-K-Q-J highest, A-2-3-4 lowest; three of a kind above the flush, the flush above the straight.
            (FOUR_CARD, "As Kh Qd Jc", "Ks Qh Jd Tc"),
            (FOUR_CARD, "5s 4h 3d 2c", "As 2h 3d 4c"),
            (FOUR_CARD, "As 2h 3d 4c", "As Ah Kd Kc"),
            (FOUR_CARD, "2s 2h 2d 3c", "As Ks Qs 9s"),
            (FOUR_CARD, "2s 2h 2d 2c", "As Ks Qs Js"),
            (PAI_GOW_LOW, "2s 2h", "As Kh"),
            (PAI_GOW_LOW, "As Jk", "Ks Kh"),
        ],
    )
    def test_what_beats_what(self, order, better, worse):
        assert rank(order, better) > rank(order, worse)

    def test_ties_whatever_the_suits(self):
        assert rank(PAI_GOW_HIGH, "As Kh Qd Jc 9s") == rank(PAI_GOW_HIGH, "Ah Ks Qc Jd 9d")
        assert rank(STANDARD, "As Ah Kd Kc 9s 2h 2d") == rank(STANDARD, "Ad Ac Ks Kh 9d 8d 7c")
        assert rank(PAI_GOW_LOW, "Jk Kh") == rank(PAI_GOW_LOW, "As Kd")

    @pytest.mark.parametrize(
        ("order", "cards", "words"),
        [
            # The joker is an ace, or completes: any card of a royal flush (PG-07), the highest missing of a flush (PG-49).
            (PAI_GOW_HIGH, "Jk Kh Kd Qs Qc", "two pair, kings and queens with A (joker as ace)"),
            (PAI_GOW_HIGH, "Jk Ah Ad Ks Kc", "full house, aces full of kings (joker as ace)"),
            (PAI_GOW_HIGH, "Jk 7s 7h 7d 7c", "four of a kind, sevens with A (joker as ace)"),
            (PAI_GOW_HIGH, "Jk As Ah Ad Ac", "five aces (joker as ace)"),
            (PAI_GOW_HIGH, "Jk Ks Qs Js Ts", "royal flush (joker as ace)"),
            (PAI_GOW_HIGH, "Jk As Qs Js Ts", "royal flush (joker as king)"),
            (PAI_GOW_HIGH, "Jk Ks Qs Js 9s", "straight flush, king high (joker as ten)"),
            (PAI_GOW_HIGH, "Jk 9s 7s 4s 2s", "flush, A 9 7 4 2 (joker as ace)"),
            (PAI_GOW_HIGH, "Jk As 7s 4s 2s", "flush, A K 7 4 2 (joker as king)"),
            (PAI_GOW_HIGH, "Jk As Ks 4s 2s", "flush, A K Q 4 2 (joker as queen)"),
            (PAI_GOW_HIGH, "Jk 6s 5h 4d 3c", "straight, seven high (joker as seven)"),
            (PAI_GOW_HIGH, "Jk Ah 5h 4d 2c", "straight, ace to five (joker as three)"),
            (PAI_GOW_HIGH, "Jk Kh 9h 4d 2c", "ace high with K 9 4 2 (joker as ace)"),
            # It takes the best place under the filed order (DIV-28).
            (PAI_GOW_HIGH, "Jk 5s 4h 3d 2c", "straight, ace to five (joker as ace)"),
            (PAI_GOW_HIGH_LOW_WHEEL, "Jk 5s 4h 3d 2c", "straight, six high (joker as six)"),
            # The ace is in no run but the highest and the lowest.
            (PAI_GOW_HIGH, "Ks As 2h 3d 4c", "ace high with K 4 3 2"),
            (STANDARD, "Qs Ks As 2s 3s", "flush, A K Q 3 2"),
            (FOUR_CARD, "Ks As 2h 3d", "ace high with K 3 2"),
            # The best five or four count.
            (STANDARD, "As Ks 9d 9c 9s 2h 2d", "full house, nines full of twos"),
            (FOUR_CARD, "As Kd Kh 9c 9s 2h", "two pair, kings and nines"),
            (FOUR_CARD, "As Ks Qs 9s 9d 9h", "three of a kind, nines with A"),
            (PAI_GOW_HIGH, "As Ks Qs 9s 8s 7s Jk", "flush, A K Q J 9 (joker as jack)"),
            (PAI_GOW_PROGRESSIVE, "As Ks Qs 9s 8s 7s Jk", "no paying hand"),
        ],
    )
    def test_in_words(self, order, cards, words):
        assert rank(order, cards).describe() == words

    @of_order(*BONUSES)
    def test_the_ace_may_begin_a_seven_card_straight_flush(self, order):
        """PG-08: 8 windows in each suit, 32 hands without the joker and 196 with it."""
        assert rank(order, "As 2s 3s 4s 5s 6s 7s").category is Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH
        assert rank(order, "Jk 2s 3s 4s 5s 6s 7s").category is Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH
        spades = [card for card in DECK if card.suit is Suit.SPADE]
        natural = [order.rank(cards).category for cards in combinations(spades, 7)]
        joker = [order.rank((*cards, JOKER)).category for cards in combinations(spades, 6)]
        assert 4 * natural.count(Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH) == 32
        assert 4 * joker.count(Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH) == 196

    @pytest.mark.parametrize(
        ("cards", "matched_in"),
        [
            ("As Ks Qs Js Ts Ah Kh", {FORTUNE_BONUS, EMPERORS_TREASURE}),
            ("As Ks Qs Js Ts Kh Qh", {FORTUNE_BONUS, DIVISION_BONUS}),
            ("Jk Ks Qs Js Ts Ah Kh", {FORTUNE_BONUS, EMPERORS_TREASURE}),
            ("As Ks Jk Js Ts Kh Qh", {FORTUNE_BONUS, DIVISION_BONUS}),
            ("As Ks Qs Js Ts Kh Qd", set()),  # of two suits
            ("As Ks Qs Js Ts Jk Kh", set()),  # the joker is no part of a match
            ("As Ks Qs Js Ts Qh Jh", set()),
        ],
    )
    def test_royal_matches(self, cards, matched_in):
        """MD 6.D(2), MD 6.E(2), DIV (c)(6)(ii); PG-09, DIV-27."""
        for order in BONUSES:
            category = order.categories[1] if order in matched_in else Category.ROYAL_FLUSH
            assert rank(order, cards).category is category

    @of_order(*BONUSES)
    def test_how_many_royal_matches_there_are(self, order):
        """PG-09: 72 hands with ace and king, 72 with king and queen. Of 26,132 royal flushes (PG-07)."""
        royal = parse_hand("As Ks Qs Js Ts")
        others = [card for card in DECK if card not in royal]
        fives = [royal, *((*four, JOKER) for four in combinations(royal, 4))]
        hands = [(*five, *two) for five in fives for two in combinations(others, 2)]
        hands += [(*royal, JOKER, other) for other in others]
        assert 4 * len(hands) == 26_132
        found = [order.rank(cards).category for cards in hands]
        assert 4 * found.count(order.categories[1]) == (144 if order is FORTUNE_BONUS else 72)

    @of_order(*BONUSES)
    def test_three_of_a_kind_counts_before_a_straight_where_it_pays_more(self, order):
        """PG-04, DIV-06: in the bonus lists only."""
        cards = "9s 8h 7d 7c 7h 6c 5s"
        assert rank(order, cards).category is Category.THREE_OF_A_KIND
        assert [hand.category for hand in order.find_all(parse_hand(cards))][:2] == [
            Category.THREE_OF_A_KIND,
            Category.STRAIGHT,
        ]
        assert rank(PAI_GOW_HIGH, cards).category is Category.STRAIGHT
        assert rank(DIVISION_PROGRESSIVE, cards).category is Category.STRAIGHT_AND_PAIR

    @pytest.mark.parametrize(
        ("cards", "category"),
        [
            ("As Ks Qs Js Ts Ah Jk", "natural-royal-flush-and-pair"),  # DIV-16: joker and ace are a pair
            ("As Ks Qs Js Ts 4h 4d", "natural-royal-flush-and-pair"),
            ("As Ks Qs Js Ts 4h Jk", "natural-royal-flush"),
            ("Jk Ks Qs Js Ts 4h 4d", "royal-flush-and-pair"),
            ("As Ah Ad Ac Jk 4h 4d", "five-aces-and-pair"),
            ("As Ah Ad Ac Jk 4h 5d", "five-aces"),
            ("7s 7h 7d 7c Kh Kd 2s", "four-of-a-kind-and-pair"),
            ("7s 7h 7d 7c Kh Jk As", "four-of-a-kind-and-pair"),
            ("7s 7h 7d Kh Kd 2s 2c", "full-house-and-pair"),
            ("7s 7h 7d Kh Kd Ks 2c", "full-house"),
            ("9s 8s 6s 5s Jk 7s 7h", "straight-flush-and-pair"),  # the joker is any card: a seven of spades, beside the other
            ("9s 8s 6s 2s Ks 7d 7h", "flush-and-pair"),
            ("9s 8d 7s 6h 5c 3d 3h", "straight-and-pair"),
            ("9s 9d 9h 6h 5c 3d 2h", "three-of-a-kind"),
            ("9s 9d 8h 8d 5c 5d 2h", "nothing"),
        ],
    )
    def test_a_hand_and_a_pair(self, cards, category):
        """DIV (q)(4)."""
        assert rank(DIVISION_PROGRESSIVE, cards).category == category

    @pytest.mark.parametrize(
        ("cards", "category"),
        [
            ("9s 8h 7d 6c 4s 3h 2d", "nine-high"),
            ("Ks Jh 9d 7c 5s 3h 2d", "king-high"),
            ("Jk Qh 9d 8c 5s 3h 2d", "ace-high"),  # PG-47: a joker is an ace, and a straight or flush without a pair loses
            ("As Jk 9d 7c 5s 3h 2d", "nothing"),
            ("Ks 8h 7d 6c 5s 4h 2d", "nothing"),
            ("Jk Js 9s 7s 5s 3h 2d", "nothing"),
        ],
    )
    def test_insurance(self, cards, category):
        assert rank(INSURANCE, cards).category == category
