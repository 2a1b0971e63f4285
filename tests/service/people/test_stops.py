"""Stop switches: a round under way is finished, and no new one begins until the switch is lifted."""

import pytest

from houseway.errors import HousewayError, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.feed.moment import moment_of
from houseway.service.feed.options import current_options
from houseway.service.people.administration import lift_stop, set_stop
from houseway.service.people.person import THE_HOUSE, Person
from houseway.service.people.record import HOUSE_STREAM
from tests.support.live import submission
from tests.support.people_bench import PeopleBench

BOOK = "md.ultimate-texas-holdem"
ANN, BOB = Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, "Bob")
ANTE = {"wager": "ante", "amount": Cents.from_dollars(10), "blind": Cents.from_dollars(10)}
SWITCHES = [("house", ""), ("game", BOOK), ("table", "UTH-1"), ("game", "ultimate-texas-holdem")]


@pytest.fixture
def seated(house):
    house.open("UTH-1", submission(BOOK, "minimal"))
    return house


def bet(house, actor, position):
    return house.run(house.house.act("UTH-1", Command("wager", actor, {"position": position, **ANTE})))


def refused(work):
    with pytest.raises(HousewayError) as refusal:
        work()
    return refusal.value.code


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_stop_between_rounds_lets_no_wager_in_and_everybody_out(seated, switch):
    set_stop(seated.house.record, *switch, THE_HOUSE, "a lamp fell down")
    with pytest.raises(NotAllowed, match="a lamp fell down") as refusal:
        bet(seated, ANN, 1)
    assert refusal.value.code == "house.stopped"
    assert refused(lambda: seated.run(seated.house.take_due_step("UTH-1"))) in ("house.stopped", "house.step")
    seated.run(seated.house.act("UTH-1", Command("leave", ANN)))
    seated.run(seated.house.act("UTH-1", Command("cash-out", BOB, {"amount": Cents(100)})))
    assert seated.house.stop_at("UTH-1").why == "a lamp fell down"
    lift_stop(seated.house.record, *switch, THE_HOUSE, "it hangs again")
    assert seated.house.stop_at("UTH-1") is None
    bet(seated, BOB, 2)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_round_under_way_is_finished_and_the_next_does_not_begin(seated, switch):
    bet(seated, ANN, 1)
    bet(seated, BOB, 2)
    set_stop(seated.house.record, *switch, THE_HOUSE, "enough")
    assert seated.house.tables["UTH-1"].number == 1
    with pytest.raises(NotAllowed) as refusal:
        seated.play("UTH-1", rounds=2)
    assert refusal.value.code == "house.stopped"
    table = seated.house.tables["UTH-1"]
    assert (table.number, table.completed.number) == (2, 1)
    assert not table.ledger.layout_balances


def test_the_croupier_takes_no_step_of_a_new_round(house):
    """After the last card of a round the croupier ends it, and offers nobody the bank of the next."""
    run = house.open("PG-1", submission("md.pai-gow-poker"))
    house.house.listeners.append(lambda update: update.state.round.closed and stop_once(house))
    with pytest.raises(NotAllowed, match="the house is stopped"):
        house.play_run(run, rounds=3)
    assert house.house.tables["PG-1"].number == 2


def stop_once(house):
    if not house.house.record.state.stops:
        set_stop(house.house.record, "house", "", THE_HOUSE, "enough")


def test_a_stopped_player_finishes_his_round_and_begins_no_other(seated):
    bet(seated, ANN, 1)
    for name in ("Ann", "Bob"):
        set_stop(seated.house.record, "player", name, THE_HOUSE, "asked to be kept away")
    assert refused(lambda: bet(seated, BOB, 2)) == "house.stopped"
    assert refused(lambda: seated.run(seated.house.act("UTH-1", Command("sit", ANN, {"position": 3})))) == "house.stopped"
    seated.run(seated.house.act("UTH-1", Command("leave", BOB)))
    seated.play("UTH-1")
    assert seated.house.tables["UTH-1"].number == 2
    assert refused(lambda: bet(seated, ANN, 1)) == "house.stopped"
    buy_in = Command("buy-in", ANN, {"amount": Cents(100)})
    assert refused(lambda: seated.run(seated.house.act("UTH-1", buy_in))) == "house.stopped"
    lift_stop(seated.house.record, "player", "Ann", THE_HOUSE, "is back")
    bet(seated, ANN, 1)


def test_no_table_of_a_stopped_game_is_opened(house):
    set_stop(house.house.record, "game", BOOK, THE_HOUSE, "under review")
    with pytest.raises(NotAllowed, match="under review"):
        house.open("UTH-1", submission(BOOK, "minimal"))
    assert dict(house.house.tables) == {}
    house.open("FC-1", submission("md.four-card-poker", "minimal"))


def test_a_floorperson_may_still_rule_and_close(seated):
    set_stop(seated.house.record, "house", "", THE_HOUSE, "enough")
    floor = Actor(Role.FLOOR, "Fay")
    seated.run(seated.house.act("UTH-1", Command("fill", floor, {"amount": Cents(100), "why": "change"})))
    seated.run(seated.house.act("UTH-1", Command("close-table", floor)))
    assert not seated.house.tables["UTH-1"].open


def test_stops_are_in_force_after_a_restart_and_on_record(open_house):
    house = open_house()
    house.open("UTH-1", submission(BOOK, "minimal"))
    set_stop(house.house.record, "table", "UTH-1", THE_HOUSE, "a card is missing")
    open_house.close()
    again = open_house()
    assert refused(lambda: bet(again, ANN, 1)) == "house.stopped"
    lift_stop(again.house.record, "table", "UTH-1", THE_HOUSE, "found it")
    bet(again, ANN, 1)
    commands = [command for append in again.store.read(HOUSE_STREAM) for command in append.commands]
    stopped, lifted = (command.events[0] for command in commands)
    assert dict(stopped.facts) == {
        "scope": "table",
        "target": "UTH-1",
        "before": "open",
        "after": "stopped",
        "by": "house",
        "why": "a card is missing",
    }
    assert (lifted["before"], lifted["after"], commands[0].at <= commands[1].at) == ("stopped", "open", True)


def test_who_may_stop_what(memory_bench: PeopleBench):
    bench = memory_bench
    ada, fay, ann = bench.administrator(), bench.register("fay", "floorperson"), bench.register("ann")
    set_stop(bench.record, "table", "UTH-1", fay, "spilled a drink")
    lift_stop(bench.record, "table", "UTH-1", ada, "dry again")
    for by, switch in ((fay, ("house", "")), (fay, ("player", ann.id)), (ann, ("table", "UTH-1")), (None, ("house", ""))):
        someone = by or Person("p-aaaaaaaaaa", "Eve", frozenset(("administrator",)))
        assert (
            refused(lambda someone=someone, switch=switch: set_stop(bench.record, *switch, someone, "x")) == "authority.denied"
        )
    assert bench.record.state.stops == {}


@pytest.mark.parametrize(
    ("scope", "target", "why", "code"),
    [
        ("house", "", " ", "house.reason"),
        ("house", "", "x" * 501, "house.reason"),
        ("house", "", "a\nb", "house.reason"),
        ("house", "UTH-1", "x", "house.stop"),
        ("table", "", "x", "house.stop"),
        ("table", "x" * 101, "x", "house.stop"),
        ("table", "a\nb", "x", "house.stop"),
        ("world", "", "x", "house.stop"),
    ],
)
def test_a_stop_that_says_too_little_or_too_much_is_refused(memory_bench, scope, target, why, code):
    assert refused(lambda: set_stop(memory_bench.record, scope, target, THE_HOUSE, why)) == code


def test_a_switch_is_not_thrown_twice(memory_bench):
    record = memory_bench.record
    assert refused(lambda: lift_stop(record, "house", "", THE_HOUSE, "x")) == "house.stop"
    set_stop(record, "house", "", THE_HOUSE, "x")
    assert refused(lambda: set_stop(record, "house", "", THE_HOUSE, "x")) == "house.stop"


@pytest.mark.parametrize("place", ["pai-gow-poker", "md.pai-gow-poker", "PG-1"])
def test_one_wager_is_stopped_and_the_game_goes_on(house, place):
    house.open("PG-1", submission("md.pai-gow-poker"))
    stopped, other = "fortune-bonus", "insurance"
    set_stop(house.house.record, "wager", f"{place}:{stopped}", THE_HOUSE, "its sign is wrong")
    base = {"position": 1, "wager": "pai-gow", "amount": Cents.from_dollars(25)}
    with pytest.raises(NotAllowed, match="its sign is wrong"):
        house.run(house.house.act("PG-1", Command("wager", ANN, {**base, "also": {stopped: Cents.from_dollars(5)}})))
    base_option = next(option for option in offered(house, ANN) if option.facts.get("wager") == "pai-gow")
    assert other in base_option.bounds["also"]["parts"]
    assert stopped not in base_option.bounds["also"]["parts"]
    house.run(house.house.act("PG-1", Command("wager", ANN, base)))
    assert {option.facts["wager"] for option in offered(house, ANN) if option.act == "wager"}.isdisjoint({stopped})
    lift_stop(house.house.record, "wager", f"{place}:{stopped}", THE_HOUSE, "it is right")
    assert stopped in {option.facts["wager"] for option in offered(house, ANN) if option.act == "wager"}


def offered(house, actor):
    return current_options(moment_of(house.house, "PG-1"), actor)
