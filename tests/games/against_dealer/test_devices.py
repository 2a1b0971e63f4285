"""Devices that fail while a round is played: the shoe that jams, and the shuffler with the other deck in it."""

import pytest

from houseway.citation import cite_clauses
from houseway.croupier import DEALER_ACTOR
from tests.support.clauses import each_book, ids, short
from tests.support.dealer_games import FOLD, SIDE_BET, all_back, dealt_table
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, WAITS

JAMMED_LATER = {UTH: "UTH-91", FC: "FC-91"}


@each_book(poker="13.I 13.I(1) 13.I(2) 13.I(3)")
def test_a_shoe_that_jams_voids_the_round(book, clauses):
    game = dealt_table(book, MACHINE).bet_all(**SIDE_BET[book]).to("deal")
    game.take(jammed=True)
    assert game.clauses("round-voided") == clauses[:2]
    all_back(game).finish()
    assert (game.due.act, short(game.due.clauses)[:2]) == ("shuffle", clauses[2:]), "those of the shoe with those dealt"


@pytest.mark.parametrize(
    ("book", "options", "reading", "void"),
    [
        (UTH, MACHINE, "during-the-round", True),
        (UTH, MACHINE, "while-cards-are-in-it", False),
        (UTH, WAITS, "while-cards-are-in-it", True),
        (FC, MACHINE, "during-the-round", True),
        (FC, MACHINE, "while-cards-are-in-it", False),
        (UTH, MACHINE, "", True),
        (FC, MACHINE, "", True),
    ],
)
def test_a_shoe_that_jams_later_voids_the_round_as_it_is_read(book, options, reading, void, claim_observed):
    game = dealt_table(book, options, (), {JAMMED_LATER[book]: reading} if reading else {}).bet_all().to("players")
    failed, *_ = game.do("report-device", DEALER_ACTOR, device="automated-shoe", usable=True)
    assert bool(game.state.void) is void
    assert short(failed.clauses) == (ids(book, "13.I(2)", "13.I(3)") if void else []), "it cites what is done"
    claim_observed(*cite_clauses(book, *ids(book, "13.I", "13.I(1)")))
    game.finish()


@each_book(poker="13.I 13.I(1)")
def test_a_shoe_that_jams_gives_back_what_a_fold_had_lost(book, clauses):
    game = dealt_table(book, MACHINE).bet_all(**SIDE_BET[book]).to("players")
    for answer in FOLD[book]:
        while game.context.position_to_act != 1:
            game.take() if game.due else game.act(2, "check")
        game.act(1, answer)
    assert game.state.folded == {1}
    game.do("report-device", DEALER_ACTOR, device="automated-shoe", usable=True)
    assert game.clauses("round-voided") == clauses
    all_back(game).finish()


@pytest.mark.parametrize(
    ("book", "readings", "void"),
    [(UTH, {"UTH-26": "live-deck-only"}, False), (UTH, {"UTH-26": "always"}, True), (FC, {}, False)],
    ids=["uth-live-deck-only", "uth-always", "fc"],
)
@pytest.mark.parametrize("when", ["deal", "players"])
def test_a_shuffler_that_jams_with_the_other_deck_in_it(book, readings, void, when, claim):
    """Four Card Poker as UTH-26: the deck of the round is out of it."""
    game = dealt_table(book, {**HAND, "table.decks": 2}, (), readings).bet_all().to(when)
    game.do("report-device", DEALER_ACTOR, device="shuffler", usable=True)
    claim(*cite_clauses(book, *ids(book, "13.H(1)", "13.H(3)")))
    assert bool(game.state.void) is void
    if void:
        all_back(game)
    game.finish()


FAULTS = pytest.mark.parametrize("what", ["jammed", "stopped", "unfinished"])


@each_book(poker="13.I 13.I(1)")
@FAULTS
def test_a_shoe_that_stops_voids_the_round_like_one_that_jams(book, clauses, what):
    game = dealt_table(book, MACHINE, ["progressive"]).bet_all(progressive=1, **SIDE_BET[book]).to("players")
    game.do("report-device", DEALER_ACTOR, device="automated-shoe", what=what, usable=True)
    assert game.clauses("round-voided") == clauses
    all_back(game).finish()


@each_book(poker="13.I 13.I(1)")
@pytest.mark.parametrize("moment", ["deal", "players", "turn-dealer", "expose", "collect-cards"])
def test_a_shoe_that_fails_at_any_moment_of_the_round_voids_it(book, clauses, moment):
    """Also when everybody has decided and when hands are settled."""
    game = dealt_table(book, MACHINE).bet_all(**SIDE_BET[book]).to(moment)
    game.do("report-device", DEALER_ACTOR, device="automated-shoe", usable=True)
    assert game.clauses("round-voided") == clauses
    all_back(game).finish()


@each_book(poker="13.H(2)")
@FAULTS
def test_a_shuffler_that_fails_while_wagers_lie_returns_all_of_them(book, clauses, what):
    game = dealt_table(book, HAND, ["progressive"]).play()
    had = [game.chips(place) for place in (1, 2)]
    game.bet_all(progressive=1, **SIDE_BET[book])
    assert game.due.act == "shuffle"
    game.do("report-device", DEALER_ACTOR, device="shuffler", what=what, usable=True)
    assert game.clauses("round-voided") == clauses
    assert [game.chips(place) for place in (1, 2)] == had
    assert not any(held for account, held in game.run.table.ledger.balances.items() if account.startswith("layout"))
    game.finish()
