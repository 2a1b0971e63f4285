"""The progressive against the dealer: a win is verified, validated and paid from the meter; others have envy by their own stake."""

from fractions import Fraction

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Command
from houseway.money import Cents
from houseway.procedure import PROGRESSIVE
from tests.support.clauses import bears, each_book, fc, uth
from tests.support.submissions import FC, UTH
from tests.support.table_driver import AGAINST_DEALER_TABLES, dollars, ready_table, without_light

LOW = "3c 4h 7d Jh Qh Td"
"""A dealer's queen high."""
ROYAL = {"hands": {1: "As Ks", 2: "2c 7d", 3: "9c 9d", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"}
QUADS = {"hands": {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 3: "5s 6h 8c Qc 9d", 0: LOW}}
WINS = {UTH: ROYAL, FC: QUADS}
"""Position 1 has the hand that wins the whole meter."""
WINNING_HAND = {UTH: "royal flush", FC: "four aces"}


def table(book, readings=(), letters=(), options=(), **more):
    return ready_table(book, options, ["progressive"], readings, letters, **{**WINS[book], **more})


def envied(game):
    """Whose hands earned envy in the last round, in order."""
    return [event["position"] for event in game.since(skip=1) if event.kind == "envy-settled"]


# Wins


@each_book(poker="11.J(1) 11.J(2)(a) 11.J(2)(b) 11.J(2)(c) 11.J(2)(d)")
def test_a_progressive_win_is_verified_validated_and_paid_what_the_meter_shows(book, clauses, claim):
    """FC-09: four aces, and not four of a kind besides."""
    claim(*{UTH: (f"{UTH} 12.D(2)", f"{UTH} 12.D(4)", f"{UTH} 12.D(1)(a)(i)"), FC: fc("11.J", ".12 D(2)", ".12 D(4)")}[book])
    game = table(book).bet_all(progressive=5).to("verify-progressive")
    assert game.refused("validate", FLOOR_ACTOR, position=1).code == "round.not-next"
    game.take()
    assert game.last("progressive-verified")["hand"] == WINNING_HAND[book]
    assert (game.due.act, game.due.role) == ("validate", "floor")
    assert game.refused("settle-side", position=1, wager=PROGRESSIVE).code == "round.not-next"
    game.finish()
    assert game.kinds("progressive-verified", "payout-validated", skip=1) == ["progressive-verified", "payout-validated"]
    assert game.won(1, "progressive") == ("win", Cents(2_000_300))
    settled = [event for event in game.since(skip=1) if event.kind == "wager-settled" and event["position"] == 1]
    assert [event["wager"] for event in settled].count("progressive") == 1
    assert game.run.meters["progressive/meter"].value == 1_000_000, "reset"
    paid = next(event for event in game.events if event.facts.get("reason") == "meter-award")
    assert (paid["source"], paid["target"]) == ("house", "player:Ann")


@bears("11.J", ".12 D(1)", ".12 D(3)(b)", "1.B(6)")
def test_the_whole_meter_is_won_with_the_smaller_stake_too():
    game = table(FC).bets(1, 10, progressive=1).bets(2).bets(3).finish()
    assert game.paid(1)["progressive"] == ("win", 20_000)
    assert game.run.meters["progressive/meter"].value == 1_000_000, (
        "the amount that was filed for the reset, and not the first one"
    )


@uth("12.D(4)", "12.D(1)(a)(ii)")
def test_each_winner_has_what_the_meter_shows_at_his_turn():
    cards = {"hands": {1: "9s 8s", 2: "4s 3s", 0: "2c 2d"}, "board": "7s 6s 5s Kh Kd"}
    game = table(UTH, players=2, **cards).bet_all(progressive=5).finish()
    assert game.won(2, "progressive") == ("win", Cents(200_020))
    assert game.won(1, "progressive") == ("win", Cents(180_018))
    assert game.run.meters["progressive/meter"].value == Fraction(2_000_200 - 200_020 - 180_018)


def test_the_winner_of_a_share_of_the_meter_has_what_it_shows_at_his_turn():
    """Paytable C: two straight flushes, one after the other, ten per cent each."""
    hands = {1: "9s 8s 7s 6s 5s", 2: "9d 8d 7d 6d 5d", 0: "3c 4h 7c Jh Qh Td"}
    game = table(FC, letters={"progressive": "C"}, hands=hands, players=2).bet_all(progressive=5).finish()
    shown = 2_000_000 + 200
    first = shown // 10
    assert game.won(2, "progressive") == ("win", Cents(first))
    assert game.won(1, "progressive") == ("win", Cents((shown - first) // 10))


@uth("12.D(1)(a)(vii)", "1.B(6)")
@pytest.mark.parametrize(
    ("letter", "readings", "chips"), [("A", {}, 45 + 5), ("A", {"UTH-06": "for-1"}, 45), ("B", {}, 45), ("C", {}, 50)]
)
def test_to_one_gives_the_stake_back_and_for_one_does_not(letter, readings, chips):
    cards = {"hands": {1: "9s 9d", 0: "Ks Kh"}, "board": "9c Kd 2h 4h 7s", "players": 1}
    table(UTH, **cards).bets(1, progressive=5).finish()  # shows the row, whatever the case
    game = table(UTH, readings, {"progressive": letter}, **cards).bets(1, progressive=5)
    game.answers = {1: ["check", "check", "fold"]}
    game.finish()
    assert game.chips(1) == dollars(5000 - 20 - 5 + chips)


@pytest.mark.parametrize(("reading", "result"), [("hole-and-flop", "lose"), ("best-of-seven", "win")])
def test_which_cards_make_the_progressive_hand_is_read(reading, result):
    cards = {"hands": {1: "9s 9d", 0: "Ks Kh"}, "board": "Kd 2h 4h 7s 9c", "players": 1}
    game = table(UTH, {"UTH-05": reading}, **cards).bets(1, progressive=5).finish()
    assert game.won(1, "progressive")[0] == result


@uth("11.J")
def test_a_lost_progressive_is_only_marked():
    game = table(UTH, players=1, hands={1: "2c 7d", 0: "4h 5h"}).bets(1, progressive=5).finish()
    assert game.won(1, "progressive") == ("lose", Cents(0))
    assert game.chips(1) == dollars(5000 - 5)  # the board plays, so all else comes back


@each_book(poker="11.J(2)(b) 7.F(3)(b)")
@pytest.mark.parametrize("stands", [False, True])
def test_a_win_without_a_light_waits_for_a_floorperson(book, clauses, stands):
    game = table(book).bet_all(progressive=5).to("verify-progressive")
    dark, rules = without_light(game.context, 1), game.run.table.game
    assert (rules.due_step(dark).act, rules.due_step(dark).role) == ("rule-light", "floor")
    made = rules.decide(dark, Command("rule-light", FLOOR_ACTOR, {"position": 1, "stands": stands}))
    assert made[0].kind == ("light-ruled" if stands else "wager-refunded")


@bears(".12 D(1)")
@pytest.mark.parametrize(("letter", "amount"), [("A", 9), ("B", 15)])
def test_the_progressive_pays_by_the_table_that_was_filed(letter, amount):
    hands = {1: "9s 9h 9d 2c 5s", 0: "3c 4h 7d Jh Qh Td"}
    game = ready_table(FC, (), ["progressive"], (), {"progressive": letter}, players=1, hands=hands).bets(1, progressive=1)
    game.finish()
    assert game.won(1, "progressive") == ("win", dollars(amount))


@bears("1.B(6)", ".12 D(1)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_below_three_of_a_kind_of_four_cards_nothing_is_won(letter):
    """A straight and a flush of four cards rank below three of a kind."""
    hands = {1: "9s 9h 9d 2c 5s", 2: "Kd Qs Jd Tc 4h", 3: "Kh 8h 6h 3h 5d", 4: "7s 7d 6c 6d Ac", 0: "3c 4d 7h Jh Qh Td"}
    game = ready_table(FC, (), ["progressive"], (), {"progressive": letter}, players=4, hands=hands)
    game.bet_all(progressive=1).finish()
    assert [game.won(place, "progressive")[0] for place in (1, 2, 3, 4)] == ["win", "lose", "lose", "lose"]


@bears(".12 D(3)(a)")
def test_the_meter_grows_by_the_rate_that_was_filed_of_all_that_is_wagered():
    meter = {"wager": "progressive", "name": "meter", "seed": "$20,000", "reset": "$10,000", "rate": "12.5%"}
    game = ready_table(FC, wagers=["progressive"], meters=[{**meter, "tables": ["FC-1"]}], **QUADS)
    game.bets(1).bets(2, progressive=5).bets(3, progressive=1).finish()
    assert game.run.meters["progressive/meter"].value == 2_000_000 + Fraction(600, 8)


# Envy


@uth("11.J(2)(e)", "11.J(2)(e)(i)", "11.J(2)(e)(iv)", "12.D(5)(a)", "12.D(5)(b)", "12.D(6)", "12.D(7)", "1.B(2)", "1.B(3)")
def test_others_have_envy_by_their_own_stake():
    game = table(UTH, players=4, hands={**ROYAL["hands"], 4: "4c 6d"})
    game.bets(1, progressive=5).bets(2, progressive=1).bets(3, progressive=5).bets(4).finish()
    event = game.last("envy-settled", position=1)
    assert event["hands"] == ((3, "royal-flush", dollars(5000)), (2, "royal-flush", dollars(1000)))
    kinds = [
        (each.kind, each.facts.get("position"))
        for each in game.since(skip=1)
        if each.kind in ("envy-settled", "cards-collected")
    ]
    assert kinds.index(("envy-settled", 1)) < kinds.index(("cards-collected", 1))


TWO_FOURS = {1: "As Ah Ad Ac 2c", 2: "9s 9h 9d 9c 5s", 3: "5d 6h 8c Qc Jd", 0: LOW}


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
    game = table(FC, hands=TWO_FOURS)
    game.bets(1, 10, progressive=1).bets(2, 10, progressive=5).bet_aces_up(3, 5, progressive=1).finish()
    paid = [(event["seat"], event["amount"].amount // 100, event["note"]) for event in game.moved("envy")]
    assert paid == [(3, 10, "hand 2"), (1, 10, "hand 2"), (3, 100, "hand 1"), (2, 500, "hand 1")]


@bears(".12 F(2)")
def test_envy_paytable_b_has_nothing_for_a_straight_flush():
    hands = {1: "9s 9h 9d 9c 5s", 2: "Kd Qd Jd Td 2c", 3: "5d 6h 8c Qc Jc", 0: "3c 4h 7d Jh Qh Tc"}
    game = table(FC, letters={"envy": "B"}, hands=hands).bet_all(progressive=1).finish()
    paid = [(event["seat"], event["amount"].amount // 100, event["note"]) for event in game.moved("envy")]
    assert game.won(2, "progressive")[0] == "win"
    assert paid == [(3, 25, "hand 1"), (2, 25, "hand 1")]


@uth("11.J(2)(e)(iii)")
def test_several_hands_of_others_earn_several_bonuses():
    cards = {"hands": {1: "9s 8s", 2: "4s 3s", 3: "Kc 2c", 0: "2h 2d"}, "board": "7s 6s 5s Kh Kd"}
    game = table(UTH, **cards).bet_all(progressive=1).finish()
    owed = [event["hands"] for event in game.since(skip=1) if event.kind == "envy-settled"]
    assert [[place for place, _, _ in each] for each in owed] == [[3, 1], [3, 2]]


@each_book(poker="11.J(2)(e)(ii)")
@pytest.mark.parametrize(("reading", "holders"), [("required", [1]), ("not-required", [3, 1])])
def test_whether_the_holder_must_have_bet_is_filed(book, clauses, reading, holders):
    """The hand of position 1 has a progressive wager of its own, that of position 3 has none."""
    hands, question = {
        UTH: ({1: "9s 8s", 2: "Kc 2c", 3: "4s 3s", 0: "2h 2d"}, "UTH-31"),
        FC: ({1: "As Ah Ad Ac 2c", 2: "5d 6h 8c Qc Jd", 3: "9s 9h 9d 9c 5s", 0: LOW}, "FC-17"),
    }[book]
    game = table(book, {question: reading}, **({"board": "7s 6s 5s Kh Kd"} if book == UTH else {}), hands=hands)
    game.bets(1, progressive=1).bets(2, progressive=1).bets(3).finish()
    assert envied(game) == holders
    assert len(game.moved("envy")) == (1 if reading == "required" else 3)


@uth("1.B(6)")
@pytest.mark.parametrize(("reading", "holders"), [("best-of-seven", [1]), ("hole-and-flop", [])])
def test_envy_is_read_on_the_cards_on_which_the_progressive_is_read(reading, holders):
    """The last community card completes a straight flush (UTH-05)."""
    hands = {1: "9s 8s", 2: "2c 7d", 0: "4h 5h"}
    game = table(UTH, {"UTH-05": reading}, hands=hands, board="7s 6s Jh 3d 5s", players=2).bet_all(progressive=1).finish()
    assert envied(game) == holders
    assert [(event["seat"], event["amount"]) for event in game.moved("envy")] == [(2, dollars(300))] * len(holders)


@each_book(poker="11.J(2)(e)(iv)")
def test_nobody_has_envy_for_the_dealers_hand_or_for_ones_own_other_box(book, clauses):
    cards = {
        UTH: {"hands": {1: "As Ks", 2: "2c 7d", 3: "9c 9d", 0: "9s 8s"}, "board": ROYAL["board"]},
        FC: {"hands": {1: "As Ah Ad Ac 2c", 2: "5d 6h 8c Qc Jd", 3: "5h 6c 8d Qd Js", 0: "3c 9s 9h 9d 9c 4h"}},
    }[book]
    seats = {"Ann": (1, 2), "Bob": (3,)}
    game = AGAINST_DEALER_TABLES[book]({"table.boxes-per-player": 2}, ["progressive"], seats=seats, **cards).ready()
    game.bet_all(progressive=1).finish()
    assert [(event["seat"], event["note"]) for event in game.moved("envy")] == [(3, "hand 1")]


def test_a_folded_hand_that_is_turned_up_earns_envy_and_an_aces_up_box_does():
    game = table(FC, hands=TWO_FOURS)
    game.bets(1, 10, progressive=1).bet_aces_up(2, 5, progressive=1).bets(3, 10, progressive=1)
    game.answers = {1: ["fold"]}
    game.finish()
    assert envied(game) == [2, 1]


def test_a_wager_lost_by_a_fold_earns_no_envy():
    game = table(UTH, options={"fold.progressive": "lost"}).bet_all(progressive=5)
    game.answers = {3: ["check", "check", "fold"]}
    game.finish()
    assert [place for place, _, _ in game.last("envy-settled")["hands"]] == [2]


def test_a_hand_that_was_racked_unseen_earns_nobody_anything():
    game = table(UTH, {"UTH-31": "not-required"}).bets(1).bets(2, progressive=5).bets(3)
    game.answers = {1: ["check", "check", "fold"]}
    game.finish()
    assert envied(game) == []
