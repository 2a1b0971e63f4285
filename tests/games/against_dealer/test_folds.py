"""Folds: cards stay under a wager that is still live, and what is filed to go with a fold is lost."""

import pytest

from houseway.citation import cite_clauses
from houseway.money import Cents
from tests.support.clauses import bears, ids, uth
from tests.support.dealer_games import FOLD
from tests.support.submissions import FC, UTH
from tests.support.table_driver import MACHINE, MANUAL, dollars, exposed_positions, ready_table

NOTHING = Cents(0)
ROYAL = {"hands": {1: "As Ks", 2: "2c 7d", 3: "9c 9d", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"}


@pytest.mark.parametrize(
    ("book", "options", "sides", "clause"),
    [
        (UTH, MANUAL, ["trips"], "11.F(3)(a)"),
        (UTH, MACHINE, ["trips", "six-card-bonus"], "11.F(3)(c)"),
        (UTH, MANUAL, ["ultimate-pairs"], ""),
        (UTH, MANUAL, ["progressive"], ""),
        (UTH, MANUAL, ["bad-beat"], ""),
        (FC, MANUAL, ["aces-up"], "11.F(3)(a)"),
        (FC, MANUAL, ["progressive"], "11.F(3)(a)"),
    ],
)
def test_folded_cards_stay_as_long_as_a_wager_on_them_is_live(book, options, sides, clause, claim):
    game = ready_table(book, options, [side for side in sides if side not in ("trips", "aces-up")])
    game.bets(1, **{side.replace("-", "_"): 5 for side in sides}).bets(2)
    game.answers = {1: [*FOLD[book]]}
    game.to("expose", 1)
    assert 1 not in game.state.racked
    claimed = ids(book, clause) if clause else []
    assert set(claimed) <= set(game.clauses("hand-folded"))
    claim(*cite_clauses(book, *claimed))
    game.finish()
    assert exposed_positions(game) == [2, 1]
    assert game.last("hand-exposed", position=1)["cards"]
    assert set(sides) <= set(game.paid(1))


@uth("11.F(3)(b)", "11.F(3)(d)", "11.J(1)", "7.F(5)", "7.F(6)", "7.F(7)")
def test_a_fold_loses_what_is_filed_to_go_with_it():
    wagers = ("progressive", "ultimate-pairs", "bad-beat", "play-the-board")
    game = ready_table(UTH, {f"fold.{wager}": "lost" for wager in wagers}, wagers)
    game.bets(1, progressive=5, ultimate_pairs=5, bad_beat=5, play_the_board=5).bets(2)
    game.answers = {1: ["check", "check", "fold"]}
    game.to("turn-dealer")
    assert game.last("hand-folded")["lost"] == ("ante", "blind", "ultimate-pairs", "bad-beat", "play-the-board", "progressive")
    assert (game.balance("layout:1"), 1 in game.state.racked) == (NOTHING, True)
    game.finish()


@bears("11.F(3)(a)", "11.J(1)", "11.F(3)(b)")
def test_four_aces_that_a_fold_lost_are_nobodys_envy():
    """FC-13."""
    hands = {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 3: "5s 6h 8c Qc 9d", 0: "3c 4h 7d Jh Qh Td"}
    game = ready_table(FC, {"fold.aces-up": "lost", "fold.progressive": "lost"}, ["progressive"], hands=hands)
    game.bets(1, 10, aces_up=5, progressive=5).bets(2, 10, progressive=1).bets(3)
    game.answers = {1: ["fold"]}
    game.to("turn-dealer")
    assert game.last("hand-folded")["lost"] == ("ante", "aces-up", "progressive")
    assert (game.balance("layout:1"), 1 in game.state.racked) == (NOTHING, True)
    game.finish()
    assert exposed_positions(game) == [3, 2]
    assert not game.moved("envy"), "racked unseen, it is nobody's envy"


def test_a_wager_on_the_board_is_settled_though_the_cards_are_racked():
    game = ready_table(UTH, wagers=["play-the-board"], **ROYAL).bets(1).bets(2, play_the_board=5).bets(3)
    game.answers = {2: ["check", "check", "fold"]}
    game.finish()
    assert 2 not in exposed_positions(game)
    assert game.won(2, "play-the-board") == ("lose", NOTHING), "a pair of threes"


@uth("11.H(1)", "11.F(2)")
def test_the_ante_of_a_folded_hand_stays_lost_without_a_qualifying_dealer():
    game = ready_table(UTH, hands={1: "3c 2c", 0: "8h 5s"}, board="As Qs Jh 9h 4d", players=1).bets(1)
    game.answers = {1: ["check", "check", "fold"]}
    game.finish()
    assert game.chips(1) == dollars(4980)


@bears("11.H(4)(a)")
def test_a_folded_hand_has_no_ante_bonus():
    game = ready_table(FC, hands={1: "9s 9h 9d 2c 5s", 0: "3c 4h 7d Jh Qh Td"}, players=1).bets(1, 10, aces_up=5)
    game.answers = {1: ["fold"]}
    game.finish()
    assert game.paid(1) == {"ante": ("lose", 0), "aces-up": ("win", 45)}


@bears("11.F(3)(b)")
def test_every_folded_hand_is_racked_at_once_and_that_of_a_player_who_left():
    game = ready_table(FC, players=4).bet_all().to("players")
    for place in (1, 2):
        game.act(place, "fold")
        assert game.state.racked == set(range(1, place + 1)), "before the next player decides"
    game.do("leave", 3)
    assert game.due.act == "pass-absent"
    game.take()
    assert game.state.racked == {1, 2, 3}
    assert game.last("hand-folded")["absent"]
    game.finish()
    assert exposed_positions(game) == [4]
