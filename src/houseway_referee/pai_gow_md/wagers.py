"""Chapter 7: wagers, who may make them, and when."""

from typing import Any

from houseway_referee.pai_gow_md.bank import cover_needed, covered
from houseway_referee.pai_gow_md.meters import contribute_when, remove_contribution
from houseway_referee.pai_gow_md.table import BASE, OPTIONAL, Table, Wager, bank_position, require
from houseway_referee.record import Act


def place_wager(table: Table, act: Act) -> None:
    """Place or increase a wager (7.A, 7.C to 7.F)."""
    position, name, amount = act.facts["position"], act.facts["wager"], act.facts["amount"]
    may_wager_here(table, act.name, position)
    require(name == BASE or name in OPTIONAL, "7.E", f"there is no wager {name}")
    require(name in table.filing.wagers, "7.E", f"{name} is not offered")
    require(table.chips.get(act.name, amount) >= amount, "7.A", "he has not so many chips")
    if name == BASE:
        may_make_base_wager(table, act.name, position)
    else:
        has_base = (position, BASE) in table.wagers or position == bank_position(table)
        require(has_base, "7.E", "an optional wager needs a Pai Gow Poker Wager")
    lies = table.wagers.get((position, name))
    within_limits(table.filing.wagers[name], name, amount + (lies.stake if lies else 0))
    stays_covered(table, act.name, name, amount)
    if lies:
        lies.stake += amount
    else:
        table.wagers[position, name] = Wager(position, name, act.name, amount, lit=act.facts.get("lit", True))
    if act.name in table.chips:
        table.chips[act.name] -= amount


def may_wager_here(table: Table, player: str, position: int) -> None:
    """Only a seated player wagers, on his own areas, before "no more bets" (7.C, 7.D); a bank on one area only (12.F)."""
    require(table.void is None and not table.closed, "7.D(2)", "the dealer has announced no more bets")
    seated = table.record.seats.get(position) == player
    require(seated and player not in table.gone, "7.C", "he does not sit there")
    if table.bank and table.bank.player == player:
        require(position == table.bank.position, "12.F", "the bank wagers on one betting area only")


def may_make_base_wager(table: Table, player: str, position: int) -> None:
    """A player has one base wager, or two on adjacent areas where that is filed (7.F); the bank has none (PG-33)."""
    require(position != bank_position(table), "12.F", "the bank makes no Pai Gow Poker Wager")
    own = {place for (place, name), wager in table.wagers.items() if name == BASE and wager.player == player} | {position}
    allowed = int(table.option("table.positions-per-player", 1))
    require(len(own) <= allowed, "7.F", f"a player may wager on {allowed} betting areas")
    require(max(own) - min(own) < len(own), "7.F", "the betting areas of a player are adjacent")


def within_limits(terms: dict[str, Any], name: str, total: int) -> None:
    """A wager keeps to the minimum and maximum, or is the stake that is filed (PG-20)."""
    if "stake" in terms:
        stakes = terms["stake"] if isinstance(terms["stake"], list) else [terms["stake"]]
        require(total in stakes, "13.E(1)" if name == "progressive" else "7.E", f"the stake is {stakes}")
        return
    require(terms["minimum"] <= total <= terms["maximum"], "7.A", "the wager is outside the table's limits")


def stays_covered(table: Table, player: str, name: str, amount: int) -> None:
    """Once the bank is confirmed, nobody bets more than it covers, and it keeps the chips that its cover needs (12.D(2), PG-58)."""
    if table.bank is None or not table.bank.confirmed:
        return
    if player == table.bank.player:
        have = table.chips.get(player, cover_needed(table, 0) + amount)
        require(have - amount >= cover_needed(table, 0), "12.D(2)", "the bank needs these chips for its cover")
    elif name == BASE:
        require(covered(table, amount), "12.D(2)", "the bank does not cover so much")


def take_back(table: Table, act: Act) -> None:
    """Withdraw a wager, or a part of it, before "no more bets" (7.D(2)). Optional wagers go with the base wager (7.E)."""
    position, name = act.facts["position"], act.facts["wager"]
    require(table.void is None and not table.closed, "7.D(2)", "the dealer has announced no more bets")
    lies = table.wagers.get((position, name))
    if lies is None or lies.player != act.name:
        require(False, "7.D(2)", "he has no such wager")
        return
    amount = act.facts.get("amount", lies.stake)
    require(0 < amount <= lies.stake, "7.D(2)", "the wager is smaller")
    if amount < lies.stake:
        within_limits(table.filing.wagers[name], name, lies.stake - amount)
        lies.stake -= amount
        give_chips(table, act.name, amount)
        return
    remove_wager(table, position, name)
    if name == BASE:
        for other in OPTIONAL:
            remove_wager(table, position, other)


def remove_wager(table: Table, position: int, name: str) -> None:
    """Give a wager back as if it had not been made."""
    wager = table.wagers.pop((position, name), None)
    if wager is not None:
        give_chips(table, wager.player, wager.stake)


def give_chips(table: Table, player: str, amount: int) -> None:
    """Count chips that a player gets in hand."""
    if player in table.chips:
        table.chips[player] += amount


def buy_in(table: Table, act: Act) -> None:
    """Count chips that a player bought."""
    give_chips(table, act.name, act.facts["amount"])


def return_orphans(table: Table) -> None:
    """When betting is closed, optional wagers without a base wager, of a bank that gave up, go back (7.E)."""
    for position, name in list(table.wagers):
        alone = (position, BASE) not in table.wagers and position != bank_position(table)
        if name != BASE and alone:
            remove_wager(table, position, name)


def rule_chips(table: Table, act: Act) -> None:
    """The floor rules which progressive wagers stand when chips and lights do not agree (8.C(3), PG-52)."""
    require(table.locked and not table.dealt, "8.C(3)", "chips are counted after the lock-out and before the deal")
    for place, stands in act.facts["stands"].items():
        rule_on_light(table, int(place), stands)


def rule_on_light(table: Table, position: int, stands: bool) -> None:
    """One wager stands, and contributes then; or its chip goes back."""
    wager = table.wagers.get((position, "progressive"))
    require(wager is not None, "8.C(3)", f"position {position} has no progressive wager")
    assert wager is not None
    wager.lit = True
    if stands:
        contribute_when(table, position, "at-lock-out")
        return
    remove_contribution(table, position)
    wager.result, wager.returned, wager.clauses = "void", wager.stake, ["8.C(3)"]
    table.taken_aside.append(table.wagers.pop((position, "progressive")))
