"""What an option says of facts that may be left out: `legal` bounds each of them, and whatever is within the bounds is taken."""

import pytest

from houseway.cards import parse_hand
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import Malformed
from houseway.money import Cents
from tests.support.clauses import bear, both, div, md
from tests.support.submissions import DIV, DIV_PROGRESSIVE, MD
from tests.support.table_driver import PaiGowTable

DEVICES = {"table.shuffler": True, "table.dealing": "automated-shoe"}
IN_CARDS = ("jammed", "stopped", "unfinished")
WORDS = {"optional": True, "text": "in words"}
SEVEN = "2s 3s 5d 7c 9h Jd Qc"


def one(table, act, by=DEALER_ACTOR):
    (option,) = table.legal(by, act)
    return option


@both
@pytest.mark.parametrize("by", [DEALER_ACTOR, FLOOR_ACTOR], ids=["dealer", "floor"])
def test_a_fault_of_each_device_in_use_is_listed_with_what_may_be_wrong(book, by, claim):
    bear(claim, book, "14.L 14.M 5.K", "(n)(13) (n)(14)#1 (k)(1)")
    table = PaiGowTable(book, {**DEVICES, "table.starting-position": "random-number"}, players=2).ready()
    listed = {option.facts["device"]: option.bounds for option in table.legal(by, "report-device")}
    assert {device: bounds["what"]["choices"] for device, bounds in listed.items()} == {
        "shuffler": IN_CARDS,
        "automated-shoe": IN_CARDS,
        "random-number": ("stopped", "wrong"),
    }
    for device, bounds in listed.items():
        assert all(bound["optional"] for bound in bounds.values())
        for what in bounds["what"]["choices"]:
            for usable in bounds["usable"]["choices"]:
                again = PaiGowTable(book, {**DEVICES, "table.starting-position": "random-number"}, players=2).ready()
                (failed,) = again.do("report-device", by, device=device, what=what, usable=usable)
                assert (failed["what"], failed["usable"]) == (what, usable)
        assert isinstance(table.refused("report-device", by, device=device, what="tired"), Malformed)


@both
def test_a_device_that_failed_is_listed_to_be_restored(book):
    table = PaiGowTable(book, players=2).ready()
    assert not table.legal(FLOOR_ACTOR, "restore-device")
    table.do("report-device", device="shaker")
    assert [option.facts for option in table.legal(FLOOR_ACTOR, "restore-device")] == [{"device": "shaker"}]
    table.do("restore-device", FLOOR_ACTOR, **one(table, "restore-device", FLOOR_ACTOR).facts)
    assert table.due.act == "place-dice"


@both
def test_a_recut_is_ordered_with_a_reason(book, claim):
    bear(claim, book, "5.G(1)", "(f)(6)#1")
    table = PaiGowTable(book, players=2).ready()
    assert one(table, "order-recut", FLOOR_ACTOR).bounds == {"why": WORDS}
    (ordered,) = table.do("order-recut", FLOOR_ACTOR, why="a card fell")
    assert ordered["why"] == "a card fell"


@both
def test_the_dealers_own_setting_is_told_by_the_numbers_of_dealt_cards(book, claim):
    bear(claim, book, "14.I", "(n)(9)")
    table = PaiGowTable(book, players=1, hands={0: "As Ad Kh Kd 4c 3d 2s"}).ready().bet_all().to("set-dealer")
    low = one(table, "set-dealer").bounds["low"]
    assert low == {"optional": True, "some": (1, 2, 3, 4, 5, 6, 7)}
    laid, reset, *_ = table.take(low=low["some"][5:])
    assert (laid.kind, reset.kind) == ("hand-set", "hand-reset")
    assert laid["low"] == parse_hand("3d 2s")


@both
def test_the_dealers_own_setting_is_some_of_the_physical_cards(book):
    table = PaiGowTable(book, players=1)
    chance = table._chance
    table._chance = lambda command: {"cards": None} if command.act == "shuffle" else chance(command)
    table.ready().bet_all().to("players").do("set-hand", 1, position=1)
    bounds = one(table.to("set-dealer"), "set-dealer").bounds
    assert bounds == {"cards": {"enter": 7}, "low": {"optional": True, "of": "cards"}}
    laid, *_ = table.take(cards=parse_hand(SEVEN), low=parse_hand(SEVEN)[:2])
    assert laid["low"] == parse_hand("2s 3s")


@both
def test_a_wrong_number_is_any_but_the_right_one(book, claim):
    bear(claim, book, "14.H", "(n)(8)")
    table = PaiGowTable(book, players=2).ready().bet_all().to("players")
    hands = one(table, "report-misdeal").bounds["hands"]
    assert hands == {"each": (0, 1, 2, 3, 4, 5, 6), "least": 0, "most": 53, "right": 7}
    assert table.refused("report-misdeal", hands={1: hands["right"]}).code == "round.no-misdeal"
    for number in (hands["least"], hands["most"]):
        again = PaiGowTable(book, players=2).ready().bet_all().to("players")
        again.do("report-misdeal", hands=dict.fromkeys(hands["each"], number))
        assert again.run.table.round.void == "misdeal"


@md("5.H(2)")
@div("(f)(7)#1")
def test_idle_cards_lie_up_where_the_book_or_a_player_allows_it():
    faces = {}
    for book in (MD, DIV):
        table = PaiGowTable(book, players=1).ready()
        faces[book] = one(table, "idle-table").bounds["face"]["choices"]
        if book == MD:
            assert table.refused("idle-table", face="up").code == "table.idle-face"
            table.do("ask-spread", 1, what="spread-face-up")
            assert one(table, "idle-table").bounds["face"]["choices"] == ("up", "down")
            table.do("idle-table", face="up")
    assert faces == {MD: ("down",), DIV: ("up", "down")}


@both
def test_a_deck_comes_with_the_jokers_that_a_maker_may_put_in(book):
    table = PaiGowTable(book, players=1)
    choices = {MD: (1, 2), DIV: (1,)}[book]  # as the Division's minimal filing has it
    assert one(table, "receive-deck").bounds["jokers"] == {"optional": True, "choices": choices}
    assert table.refused("receive-deck", jokers=3).code == "deck.jokers"
    table.do("receive-deck", jokers=choices[-1])
    assert one(table, "inspect-deck").bounds == {"defects": WORDS}


# A progressive coupon without chips

COUPONS = {"coupons.progressive": True}


def broke(options=COUPONS, chips=10):
    """A player with all his chips on the base wager, and perhaps some more."""
    table = PaiGowTable(DIV, options, {"progressive": DIV_PROGRESSIVE}, players=1, chips=chips).ready()
    table.bet(1, 10)
    return table


def progressive(table):
    return [option.bounds for option in table.legal(1, "wager") if option.facts["wager"] == "progressive"]


@div("(g)(4)#1", "(g)(4)#2", "(q)(2)#2")
def test_a_progressive_coupon_is_redeemed_by_a_player_without_chips():
    table = broke()
    assert table.chips(1) == Cents(0)
    (bounds,) = progressive(table)
    assert bounds == {"coupon": {"choices": (Cents.from_dollars(1),)}}, "there is no chip for which it could stand in"
    table.do("wager", 1, position=1, wager="progressive", coupon=bounds["coupon"]["choices"][0])
    assert table.run.table.equipment.acceptors.lit == (1,)
    assert progressive(table) == [], "it lies there"
    table.finish()
    assert table.balance("coupons") == Cents(0)


@div("(g)(4)#1")
def test_without_coupons_or_with_chips_it_is_as_before():
    assert progressive(broke({})) == []
    (bounds,) = progressive(broke(chips=11))
    assert set(bounds) == {"amount", "coupon"}
    assert bounds["coupon"]["instead"] == "amount"


@div("(g)(1)#1")
def test_a_match_play_coupon_lies_beside_chips_and_never_alone():
    """DIV-100: it is chips and, if applicable, a coupon."""
    table = broke({**COUPONS, "coupons.match-play": True})
    assert [option.facts["wager"] for option in table.legal(1, "wager")] == ["progressive"]
