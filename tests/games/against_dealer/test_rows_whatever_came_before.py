"""A row of an optional wager pays the same to a hand that was folded, at a second box, after a void, and under each reading of the
cards that count."""

from itertools import product

import pytest

from houseway.croupier import DEALER_ACTOR
from houseway.regulation import load_book
from tests.games.against_dealer.test_rows import BOX, DEALER, ENVY_STAKES, FIVE, FOUR, OTHERS, PAIRS, SEVEN, payments, worth
from tests.support.dealer_games import FOLD
from tests.support.submissions import FC, UTH
from tests.support.table_driver import MACHINE, VERSIONS, FourCardTable, UltimateTable, dollars

STAKE = dollars(5)
TABLES = {UTH: UltimateTable, FC: FourCardTable}
FILED = {
    UTH: {"trips": (), "progressive": (), "six-card-bonus": {"UTH-11": "independent"}, "ultimate-pairs": ()},
    FC: {"aces-up": (), "progressive": ()},
}
"""Optional wagers that a fold does not lose, with the readings under which they stay."""


def rows(book, wager):
    """Each letter with its rows that no meter pays."""
    for table in load_book(book, VERSIONS[0] if book == FC else None).paytables_of(wager):
        yield table.letter, [row for row in table.rows if "meter" not in str(row.pays) and str(row.pays)[-1].isdigit()]


def cards(book, wager, letter, hand):
    """The cards of a table at which position 1 makes a hand."""
    if book == FC:
        five = wager == "progressive" and letter == "C"
        return {"hands": {1: (FIVE if five else FOUR)[hand], 0: "3c 4h 7d Jh Qh Td"}}
    if wager == "ultimate-pairs":
        own, dealer = PAIRS[hand]
        return {"hands": {1: own, 0: dealer}, "board": "2s 3h 4c 7h 9c"}
    if wager == "six-card-bonus":
        own, box = BOX[hand]
        return {"hands": {1: own, 0: "8h 5c"}, "board": "3c 4c 6h 7h Jc", "box": box}
    own, board = SEVEN[hand]
    return {"hands": {1: own, 0: DEALER}, "board": board}


def table_of(book, wager, letter, hand, options=(), **more):
    """A table at which that hand will be dealt, with $5 on the wager."""
    given = {**cards(book, wager, letter, hand), "players": 1, **more}
    optional = [wager] if wager in ("progressive", "six-card-bonus", "ultimate-pairs") else []
    options = {**(MACHINE if wager == "six-card-bonus" else {}), **dict(options)}
    game = TABLES[book](options, optional, FILED[book][wager], {wager: letter}, **given)
    sides = {"trips": 5} if wager == "six-card-bonus" else {}
    return game.ready().bets(1, 10, **{**sides, wager.replace("-", "_"): 5})


def assert_row(game, wager, row):
    assert [each["amount"] for each in payments(game, 1, wager)] == [worth(row.pays, STAKE, 0)], row
    assert row.clause in payments(game, 1, wager)[0].clauses


@pytest.mark.parametrize(("book", "wager"), [(book, wager) for book in FILED for wager in FILED[book]])
def test_a_folded_hand_is_paid_by_its_row(book, wager, claim):
    for letter, listed in rows(book, wager):
        for row in listed:
            game = table_of(book, wager, letter, row.hand)
            game.answers = {1: [*FOLD[book]]}
            assert_row(game.finish(), wager, row)
            claim(row.clause)


@pytest.mark.parametrize(("book", "wager"), [(FC, "aces-up"), (UTH, "ultimate-pairs")])
def test_a_row_is_paid_although_the_wagers_against_the_dealer_are_void(book, wager, claim):
    for letter, listed in rows(book, wager):
        for row in listed:
            if row.hand == "player-and-dealer-aces":
                continue
            game = table_of(book, wager, letter, row.hand).to("players")
            game.do("report-exposed", DEALER_ACTOR, place=0)
            assert game.state.base_void
            assert_row(game.finish(), wager, row)
            claim(row.clause)


@pytest.mark.parametrize("wager", FILED[FC])
def test_the_second_box_of_a_player_is_paid_by_its_row(wager, claim):
    for letter, listed in rows(FC, wager):
        for row in listed:
            given = cards(FC, wager, letter, row.hand)["hands"]
            boxes = {"players": None, "seats": {"Ann": (1, 2)}, "hands": {**given, 2: OTHERS[2]}}
            game = table_of(FC, wager, letter, row.hand, {"table.boxes-per-player": 2}, **boxes)
            game.bets(2).finish()
            assert_row(game, wager, row)
            claim(row.clause)


def test_the_six_card_bonus_on_seven_cards_has_the_same_rows(claim):
    """UTH-12, read as the best of the player's two cards and the board."""
    for letter, listed in rows(UTH, "six-card-bonus"):
        for row in (row for row in listed if row.hand in SEVEN):
            own, board = SEVEN[row.hand]
            given = {"hands": {1: own, 0: DEALER}, "board": board}
            readings = {"UTH-12": "community-cards"}
            game = UltimateTable(MACHINE, ["six-card-bonus"], readings, {"six-card-bonus": letter}, players=1, **given)
            assert_row(game.ready().bets(1, 10, trips=5, six_card_bonus=5).finish(), "six-card-bonus", row)
            claim(row.clause)


@pytest.mark.parametrize("letter", ["A", "B"])
@pytest.mark.parametrize("times", [4, 3, 2, 1])
def test_the_blind_is_paid_by_its_row_however_much_was_played(letter, times, claim):
    before = {4: [], 3: [], 2: ["check"], 1: ["check", "check"]}[times]
    for row in load_book(UTH).paytable("blind", letter).rows:
        if row.hand not in SEVEN:
            continue
        game = UltimateTable((), (), (), {"blind": letter}, players=1, **cards(UTH, "trips", "A", row.hand)).ready().bets(1)
        game.answers = {1: [*before, f"play {times}"]}
        game.finish()
        assert game.won(1, "play") == ("win", dollars(10 * times))
        assert game.won(1, "blind")[1] == worth(row.pays, dollars(10), 0)
        claim(row.clause)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_tie_of_four_card_poker_pays_ante_and_play_whatever_was_played(times, claim):
    """FC-07, read as in the game as it is played: the player wins."""
    game = FourCardTable(hands={1: "9s 8s 7s 6s 2c", 0: "9h 8h 7h 6h 3c 4d"}, players=1).ready().bets(1)
    game.answers = {1: [f"play {times}"]}
    game.finish()
    assert (game.won(1, "ante"), game.won(1, "play")) == (("win", dollars(10)), ("win", dollars(10 * times)))
    claim(f"{FC} .12 A")


ENVIED = {
    UTH: ("straight-flush", "ABCD", {1: SEVEN["straight-flush"][0], 2: "2c 7d", 0: DEALER}, "12.D(5)(a)"),
    FC: ("four-of-a-kind", "ABC", {1: FOUR["four-of-a-kind"], 2: OTHERS[2], 0: "3c 4h 7d Jh Qh Td"}, ".12 E(1)"),
}


@pytest.mark.parametrize("book", ENVIED)
@pytest.mark.parametrize("folded", [True, False])
def test_envy_goes_by_the_stake_of_who_receives_it(book, folded, claim):
    """Whatever the holder of the hand has staked, and whether he plays."""
    hand, letters, hands, clause = ENVIED[book]
    more = {"board": SEVEN[hand][1]} if book == UTH else {}
    side = {UTH: "trips", FC: "aces_up"}[book]
    for letter, (stake, own) in product(letters, product((1, 5), repeat=2)):
        game = TABLES[book]((), ["progressive"], (), {"envy": letter}, hands=hands, players=2, **more).ready()
        game.bets(1, 10, progressive=own, **{side: 5}).bets(2, 10, progressive=stake)
        game.answers = {1: [*FOLD[book]]} if folded else {}
        game.finish()
        (wager,) = (name for name, dues in ENVY_STAKES.items() if dues == stake)
        row = load_book(book).paytable(wager, letter).row(hand)
        assert [each["amount"] for each in payments(game, 2, wager)] == [worth(row.pays, STAKE, 0)]
        claim(row.clause, f"{book} {clause}")
