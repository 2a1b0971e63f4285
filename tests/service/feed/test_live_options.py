"""What a live table offers follows from its settings and the stop switches, too: what is listed would be taken."""

import json

import pytest

from houseway.croupier import CHANCE_FACTS
from houseway.events import Actor, Role
from houseway.service.feed.feeds import Feeds
from houseway.service.feed.moment import moment_of
from houseway.service.feed.options import current_options
from houseway.service.live.settings import TableSettings
from houseway.service.people.administration import lift_stop, set_stop
from houseway.service.people.person import THE_HOUSE
from tests.support.live import submission

ANN, DANA = Actor(Role.PLAYER, "Ann"), Actor(Role.DEALER, "Dana")
TABLE = "UTH-1"


def open_table(house, **settings):
    house.open(TABLE, submission("md.ultimate-texas-holdem", "minimal"), settings=TableSettings(program_floor=True, **settings))


def options(house, actor):
    return {option.act: option for option in current_options(moment_of(house.house, TABLE), actor)}


def deal_until(house, act):
    """Dana takes steps until one is due."""
    while act not in options(house, DANA):
        house.run(house.house.take_due_step(TABLE))
    return options(house, DANA)[act]


@pytest.mark.parametrize("act", ["shuffle", "cut"])
def test_a_dealer_of_electronic_cards_is_not_asked_for_what_the_seeds_decide(house, act):
    open_table(house, croupier=False)
    assert CHANCE_FACTS[act] not in deal_until(house, act).bounds


def test_a_dealer_of_physical_cards_need_not_know_their_order(house):
    open_table(house, croupier=False, cards="physical")
    assert deal_until(house, "shuffle").bounds["cards"]["optional"]
    assert "optional" not in deal_until(house, "cut").bounds["depth"]


def test_nothing_is_offered_that_a_stop_refuses(house):
    open_table(house)
    assert {"wager", "buy-in", "leave"} <= options(house, ANN).keys()
    set_stop(house.house.record, "table", TABLE, THE_HOUSE, "the felt is torn")
    assert options(house, ANN).keys() == {"cash-out", "leave"}
    lift_stop(house.house.record, "table", TABLE, THE_HOUSE, "a new felt")
    assert "wager" in options(house, ANN)


def test_what_was_called_out_before_a_restart_comes_with_the_snapshot(open_house):
    """Ann has decided; then the house is closed and opened, and somebody comes to the table."""
    house = open_house()
    open_table(house)
    house.play_until(TABLE, lambda table: table.round.decisions)
    open_house.close()
    house = open_house()
    feeds = Feeds(house.house, lambda ids: {})
    snapshot = json.loads(house.run(feeds.snapshot(TABLE, lambda state: ANN)))
    times = [event["at"] for event in snapshot["announcements"]]
    assert times == sorted(times)
    assert 0 < times[0] <= times[-1] <= snapshot["at"]
    called = [event["kind"] for event in snapshot["announcements"]]
    assert called[0] == "betting-closed"
    assert called[-1] in ("player-checked", "play-decided")
