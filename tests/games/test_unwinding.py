"""Undoing wagers: the net of each is moved back, the stake and what was won with it apart."""

from houseway.games.round import DueMovement
from houseway.games.unwinding import unwind_wagers
from houseway.money import Cents

RICH = Cents.from_dollars(1000)


def move(source, target, dollars, reason, seat=1, wager="pai-gow"):
    return DueMovement(source, target, Cents.from_dollars(dollars), reason, (), seat, wager)


def undone(*moved, chips=RICH):
    made = unwind_wagers(moved, lambda name: chips, ())
    return [(each.source, each.target, each.amount.amount // 100, each.reason) for each in made.movements], made.owed


LOST = (move("player:Ann", "layout:1", 10, "wager"), move("layout:1", "inventory", 10, "wager-lost"))
WON = (
    move("player:Ann", "layout:1", 20, "wager"),
    move("layout:1", "player:Ann", 20, "wager-returned"),
    move("inventory", "player:Ann", 20, "payout"),
    move("player:Ann", "vigorish", 1, "vigorish"),
)


def test_a_lost_wager_goes_back_where_it_came_from():
    assert undone(*LOST) == ([("inventory", "player:Ann", 10, "refund")], ())


def test_a_pushed_wager_moves_no_more():
    assert undone(WON[0], WON[1]) == ([], ())


def test_of_a_won_wager_payout_and_vigorish_go_back():
    moves, owed = undone(*WON)
    assert sorted(moves) == [("player:Ann", "inventory", 19, "taken-back"), ("vigorish", "inventory", 1, "taken-back")]
    assert owed == ()


def test_what_a_player_no_longer_has_is_owed():
    moves, owed = undone(*WON, chips=Cents.from_dollars(5))
    assert ("player:Ann", "inventory", 5, "taken-back") in moves
    assert owed == ((1, "pai-gow", Cents.from_dollars(14)),)


def test_a_player_gives_back_from_what_is_returned_to_him():
    bonus = (
        move("player:Ann", "layout:1", 14, "wager", wager="bonus"),
        move("layout:1", "inventory", 14, "wager-lost", wager="bonus"),
    )
    _, owed = undone(*WON, *bonus, chips=Cents.from_dollars(5))
    assert owed == ()


def test_the_inventory_covers_what_the_centre_lacks():
    """Bob lost ten dollars to the centre, and Ann was paid from there and has nothing left."""
    bob = (move("player:Bob", "layout:2", 10, "wager", 2), move("layout:2", "centre", 10, "wager-lost", 2))
    ann = (move("centre", "player:Ann", 10, "payout"),)
    moves, owed = undone(*bob, *ann, chips=Cents(0))
    assert moves == [("inventory", "centre", 10, "taken-back"), ("centre", "player:Bob", 10, "refund")]
    assert owed == ((1, "pai-gow", Cents.from_dollars(10)),)


BANKED = (
    *(move("player:Ann", "layout:1", 10, "wager"), move("layout:1", "centre", 10, "wager-lost")),
    *(move("centre", "player:Bob", 10, "payout", 3), move("player:Bob", "vigorish", 1, "vigorish", 3)),
)
"""Ann has lost to Bob's bank."""
ANNS_BONUS = (move("inventory", "player:Ann", 15, "payout", wager="bonus"),)


def test_nor_does_he_owe_what_the_centre_returns_to_him():
    """Ann has taken her chips along. Of $15 she gives back the $10 that come from the centre, when they are there."""
    chips = {"Ann": Cents(0), "Bob": RICH}
    made = unwind_wagers((*BANKED, *ANNS_BONUS), chips.__getitem__, ())
    assert [(each.source, each.target, each.amount.amount // 100) for each in made.movements] == [
        *(("vigorish", "centre", 1), ("player:Bob", "centre", 9)),
        *(("centre", "player:Ann", 10), ("player:Ann", "inventory", 10)),
    ]
    assert made.owed == ((1, "bonus", Cents.from_dollars(5)),)


def test_what_he_owes_the_centre_is_lent_until_then():
    """Of two areas one has lost and one has won, through the centre: nothing is owed, and nothing is gained."""
    won = (move("centre", "player:Ann", 10, "payout", 2),)
    made = unwind_wagers((*BANKED[:2], *won), lambda name: Cents(0), ())
    assert [(each.source, each.target, each.amount.amount // 100) for each in made.movements] == [
        ("inventory", "centre", 10),
        ("centre", "player:Ann", 10),
        ("player:Ann", "inventory", 10),
    ]
    assert made.owed == ()
