"""Wagers against the dealer: which lie where, what each needs, when betting closes, and what becomes of progressive chips."""

import pytest

from houseway.citation import cite_clauses
from houseway.money import Cents
from tests.support.clauses import against_dealer, bears, each_book, ids, short, uth
from tests.support.submissions import EXAMPLES, FC, UTH, document, filed
from tests.support.table_driver import AGAINST_DEALER_TABLES, HAND, MACHINE, MANUAL, METHODS, dollars, ready_table

ALL_WAGERS = ("progressive", "ultimate-pairs", "bad-beat", "play-the-board")

# Either game


def caution(game, wager, position=1):
    """What a player is told before a wager: the most without a warning, and the warning."""
    wagers = (each for each in game.legal("Ann", "wager") if each.facts["wager"] == wager)
    (option,) = (each for each in wagers if each.facts["position"] == position)
    found = game.run.table.game.caution_on_stake(game.context, option)
    return found and (found.most, found.words)


@pytest.mark.parametrize(("book", "areas"), [(UTH, 3), (FC, 2)])
def test_a_wager_that_leaves_no_chips_for_a_play_wager_is_warned_of(book, areas):
    """Ante and Blind, and a Play wager of one Ante."""
    game = AGAINST_DEALER_TABLES[book](seats={"Ann": (1,)}, chips=90)
    too_few = "leaves you too few chips for a Play wager, so that you would have to fold"
    assert caution(game, "ante") == (dollars(90 // areas), f"more than {dollars(90 // areas)} {too_few}")
    game.bet(1, 90 // areas, "ante")
    side = "trips" if book == UTH else "aces-up"
    assert caution(game, side) == (dollars(0), f"this wager {too_few}")


def test_a_player_with_two_positions_keeps_chips_for_a_play_wager_at_each():
    """Of $120, $40 are for Ante and Blind at the first position and $20 for its Play wager; $60 are left for three areas."""
    game = AGAINST_DEALER_TABLES[UTH]({"table.boxes-per-player": 2}, seats={"Ann": (1, 2)}, chips=120)
    game.bet(1, 20, "ante")
    words = "leaves you too few chips for a Play wager at each position, so that you would have to fold"
    assert caution(game, "ante", 2) == (dollars(20), f"more than {dollars(20)} {words}")
    game.bet(2, 20, "ante")
    assert caution(game, "trips", 1) == (dollars(0), f"this wager {words}")


def test_a_warning_names_no_amount_below_the_least_wager():
    """With $25 a player could keep enough for a Play wager only by an Ante of $8.33, and the least Ante is $10."""
    game = AGAINST_DEALER_TABLES[UTH](seats={"Ann": (1,)}, chips=25)
    most, words = caution(game, "ante")
    assert (most, words.split(" leaves ")[0]) == (Cents(0), "this wager")


def test_with_chips_for_every_wager_there_is_no_warning():
    game = AGAINST_DEALER_TABLES[UTH](seats={"Ann": (1,)}, chips=5000)
    assert caution(game, "ante") is None


def test_whoever_may_play_with_what_he_has_is_warned_of_having_nothing():
    game = AGAINST_DEALER_TABLES[UTH](readings={"UTH-33": "with-what-he-has"}, seats={"Ann": (1,)}, chips=90)
    most, _ = caution(game, "ante")
    assert most == Cents(4499)


@each_book(poker="7.B")
def test_a_spoken_wager_is_refused(book, clauses):
    refused = ready_table(book).refused("bet-in-words", 1, said="fifty on the ante")
    assert (refused.code, short(refused.clauses)) == ("wager.spoken", clauses)


@each_book(poker="7.C")
def test_only_a_seated_player_bets(book, clauses):
    game = ready_table(book, players=1)
    refused = game.refused("wager", "Bob", position=2, wager="ante", amount=dollars(10))
    assert (refused.code, short(refused.clauses)) == ("round.not-seated", clauses)


@each_book(poker="7.G 2.A")
def test_a_player_bets_on_as_many_adjacent_boxes_as_are_filed(book, clauses):
    game = AGAINST_DEALER_TABLES[book]({"table.boxes-per-player": 2}, seats={"Ann": (2, 3)})
    assert short(game.refused("sit", "Ann", position=4).clauses) == clauses[:1]
    assert game.refused("sit", "Bob", position=7).code == "seat.none"
    assert game.refused("sit", "Bob", position=3).code == "seat.taken"


@against_dealer
@pytest.mark.parametrize(("options", "clause"), [(MANUAL, "8.C(1)"), (HAND, "9.A(3)"), (MACHINE, "10.A(2)(a)")], ids=METHODS)
def test_after_no_more_bets_nothing_is_made_raised_or_taken_back(book, options, clause, claim):
    game = ready_table(book, options).bets(1).bets(2)
    game.take()
    closing, *refusing = ids(book, clause, "7.E", "7.D")
    claim(*cite_clauses(book, closing, *refusing))
    assert closing in game.clauses("betting-closed")
    for act, place, facts in (
        ("wager", 1, {"amount": dollars(5)}),
        ("wager", 3, {"amount": dollars(10)}),
        ("take-back", 1, {}),
    ):
        refused = game.refused(act, place, position=place, wager="ante", **facts)
        assert (refused.code, short(refused.clauses)) == ("round.closed", refusing)


@bears("1.B(1)")
def test_an_ante_is_a_wager_before_the_deal():
    game = ready_table(FC).bets(1).bets(2)
    assert game.state.stakes[1].keys() == {"ante"}
    game.to("players")
    assert game.state.dealt
    assert game.refused("wager", 3, position=3, wager="ante", amount=dollars(10)).code == "round.closed"


COUNTED = {UTH: ("12.D(3)(a)",), FC: (".12 D(3)(a)",)}
"""The clause that adds to the meter."""


@pytest.mark.parametrize(("book", "second"), [(UTH, "ante"), (FC, "aces-up")], ids=["uth", "fc"])
@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        (MANUAL, "2.C 2.C(2) 8.C(1) 8.C(2) 8.C(3) 8.C(4)"),
        (HAND, "2.C 2.C(2) 9.A(3) 9.A(3)(a) 9.A(3)(b) 9.A(3)(c)"),
        (MACHINE, "2.C 2.C(2) 10.A(2)(a) 10.A(2)(b)(i) 10.A(2)(b)(ii) 10.A(2)(b)(iii)"),
    ],
    ids=METHODS,
)
def test_progressive_chips_are_locked_out_counted_and_collected(book, second, options, clauses, claim):
    game = ready_table(book, options, ["progressive"]).bets(1, progressive=5).bets(2, 10, second, progressive=5)
    before = game.balance("inventory")
    game.to("deal")
    claim(*cite_clauses(book, *ids(book, *clauses.split()), *COUNTED[book]))
    assert game.balance("inventory") - before == dollars(10)
    assert game.run.meters["progressive/meter"].value == 2_000_000 + 200
    assert game.kinds("wagers-locked-out", "chips-counted") == ["wagers-locked-out", "chips-counted"]


@each_book(poker="2.C(1) 2.C")
def test_a_chip_that_was_not_accepted_goes_back_by_ruling(book, clauses):
    game = ready_table(book, wagers=["progressive"]).bets(1, progressive=1).bets(2)
    before = game.chips(2)
    game.do("wager", 2, position=2, wager="progressive", amount=dollars(5), lit=False)
    game.to("rule-count").take()
    assert "progressive" in game.state.wagers_at(1)
    assert "progressive" not in game.state.wagers_at(2)
    assert game.chips(2) == before


# Ultimate Texas Hold'em


@uth("7.A", "7.C", "7.D", "7.F(1)")
def test_an_ante_lays_an_equal_blind_beside_it():
    game = ready_table(UTH)
    game.bets(1, 25)
    assert {name: stake.amount for name, stake in game.state.wagers_at(1).items()} == {
        "ante": dollars(25),
        "blind": dollars(25),
    }
    assert game.chips(1) == dollars(4950)
    assert short(game.last("wager-placed").clauses) == ["7.A", "7.C", "7.D", "7.F(1)"]


@uth("7.F(1)")
def test_a_blind_is_never_unequal_and_never_alone():
    game = ready_table(UTH)
    refused = game.refused("wager", 1, position=1, wager="ante", amount=dollars(10), blind=dollars(20))
    assert (refused.code, short(refused.clauses)) == ("round.blind-not-equal", ["7.F(1)"])
    assert game.refused("wager", 1, position=1, wager="blind", amount=dollars(10)).code == "round.blind-alone"


@uth("7.F(2)", "1.B(7)", "7.F(3)", "7.F(3)(a)", "7.F(3)(b)", "7.F(5)", "7.F(6)", "7.F(7)")
def test_optional_wagers_need_ante_and_blind():
    game = ready_table(UTH, wagers=ALL_WAGERS)
    for wager in ("trips", *ALL_WAGERS):
        assert game.refused("wager", 1, position=1, wager=wager, amount=dollars(5)).code == "round.base-first"
    game.bets(1)
    for wager in ("trips", *ALL_WAGERS):
        game.bets(1, 5, wager)
    assert set(game.state.wagers_at(1)) == {"ante", "blind", "trips", *ALL_WAGERS}


@uth("7.F(4)", "7.F(4)(b)")
@pytest.mark.parametrize(("reading", "needs"), [("needs-trips", True), ("independent", False)])
def test_the_six_card_bonus_needs_trips_unless_read_otherwise(reading, needs):
    game = ready_table(UTH, MACHINE, ["six-card-bonus"], {"UTH-11": reading})
    game.bets(1)
    if needs:
        assert game.refused("wager", 1, position=1, wager="six-card-bonus", amount=dollars(5)).facts["allowed"] == ("trips",)
        game.bets(1, 5, "trips")
    game.bets(1, 5, "six-card-bonus")
    assert "six-card-bonus" in game.state.wagers_at(1)


@uth("7.E", "7.D")
def test_what_hangs_on_a_wager_goes_back_with_it():
    game = ready_table(UTH, MACHINE, ["six-card-bonus", "progressive"])
    game.bets(1, 10, trips=5, six_card_bonus=5, progressive=1)
    game.act(1, "take-back", wager="trips")
    assert set(game.state.wagers_at(1)) == {"ante", "blind", "progressive"}
    assert game.run.table.equipment.acceptors.lit == (1,)
    game.act(1, "take-back", wager="blind")
    assert (game.state.stakes, game.chips(1)) == ({}, dollars(5000))
    assert game.run.table.equipment.acceptors.lit == ()


def test_stakes_keep_to_the_filed_limits():
    game = ready_table(UTH, wagers=["progressive"]).bets(1)
    assert game.refused("wager", 2, position=2, wager="ante", amount=dollars(9)).code == "round.stake"
    assert game.refused("wager", 1, position=1, wager="progressive", amount=dollars(2)).facts["allowed"] == "$1, $5"
    assert game.refused("wager", 1, position=1, wager="trips", amount=Cents(0)).code == "round.no-wager"
    for wager in ("six-card-bonus", "play", "insurance"):
        assert game.refused("wager", 1, position=1, wager=wager, amount=dollars(5)).code == "round.not-offered"


@pytest.mark.parametrize(
    ("book", "wager", "clauses"),
    [
        (UTH, "trips", "7.F(2) 1.B(7)"),
        (FC, "ante", "as-played.7.F(1) as-played.1.B(1)"),
        (FC, "aces-up", "as-played.7.F(2) as-played.7.F(2)(a) as-played.1.B(7)"),
    ],
)
def test_a_wager_is_more_than_nothing_and_is_not_lowered_by_another(book, wager, clauses, claim):
    game = ready_table(book).bets(1, 25).bets(1, 25, wager)
    for amount in (Cents(0), -dollars(5)):
        refused = game.refused("wager", 1, position=1, wager=wager, amount=amount)
        assert (refused.code, " ".join(short(refused.clauses))) == ("round.no-wager", clauses)
    claim(*cite_clauses(book, *clauses.split()))


# Four Card Poker


@bears("7.A", "7.C", "7.D", "7.F(1)", "1.B(1)", "7.F(2)", "7.F(2)(a)", "1.B(7)")
def test_ante_aces_up_or_both_are_taken_at_amounts_of_their_own():
    game = ready_table(FC)
    game.bets(1, 25).bet_aces_up(2, 30).bets(3, 10, aces_up=100)
    assert {place: set(game.state.wagers_at(place)) for place in (1, 2, 3)} == {
        1: {"ante"},
        2: {"aces-up"},
        3: {"ante", "aces-up"},
    }
    assert game.context.playing_positions == (1, 2, 3)
    assert game.refused("wager", 1, position=1, wager="aces-up", amount=dollars(101)).code == "round.stake"


@bears("7.F(2)", "7.F(2)(a)", "7.F(1)")
def test_read_so_they_are_equal_where_both_lie():
    """FC-18: the second equals the first, and neither of two is raised."""
    game = ready_table(FC, readings={"FC-18": "equal"}).bets(1, 25).bet_aces_up(2, 30).bets(3, 200)
    refused = game.refused("wager", 1, position=1, wager="aces-up", amount=dollars(10))
    assert (refused.code, refused.facts["allowed"]) == ("round.stake", "$25")
    assert game.refused("wager", 2, position=2, wager="ante", amount=dollars(20)).facts["allowed"] == "$30"
    choices = [option.bounds["amount"] for option in game.legal(1, "wager") if option.facts["wager"] == "aces-up"]
    assert choices == [{"choices": (dollars(25),)}]
    assert not [option for option in game.legal(3, "wager") if option.facts["wager"] == "aces-up"], "above its own limit"
    game.bets(1, 25, "aces-up")
    assert game.refused("wager", 1, position=1, wager="ante", amount=dollars(5)).code == "round.stake"
    assert not [option for option in game.legal(1, "wager") if option.facts["wager"] in ("ante", "aces-up")]


@bears("7.F(3)", "7.F(3)(a)", "7.F(3)(b)", "2.C(1)")
@pytest.mark.parametrize("reading", ["ante-or-aces-up", "ante-only"])
def test_the_progressive_needs_another_wager(reading):
    """FC-19: either of them, or the Ante."""
    game = ready_table(FC, wagers=["progressive"], readings={"FC-19": reading})
    assert game.refused("wager", 1, position=1, wager="progressive", amount=dollars(1)).code == "round.base-first"
    game.bets(1, 10, progressive=5).bet_aces_up(2)
    if reading == "ante-only":
        assert game.refused("wager", 2, position=2, wager="progressive", amount=dollars(1)).facts["allowed"] == ("ante",)
    else:
        game.bets(2, 1, "progressive")
    assert game.run.table.equipment.acceptors.lit == ((1,) if reading == "ante-only" else (1, 2))
    assert game.refused("wager", 1, position=1, wager="progressive", amount=dollars(2)).code == "round.stake"
    two_dollars = filed(document(EXAMPLES / FC / "wrong" / "progressive-stake-two-dollars.toml"))
    assert [finding.code for finding in two_dollars.findings] == ["stake.value"], "a dollar or five"


@bears("7.E", "7.D")
def test_the_last_wager_that_carries_the_progressive_takes_it_along():
    game = ready_table(FC, wagers=["progressive"]).bets(1, 10, aces_up=5, progressive=5)
    game.act(1, "take-back", wager="ante")
    assert set(game.state.wagers_at(1)) == {"aces-up", "progressive"}
    game.act(1, "take-back", wager="aces-up")
    assert (game.state.stakes, game.chips(1)) == ({}, dollars(5000))
    assert game.run.table.equipment.acceptors.lit == ()
