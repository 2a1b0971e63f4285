"""The progressive wager and its meter: (q)."""

from fractions import Fraction

from houseway_referee.errors import NotDecided
from houseway_referee.money import Pays, parse_pays, reset_meter, share_of, shares_together
from houseway_referee.pai_gow_div import paytables
from houseway_referee.pai_gow_div.made_hands import progressive_rows
from houseway_referee.pai_gow_div.state import PROGRESSIVE, Area, Play, player_account, seven_cards


def contribute(play: Play, area: Area) -> None:
    """Add a wager's part to the meter, (q)(5)#1 and #2; a coupon at its face, unless DIV-20 says otherwise."""
    if play.meter is None or area.position in play.contributions:
        return
    wager = area.wagers[PROGRESSIVE]
    amount = wager.amount if play.reads("DIV-20", "coupon-feeds-meter") else wager.chips
    play.contributions[area.position] = play.meter.rate * amount
    play.meter_value += play.meter.rate * amount


def take_out(play: Play, area: Area, always: bool = False) -> None:
    """Take the contribution of a wager that goes back out of the meter, unless the meter keeps it (DIV-51)."""
    if play.reads("DIV-51", "kept") and not always:
        return
    amount = play.contributions.pop(area.position, Fraction(0))
    play.meter_value -= amount


def row_pays(play: Play, stake: int, row: str) -> Pays:
    """Give what a row pays: as filed, or as printed, (q)(4)."""
    filed = play.filing.wagers[PROGRESSIVE].get("pays", {})
    if row in filed:
        return parse_pays(filed[row])
    printed = paytables.PROGRESSIVE[stake][row]
    return Pays("share", printed) if isinstance(printed, Fraction) else Pays("sum", Fraction(printed))


def row_cents(pays: Pays, value: Fraction) -> int:
    """Count what a row is worth while the meter has this value."""
    return share_of(value, pays.value) if pays.kind == "share" else int(pays.value)


def best_row(play: Play, area: Area, value: Fraction) -> str:
    """Name the row that pays most, (l)(9)#6 and DIV-15; empty if the hand makes none."""
    stake, made = area.wagers[PROGRESSIVE].amount, progressive_rows(seven_cards(area))
    rows = [row for row in paytables.PROGRESSIVE[stake] if row in made]
    return max(rows, key=lambda row: row_cents(row_pays(play, stake, row), value), default="")


def lose(play: Play, area: Area, clause: str = "(l)(6)#1") -> None:
    """Settle a losing wager; its chip has been in the inventory since the lock-out (DIV-19)."""
    if play.reads("DIV-52", "at-settlement") or play.uncounted:
        contribute(play, area)
    play.pay(player_account(area.player), "inventory", area.wagers[PROGRESSIVE].chips)
    play.settle(area, PROGRESSIVE, "lose", [clause])


def pay_or_lose(play: Play, area: Area) -> None:
    """Settle a progressive wager when its turn comes; what the base wager did does not matter, (q)(3)#2.

    Where the winners of the meter share it (DIV-40), they are paid together after all others.
    """
    if not area.open(PROGRESSIVE):
        return
    if not best_row(play, area, play.meter_value):
        lose(play, area)
        return
    wager = area.wagers[PROGRESSIVE]
    if not wager.lit and wager.ruled is None:
        raise NotDecided(f"nobody has ruled on the light of position {area.position}", "(q)(3)(i)")
    if wager.ruled is False:
        lose(play, area, "(q)(3)(i)")
        return
    if shares_meter(play, area):
        return
    row = best_row(play, area, play.meter_value)
    cents = row_cents(row_pays(play, wager.amount, row), play.meter_value)
    pay_award(play, area, row, cents)
    deduct(play, area, row, cents)
    if play.reads("DIV-52", "at-settlement"):
        contribute(play, area)


def pay_award(play: Play, area: Area, row: str, cents: int) -> None:
    """Pay a winning wager from the meter as it stands, (q)(7); a chip won with is not returned, as the rows are sums."""
    play.pay(player_account(area.player), "inventory", area.wagers[PROGRESSIVE].chips)
    play.pay("inventory", player_account(area.player), cents)
    clause = paytables.progressive_clause(area.wagers[PROGRESSIVE].amount, row)
    wager = play.settle(area, PROGRESSIVE, "win", [clause, "(q)(3)#1"])
    wager.cents, wager.row = cents, row


def whole_meter(play: Play, stake: int, row: str) -> bool:
    """Say whether a row wins all of the meter."""
    pays = row_pays(play, stake, row)
    return pays.kind == "share" and pays.value == 1


def is_deducted(play: Play, stake: int, row: str, cents: int) -> bool:
    """Say whether an award comes off the meter, (q)(5)#3 and #4; by its amount also where it is a share (DIV-71)."""
    straight_flush = row in ("straight-flush", "straight-flush-and-pair")
    return straight_flush or cents >= paytables.DEDUCTED_FROM[stake] or whole_meter(play, stake, row)


def deduct(play: Play, area: Area, row: str, cents: int) -> None:
    """Take an award off the meter, or reset it after a whole one, (q)(6), DIV-18."""
    stake, before = area.wagers[PROGRESSIVE].amount, play.meter_value
    if play.meter is None or not is_deducted(play, stake, row, cents):
        return
    resets = whole_meter(play, stake, row)
    if resets:
        play.meter_value = reset_meter(before, play.meter.reset)
    else:
        floor = paytables.METER_FLOOR if play.reads("DIV-18", "floor") else 0
        play.meter_value = max(before - cents, min(before, Fraction(floor)))
    play.award_change += play.meter_value - before
    play.awards.append({"position": area.position, "cents": cents, "reset": resets})


# ---- several winners at once (DIV-40 shared)


def shares_meter(play: Play, area: Area) -> bool:
    """Say whether a wager that is not settled wins a part of the meter, which winners share."""
    if not play.reads("DIV-40", "shared") or area.void or not area.open(PROGRESSIVE):
        return False
    row = best_row(play, area, play.meter_value)
    return bool(row) and row_pays(play, area.wagers[PROGRESSIVE].amount, row).kind == "share"


def settle_sharers(play: Play) -> None:
    """Pay all winners their shares of what the meter has when all others are settled; then they contribute, if not before."""
    waiting, value = [area for area in play.live_areas() if shares_meter(play, area)], play.meter_value
    rows = [best_row(play, area, value) for area in waiting]
    parts = [row_pays(play, area.wagers[PROGRESSIVE].amount, row).value for area, row in zip(waiting, rows, strict=True)]
    shares = shares_together(value, parts)
    for area, row, cents in zip(waiting, rows, shares, strict=True):
        pay_award(play, area, row, cents)
    if sum(parts, Fraction(0)) >= 1:
        reset_once(play, waiting, shares)
    else:
        for area, row, cents in zip(waiting, rows, shares, strict=True):
            deduct(play, area, row, cents)
    if play.reads("DIV-52", "at-settlement"):
        for area in waiting:
            contribute(play, area)


def reset_once(play: Play, winners: list[Area], shares: list[int]) -> None:
    """Reset the meter after the last of the winners who have emptied it."""
    if play.meter is None:
        return
    before = play.meter_value
    play.meter_value = reset_meter(before, play.meter.reset)
    play.award_change += play.meter_value - before
    for area, cents in zip(winners, shares, strict=True):
        play.awards.append({"position": area.position, "cents": cents, "reset": area is winners[-1]})


# ---- what a void round does to the meter


def restore(play: Play) -> None:
    """Undo the round's contributions and awards (DIV-90, DIV-51), but not below the reset amount, or what was there before."""
    if play.meter is None:
        return
    change = play.award_change
    if play.reads("DIV-51", "reversed"):
        change += sum(play.contributions.values(), Fraction(0))
        play.contributions = {}
    floor = min(Fraction(play.meter.reset), play.record.meters[play.meter.key])
    play.meter_value = max(play.meter_value - change, min(play.meter_value, floor))
    play.awards, play.award_change = [], Fraction(0)
