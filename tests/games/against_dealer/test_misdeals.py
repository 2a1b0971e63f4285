"""Wrong numbers of cards: found in the deal or later, they void the round, and everything goes back."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.money import Cents
from tests.support.clauses import each_book, uth
from tests.support.dealer_games import FOLD, METHODS_OF, SIDE_BET, all_back, dealt_table, each_method
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS, dollars

METER = 2_000_000
LOST_BY_FOLDING = {UTH: ("progressive", "ultimate-pairs"), FC: ("aces-up", "progressive")}
BASE_WAGERS = {UTH: ("ante", "blind", "play"), FC: ("ante", "play")}
SETTLED_STANDS = {UTH: {"UTH-90": "settled-stands"}, FC: {"FC-90": "settled-stands"}}

# Either game


@each_method("13.E")
@pytest.mark.parametrize(("place", "more"), [(1, -1), (2, 1), (0, -1), (0, 1)])
def test_a_wrong_number_of_cards_voids_the_round(book, options, clauses, place, more):
    game = dealt_table(book, options).bet_all(**SIDE_BET[book]).to("deal")
    found = {place: len(game.hands[place]) + more}
    if place == 0 and options == WAITS:  # he has been dealt none until all have decided (10.B(4))
        game.take()
        assert game.refused("report-misdeal", hands=found).code == "command.fact"
        game.to("turn-dealer").take()
        game.do("report-misdeal", hands=found)
    else:
        game.take(hands=found)
    assert (game.state.void, game.clauses("round-voided")) == ("misdeal", clauses)
    all_back(game).finish()
    assert game.due.act == "shuffle"


@each_book(poker="13.E")
@pytest.mark.parametrize("when", ["turn-dealer", "pay", "collect-cards", "end-round"])
def test_a_misdeal_may_be_found_until_the_round_is_over(book, clauses, when):
    game = dealt_table(book, wagers=["progressive"]).bet_all(progressive=5, **SIDE_BET[book]).to(when)
    right = {place: len(hand) for place, hand in game.hands.items()}
    assert game.refused("report-misdeal", hands={1: right[1]}).code == "round.no-misdeal"
    assert game.refused("report-misdeal", hands={1: right[1], 0: right[0]}).code == "round.no-misdeal"
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: right[2] + 1})
    assert game.clauses("round-voided") == clauses
    assert game.run.meters["progressive/meter"].value == METER
    all_back(game).finish()


@each_book(poker="13.E 11.F(2)")
@pytest.mark.parametrize(("by", "more"), [(FLOOR_ACTOR, -1), (DEALER_ACTOR, 1)], ids=["floorperson", "dealer"])
def test_what_a_fold_had_lost_comes_back_with_the_rest(book, clauses, by, more):
    lost = LOST_BY_FOLDING[book]
    game = dealt_table(book, {f"fold.{wager}": "lost" for wager in lost}, [wager for wager in lost if wager != "aces-up"])
    game.bet_all(**{**SIDE_BET[book], **{wager.replace("-", "_"): 5 for wager in lost}})
    game.answers = {1: [*FOLD[book]]}
    game.to("turn-dealer")
    game.do("report-misdeal", by, hands={2: len(game.hands[2]) + more})
    all_back(game)
    assert game.run.meters["progressive/meter"].value == METER


@each_book(poker="13.E")
def test_what_was_settled_stands_where_it_is_read_so(book, clauses):
    game = dealt_table(book, readings=SETTLED_STANDS[book]).bet_all(**SIDE_BET[book]).to("pay")
    winner = game.due.position
    game.take()
    had = game.chips(winner)
    (voided, *_) = game.do("report-misdeal", FLOOR_ACTOR, hands={0: len(game.hands[0]) + 1})
    assert "unwound" not in voided.facts
    assert game.chips(winner) == had + dollars(5), "only the optional wager was open"
    game.finish()


@each_book(poker="13.E")
def test_what_a_player_no_longer_has_stays_owed(book, clauses):
    game = dealt_table(book).bet_all().to("pay")
    winner = game.due.position
    game.take()
    game.do("tip", winner, amount=game.chips(winner))
    (voided, *_) = game.do("report-misdeal", FLOOR_ACTOR, hands={0: len(game.hands[0]) + 1})
    assert {(place, wager) for place, wager, _ in voided["owed"]} == {(winner, wager) for wager in BASE_WAGERS[book]}
    assert game.chips(winner) == Cents(0)
    game.finish()


# Ultimate Texas Hold'em


@uth("13.E")
@pytest.mark.parametrize("options", METHODS_OF[UTH].values(), ids=METHODS_OF[UTH])
def test_a_wrong_number_of_community_cards_voids_the_round(options):
    game = dealt_table(UTH, options).bet_all(trips=5).to("deal-flop" if options in (MANUAL, HAND) else "deal")
    game.take(board=4)
    assert (game.state.void, game.clauses("round-voided")) == ("misdeal", ["13.E"])
    all_back(game).finish()


@uth("13.E")
def test_four_cards_belong_into_the_box():
    game = dealt_table(UTH, MACHINE, ["six-card-bonus"]).bet_all(trips=5).to("deal")
    game.take(box=5)
    assert game.clauses("round-voided") == ["13.E"]


def test_a_wrong_number_of_burned_cards_is_recorded():
    game = dealt_table(UTH, HAND).bet_all(trips=5).to("deal-final")
    (recorded,) = game.do("report-misdeal", burned=2)
    assert (recorded.kind, recorded.clauses) == ("irregularity-recorded", ())
    game.finish()
