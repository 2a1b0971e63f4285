"""What becomes of the money of a void hand and of a void round: (n), with DIV-10, DIV-29, DIV-30, DIV-51, DIV-90."""

from houseway_referee.errors import NotDecided
from houseway_referee.money import Ledger, difference, give_back_at_most
from houseway_referee.pai_gow_div import meters
from houseway_referee.pai_gow_div.bank_settlement import settle_bank
from houseway_referee.pai_gow_div.layout import kind_of
from houseway_referee.pai_gow_div.state import (
    BASE,
    NUMBER,
    PROGRESSIVE,
    Area,
    Play,
    Transfer,
    balance,
    player_account,
    purses,
)


def collect_base(play: Play, area: Area, result: str, clause: str, *, to_centre: bool) -> None:
    """Collect a base wager: into the centre in a bank round, (m)(12)#3, else into the inventory, (l)(6)#1."""
    chips = area.wagers[BASE].chips
    play.pay(player_account(area.player), "centre" if to_centre else "inventory", chips)
    if to_centre and play.bank:
        play.bank.collected += chips
    play.settle(area, BASE, result, [clause])


def forfeit(play: Play, area: Area, name: str, clause: str) -> None:
    """Collect a wager that is lost without a comparison: a base wager against a bank is the bank's, all others are the house's."""
    if name == BASE:
        collect_base(play, area, "lose", clause, to_centre=play.banker is not None)
    elif name == PROGRESSIVE:
        meters.lose(play, area, clause)
    else:
        play.pay(player_account(area.player), "inventory", area.wagers[name].chips)
        play.settle(area, name, "lose", [clause])


def give_back(play: Play, area: Area, name: str, clause: str) -> None:
    """Return a wager that is not settled; a coupon is handed back (DIV-102)."""
    play.settle(area, name, "void", [clause], returned=area.wagers[name].amount)
    if name == PROGRESSIVE:
        meters.take_out(play, area)


def void_area(play: Play, area: Area) -> None:
    """Void one hand as its player chose, (n)(4)#1; its wagers go back or are lost (DIV-29). A settled number stands, (p)(3)."""
    area.void = True
    for name in [one for one in area.wagers if area.open(one)]:
        if play.reads("DIV-29", "forfeit") and kind_of(name) != NUMBER:
            forfeit(play, area, name, "(n)(4)#1")
        else:
            give_back(play, area, name, "(n)(4)#1")


def void_round(play: Play, reason: str, clauses: list[str]) -> None:
    """Void the round. An exposed card of the bank loses nobody his wager, whatever DIV-10 says."""
    play.void = {"what": "round", "reason": reason, "clauses": clauses}
    if play.reads("DIV-10", "forfeit") and reason != "bank-card-exposed":
        forfeit_open(play, clauses[0])
    elif play.reads("DIV-90", "unwound"):
        unwind(play, clauses[0])
    else:
        return_open(play, clauses[0])
    if play.reads("DIV-30", "refunded"):
        unwind_numbers(play, clauses[0])


def unwind(play: Play, clause: str) -> None:
    """Return every wager and take back every payment that a player still has, but not a number wager that was settled (DIV-90,
    DIV-30)."""
    undone = balance([transfer for transfer in play.transfers if not transfer.number])
    owed = [] if play.ended else what_is_gone(play, undone)
    play.transfers = [transfer for transfer in play.transfers if transfer.number] + owed
    play.envy, play.limited = {}, {}
    for area in play.live_areas():
        for name in area.wagers:
            if kind_of(name) != NUMBER or area.open(name):
                reset_wager(area, name, clause)
    meters.restore(play)
    if play.bank:
        play.bank.house, play.bank.collected, play.bank.paid, play.bank.amounts = "", 0, 0, {}


def what_is_gone(play: Play, undone: Ledger) -> list[Transfer]:
    """List what players took along who have got up since: it stays owed (DIV-90)."""
    have = purses(play, undone)
    for area in play.areas.values():
        if player_account(area.player) in have:
            have[player_account(area.player)] += sum(wager.chips for wager in area.wagers.values() if not wager.result)
    wanted = difference({}, undone)
    lacks = difference(give_back_at_most(wanted, have), wanted)
    return [Transfer("inventory", account, lack) for account, lack in lacks.items() if lack > 0]


def reset_wager(area: Area, name: str, clause: str) -> None:
    """Make a wager void, whatever it was before."""
    wager = area.wagers[name]
    wager.result, wager.returned, wager.clauses = "void", wager.amount, [clause]
    wager.cents, wager.vigorish, wager.row = 0, 0, ""


def unwind_numbers(play: Play, clause: str) -> None:
    """Undo the wagers on the number with the rest (DIV-30)."""
    play.transfers = [transfer for transfer in play.transfers if not transfer.number]
    for area in play.live_areas():
        for name in area.wagers:
            if kind_of(name) == NUMBER:
                reset_wager(area, name, clause)


def return_open(play: Play, clause: str) -> None:
    """Let stand what was settled, and return the rest, with what lies in the centre if the bank is not settled (DIV-90)."""
    if play.bank and play.banker is not None and not play.bank.settled:
        if play.bank.paid:
            raise NotDecided("winners were paid from the centre when the round was found void", "(m)(12)#4")
        clear_centre(play, clause)
    for area in play.live_areas():
        for name in [one for one in area.wagers if area.open(one)]:
            give_back(play, area, name, clause)


def clear_centre(play: Play, clause: str) -> None:
    """Return the wagers that lie in the centre."""
    assert play.bank is not None
    play.transfers = [transfer for transfer in play.transfers if transfer.receiver != "centre"]
    lies_there = {"lose", "surrendered"} if play.reads("DIV-55", "to-centre") else {"lose"}
    for area in play.live_areas():
        if BASE in area.wagers and area.wagers[BASE].result in lies_there:
            reset_wager(area, BASE, clause)
    play.bank.collected, play.bank.house = 0, ""


def forfeit_open(play: Play, clause: str) -> None:
    """Collect all open wagers (DIV-10); those on a number not drawn go back (DIV-30). A bank gets what lies in the centre."""
    for area in play.live_areas():
        for name in [one for one in area.wagers if area.open(one)]:
            if kind_of(name) == NUMBER:
                give_back(play, area, name, clause)
            else:
                forfeit(play, area, name, clause)
    if play.bank and play.banker is not None and not play.bank.settled:
        settle_bank(play)
