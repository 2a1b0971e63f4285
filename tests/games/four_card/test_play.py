"""Four Card Poker at a table: wagers, decisions clockwise, folds, settlement counterclockwise, hand by hand."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Command
from houseway.money import Cents
from tests.support.clauses import bears, fc, short
from tests.support.table_driver import HAND, MACHINE, MANUAL, METHODS, FourCardTable, dollars, without_light

NOTHING = Cents(0)
LOW = "3c 4h 7d Jh Qh Td"
"""A dealer's queen high."""
KINGS = "3c 4h 7d Jh Kh Kd"
QUADS = {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 3: "5s 6h 8c Qc 9d", 0: LOW}


def table(*args, **kwargs):
    return FourCardTable(*args, **kwargs).ready()


def one(own, dealer=LOW, **kwargs):
    """A table for one player, who has these cards."""
    return table(hands={1: own, 0: dealer}, players=1, **kwargs)


def exposed(game):
    return [event["position"] for event in game.since(skip=1) if event.kind == "hand-exposed"]


def named(event):
    """The kind of an event, with the wager that was settled."""
    return f"{event.kind} {event['wager']}" if event.kind == "wager-settled" else event.kind


# Wagers


@bears("7.A", "7.C", "7.D", "7.F(1)", "1.B(1)", "7.F(2)", "7.F(2)(a)", "1.B(7)")
def test_ante_aces_up_or_both_are_taken_at_amounts_of_their_own():
    game = table()
    game.bets(1, 25).bet_aces_up(2, 30).bets(3, 10, aces_up=100)
    assert {place: set(game.state.wagers_at(place)) for place in (1, 2, 3)} == {
        1: {"ante"},
        2: {"aces-up"},
        3: {"ante", "aces-up"},
    }
    assert game.context.playing_positions == (1, 2, 3)
    assert game.refused("wager", 1, position=1, wager="aces-up", amount=dollars(101)).code == "round.stake"


@bears("7.F(2)", "7.F(2)(a)", "7.F(1)")
def test_read_so_they_are_equal_where_both_lie():
    """FC-18: the second equals the first, and neither of two is raised."""
    game = table(readings={"FC-18": "equal"}).bets(1, 25).bet_aces_up(2, 30).bets(3, 200)
    refused = game.refused("wager", 1, position=1, wager="aces-up", amount=dollars(10))
    assert (refused.code, refused.facts["allowed"]) == ("round.stake", "$25")
    assert game.refused("wager", 2, position=2, wager="ante", amount=dollars(20)).facts["allowed"] == "$30"
    choices = [option.bounds["amount"] for option in game.legal(1, "wager") if option.facts["wager"] == "aces-up"]
    assert choices == [{"choices": (dollars(25),)}]
    assert not [option for option in game.legal(3, "wager") if option.facts["wager"] == "aces-up"], "above its own limit"
    game.bets(1, 25, "aces-up")
    assert game.refused("wager", 1, position=1, wager="ante", amount=dollars(5)).code == "round.stake"
    assert not [option for option in game.legal(1, "wager") if option.facts["wager"] in ("ante", "aces-up")]


@bears("7.F(3)", "7.F(3)(a)", "7.F(3)(b)", "2.C(1)")
@pytest.mark.parametrize("reading", ["ante-or-aces-up", "ante-only"])
def test_the_progressive_needs_another_wager(reading):
    """FC-19: either of them, or the Ante."""
    game = table(wagers=["progressive"], readings={"FC-19": reading})
    assert game.refused("wager", 1, position=1, wager="progressive", amount=dollars(1)).code == "round.base-first"
    game.bets(1, 10, progressive=5).bet_aces_up(2)
    if reading == "ante-only":
        assert game.refused("wager", 2, position=2, wager="progressive", amount=dollars(1)).facts["allowed"] == ("ante",)
    else:
        game.bets(2, 1, "progressive")
    assert game.run.table.equipment.acceptors.lit == ((1,) if reading == "ante-only" else (1, 2))
    assert game.refused("wager", 1, position=1, wager="progressive", amount=dollars(2)).code == "round.stake"


@bears("7.E", "7.D")
def test_the_last_wager_that_carries_the_progressive_takes_it_along():
    game = table(wagers=["progressive"]).bets(1, 10, aces_up=5, progressive=5)
    game.act(1, "take-back", wager="ante")
    assert set(game.state.wagers_at(1)) == {"aces-up", "progressive"}
    game.act(1, "take-back", wager="aces-up")
    assert (game.state.stakes, game.chips(1)) == ({}, dollars(5000))
    assert game.run.table.equipment.acceptors.lit == ()


@bears("7.B")
def test_a_spoken_wager_is_refused():
    assert table().refused("bet-in-words", 1, said="ten on the ante").code == "wager.spoken"


@bears("7.C", "2.A", "7.G")
def test_seats_and_boxes():
    game = FourCardTable({"table.boxes-per-player": 2}, seats={"Ann": (2, 3)})
    assert short(game.refused("sit", "Ann", position=4).clauses) == ["as-played.7.G"]
    assert game.refused("sit", "Bob", position=7).code == "seat.none"
    assert game.refused("wager", "Bob", position=1, wager="ante", amount=dollars(10)).code == "round.not-seated"


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        (MANUAL, "2.C 2.C(2) 8.C(1) 8.C(2) 8.C(3) 8.C(4) 7.E 7.D .12D(3)(a)"),
        (HAND, "2.C 2.C(2) 9.A(3) 9.A(3)(a) 9.A(3)(b) 9.A(3)(c) 7.E 7.D .12D(3)(a)"),
        (MACHINE, "2.C 2.C(2) 10.A(2)(a) 10.A(2)(b)(i) 10.A(2)(b)(ii) 10.A(2)(b)(iii) 7.E 7.D .12D(3)(a)"),
    ],
    ids=METHODS,
)
def test_betting_is_closed_and_progressive_chips_are_locked_out_counted_and_collected(options, clauses, claim):
    game = table(options, ["progressive"]).bets(1, 10, progressive=5).bet_aces_up(2, 5, progressive=5)
    before = game.balance("inventory")
    game.to("deal")
    assert game.refused("wager", 3, position=3, wager="ante", amount=dollars(10)).code == "round.closed"
    assert game.refused("take-back", 1, position=1, wager="ante").code == "round.closed"
    assert game.balance("inventory") - before == dollars(10)
    assert game.run.meters["progressive/meter"].value == 2_000_000 + 200
    claim(*fc(*(clause.replace(".12D", ".12 D") for clause in clauses.split())))


@bears("2.C(1)", "2.C")
def test_a_chip_that_was_not_accepted_goes_back_by_ruling():
    game = table(wagers=["progressive"]).bets(1, 10, progressive=1).bets(2)
    game.do("wager", 2, position=2, wager="progressive", amount=dollars(5), lit=False)
    game.to("rule-count").take()
    assert "progressive" in game.state.wagers_at(1)
    assert "progressive" not in game.state.wagers_at(2)


# The deal


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        (MANUAL, "8.D(1) 8.D(2) 8.D(3) 8.D(4) 11.B"),
        (HAND, "9.B(1) 9.B(2) 9.B(3) 9.B(4) 11.B"),
        (MACHINE, "10.B(3) 10.B(4) 10.B(5) 11.B"),
    ],
    ids=METHODS,
)
def test_five_cards_each_and_six_for_the_dealer_with_one_up(options, clauses, claim):
    game = table(options, hands=QUADS).bets(1).bet_aces_up(2).bets(3).to("players")
    dealt = game.last("cards-dealt")
    assert dealt["hands"] == game.hands
    assert dealt["up"] == game.hands[0][5:]
    assert len(dealt["rest"]) == 52 - 3 * 5 - 6
    assert game.kinds("cards-dealt", "stub-racked") == ["cards-dealt", "stub-racked"], "before anybody decides"
    claim(*fc(*clauses.split()))


@pytest.mark.parametrize("options", [MANUAL, HAND, MACHINE], ids=METHODS)
def test_only_who_bet_gets_cards(options):
    game = table(options).bets(1).bet_aces_up(3).to("players")
    assert set(game.state.hands) == {1, 3, 0}
    first = game.last("cards-shuffled")["cards"]
    if options is HAND:
        assert game.state.hands == {1: first[0:15:3], 3: first[1:15:3], 0: (*first[2:15:3], first[15])}
    if options is MACHINE:
        assert game.state.hands == {1: first[:5], 3: first[5:10], 0: first[10:16]}


# Decisions


@bears("11.F", "11.F(1)", "11.F(1)(a)", "1.B(5)", "11.F(2)", "1.B(4)", "11.F(3)(b)", "11.H(4)(a)")
def test_each_ante_plays_one_to_three_times_or_folds_clockwise():
    game = table().bet_all().to("players")
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
    game = table().bet_aces_up(1).bets(2).to("players")
    assert game.context.position_to_act == 2
    for act in ("play", "fold", "check"):
        refused = game.refused(act, 1, position=1, **({"times": 1} if act == "play" else {}))
        assert (refused.code, short(refused.clauses)) == ("round.nothing-to-decide", ["as-played.11.F(4)"])
    game.finish()
    assert "as-played.11.F(4)" in game.clauses("hand-exposed", position=1)


@bears("11.F(1)")
def test_who_is_short_plays_what_he_can_cover_or_folds():
    game = FourCardTable(players=1, chips=35).ready().bets(1).to("players")
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == (dollars(10), dollars(20))
    assert game.refused("buy-in", 1, amount=dollars(100)).code == "chips.at-turn"
    game = FourCardTable(players=1, chips=19).ready().bets(1).to("players")
    assert [option.act for option in game.legal(1, "play") + game.legal(1, "fold")] == ["fold"]


def test_each_box_of_a_player_is_decided_by_itself():
    game = FourCardTable({"table.boxes-per-player": 2}, seats={"Ann": (1, 2)}).ready().bets(1).bets(2, 20).to("players")
    game.act(1, "play", times=1)
    game.act(2, "fold")
    assert (game.state.has_played(1), game.state.folded) == (True, {2})


@bears("7.C(1)", "1.B(4)")
def test_who_has_left_folds():
    game = table().bets(1, aces_up=5).bets(2).to("players")
    game.do("leave", 1)
    assert game.due.act == "pass-absent"
    game.finish()
    assert game.last("hand-folded")["absent"]
    assert exposed(game) == [2, 1], "his Aces Up is live"
    assert 1 not in game.run.table.seats


@bears("7.C(2)")
def test_a_floorperson_may_rule_wagers_abandoned():
    game = table().bets(1, aces_up=5).bets(2).to("players")
    game.do("leave", 1)
    before = game.balance("inventory")
    game.do("abandon", FLOOR_ACTOR, position=1)
    assert game.balance("inventory") - before == dollars(15)
    game.finish()
    assert exposed(game) == [2]


@bears("11.A(1)", "11.A(2)")
def test_conduct_is_recorded():
    game = table().bet_all().to("players")
    for clause in ("as-played.11.A(1)", "as-played.11.A(2)"):
        game.do("record-conduct", DEALER_ACTOR, clause=clause, who="Ann", what="took her cards off the table")


# Folds and other wagers


@bears("11.F(3)(a)")
@pytest.mark.parametrize("side", ["aces_up", "progressive"])
def test_folded_cards_stay_under_a_live_wager(side):
    game = table(wagers=["progressive"]).bets(1, 10, **{side: 5}).bets(2)
    game.answers = {1: ["fold"]}
    game.to("expose", 1)
    assert "as-played.11.F(3)(a)" in game.clauses("hand-folded")
    assert 1 not in game.state.racked
    game.finish()
    assert exposed(game) == [2, 1]
    assert side.replace("_", "-") in game.paid(1)


@bears("11.F(3)(a)", "11.J(1)", "11.F(3)(b)")
def test_a_fold_loses_what_is_filed_to_go_with_it():
    """FC-13."""
    game = table({"fold.aces-up": "lost", "fold.progressive": "lost"}, ["progressive"], hands=QUADS)
    game.bets(1, 10, aces_up=5, progressive=5).bets(2, 10, progressive=1).bets(3)
    game.answers = {1: ["fold"]}
    game.to("turn-dealer")
    assert game.last("hand-folded")["lost"] == ("ante", "aces-up", "progressive")
    assert (game.balance("layout:1"), 1 in game.state.racked) == (NOTHING, True)
    game.finish()
    assert exposed(game) == [3, 2]
    assert not game.moved("envy"), "racked unseen, it is nobody's envy"


# Settlement


@bears("11.G(1)", "11.G(2)", "11.G(3)", "11.G(4)")
def test_the_dealers_cards_come_up_even_if_all_have_folded():
    game = one("Ks Qd 9h 5c 2s")
    game.bets(1).answers = {1: ["fold"]}
    game.finish()
    assert game.last("dealer-turned")["hand"] == "queen high with J 10 7"
    assert exposed(game) == []


@bears("11.H(2)", "11.H(2)(a)", "11.H(2)(b)", "11.H(2)(c)", "11.H(2)(d)", "1.B(8)", "11.K", "2.D(2)")
def test_hands_are_settled_counterclockwise_one_wholly_before_the_next():
    game = table(hands=QUADS).bets(1, aces_up=5).bet_aces_up(2).bets(3, aces_up=5)
    game.answers = {3: ["fold"]}
    game.finish()
    kept = ("hand-exposed", "wager-settled aces-up", "cards-collected")
    order = [(kind, event["position"]) for event in game.since(skip=1) if (kind := named(event)) in kept]
    assert order == [(kind, place) for place in (3, 2, 1) for kind in kept] + [("cards-collected", 0)]


@bears("11.H(3)(b)", ".12 A", "6.A", "6.B", "6.C", "6.E(1)")
def test_a_higher_hand_wins_ante_and_play():
    game = one("Ks Qd 9h 5c 2s").bets(1)
    game.answers = {1: ["play 2"]}
    game.finish()
    assert game.paid(1) == {"ante": ("win", 10), "play": ("win", 20)}
    assert game.chips(1) == dollars(5030)


@bears("11.H(3)(a)")
def test_a_lower_hand_loses_both():
    game = one("Ks Qd 9h 5c 2s", KINGS).bets(1).to("expose")
    game.take()
    assert game.balance("layout:1") == NOTHING, "collected as the hand is turned up"
    game.finish()
    assert game.paid(1) == {"ante": ("lose", 0), "play": ("lose", 0)}
    assert game.chips(1) == dollars(4980)


@bears("6.E(2)")
@pytest.mark.parametrize(("reading", "result", "chips"), [("player-wins", ("win", 10), 5020), ("push", ("tie", 0), 5000)])
def test_a_tie_is_paid_or_read_so_handed_back(reading, result, chips):
    """FC-07. The fifth and sixth cards do not count."""
    game = one("Kc Ks 9h 5c 2s", "Kh Kd 9c 5s 3c 4h", readings={"FC-07": reading}).bets(1).finish()
    assert game.paid(1) == {"ante": result, "play": result}
    assert game.chips(1) == dollars(chips)
    assert game.last("result-announced")["result"] == "tie"
    cited = game.clauses("wager-settled", wager="play")
    assert "as-played.11.H(3)(b)" not in cited
    assert ("as-played.11.H(3)(d)" in cited) is (reading == "player-wins")


TRIPS, SAME = "9s 9h 9d 2c 5s", "Jc Jd Jh 3c 4h 7d"


@bears("11.H(4)", "1.B(9)", ".12 B")
@pytest.mark.parametrize(
    ("dealer", "readings", "chips"),
    [(LOW, (), 5040), (SAME, (), 5000), (SAME, {"FC-07": "push"}, 5000)],
    ids=["wins", "loses", "loses, ties pushed"],
)
def test_the_ante_bonus_is_paid_whoever_wins(dealer, readings, chips):
    """FC-08: on the Ante, whatever the Play wager was."""
    game = one(TRIPS, dealer, readings=readings).bets(1)
    game.finish()
    assert game.won(1, "ante-bonus") == ("win", dollars(20))
    assert game.chips(1) == dollars(chips)


@bears("11.H(4)")
@pytest.mark.parametrize(("reading", "chips"), [("player-wins", 5220), ("push", 5200)])
def test_the_ante_bonus_beside_a_tie(reading, chips):
    game = one("9s 8s 7s 6s 2c", "9h 8h 7h 6h 3c 4d", readings={"FC-07": reading}).bets(1)
    game.finish()
    assert game.won(1, "ante-bonus") == ("win", dollars(200))
    assert game.chips(1) == dollars(chips)


@bears("11.H(4)(a)")
def test_a_folded_hand_has_no_ante_bonus():
    game = one(TRIPS).bets(1, 10, aces_up=5)
    game.answers = {1: ["fold"]}
    game.finish()
    assert game.paid(1) == {"ante": ("lose", 0), "aces-up": ("win", 45)}


@bears("11.I(1)", "11.I(2)", "11.I(3)", ".12 C")
@pytest.mark.parametrize(
    ("own", "dealer", "result"),
    [("As Ad 9c 5d 2h", KINGS, "win"), ("As Ad 9c 5d 2h", "Tc Td Th 3c 4h 7d", "win"), ("Ks Qd 9h 5c 2s", LOW, "lose")],
)
def test_aces_up_goes_by_ones_own_cards(own, dealer, result):
    game = one("Ks Qd 9h 5c 2s", LOW).bet_aces_up(1).finish()
    game = one("As Ad 9c 5d 2h", LOW).bet_aces_up(1).finish()
    game = one(own, dealer).bets(1, 10, aces_up=5).finish()
    assert game.won(1, "aces-up")[0] == result


# The progressive and envy


@bears("11.J", "11.J(1)", "11.J(2)(a)", "11.J(2)(b)", "11.J(2)(c)", "11.J(2)(d)", ".12 D(1)", ".12 D(2)", ".12 D(4)", "1.B(6)")
def test_a_progressive_win_is_verified_validated_and_paid_from_the_meter():
    """FC-09: four aces, and not four of a kind besides."""
    game = table(wagers=["progressive"], hands=QUADS).bets(1, 10, progressive=1).bets(2).bets(3).finish()
    kinds = game.kinds("progressive-verified", "payout-validated", skip=1)
    assert kinds == ["progressive-verified", "payout-validated"]
    assert game.paid(1)["progressive"] == ("win", 20_000)
    assert (
        len(
            [
                event
                for event in game.since(skip=1)
                if event.facts.get("wager") == "progressive" and event.kind == "wager-settled"
            ]
        )
        == 1
    )
    assert game.run.meters["progressive/meter"].value == 1_000_000, "reset"


def test_the_winner_of_a_share_of_the_meter_has_what_it_shows_at_his_turn():
    """Paytable C: two straight flushes, one after the other, ten per cent each."""
    hands = {1: "9s 8s 7s 6s 5s", 2: "9d 8d 7d 6d 5d", 0: "3c 4h 7c Jh Qh Td"}
    game = table(wagers=["progressive"], letters={"progressive": "C"}, hands=hands, players=2)
    game.bet_all(10, progressive=5).finish()
    shown = 2_000_000 + 200
    first = shown // 10
    assert game.won(2, "progressive") == ("win", Cents(first))
    assert game.won(1, "progressive") == ("win", Cents((shown - first) // 10))


@bears(
    "11.J(2)(e)",
    "11.J(2)(e)(i)",
    "11.J(2)(e)(iii)",
    "11.J(2)(e)(iv)",
    "1.B(2)",
    "1.B(3)",
    ".12 E(1)",
    ".12 E(2)",
    ".12 F",
    ".12 G",
)
def test_others_have_envy_by_their_own_stake_for_each_hand():
    hands = {1: "As Ah Ad Ac 2c", 2: "9s 9h 9d 9c 5s", 3: "5d 6h 8c Qc Jd", 0: LOW}
    game = table(wagers=["progressive"], hands=hands)
    game.bets(1, 10, progressive=1).bets(2, 10, progressive=5).bet_aces_up(3, 5, progressive=1).finish()
    paid = [(event["seat"], event["amount"].amount // 100, event["note"]) for event in game.moved("envy")]
    assert paid == [(3, 10, "hand 2"), (1, 10, "hand 2"), (3, 100, "hand 1"), (2, 500, "hand 1")]


@bears("11.J(2)(e)(iv)")
def test_nobody_has_envy_for_the_dealers_hand_or_for_ones_own_other_box():
    hands = {1: "As Ah Ad Ac 2c", 2: "5d 6h 8c Qc Jd", 3: "5h 6c 8d Qd Js", 0: "3c 9s 9h 9d 9c 4h"}
    game = FourCardTable(
        {"table.boxes-per-player": 2}, ["progressive"], hands=hands, seats={"Ann": (1, 2), "Bob": (3,)}
    ).ready()
    game.bet_all(10, progressive=1).finish()
    assert [(event["seat"], event["note"]) for event in game.moved("envy")] == [(3, "hand 1")]


@bears("11.J(2)(e)(ii)")
@pytest.mark.parametrize(("reading", "holding"), [("required", [1]), ("not-required", [3, 1])])
def test_whether_the_holder_must_have_bet_is_filed(reading, holding):
    """FC-17: the hand of position 1 has a progressive wager of its own, that of position 3 has none."""
    hands = {1: "As Ah Ad Ac 2c", 2: "5d 6h 8c Qc Jd", 3: "9s 9h 9d 9c 5s", 0: LOW}
    game = table(wagers=["progressive"], readings={"FC-17": reading}, hands=hands)
    game.bets(1, 10, progressive=1).bets(2, 10, progressive=1).bets(3).finish()
    holders = [event["position"] for event in game.since(skip=1) if event.kind == "envy-settled"]
    assert holders == holding
    assert len(game.moved("envy")) == (1 if reading == "required" else 3)


def test_a_folded_hand_that_is_turned_up_earns_envy_and_an_aces_up_box_does():
    hands = {1: "As Ah Ad Ac 2c", 2: "9s 9h 9d 9c 5s", 3: "5d 6h 8c Qc Jd", 0: LOW}
    game = table(wagers=["progressive"], hands=hands)
    game.bets(1, 10, progressive=1).bet_aces_up(2, 5, progressive=1).bets(3, 10, progressive=1)
    game.answers = {1: ["fold"]}
    game.finish()
    assert [event["position"] for event in game.since(skip=1) if event.kind == "envy-settled"] == [2, 1]


@bears("11.J(2)(b)", "7.F(3)(b)")
@pytest.mark.parametrize("stands", [False, True])
def test_a_win_without_a_light_waits_for_a_floorperson(stands):
    game = table(wagers=["progressive"], hands=QUADS).bet_all(10, progressive=5).to("verify-progressive")
    dark, rules = without_light(game.context, 1), game.run.table.game
    assert (rules.due_step(dark).act, rules.due_step(dark).role) == ("rule-light", "floor")
    made = rules.decide(dark, Command("rule-light", FLOOR_ACTOR, {"position": 1, "stands": stands}))
    assert made[0].kind == ("light-ruled" if stands else "wager-refunded")
