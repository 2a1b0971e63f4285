"""The stub of games against the dealer: racked unseen, counted every fifth round, and what a wrong count does."""

import pytest

from houseway.citation import cite_clauses
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.table import redact_event
from tests.support.clauses import ids, short
from tests.support.dealer_games import FOLD, SIDE_BET, STRANGER, all_back, bet_for_cards, dealt_table, every_method, seen
from tests.support.submissions import FC, UTH
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS

COUNTED = {"manual-shoe": ("8.E", "8.F"), "hand": ("9.C", "9.D"), "automated-shoe": ("10.C", "10.D")}
WRONG = {"manual-shoe": "8.G", "hand": "9.E", "automated-shoe": "10.E"}


@pytest.mark.parametrize(
    ("book", "options", "clause", "after"),
    [
        (UTH, MANUAL, "8.D(4)", "final-dealt"),
        (UTH, HAND, "9.B(4)", "final-dealt"),
        (UTH, MACHINE, "10.B(5)", "cards-dealt"),
        (UTH, WAITS, "10.B(5)", "dealer-turned"),
        (FC, MANUAL, "8.D(4)", "cards-dealt"),
        (FC, HAND, "9.B(4)", "cards-dealt"),
        (FC, MACHINE, "10.B(5)", "cards-dealt"),
    ],
)
def test_the_stub_is_racked_unseen_when_everything_is_out(book, options, clause, after, claim):
    game = dealt_table(book, options).bet_all().to("rack-stub")
    own = [event.kind for event in game.since() if event.kind not in ("cards-racked", "money-moved")]
    assert own[-1] == after
    game.take()
    claim(*cite_clauses(book, *ids(book, clause)))
    assert game.last("stub-racked")["cards"] == game.state.undealt
    game.finish()


@every_method
def test_every_fifth_round_it_is_counted(book, options, claim):
    clauses = ids(book, *COUNTED[options["table.dealing"]])
    game = dealt_table(book, options)
    counted = []
    for _ in range(10):
        bet_for_cards(game.ready()).finish()
        counted.append("stub-counted" in game.kinds(skip=1))
    claim(*cite_clauses(book, *clauses))
    assert counted == [False, False, False, False, True] * 2
    assert game.clauses("stub-counted") == clauses
    dealt = {UTH: 3 * 2 + 5 + (2 if options is HAND else 0), FC: 2 * 5 + 6}[book]
    assert game.last("stub-counted")["cards"] == 52 - dealt


@every_method
def test_a_counted_stub_is_seen_by_nobody(book, options, claim):
    claim(*cite_clauses(book, *ids(book, COUNTED[options["table.dealing"]][1])))
    game = bet_for_cards(dealt_table(book, options)).to("rack-stub")
    stub = game.state.undealt
    game.do("count-stub")
    for actor in (game.player(1), game.player(2), DEALER_ACTOR, FLOOR_ACTOR, STRANGER):
        words = repr([seen(game, actor), dict(redact_event(game.context, actor, game.last("stub-counted")).facts)])
        assert not [card for card in stub if repr(card) in words]
    assert all(repr(card) in repr(seen(game, game.player(1))) for card in game.hands[1]), "his own cards are told this way"


@every_method
def test_a_stub_of_the_right_count_goes_into_the_rack(book, options, claim):
    claim(*cite_clauses(book, *ids(book, COUNTED[options["table.dealing"]][1])))
    game = bet_for_cards(dealt_table(book, options)).to("rack-stub")
    stub = game.state.undealt
    game.do("count-stub")
    racked = [entry.cards for entry in game.run.table.equipment.rack if entry.why == "stub"]
    assert racked == [stub]


@every_method
def test_a_count_that_is_due_cannot_be_left_out_and_may_come_earlier(book, options, claim):
    clauses = ids(book, *COUNTED[options["table.dealing"]][:1])
    game = dealt_table(book, options)
    bet_for_cards(game).to("rack-stub")
    game.do("count-stub")
    game.finish()
    for _ in range(4):
        bet_for_cards(game.ready()).finish()
    bet_for_cards(game.ready()).to("count-stub")
    claim(*cite_clauses(book, *clauses))
    assert set(clauses) <= set(short(game.refused("rack-stub").clauses))


@every_method
def test_it_is_counted_when_everything_is_out_and_once(book, options, claim):
    clauses = ids(book, *COUNTED[options["table.dealing"]])
    game = bet_for_cards(dealt_table(book, options))
    claim(*cite_clauses(book, *clauses))

    def check_refused():
        refused = game.refused("count-stub")
        assert (refused.code, short(refused.clauses)) == ("round.no-stub", clauses)

    check_refused()
    game.to("rack-stub").do("count-stub")
    check_refused()


@every_method
def test_the_stub_is_what_the_deck_has_left(book, options):
    game = bet_for_cards(dealt_table(book, options)).to("rack-stub")
    assert game.do("count-stub")[0]["cards"] == len(game.state.undealt)


@every_method
@pytest.mark.parametrize(
    ("wrong_hands", "missing", "numbers", "why"),
    [
        ({UTH: {1: 3}, FC: {0: 7}}, 1, ["(1)"], "misdeal"),
        ({}, 1, ["(2)"], "wrong-deck"),
        ({}, -1, ["(2)"], "wrong-deck"),
        ({UTH: {1: 3}, FC: {1: 4}}, 0, ["(1)", "(2)"], "wrong-deck"),
    ],
    ids=["misdealt", "card-missing", "card-too-many", "both"],
)
def test_a_wrong_count_voids_the_round(book, options, wrong_hands, missing, numbers, why, claim):
    section = WRONG[options["table.dealing"]]
    clauses = ids(book, section, *(f"{section}{number}" for number in numbers))
    game = dealt_table(book, options, ["progressive"]).bet_all(progressive=5, **SIDE_BET[book])
    game.answers = {1: [*FOLD[book]]}
    game.to("rack-stub")
    facts = {"hands": wrong_hands[book]} if wrong_hands else {}
    game.do("count-stub", **facts, cards=len(game.state.undealt) - missing)
    claim(*cite_clauses(book, *clauses))
    assert (game.state.void, game.clauses("round-voided")) == (why, clauses)
    assert game.last("round-voided").facts.get("deck_removed", False) is (why == "wrong-deck")
    all_back(game)
    decks = game.run.table.equipment.received
    game.finish().ready()
    assert game.run.table.equipment.received - decks == (why == "wrong-deck")


@every_method
def test_a_misdeal_that_is_found_after_the_count_leaves_the_whole_deck_on_the_table(book, options, claim):
    section = WRONG[options["table.dealing"]]
    clauses = ids(book, section, f"{section}(1)")
    game = dealt_table(book, options, ["progressive"]).bet_all(progressive=5, **SIDE_BET[book])
    game.answers = {1: [*FOLD[book]]}
    game.to("rack-stub")
    left = len(game.state.undealt)
    game.do("count-stub")
    game.do("report-misdeal", hands={1: game.context.dealer_game.card_count(game.context, 1) + 1}, stub=left - 1)
    claim(*cite_clauses(book, *clauses))
    assert (game.state.void, game.clauses("round-voided")) == ("misdeal", clauses)
    all_back(game)
    decks = game.run.table.equipment.received
    game.finish().ready()
    assert game.run.table.equipment.received == decks


@every_method
def test_hands_that_are_wrong_beside_a_right_stub_are_misdealt(book, options, claim):
    section = WRONG[options["table.dealing"]]
    clauses = ids(book, section, f"{section}(1)")
    game = dealt_table(book, options).bet_all().to("rack-stub")
    each = game.context.dealer_game.card_count(game.context, 1)
    game.do("count-stub", hands={1: each + 1, 2: each - 1}, cards=len(game.state.undealt))
    claim(*cite_clauses(book, *clauses))
    assert (game.state.void, game.clauses("round-voided")) == ("misdeal", clauses)
    all_back(game).finish()


RACKED = {"manual-shoe": "8.D(4)", "hand": "9.B(4)", "automated-shoe": "10.B(5)"}


@every_method
def test_the_stub_is_racked_unless_its_count_is_due(book, options, claim):
    game, asked = dealt_table(book, options), []
    for _ in range(5):
        bet_for_cards(game.ready())
        while game.due is None or game.due.act not in ("rack-stub", "count-stub"):
            game.take() if game.due is not None else game._answer()
        asked.append(game.due.act)
        game.finish()
    claim(*cite_clauses(book, *ids(book, RACKED[options["table.dealing"]])))
    assert asked == ["rack-stub"] * 4 + ["count-stub"]
