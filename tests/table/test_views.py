"""What lies open besides cards: everybody at the table sees it."""

import pytest

from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.table.context import round_context
from tests.support.physical import NO_FAULTS, PhysicalTable
from tests.support.submissions import BONUS, DIV, DIV_PROGRESSIVE, MD, submission
from tests.support.table_driver import PaiGowTable, UltimateTable
from tests.support.table_invariants import DEALER, FLOOR
from tests.support.table_machine import STRANGER

SHOWN = [Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, STRANGER), DEALER, FLOOR]


def seen_by(game, actor):
    """The view at a table of whatever game."""
    table = game.run.table
    return table.game.view(round_context(table, game.at, game.run.meters), actor)


@pytest.mark.parametrize("actor", SHOWN, ids=str)
def test_everybody_sees_lights_meters_coupons_dice_and_what_was_paid(actor):
    """(g)(4)#2 has a player answer for his own light."""
    wagers = {"progressive": DIV_PROGRESSIVE, "bonus": BONUS}
    hands = {1: "Qs Qd Qh 5h 5c Ac 8h", 2: "As Ad Ah Ks Kd 9c 2c", 0: "6s 6d Kh Tc 8d 4h 3s"}
    game = PaiGowTable(DIV, {"coupons.progressive": True}, wagers, players=2, hands=hands).ready().bet_all()
    game.bet(1, 0, "progressive", coupon=Cents.from_dollars(1))
    game.bet(2, 5, "bonus")
    view = seen_by(game, actor)
    assert (view["lit"], view["dice"], view["paid"]) == ((1,), (), {})
    assert view["coupons"] == {1: {"progressive": Cents.from_dollars(1)}}
    assert view["meters"] == {"meter": Cents.from_dollars(20_000)}
    view = seen_by(game.to("end-round"), actor)
    assert view["meters"] == {"meter": Cents(2_000_021)}
    assert (view["dice"], view["number"], view["lammers"]) == ((2, 2, 4), 8, ((2, "bonus"),))
    paid = {"1 pai-gow": 1000, "1 progressive": 500, "2 pai-gow": 1000, "2 bonus": 2500}
    assert {wager: amount.amount for wager, amount in view["paid"].items()} == paid


def test_everybody_sees_how_many_physical_cards_lie_where():
    """Nobody has entered them yet, but backs lie on the table."""
    table = PhysicalTable(MD, "manual-shoe", NO_FAULTS, engine=False).ready().bet_all()
    stakes = set(table.run.table.round.stakes)
    view = seen_by(table.to("set-dealer"), SHOWN[1])
    assert view["dealt"] == dict.fromkeys((0, *sorted(stakes)), 7)
    assert view["cards"] == {}


@pytest.mark.parametrize("book", [MD, DIV])
def test_the_dealers_hand_is_shown_to_nobody_before_every_player_has_set(book):
    game, looks = PaiGowTable(book, players=3).ready().bet_all().to("players"), 0
    while game.due is None or game.due.act != "set-dealer":
        assert all(0 not in seen_by(game, actor)["cards"] for actor in SHOWN)
        game.take() if game.due is not None else game._answer()
        looks += 1
    assert looks >= 3
    game.take()
    assert all(len(seen_by(game, actor)["cards"][0]) == 7 for actor in SHOWN), "then it lies open"


def test_a_meter_shows_whole_cents():
    wagers = {"progressive": {"paytable": "A", "stake": "$1"}}
    text = submission(MD, wagers=wagers).replace('"20%"', '"12.5%"')
    game = PaiGowTable(MD, players=1, text=text).ready().bet_all()
    game.bet(1, 1, "progressive")
    assert seen_by(game.to("deal"), DEALER)["meters"] == {"meter": Cents(2_000_012)}, "and a half"


def test_envy_is_shown_and_its_marker_is_gone():
    hands = {1: "Js 8c 7d 5c 4h 3h 2d", 2: "As Ad Ah Ac 9c 5d 2s", 0: "6s 6d Kh Tc 8d 4d 3s"}
    game = PaiGowTable(DIV, wagers={"bonus": BONUS}, players=2, hands=hands).ready().bet_all()
    game.bet(1, 5, "bonus")
    assert seen_by(game.to("deal"), DEALER)["may_earn_envy"] == (1,)
    view = seen_by(game.to("end-round"), DEALER)
    assert view["may_earn_envy"] == ()
    assert (view["envy"], view["lammers"]) == ({"1 bonus": Cents.from_dollars(5)}, ())


def test_lights_meters_and_payments_are_shown_in_a_game_against_the_dealer():
    cards = {"hands": {1: "As Ks", 2: "2d 7h", 0: "2c 7d"}, "board": "Qs Js Ts 3h 3d"}
    game = UltimateTable(wagers=("progressive",), players=2, **cards).ready().bet_all(progressive=5)
    view = seen_by(game, DEALER)
    assert (view["lit"], view["paid"], view["meters"]) == ((1, 2), {}, {"meter": Cents.from_dollars(20_000)})
    view = seen_by(game.to("end-round"), DEALER)
    assert view["paid"]["1 progressive"] == Cents(2_000_200)
    assert view["meters"] == {"meter": Cents.from_dollars(10_000)}
    assert view["envy"] == {"2 1": Cents.from_dollars(5000)}


def test_a_progressive_wager_whose_light_is_on_may_earn_envy():
    cards = {"hands": {1: "As Ks", 2: "2d 7h", 0: "2c 7d"}, "board": "Qs Js Ts 3h 3d"}
    game = UltimateTable(wagers=("progressive",), players=2, **cards).ready().bet_all()
    assert seen_by(game, DEALER)["may_earn_envy"] == ()
    game.bet(1, 5, "progressive")
    assert seen_by(game, DEALER)["may_earn_envy"] == (1,)
