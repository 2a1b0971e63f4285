"""The bonus wager and envy: (r)(4), (s)."""

from fractions import Fraction

from houseway_referee.errors import NotDecided
from houseway_referee.money import Pays, parse_pays, to_one, winnings
from houseway_referee.pai_gow_div import paytables
from houseway_referee.pai_gow_div.made_hands import bonus_rows
from houseway_referee.pai_gow_div.state import BONUS, Area, Play, player_account, seven_cards


def is_premium(area: Area) -> bool:
    """Say whether a hand is a premium qualifying hand: four of a kind or higher, (a)(1)(ix)."""
    return bool(bonus_rows(seven_cards(area)) & set(paytables.ENVY))


def row_pays(play: Play, row: str) -> Pays:
    """Give the odds of a row: as filed (DIV-13), or as printed, (s)(1)."""
    filed = play.filing.wagers[BONUS].get("pays", {})
    higher = row in filed and play.reads("DIV-13", "schedule-or-filed-higher")
    return parse_pays(filed[row]) if higher else to_one(paytables.BONUS[row])


def worth(pays: Pays) -> Fraction:
    """Compare odds: what is paid for 1 keeps the stake."""
    return pays.value - 1 if pays.kind == "for" else pays.value


def paid_row(play: Play, area: Area) -> str:
    """Name the row that is paid: the best-paying, or the highest in rank (DIV-06); three of a kind as DIV-05 has it."""
    made = bonus_rows(seven_cards(area))
    if play.reads("DIV-05", "lost"):
        made.discard("three-of-a-kind")
    rows = [row for row in paytables.RANKED_BONUS_ROWS if row in made]
    if play.reads("DIV-06", "highest-ranking"):
        return rows[0] if rows else ""
    return max(rows, key=lambda row: worth(row_pays(play, row)), default="")


def settle_plain(play: Play, area: Area) -> None:
    """Settle a bonus wager in its turn, unless its hand is a premium one, (r)(4)(ii)(A) to (C)."""
    if area.open(BONUS) and not is_premium(area):
        settle(play, area)


def settle_premium(play: Play, area: Area) -> None:
    """Settle the bonus wager of a premium hand in the last pass, (r)(4)(iii)(B)."""
    if area.open(BONUS):
        settle(play, area)


def settle(play: Play, area: Area) -> None:
    """Pay or collect a bonus wager; the house banks it, (a)(1)(ii)#2."""
    wager, player, row = area.wagers[BONUS], player_account(area.player), paid_row(play, area)
    if not row:
        play.pay(player, "inventory", wager.chips)
        play.settle(area, BONUS, "lose", ["(r)(4)(ii)(A)"])
        return
    pays = row_pays(play, row)
    exact = winnings(wager.amount, pays)
    if exact.denominator != 1:
        raise NotDecided(f"{pays} on {wager.amount} cents is not a whole number of cents", paytables.bonus_clause(row))
    cents = within_limit(play, area.player, int(exact))
    clauses = [paytables.bonus_clause(row)] + (["(s)(3)#1"] if cents < exact else [])
    keeps = pays.kind == "for"
    play.settle(area, BONUS, "win", clauses, returned=0 if keeps else wager.amount)
    wager.cents, wager.row = cents, row
    play.pay(player, "inventory", wager.chips if keeps else 0)
    play.pay("inventory", player, cents)


def within_limit(play: Play, player: str, cents: int) -> int:
    """Cut a payout to what is left of the player's limit in this round, (s)(3)#1."""
    limit = play.option("payout-limit.amount", None)
    if limit is None:
        return cents
    paid = min(cents, limit - play.limited.get(player, 0))
    play.limited[player] = play.limited.get(player, 0) + paid
    return int(paid)


# ---- envy


def pay_envy(play: Play, area: Area) -> None:
    """Pay envy at the first marker of a player, once for each other player, for the higher of his hands, (a)(1)(v), DIV-93."""
    if BONUS not in area.wagers or area.wagers[BONUS].amount < paytables.ENVY_FROM or area.player in play.envied:
        return
    play.envied.add(area.player)
    best: dict[str, int] = {}
    for other in play.live_areas():
        if other.player != area.player and earns_envy(play, other):
            best[other.player] = max(best.get(other.player, 0), envy_of(other))
    cents = sum(best.values())
    if play.reads("DIV-14", "envy-capped"):
        cents = within_limit(play, area.player, cents)
    if cents:
        play.envy[area.position] = cents
        play.pay("inventory", player_account(area.player), cents)


def earns_envy(play: Play, area: Area) -> bool:
    """Say whether a hand counts: not a void one (DIV-38), and a surrendered one without a bonus wager as DIV-39 has it."""
    racked = area.surrendered and BONUS not in area.wagers and play.reads("DIV-39", "racked")
    return not area.void and not racked


def envy_of(area: Area) -> int:
    """Give the envy bonus of a hand, (s)(2)."""
    made = bonus_rows(seven_cards(area))
    return max((cents for row, cents in paytables.ENVY.items() if row in made), default=0)
