"""Chapter 14, and the counts of chapters 8 to 10: what is reported, and what it does to the round."""

from typing import Any

from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.money import Ledger, difference, give_back_at_most, move
from houseway_referee.pai_gow_md.deal import expected_stub, forfeit, live_wagers
from houseway_referee.pai_gow_md.meters import restore_meters, return_contribution
from houseway_referee.pai_gow_md.settlement import settle_bank
from houseway_referee.pai_gow_md.table import (
    BASE,
    DEALER,
    Bank,
    Hand,
    Table,
    Void,
    Wager,
    account,
    bank_position,
    playing,
    positions,
    purses,
    require,
    waits_for_payment,
)
from houseway_referee.record import Act, by_position

STUB_CLAUSES = {"manual-shoe": "8.F", "hand": "9.E", "automated-shoe": "10.E"}
NOT_DEALT_FROM = ("discard-rack", "rack")


def dealing(table: Table) -> str:
    """Give the method of dealing: what stands in for a device (14.N), or as filed; from a manual shoe if nothing is."""
    return table.stand_in or str(table.option("table.dealing", "manual-shoe"))


def switch_method(table: Table, act: Act) -> None:
    """Cards are dealt, or their start is found, in another way, because a device is out of use or back in it (14.N, PG-92)."""
    table.stand_in = act.facts.get("dealing", table.stand_in)
    if "starting" in act.facts and table.start is None:
        table.button_used = act.facts["starting"] == "button"


# ---- reports


def reported_with_deal(table: Table, facts: dict[str, Any]) -> None:
    """Judge what the dealer reports with the deal itself."""
    if facts.get("jammed") and dealing(table) == "automated-shoe":
        make_void(table, "automated-shoe", ["14.M"])
    judge_start(table, facts.get("first"))
    judge_hands(table, facts.get("hands"))
    judge_face_up(table, facts)
    for place, _ in sorted(by_position(facts.get("exposed"), "exposed").items()):
        judge_exposed(table, place, {"when": "dealing"})


def count_stub(table: Table, act: Act) -> None:
    """Count what is left after the deal; a wrong number voids the round (8.E, 8.F, 9.D, 9.E, 10.D, 10.E)."""
    require(table.dealt, "8.E", "the cards are not dealt")
    there = 53 - 7 * (positions(table) + 1) - table.set_aside
    judge_hands(table, act.facts.get("hands"))
    judge_stub(table, act.facts.get("cards", there))
    table.counted = True


def report_start(table: Table, act: Act) -> None:
    """The deal began at the wrong position (14.B)."""
    require(table.dealt, "14.B", "no card is dealt")
    judge_start(table, act.facts.get("first"))


def report_misdeal(table: Table, act: Act) -> None:
    """A hand or the stub has the wrong number of cards (14.H, 14.K, 8.F)."""
    require(table.dealt, "14.H", "no card is dealt")
    judge_hands(table, act.facts.get("hands"))
    if "stub" in act.facts:
        judge_stub(table, act.facts["stub"])


def report_face_up(table: Table, act: Act) -> None:
    """Cards lie face up in the shoe or the deck. Only those found while the cards are dealt matter (14.E, 14.F).

    When this is reported, they are dealt; so it says if they were found before.
    """
    require(table.dealt, "14.E", "no card is dealt")
    where = act.facts.get("where", "")
    elsewhere = where in NOT_DEALT_FROM or (where == "shuffler" and dealing(table) != "automated-shoe")
    if act.facts.get("when", "later") == "dealing" and not elsewhere:
        judge_face_up(table, act.facts)


def report_exposed(table: Table, act: Act) -> None:
    """A card was exposed (14.C, 14.D, 14.J)."""
    place = act.facts.get("position", act.facts.get("place", "nobody"))
    require(table.dealt, "14.C", "no card is dealt")
    if not str(place).isdigit():
        raise RecordError(f"a report of an exposed card says whose it was, not {place!r}")
    judge_exposed(table, int(place), act.facts)


def report_device(table: Table, act: Act) -> None:
    """A shuffler or an automated shoe failed (14.L, 14.M)."""
    device, live = act.facts.get("device", ""), act.facts.get("live")
    if device == "reshuffling-device" and dealing(table) == "automated-shoe" and table.closed:
        device, live = "automated-shoe", live if table.late else None  # it deals the round in play (5.I)
    if device in ("automated-shoe", "shoe") and dealing(table) == "automated-shoe" and table.closed:
        inside = live if live is not None else (table.late or not table.counted)
        if inside or table.reading("PG-98") == "during-the-round":
            make_void(table, "automated-shoe", ["14.M"])
    elif (
        device in ("shuffler", "reshuffling-device") and live and table.closed and table.reading("PG-43") == "refund-when-live"
    ):
        make_void(table, "shuffler", ["14.L"])


# ---- what follows


def judge_start(table: Table, first: int | None) -> None:
    """A first card or stack at the wrong position voids the round (14.B, PG-42)."""
    if first is not None and table.start is not None and first != table.start:
        make_void(table, "wrong-start", ["14.B"])


def judge_hands(table: Table, hands: dict[Any, int] | None) -> None:
    """A position, or the dealer, with more or less than seven cards voids the round (14.H, 14.K)."""
    if any(count != 7 for count in by_position(hands, "hands").values()):
        make_void(table, "misdeal", ["14.H"])


def judge_stub(table: Table, cards: int) -> None:
    """A stub of the wrong size voids the round even if every hand has seven cards (8.F(2), 9.E(2), 10.E(2), PG-37)."""
    if cards != expected_stub(table):
        make_void(table, "wrong-stub", [f"{STUB_CLAUSES[dealing(table)]}(2)"])


def judge_face_up(table: Table, facts: dict[str, Any]) -> None:
    """One card found face up is set aside; more void the round (14.E, 14.F). One that is in a hand by now: PG-97."""
    new = [number for number in facts.get("face_up", []) if number not in table.face_up]
    table.face_up |= set(new)
    if len(table.face_up) > 1:
        make_void(table, "cards-face-up", ["14.F"])
        return
    places = by_position(facts.get("places"), "places")
    for number in new:
        place = places.get(number)
        if not isinstance(place, int):
            table.set_aside = 1
        elif table.reading("PG-97") == "taken-out":
            make_void(table, "misdeal", ["14.E", "14.H"])
        else:
            judge_card_of_hand(table, place, {"when": "dealing"})


def judge_exposed(table: Table, place: int, facts: dict[str, Any]) -> None:
    """An exposed card while dealing from the hand voids the round (14.J, PG-40); else it depends on whose it is."""
    by_hand = dealing(table) == "hand" and table.reading("PG-40") == "any-exposure"
    if by_hand and facts.get("when") == "dealing":
        make_void(table, "card-exposed", ["14.J"])
    else:
        judge_card_of_hand(table, place, facts)


def judge_card_of_hand(table: Table, place: int, facts: dict[str, Any]) -> None:
    """A card of the dealer or the bank voids the round (14.D); a player may choose (14.C). Hands that lie open are not exposed."""
    hand = table.hands.setdefault(place, Hand([]))
    open_now = hand.turned or (place == DEALER and table.dealer_racked)
    if open_now and facts.get("when", "later") == "later":
        return
    if place == DEALER:
        make_void(table, "dealer-card-exposed", ["14.D"])
    elif place == bank_position(table):
        make_void(table, "bank-card-exposed", ["14.D"])
    elif place in live_wagers(table) and facts.get("who", "dealer") != "player":
        seen = hand.low is not None if table.record.physical else table.counted
        hand.may_choose = not seen and not facts.get("looked", False) and not table.late


def choose_exposed(table: Table, act: Act) -> None:
    """A player whose card the dealer exposed plays the hand or voids it, without having seen the rest (14.C, PG-103)."""
    position = act.facts["position"]
    hand = table.hands.get(position)
    mine = table.record.seats.get(position) == act.name and act.name not in table.gone
    require(table.void is None and hand is not None and hand.may_choose and mine, "14.C", "he has no hand to choose about")
    assert hand is not None
    hand.may_choose = False
    if act.facts["choice"] == "play":
        return
    if table.reading("PG-38") == "forfeit":
        forfeit(table, position, "14.C")
        return
    return_contribution(table, position)
    for (place, _), wager in table.wagers.items():
        if place == position:
            return_wager(wager, ["14.C"])


def collect_surrendered(table: Table, act: Act) -> None:
    """The cards of a surrendered hand are counted (11.D(4)); a wrong number voids the round (14.H)."""
    position = act.facts["position"]
    base = table.wagers.get((position, BASE))
    require(base is not None and base.result == "surrendered", "11.D(4)", "the hand was not surrendered")
    judge_hands(table, {str(position): act.facts.get("cards", 7)})


# ---- a void round


def make_void(table: Table, reason: str, clauses: list[str]) -> None:
    """All hands are void and all wagers go back. What was settled before is unwound, or stands (PG-90)."""
    if table.void is not None:
        return
    table.void = Void(reason, clauses)
    if table.reading("PG-90") == "unwound":
        unwind(table)
    else:
        let_settled_stand(table)


def return_wager(wager: Wager, clauses: list[str]) -> None:
    """Give a wager back."""
    wager.result, wager.returned, wager.clauses = "void", wager.stake, list(clauses)
    wager.cents, wager.vigorish, wager.row = 0, 0, ""


def unwind(table: Table) -> None:
    """Take back every payment of the round, as far as players still have it, and return every wager."""
    assert table.void is not None
    table.ledger = {} if table.late else what_is_gone(table)
    table.envy, table.order = {}, []
    restore_meters(table)
    for wager in table.wagers.values():
        return_wager(wager, table.void.clauses)
    if table.bank:
        old = table.bank
        table.bank = Bank(old.position, old.player, old.co_banking, house_stake=old.house_stake)
        table.bank.house_result = "void" if old.house_stake else ""


def what_is_gone(table: Table) -> Ledger:
    """List what players took along who have got up since: it stays owed (PG-90)."""
    have = purses(table, table.ledger)
    for wager in table.wagers.values():
        if account(wager.player) in have and (not wager.result or waits_for_payment(wager)):
            have[account(wager.player)] += wager.stake
    wanted = difference({}, table.ledger)
    return difference(give_back_at_most(wanted, have), wanted)


def let_settled_stand(table: Table) -> None:
    """Return what is open. In a bank round that is not settled, what lies in the centre goes back, too (PG-90, PG-105)."""
    assert table.void is not None
    if table.bank and not table.bank.settled:
        if table.reading("PG-26") == "one-pass":
            close_one_pass(table, table.bank)
        else:
            empty_centre(table, table.bank)
    for wager in table.wagers.values():
        if not wager.result or waits_for_payment(wager):
            return_wager(wager, table.void.clauses)
            if wager.name == "progressive":
                return_contribution(table, wager.position)


def close_one_pass(table: Table, bank: Bank) -> None:
    """In one pass whoever had his turn stays settled, and the bank gets the rest of the centre (PG-105)."""
    waits = bank.house_result == "" or (bank.house_result == "win" and not bank.house_paid)
    if bank.house_stake and waits:
        bank.house_result = "void"
    settle_bank(table)


def empty_centre(table: Table, bank: Bank) -> None:
    """Give back what lies in the centre of a bank round that is settled in two passes, as long as no winner was paid from it."""
    if bank.paid:
        raise NotDecided("a bank round that is void after some winners were paid and before the bank was", "14.H")
    assert table.void is not None
    for position in playing(table):
        wager = table.wagers.get((position, BASE))
        if wager and wager.result in ("lose", "surrendered") and lies_in_centre(table, wager):
            move(table.ledger, "centre", account(wager.player), wager.stake)
            return_wager(wager, table.void.clauses)
    if bank.house_result == "lose":
        move(table.ledger, "centre", "inventory", bank.house_stake)
    bank.house_result = "void" if bank.house_stake else ""
    bank.centre = bank.collected = 0


def lies_in_centre(table: Table, wager: Wager) -> bool:
    """A lost wager lies in the centre, but a surrendered one only where it went there (PG-56)."""
    return wager.result == "lose" or table.reading("PG-56") == "to-centre"
