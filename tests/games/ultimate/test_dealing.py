"""Ultimate Texas Hold'em: the deal by every method, the board in two steps, and burns."""

from functools import partial

import pytest

from houseway.cards import parse_hand
from houseway.citation import cite_clauses
from tests.support.clauses import short, uth
from tests.support.dealer_games import dealt_table
from tests.support.submissions import UTH
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS

table = partial(dealt_table, UTH)


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        (MANUAL, ["8.D(2)"]),
        (HAND, ["9.B(2)"]),
        (MACHINE, ["10.B(2)", "10.B(3)"]),
        (WAITS, ["10.B(2)", "10.B(4)"]),
        ({**MACHINE, "electronic.offered": True}, ["10.B(2)", "10.B(3)", "11.L", "11.L(1)", "11.L(2)"]),
        ({**MACHINE, "table.reshuffling-device": True, "table.community-cards-first": True}, ["10.B(2)", "10.F", "10.B(3)"]),
    ],
)
def test_two_cards_go_to_everybody_with_ante_and_blind(options, clauses, claim):
    game = table(options, players=3).bets(1).bets(2).to("deal")
    game.take()
    claim(*cite_clauses(UTH, *clauses))
    assert short(game.last("cards-dealt").clauses) == clauses
    assert {place: len(hand) for place, hand in game.state.hands.items()} == {0: 2, 1: 2, 2: 2}
    assert game.state.hands[1] == parse_hand("As Ks")
    assert len(game.state.board) == (5 if options["table.dealing"] == "automated-shoe" else 0)


@uth("8.D(2)", "9.B(2)")
def test_one_card_at_a_time_from_the_dealers_left():
    for options in (MANUAL, HAND):
        game = table(options).bet_all().to("deal")
        stock = game.run.table.equipment.stock
        game.take()
        assert [game.state.hands[place] for place in (1, 2, 0)] == [stock[turn:6:3] for turn in range(3)]


@uth("10.B(1)", "10.B(2)", "10.B(3)")
def test_the_first_stack_goes_to_the_box_wherever_the_wager_is_offered():
    game = table(MACHINE, ["six-card-bonus"], box="2h 2d 9c 9d").bet_all().to("deal")
    stock = game.run.table.equipment.stock
    game.take()
    state = game.state
    assert (state.box, state.board, state.hands[0]) == (stock[:4], stock[4:9], stock[9:11])
    assert state.undealt == stock[15:]


def test_no_stack_goes_to_a_box_that_is_not_used():
    assert table(MACHINE).bet_all().to("players").state.box == ()
    game = table(MANUAL, ["six-card-bonus"], {"UTH-12": "community-cards"}).bet_all(trips=5, six_card_bonus=5).finish()
    assert game.won(1, "six-card-bonus")[0] == "win"
    assert "box-turned" not in game.kinds(skip=1)


@pytest.mark.parametrize(
    ("options", "flop", "final"),
    [
        (MANUAL, ["8.D(3)", "11.C(2)"], ["8.D(3)", "11.E(2)"]),
        (HAND, ["11.C(1)", "9.B(3)", "11.C(2)"], ["11.E(1)", "9.B(3)", "11.E(2)"]),
        (MACHINE, ["11.C(2)"], ["11.E(2)"]),
        (WAITS, ["11.C(2)"], ["11.E(2)"]),
        ({**MACHINE, "electronic.offered": True}, ["11.C(2)", "11.L(2)"], ["11.E(2)", "11.L(2)"]),
    ],
)
def test_the_board_comes_in_two_steps(options, flop, final, claim):
    game = table(options).bet_all().finish()
    claim(*cite_clauses(UTH, *flop, *final))
    assert game.clauses("flop-dealt") == flop
    assert game.clauses("final-dealt") == final
    assert game.last("flop-dealt")["cards"] == parse_hand("Qs Js Ts")
    assert game.last("final-dealt")["cards"] == parse_hand("3h 3d")


@uth("11.C(1)", "11.E(1)")
@pytest.mark.parametrize(
    ("options", "readings", "burns"),
    [(HAND, {}, 1), (MANUAL, {}, 0), (MANUAL, {"UTH-36": "any-manual-deal"}, 1), (MACHINE, {}, 0)],
)
def test_a_card_is_burned_before_each_part_when_dealing_by_hand(options, readings, burns):
    table(HAND).bet_all().finish()  # shows the clauses, whatever the case
    game = table(options, (), readings).bet_all().finish()
    assert [len(game.last(kind)["burned"]) for kind in ("flop-dealt", "final-dealt")] == [burns, burns]


@uth("11.G(1)", "10.B(4)")
def test_the_dealers_cards_wait_in_the_machine():
    game = table(WAITS).bet_all().to("turn-dealer")
    assert not game.state.stub_done
    game.take()
    assert game.due.act in ("rack-stub", "count-stub")
