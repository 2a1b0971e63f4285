"""A floorperson corrects what was paid too much or too little: a new transfer that names the payment, with who and why."""

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events.disclosure import Viewer, redact_facts
from houseway.explanation.words import describe_event, is_announced
from houseway.money import Cents
from houseway.table import fold_events, legal_options
from houseway.table.disclosure import disclosures_of
from tests.support.clauses import bear, both
from tests.support.table_driver import PaiGowTable

dollars = Cents.from_dollars


def won(book, **more):
    """A table after a round in which Ann has won $10, less 50 cents."""
    hands = {0: "2d 3d 5h 7s 8d Td Jh", 1: "As Ac Ad Ah Ks Kc Kd", 2: "2c 3c 4h 6s 8c 9d Jc"}
    return PaiGowTable(book, players=2, hands=hands, chips=500, **more).play()


def corrected(table):
    """The last correction: between whom, how much, of what."""
    event = table.last("money-moved", reason="correction")
    return event["source"], event["target"], event["amount"], event["round"], event["seat"], event["wager"]


PAID = {"round": 1, "seat": 1, "wager": "pai-gow"}


@both
def test_a_payment_of_too_much_is_taken_back_in_its_own_round(book, claim):
    """It names the payment, goes the way back, and cites what the payment cited."""
    bear(claim, book, md="11.F(4)", div="(l)(9)#1")
    table = won(book)
    payout = table.last("money-moved", reason="payout", seat=1)
    assert table.run.table.number == 2
    table.do("correct", FLOOR_ACTOR, **PAID, error="too-much", amount=dollars(4), why="a chip too many")
    event = table.last("money-moved", reason="correction")
    assert corrected(table) == (payout["target"], payout["source"], dollars(4), 1, 1, "pai-gow")
    assert (event["by"], event["note"], event.clauses) == ("floorperson", "a chip too many", payout.clauses)
    refused = table.refused("correct", FLOOR_ACTOR, **PAID, error="too-much", amount=dollars(7), why="more")
    assert (refused.code, refused.facts["allowed"]) == ("ledger.correction", dollars(6))
    table.do("correct", FLOOR_ACTOR, **PAID, error="missing", amount=dollars(5), why="it was right")
    table.do("correct", FLOOR_ACTOR, **PAID, error="too-much", amount=dollars(10), why="a hand misread")
    assert not table.run.table.ledger.layout_balances
    table.play()


@both
def test_what_was_missing_is_paid_and_vigorish_too_high_is_given_back(book):
    table = won(book)
    chips = table.chips(1)
    table.do("correct", FLOOR_ACTOR, **PAID, error="missing", amount=dollars(2), why="a chip short")
    assert corrected(table) == ("inventory", "player:Ann", dollars(2), 1, 1, "pai-gow")
    table.do(
        "correct", FLOOR_ACTOR, **PAID, reason="vigorish", error="too-much", amount=Cents(25), why="charged on $5 too much"
    )
    assert corrected(table) == ("vigorish", "player:Ann", Cents(25), 1, 1, "pai-gow")
    assert table.chips(1) == chips + dollars(2) + Cents(25)


@both
def test_a_wager_that_was_taken_by_mistake_goes_back_to_who_laid_it(book):
    """Not to the layout, where the next round's wagers lie."""
    table = won(book)
    taken = {"round": 1, "seat": 2, "wager": "pai-gow", "reason": "wager-lost"}
    table.do("correct", FLOOR_ACTOR, **taken, error="too-much", amount=dollars(10), why="it was a tie")
    assert corrected(table) == ("inventory", "player:Bob", dollars(10), 1, 2, "pai-gow")
    assert table.chips(2) == dollars(500)
    refused = table.refused("correct", FLOOR_ACTOR, **taken, error="too-much", amount=Cents(1), why="again")
    assert (refused.code, refused.facts["allowed"]) == ("ledger.correction", Cents(0))


@both
def test_whoever_left_gets_what_was_missing_in_cash(book):
    table = won(book)
    table.do("leave", 1)
    outside = table.balance("outside")
    table.do("correct", FLOOR_ACTOR, **PAID, error="missing", amount=dollars(3), why="found on the tape")
    assert (table.run.table.chips("Ann"), table.balance("outside") - outside) == (Cents(0), dollars(3))
    assert table.refused("correct", FLOOR_ACTOR, **PAID, error="too-much", amount=dollars(1), why="?").code == "ledger.short"
    table.do("close-table", FLOOR_ACTOR)
    assert {account for account, cents in table.run.table.ledger.balances.items() if cents} == {"drop", "outside"}


@both
def test_a_correction_is_announced_to_everybody(book):
    """Whoever watches without a seat is told between whom, how much, by whom and why."""
    table = won(book)
    table.do("correct", FLOOR_ACTOR, **PAID, error="too-much", amount=dollars(4), why="a chip too many")
    event = table.last("money-moved", reason="correction")
    told = redact_facts(event, disclosures_of(table.run.table.rules.game), Viewer(staff=False, owns_hand=False))
    assert told.facts == event.facts
    words = describe_event(told, {1: "Ann"})
    assert all(part in words for part in ("Ann", "$4", "a chip too many")), words
    assert is_announced(told)
    assert not is_announced(table.last("money-moved", reason="buy-in"))


@both
def test_a_correction_names_something_that_was_paid_and_says_why(book):
    table = won(book)
    facts = {**PAID, "error": "missing", "amount": dollars(1), "why": "short"}
    for changed in ({"round": 7}, {"seat": 3}, {"wager": "insurance"}, {"reason": "wager"}, {"reason": "fill"}):
        assert table.refused("correct", FLOOR_ACTOR, **{**facts, **changed}).code == "table.no-payment"
    for changed in ({"why": ""}, {"error": "odd"}, {"amount": 5}):
        assert table.refused("correct", FLOOR_ACTOR, **{**facts, **changed}).code == "command.fact"
    assert table.refused("correct", DEALER_ACTOR, **facts).code == "table.role"
    assert table.refused("correct", 1, **facts).code == "table.role"


@both
def test_what_can_be_corrected_is_listed_with_its_bounds(book):
    """Of this round and the one before; what is listed is taken, and no more than its bounds."""
    table = won(book)
    listed = table.legal(FLOOR_ACTOR, "correct")
    facts = {**PAID, "reason": "payout", "error": "too-much"}
    (option,) = [each for each in listed if each.facts == facts]
    assert option.bounds["amount"] == {"least": Cents(1), "most": dollars(10)}
    (vigorish,) = [each for each in listed if each.facts == {**facts, "reason": "vigorish"}]
    assert vigorish.bounds["amount"]["most"] == Cents(50)
    for each in listed:
        table.do("correct", FLOOR_ACTOR, **each.facts, amount=each.bounds["amount"]["least"], why="to the cent")
    assert not table.legal(DEALER_ACTOR, "correct")
    assert not table.legal(1, "correct")
    table.play()
    assert {each.facts["round"] for each in table.legal(FLOOR_ACTOR, "correct")} == {1, 2}
    table.play()
    assert {each.facts["round"] for each in table.legal(FLOOR_ACTOR, "correct")} == {2, 3}
    assert (
        table.refused("correct", FLOOR_ACTOR, **PAID, error="missing", amount=dollars(1), why="late").code == "table.no-payment"
    )


@both
def test_what_went_through_the_centre_is_for_a_ruling(book):
    table = PaiGowTable(book, {"bank.offered": True}, players=3).play()
    table.bank = 2
    table.play()
    number = table.run.table.number - 1
    through = [event for event in table.events if "centre" in (event.facts.get("source"), event.facts.get("target"))]
    assert through
    assert not [
        each
        for each in table.legal(FLOOR_ACTOR, "correct")
        if (each.facts["round"], each.facts["reason"]) == (number, "wager-lost")
    ]


def corrections(table, at):
    return [(option.facts, option.bounds) for option in legal_options(table, FLOOR_ACTOR, at) if option.act == "correct"]


@both
def test_live_and_folded_tables_list_the_same_corrections_after_a_buy_in(book):
    """A buy-in belongs to no round, and a log is folded in other groups than it was written in."""
    table = PaiGowTable(book, players=2)
    table.play()
    table.play()
    table.ready().bet(1, 10)
    table.do("buy-in", 1, amount=Cents.from_dollars(20))
    again = fold_events(table.run.events)
    assert list(again.ledger.recent_transfers()) == list(table.run.table.ledger.recent_transfers())
    assert corrections(again, table.at) == corrections(table.run.table, table.at) != []
