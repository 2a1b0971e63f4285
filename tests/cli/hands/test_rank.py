"""`houseway rank` knows every order of the rule books, those that no kernel ranks too, and names the clauses of a hand."""

import json

import pytest

from houseway.hands import ORDERS, ORDERS_WITHOUT_KERNEL
from tests.support.command import answered


def ranked(cards, game):
    answer = json.loads(answered("rank", cards, "--game", game, "--json"))
    return {order["order"]: order["description"] for order in answer["orders"]}


@pytest.mark.parametrize("order", [*ORDERS, *ORDERS_WITHOUT_KERNEL], ids=lambda order: order.name)
def test_every_order_is_found_by_its_name(order):
    cards = ["As", "Kd", "9h", "7c", "5s", "3d", "2h"][: order.card_counts[-1]]
    assert set(ranked(" ".join(cards), order.name)) == {order.name}


def test_five_cards_of_four_card_poker_are_ranked_both_ways():
    """The best four for the base game, all five for a progressive table that pays five-card hands."""
    assert ranked("6s 6d 6c 2s 2h", "four-card-poker") == {
        "four-card": "three of a kind, sixes with 2",
        "five-card": "full house, sixes full of twos",
    }
    assert ranked("4s 3d 2c As Kd", "four-card-poker") == {"four-card": "straight, ace to four", "five-card": "no paying hand"}


def test_six_cards_of_ultimate_may_be_a_super_royal():
    assert ranked("As Ks Qs Js Ts 9s", "ultimate-texas-holdem") == {"standard": "royal flush", "six-card-bonus": "super royal"}


@pytest.mark.parametrize(
    ("cards", "game", "words"),
    [
        ("Jk As 4d 3c 2s", "pai-gow-high-low-wheel", "(c)(2)(vii); cards: div.pai-gow-poker (c)(4), (c)(1)#2, (c)(3)"),
        ("4s 3d 2c As", "four-card", "as-played.6.D(5); cards: md.four-card-poker as-played.6.B"),
        ("As Ks Qs Js Ts Kh Qh", "fortune-bonus", "6.D, 6.D(2); cards: md.pai-gow-poker 6.D(2)(b)"),
        ("7s 7d 7c 2s 2h", "five-card", "md.four-card-poker as-played.6.F(4)"),
    ],
)
def test_why_names_what_a_card_counts_for(cards, game, words, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert words in " ".join(answered("rank", cards, "--game", game, "--why").split())


def test_why_has_nothing_about_cards_that_count_for_their_faces():
    assert "cards:" not in answered("rank", "As Kd 9h 7c 5s", "--why")
