"""Physical cards against the dealer: they are entered as they come up."""

import pytest

from houseway.cards import parse_hand
from houseway.croupier import DEALER_ACTOR
from tests.support.dealer_games import STRANGER, all_back, physical_table, seen
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE


def test_ultimate_texas_holdem_is_entered_as_it_comes_up():
    game = physical_table(UTH, HAND).bet_all(trips=5)
    game.to("deal").take()
    assert (game.state.hands, game.state.undealt) == ({1: (), 2: (), 0: ()}, None)
    for place in (1, 2):
        game.act(place, "check")
    assert game.legal(DEALER_ACTOR, "deal-flop")[0].bounds["cards"] == {"enter": 3}
    game.take(cards=parse_hand("Qs Js Ts"))
    for place in (1, 2):
        game.act(place, "check")
    assert game.refused("deal-final", cards=parse_hand("Qs 2d")).code == "round.cards-entered"
    game.take(cards=parse_hand("3h 3d"))
    game.take()
    game.act(1, "play", times=1)
    game.act(2, "fold")
    game.take(cards=parse_hand("4h 5h"))
    game.take(cards=parse_hand("2c 7d"))
    game.to("expose", 1).take(cards=parse_hand("As Ks"))
    game.finish()
    assert game.won(1, "trips")[0] == "win"
    assert game.won(2, "trips")[0] == "lose"


@pytest.mark.parametrize("options", [HAND, MACHINE], ids=["hand", "machine"])
def test_four_card_poker_is_entered_as_it_comes_up(options):
    game = physical_table(FC, options, ["progressive"], players=2)
    game.bets(1, 10, progressive=5).bet_aces_up(2).to("deal")
    assert game.legal(DEALER_ACTOR, "deal")[0].bounds["up"] == {"enter": 1}
    assert game.refused("deal").code == "round.cards-entered"
    game.take(up=parse_hand("Kd"))
    assert (game.state.hands, game.state.undealt) == ({1: (), 2: (), 0: parse_hand("Kd")}, None)
    assert seen(game, STRANGER)["cards"] == {0: parse_hand("Kd")}
    assert seen(game, STRANGER)["dealt"] == {1: 5, 2: 5, 0: 6}
    game.to("players")
    game.act(1, "play", times=2)
    assert game.legal(DEALER_ACTOR, "turn-dealer")[0].bounds == {"cards": {"enter": 5}}
    assert game.refused("turn-dealer", cards=parse_hand("Kd 2c 3c 4c 6d")).code == "round.cards-entered"
    game.take(cards=parse_hand("2c 3h 4c 6d Kc"))
    assert game.last("dealer-turned")["hand"] == "pair of kings with 6 4"
    game.take(cards=parse_hand("As Ad 9c 5d 2h"))
    game.to("expose", 1).take(cards=parse_hand("Ks Kh 9d 5c 2s"))
    game.finish()
    assert game.paid(2) == {"aces-up": ("win", 5)}
    assert game.paid(1) == {"ante": ("win", 10), "play": ("win", 20), "progressive": ("lose", 0)}


def test_a_physical_dealers_card_may_be_exposed():
    game = physical_table(FC, HAND, players=1)
    game.bets(1).to("deal").take(up=parse_hand("Kd"))
    game.to("players")
    (bounds,) = [option.bounds for option in game.legal(DEALER_ACTOR, "report-exposed") if option.facts["place"] == 0]
    assert bounds["cards"] == {"least": 1, "most": 5}
    game.do("report-exposed", DEALER_ACTOR, place=0, cards=parse_hand("2c"))
    assert seen(game, STRANGER)["cards"] == {0: parse_hand("2c Kd")}
    all_back(game).finish()
