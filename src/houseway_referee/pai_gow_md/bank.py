"""Chapter 12, sections A to G: who is offered the bank, who may take it, what it must cover, and what the house stakes."""

from houseway_referee.pai_gow_md.table import Bank, Table, base_wagers, positions, require
from houseway_referee.record import Act


def players_to_ask(table: Table) -> list[str]:
    """List the players as they are offered the bank: counterclockwise from the first offer, each once (12.C(1)(a), PG-28).

    An offer that was made stands, whatever is found about the round before (PG-99).
    """
    count, first = positions(table), table.first_offer or table.left["first-offer"]
    ring = [(first - 1 + step) % count + 1 for step in range(count)]
    seated = [table.record.seats[place] for place in ring if place in table.record.seats]
    away = {*table.record.absent, *table.gone}
    return [name for name in dict.fromkeys(seated) if name not in away]


def may_bank(table: Table, player: str) -> str:
    """Give the clause by which a player may not bank, or "": not twice in a row, and only after a wager against the dealer."""
    if table.left["last-bank"] == player:
        return "12.C(3)"
    return "" if player in table.left["wagered"] else "12.D(1)"


def offer_bank(table: Table, act: Act) -> None:
    """Offer the bank to the next player (12.C(1)(a))."""
    player = table.record.seats.get(act.facts["position"], "")
    ask(table, player)
    table.offered = player


def ask(table: Table, player: str) -> None:
    """The bank may be offered, and it is this player's turn. Those who may not bank may be passed over."""
    require(bool(table.option("bank.offered", False)), "12.A", "the bank is not offered")
    require(table.left["rounds"] > 0, "12.B(1)", "nobody may bank at the start of the game")
    require(not table.closed and table.bank is None, "12.C", "the bank is no longer offered")
    queue = players_to_ask(table)
    require(player in queue and player not in table.asked, "12.C(1)(a)", "he is not offered the bank now")
    before = queue[: queue.index(player)]
    passed = all(name in table.asked or may_bank(table, name) for name in before)
    require(passed, "12.C(1)(a)", "another player is offered the bank first")
    table.first_offer = table.first_offer or table.left["first-offer"]
    table.asked.append(player)


def answer(table: Table, player: str) -> None:
    """A player answers the offer; it may have been made without an act of its own."""
    require(not table.closed and table.bank is None, "12.C", "the bank is no longer offered")
    if table.offered != player:
        ask(table, player)
    table.offered = ""


def accept_bank(table: Table, act: Act) -> None:
    """Accept the bank (12.C), alone or with the dealer (12.E). He has no base wager (PG-33); his other areas go back (12.F)."""
    position, co_banking = act.facts["position"], bool(act.facts.get("co-banking", False))
    require(table.record.seats.get(position) == act.name, "12.C", "he does not sit there")
    require(not co_banking or bool(table.option("bank.co-banking", False)), "12.E", "co-banking is not offered")
    require(table.left["last-bank"] != act.name, "12.C(3)", "nobody banks two rounds in a row")
    require(table.left["rounds"] > 0, "12.B(1)", "nobody may bank at the start of the game")
    require(
        act.name in table.left["wagered"], "12.D(1)", "he made no wager against the dealer in the last round without a bank"
    )
    wagered = any(wager.player == act.name for wager in base_wagers(table))
    require(not wagered, "12.F", "he has a base wager, which he must take back first (PG-33)")
    answer(table, act.name)
    table.bank = Bank(position, act.name, co_banking)
    for place, name in list(table.wagers):
        wager = table.wagers[place, name]
        if wager.player == act.name and place != position:
            del table.wagers[place, name]
            if act.name in table.chips:
                table.chips[act.name] += wager.stake


def pass_bank(table: Table, act: Act) -> None:
    """Pass the bank to the next player (12.C)."""
    require(table.record.seats.get(act.facts["position"]) == act.name, "12.C", "he does not sit there")
    answer(table, act.name)


def give_up_bank(table: Table, act: Act) -> None:
    """Give up the bank before betting is closed: it is as if he had passed (PG-59, PG-83)."""
    require(table.bank is not None and table.bank.player == act.name, "12.C", "he is not the bank")
    require(not table.closed, "7.D(2)", "the dealer has announced no more bets")
    table.bank = None


def half_for_bank(table: Table, amount: int) -> int:
    """Give the bank's half of an amount; the odd cent as read (PG-35)."""
    return (amount + 1) // 2 if table.reading("PG-35") == "odd-cent-to-bank" else amount // 2


def others_wagers(table: Table) -> int:
    """Add up what the other players have wagered against the bank."""
    return sum(wager.stake for wager in base_wagers(table))


def cover_needed(table: Table, more: int) -> int:
    """Give what the bank needs for all wagers against it, and for `more`; half of it when co-banking (12.D(2), 12.E(2), PG-27)."""
    bank = table.bank
    assert bank is not None
    together = table.reading("PG-27") == "others-and-house"
    house = bank.house_stake if bank.staked or together else 0  # until it lies there, it is cut to what is covered
    total = others_wagers(table) + house + more
    return half_for_bank(table, total) if bank.co_banking else total


def covered(table: Table, more: int) -> bool:
    """Say whether the bank's chips cover all wagers against it, and `more`."""
    assert table.bank is not None
    needed = cover_needed(table, more)
    return table.chips.get(table.bank.player, needed) >= needed


def house_stake_due(table: Table) -> int:
    """Give what the house stakes, as far as the bank has not lowered it (12.G(3)); when co-banking, nothing (12.E(5))."""
    bank = table.bank
    assert bank is not None
    if bank.co_banking:
        return 0
    due = usual_house_stake(table)
    return due if bank.wish is None else min(due, bank.wish)


def usual_house_stake(table: Table) -> int:
    """Give the amount that is filed, or the banker's last wager against the dealer (12.G(1), PG-32)."""
    assert table.bank is not None
    last = table.left["wagered"].get(table.bank.player, [0])
    due = table.option("bank.house-stake", None)
    if due is None:
        due = sum(last) if table.reading("PG-32") == "sum" else max(last)
    return int(due)


def lower_house_stake(table: Table, act: Act) -> None:
    """The bank has the house stake less, or nothing (12.G(3)); his last word counts until the wager lies there (PG-62).

    A bank that is confirmed, and covers all wagers together, still has to (PG-27).
    """
    bank, amount = table.bank, act.facts["amount"]
    require(bank is not None and bank.player == act.name, "12.G(3)", "he is not the bank")
    assert bank is not None
    require(not bank.co_banking, "12.E(5)", "the dealer makes no wager when co-banking")
    require(not bank.staked and not table.closed, "12.G(3)", "the house's wager lies there")
    require(amount <= usual_house_stake(table), "12.G(3)", "the bank may only lower the amount")
    if bank.confirmed and table.reading("PG-27") == "others-and-house" and amount > bank.house_stake:
        require(covered(table, amount - bank.house_stake), "12.D(2)", "the bank does not cover it")
    bank.wish = amount
    if bank.confirmed:
        bank.house_stake = stake_covered(table)


def confirm_bank(table: Table, act: Act | None = None) -> None:
    """Confirm that the player may bank and covers the wagers (12.D). If not, it is as if he had passed (PG-59).

    The same holds if nothing is wagered against him; he is checked again when the last wager is gone (PG-110).
    """
    bank = table.bank
    require(bank is not None, "12.D", "there is no bank to confirm")
    assert bank is not None
    if bank.confirmed:
        require(bank.co_banking or bank.staked, "12.D", "the bank is confirmed")
        require(not others_wagers(table) and not bank.house_stake, "12.D", "the bank is confirmed")
        drop_bank(table)
        return
    bank.house_stake = 0
    together = table.reading("PG-27") == "others-and-house"
    stake = stake_covered(table)
    covers = covered(table, house_stake_due(table) if together else 0)
    if may_bank(table, bank.player) or not covers or not (others_wagers(table) or stake):
        drop_bank(table)
        return
    bank.house_stake, bank.confirmed = stake, True


def drop_bank(table: Table) -> None:
    """Go on without this bank; optional wagers that he has made on its hand go back (7.E, PG-59)."""
    bank = table.bank
    assert bank is not None
    table.bank = None
    for place, name in [key for key in table.wagers if key[0] == bank.position]:
        wager = table.wagers.pop((place, name))
        if wager.player in table.chips:
            table.chips[wager.player] += wager.stake


def stake_covered(table: Table) -> int:
    """Give what the house stakes, cut to what the bank covers besides the others' wagers (PG-27)."""
    bank, due = table.bank, house_stake_due(table)
    assert bank is not None
    if table.reading("PG-27") == "others-and-house":
        return due
    rest = table.chips.get(bank.player, others_wagers(table) + due) - others_wagers(table)
    return max(0, min(due, rest))


def stake_house(table: Table, act: Act) -> None:
    """The dealer puts the house's wager down (12.G(1), 12.G(4))."""
    require(table.bank is not None and table.bank.confirmed, "12.G", "no bank is confirmed")
    assert table.bank is not None
    require(not table.bank.co_banking, "12.E(5)", "the dealer makes no wager when co-banking")
    table.bank.house_stake, table.bank.staked = stake_covered(table), True
