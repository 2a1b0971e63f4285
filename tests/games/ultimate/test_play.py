"""Ultimate Texas Hold'em at a table: wagers, decisions clockwise, folds, settlement counterclockwise, hand by hand."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.hands.orders import MD_ULTIMATE as UTH
from houseway.money import Cents
from tests.support.clauses import short, uth
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS, UltimateTable, dollars

ALL_WAGERS = ("progressive", "ultimate-pairs", "bad-beat", "play-the-board")
ROYAL = {"hands": {1: "As Ks", 2: "2c 7d", 3: "9c 9d", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"}


def table(*args, **kwargs):
    return UltimateTable(*args, **{"players": 3, **kwargs}).ready()


# Wagers


@uth("7.A", "7.C", "7.D", "7.F(1)")
def test_an_ante_lays_an_equal_blind_beside_it():
    game = table()
    game.bets(1, 25)
    assert {name: stake.amount for name, stake in game.state.wagers_at(1).items()} == {
        "ante": dollars(25),
        "blind": dollars(25),
    }
    assert game.chips(1) == dollars(4950)
    assert short(game.last("wager-placed").clauses) == ["7.A", "7.C", "7.D", "7.F(1)"]


@uth("7.F(1)")
def test_a_blind_is_never_unequal_and_never_alone():
    game = table()
    refused = game.refused("wager", 1, position=1, wager="ante", amount=dollars(10), blind=dollars(20))
    assert (refused.code, short(refused.clauses)) == ("round.blind-not-equal", ["7.F(1)"])
    assert game.refused("wager", 1, position=1, wager="blind", amount=dollars(10)).code == "round.blind-alone"


@uth("7.C")
def test_only_a_seated_player_bets():
    game = table(players=1)
    refused = game.refused("wager", "Bob", position=2, wager="ante", amount=dollars(10))
    assert (refused.code, short(refused.clauses)) == ("round.not-seated", ["7.C"])


@uth("7.F(2)", "1.B(7)", "7.F(3)", "7.F(3)(a)", "7.F(3)(b)", "7.F(5)", "7.F(6)", "7.F(7)")
def test_optional_wagers_need_ante_and_blind():
    game = table(wagers=ALL_WAGERS)
    for wager in ("trips", *ALL_WAGERS):
        assert game.refused("wager", 1, position=1, wager=wager, amount=dollars(5)).code == "round.base-first"
    game.bets(1)
    for wager in ("trips", *ALL_WAGERS):
        game.bets(1, 5, wager)
    assert set(game.state.wagers_at(1)) == {"ante", "blind", "trips", *ALL_WAGERS}


@uth("7.F(4)", "7.F(4)(b)")
@pytest.mark.parametrize(("reading", "needs"), [("needs-trips", True), ("independent", False)])
def test_the_six_card_bonus_needs_trips_unless_read_otherwise(reading, needs):
    game = table(MACHINE, ["six-card-bonus"], {"UTH-11": reading})
    game.bets(1)
    if needs:
        assert game.refused("wager", 1, position=1, wager="six-card-bonus", amount=dollars(5)).facts["allowed"] == ("trips",)
        game.bets(1, 5, "trips")
    game.bets(1, 5, "six-card-bonus")
    assert "six-card-bonus" in game.state.wagers_at(1)


@uth("7.E", "7.D")
def test_what_hangs_on_a_wager_goes_back_with_it():
    game = table(MACHINE, ["six-card-bonus", "progressive"])
    game.bets(1, 10, trips=5, six_card_bonus=5, progressive=1)
    game.act(1, "take-back", wager="trips")
    assert set(game.state.wagers_at(1)) == {"ante", "blind", "progressive"}
    assert game.run.table.equipment.acceptors.lit == (1,)
    game.act(1, "take-back", wager="blind")
    assert (game.state.stakes, game.chips(1)) == ({}, dollars(5000))
    assert game.run.table.equipment.acceptors.lit == ()


@pytest.mark.parametrize(("options", "clause"), [(MANUAL, "8.C(1)"), (HAND, "9.A(3)"), (MACHINE, "10.A(2)(a)")])
def test_after_no_more_bets_nothing_is_made_raised_or_taken_back(options, clause, claim):
    game = table(options).bet_all()
    game.take()
    claim(f"{UTH} {clause}", f"{UTH} 7.E", f"{UTH} 7.D")
    assert clause in game.clauses("betting-closed")
    for act, facts in (("wager", {"amount": dollars(5)}), ("take-back", {})):
        assert short(game.refused(act, 1, position=1, wager="ante", **facts).clauses) == ["7.E", "7.D"]


@uth("7.B")
def test_a_spoken_wager_is_refused():
    refused = table().refused("bet-in-words", 1, said="fifty on the ante")
    assert (refused.code, short(refused.clauses)) == ("wager.spoken", ["7.B"])


def test_stakes_keep_to_the_filed_limits():
    game = table(wagers=["progressive"]).bets(1)
    assert game.refused("wager", 2, position=2, wager="ante", amount=dollars(9)).code == "round.stake"
    assert game.refused("wager", 1, position=1, wager="progressive", amount=dollars(2)).facts["allowed"] == "$1, $5"
    assert game.refused("wager", 1, position=1, wager="trips", amount=Cents(0)).code == "round.no-wager"
    for wager in ("six-card-bonus", "play", "insurance"):
        assert game.refused("wager", 1, position=1, wager=wager, amount=dollars(5)).code == "round.not-offered"


@uth("7.G", "2.A")
def test_a_player_bets_on_as_many_adjacent_boxes_as_are_filed():
    game = UltimateTable({"table.boxes-per-player": 2}, seats={"Ann": (2, 3)})
    assert short(game.refused("sit", "Ann", position=4).clauses) == ["7.G"]
    assert game.refused("sit", "Bob", position=7).code == "seat.none"
    assert game.refused("sit", "Bob", position=3).code == "seat.taken"


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        (MANUAL, "2.C(2) 8.C(2) 8.C(3) 8.C(4) 12.D(3)(a)"),
        (HAND, "2.C(2) 9.A(3)(a) 9.A(3)(b) 9.A(3)(c) 12.D(3)(a)"),
        (MACHINE, "2.C(2) 10.A(2)(b)(i) 10.A(2)(b)(ii) 10.A(2)(b)(iii) 12.D(3)(a)"),
    ],
)
def test_progressive_chips_are_locked_out_counted_and_collected(options, clauses, claim):
    game = table(options, ["progressive"]).bet_all(progressive=5)
    before = game.balance("inventory")
    game.to("deal")
    claim(*(f"{UTH} {clause}" for clause in clauses.split()))
    assert game.balance("inventory") - before == dollars(15)
    assert game.run.meters["progressive/meter"].value == 2_000_000 + 300
    assert game.kinds("wagers-locked-out", "chips-counted") == ["wagers-locked-out", "chips-counted"]


def test_a_chip_that_was_not_accepted_goes_back_by_ruling():
    game = table(wagers=["progressive"]).bets(1, 10, progressive=1).bets(2)
    game.do("wager", 2, position=2, wager="progressive", amount=dollars(5), lit=False)
    game.to("rule-count").take()
    assert "progressive" in game.state.wagers_at(1)
    assert "progressive" not in game.state.wagers_at(2)
    assert game.chips(2) == dollars(4980)


# Decisions


@uth("11.A", "11.B", "11.B(1)", "11.B(2)(a)", "11.B(2)(b)", "1.B(1)", "1.B(5)")
def test_before_the_flop_everybody_in_turn_checks_or_plays_three_or_four_times():
    game = table().bet_all().to("players")
    assert game.context.position_to_act == 1
    assert short(game.refused("check", 2, position=2).clauses) == ["11.A", "11.B", "11.B(1)", "11.B(2)(a)", "1.B(5)"]
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(30), dollars(40))
    assert game.refused("play", 1, position=1, times=2).code == "round.play-multiple"
    game.act(1, "play", times=3)
    game.act(2, "play", amount=dollars(40))
    game.act(3, "check")
    assert [game.state.stakes[place]["play"].amount for place in (1, 2)] == [dollars(30), dollars(40)]
    assert game.due.act == "deal-flop"


@uth("11.B(1)", "11.D(1)")
def test_nobody_folds_before_the_board_is_complete():
    game = table().bets(1).to("players")
    assert "11.B(1)" in short(game.refused("fold", 1, position=1).clauses)
    game.act(1, "check")
    game.take()
    assert "11.D(1)" in short(game.refused("fold", 1, position=1).clauses)


@uth("11.D", "11.D(1)", "11.D(2)(a)", "11.D(2)(b)")
def test_after_the_flop_those_without_a_play_wager_check_or_play_twice():
    game = table().bet_all().to("players")
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
    game = table().bets(1).bets(2).to("players")
    for _ in range(2):
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
    game = table().bets(1).to("players")
    game.act(1, "play", times=4)
    assert game.due.act == "deal-flop"
    game.take()
    assert game.due.act == "deal-final"
    game.take()
    assert game.due.act in ("rack-stub", "count-stub")
    game.take()
    assert game.due.act == "turn-dealer"


def test_each_box_of_a_player_is_decided_by_itself():
    game = UltimateTable({"table.boxes-per-player": 2}, seats={"Ann": (1, 2)}).ready().bets(1).bets(2, 20).to("players")
    game.act(1, "play", times=4)
    assert game.context.position_to_act == 2
    game.act(2, "check")
    assert game.state.has_played(1)
    assert not game.state.has_played(2)


@uth("11.B", "11.D", "11.F")
def test_who_has_no_chips_for_the_play_wager_may_only_wait_or_fold():
    game = UltimateTable(players=1, chips=49).ready().bets(1).to("players")
    assert game.legal(1, "play") == []
    assert game.refused("buy-in", 1, amount=dollars(100)).code == "chips.at-turn"
    assert game.legal(1, "buy-in") == []
    game.act(1, "check")
    game.do("buy-in", 1, amount=dollars(100))
    game.take()
    game.act(1, "play", times=2)


def test_read_so_he_may_play_with_what_he_has():
    game = UltimateTable(readings={"UTH-33": "with-what-he-has"}, players=1, chips=45).ready().bets(1).to("players")
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(25),)
    game.do("buy-in", 1, amount=dollars(5))
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(30),)
    game.act(1, "play", amount=dollars(30))


# Folds and other wagers


@uth("11.F(3)(a)", "11.F(3)(c)")
@pytest.mark.parametrize(
    ("options", "wagers", "sides", "clause"),
    [
        (MANUAL, (), {"trips": 5}, "11.F(3)(a)"),
        (MACHINE, ["six-card-bonus"], {"trips": 5, "six_card_bonus": 5}, "11.F(3)(c)"),
        (MANUAL, ["ultimate-pairs"], {"ultimate_pairs": 5}, ""),
        (MANUAL, ["progressive"], {"progressive": 5}, ""),
        (MANUAL, ["bad-beat"], {"bad_beat": 5}, ""),
    ],
)
def test_folded_cards_stay_as_long_as_a_wager_on_them_is_live(options, wagers, sides, clause):
    game = table(MACHINE, ["six-card-bonus"]).bets(1, trips=5, six_card_bonus=5).bets(2)  # both clauses, whatever the case
    game.answers = {1: ["check", "check", "fold"]}
    game.finish()
    game = table(options, wagers).bets(1, **sides).bets(2)
    game.answers = {1: ["check", "check", "fold"]}
    game.to("expose", 1)
    assert 1 not in game.state.racked
    assert not clause or clause in game.clauses("hand-folded")
    assert [event["position"] for event in game.since() if event.kind == "hand-exposed"] == [2]
    game.finish()
    assert game.last("hand-exposed", position=1)["cards"]


@uth("11.F(3)(b)", "11.F(3)(d)", "11.J(1)", "7.F(5)", "7.F(6)", "7.F(7)")
def test_a_fold_loses_what_is_filed_to_go_with_it():
    wagers = ("progressive", "ultimate-pairs", "bad-beat", "play-the-board")
    game = table({f"fold.{wager}": "lost" for wager in wagers}, wagers)
    game.bets(1, progressive=5, ultimate_pairs=5, bad_beat=5, play_the_board=5).bets(2)
    game.answers = {1: ["check", "check", "fold"]}
    game.to("turn-dealer")
    assert game.last("hand-folded")["lost"] == ("ante", "blind", "ultimate-pairs", "bad-beat", "play-the-board", "progressive")
    assert game.balance("layout:1") == Cents(0)
    assert 1 in game.state.racked
    game.finish()


def test_a_wager_on_the_board_is_settled_though_the_cards_are_racked():
    game = table(wagers=["play-the-board"], **ROYAL).bets(1).bets(2, play_the_board=5).bets(3)
    game.answers = {2: ["check", "check", "fold"]}
    game.finish()
    assert 2 not in [event["position"] for event in game.since(skip=1) if event.kind == "hand-exposed"]
    assert game.won(2, "play-the-board") == ("lose", Cents(0))  # a pair of threes


# Settlement


@uth("11.G(1)", "11.G(2)", "11.G(3)")
def test_the_dealers_cards_come_up_when_all_have_acted_even_if_all_have_folded():
    game = table(hands={1: "2c 7d", 0: "4h 5h"}, board="Qs Js Ts 3h 3d").bets(1)
    game.answers = {1: ["check", "check", "fold"]}
    game.finish()
    assert game.last("dealer-turned")["hand"] == "pair of threes with Q J 10"


@uth("11.H(2)", "11.H(2)(a)", "11.H(2)(b)", "11.H(2)(c)", "11.H(2)(d)", "11.K")
def test_hands_are_settled_counterclockwise_one_wholly_before_the_next():
    game = table(**ROYAL).bet_all(trips=5).finish()
    order = [
        (event.kind, event["position"])
        for event in game.since(skip=1)
        if event.kind in ("hand-exposed", "cards-collected")
        or (event.kind, event.facts.get("wager")) == ("wager-settled", "trips")
    ]
    assert order == [(kind, place) for place in (3, 2, 1) for kind in ("hand-exposed", "wager-settled", "cards-collected")] + [
        ("cards-collected", 0)
    ]


@uth("11.H(3)(a)")
def test_a_lower_hand_loses_ante_blind_and_play():
    game = table(hands={1: "2c 7d", 0: "As Ah"}, board="Qs Js 9h 3h 4d", players=1).bets(1)
    game.answers = {1: ["play 4"]}
    game.finish()
    assert [game.won(1, wager) for wager in ("ante", "blind", "play")] == [("lose", Cents(0))] * 3
    assert game.chips(1) == dollars(4940)


@uth("11.H(3)(b)", "12.A", "12.B(1)(f)")
def test_a_higher_hand_wins_even_money_and_the_blind_by_its_row():
    game = table(hands={1: "Kc Td", 0: "3s 8h"}, board="Qs Js 9h 3h 4d", players=1).bets(1)
    game.answers = {1: ["check", "play 2"]}
    game.finish()
    assert [game.won(1, wager) for wager in ("ante", "blind", "play")] == [
        ("win", dollars(10)),
        ("win", dollars(10)),
        ("win", dollars(20)),
    ]
    assert game.chips(1) == dollars(5040)


@uth("11.H(3)(c)", "12.B(1)(g)")
def test_a_winner_below_a_straight_gets_the_blind_back():
    game = table(hands={1: "Kc Kd", 0: "3s 8h"}, board="Qs Js 9h 3h 4d", players=1).bets(1).finish()
    assert game.won(1, "blind") == ("tie", Cents(0))
    assert game.chips(1) == dollars(5020)


@uth("11.H(3)(d)", "6.E(2)")
def test_an_equal_hand_has_everything_back():
    game = table(hands={1: "2c 7d", 0: "2h 7s"}, board="As Ks Qh Qd 9d", players=1).bets(1).finish()
    assert [game.won(1, wager)[0] for wager in ("ante", "blind", "play")] == ["tie"] * 3
    assert game.chips(1) == dollars(5000)


@uth("6.A", "6.B", "6.C", "6.D", "6.E", "6.E(1)")
@pytest.mark.parametrize(
    ("own", "dealer", "board", "result"),
    [
        ("Ac 2d", "Kc 2h", "Qs Js 9h 7h 2s", "win"),  # the ace above the king
        ("Ac 9d", "6c 9c", "2s 3s 4h 5h 9h", "lose"),  # the ace below the two: the lower straight
        ("8s 2s", "8c 2c", "As Ac Qh Jh 9d", "tie"),  # no suit above another
        ("Kc 8d", "Qc 8h", "As Ad 9h 5h 3d", "win"),  # the highest card that the other lacks
    ],
)
def test_hands_are_held_against_each_other_as_they_rank(own, dealer, board, result):
    tie = table(hands={1: "2c 7d", 0: "2h 7s"}, board="As Ks Qh Qd 9d", players=1).bets(1).finish()
    assert tie.won(1, "play")[0] == "tie"  # shows the clause of like hands, whatever the case
    game = table(hands={1: own, 0: dealer}, board=board, players=1).bets(1).finish()
    assert game.won(1, "play")[0] == result


@uth("11.H(1)")
@pytest.mark.parametrize(
    ("own", "results", "chips"),
    [
        ("Kc 2c", ("tie", "tie", "win"), 5010),
        ("3c 2c", ("tie", "lose", "lose"), 4980),
        ("8d 5d", ("tie", "tie", "tie"), 5000),
    ],
)
def test_without_a_pair_the_dealer_returns_the_ante_whoever_wins(own, results, chips):
    game = table(hands={1: own, 0: "8h 5s"}, board="As Qs Jh 9h 4d", players=1).bets(1).finish()
    assert tuple(game.won(1, wager)[0] for wager in ("ante", "blind", "play")) == results
    assert game.chips(1) == dollars(chips)
    assert "11.H(1)" in game.clauses("dealer-turned")


@uth("11.H(1)", "11.F(2)")
def test_the_ante_of_a_folded_hand_stays_lost_without_a_qualifying_dealer():
    game = table(hands={1: "3c 2c", 0: "8h 5s"}, board="As Qs Jh 9h 4d", players=1).bets(1)
    game.answers = {1: ["check", "check", "fold"]}
    game.finish()
    assert game.chips(1) == dollars(4980)


@pytest.mark.parametrize(("reading", "result", "chips"), [("pushes", "tie", 5020), ("pays-even", "win", 5030)])
def test_a_winning_straight_on_blind_paytable_b_is_read(reading, result, chips):
    cards = {"hands": {1: "Kc Td", 0: "3s 8h"}, "board": "Qs Js 9h 3h 4d"}
    game = table(readings={"UTH-01": reading}, letters={"blind": "B"}, players=1, **cards).bets(1).finish()
    assert game.won(1, "blind")[0] == result
    assert game.chips(1) == dollars(chips)


@uth("12.B(1)(e)")
@pytest.mark.parametrize(("reading", "amount"), [("exact-cents", Cents(1650)), ("whole-dollars", dollars(16))])
def test_three_to_two_is_paid_as_read(reading, amount):
    cards = {"hands": {1: "Ks 2s", 0: "3c 8h"}, "board": "Qs Js 9s 3h 4d"}
    game = table(readings={"UTH-29": reading}, players=1, **cards).bets(1, 11).finish()
    assert game.won(1, "blind") == ("win", amount)


# Players who leave


@uth("7.C(1)", "1.B(4)")
def test_who_has_left_checks_and_then_folds():
    game = table().bets(1).bets(2).to("players")
    game.do("leave", 1)
    assert game.due.act == "pass-absent"
    assert game.refused("play", 1, position=1, times=4).code == "round.not-your-turn"
    game.finish()
    assert [event.kind for event in game.since(skip=1) if event.facts.get("absent")] == ["player-checked"] * 2 + ["hand-folded"]
    assert 1 not in game.run.table.seats


@uth("7.C(2)")
def test_a_floorperson_may_rule_wagers_abandoned():
    game = table().bets(1, trips=5).bets(2).to("players")
    assert game.refused("abandon", FLOOR_ACTOR, position=1).code == "round.not-abandoned"
    game.do("leave", 1)
    before = game.balance("inventory")
    game.do("abandon", FLOOR_ACTOR, position=1)
    assert game.balance("inventory") - before == dollars(25)
    assert game.context.position_to_act == 2
    game.finish()
    assert not any(event.kind == "hand-exposed" and event["position"] == 1 for event in game.since(skip=1))


def test_a_play_wager_that_was_made_is_settled_after_its_player_has_left():
    game = table(players=2, **{**ROYAL, "hands": {1: "As Ks", 2: "2c 7d", 0: "4h 5h"}}).bet_all().to("players")
    game.act(1, "play", times=4)
    game.do("leave", 1)
    game.finish()
    assert game.won(1, "play") == ("win", dollars(40))


@uth("11.A(1)", "11.A(2)")
def test_conduct_is_recorded():
    game = table().bet_all().to("players")
    for clause in ("11.A(1)", "11.A(2)"):
        game.do("record-conduct", DEALER_ACTOR, clause=clause, who="Ann", what="took her cards off the table")
    assert game.clauses("conduct-recorded") == ["11.A(2)"]


@pytest.mark.parametrize("options", [MANUAL, HAND, MACHINE, WAITS], ids=["manual", "hand", "machine", "waits"])
def test_a_round_has_the_same_cards_however_they_are_dealt(options):
    game = table(options, **ROYAL).bet_all(trips=5)
    game.answers = {1: ["play 4"], 2: ["check", "check", "fold"]}
    game.finish()
    assert game.last("cards-dealt")["hands"] == {**game.hands}
    assert game.won(1, "blind") == ("win", dollars(5000))
    assert game.won(1, "trips") == ("win", dollars(250))
    assert game.won(3, "ante") == ("win", dollars(10))
