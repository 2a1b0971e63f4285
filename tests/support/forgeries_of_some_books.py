"""Forged payments that only some books have: banks, surrender, folds, coupons, number wagers, a dealer who must have a pair."""

from houseway.money import NO_MONEY, Cents
from tests.support.forged_records import Forgery, Night, changed, replaced
from tests.support.forgeries_of_payments import SETTLED, half, owner_of, payment, with_amount
from tests.support.forgery_kinds import NO_BANK, SIDES, forgery

# Banks


@forgery(NO_BANK, md="md/bank-surplus", div="div/bank-through-the-centre")
def the_bank_gets_less_than_its_surplus(night: Night, _: Night) -> Forgery:
    """What is kept back lies in the inventory."""
    number, entry, place, paid = payment(night, "bank-surplus")
    kept = half(paid["amount"])
    rest = changed(paid, amount=paid["amount"] - kept, target="inventory", reason="co-bank-half")
    return replaced(night, number, entry.with_event(place, changed(paid, amount=kept), rest))


@forgery(NO_BANK, md="md/bank-surplus", div="div/bank-through-the-centre")
def vigorish_of_the_bank_is_not_taken(night: Night, _: Night) -> Forgery:
    number, surplus = night.find(reason="bank-surplus")
    entry = night.entries[number]
    place = entry.place(reason="vigorish", seat=entry.events[surplus]["seat"])
    more = entry.events[surplus]["amount"] + entry.events[place]["amount"]
    return replaced(night, number, entry.with_facts(surplus, amount=more).with_event(place))


@forgery(NO_BANK, md="md/co-bank-surplus", div="div/co-bank-surplus")
def the_share_of_a_co_bank_is_wrong(night: Night, _: Night) -> Forgery:
    """The house takes a dollar of the bank's half."""
    number, entry, place, paid = payment(night, "co-bank-half")
    surplus = entry.place(reason="bank-surplus")
    less = entry.events[surplus]["amount"] - Cents(100)
    return replaced(night, number, entry.with_facts(place, amount=paid["amount"] + Cents(100)).with_facts(surplus, amount=less))


@forgery(NO_BANK, md="md/bank-surplus", div="div/bank-lowers-the-house-stake")
def the_house_stakes_another_amount_against_the_bank(night: Night, _: Night) -> Forgery:
    number, entry, place, staked = payment(night, "house-stake")
    less = half(staked["amount"])
    return replaced(night, number, entry.with_facts(place, amount=less).with_facts(entry.place("house-staked"), amount=less))


@forgery(NO_BANK, md="md/bank-surplus", div="div/bank-through-the-centre")
def a_loser_pays_the_house_instead_of_the_bank(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night, "wager-lost", target="centre")
    return replaced(night, number, entry.with_facts(place, target="inventory"))


# What only some books have

NO_SURRENDER = "there is no surrender in these books; a player folds"


@forgery(NO_SURRENDER, md="md/surrender", div="div/surrender-before-the-dealer-sets")
def half_of_a_surrendered_wager_is_given_back(night: Night, _: Night) -> Forgery:
    number, entry, place, lost = payment(night, "surrendered")
    kept = half(lost["amount"])
    back = changed(lost, amount=lost["amount"] - kept, target=owner_of(night, lost["seat"]), reason="wager-returned")
    return replaced(night, number, entry.with_event(place, changed(lost, amount=kept), back))


FOLDS = {"uth": SIDES["uth"], "fc": "fc/fold-loses-the-ante-and-the-bonus"}


@forgery("nobody folds in these books", **FOLDS)
def a_folded_hand_is_paid(night: Night, _: Night) -> Forgery:
    """The Ante of a folded hand goes back with even money."""
    number, entry, place, lost = payment(night, "wager-lost", wager="ante")
    assert entry.command.act == "fold"
    owner = owner_of(night, lost["seat"])
    back = changed(lost, target=owner, reason="wager-returned")
    won = changed(lost, source="inventory", target=owner, reason="payout")
    return replaced(night, number, entry.with_event(place, back, won))


COUPONS_ONLY = "only the Division's book has coupons"


@forgery(COUPONS_ONLY, div="div/match-play-coupons")
def a_coupon_is_paid_out_as_chips(night: Night, _: Night) -> Forgery:
    """A used coupon leaves the layout, and its face goes to the player in chips as well."""
    number, entry, place, used = payment(night, "coupon-used", seat=1)
    chips = changed(used, source="inventory", target=owner_of(night, 1), reason="payout")
    return replaced(night, number, entry.with_event(place, used, chips))


@forgery(COUPONS_ONLY, div="div/match-play-coupons")
def a_coupon_is_not_matched(night: Night, _: Night) -> Forgery:
    """Only the chips are paid, as if no coupon had lain there."""
    number, entry, place, paid = payment(night, "payout", seat=1)
    return replaced(night, number, with_amount(entry, place, half(paid["amount"])))


@forgery("only the Division's book has number wagers", div="div-hand-number-coupon")
def a_number_wager_is_paid_on_the_wrong_number(night: Night, _: Night) -> Forgery:
    """The wager on the number drawn loses, and one on another number is paid."""
    number = night.find_act("settle-numbers")
    entry = night.entries[number]
    lost, won = entry.place(SETTLED, result="lose"), entry.place(SETTLED, result="win")
    back, paid = entry.place(reason="wager-returned"), entry.place(reason="payout")
    taken = entry.place(reason="wager-lost")
    winner, loser = owner_of(night, entry.events[taken]["seat"]), entry.events[back]
    forged = entry.with_facts(lost, result="win", amount=Cents(1_100)).with_facts(won, result="lose", amount=NO_MONEY)
    forged = forged.with_facts(taken, target=winner, reason="wager-returned")
    forged = forged.with_facts(back, target="inventory", reason="wager-lost", amount=loser["amount"])
    moved = {"target": winner, "amount": Cents(1_100), "seat": 2, "wager": entry.events[taken]["wager"]}
    return replaced(night, number, forged.with_facts(paid, **moved))


@forgery("a dealer without a pair changes nothing in these books", uth="uth/ante-pushes-when-the-dealer-has-no-pair")
def the_ante_is_paid_though_the_dealer_has_no_pair(night: Night, _: Night) -> Forgery:
    number, place = night.find(SETTLED, wager="ante", result="tie")
    entry = night.entries[number]
    tied = entry.events[place]
    back = entry.place(reason="wager-returned", wager="ante", seat=tied["position"])
    won = changed(entry.events[back], source="inventory", reason="payout")
    forged = entry.with_event(back, entry.events[back], won)
    return replaced(night, number, forged.with_facts(place, result="win", amount=tied["stake"]))
