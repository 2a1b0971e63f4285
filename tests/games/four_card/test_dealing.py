"""Four Card Poker: the deal by every method."""

import pytest

from tests.support.clauses import fc
from tests.support.submissions import FC
from tests.support.table_driver import HAND, MACHINE, MANUAL, METHODS, ready_table

HANDS = {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 3: "5s 6h 8c Qc 9d", 0: "3c 4h 7d Jh Qh Td"}


@pytest.mark.parametrize(
    ("options", "clauses"),
    [
        (MANUAL, "8.D(2) 8.D(3) 8.D(4) 11.B"),
        (HAND, "9.B(2) 9.B(3) 9.B(4) 11.B"),
        (MACHINE, "10.B(3) 10.B(4) 10.B(5) 11.B"),
    ],
    ids=METHODS,
)
def test_five_cards_each_and_six_for_the_dealer_with_one_up(options, clauses, claim):
    game = ready_table(FC, options, hands=HANDS).bets(1).bet_aces_up(2).bets(3).to("players")
    dealt = game.last("cards-dealt")
    assert dealt["hands"] == game.hands
    assert dealt["up"] == game.hands[0][5:]
    assert len(dealt["rest"]) == 52 - 3 * 5 - 6
    assert game.kinds("cards-dealt", "stub-racked") == ["cards-dealt", "stub-racked"], "before anybody decides"
    claim(*fc(*clauses.split()))


@pytest.mark.parametrize("options", [MANUAL, HAND, MACHINE], ids=METHODS)
def test_only_who_bet_gets_cards(options):
    game = ready_table(FC, options).bets(1).bet_aces_up(3).to("players")
    assert set(game.state.hands) == {1, 3, 0}
    first = game.last("cards-shuffled")["cards"]
    if options is HAND:
        assert game.state.hands == {1: first[0:15:3], 3: first[1:15:3], 0: (*first[2:15:3], first[15])}
    if options is MACHINE:
        assert game.state.hands == {1: first[:5], 3: first[5:10], 0: first[10:16]}
