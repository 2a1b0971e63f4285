"""Wagers that are settled whoever wins against the dealer: of hands that are beaten, that tie, and that were folded; in order."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from tests.support.clauses import each_book, uth
from tests.support.dealer_games import FOLD, STRANGER, dealt_table, seen
from tests.support.submissions import FC, UTH
from tests.support.table_driver import MACHINE, dollars, ready_table

BEATEN = {
    UTH: {"hands": {1: "2c 3d", 0: "9c 5c"}, "board": "9h 9d 9s Ks Kd"},
    FC: {"hands": {1: "9s 8s 7s 6s 2c", 0: "Jc Jd Jh Js 4h 7d"}},
}
EQUAL = {
    UTH: {"hands": {1: "2c 3d", 0: "4h 5c"}, "board": "9h 9d 9s Ks Kd"},
    FC: {"hands": {1: "9s 8s 7s 6s 2c", 0: "9h 8h 7h 6h 3c 4d"}},
}
HIGHER = {
    UTH: {"hands": {1: "9c 3d", 0: "4h 5c"}, "board": "9h 9d 9s Ks Kd"},
    FC: {"hands": {1: "9s 8s 7s 6s 2c", 0: "3c 4h 7d Jh Qh Td"}},
}
"""Hands with a row in the lists of all optional wagers."""


def settled(game, place=1):
    return [event["wager"] for event in game.since(skip=1) if event.kind == "wager-settled" and event["position"] == place]


@each_book(poker="11.J(1) 1.B(7) 11.I(2)")
@pytest.mark.parametrize(("cards", "result"), [(BEATEN, "lose"), (EQUAL, "tie")], ids=["beaten", "equal"])
def test_optional_wagers_are_paid_on_a_hand_that_is_beaten_or_equal(book, clauses, cards, result):
    game = ready_table(book, (), ["progressive"], players=1, **cards[book])
    game.bets(1, progressive=1, **{UTH: {"trips": 5}, FC: {"aces_up": 5}}[book]).finish()
    assert game.last("result-announced")["result"] == result
    own, progressive = {UTH: (dollars(45), dollars(9)), FC: (dollars(150), dollars(100))}[book]
    assert game.won(1, "trips" if book == UTH else "aces-up") == ("win", own)
    assert game.won(1, "progressive") == ("win", progressive)


@uth("11.I(4)")
def test_the_six_card_bonus_is_paid_on_a_hand_that_ties():
    game = ready_table(UTH, MACHINE, ["six-card-bonus"], players=1, box="2d 2h 7c Jd", **EQUAL[UTH])
    game.bets(1, trips=5, six_card_bonus=5).finish()
    assert game.won(1, "play")[0] == "tie"
    assert game.won(1, "six-card-bonus") == ("win", dollars(25))


@each_book(poker="11.I(1) 11.J")
@pytest.mark.parametrize("cards", [HIGHER, BEATEN], ids=["paid", "collected"])
def test_optional_wagers_come_after_those_against_the_dealer_and_the_progressive_last(book, clauses, cards):
    game = ready_table(book, (), ["progressive"], players=1, **cards[book])
    game.bets(1, progressive=1, **{UTH: {"trips": 5}, FC: {"aces_up": 5}}[book]).finish()
    base, own = {UTH: (["ante", "blind", "play"], "trips"), FC: (["ante", "play", "ante-bonus"], "aces-up")}[book]
    assert settled(game) == [*base, own, "progressive"]


@uth("11.H(1)")
def test_a_pair_that_comes_with_the_last_community_cards_is_a_pair():
    for last, result in (("4d", "tie"), ("5d", "lose")):
        board = f"As Qs Jh 9h {last}"
        game = ready_table(UTH, players=1, hands={1: "3c 2c", 0: "8h 5s"}, board=board).bets(1).finish()
        assert game.won(1, "ante") == (result, dollars(0))


# Folded hands


@each_book(poker="11.F(3)(a)")
def test_folded_cards_lie_face_down_until_their_wager_is_settled(book, clauses):
    game = ready_table(book, players=2)
    game.bets(1, **{UTH: {"trips": 5}, FC: {"aces_up": 5}}[book]).bets(2)
    _assert_face_down(game)


@uth("11.F(3)(c)")
def test_cards_folded_under_a_six_card_bonus_lie_face_down():
    game = ready_table(UTH, MACHINE, ["six-card-bonus"], {"UTH-11": "independent"}, players=2)
    _assert_face_down(game.bets(1, six_card_bonus=5).bets(2))


def _assert_face_down(game):
    """Position 1 folds; nobody sees its cards before they are turned up, and then everybody does."""
    game.answers = {1: [*FOLD[game.book]]}
    viewers = (game.player(1), game.player(2), DEALER_ACTOR, FLOOR_ACTOR, STRANGER)
    game.to("turn-dealer")
    assert not any(1 in seen(game, viewer)["cards"] for viewer in viewers)
    game.to("settle-side", 1)
    assert all(seen(game, viewer)["cards"][1] == game.state.hands[1] for viewer in viewers)


ENVIED = {
    UTH: {"hands": {1: "9s 8s", 2: "2c 7d", 3: "4c 4d", 0: "As Ks"}, "board": "Qs Js Ts 3h 3d"},
    FC: {"hands": {1: "9s 8s 7s 6s 2c", 2: "3s 6d Tc Kc 4c", 3: "5s 6h 8c Qc 9d", 0: "Jc Jd Jh Js 4h 7d"}},
}
"""The straight flush of position 1 is beaten by the dealer."""


@each_book(poker="1.B(2) 1.B(3)")
@pytest.mark.parametrize("folded", [(), (1,), (2, 3)], ids=["beaten", "holder folded", "others folded"])
def test_a_hand_earns_envy_though_it_is_beaten_or_folded_and_so_do_those_who_folded(book, clauses, folded):
    game = ready_table(book, (), ["progressive"], **ENVIED[book]).bet_all(progressive=1)
    game.answers = {place: [*FOLD[book]] for place in folded}
    game.finish()
    each = {UTH: 300, FC: 5}[book]
    assert [(event["seat"], event["amount"]) for event in game.moved("envy")] == [(3, dollars(each)), (2, dollars(each))]


# A player who has left


@each_book(poker="7.C(1)")
def test_the_hand_of_a_player_who_left_after_his_play_wager_is_settled(book, clauses):
    game = dealt_table(book).bet_all().to("players")
    game.act(1, "play", times={UTH: 4, FC: 1}[book])
    game.do("leave", 1)
    game.finish()
    assert game.won(1, "play") == ("win", dollars({UTH: 40, FC: 10}[book]))
