"""Decisions against the dealer: who plays how much or folds, in which turn; players who leave, and conduct."""

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from tests.support.clauses import against_dealer, bears, each_book, short, uth
from tests.support.dealer_games import MOST, SIDE_BET, dealt_table
from tests.support.submissions import FC, UTH
from tests.support.table_driver import AGAINST_DEALER_TABLES, dollars, exposed_positions, ready_table

ROYAL = {"hands": {1: "As Ks", 2: "2c 7d", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"}

# Either game


@against_dealer
def test_each_box_of_a_player_is_decided_by_itself(book):
    first, second, folded = {UTH: (4, "check", set()), FC: (1, "fold", {2})}[book]
    game = AGAINST_DEALER_TABLES[book]({"table.boxes-per-player": 2}, seats={"Ann": (1, 2)}).ready()
    game.bets(1).bets(2, 20).to("players")
    game.act(1, "play", times=first)
    assert game.context.position_to_act == 2
    game.act(2, second)
    assert (game.state.has_played(1), game.state.has_played(2), game.state.folded) == (True, False, folded)


@each_book(poker="7.C(1) 1.B(4)")
def test_who_has_left_checks_as_long_as_he_may_and_then_folds(book, clauses):
    game = ready_table(book).bets(1, **SIDE_BET[book]).bets(2).to("players")
    game.do("leave", 1)
    assert game.due.act == "pass-absent"
    assert game.refused("play", 1, position=1, times=1).code == "round.not-your-turn"
    game.finish()
    checks = {UTH: ["player-checked"] * 2, FC: []}[book]
    assert [event.kind for event in game.since(skip=1) if event.facts.get("absent")] == [*checks, "hand-folded"]
    assert exposed_positions(game) == [2, 1], "his other wager is live"
    assert 1 not in game.run.table.seats


@each_book(poker="7.C(2)")
def test_a_floorperson_may_rule_wagers_abandoned(book, clauses):
    game = ready_table(book).bets(1, **SIDE_BET[book]).bets(2).to("players")
    assert game.refused("abandon", FLOOR_ACTOR, position=1).code == "round.not-abandoned"
    game.do("leave", 1)
    before = game.balance("inventory")
    game.do("abandon", FLOOR_ACTOR, position=1)
    assert game.balance("inventory") - before == dollars({UTH: 25, FC: 15}[book])
    assert game.context.position_to_act == 2
    game.finish()
    assert exposed_positions(game) == [2]


@each_book(poker="7.F(1)")
def test_nobody_decides_before_his_turn_or_twice(book, clauses):
    game = ready_table(book).bet_all().to("players")
    for turn in (1, 2, 3):
        for other in {1, 2, 3} - {turn}:
            for act in ("check", "play", "fold"):
                facts = {"times": 1} if act == "play" else {}
                assert game.refused(act, other, position=other, **facts).code == "round.not-your-turn"
        game.act(turn, "play", times=MOST[book])
    assert game.context.position_to_act is None


@each_book(poker="7.C(2)")
def test_nothing_is_ruled_abandoned_once_the_hand_is_turned_up(book, clauses):
    """Ann has played and left; her hand wins, and it is paid like any other."""
    game = dealt_table(book).bets(1, **SIDE_BET[book]).bets(2)
    game.answers = {1: [f"play {MOST[book]}"]}
    game.to("players").to("turn-dealer").do("leave", 1)
    assert game.legal(FLOOR_ACTOR, "abandon")
    game.to("expose", 1).take()
    assert game.legal(FLOOR_ACTOR, "abandon") == []
    assert game.refused("abandon", FLOOR_ACTOR, position=1).code == "round.not-abandoned"
    game.finish()
    assert game.paid(1)["play"][0] == "win"


@each_book(poker="11.A(1) 11.A(2) 9.A(2)(a) 9.A(2)(b)")
def test_conduct_is_recorded(book, clauses):
    game = ready_table(book).bet_all().to("players")
    for clause in clauses:
        game.do("record-conduct", DEALER_ACTOR, clause=clause, who="Ann", what="held the cards off the table")
        assert game.clauses("conduct-recorded") == [clause]


# Ultimate Texas Hold'em


@uth("11.A", "11.B", "11.B(1)", "11.B(2)(a)", "11.B(2)(b)", "1.B(1)", "1.B(5)")
def test_before_the_flop_everybody_in_turn_checks_or_plays_three_or_four_times():
    game = ready_table(UTH).bet_all().to("players")
    assert game.context.position_to_act == 1
    assert short(game.refused("check", 2, position=2).clauses) == ["11.A", "11.B"]
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(30), dollars(40))
    assert game.refused("play", 1, position=1, times=2).code == "round.play-multiple"
    for act, facts in (("play", {"times": 3}), ("check", {})):
        assert game.refused(act, 2, position=1, **facts).code == "round.not-seated", "everybody decides about his own cards"
    game.act(1, "play", times=3)
    game.act(2, "play", amount=dollars(40))
    game.act(3, "check")
    assert [game.state.stakes[place]["play"].amount for place in (1, 2)] == [dollars(30), dollars(40)]
    assert game.due.act == "deal-flop"


@uth("11.B(1)", "11.D(1)")
def test_nobody_folds_before_the_board_is_complete():
    game = ready_table(UTH).bets(1).to("players")
    assert "11.B(1)" in short(game.refused("fold", 1, position=1).clauses)
    game.act(1, "check")
    game.take()
    assert "11.D(1)" in short(game.refused("fold", 1, position=1).clauses)


@uth("11.D", "11.D(1)", "11.D(2)(a)", "11.D(2)(b)")
def test_after_the_flop_those_without_a_play_wager_check_or_play_twice():
    game = ready_table(UTH).bet_all().to("players")
    for place, act in ((1, "play"), (2, "check"), (3, "check")):
        game.act(place, act, **({"times": 4} if act == "play" else {}))
    game.take()
    assert game.context.position_to_act == 2
    assert game.legal(2, "play")[0].bounds["amount"]["choices"] == (dollars(20),)
    game.act(2, "play", times=2)
    game.act(3, "check")
    assert game.due.act == "deal-final"
    assert game.refused("play", 1, position=1, times=2).code == "round.not-your-turn"


@uth("11.F", "11.F(1)", "11.F(2)", "1.B(4)", "11.F(3)(b)", "11.F(3)(d)")
def test_at_the_end_it_is_once_the_ante_or_a_fold():
    game = ready_table(UTH).bets(1).bets(2).to("players")
    for _ in range(2):
        assert game.refused("fold", 1, position=1).code == "round.no-fold"
        game.act(1, "check")
        game.act(2, "check")
        game.to("players")
    assert game.refused("check", 1, position=1).code == "round.no-check"
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(10),)
    game.act(1, "play", times=1)
    before = game.balance("inventory")
    game.act(2, "fold")
    assert game.balance("inventory") - before == dollars(20)
    assert 2 in game.state.racked
    assert game.due.act == "turn-dealer"


def test_a_question_that_nobody_has_to_answer_is_skipped():
    game = ready_table(UTH).bets(1).to("players")
    game.act(1, "play", times=4)
    assert game.due.act == "deal-flop"
    game.take()
    assert game.due.act == "deal-final"
    game.take()
    assert game.due.act in ("rack-stub", "count-stub")
    game.take()
    assert game.due.act == "turn-dealer"


@uth("11.B", "11.D", "11.F")
def test_who_has_no_chips_for_the_play_wager_may_only_wait_or_fold():
    game = ready_table(UTH, players=1, chips=49).bets(1).to("players")
    assert game.legal(1, "play") == []
    assert game.refused("buy-in", 1, amount=dollars(100)).code == "chips.at-turn"
    assert game.legal(1, "buy-in") == []
    game.act(1, "check")
    game.do("buy-in", 1, amount=dollars(100))
    game.take()
    game.act(1, "play", times=2)


def test_read_so_he_may_play_with_what_he_has():
    game = ready_table(UTH, readings={"UTH-33": "with-what-he-has"}, players=1, chips=45).bets(1).to("players")
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(25),)
    game.do("buy-in", 1, amount=dollars(5))
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(30),)
    game.act(1, "play", amount=dollars(30))


def test_a_play_wager_that_was_made_is_settled_after_its_player_has_left():
    game = ready_table(UTH, players=2, **ROYAL).bet_all().to("players")
    game.act(1, "play", times=4)
    game.do("leave", 1)
    game.finish()
    assert game.won(1, "play") == ("win", dollars(40))


# Four Card Poker


@bears("11.F", "11.F(1)", "11.F(1)(a)", "1.B(5)", "11.F(2)", "1.B(4)", "11.F(3)(b)", "11.H(4)(a)")
def test_each_ante_plays_one_to_three_times_or_folds_clockwise():
    game = ready_table(FC).bet_all().to("players")
    assert game.context.position_to_act == 1
    assert game.refused("fold", 2, position=2).code == "round.not-your-turn"
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(10), dollars(20), dollars(30))
    assert game.refused("check", 1, position=1).code == "round.no-check"
    for wrong in ({"times": 4}, {"times": 0}, {"amount": dollars(15)}):
        assert game.refused("play", 1, position=1, **wrong).code == "round.play-multiple"
    game.act(1, "play", times=3)
    before = game.balance("inventory")
    game.act(2, "fold")
    assert game.balance("inventory") - before == dollars(10)
    assert 2 in game.state.racked
    game.act(3, "play", amount=dollars(20))
    assert game.due.act == "turn-dealer"
    assert game.refused("play", 1, position=1, times=1).code == "round.not-your-turn"


@bears("11.F(4)")
def test_aces_up_without_an_ante_decides_nothing():
    game = ready_table(FC).bet_aces_up(1).bets(2).to("players")
    assert game.context.position_to_act == 2
    for act in ("play", "fold", "check"):
        refused = game.refused(act, 1, position=1, **({"times": 1} if act == "play" else {}))
        assert (refused.code, short(refused.clauses)) == ("round.nothing-to-decide", ["as-played.11.F(4)"])
    game.finish()
    assert "as-played.11.F(4)" in game.clauses("hand-exposed", position=1)


@bears("11.F(1)")
def test_who_is_short_plays_what_he_can_cover_or_folds():
    game = ready_table(FC, players=1, chips=35).bets(1).to("players")
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(10), dollars(20))
    assert game.refused("buy-in", 1, amount=dollars(100)).code == "chips.at-turn"
    game = ready_table(FC, players=1, chips=19).bets(1).to("players")
    assert [option.act for option in game.legal(1, "play") + game.legal(1, "fold")] == ["fold"]
