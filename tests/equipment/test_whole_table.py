"""What the equipment of a whole table asks for: nobody there, a deck too old in a bank's round, a bank that leaves, methods."""

from houseway.cards import DECK_WITH_JOKER
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.equipment import due_duties, last_expiry
from houseway.money import Cents
from houseway.table import fold_events
from tests.support.clauses import bear, both, div, md, short
from tests.support.submissions import DIV, MD, submission
from tests.support.table_driver import HOUR, PaiGowTable

BANK = {"bank.offered": True}


def everybody_leaves(table):
    for position in tuple(table.run.table.seats):
        table.do("leave", position)
    return table


def to_bank(table, position):
    """Until a player has taken the bank."""
    table.bank = position
    while table.run.table.round.bank.position is None:
        if table.due is not None:
            table.take()
        else:
            assert table._offer()
    return table


@both
def test_an_empty_table_is_idle_and_the_newcomer_starts_a_new_game(book, claim):
    """What nobody did while the table was empty is due when Zoe sits and bets; the croupier does it at once."""
    bear(claim, book, md="5.H(1) 5.H(2) 5.H(3) 5.H(4)", div="(f)(7)#1 (f)(7)#2 (f)(7)#3")
    law = {MD: ["5.H(1)", "5.H(2)"], DIV: ["(f)(7)#1"]}[book]
    for spread in (True, False):
        table = everybody_leaves(PaiGowTable(book, BANK, players=2).play().ready())
        assert (table.due.act, short(table.due.clauses)) == ("idle-table", law)
        if spread:
            table.take()
            assert table.due is None
        table.at += 6 * HOUR
        table.sit("Zoe", 2)
        table.bet(2, 10)
        assert table.due.act == ({MD: "afford-inspection", DIV: "turn-up"}[book] if spread else "idle-table")
        assert table.refused("close-betting").code == "round.not-next"
        table.to("close-betting")
        after = [event.kind for event in table.since("table-idled")]
        assert [kind for kind in after if kind in ("inspection-afforded", "deck-washed", "cards-shuffled", "cut-made")] == [
            "inspection-afforded",
            "deck-washed",
            "cards-shuffled",
            "cut-made",
        ]
        assert table.last("inspection-afforded")["player"] == "Zoe"
        assert table.refused("accept-bank", 2, position=2).code == "round.bank-at-start"
        table.finish()
        assert fold_events(table.events) == table.run.table


@both
def test_all_leave_in_mid_round_and_the_collected_cards_are_spread(book):
    table = PaiGowTable(book, players=1).ready().bet_all().to("players")
    table.do("leave", 1)
    table.finish()
    assert table.due.act == "idle-table"


@md("3.C(2)")
@div("(e)(5)#1")
def test_a_deck_that_grows_too_old_after_no_more_bets_plays_the_banks_round():
    """PG-82, DIV-82: a bank does not come to play the first round of a game."""
    for book in (MD, DIV):
        table = to_bank(PaiGowTable(book, BANK).play(), 2)
        table.bet(1, 10)
        table.to("shake")
        table.at += 9 * HOUR
        assert table.due.act == "shake"
        table.finish()
        kinds = table.kinds("deck-received", "betting-closed", "bank-settled", skip=1)
        assert kinds == ["betting-closed", "bank-settled"]
        assert table.due.act == "remove-deck"


@md("12.G", "5.E(2)")
@div("(f)(4)(ii)#1")
def test_a_second_bank_has_its_own_shuffle_or_cut():
    """PG-83: Maryland shuffles for each bank that is confirmed. DIV-83: the Division offers the cut again."""
    for book in (MD, DIV):
        table = to_bank(PaiGowTable(book, BANK).play(), 1)
        table.bet(2, 10)
        table.to("close-betting")
        table.do("leave", 1)
        to_bank(table, 3).finish()
        kinds = table.kinds("bank-confirmed", "cards-shuffled", "cut-made", "betting-closed", skip=1)
        first = ["bank-confirmed", "cards-shuffled", "cut-made"]
        again = first if book == MD else ["bank-confirmed", "cut-made"]
        assert kinds == [*first, *again, "betting-closed"]
        assert [event["position"] for event in table.since(skip=1) if event.kind == "cut-made"] == [1, 3]


@div("(p)(1)", "(k)(1)")
def test_number_wagers_are_never_decided_by_dice():
    """Every player may bet on each of the seven numbers of the generator, which nothing replaces."""
    table = PaiGowTable(DIV, {"table.starting-position": "random-number"}, ["number"], players=2).ready()
    for position in (1, 2):
        table.bet(position, 10)
        for number in range(1, 8):
            table.bet(position, 4, "number", number=number)
        for number in (0, 8):
            wager = {"position": position, "wager": "number", "number": number, "amount": Cents.from_dollars(4)}
            assert table.refused("wager", position, **wager).code == "round.number"
    refusal = table.refused("switch-method", FLOOR_ACTOR, starting="shaker")
    assert (refusal.code, short(refusal.clauses)) == ("method.not-filed", ["(k)(1)", "(p)(1)"])
    assert not [option for option in table.legal(FLOOR_ACTOR, "switch-method") if option.facts.get("starting") == "shaker"]


@both
def test_a_filed_method_is_left_by_an_amendment_only(book):
    table = PaiGowTable(book, players=1).play()
    assert table.refused("switch-method", FLOOR_ACTOR, starting="random-number").code == "method.not-filed"
    table.do("amend", FLOOR_ACTOR, submission=submission(book, {"table.starting-position": "random-number"}))
    table.play()
    assert "number-drawn" in table.kinds(skip=1)


@md("14.E")
@div("(n)(6)#1")
def test_a_card_found_face_up_is_out_of_that_round_only():
    """DIV-84: the Division's "game" is read as Maryland's "round"; the next is dealt from the whole deck."""
    for book in (MD, DIV):
        table = PaiGowTable(book, players=2).ready().bet_all().to("deal")
        found = table.run.table.equipment.stock[2]
        table.take(face_up=(3,))
        assert found not in [card for hand in table.run.table.round.hands.values() for card in hand]
        assert found in [card for entry in table.run.table.equipment.rack for card in entry.cards or ()]
        table.finish().ready()
        assert set(table.run.table.equipment.stock) == set(DECK_WITH_JOKER)


@both
def test_the_options_of_the_staff_change_when_the_deck_or_the_dice_are_too_old(book):
    """They are worked out again only then, if nothing else has happened: the clauses of a removal say why it may be done. For the
    dealer it is then the step that is due; a floorperson's option is one that the equipment was asked for."""
    table = PaiGowTable(book, players=2).play().ready()
    for actor in (DEALER_ACTOR, FLOOR_ACTOR):
        clauses = [_clauses_of_removal(table, actor, table.at + hours * HOUR) for hours in (0, 1, 2, 200, 0)]
        assert clauses[0] == clauses[1] == clauses[2] == clauses[4] != clauses[3]
    equipment = table.run.table.equipment
    for at in range(table.at, table.at + 300 * HOUR, HOUR // 2):
        assert due_duties(equipment, at) == due_duties(equipment, last_expiry(equipment, at))


def _clauses_of_removal(table, actor, at):
    return [(option.clauses, option.bounds) for option in table.run.legal(actor, at) if option.act == "remove-deck"]
