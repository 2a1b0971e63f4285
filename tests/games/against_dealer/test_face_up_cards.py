"""Cards that are found face up in the deck or in the stub, and cards drawn in error."""

import pytest

from tests.support.clauses import bears, short, uth
from tests.support.dealer_games import SIDE_BET, all_back, bet_for_cards, dealt_table, each_dealing, each_method
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS, dollars

UNKNOWN = {UTH: {"hands": {}, "board": ""}, FC: {"hands": {}}}
"""Cards as the shuffle has them."""
by_hand = pytest.mark.parametrize("options", [MANUAL, HAND], ids=["manual", "hand"])

# Either game


@each_method("13.A")
@pytest.mark.parametrize(("number", "act"), [(1, "rack-stub"), (3, "count-stub")])
def test_one_card_face_up_is_set_aside_and_the_next_serves(book, options, clauses, number, act):
    game = bet_for_cards(dealt_table(book, options, **UNKNOWN[book])).to("deal")
    stock = game.run.table.equipment.stock
    game.take(face_up=(number,))
    hands = {card for hand in game.state.hands.values() for card in hand}
    assert game.state.set_aside == stock[number - 1 : number]
    assert stock[number - 1] not in hands
    if book == FC:
        assert hands == {*stock[: number - 1], *stock[number:17]}
    game.to("rack-stub")
    dealt = {UTH: 3 * 2 + 5 + (2 if options is HAND else 0), FC: 2 * 5 + 6}[book]
    left = game.do(act)[0]["cards"]
    assert (left if act == "count-stub" else len(left)) == 52 - 1 - dealt
    game.finish()
    assert not game.state.must_reshuffle


@each_method("13.B")
def test_two_cards_face_up_before_everybody_has_his_void_the_round(book, options, clauses):
    game = dealt_table(book, options, ["progressive"]).bet_all(progressive=5, **SIDE_BET[book]).to("deal")
    game.take(face_up=(2, 3))
    assert game.clauses("round-voided") == clauses
    all_back(game)
    assert game.run.meters["progressive/meter"].value == 2_000_000
    game.finish().ready()
    assert any(event.kind == "cards-shuffled" for event in game.since())


@each_method("13.D")
def test_a_card_drawn_in_error_is_the_next_card(book, options, clauses):
    game = dealt_table(book, options).bet_all().to("deal")
    game.take(drawn_in_error=True)
    assert game.clauses("card-drawn-in-error") == clauses
    assert game.state.hands == game.hands
    game.finish()


# Four Card Poker


@bears("13.C", "13.A")
@each_dealing
def test_cards_face_up_in_the_stub_change_nothing(options):
    """Sixteen cards go out, one more where one of those was face up."""
    game = bet_for_cards(dealt_table(FC, options, hands={})).to("deal")
    stock = game.run.table.equipment.stock
    game.take(face_up=(16, 18, 40, 51))
    assert [event["number"] for event in game.since() if event.kind == "stub-card-seen"] == [18, 40, 51]
    assert game.state.set_aside == stock[15:16]
    assert len(game.state.undealt) == 52 - 17
    assert game.state.hands[0][-1] == stock[16]
    game.finish()
    assert not game.state.must_reshuffle


# Ultimate Texas Hold'em


@uth("13.C")
@by_hand
@pytest.mark.parametrize("step", ["deal-flop", "deal-final"])
def test_several_found_later_void_the_base_wagers_and_trips_is_settled(options, step):
    game = dealt_table(UTH, options).bet_all(trips=5)
    game.answers = {1: ["play 4"]}
    game.to(step)
    game.take(face_up=(1, 2))
    assert game.clauses("base-voided") == game.clauses("card-set-aside") == game.clauses("wager-refunded") == ["13.C"]
    assert game.balance("layout:1") == dollars(5)
    assert game.due.act == "complete-board"
    game.take()
    assert len(game.state.board) == 5
    game.finish()
    assert "dealer-turned" not in game.kinds(skip=1)
    assert {event["wager"] for event in game.since(skip=1) if event.kind == "wager-settled"} == {"trips"}
    assert game.last("round-ended")["void"] is True


@uth("13.A", "13.C")
@pytest.mark.parametrize(("reading", "ends"), [("several-only", False), ("any-card", True)])
def test_whether_one_card_later_ends_the_base_wagers_is_read(reading, ends):
    game = dealt_table(UTH, readings={"UTH-24": "any-card"}).bet_all(trips=5).to("deal-flop")
    game.take(face_up=(1,))  # shows both clauses, whatever the case
    game = dealt_table(UTH, readings={"UTH-24": reading}).bet_all(trips=5).to("deal-flop")
    game.take(face_up=(1,))
    assert bool(game.state.base_void) is ends
    game.finish()


@uth("13.C")
def test_cards_face_up_are_counted_over_the_round():
    game = dealt_table(UTH, hands={}, board="").bet_all(trips=5).to("deal")
    game.take(face_up=(1,))
    game.to("deal-final")
    game.take(face_up=(2,))
    assert game.state.base_void
    game.finish()


def found_face_up(options):
    """Two cards face up in the stub, reported while it lies there: the event that follows."""
    game = dealt_table(UTH, options).bet_all(trips=5).to("rack-stub" if options is MACHINE else "players")
    (voided,) = [event for event in game.do("report-face-up", face_up=(1, 2)) if event.kind.endswith("voided")]
    game.finish()
    return voided.kind, short(voided.clauses)


@uth("13.C")
@each_dealing
def test_cards_face_up_in_the_stub_are_reported_when_they_are_found(options):
    assert found_face_up(options) == ("base-voided", ["13.C"])


@uth("13.B")
def test_while_the_dealers_cards_wait_not_everybody_has_received_his():
    assert found_face_up(WAITS) == ("round-voided", ["13.B"])


def test_cards_face_up_in_the_rack_are_recorded():
    game = dealt_table(UTH).bet_all(trips=5).to("turn-dealer")
    (recorded,) = game.do("report-face-up", face_up=(1, 2), where="rack")
    assert (recorded.kind, recorded.clauses, recorded["what"]) == ("irregularity-recorded", (), "face-up")
    game.finish()
    assert not game.state.must_reshuffle
