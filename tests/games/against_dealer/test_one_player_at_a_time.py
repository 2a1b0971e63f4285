"""One player after the other is settled wholly, whatever the outcome; and every folded hand waits under its wager."""

import pytest

from houseway.citation import cite_clauses
from houseway.money import Cents
from tests.support.clauses import bears, each_book
from tests.support.dealer_games import FOLD, SIDE, SIDE_BET
from tests.support.submissions import FC, UTH
from tests.support.table_driver import dollars, exposed_positions, ready_table

SETTLED = (
    "hand-exposed",
    "result-announced",
    "wager-settled",
    "progressive-verified",
    "progressive-validated",
    "cards-collected",
)
CARDS = {
    UTH: {
        "hands": {1: "2c 7d", 2: "As Ac", 3: "Kc 6c", 4: "9d 9c", 5: "2d 8c", 6: "Qc Qh", 0: "Kh 6d"},
        "board": "Qs Js 9h 3h 3d",
    },
    FC: {
        "hands": {
            1: "2c 7c 9s Ts 5d",
            2: "As Ac Ad 4c 8h",
            3: "2h 7h 9d Th 6c",
            4: "9h 9c 3d 3s 5c",
            5: "2d 8c 5s 6h Jc",
            6: "Qc Qs Qd 4d 8d",
            0: "3c 4h 7d Jh Kh Kd",
        }
    },
}
"""A winner sits at 2, 4 and 6, and between them somebody who loses, ties or folds."""
LOW_DEALER = {UTH: {0: "Td 5c"}, FC: {0: "3c 4h 7d Jh Qh Td"}}
"""A dealer's hand below a pair, or, in Four Card Poker, one that is no pair."""
NO_PAIR = {UTH: {"board": "Qs Js 8h 3h 2h"}, FC: {}}


def full_table(book, folded, low=False):
    """A round of six players with an optional and a progressive wager each, of whom some fold."""
    held = {**CARDS[book], **(NO_PAIR[book] if low else {})}
    hands = {**held["hands"], **(LOW_DEALER[book] if low else {})}
    if low and book == UTH:
        hands |= {5: "6d 8c", 3: "Kc 6c"}
    game = ready_table(book, (), ["progressive"], players=6, **{**held, "hands": hands}).bet_all(
        progressive=1, **SIDE_BET[book]
    )
    game.answers = {place: [*FOLD[book]] for place in folded}
    return game


@each_book(poker="11.H(2) 11.H(2)(d)")
@pytest.mark.parametrize("low", [False, True], ids=["dealer-with-a-pair", "dealer-below-a-pair"])
@pytest.mark.parametrize("folded", [(), (1, 5), (2, 3, 6)], ids=str)
def test_all_wagers_of_a_player_are_settled_before_the_next_hand_is_touched(book, clauses, folded, low):
    """Winners do not wait for losers, nor optional wagers for those against the dealer; cards go when their wagers are settled."""
    game = full_table(book, folded, low).to("expose")
    number = len(game.events)
    game.finish()
    found = [event for event in game.events[number:] if event.kind in SETTLED and event["position"] != 0]
    turns = list(dict.fromkeys(event["position"] for event in found))
    assert turns == [6, 5, 4, 3, 2, 1]
    assert [event["position"] for event in found] == sorted((event["position"] for event in found), reverse=True)
    for place in turns:
        own = [event for event in found if event["position"] == place]
        assert (own[0].kind, own[-1].kind) == ("hand-exposed", "cards-collected"), "first and last"
        wagers = {"ante", "play", SIDE[book], "progressive"} if place not in folded else {SIDE[book], "progressive"}
        assert wagers <= {event["wager"] for event in own if event.kind == "wager-settled"}
    assert set(clauses) <= {clause.clause for event in found for clause in event.clauses}


# Folds


@each_book(poker="11.F(3)(a)")
def test_every_folded_hand_waits_under_its_wager_and_that_of_a_player_who_left(book, clauses):
    """The second and the third as well as the first; each wager is paid or lost at its turn."""
    side = SIDE[book]
    game = ready_table(book, players=4, **_winning_sides(book)).bet_all(**SIDE_BET[book])
    game.answers = {place: [*FOLD[book]] for place in (1, 2, 3)}
    game.to("players")
    game.do("leave", 3)
    game.to("turn-dealer")
    assert game.state.folded == {1, 2, 3}
    assert game.last("hand-folded", position=3)["absent"]
    assert not game.state.racked & {1, 2, 3}, "they lie under their wagers"
    assert {game.balance(f"layout:{place}") for place in (1, 2, 3)} == {dollars(5)}
    settled = [event for event in game.since() if event.kind == "wager-settled" and event["wager"] == side]
    assert settled == [], "pending the end of the round"
    assert all(set(clauses) <= set(game.clauses("hand-folded", position=place)) for place in (1, 2, 3))
    game.finish()
    assert exposed_positions(game) == [4, 3, 2, 1]
    pays = {UTH: 3, FC: 9}[book]
    assert {place: game.won(place, side) for place in (1, 2, 3)} == dict.fromkeys((1, 2, 3), ("win", dollars(5 * pays)))


def _winning_sides(book):
    """Cards with which everybody wins the optional wager: three of a kind."""
    if book == UTH:
        return {"hands": {1: "2c 4d", 2: "2d 5c", 3: "2h 6c", 4: "Kd 8c", 0: "Ac Qd"}, "board": "7s 7h 7d Kc Jd"}
    return {
        "hands": {
            1: "2c 2d 2h 9s Ks",
            2: "3c 3d 3h 8s Qs",
            3: "4c 4d 4h 7s Js",
            4: "5c 5d 5h 6s Ts",
            0: "As Kd Jd 9d 7d Tc",
        }
    }


# Full houses of five cards


@bears("6.F(4)", ".12 D(1)(c)(iii)")
@pytest.mark.parametrize("held", ["2s 2h 2d Ac As", "As Ah Ad 2c 2s", "9s 9h Kd Kc 9d", "Ks Kh Kd Qc Qs"])
def test_three_of_one_rank_and_two_of_another_are_a_full_house_in_play(held):
    """Whichever are higher: 50 for one by Paytable C of the progressive."""
    game = ready_table(FC, (), ["progressive"], (), {"progressive": "C"}, players=1, hands={1: held, 0: "3c 4h 7d Jh Qh Td"})
    game.bets(1, progressive=1).finish()
    assert game.won(1, "progressive") == ("win", dollars(50))
    assert game.last("wager-settled", wager="progressive").clauses[0] in cite_clauses(FC, ".12 D(1)(c)(iii)")


@bears("6.F(4)")
@pytest.mark.parametrize("held", ["9s 9h 9d Kc Qs", "9s 9h Kd Kc Qs"])
def test_three_of_a_kind_and_two_pairs_are_none(held):
    game = ready_table(FC, (), ["progressive"], (), {"progressive": "C"}, players=2, hands={1: held, 2: "2s 2h 2d Ac As"})
    game.bet_all(progressive=1).finish()
    assert game.won(1, "progressive") == (("win", dollars(9)) if held.startswith("9s 9h 9d") else ("lose", Cents(0)))
