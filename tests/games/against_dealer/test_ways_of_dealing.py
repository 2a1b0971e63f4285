"""What holds by each way of dealing, under the clauses of that way: who calls, who gets cards, who sees them, what is racked."""

import pytest

from houseway.citation import cite_clauses
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.games.against_dealer.irregularities.counting import expected_stub
from houseway.table import redact_event
from tests.support.clauses import AGAINST_DEALER, SHORT_NAMES, bears, each_book, ids, uth
from tests.support.dealer_games import STRANGER, all_back, dealt_table, seen
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, METHODS, dollars, exposed_positions, ready_table


def by_dealing(manual_shoe, hand, machine, books=AGAINST_DEALER):
    """Run a test of `book` and `options` by each way of dealing; it bears the clauses of that way."""
    clauses = dict(zip(METHODS, (manual_shoe, hand, machine), strict=True))
    cases = [
        pytest.param(
            book,
            options,
            marks=pytest.mark.clause(*cite_clauses(book, *ids(book, *clauses[name].split()))),
            id=f"{SHORT_NAMES[book]}-{name}",
        )
        for book in books
        for name, options in METHODS.items()
    ]
    return pytest.mark.parametrize(("book", "options"), cases)


def everybody(game):
    return (game.player(1), game.player(2), DEALER_ACTOR, FLOOR_ACTOR, STRANGER)


# Before the deal


@by_dealing("8.C(1)", "9.A(3)", "10.A(2)(a)")
def test_the_dealer_and_nobody_else_calls_no_more_bets(book, options):
    game = dealt_table(book, options).bet_all()
    for other in (FLOOR_ACTOR, game.player(1)):
        assert game.refused("close-betting", other).code == "round.role"
    assert game.to("close-betting").due.words == "announce “no more bets”"
    game.take()
    assert game.last("betting-closed")["said"] == "no more bets"


@by_dealing("8.C(4)", "9.A(3)(c)", "10.A(2)(b)(iii)")
def test_only_chips_of_wagers_that_stand_go_into_the_inventory(book, options):
    game = dealt_table(book, options, ["progressive"]).bets(1, progressive=1).bets(2)
    game.do("wager", 2, position=2, wager="progressive", amount=dollars(5), lit=False)
    had, inventory = game.chips(2), game.balance("inventory")
    game.to("rule-count").take()
    assert game.balance("inventory") - inventory == dollars(1)
    assert game.chips(2) - had == dollars(5)


# Who gets which cards


@by_dealing("8.D(2)", "9.B(2)", "10.B(3)")
def test_who_bets_nothing_gets_no_cards(book, options):
    game = ready_table(book, options, players=3).bets(1).bets(3).to("players")
    assert set(game.state.hands) == {0, 1, 3}


@by_dealing("8.D(2)", "9.B(2)", "10.B(3)")
def test_cards_go_clockwise_whoever_bet_first(book, options):
    game = dealt_table(book, options).bets(2).bets(1).to("players")
    assert {place: game.state.hands[place] for place in (1, 2)} == {place: game.hands[place] for place in (1, 2)}


@each_book(poker="11.F 11.H(2)")
def test_players_are_asked_and_settled_by_their_places_whoever_bet_first(book, clauses):
    game = dealt_table(book).bets(2).bets(1)
    for answer in ("check", "check", "play") if book == UTH else ("play",):
        for place in (1, 2):
            assert game.to("players").context.position_to_act == place
            game.act(place, answer, **({"times": 1} if answer == "play" else {}))
    game.finish()
    assert exposed_positions(game) == [2, 1]


@uth("11.B", "11.D")
def test_players_are_asked_before_and_after_the_flop_whoever_bet_first():
    game = dealt_table(UTH).bets(2).bets(1)
    for place in (1, 2, 1, 2):
        assert game.to("players").context.position_to_act == place
        game.act(place, "check")
    game.finish()


# Who sees which cards


@by_dealing("8.D(3) 11.C(2) 11.E(2)", "9.B(3) 11.C(2) 11.E(2)", "11.C(2) 11.E(2)", books=[UTH])
def test_everybody_sees_the_community_cards_that_are_dealt_and_no_others(book, options):
    game = dealt_table(book, options).bet_all().to("players")
    for shown in (0, 3, 5):
        assert all(seen(game, viewer)["board"] == game.board[:shown] for viewer in everybody(game))
        for place in (1, 2) if shown < 5 else ():
            game.act(place, "check")
        game.to("players")
    game.finish()


@uth("11.C(1)", "11.E(1)")
def test_burned_cards_are_seen_by_nobody():
    game = dealt_table(UTH, HAND).bet_all().to("turn-dealer")
    burned = [card for kind in ("flop-dealt", "final-dealt") for card in game.last(kind)["burned"]]
    assert len(burned) == 2
    for viewer in everybody(game):
        told = [redact_event(game.context, viewer, game.last(kind)).facts for kind in ("flop-dealt", "final-dealt")]
        words = repr([seen(game, viewer), *map(dict, told)])
        assert not [card for card in burned if repr(card) in words]
    game.finish()


@uth("10.B(1)", "7.F(4)")
def test_the_cards_of_the_box_lie_face_down_until_the_dealers_come_up():
    game = dealt_table(UTH, MACHINE, ["six-card-bonus"], box="9h 2d 4c 7s").bet_all(trips=5, six_card_bonus=5)
    for step in ("players", "turn-dealer"):
        game.to(step)
        assert all(seen(game, viewer)["box"] == () for viewer in everybody(game))
    game.take()
    assert all(seen(game, viewer)["box"] == game.box for viewer in everybody(game))


@by_dealing("8.D(3)", "9.B(3)", "10.B(4)", books=[FC])
def test_of_the_dealers_six_cards_everybody_sees_the_last(book, options):
    game = dealt_table(book, options).bet_all().to("players")
    assert game.last("cards-dealt")["up"] == game.hands[0][5:]
    for viewer in everybody(game):
        assert seen(game, viewer)["cards"][0] == game.hands[0][5:]


# The stub


@by_dealing("8.D(4)", "9.B(4)", "10.B(5)")
def test_the_stub_goes_into_the_rack_and_nobody_sees_it(book, options):
    game = dealt_table(book, options).bet_all().to("rack-stub")
    stub = game.state.undealt
    game.take()
    assert [entry.cards for entry in game.run.table.equipment.rack if entry.why == "stub"] == [stub]
    for viewer in everybody(game):
        events = [redact_event(game.context, viewer, game.last(kind)) for kind in ("stub-racked", "cards-racked")]
        words = repr([seen(game, viewer), *(dict(event.facts) for event in events)])
        assert not [card for card in stub if repr(card) in words]


@by_dealing("8.E", "9.C", "10.C")
def test_where_the_shuffler_counts_no_count_of_the_stub_is_due(book, options):
    game = dealt_table(book, {**options, "table.shuffler": True, "table.shuffler-counts": True}).bet_all().to("rack-stub")
    game.do("count-stub")  # it may be counted all the same
    game.finish()
    for _ in range(6):
        game.play()
    assert game.kinds("stub-counted", skip=7) == ["stub-counted"]


# Devices at the positions


@each_book(poker="2.C(1)")
def test_nobody_uses_the_device_of_another_position(book, clauses):
    game = dealt_table(book, (), ["progressive"]).bets(1, progressive=1).bets(2)
    assert game.refused("light", 2, position=1, on=False).code == "acceptor.not-yours"
    assert game.run.table.equipment.acceptors.lit == (1,)


@each_book(poker="2.C(2)")
def test_the_device_takes_nothing_between_the_call_and_the_lock_out(book, clauses):
    game = dealt_table(book, (), ["progressive"]).bets(1, progressive=1).bets(2).to("close-betting")
    game.take()
    assert game.due.act == "lock-out"
    for place, on in ((2, True), (1, False)):
        assert game.refused("light", place, position=place, on=on).code == "acceptor.closed"


@bears("7.F(3)(b)")
def test_a_chip_that_the_device_did_not_take_goes_back_at_its_turn():
    game = dealt_table(FC, (), ["progressive"]).bets(1).bets(2)
    game.do("wager", 1, position=1, wager="progressive", amount=dollars(1), lit=False)
    game.do("light", 2, position=2, on=True)
    game.to("rule-light", 1)
    had = game.chips(1)
    game.take(stands=False)
    assert game.chips(1) - had == dollars(1)


@by_dealing("8.G(1)", "9.E(1)", "10.E(1)")
def test_a_misdeal_found_by_the_count_leaves_meters_and_chips_as_they_were(book, options):
    """A card of the stub lies in a hand, and all 52 are there: the deck stays."""
    game = dealt_table(book, options, ["progressive"])
    before = game.context.meters
    game.bets(1, progressive=1).bets(2, progressive=5).to("rack-stub")
    assert game.context.meters != before
    hand = game.context.dealer_game.card_count(game.context, 1) + 1
    game.do("count-stub", cards=expected_stub(game.context) - 1, hands={1: hand})
    assert (game.last("round-voided")["why"], game.context.meters) == ("misdeal", before)
    all_back(game)


@uth("11.L", "11.L(1)", "11.L(2)")
@pytest.mark.parametrize("options", METHODS.values(), ids=METHODS)
def test_an_electronic_table_may_deal_by_every_method(options):
    game = dealt_table(UTH, {**options, "electronic.offered": True}).bet_all()
    game.finish()
    assert "round-completed" in game.kinds(skip=1)
