"""Settlement against the dealer: hand by hand counterclockwise, higher, lower and equal hands, the Blind and the Ante bonus."""

import pytest

from houseway.citation import cite_clauses
from houseway.money import Cents
from tests.support.clauses import against_dealer, bears, each_book, fc, ids, uth
from tests.support.dealer_games import SIDE_BET
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS, dollars, exposed_positions, ready_table

NOTHING = Cents(0)
LOW = "3c 4h 7d Jh Qh Td"
"""A dealer's queen high."""
KINGS = "3c 4h 7d Jh Kh Kd"
BLANKS = "Qs Js 9h 3h 4d"
ROYAL = {"hands": {1: "As Ks", 2: "2c 7d", 3: "9c 9d", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"}
QUADS = {"hands": {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 3: "5s 6h 8c Qc 9d", 0: LOW}}


def one(book, own, dealer, **more):
    """A table for one player, who has these cards."""
    return ready_table(book, hands={1: own, 0: dealer}, players=1, **more)


# Either game


@against_dealer
def test_the_dealers_cards_come_up_when_all_have_acted_even_if_all_have_folded(book, claim):
    if book == UTH:
        game, answers = one(UTH, "Qc 7d", "4h 5h", board="Qs Js Ts 3h 3d"), ["check", "check", "fold"]
    else:
        game, answers = one(FC, "Ks Qd 9h 5c 2s", LOW), ["fold"]
    game.bets(1).answers = {1: answers}
    game.finish()
    shown, clauses = {
        UTH: ("pair of threes with Q J 10", ["11.G(1)", "11.G(2)", "11.G(3)"]),
        FC: ("queen high with J 10 7", ["11.G(1)", "11.G(2)", "11.G(3)", "11.G(4)"]),
    }[book]
    assert game.last("dealer-turned")["hand"] == shown
    assert exposed_positions(game) == []
    claim(*cite_clauses(book, *ids(book, *clauses)))


@each_book(poker="11.H(2) 11.H(2)(a) 11.H(2)(b) 11.H(2)(c) 11.H(2)(d) 11.K 2.D(2)")
def test_hands_are_settled_counterclockwise_one_wholly_before_the_next(book, clauses, claim):
    if book == UTH:
        side, game = "trips", ready_table(UTH, **ROYAL).bet_all(trips=5)
    else:
        side, game = "aces-up", ready_table(FC, **QUADS).bets(1, aces_up=5).bet_aces_up(2).bets(3, aces_up=5)
        game.answers = {3: ["fold"]}
        claim(*fc("1.B(8)"))
    game.finish()
    in_turn = ("hand-exposed", f"wager-settled {side}", "cards-collected")
    order = [(kind, event["position"]) for event in game.since(skip=1) if (kind := _kind_and_wager(event)) in in_turn]
    assert order == [(kind, place) for place in (3, 2, 1) for kind in in_turn] + [("cards-collected", 0)]
    announced = [event["position"] for event in game.since(skip=1) if event.kind == "result-announced"]
    assert announced == {UTH: [3, 2, 1], FC: [1]}[book], "of hands that play against the dealer"


def _kind_and_wager(event):
    """The kind of an event, with the wager that was settled."""
    return f"{event.kind} {event['wager']}" if event.kind == "wager-settled" else event.kind


@each_book(poker="11.H(2) 11.H(3)(a)")
def test_who_loses_is_settled_before_the_next_hand_is_turned_up(book, clauses):
    if book == UTH:
        game = ready_table(UTH, hands={1: "Ks Kh", 2: "2c 7d", 3: "2h 7c", 0: "As Ah"}, board=BLANKS)
    else:
        game = ready_table(FC, hands={1: "As Ah Ad Ac 2c", 2: "8s 6d Tc 2h 5c", 3: "5s 6h 8c 2d 9d", 0: KINGS})
    game.bet_all().to("expose")
    for place, following in ((3, 2), (2, 1)):
        assert game.due.facts["position"] == place
        before = game.balance("inventory")
        laid = game.balance(f"layout:{place}")
        game.take()
        assert game.balance(f"layout:{place}") == NOTHING
        assert game.balance("inventory") == before + laid
        assert game.due.act == "collect-cards", "nothing is left to pay"
        game.to("expose", following)
    game.take()
    assert (game.due.act, game.due.facts["position"]) == ("pay" if book == FC else "collect-cards", 1)


@each_book(poker="11.H(2)(c)")
def test_the_hand_that_is_called_at_a_turn_is_the_players_own(book, clauses):
    """Whether it loses, ties or wins."""
    if book == UTH:
        game = ready_table(UTH, hands={1: "As Ah", 2: "Qd Tc", 3: "8c 7d", 0: "Qh Td"}, board=BLANKS)
        words = ("queen high with J 9 8 7", "pair of queens with J 10 9", "pair of aces with Q J 9")
    else:
        game = ready_table(FC, hands={1: "As Ah Ad Ac 2c", 2: "Ks Kc Jd 7c 2d", 3: "5s 6h 8c 2h 9d", 0: KINGS})
        words = ("nine high with 8 6 5", "pair of kings with J 7", "four of a kind, aces")
    game.bet_all().finish()
    announced = [event for event in game.since(skip=1) if event.kind == "result-announced"]
    assert [event["position"] for event in announced] == [3, 2, 1]
    assert [event["result"] for event in announced] == ["lose", "tie", "win"]
    assert tuple(event["words"] for event in announced) == words


@each_book(poker="11.H(3)(a)")
def test_a_lower_hand_loses_whatever_is_against_the_dealer(book, clauses):
    game = one(UTH, "2c 7d", "As Ah", board=BLANKS) if book == UTH else one(FC, "Ks Qd 9h 5c 2s", KINGS)
    game.bets(1).answers = {1: ["play 4" if book == UTH else "play 1"]}
    game.to("expose").take()
    assert game.balance("layout:1") == NOTHING, "collected as the hand is turned up"
    game.finish()
    wagers, left = {UTH: (("ante", "blind", "play"), 4940), FC: (("ante", "play"), 4980)}[book]
    assert game.paid(1) == dict.fromkeys(wagers, ("lose", 0))
    assert game.chips(1) == dollars(left)


# Ultimate Texas Hold'em


@uth("11.H(3)(b)", "12.A", "12.B(1)(f)")
def test_a_higher_hand_wins_even_money_and_the_blind_by_its_row():
    game = one(UTH, "Kc Td", "3s 8h", board=BLANKS).bets(1)
    game.answers = {1: ["check", "play 2"]}
    game.finish()
    assert game.paid(1) == {"ante": ("win", 10), "blind": ("win", 10), "play": ("win", 20)}
    assert game.chips(1) == dollars(5040)


@uth("11.H(3)(c)", "12.B(1)(g)")
def test_a_winner_below_a_straight_gets_the_blind_back():
    game = one(UTH, "Kc Kd", "3s 8h", board=BLANKS).bets(1).finish()
    assert game.won(1, "blind") == ("tie", NOTHING)
    assert game.chips(1) == dollars(5020)


@uth("11.H(3)(d)", "6.E(2)")
def test_an_equal_hand_has_everything_back():
    game = one(UTH, "2c 7d", "2h 7s", board="As Ks Qh Qd 9d").bets(1).finish()
    assert [game.won(1, wager)[0] for wager in ("ante", "blind", "play")] == ["tie"] * 3
    assert game.chips(1) == dollars(5000)


@pytest.mark.parametrize(
    ("own", "dealer", "board", "result", "clauses"),
    [
        ("Ac 2d", "Kc 2h", "Qs Js 9h 7h 2s", "win", ("6.A",)),  # the ace above the king
        ("Ac 9d", "6c 9c", "2s 3s 4h 5h 9h", "lose", ("6.B",)),  # the ace below the two: the lower straight
        ("8s 2s", "8c 2c", "As Ac Qh Jh 9d", "tie", ("6.C", "6.E")),  # no suit above another
        ("Js 9d", "Ac Ah", "Jd 9s 4h 7c 2d", "win", ("6.D",)),  # two pair above a pair, whatever its rank
        ("Kc 8d", "Qc 8h", "As Ad 9h 5h 3d", "win", ("6.E(1)",)),  # the highest card that the other lacks
    ],
)
def test_hands_are_held_against_each_other_as_they_rank(own, dealer, board, result, clauses, claim):
    game = one(UTH, own, dealer, board=board).bets(1).finish()
    assert game.won(1, "play")[0] == result
    claim(*cite_clauses(UTH, *clauses))


@each_book(poker="6.A 6.E(1)")
@pytest.mark.parametrize("higher", [8, 7, 6])
def test_the_lowest_card_that_counts_decides_by_a_single_rank(book, clauses, higher):
    """All other cards that count are equal; the two hands stand next to each other."""
    for own, dealer, result in ((higher, higher - 1, "win"), (higher - 1, higher, "lose")):
        if book == UTH:
            game = one(UTH, f"{own}d 3c", f"{dealer}h 3h", board="As Kd Qh 9c 2s")
        else:
            game = one(FC, f"Ks Qd 9h {own}c 2s", f"Kc Qh 9d {dealer}s 3h 2d")
        assert game.bets(1).finish().won(1, "play")[0] == result


@uth("11.H(1)")
@pytest.mark.parametrize(
    ("own", "results", "chips"),
    [
        ("Kc 2c", ("tie", "tie", "win"), 5010),
        ("3c 2c", ("tie", "lose", "lose"), 4980),
        ("8d 5d", ("tie", "tie", "tie"), 5000),
    ],
)
def test_without_a_pair_the_dealer_returns_the_ante_whoever_wins(own, results, chips):
    game = one(UTH, own, "8h 5s", board="As Qs Jh 9h 4d").bets(1).finish()
    assert tuple(game.won(1, wager)[0] for wager in ("ante", "blind", "play")) == results
    assert game.chips(1) == dollars(chips)
    assert "11.H(1)" in game.clauses("dealer-turned")


@pytest.mark.parametrize(("reading", "result", "chips"), [("pushes", "tie", 5020), ("pays-even", "win", 5030)])
def test_a_winning_straight_on_blind_paytable_b_is_read(reading, result, chips):
    game = one(UTH, "Kc Td", "3s 8h", board=BLANKS, readings={"UTH-01": reading}, letters={"blind": "B"}).bets(1).finish()
    assert game.won(1, "blind")[0] == result
    assert game.chips(1) == dollars(chips)


@uth("12.B(1)(e)")
@pytest.mark.parametrize(("reading", "amount"), [("exact-cents", Cents(1650)), ("whole-dollars", dollars(16))])
def test_three_to_two_is_paid_as_read(reading, amount):
    game = one(UTH, "Ks 2s", "3c 8h", board="Qs Js 9s 3h 4d", readings={"UTH-29": reading}).bets(1, 11).finish()
    assert game.won(1, "blind") == ("win", amount)


@pytest.mark.parametrize("options", [MANUAL, HAND, MACHINE, WAITS], ids=["manual", "hand", "machine", "waits"])
def test_a_round_has_the_same_cards_however_they_are_dealt(options):
    game = ready_table(UTH, options, **ROYAL).bet_all(trips=5)
    game.answers = {1: ["play 4"], 2: ["check", "check", "fold"]}
    game.finish()
    assert game.last("cards-dealt")["hands"] == {**game.hands}
    assert game.won(1, "blind") == ("win", dollars(5000))
    assert game.won(1, "trips") == ("win", dollars(250))
    assert game.won(3, "ante") == ("win", dollars(10))


# Four Card Poker


@bears("11.H(3)(b)", ".12 A", "6.A", "6.E(1)")
def test_a_higher_hand_wins_ante_and_play():
    game = one(FC, "Ks Qd 9h 5c 2s", LOW).bets(1)
    game.answers = {1: ["play 2"]}
    game.finish()
    assert game.paid(1) == {"ante": ("win", 10), "play": ("win", 20)}
    assert game.chips(1) == dollars(5030)


@bears("6.E(2)", "1.B(1)")
@pytest.mark.parametrize(("reading", "result", "chips"), [("player-wins", ("win", 10), 5020), ("push", ("tie", 0), 5000)])
def test_a_tie_is_paid_or_read_so_handed_back(reading, result, chips):
    """FC-07. The fifth and sixth cards do not count."""
    game = one(FC, "Kc Ks 9h 5c 2s", "Kh Kd 9c 5s 3c 4h", readings={"FC-07": reading}).bets(1).finish()
    assert game.paid(1) == {"ante": result, "play": result}
    assert game.chips(1) == dollars(chips)
    assert game.last("result-announced")["result"] == "tie"
    cited = game.clauses("wager-settled", wager="play")
    assert "as-played.11.H(3)(b)" not in cited
    assert ("as-played.11.H(3)(d)" in cited) is (reading == "player-wins")


@bears("6.D(1)")
@pytest.mark.parametrize(
    ("own", "dealer", "result"),
    [
        ("As Ah Ad Ac 2c", "Ks Kh Kd Kc 3c 4h", "win"),
        ("2s 2h 2d 2c Kc", "3s 3h 3d 3c 4c 5h", "lose"),
        ("As Ah Ad Ac 3c", "2s 2h 2d 2c 4c 5h", "win"),
        ("2s 2h 2d 2c 3c", "As Ks Qs Js 4c 5h", "win"),
    ],
)
def test_four_of_a_kind_goes_by_its_rank_from_aces_down_to_twos(own, dealer, result):
    game = one(FC, own, dealer).bets(1).finish()
    assert game.won(1, "play")[0] == result


TRIPS, SAME = "9s 9h 9d 2c 5s", "Jc Jd Jh 3c 4h 7d"


@bears("11.H(4)", "1.B(9)", ".12 B")
@pytest.mark.parametrize(
    ("dealer", "readings", "chips"),
    [(LOW, (), 5040), (SAME, (), 5000), (SAME, {"FC-07": "push"}, 5000)],
    ids=["wins", "loses", "loses, ties pushed"],
)
def test_the_ante_bonus_is_paid_whoever_wins(dealer, readings, chips):
    """FC-08: on the Ante, whatever the Play wager was."""
    game = one(FC, TRIPS, dealer, readings=readings).bets(1)
    game.finish()
    assert game.won(1, "ante-bonus") == ("win", dollars(20))
    assert game.chips(1) == dollars(chips)


@bears("11.H(4)")
@pytest.mark.parametrize(("reading", "chips"), [("player-wins", 5220), ("push", 5200)])
def test_the_ante_bonus_beside_a_tie(reading, chips):
    game = one(FC, "9s 8s 7s 6s 2c", "9h 8h 7h 6h 3c 4d", readings={"FC-07": reading}).bets(1)
    game.finish()
    assert game.won(1, "ante-bonus") == ("win", dollars(200))
    assert game.chips(1) == dollars(chips)


ACES = "As Ad 9c 5d 2h"


@bears("11.I(1)", "11.I(2)", "11.I(3)", ".12 C")
@pytest.mark.parametrize(
    ("own", "dealer", "result"), [(ACES, KINGS, "win"), (ACES, "Tc Td Th 3c 4h 7d", "win"), ("Ks Qd 9h 5c 2s", LOW, "lose")]
)
def test_aces_up_goes_by_ones_own_cards(own, dealer, result):
    for cards in ("Ks Qd 9h 5c 2s", ACES):
        one(FC, cards, LOW).bet_aces_up(1).finish()  # show the clauses of a loss and of a win, whatever the case
    game = one(FC, own, dealer).bets(1, 10, aces_up=5).finish()
    assert game.won(1, "aces-up")[0] == result


@against_dealer
def test_only_clauses_of_its_own_book_are_cited(book):
    game = ready_table(book, wagers=["progressive"], players=2).bet_all(progressive=5, **SIDE_BET[book]).finish()
    cited = {clause for event in game.events for clause in event.clauses}
    assert {clause.book for clause in cited} == {book}
    assert {clause.clause for clause in cited} <= set(game.run.table.rules.regulation.clauses)
