"""Ultimate Texas Hold'em: optional wagers whatever the dealer has, and the payout limit."""

import pytest

from houseway.cards import parse_hand
from houseway.games.against_dealer.state import DealerGameRound
from houseway.games.awards import award_by_row, limit_awards
from houseway.games.round import Stake
from houseway.games.two_cards import two_card_rows
from houseway.games.ultimate.game import UltimateContext
from houseway.money import Cents
from houseway.submission import judge, parse_submission
from tests.support.clauses import short, uth
from tests.support.submissions import UTH, submission
from tests.support.table_driver import MACHINE, MANUAL, UltimateTable, dollars

ROYAL = {"hands": {1: "As Ks", 2: "2c 7d", 3: "9c 9d", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"}


def table(wagers=(), readings=(), letters=(), options=MANUAL, **kwargs):
    return UltimateTable(options, wagers, readings, letters, **{**ROYAL, **kwargs}).ready()


# Trips and Six Card Bonus


@uth("11.I(1)", "11.I(2)", "12.C(1)(g)")
def test_trips_is_paid_though_the_hand_loses():
    game = table(hands={1: "9c 9d", 0: "Ks Kh"}, board="9h Kd 2c 4h 7s", players=1).bets(1, trips=5).finish()
    assert game.won(1, "ante")[0] == "lose"
    assert game.won(1, "trips") == ("win", dollars(15))


@uth("6.D(1)", "12.C(1)(a)")
def test_a_royal_flush_on_the_board_is_every_players_for_trips():
    game = table(hands={1: "2c 7d", 0: "4h 5h"}, board="As Ks Qs Js Ts", players=1).bets(1, trips=5).finish()
    assert game.won(1, "trips") == ("win", dollars(250))


@uth("11.I(3)", "11.I(4)", "7.F(4)", "7.F(4)(a)", "6.F(7)", "12.E(1)(i)")
def test_six_card_is_judged_on_the_box_which_comes_up_with_the_dealers_cards():
    game = table(["six-card-bonus"], options=MACHINE, hands={1: "9c 9d", 0: "Ks Kh"}, box="9h 2d 4c 7s", board="Kd 2c 4h 7d Js")
    game.bets(1, trips=5, six_card_bonus=5).finish()
    assert game.last("box-turned")["cards"] == parse_hand("9h 2d 4c 7s")
    assert game.won(1, "six-card-bonus") == ("win", dollars(25))
    assert game.won(1, "trips")[0] == "lose"


@uth("6.F(8)")
@pytest.mark.parametrize(("letter", "amount"), [("A", 1_000_000), ("B", 100_000)])
def test_a_super_royal_of_diamonds_wins_a_sum_and_its_stake_is_returned(letter, amount):
    cards = {"hands": {1: "Ad Kd", 0: "8h 5c"}, "box": "Qd Jd Td 9d", "board": "3c 4c 6h 7h Jc"}
    game = table(["six-card-bonus"], letters={"six-card-bonus": letter}, options=MACHINE, players=1, **cards)
    game.bets(1, trips=5, six_card_bonus=5).finish()
    assert game.won(1, "six-card-bonus") == ("win", dollars(amount))
    moved = [event for event in game.events if event.kind == "money-moved" and event.facts.get("wager") == "six-card-bonus"]
    assert [event["reason"] for event in moved] == ["wager", "wager-returned", "payout"]


@uth("7.F(4)(a)", "6.F(8)")
@pytest.mark.parametrize(
    ("own", "box", "amount"),
    [("As Ks", "Qs Js Ts 9s", 100_000), ("Ad Kd", "Qd Jd Td 9d", 1_000_000), ("As Ks", "Qs Js Ts 9h", 5000)],
    ids=["spades", "diamonds", "royal flush and a nine"],
)
def test_a_super_royal_has_all_six_cards_of_one_suit(own, box, amount):
    cards = {"hands": {1: own, 0: "8h 5c"}, "board": "3c 4c 6h 7h Jc", "players": 1}
    if amount < 100_000:  # show the clause, which only a super royal cites
        super_royal = {**cards, "hands": {1: "Ad Kd", 0: "8h 5c"}, "box": "Qd Jd Td 9d"}
        table(["six-card-bonus"], options=MACHINE, **super_royal).bets(1, trips=5, six_card_bonus=5).finish()
    game = table(["six-card-bonus"], options=MACHINE, box=box, **cards)
    game.bets(1, trips=5, six_card_bonus=5).finish()
    assert game.won(1, "six-card-bonus") == ("win", dollars(amount))


# Ultimate Pairs, Bad Beat, Play the Board


@pytest.mark.parametrize(("reading", "amount"), [("highest-only", 500), ("both", 650)])
def test_red_aces_are_paid_once_or_twice_as_read(reading, amount):
    game = table(["ultimate-pairs"], {"UTH-18": reading}, {"ultimate-pairs": "D"}, hands={1: "Ah Ad", 0: "4h 5h"}, players=1)
    game.bets(1, ultimate_pairs=5).finish()
    assert game.won(1, "ultimate-pairs") == ("win", dollars(amount))


@pytest.mark.parametrize(
    ("own", "dealer", "names"),
    [
        ("As Ah", "Ac Ad", ("player-and-dealer-aces", "pair-of-aces")),
        ("Ah Ad", "Ac As", ("player-and-dealer-aces", "aces-of-hearts-and-diamonds", "pair-of-aces")),
        ("Ah Ad", "", ("aces-of-hearts-and-diamonds", "pair-of-aces")),
        ("Ks As", "", ("ace-king-suited",)),
        ("Kd As", "", ("ace-king-offsuit",)),
        ("Js As", "", ("ace-queen-or-jack-suited",)),
        ("Qh As", "", ("ace-queen-or-jack-offsuit",)),
        ("Js Jh", "", ("pair-of-jacks-queens-or-kings",)),
        ("Ts Th", "", ("pair-of-tens-or-less",)),
        ("2s 2h", "", ("pair-of-tens-or-less",)),
        ("Ts As", "", ()),
        ("Ks Qs", "", ()),
    ],
)
def test_the_rows_that_two_cards_fit(own, dealer, names):
    assert two_card_rows(parse_hand(own), parse_hand(dealer) if dealer else ()) == names


BEATEN = {
    "dealer": {"hands": {1: "Ks Kh", 0: "9c 9d"}, "board": "9h Kd 2c 4h 7s"},
    "player": {"hands": {1: "9c 9d", 0: "Ks Kh"}, "board": "9h Kd 2c 4h 7s"},
    "player, by a hand of the board's": {"hands": {1: "9c 9d", 0: "Ks Qs"}, "board": "9h Js Ts 4s 8s"},
    "nobody with trips": {"hands": {1: "9c 9d", 0: "Ks Kh"}, "board": "8h Qd 2c 4h 7s"},
    "nobody, a tie": {"hands": {1: "2c 3d", 0: "2d 3c"}, "board": "As Ks Qh Jd Th"},
}


@uth("7.F(6)", "12.F~2(1)(g)")
@pytest.mark.parametrize("reading", ["either-hand", "player-hand", "both-hands"])
@pytest.mark.parametrize("beaten", BEATEN)
def test_who_must_be_beaten_is_read(beaten, reading):
    table(["bad-beat"], players=1, **BEATEN["player"]).bets(1, bad_beat=5).finish()  # shows the row, whatever the case
    game = table(["bad-beat"], {"UTH-14": reading}, players=1, **BEATEN[beaten]).bets(1, bad_beat=5).finish()
    won = {"dealer": reading != "player-hand", "player": True, "player, by a hand of the board's": True}.get(beaten, False)
    assert game.won(1, "bad-beat") == (("win", dollars(45)) if won else ("lose", Cents(0)))


@pytest.mark.parametrize(("reading", "result"), [("tie-loses", "lose"), ("tie-pushes", "tie")])
def test_a_tie_on_the_bad_beat_is_read(reading, result):
    game = table(["bad-beat"], {"UTH-15": reading}, players=1, **BEATEN["nobody, a tie"]).bets(1, bad_beat=5).finish()
    assert game.won(1, "bad-beat")[0] == result


def test_the_bad_beat_of_a_folded_hand_goes_by_the_cards():
    game = table(["bad-beat"], players=1, **BEATEN["player"]).bets(1, bad_beat=5)
    game.answers = {1: ["check", "check", "fold"]}
    game.finish()
    assert game.won(1, "bad-beat") == ("win", dollars(45))


@pytest.mark.parametrize(
    ("board", "result"), [("Ts Td Kh 7c 4s", "win"), ("9s 9d Kh 7c 4s", "lose"), ("As Qd Jh 7c 4s", "lose")]
)
def test_a_board_pays_from_a_pair_of_tens(board, result):
    game = table(["play-the-board"], hands={1: "3c 2c", 0: "3h 2h"}, board=board, players=1).bets(1, play_the_board=5).finish()
    assert game.won(1, "play-the-board")[0] == result


@uth("11.I(1)", "7.F(5)", "7.F(6)", "7.F(7)", "11.J")
def test_optional_wagers_are_settled_in_order_and_the_progressive_last():
    sides = {"trips": 5, "six_card_bonus": 5, "ultimate_pairs": 5, "bad_beat": 5, "play_the_board": 5, "progressive": 5}
    wagers = ("progressive", "six-card-bonus", "ultimate-pairs", "bad-beat", "play-the-board")
    game = table(wagers, options=MACHINE, players=1, hands={1: "2c 7d", 0: "4h 5h"}).bets(1, **sides).finish()
    settled = [event["wager"] for event in game.since(skip=1) if event.kind == "wager-settled"]
    names = ["trips", "six-card-bonus", "ultimate-pairs", "bad-beat", "play-the-board", "progressive"]
    assert settled == ["ante", "blind", "play", *names]


# The payout limit


def rules(readings=(), limit="$50,000"):
    text = submission(UTH, {"payout-limit.amount": limit}, ["bad-beat"], readings)
    verdict = judge(parse_submission(text))
    assert verdict.passes, verdict.findings
    return verdict.rules


@uth("12.F")
def test_the_limit_is_over_ante_blind_play_and_trips_in_this_order():
    cards = {"hands": {1: "As Ks", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d", "players": 1}
    game = UltimateTable({"payout-limit.amount": "$50,000"}, chips=10_000, **cards).ready().bets(1, 100, trips=50)
    game.answers = {1: ["play 4"]}
    game.finish()
    paid = [game.won(1, wager)[1] for wager in ("ante", "blind", "play", "trips")]
    assert paid == [dollars(100), dollars(49_900), Cents(0), Cents(0)]
    assert "12.F" in short(game.last("wager-settled", wager="play").clauses)
    assert game.chips(1) == dollars(60_000)


@uth("12.F(2)")
def test_progressive_and_six_card_are_beyond_the_limit():
    cards = {"hands": {1: "As Ks", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d", "box": "Qd Jd Td 9d", "players": 1}
    game = (
        UltimateTable({**MACHINE, "payout-limit.amount": "$50,000"}, ["progressive"], **cards)
        .ready()
        .bets(1, 100, progressive=5)
    )
    game.finish()
    assert game.won(1, "progressive") == ("win", Cents(2_000_100))
    assert "12.F(2)" in short(game.last("wager-settled", wager="progressive").clauses)


@pytest.mark.parametrize(("reading", "paid"), [("exempt", 250_000), ("capped", 60_000)])
def test_whether_later_wagers_are_limited_is_read(reading, paid):
    filed = rules({"UTH-03": reading}, "$60,000")
    row = filed.offers["bad-beat"].paytable.row("straight-flush")
    made = award_by_row("bad-beat", row, "straight flush", dollars(25), (row.clause,))
    assert limit_awards(filed, (made,))[0].amount == dollars(paid)


# A context by itself


def test_a_hand_is_judged_without_a_table():
    """For the analysis: stakes and cards are enough."""
    filed = rules()
    stakes = {1: {name: Stake(dollars(10)) for name in ("ante", "blind", "play", "bad-beat")}}
    dealt = {1: parse_hand("9c 9d"), 0: parse_hand("Ks Kh")}
    state = DealerGameRound(
        stakes=stakes, hands=dealt, board=parse_hand("9h Kd 2c 4h 7s"), decisions={1: ("play",)}, dealer_turned=True
    )
    context = UltimateContext(filed, state, {1: "Ann"})
    outcome = context.dealer_game.outcome(context, 1)
    assert (outcome.result, [award.amount for award in outcome.awards]) == ("lose", [Cents(0)] * 3)
    assert context.dealer_game.award(context, 1, "bad-beat").amount == dollars(90)
