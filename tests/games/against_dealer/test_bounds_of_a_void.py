"""Where a void begins, how the board of a void hand is completed, and what lies in the discard rack afterwards."""

import pytest

from houseway.equipment import rebuild_hands
from tests.support.clauses import each_book, uth
from tests.support.dealer_games import FOLD, SIDE_BET, all_back, dealt_table
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, MANUAL

# Cards face up: up to the last card of the deal, and over the whole of it


@each_book(poker="13.A 13.B")
@pytest.mark.parametrize("options", [MANUAL, MACHINE], ids=["manual-shoe", "automated-shoe"])
def test_the_last_card_of_the_deal_counts_and_the_first_of_the_stub_does_not(book, clauses, options):
    dealt = {UTH: 6 + (5 if options is MACHINE else 0), FC: 16}[book]
    for last, is_void in ((dealt + 1, True), (dealt + 2, False)):
        game = dealt_table(book, options, **{"hands": {}, **({"board": ""} if book == UTH else {})}).bet_all().to("deal")
        game.take(face_up=(1, last))
        assert bool(game.state.void) is is_void


@each_book(poker="13.B")
def test_a_second_card_that_was_face_up_in_the_deal_voids_it_when_it_is_reported_later(book, clauses):
    game = dealt_table(book, **{"hands": {}, **({"board": ""} if book == UTH else {})}).bet_all(**SIDE_BET[book]).to("deal")
    game.take(face_up=(1,))
    game.to("players")
    game.do("report-face-up", face_up=(1,), when="dealing")
    assert game.state.void == "cards-face-up"
    all_back(game)


@each_book(poker="13.B")
def test_two_cards_that_were_face_up_in_the_deal_void_it_when_they_are_reported_later(book, clauses):
    game = dealt_table(book).bet_all(**SIDE_BET[book]).to("players")
    game.do("report-face-up", face_up=(1, 2), when="dealing")
    assert game.state.void == "cards-face-up"
    all_back(game)


@uth("13.D")
def test_a_card_drawn_in_error_is_the_next_community_card():
    game = dealt_table(UTH).bet_all().to("deal-flop")
    game.take(drawn_in_error=True)
    assert game.last("flop-dealt")["cards"] == game.board[:3]
    game.to("deal-final").take(drawn_in_error=True)
    assert game.last("final-dealt")["cards"] == game.board[3:]
    game.finish()


# The community cards that are still dealt


@uth("13.G")
def test_the_community_cards_of_a_void_hand_are_dealt_as_always_with_their_burned_cards():
    game = dealt_table(UTH, HAND).bet_all(trips=5).to("players")
    game.do("report-exposed", place=0)
    game.to("complete-board").take()
    completed = game.last("board-completed")
    assert (completed["cards"], completed["burns"]) == (game.board, 2)
    game.finish()


@uth("13.G")
def test_a_six_card_bonus_on_the_community_cards_has_them_dealt_without_trips():
    """One choice of UTH-12 lets the board decide it, and one of UTH-11 lets it stand without a Trips wager."""
    readings = {"UTH-12": "community-cards", "UTH-11": "independent"}
    game = dealt_table(UTH, MANUAL, ["six-card-bonus"], readings).bet_all(**{"six-card-bonus": 5}).to("players")
    game.do("report-exposed", place=0)
    game.to("complete-board").take()
    assert len(game.state.board) == 5
    game.finish()
    settled = {event["wager"] for event in game.since(skip=1) if event.kind == "wager-settled"}
    assert settled == {"six-card-bonus"}


@uth("13.G")
@pytest.mark.parametrize(("reading", "is_due"), [("hole-and-flop", False), ("best-of-seven", True)])
def test_the_board_is_completed_only_for_a_wager_that_needs_more_of_it(reading, is_due):
    """With the flop on the layout, a progressive wager on it has its cards (UTH-05, UTH-25)."""
    game = dealt_table(UTH, MANUAL, ["progressive"], {"UTH-05": reading}).bet_all(progressive=1)
    game.answers = {1: ["check"], 2: ["check"]}
    game.to("deal-flop").take()
    game.do("report-exposed", place=0)
    game.finish()
    assert ("board-completed" in game.kinds(skip=1)) is is_due
    assert {event["wager"] for event in game.since(skip=1) if event.kind == "wager-settled"} == {"progressive"}


# The discard rack


@pytest.mark.parametrize(("options", "left", "rack", "count"), [(MANUAL, 41, "8.D(4)", "8.F"), (HAND, 39, "9.B(4)", "9.D")])
@pytest.mark.parametrize("act", ["rack-stub", "count-stub"])
def test_the_stub_goes_into_the_rack_although_the_wagers_against_the_dealer_are_void(options, left, rack, count, act, claim):
    """Two hands, the dealer's and the board are out and, dealt from the hand, two burned cards."""
    game = dealt_table(UTH, options).bet_all(trips=5).to("players")
    game.do("report-exposed", place=0)
    game.to("rack-stub").do(act)
    game.finish()
    assert {entry.owner: entry.count for entry in game.run.table.equipment.rack}["stub"] == left
    claim(f"{UTH} {rack if act == 'rack-stub' else count}")


@each_book(poker="11.J 13.G")
def test_the_progressive_comes_last_when_the_wagers_against_the_dealer_are_void_too(book, clauses):
    game = dealt_table(book, (), ["progressive"]).bet_all(**SIDE_BET[book], progressive=5).to("players")
    game.do("report-exposed", place=0)
    game.finish()
    side = next(iter(SIDE_BET[book])).replace("_", "-")
    settled = [(each["position"], each["wager"]) for each in game.since(skip=1) if each.kind == "wager-settled"]
    assert settled == [(place, wager) for place in (2, 1) for wager in (side, "progressive")]


@each_book(poker="11.K")
def test_every_hand_is_in_the_rack_under_its_own_name(book, clauses):
    more = {UTH: {"options": MACHINE, "wagers": ["six-card-bonus"], "box": "9h 2d 4c 7s"}, FC: {}}[book]
    game = dealt_table(book, **more).bet_all()
    game.answers = {1: [*FOLD[book]]}
    game.to("end-round")
    hands = rebuild_hands(game.run.table.equipment.rack)
    assert {name: hands[name] for name in ("position 1", "position 2", "dealer")} == {
        "position 1": game.hands[1],
        "position 2": game.hands[2],
        "dealer": game.hands[0],
    }
    if book == UTH:
        assert (hands["board"], hands["box"]) == (game.board, game.box)
    assert sum(map(len, hands.values())) == len(game.pack)
