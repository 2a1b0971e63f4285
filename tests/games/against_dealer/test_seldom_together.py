"""Two mechanisms that seldom meet: a fold and a wager that stays, a count and a card that was set aside, a void and chips on which
nobody has ruled. Each was found by a break of the program that other tests had not noticed."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.money import Cents
from tests.support.clauses import each_book
from tests.support.dealer_games import FOLD, all_back, dealt_table
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, MANUAL, dollars, ready_table


def folded(*filed, **more):
    """A round of Ultimate Texas Hold'em in which the only player folds; `sides` are his optional wagers."""
    sides = more.pop("sides")
    game = ready_table(UTH, *filed, players=1, **more).bets(1, **sides)
    game.answers = {1: [*FOLD[UTH]]}
    return game.finish()


# A fold, and a wager that stays


@pytest.mark.parametrize(("box", "ends"), [("9h 2d 4c 7s", ("win", dollars(25))), ("Th 2d 4c 7s", ("lose", dollars(0)))])
def test_a_folded_hand_has_its_six_card_bonus_with_the_box_and_not_with_the_board(box, ends):
    """With the board, both would be a full house."""
    cards = {"hands": {1: "9c 9d", 0: "Ks Qh"}, "board": "9s Kc Kd 7d Js", "box": box}
    game = folded(MACHINE, ["six-card-bonus"], sides={"trips": 5, "six_card_bonus": 5}, **cards)
    assert game.won(1, "six-card-bonus") == ends


@pytest.mark.parametrize(("reading", "amount"), [("highest-only", 500), ("both", 650)])
def test_a_folded_pair_of_red_aces_is_paid_as_one_that_plays(reading, amount):
    filed = (), ["ultimate-pairs"], {"UTH-18": reading}, {"ultimate-pairs": "D"}
    game = folded(*filed, hands={1: "Ah Ad", 0: "4h 5h"}, board="Kc 8s 2d 7c Js", sides={"ultimate_pairs": 5})
    assert game.won(1, "ultimate-pairs") == ("win", dollars(amount))


@pytest.mark.parametrize(("letter", "amount"), [("F", 125), ("B", 5000)])
def test_aces_against_aces_are_a_pair_where_the_paytable_has_no_row_for_both(letter, amount):
    filed = (), ["ultimate-pairs"], (), {"ultimate-pairs": letter}
    game = ready_table(UTH, *filed, hands={1: "As Ah", 0: "Ac Ad"}, players=1).bets(1, ultimate_pairs=5).finish()
    assert game.won(1, "ultimate-pairs") == ("win", dollars(amount))


# A player who has left, and his hand


@each_book(poker="11.H(2)(c)")
def test_the_hand_of_a_player_who_has_left_is_announced_like_any_other(book, clauses):
    game = dealt_table(book, MANUAL).bet_all().to("players")
    game.act(1, "play", times=1 if book == FC else 4)
    game.do("leave", 1)
    game.finish()
    assert game.last("result-announced", position=1)["wager"] == "ante"


# Chips for less than three Antes


@pytest.mark.parametrize(("chips", "times"), [(39, (1, 2)), (29, (1,)), (55, (1, 2, 3))])
def test_only_who_cannot_make_the_least_play_wager_may_play_with_all_he_has(chips, times):
    """The Ante is $10; Four Card Poker lets him play once to three times that (FC-108)."""
    game = ready_table(FC, readings={"FC-108": "with-what-he-has"}, players=1, chips=chips).bets(1).to("players")
    assert game.legal(1, "play")[0].bounds["amount"]["choices"] == tuple(dollars(10 * each) for each in times)
    assert game.refused("play", 1, position=1, amount=dollars(chips - 10)).code == "round.play-multiple"


# A card set aside, and what else happens in the deal


@each_book(poker="13.D")
def test_a_card_drawn_in_error_is_recorded_beside_one_that_lay_face_up(book, clauses):
    game = dealt_table(book, **{"hands": {}, **({"board": ""} if book == UTH else {})}).bet_all().to("deal")
    game.take(face_up=(1,), drawn_in_error=True)
    assert game.kinds("card-set-aside", "card-drawn-in-error") == ["card-set-aside", "card-drawn-in-error"]
    game.finish()


@pytest.mark.parametrize("book", [UTH, FC])
@pytest.mark.parametrize("options", [MANUAL, HAND, MACHINE], ids=["manual", "hand", "machine"])
def test_a_card_set_aside_counts_with_the_stub(book, options):
    """All 52 cards are there: the stub, what was dealt, and the card that may not be used."""
    game = dealt_table(book, options, **{"hands": {}, **({"board": ""} if book == UTH else {})}).bet_all().to("deal")
    game.take(face_up=(1,))
    game.to("rack-stub")
    game.do("count-stub")
    assert game.kinds("stub-counted", "round-voided") == ["stub-counted"]
    game.finish()


# Chips that do not match the lights, and a void before the ruling


@pytest.mark.parametrize("book", [UTH, FC])
def test_a_void_before_the_ruling_returns_progressive_chips_from_the_layout(book):
    """They were not collected, and have fed no meter."""
    game = dealt_table(book, MACHINE, ["progressive"]).bets(1, progressive=5).bets(2)
    game.do("wager", 2, position=2, wager="progressive", amount=dollars(5), lit=False)
    inventory = game.balance("inventory")
    game.to("rule-count")
    game.do("report-device", FLOOR_ACTOR, device="automated-shoe")
    assert game.state.void
    back = [
        (event["source"], event["amount"])
        for event in game.since()
        if event.kind == "money-moved" and event.facts.get("wager") == "progressive"
    ]
    assert back[-2:] == [("layout:1", dollars(5)), ("layout:2", dollars(5))]
    assert game.balance("inventory") == inventory
    assert game.run.meters["progressive/meter"].value == 2_000_000
    all_back(game)


# A flush with four cards in sequence


@pytest.mark.parametrize(("hand", "cents"), [("5s 6s 7s 8s Ks", 40_00), ("5s 6s 7s 8s 9h", 30_00), ("5s 6s 7s 8s 9s", 2000_02)])
def test_the_progressive_on_five_cards_does_not_look_at_four_of_them(hand, cents):
    game = ready_table(FC, (), ["progressive"], (), {"progressive": "C"}, hands={1: hand, 0: "3c 4h 7d Jh Qh Td"}, players=1)
    game.bets(1, progressive=1).finish()
    assert game.won(1, "progressive") == ("win", Cents(cents))


@each_book(poker="8.C(4)")
def test_every_chip_that_was_counted_is_collected_although_its_light_is_off(book, clauses):
    """Another light is on without a chip, so that there are as many chips as lights."""
    game = dealt_table(book, MANUAL, ["progressive"]).bet_all()
    game.do("wager", 1, position=1, wager="progressive", amount=dollars(5), lit=False)
    game.do("light", 2, position=2)
    inventory, layout = game.balance("inventory"), game.balance("layout:1")
    game.to("deal")
    assert (game.balance("inventory"), game.balance("layout:1")) == (inventory + dollars(5), layout - dollars(5))
    game.finish()


# A floorperson's ruling, and what else has happened


@each_book(poker="8.C(4)")
def test_where_no_chip_stands_all_go_back(book, clauses):
    game = ready_table(book, MANUAL, ["progressive"], players=2).bet_all()
    for place in (1, 2):
        game.do("wager", place, position=place, wager="progressive", amount=dollars(5), lit=place == 1)
    before, meter = game.balance("inventory"), game.run.meters["progressive/meter"].value
    game.to("rule-count").take(standing=())
    assert [event["source"] for event in game.moved("wager-returned", skip=0)][-2:] == ["layout:1", "layout:2"]
    game.to("deal")
    assert (game.balance("inventory"), game.run.meters["progressive/meter"].value) == (before, meter)


@each_book(poker="11.J(2)(b)")
def test_a_light_at_a_players_other_position_is_not_that_of_the_wager(book, clauses):
    """Ann has two positions, a progressive wager at the first, and a light at the second. Her hand at the first wins."""
    hands = {1: "As Ah Ad Ac 2c", 2: "5s 7h 8d 9c Jd"} if book == FC else {1: "As Ah", 2: "5s 7h"}
    more = {"board": "Ad Ac Ks 9h 2d"} if book == UTH else {}
    game = ready_table(
        book, {**MANUAL, "table.boxes-per-player": 2}, ["progressive"], seats={"Ann": (1, 2)}, hands=hands, **more
    )
    game.bets(1).bets(2)
    game.do("wager", 1, position=1, wager="progressive", amount=dollars(5), lit=False)
    game.do("light", 1, position=2)
    game.to("rule-light", 1)
    assert game.due.clauses
    game.take(stands=False)
    assert game.last("wager-refunded", position=1)["wager"] == "progressive"
    game.finish()
