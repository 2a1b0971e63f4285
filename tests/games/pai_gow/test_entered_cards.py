"""Physical cards are entered as they are turned over: seven of each hand, each card once, and none that lies elsewhere."""

import pytest

from houseway.cards import parse_card
from tests.support.clauses import bear, both, short
from tests.support.table_driver import PaiGowTable

DEALERS = "2s 3s 5d 7c 9h Jd Qc"
SETS = {"md": "11.C 11.C(1) 11.C(2)", "div": "(l)(3)#1 (l)(3)#2"}


@pytest.fixture
def table(book, claim):
    """All players have set; the dealer is to turn over his cards."""
    bear(claim, book, **SETS)
    table = PaiGowTable(book, players=1)
    chance = table._chance
    table._chance = lambda command: {"cards": None} if command.act == "shuffle" else chance(command)
    table.ready().bet_all().to("players").do("set-hand", 1, position=1)
    return table.to("set-dealer")


def cards(text):
    return tuple(map(parse_card, text.split()))


def why(refusal):
    return refusal.code, " ".join(short(refusal.clauses))


@both
def test_a_hand_has_seven_different_cards(book, table):
    for entered in (DEALERS[:-3], f"{DEALERS} As", f"{DEALERS[:-3]} 2s", f"{DEALERS} 2s"):
        assert why(table.refused("set-dealer", cards=cards(entered))) == ("round.cards-entered", SETS[book.split(".")[0]])
    laid, *_ = table.take(cards=cards(DEALERS))
    assert sorted((*laid["high"], *laid["low"])) == sorted(cards(DEALERS))


@both
def test_the_dealers_own_low_hand_consists_of_these_cards(book, table):
    for low in ("2s As", "As Ac", "2s 2s"):
        refused = table.refused("set-dealer", cards=cards(DEALERS), low=cards(low))
        assert why(refused) == ("round.not-these-cards", SETS[book.split(".")[0]])


@both
def test_no_card_lies_in_two_hands(book, table):
    laid, *_ = table.take(cards=cards(DEALERS))
    table.to("expose")
    low = cards("Kd Kh")
    for seen in (laid["high"][0], laid["low"][0]):
        refused = table.refused("expose", position=1, high=(seen, *cards("As Ac 8s 6c")), low=low)
        assert why(refused) == ("round.cards-entered", SETS[book.split(".")[0]])
    exposed = table.take(high=cards("As Ac 8s 6c 4h"), low=low)
    assert [event["low"] for event in exposed if event.kind == "hand-exposed"] == [low]
