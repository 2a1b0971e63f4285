"""How a base wager ends: legal and foul settings, copies, ties, wins, against the dealer and against a bank."""

import random
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import CARDS, DECK, JOKER, parse_hand
from houseway.citation import cite_clauses
from houseway.games.pai_gow.base_wager import outcome
from houseway.games.pai_gow.base_wager.outcome import (
    compare_settings,
    describe_setting,
    find_foul,
    high_order,
    is_legal,
    measure_setting,
    ranks_alike,
)
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, PAI_GOW_LOW, is_legal_setting
from houseway.kernels.single import strength_function
from houseway.money import Cents
from tests.games.pai_gow.test_rows import movement
from tests.games.test_awards import DIV, MD, everything, filing, reads

FACES = "AKQJT98765432"
both_books = pytest.mark.parametrize("book", [MD, DIV])
DEALER = ("Kc Kd 9h 6s 4c", "Qc 7d")
HIGH = {"above": "As Ac 2d 3h 4s", "copy": "Ks Kh 9d 6c 4d", "below": "Qs Qh 9d 6c 4d"}
LOW = {"above": "Ah 2c", "copy": "Qd 7s", "below": "Jd Tc"}
RESULTS = {
    ("above", "above"): ("win", {MD: "11.F(3)", DIV: "(l)(8)#3"}),
    ("above", "copy"): ("tie", {MD: "11.F(2)(a)", DIV: "(l)(7)(i)"}),
    ("above", "below"): ("tie", {MD: "11.F(2)(a)", DIV: "(l)(7)(i)"}),
    ("copy", "above"): ("tie", {MD: "11.F(2)(b)", DIV: "(l)(7)(ii)"}),
    ("below", "above"): ("tie", {MD: "11.F(2)(b)", DIV: "(l)(7)(ii)"}),
    ("below", "below"): ("lose", {MD: "11.F(1)(a)", DIV: "(l)(6)(i)"}),
    ("below", "copy"): ("lose", {MD: "11.F(1)(b)", DIV: "(l)(6)(ii)"}),
    ("copy", "below"): ("lose", {MD: "11.F(1)(b)", DIV: "(l)(6)(ii)"}),
    ("copy", "copy"): ("lose", {MD: "11.F(1)(b)", DIV: "(l)(6)(ii)"}),
}


def laid(rules, high, low):
    return measure_setting(rules, parse_hand(high), parse_hand(low))


def held_against(rules, high, low, *args, **kwargs):
    outcome = compare_settings(rules, laid(rules, high, low), laid(rules, *DEALER), *args, **kwargs)
    movement(outcome.clauses, Cents(0))
    return outcome


@both_books
@pytest.mark.parametrize(("high", "low"), RESULTS)
def test_nine_ways_to_compare_with_the_dealer(claim, book, high, low):
    result, clauses = RESULTS[high, low]
    outcome = held_against(everything(book), HIGH[high], LOW[low])
    assert (outcome.result, outcome.high, outcome.low) == (result, high, low)
    claim(f"{book} {clauses[book]}")
    if result == "tie":
        claim(f"{book} {'11.F(2)' if book == MD else '(l)(7)#1'}")
    assert outcome.words


@both_books
@pytest.mark.parametrize(("low", "own"), [("Jk Qd", "As Qc"), ("Jk 7d", "Ah 7c")])
def test_who_copies_a_low_hand_with_the_joker_copies_an_ace(claim, book, low, own):
    """Above with the high hand, which pushes; equal or below with it, which loses; and the joker may be either hand's."""
    rules = everything(book)
    dealer = laid(rules, "Kc Kd 9h 6s 4c", low)
    for high, result in (("8s 8h 8d 6c 4d", "tie"), ("Ks Kh 9d 6c 4d", "lose"), ("Qs Qh 9d 6c 4d", "lose")):
        found = compare_settings(rules, laid(rules, high, own), dealer)
        assert (found.result, found.low) == (result, "copy")
        movement(found.clauses, Cents(0))
    turned = compare_settings(rules, laid(rules, "8s 8h 8d 6c 4d", low), laid(rules, "Kc Kd 9h 6s 4c", own))
    assert (turned.result, turned.low) == ("tie", "copy")
    movement(turned.clauses, Cents(0))
    claim(f"{book} {'11.F(2)(a)' if book == MD else '(l)(7)(i)'}", f"{book} {'11.F(1)(b)' if book == MD else '(l)(6)(ii)'}")


@both_books
@pytest.mark.parametrize("who", ["", "co-bank", "house"])
@pytest.mark.parametrize(("high", "low"), RESULTS)
def test_the_bank_stands_in_the_dealers_place(claim, book, who, high, low):
    outcome = held_against(everything(book), HIGH[high], LOW[low], True, who=who)
    assert outcome.result == RESULTS[high, low][0]
    clauses = {MD: {"": "12.J(1)", "co-bank": "12.L(1)(a)", "house": "12.I(1)"}}
    clauses[DIV] = {"": "(m)(12)#2", "co-bank": "(m)(13)#2", "house": "(m)(11)#2"}
    claim(f"{book} {clauses[book][who]}", f"{book} {'12.A(2)' if book == MD else '(m)(1)#2'}")


@both_books
@pytest.mark.parametrize("against_bank", [False, True])
def test_a_copy_is_neither_higher_nor_lower(claim, book, against_bank):
    """It does not win beside a higher hand, nor tie beside a lower one."""
    copied = [pair for pair in RESULTS if "copy" in pair]
    ends = {pair: held_against(everything(book), HIGH[pair[0]], LOW[pair[1]], against_bank).result for pair in copied}
    assert ends == {pair: "tie" if "above" in pair else "lose" for pair in copied}
    claim(*cite_clauses(book, *{MD: ("6.C(2)", "11.F(1)(b)"), DIV: ("(a)(1)(iv)", "(c)(5)#2", "(l)(6)(ii)")}[book]))


@pytest.mark.parametrize(("high", "low"), RESULTS)
@pytest.mark.parametrize("against_bank", [False, True])
def test_copies_may_be_read_to_push_against_a_bank_only(high, low, against_bank):
    """PG-29: a copied hand is neither won nor lost; one hand above still needs the other."""
    outcome = held_against(reads(MD, PG_29="copies-push"), HIGH[high], LOW[low], against_bank)
    copied_loss = RESULTS[high, low][0] == "lose" and "copy" in (high, low)
    assert outcome.result == ("tie" if against_bank and copied_loss else RESULTS[high, low][0])


@both_books
def test_a_high_hand_below_the_low_hand_is_foul(claim, book):
    rules = everything(book)
    wrong = laid(rules, "As Kc 9d 7h 4s", "2c 2d")
    assert not is_legal(wrong)
    assert find_foul(rules, wrong).kind == "high-below-low"
    outcome = held_against(rules, "As Kc 9d 7h 4s", "2c 2d")
    assert (outcome.result, outcome.high, outcome.low) == ("lose", "", "")
    assert not is_legal(laid(rules, "Ks Qc 9d 7h 4s", "Ah 2d")), "without a pair, too"
    assert is_legal(laid(rules, "As Kc 9d 7h 4s", "Ah 2d"))
    maryland = ("11.F(1)(c)", "11.B", "1.B(5)", "1.B(6)")
    division = ("(l)(6)(iii)", "(l)(1)#2", "(a)(1)(vi)", "(a)(1)(vii)", "(a)(1)(xiii)")
    claim(*(f"{book} {clause}" for clause in (maryland if book == MD else division)))


@both_books
def test_every_card_of_the_low_hand_is_compared_with_the_high_hand(claim, book):
    """An ace in both hands does not settle it: the next card does."""
    rules = everything(book)
    for high, low in (("As Qc 9d 7h 4s", "Ah Kd"), ("As 9c 8d 6h 4s", "Ah Td"), ("Js 9c 8d 6h 4s", "Jh Td")):
        assert not is_legal(laid(rules, high, low))
        assert held_against(rules, high, low).result == "lose"
    for high, low in (("As Kc 9d 7h 4s", "Ah Qd"), ("As Tc 8d 6h 4s", "Ah 9d"), ("Js Tc 8d 6h 4s", "Jh 9d")):
        assert is_legal(laid(rules, high, low))
    claim(*(f"{book} {clause}" for clause in {MD: ("1.B(6)",), DIV: ("(a)(1)(vii)",)}[book]))


@both_books
@pytest.mark.parametrize(("high", "low"), [("As Ac Ad 2c", "Kd Kh Ks"), ("As Ac Ad 2c Kd Kh", "Ks"), ("As Ac Ad 2c Kd", "Kh")])
def test_wrong_counts_are_foul(claim, book, high, low):
    rules = everything(book)
    wrong = laid(rules, high, low)
    assert not is_legal(wrong)
    assert find_foul(rules, wrong).kind == "wrong-counts"
    assert held_against(rules, high, low).result == "lose"
    assert "cards" in describe_setting(rules, parse_hand(high), parse_hand(low))
    claim(f"{book} {'11.F(1)(d)' if book == MD else '(l)(6)(iv)'}")


def test_equal_rank_is_legal():
    """The Division's example: sevens behind, at least sevens in front."""
    assert is_legal(laid(everything(DIV), "7s 7c 9d 4h 2s", "7d 7h"))
    assert is_legal(laid(everything(DIV), "7s 7c 4d 3h 2s", "7d 7h"))
    assert not is_legal(laid(everything(DIV), "6s 6c 9d 4h 2s", "7d 7h"))


def test_the_filed_order_decides_about_the_wheel():
    rules = filing(everything(DIV), ranking__low_ace_lowest=False)
    lowest = filing(everything(DIV), ranking__low_ace_lowest=True)
    assert (high_order(rules), high_order(lowest)) == (PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL)
    wheel, nine = ("As 2c 3d 4h 5s", "Kc Qd"), ("9s 8c 7d 6h 5c", "Kh Qs")
    assert compare_settings(rules, laid(rules, *wheel), laid(rules, *nine)).high == "above"
    assert compare_settings(lowest, laid(lowest, *wheel), laid(lowest, *nine)).high == "below"


def test_both_hands_in_words():
    assert (
        describe_setting(everything(MD), parse_hand("As Ac Kd 9h 4s"), parse_hand("Jk Qd"))
        == "pair of aces with K 9 4; ace high with Q (joker as ace)"
    )


@cache
def orders():
    return {book: high_order(everything(book)) for book in (MD, DIV)}


@both_books
@given(st.integers(0, 2**32))
def test_strengths_and_legality_are_those_of_the_plain_ranking(book, seed):
    rules, order, cards = everything(book), orders()[book], random.Random(seed).sample(CARDS, 14)
    one, two = (measure_setting(rules, cards[start : start + 5], cards[start + 5 : start + 7]) for start in (0, 7))
    high, low = order.find_best(one.high), PAI_GOW_LOW.find_best(one.low)
    assert is_legal(one) is is_legal_setting(high, low)
    other_high, other_low = order.find_best(two.high), PAI_GOW_LOW.find_best(two.low)
    outcome = compare_settings(rules, one, two)
    if not is_legal(one):
        assert outcome.result == "lose"
        return
    signs = tuple((a > b) - (a < b) for a, b in ((high, other_high), (low, other_low)))
    names = {1: "above", 0: "copy", -1: "below"}
    assert (outcome.high, outcome.low) == tuple(names[sign] for sign in signs)
    assert outcome.result == ("win" if min(signs) > 0 else "tie" if max(signs) > 0 else "lose")


@both_books
@given(st.integers(0, 2**32), st.booleans())
def test_two_settings_are_one_if_the_plain_ranking_puts_both_hands_level(book, seed, suited):
    """PG-104, DIV-121: of all 21 settings of seven cards. Few ranks and few suits make pairs and flushes often."""
    pack = [card for card in CARDS if card == JOKER or not suited or card.rank > 9]
    rules, order, cards = everything(book), orders()[book], random.Random(seed).sample(pack, 7)
    lows = list(combinations(cards, 2))
    settings = [([card for card in cards if card not in low], low) for low in lows]
    ranks = [(order.find_best(high), PAI_GOW_LOW.find_best(low)) for high, low in settings]
    measured = [measure_setting(rules, high, low) for high, low in settings]
    for (one, rank), (other, other_rank) in combinations(zip(measured, ranks, strict=True), 2):
        assert ranks_alike(one, other) is (rank == other_rank)


def test_a_card_whose_suit_breaks_a_flush_makes_another_setting():
    rules = everything(MD)
    flush, broken = laid(rules, "Kh 9h 7h 5h 3h", "Ks 2c"), laid(rules, "Ks 9h 7h 5h 3h", "Kh 2c")
    assert not ranks_alike(flush, broken)
    assert ranks_alike(laid(rules, "As Ad 9h 5s 3c", "Ah Kc"), laid(rules, "Jk Ah 9h 5s 3c", "As Kc")), "the joker is an ace"
    assert not ranks_alike(laid(rules, "Qs Qh 8c 6d 5s 4h", "Qc"), laid(rules, "Qs Qh 8c 6d 5s", "Qc 4h"))


@pytest.mark.parametrize("order", [PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, PAI_GOW_LOW], ids=lambda order: order.name)
def test_what_the_joker_stands_for_is_said_as_the_plain_ranking_says_it(order):
    """Only where it completes a hand does it stand for anything but an ace."""
    rng, measure = random.Random(7), strength_function(order, order.hand_size)
    for _ in range(400):
        cards = (JOKER, *rng.sample(DECK, order.hand_size - 1))
        assert outcome._strength_words(order, measure(cards), cards) == order.find_best(cards).describe()


DOWNWARD = [
    *("As Ah Ad Ac Jk", "As Ks Qs Js Ts", "6s 5s 4s 3s 2s", "2s 2h 2d 2c 3s", "2s 2h 2d 3c 3s", "7s 5s 4s 3s 2s"),
    *("6s 5h 4s 3s 2s", "2s 2h 2d 4c 3s", "3s 3h 2d 2c 4s", "2s 2h 3d 4c 5s", "As Kh Qd Jc 9s"),
]
"""The lowest of each of the ten hands, or the only one, and the highest that is none of them."""


@both_books
def test_the_ten_hands_win_in_their_order(claim, book):
    """The ranking that settles wagers, which is not the plain one."""
    rules = everything(book)
    for higher, lower in pairwise(DOWNWARD):
        assert PAI_GOW_HIGH.rank(parse_hand(higher)) > PAI_GOW_HIGH.rank(parse_hand(lower))
        outcome = compare_settings(rules, laid(rules, higher, "3h 2c"), laid(rules, lower, "4h 3c"))
        assert outcome.high == "above", (higher, lower)
    claim(f"{book} {'6.B' if book == MD else '(c)(2)'}")


@both_books
def test_cards_win_from_ace_down_to_two(claim, book):
    """In low hands without a pair, and in pairs, by the ranking that settles wagers."""
    rules, high = everything(book), "As Kh Qd Jc 9s"
    assert PAI_GOW_HIGH.rank(parse_hand(high)).category == "high-card"
    singles = [f"{one}h {two}d" for place, one in enumerate(FACES) for two in FACES[place + 1 :]]
    for better, worse in pairwise([*(f"{face}h {face}d" for face in FACES), *singles]):
        assert laid(rules, high, better).low_strength > laid(rules, high, worse).low_strength, (better, worse)
    claim(f"{book} {'6.A' if book == MD else '(a)(1)(xii)'}", f"{book} {'6.C(1)' if book == MD else '(c)(1)#1'}")
