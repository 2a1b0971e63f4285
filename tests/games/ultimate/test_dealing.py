"""Ultimate Texas Hold'em: the deal by every method, the board in two steps, burns, the stub, and who sees what."""

import pytest

from houseway.cards import parse_hand
from houseway.croupier import DEALER_ACTOR
from houseway.events import Actor, Role
from houseway.hands.orders import MD_ULTIMATE as UTH
from houseway.table import redact_event
from houseway.table.context import round_context
from tests.support.clauses import short, uth
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS, UltimateTable

METHODS = [MANUAL, HAND, MACHINE, WAITS]
IDS = ["manual", "hand", "machine", "waits"]
each_method = pytest.mark.parametrize("options", METHODS, ids=IDS)
HANDS = {1: "As Ks", 2: "2c 7d", 0: "4h 5h"}
BOARD = "Qs Js Ts 3h 3d"


def table(options=MANUAL, wagers=(), readings=(), **kwargs):
    chosen = {"hands": HANDS, "board": BOARD, "players": 2, **kwargs}
    return UltimateTable(options, wagers, readings, **chosen).ready()


def ids(*clauses):
    return [f"{UTH} {clause}" for clause in clauses]


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        (MANUAL, ["8.D(1)", "8.D(2)"]),
        (HAND, ["9.B(1)", "9.B(2)"]),
        (MACHINE, ["10.B(2)", "10.B(3)"]),
        (WAITS, ["10.B(2)", "10.B(4)"]),
        ({**MACHINE, "electronic.offered": True}, ["10.B(2)", "10.B(3)", "11.L", "11.L(1)", "11.L(2)"]),
        ({**MACHINE, "table.reshuffling-device": True, "table.community-cards-first": True}, ["10.B(2)", "10.F", "10.B(3)"]),
    ],
)
def test_two_cards_go_to_everybody_with_ante_and_blind(options, clauses, claim):
    game = table(options, players=3).bets(1).bets(2).to("deal")
    game.take()
    claim(*ids(*clauses))
    assert short(game.last("cards-dealt").clauses) == clauses
    assert set(game.state.hands) == {0, 1, 2}
    assert game.state.hands[1] == parse_hand("As Ks")


@uth("8.D(2)", "9.B(2)")
def test_one_card_at_a_time_from_the_dealers_left():
    for options in (MANUAL, HAND):
        game = table(options).bet_all().to("deal")
        stock = game.run.table.equipment.stock
        game.take()
        assert [game.state.hands[place] for place in (1, 2, 0)] == [stock[turn:6:3] for turn in range(3)]


@uth("10.B(1)", "10.B(2)", "10.B(3)")
def test_the_first_stack_goes_to_the_box_wherever_the_wager_is_offered():
    game = table(MACHINE, ["six-card-bonus"], box="2h 2d 9c 9d").bet_all().to("deal")
    stock = game.run.table.equipment.stock
    game.take()
    state = game.state
    assert (state.box, state.board, state.hands[0]) == (stock[:4], stock[4:9], stock[9:11])
    assert state.undealt == stock[15:]


def test_no_stack_goes_to_a_box_that_is_not_used():
    assert table(MACHINE).bet_all().to("players").state.box == ()
    game = table(MANUAL, ["six-card-bonus"], {"UTH-12": "community-cards"}).bet_all(trips=5, six_card_bonus=5).finish()
    assert game.won(1, "six-card-bonus")[0] == "win"
    assert "box-turned" not in game.kinds(skip=1)


@pytest.mark.parametrize(
    ("options", "flop", "final"),
    [
        (MANUAL, ["8.D(3)", "11.C(2)"], ["8.D(3)", "11.E(2)"]),
        (HAND, ["11.C(1)", "9.B(3)", "11.C(2)"], ["11.E(1)", "9.B(3)", "11.E(2)"]),
        (MACHINE, ["11.C(2)"], ["11.E(2)"]),
        (WAITS, ["11.C(2)"], ["11.E(2)"]),
    ],
)
def test_the_board_comes_in_two_steps(options, flop, final, claim):
    game = table(options).bet_all().finish()
    claim(*ids(*flop, *final))
    assert game.clauses("flop-dealt") == flop
    assert game.clauses("final-dealt") == final
    assert game.last("flop-dealt")["cards"] == parse_hand("Qs Js Ts")
    assert game.last("final-dealt")["cards"] == parse_hand("3h 3d")


@uth("11.C(1)", "11.E(1)")
@pytest.mark.parametrize(
    ("options", "readings", "burns"),
    [(HAND, {}, 1), (MANUAL, {}, 0), (MANUAL, {"UTH-36": "any-manual-deal"}, 1), (MACHINE, {}, 0)],
)
def test_a_card_is_burned_before_each_part_when_dealing_by_hand(options, readings, burns):
    table(HAND).bet_all().finish()  # shows the clauses, whatever the case
    game = table(options, (), readings).bet_all().finish()
    assert [len(game.last(kind)["burned"]) for kind in ("flop-dealt", "final-dealt")] == [burns, burns]


@uth("11.G(1)", "10.B(4)")
def test_the_dealers_cards_wait_in_the_machine():
    game = table(WAITS).bet_all().to("turn-dealer")
    assert not game.state.stub_done
    game.take()
    assert game.due.act in ("rack-stub", "count-stub")


# The stub


@pytest.mark.parametrize(
    ("options", "clause", "after"),
    [
        (MANUAL, "8.D(4)", "final-dealt"),
        (HAND, "9.B(4)", "final-dealt"),
        (MACHINE, "10.B(5)", "cards-dealt"),
        (WAITS, "10.B(5)", "dealer-turned"),
    ],
)
def test_the_stub_is_racked_unseen_when_everything_is_out(options, clause, after, claim):
    game = table(options).bet_all().to("rack-stub")
    own = [event.kind for event in game.since() if event.kind not in ("cards-racked", "money-moved")]
    assert own[-1] == after
    game.take()
    claim(*ids(clause))
    assert game.last("stub-racked")["cards"] == game.state.undealt
    game.finish()


@pytest.mark.parametrize(
    ("options", "clauses"), [(MANUAL, ["8.E", "8.F"]), (HAND, ["9.C", "9.D"]), (MACHINE, ["10.C", "10.D"])]
)
def test_every_fifth_round_it_is_counted(options, clauses, claim):
    game = table(options)
    counted = []
    for _ in range(10):
        game.ready().bet_all().finish()
        counted.append("stub-counted" in game.kinds(skip=1))
    claim(*ids(*clauses))
    assert counted == [False, False, False, False, True] * 2
    assert game.clauses("stub-counted") == clauses


@uth("8.E")
def test_a_count_that_is_due_cannot_be_left_out_and_may_come_earlier():
    game = table()
    game.bet_all().to("rack-stub")
    game.do("count-stub", DEALER_ACTOR)
    game.finish()
    for _ in range(4):
        game.ready().bet_all().finish()
    game.ready().bet_all().to("count-stub")
    assert "8.E" in short(game.refused("rack-stub").clauses)


def test_a_shuffler_that_counts_relieves_the_dealer():
    game = table({**HAND, "table.shuffler-counts": True})
    for _ in range(6):
        game.ready().bet_all().finish()
    assert not any(event.kind == "stub-counted" for event in game.events)


@each_method
def test_the_stub_is_what_the_deck_has_left(options):
    game = table(options).bet_all(trips=5)
    game.to("rack-stub")
    assert game.do("count-stub")[0]["cards"] == len(game.state.undealt)


@pytest.mark.parametrize(
    ("options", "misdealt", "wrong"),
    [
        (MANUAL, ["8.G", "8.G(1)"], ["8.G", "8.G(2)"]),
        (HAND, ["9.E", "9.E(1)"], ["9.E", "9.E(2)"]),
        (MACHINE, ["10.E", "10.E(1)"], ["10.E", "10.E(2)"]),
        (WAITS, ["10.E", "10.E(1)"], ["10.E", "10.E(2)"]),
    ],
)
def test_a_wrong_count_voids_the_round(options, misdealt, wrong, claim):
    for facts, clauses, why in (
        ({"hands": {1: 3}, "cards": -1}, misdealt, "misdeal"),
        ({"cards": -1}, wrong, "wrong-deck"),
        ({"hands": {1: 3}}, list(dict.fromkeys(misdealt + wrong)), "wrong-deck"),
    ):
        game = table(options).bet_all(trips=5)
        game.answers = {1: ["check", "check", "fold"]}
        game.to("rack-stub")
        left = len(game.state.undealt) + facts.get("cards", 0)
        game.do("count-stub", **{**facts, "cards": left})
        claim(*ids(*clauses))
        assert (game.state.void, short(game.last("round-voided").clauses)) == (why, clauses)
        assert [game.chips(place).amount for place in (1, 2)] == [500_000] * 2
        decks = game.run.table.equipment.received
        game.finish().ready()
        assert game.run.table.equipment.received - decks == (why == "wrong-deck")


# Who sees what


def seen(game, actor):
    return game.run.table.game.view(round_context(game.run.table, game.at, game.run.meters), actor)


@uth("11.A")
@each_method
def test_a_player_sees_his_own_two_cards_and_nobody_elses(options):
    game = table(options, hands={1: "As Ks", 2: "2c 7d", 0: "4h 5h"}).bet_all().to("players")
    assert seen(game, game.player(1))["cards"] == {1: parse_hand("As Ks")}
    assert seen(game, Actor(Role.DEALER))["cards"] == seen(game, Actor(Role.PLAYER, "Zoe"))["cards"] == {}
    assert seen(game, game.player(1))["board"] == ()
    game.act(1, "check")
    game.act(2, "check")
    game.to("players")
    assert seen(game, Actor(Role.PLAYER, "Zoe"))["board"] == parse_hand("Qs Js Ts")


@each_method
def test_folded_cards_are_seen_by_nobody_before_their_turn(options):
    game = table(options).bets(1, trips=5).bets(2)
    game.answers = {1: ["check", "check", "fold"], 2: ["check", "check", "fold"]}
    game.to("turn-dealer")
    assert seen(game, game.player(1))["cards"] == {}
    game.to("collect-cards", 1)
    assert set(seen(game, game.player(2))["cards"]) == {0, 1}


@each_method
def test_events_are_told_without_hidden_cards(options):
    game = table({**options}, box="").bet_all()
    game.finish()
    hidden = {"rest", "burned", "entries"}
    for event in game.run.events:
        told = redact_event(game.context, Actor(Role.PLAYER, "Zoe"), event)
        assert not hidden & set(told.facts)
        assert "cards" not in told.facts or event.kind not in ("cards-shuffled", "stub-racked", "cards-collected")
        assert "hands" not in told.facts or event.kind != "cards-dealt"


# Physical cards


def test_physical_cards_are_entered_as_they_come_up():
    game = UltimateTable(HAND, players=2)
    game.hands = {}
    while game.due is not None:
        command = game.croupier.command_for(game.due, game.at)
        facts = {name: fact for name, fact in command.facts.items() if name != "cards"}
        game.do(command.act, command.by, **facts)
    game.bet_all(trips=5)
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
