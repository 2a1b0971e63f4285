"""The referee on a bank that was confirmed before the first round of the game was found void (PG-99, DIV-113), from the text: to
confirm a bank is not to play its round (12.B, 12.C; (m)(2)#2, (m)(3)#1)."""

import pytest

from tests.referee import div_rounds, md_rounds
from tests.referee.md_rounds import BANK, DEALER, FLOOR, LOSES, WINS, act, player, seat, wager

SEATS = {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *LOSES)}
MISDEAL = {"hands": {"2": 6}}
TAKES = [act(player("Ann"), "accept-bank", position=1), wager("Bob", 2, 2000), act(DEALER, "confirm-bank")]
FOUND = [act(DEALER, "report-misdeal", round=1, **MISDEAL), act(FLOOR, "rule-finding", round=1, choice="carry-out")]
DEALT = act(DEALER, "deal", cards={"1": WINS[0], "2": LOSES[0], "0": md_rounds.SIXES})
VOID = [act(DEALER, "close-betting"), DEALT, act(DEALER, "report-misdeal", **MISDEAL)]
ASKS = {**act(player("Bob"), "accept-bank", position=2), "refused": True}


def md(second):
    """Bob asks for the bank in the third round."""
    third = md_rounds.ordinary(SEATS, before=[ASKS])
    acts = (md_rounds.ordinary(SEATS), second, third)
    return md_rounds.decided([md_rounds.a_round(SEATS, each, place) for place, each in enumerate(acts, 1)], options=BANK)


def div(second):
    wagers, cards = (
        {1: div_rounds.base(), 2: div_rounds.base()},
        {place: (one["cards"], one["low"]) for place, one in SEATS.items()},
    )
    ordinary = div_rounds.a_round(wagers, cards)
    third = {**ordinary, "acts": [ASKS, *ordinary["acts"]]}
    return div_rounds.rule(ordinary, {**ordinary, "acts": second}, third, options=BANK)


@pytest.mark.parametrize(("decide", "clause"), [(md, "12.B(1)"), (div, "(m)(2)#1")])
def test_if_its_round_is_void_too_nobody_banks_the_third(decide, clause):
    _, second, third = decide([*TAKES, *FOUND, *VOID])
    assert second["acts"][2]["allowed"]
    assert (second["void"]["what"], second["left"]["rounds"]) == ("round", 0)
    assert second["left"]["last-bank"] == "Ann"
    assert third["acts"][0]["clause"] == clause
    assert (third["left"]["rounds"], third["left"]["first-offer"]) == (1, 1)


@pytest.mark.parametrize(("decide", "clause"), [(md, "12.B(1)"), (div, "(m)(2)#1")])
def test_if_that_bank_gives_up_nobody_else_is_asked(decide, clause):
    gives_up = act({"role": "bank", "name": "Ann"}, "give-up-bank")
    _, second, _ = decide([*TAKES, *FOUND, gives_up, ASKS, *VOID])
    assert [act.get("clause") for act in second["acts"][5:7]] == [None, clause]


@pytest.mark.parametrize(("decide", "clause"), [(md, "12.B(1)"), (div, "(m)(2)#1")])
def test_an_offer_that_was_made_may_still_be_passed(decide, clause):
    offer, passes = act(DEALER, "offer-bank", position=1), act(player("Ann"), "pass-bank", position=1)
    takes = {**TAKES[0], "refused": True}
    _, second, _ = decide([offer, *FOUND, takes, passes, passes, ASKS, *TAKES[1:2], *VOID])
    assert [each.get("clause") for each in second["acts"][3:7]] == [clause, None, clause, clause]
