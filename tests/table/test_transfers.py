"""Money moves between rounds with who, where and what for: inventories, fills and credits, buy-ins, corrections, rulings."""

import pytest

from houseway.citation import cite_clauses
from houseway.errors import NotAllowed
from houseway.ledger import Ledger, Reason, Transfer
from houseway.money import Cents
from houseway.procedure import CAGE, COUPONS, INVENTORY, OUTSIDE, VIGORISH
from houseway.table import transfers

ANN = "player:Ann"
WIN = cite_clauses("md.pai-gow-poker", "11.F(4)", "13.A")


def table(inventory=100_000, **players):
    """A table with an inventory, at which players have bought in."""
    bought = [part for name, cents in players.items() for part in transfers.buy_in_transfers(f"player:{name}", Cents(cents))]
    return Ledger().post(*transfers.opening_inventory_transfers(Cents(inventory)), *bought)


def moved(source, target, cents, reason=Reason.PAYOUT, clauses=WIN, **facts):
    return Transfer(source, target, Cents(cents), reason, clauses, **facts)


@pytest.mark.parametrize(
    ("make", "asked", "recorded"),
    [
        (transfers.opening_inventory_transfers, {}, [(OUTSIDE, INVENTORY, "opening-inventory", None, "")]),
        (transfers.fill_transfers, {"why": "no greens"}, [(CAGE, INVENTORY, "fill", None, "no greens")]),
        (transfers.credit_transfers, {"why": "too many"}, [(INVENTORY, CAGE, "credit", None, "too many")]),
        (
            transfers.buy_in_transfers,
            {"player": ANN, "seat": 3},
            [(OUTSIDE, "drop", "buy-in", 3, "cash into the drop box"), (INVENTORY, ANN, "buy-in", 3, "chips for cash")],
        ),
        (
            transfers.cash_out_transfers,
            {"player": ANN, "seat": 3},
            [(ANN, CAGE, "cash-out", 3, "chips fetched"), (CAGE, OUTSIDE, "cash-out", 3, "cash for chips")],
        ),
        (transfers.tip_transfers, {"player": ANN, "seat": 3}, [(ANN, "tips", "tip", 3, "for the dealers")]),
    ],
)
def test_what_moves_between_rounds_is_recorded_with_who_where_and_what_for(make, asked, recorded):
    made = make(amount=Cents(5), by="Fay", **asked)
    assert [(each.source, each.target, each.reason.value, each.seat, each.note) for each in made] == recorded
    assert {(each.amount, each.by) for each in made} == {(Cents(5), "Fay")}


def test_what_nobody_said_is_not_recorded():
    opening, fill, credit, cash_out, tip = (
        *transfers.opening_inventory_transfers(Cents(5)),
        *transfers.fill_transfers(Cents(5)),
        *transfers.credit_transfers(Cents(5)),
        transfers.cash_out_transfers(ANN, Cents(5))[0],
        *transfers.tip_transfers(ANN, Cents(5)),
    )
    for silent in (opening, fill, credit):
        assert silent.facts.keys() == {"source", "target", "amount", "reason"}
    for silent in (cash_out, tip, *transfers.buy_in_transfers(ANN, Cents(5))):
        assert silent.facts.keys() == {"source", "target", "amount", "reason", "note"}


def test_buying_in_is_cash_to_the_drop_and_chips_from_the_inventory():
    ledger = table(1_000, Ann=400)
    held = {name: str(ledger.balance(name)) for name in (ANN, "drop", INVENTORY)}
    assert held == {ANN: "$4", "drop": "$4", INVENTORY: "$6"}


def test_cashing_out_takes_the_chips_to_the_cage_and_the_cash_away():
    ledger = table(1_000, Ann=400).post(*transfers.cash_out_transfers(ANN, Cents(400)))
    assert [ledger.balance(name) for name in (ANN, CAGE)] == [Cents(0), Cents(0)]
    assert ledger.balance(OUTSIDE) == Cents(-1_000)


def test_nobody_buys_chips_that_the_table_has_not_and_no_cash_is_taken_for_them():
    ledger = table(300)
    with pytest.raises(NotAllowed, match=r"chips for \$3 now, and not for \$4"):
        ledger.post(*transfers.buy_in_transfers(ANN, Cents(400)))
    assert ledger.balance("drop") == Cents(0)


def test_fill_and_credit_go_between_cage_and_table():
    ledger = table(1_000).post(*transfers.credit_transfers(Cents(600), by="Fay"))
    assert ledger.balance(CAGE) == Cents(600)
    refilled = ledger.post(*ledger.with_house_funds(*transfers.fill_transfers(Cents(800), by="Fay")))
    assert (refilled.balance(INVENTORY), refilled.balance(CAGE)) == (Cents(1_200), Cents(0))


def test_a_table_closes_with_what_it_opened_with_less_what_it_lost():
    ledger = table(1_000, Ann=400).post(moved(ANN, VIGORISH, 25, Reason.VIGORISH))
    closed = ledger.post(*transfers.closing_inventory_transfers(ledger, Cents(625), by="Fay"))
    assert closed.balance(INVENTORY) == closed.balance(VIGORISH) == Cents(0)
    assert Reason.COUNT_DIFFERENCE not in [part.reason for part in transfers.closing_inventory_transfers(ledger, Cents(625))]


def test_a_closing_count_is_recorded_step_by_step_in_the_name_of_who_counted():
    ledger = table(1_000, Ann=400).post(moved(ANN, VIGORISH, 25, Reason.VIGORISH))
    counted = transfers.closing_inventory_transfers(ledger, Cents(600), by="Fay", why="a chip short")
    assert [(each.source, each.target, each.amount.amount, each.reason.value, each.note) for each in counted] == [
        (VIGORISH, INVENTORY, 25, "vigorish-counted", ""),
        (INVENTORY, OUTSIDE, 25, "count-difference", "a chip short"),
        (INVENTORY, OUTSIDE, 600, "closing-inventory", ""),
    ]
    assert {each.by for each in counted} == {"Fay"}
    assert {each.by for each in transfers.closing_inventory_transfers(ledger, Cents(625))} == {""}


@pytest.mark.parametrize("counted", [0, 999, 1_001])
def test_a_count_that_differs_is_signed(counted):
    ledger = table(1_000)
    with pytest.raises(NotAllowed) as refusal:
        ledger.post(*transfers.closing_inventory_transfers(ledger, Cents(counted), by="Fay"))
    assert refusal.value.code == "ledger.unsigned"
    closing = transfers.closing_inventory_transfers(ledger, Cents(counted), by="Fay", why="counted twice")
    assert ledger.post(*closing).balance(INVENTORY) == Cents(0)
    assert closing[0].amount == Cents(abs(1_000 - counted))


def test_a_tip_goes_into_the_tip_box():
    assert table(1_000, Ann=400).post(*transfers.tip_transfers(ANN, Cents(25))).balance("tips") == Cents(25)


def test_a_coupon_is_used_up_and_what_it_won_is_paid_by_the_table():
    clauses = cite_clauses("div.pai-gow-poker", "(l)(9)#2")
    ledger = table(1_000).post(moved(OUTSIDE, COUPONS, 500, Reason.COUPON_ISSUED))
    used = ledger.post(moved(COUPONS, OUTSIDE, 500, Reason.COUPON_USED, clauses), moved(INVENTORY, ANN, 500))
    assert (used.balance(COUPONS), used.balance(ANN), used.balance(OUTSIDE)) == (Cents(0), Cents(500), Cents(-1_000))


def test_an_overpayment_is_taken_back_and_an_underpayment_made_good_by_new_transfers():
    paid = moved(INVENTORY, ANN, 300, round=7, seat=2, wager="pai-gow")
    ledger = table(1_000).post(paid)
    (back,) = transfers.overpayment_correction(paid, Cents(100), by="Fay", why="paid as if it were $3")
    (more,) = transfers.underpayment_correction(paid, Cents(50), by="Fay", why="short by a chip")
    assert (back.source, back.target, more.source, more.target) == (ANN, INVENTORY, INVENTORY, ANN)
    assert back.clauses == more.clauses == WIN
    assert (back.round, back.seat, back.wager, back.by, back.reason) == (7, 2, "pai-gow", "Fay", Reason.CORRECTION)
    assert ledger.post(back).balance(ANN) == Cents(200)
    assert ledger.post(more).balance(ANN) == Cents(350)


def test_no_more_is_taken_back_than_was_paid():
    with pytest.raises(NotAllowed) as refusal:
        transfers.overpayment_correction(moved(INVENTORY, ANN, 300), Cents(301), by="Fay", why="?")
    assert (refusal.value.code, refusal.value.clauses) == ("ledger.correction", WIN)
    assert refusal.value.facts == {"given": Cents(301), "allowed": Cents(300)}
    (whole,) = transfers.overpayment_correction(moved(INVENTORY, ANN, 300), Cents(300), by="Fay", why="the wrong player")
    assert whole.amount == Cents(300)


def test_a_ruling_is_posted_with_its_clause():
    (ruled,) = transfers.ruling_transfer(
        INVENTORY, ANN, Cents(5), by="Fay", why="chip under the light", clauses=WIN, in_round=3
    )
    assert (ruled.reason, ruled.by, ruled.round) == (Reason.RULING, "Fay", 3)
    assert table().post(ruled).balance(ANN) == Cents(5)
