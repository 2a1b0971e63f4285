"""Who sees which cards against the dealer, and what events say of them."""

import pytest

from houseway.cards import parse_hand
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.table import redact_event
from tests.support.clauses import bears, uth
from tests.support.dealer_games import (
    CARDS,
    FOLD,
    METHODS_OF,
    SIDE_BET,
    STRANGER,
    bet_for_cards,
    dealt_table,
    each_dealing,
    every_method,
    seen,
)
from tests.support.submissions import FC, UTH

FACE_UP = {UTH: parse_hand(CARDS[UTH]["board"]), FC: parse_hand(CARDS[FC]["hands"][0])[5:]}
"""What everybody sees when all have decided."""
each_method_of_ultimate = pytest.mark.parametrize("options", METHODS_OF[UTH].values(), ids=METHODS_OF[UTH])

# Either game


@every_method
def test_events_are_told_without_hidden_cards(book, options):
    game = bet_for_cards(dealt_table(book, options, ["progressive"])).bets(1, 0, progressive=5)
    game.answers = {1: [*FOLD[book]]}
    game.to("turn-dealer")
    hidden = {str(card) for hand in game.hands.values() for card in hand if card not in FACE_UP[book]}
    for actor in (game.player(1), game.player(2), DEALER_ACTOR, FLOOR_ACTOR, STRANGER):
        events = [redact_event(game.context, actor, event) for event in game.since()]
        words = repr([dict(event.facts) for event in events if event.kind != "cards-shuffled"])
        assert all(str(card) in words for card in FACE_UP[book])
        assert not [card for card in hidden if f"({card}" in words or f" {card}," in words or f"{card})" in words]


@every_method
def test_events_of_a_whole_round_leave_out_what_nobody_saw(book, options):
    game = dealt_table(book, options).bet_all().finish()
    hidden = {"rest", "burned", "entries"}
    for event in game.run.events:
        told = redact_event(game.context, STRANGER, event)
        assert not hidden & set(told.facts)
        assert "cards" not in told.facts or event.kind not in ("cards-shuffled", "stub-racked", "cards-collected")
        assert "hands" not in told.facts or event.kind != "cards-dealt"


@every_method
def test_folded_cards_are_seen_by_nobody_before_their_turn(book, options):
    game = dealt_table(book, options).bets(1, **SIDE_BET[book]).bets(2)
    game.answers = {1: [*FOLD[book]], 2: [*FOLD[book]]}
    game.to("turn-dealer")
    assert set(seen(game, game.player(1))["cards"]) == {UTH: set(), FC: {0}}[book]
    game.to("collect-cards", 1)
    assert set(seen(game, game.player(2))["cards"]) == {0, 1}


# Four Card Poker


@bears("11.B")
@each_dealing
def test_everybody_sees_the_card_that_is_up_and_ones_own(options):
    game = dealt_table(FC, options).bets(1, aces_up=5).bet_aces_up(2).to("players")
    hands = game.hands
    up = hands[0][5:]
    assert seen(game, game.player(1))["cards"] == {1: hands[1], 0: up}
    for actor in (DEALER_ACTOR, FLOOR_ACTOR, STRANGER):
        assert seen(game, actor)["cards"] == {0: up}
    game.act(1, "fold")
    assert seen(game, game.player(1))["cards"] == {0: up}, "given up, it lies face down under Aces Up"
    game.to("expose", 2).take()
    assert seen(game, STRANGER)["cards"] == {2: hands[2], 0: hands[0]}


# Ultimate Texas Hold'em


@uth("11.A")
@each_method_of_ultimate
def test_everybody_looks_at_his_cards_before_anybody_is_asked(options):
    game = dealt_table(UTH, options).bet_all().to("players")
    assert game.context.position_to_act == 1
    for place in (1, 2):
        assert seen(game, game.player(place))["cards"] == {place: game.hands[place]}
    game.act(1, "check")
    assert seen(game, game.player(1))["cards"] == {1: game.hands[1]}, "after his own turn, too"


@uth("11.A")
@each_method_of_ultimate
def test_a_player_sees_his_own_two_cards_and_nobody_elses(options):
    game = dealt_table(UTH, options).bet_all().to("players")
    assert seen(game, game.player(1))["cards"] == {1: parse_hand("As Ks")}
    assert seen(game, DEALER_ACTOR)["cards"] == seen(game, STRANGER)["cards"] == {}
    assert seen(game, game.player(1))["board"] == ()
    game.act(1, "check")
    game.act(2, "check")
    game.to("players")
    assert seen(game, STRANGER)["board"] == parse_hand("Qs Js Ts")
