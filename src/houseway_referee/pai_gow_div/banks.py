"""Who may bank, what a bank must cover, and what the house wagers against it: (m)(1) to (m)(7)."""

from copy import deepcopy

from houseway_referee.pai_gow_div.layout import give_back, kind_of, own_area, spend
from houseway_referee.pai_gow_div.state import BASE, BONUS, NUMBER, Area, Bank, Play, allow
from houseway_referee.record import Act


def offer_order(play: Play) -> list[str]:
    """List the players in the order in which they are offered the bank, (m)(3)#2; none in the dealer's round (DIV-23).

    Empty places and absent players are passed, and a player on two areas is asked once.
    """
    first = play.left.first_offer
    taken = [place for place in sorted(play.areas) if play.areas[place].player not in play.away]
    later = [place for place in taken if place >= first]
    if play.reads("DIV-23", "dealer-round") and (first == 0 or not later):
        return []
    earlier = [place for place in taken if place < first]
    return list(dict.fromkeys(play.areas[place].player for place in later + earlier))


def open_offers(play: Play) -> list[str]:
    """Give the order of the offers, which stands from the first of them on."""
    allow(play.option("bank.offered"), "(m)(1)#1", "no bank is offered")
    allow(play.left.rounds, "(m)(2)#1", "nobody banks at the start of the game")
    allow(not play.closed, "(m)(3)#2", "betting is closed")
    if play.reads("DIV-54", "after") and play.offers is None:
        wagered = any(BASE in area.wagers for area in play.areas.values())
        allow(wagered, "(m)(4)(ii)", "the bank is offered when wagers are down")
    order = play.offers if play.offers is not None else offer_order(play)
    allow(order, "(m)(3)#5", "the first offer is the dealer's")
    return order


def check_turn(play: Play, player: str) -> None:
    """Check that the offer has come to a player: all before him have passed, or may not bank."""
    order = open_offers(play)
    allow(player in order and player not in play.passed and not play.bank, "(m)(3)#2", "the bank is not offered to him now")
    for one in order[: order.index(player)]:
        allow(one in play.passed or not may_bank(play, one), "(m)(3)#2", "another player is asked first")
    play.offers = order


def may_bank(play: Play, player: str) -> bool:
    """Say whether (m)(2)#1, (m)(3)#6 and (m)(4)(i) let a player bank."""
    return play.left.rounds > 0 and player != play.left.last_bank and player in play.left.wagered and player not in play.away


def offer(play: Play, act: Act) -> None:
    """Offer the bank to a position."""
    area = play.areas.get(act.facts["position"])
    allow(area, "(m)(3)#2", "nobody sits there")
    assert area is not None
    check_turn(play, area.player)
    play.offered = area.player


def accept(play: Play, act: Act) -> None:
    """Accept the bank."""
    area, co_banking = own_area(play, act), act.facts.get("co-banking", False)
    check_turn(play, act.name)
    allow(act.name != play.left.last_bank, "(m)(3)#6", "nobody banks two rounds in a row")
    allow(act.name in play.left.wagered, "(m)(4)(i)", "he did not wager against the dealer in the last round without a bank")
    wagered = any(BASE in one.wagers for one in play.areas_of(act.name))
    allow(not wagered, "(m)(6)", "he has a base wager, which he must take back first (DIV-45)")
    allow(not co_banking or play.option("bank.co-banking"), "(m)(5)#1", "co-banking is not offered")
    play.bank, play.offered = Bank(area.position, act.name, co_banking), ""


def decline(play: Play, act: Act) -> None:
    """Pass the bank, (m)(3)#1. An offer that was made stands, whatever is found about the round before (DIV-113)."""
    own_area(play, act)
    if play.offered != act.name:
        check_turn(play, act.name)
    play.offered = ""
    play.passed.add(act.name)


def drop(play: Play) -> None:
    """Go on without this bank, as if he had passed (DIV-58); side wagers that he has made on its hand go back, (r)(2), (q)(1)."""
    assert play.bank is not None
    area = play.areas[play.bank.position]
    if BASE not in area.wagers:
        give_back(play, area, BASE)
    play.passed.add(play.bank.player)
    play.bank, play.first_accepted = None, False


def give_up(play: Play, act: Act) -> None:
    """Give the bank up before betting is closed (DIV-83)."""
    allow(play.bank and play.bank.player == act.name, "(m)(3)#1", "he has not the bank")
    allow(not play.closed, "(g)(3)#2", "betting is closed")
    drop(play)


# ---- cover


def others(play: Play) -> int:
    """Add up the base wagers of the other players (DIV-64); coupons do not play against a bank (DIV-70)."""
    bank = play.bank.player if play.bank else ""
    return sum(area.wagers[BASE].chips for area in play.areas.values() if BASE in area.wagers and area.player != bank)


def bank_part(play: Play, amount: int) -> int:
    """Give the bank's part of an amount: all of it, or half when co-banking; the odd cent as DIV-46 has it."""
    if not play.bank or not play.bank.co_banking:
        return amount
    return (amount + 1) // 2 if play.reads("DIV-46", "odd-cent-to-bank") else amount // 2


def covers(play: Play, wagered: int, spent: int = 0, house: int | None = None) -> bool:
    """Say whether the bank has chips for these wagers and the house's, (m)(4)(ii), DIV-24, DIV-57.

    The house's counts once it lies there, because it is cut to what is covered, or from the start where both are covered together.
    """
    assert play.bank is not None
    if house is None:
        house = play.bank.house_stake if play.bank.staked or play.reads("DIV-24", "others-and-house") else 0
    needed = bank_part(play, wagered) + house + spent
    return needed <= play.chips.get(play.bank.player, needed)


def wanted_stake(play: Play) -> int:
    """Give the house's wager: the bank's last, (m)(7)#1, or what the bank lets it be, (m)(7)#2; none for a co-bank, (m)(5)#5."""
    bank = play.bank
    assert bank is not None
    if bank.co_banking:
        return 0
    last = sum(play.left.wagered.get(bank.player, []))
    return last if bank.most is None else min(last, bank.most)


def house_stake(play: Play) -> int:
    """Cut the house's wager to what the bank covers besides the others' (DIV-24)."""
    assert play.bank is not None
    stake = wanted_stake(play)
    if play.bank.player not in play.chips or play.reads("DIV-24", "others-and-house"):
        return stake
    return max(0, min(stake, play.chips[play.bank.player] - bank_part(play, others(play))))


def confirm(play: Play) -> None:
    """Check the bank when wagers are down, (m)(4); one that fails is passed over (DIV-58).

    It is checked again if nothing is left that is wagered against it, and falls away (DIV-131).
    """
    bank = play.bank
    allow(bank, "(m)(4)(i)", "nobody has accepted the bank")
    assert bank is not None
    allow(not play.closed, "(g)(3)#2", "betting is closed")
    if bank.confirmed:
        allow(bank.co_banking or bank.staked, "(m)(4)(i)", "the bank is confirmed")
        allow(not others(play) and not bank.house_stake, "(m)(4)(i)", "the bank is confirmed")
        drop(play)
        return
    trial = deepcopy(play)
    clear_layout(trial, bank)
    house = wanted_stake(play) if play.reads("DIV-24", "others-and-house") else 0
    covered = covers(trial, others(trial), house=house)
    if not may_bank(play, bank.player) or not covered or not (others(trial) or house_stake(trial)):
        drop(play)
        return
    clear_layout(play, bank)
    bank.confirmed = True
    bank.house_stake = house_stake(play)
    play.first_accepted = bank.player in (play.offers or [])[:1]


def clear_layout(play: Play, bank: Bank) -> None:
    """Return what a bank round does not have: the bank's base wagers and second area, (m)(6), coupons (DIV-70), and by DIV-36."""
    for area in play.areas.values():
        base = area.wagers.get(BASE)
        if area.player == bank.player and base:
            clear_own(play, area, area.position == bank.position)
        elif base and base.coupon:
            give_back(play, area, BASE)
    if play.reads("DIV-36", "progressive-only"):
        for area in play.areas.values():
            for name in [one for one in area.wagers if kind_of(one) in (BONUS, NUMBER)]:
                give_back(play, area, name)


def clear_own(play: Play, area: Area, keeps_sides: bool) -> None:
    """Return a bank's base wager; its side wagers stay on the area that it banks from."""
    if keeps_sides:
        spend(play, area.player, -area.wagers.pop(BASE).chips)
    else:
        give_back(play, area, BASE)


def limit_house(play: Play, act: Act) -> None:
    """Let the house wager less, or nothing, (m)(7)#2, until its wager lies there (DIV-61)."""
    bank, amount = play.bank, act.facts["amount"]
    allow(bank and bank.player == act.name, "(m)(7)#2", "he has not the bank")
    assert bank is not None
    allow(not bank.co_banking, "(m)(5)#5", "the house makes no wager when it co-banks")
    allow(not bank.staked, "(m)(7)#2", "the house's wager is down")
    allow(amount <= sum(play.left.wagered.get(bank.player, [])), "(m)(7)#2", "the bank may only lower it")
    if bank.confirmed and play.reads("DIV-24", "others-and-house"):  # else it is cut when it is put down
        allow(
            amount <= bank.house_stake or covers(play, others(play), house=amount), "(m)(4)(ii)", "the bank does not cover it"
        )
    bank.most = amount
    if bank.confirmed:
        bank.house_stake = house_stake(play)


def stake(play: Play) -> None:
    """Put the house's wager down, (m)(7)#3."""
    allow(play.bank and play.bank.confirmed, "(m)(7)#1", "there is no bank")
    assert play.bank is not None
    allow(not play.bank.co_banking, "(m)(5)#5", "the house makes no wager when it co-banks")
    allow(not play.bank.staked, "(m)(7)#1", "the house's wager is down")
    play.bank.house_stake = house_stake(play)
    play.bank.staked = True


def dealer_plays(play: Play) -> bool:
    """Say whether the dealer's hand is compared: in a bank round only if the house has a wager, (m)(11)."""
    return play.banker is None or (play.bank is not None and play.bank.house_stake > 0)
