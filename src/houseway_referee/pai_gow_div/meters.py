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
    if play.reads("DIV-52", "at-settlement"):
        contribute(play, area)
    play.pay(player_account(area.player), "inventory", area.wagers[PROGRESSIVE].chips)
    play.settle(area, PROGRESSIVE, "lose", [clause])


def pay_or_lose(play: Play, area: Area) -> None:
    """Settle a progressive wager when its turn comes; what the base wager did does not matter, (q)(3)#2."""
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
    pay_award(play, area)
    if play.reads("DIV-52", "at-settlement"):
        contribute(play, area)


def pay_award(play: Play, area: Area) -> None:
    """Pay a winning wager from the meter as it stands, (q)(7); a chip won with is not returned, as the rows are sums."""
    stake = area.wagers[PROGRESSIVE].amount
    row = best_row(play, area, play.meter_value)
    cents = row_cents(row_pays(play, stake, row), play.meter_value)
    if play.reads("DIV-40", "shared"):
        row, cents = share_award(play, area)
    play.pay(player_account(area.player), "inventory", area.wagers[PROGRESSIVE].chips)
    play.pay("inventory", player_account(area.player), cents)
    wager = play.settle(area, PROGRESSIVE, "win", [paytables.progressive_clause(stake, row), "(q)(3)#1"])
    wager.cents, wager.row = cents, row
    deduct(play, area, row, cents)


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
    if play.shared is not None and shared_reset(play, stake):
        resets = not any(award["reset"] for award in play.awards)
        if resets:
            play.meter_value = reset_meter(before, play.meter.reset)
    elif resets:
        play.meter_value = reset_meter(before, play.meter.reset)
    else:
        floor = paytables.METER_FLOOR if play.reads("DIV-18", "floor") else 0
        play.meter_value = max(before - cents, min(before, Fraction(floor)))
    play.award_change += play.meter_value - before
    play.awards.append({"position": area.position, "cents": cents, "reset": resets})


# ---- several winners at once (DIV-40 shared)


def share_award(play: Play, area: Area) -> tuple[str, int]:
    """Give the row and the cents of a winner who shares the amount before the first award with the others of the round."""
    if play.shared is None:
        play.shared = all_shares(play)
    return play.shared[area.position]


def all_shares(play: Play) -> dict[int, tuple[str, int]]:
    """Compute the award of everybody who wins, from the meter as it is before the first of them is paid."""
    value, rows = play.meter_value, {}
    for area in play.live_areas():
        if area.open(PROGRESSIVE) and area.wagers[PROGRESSIVE].ruled is not False:
            row = best_row(play, area, value)
            if row:
                rows[area.position] = row
    pays = {place: row_pays(play, play.areas[place].wagers[PROGRESSIVE].amount, row) for place, row in rows.items()}
    sharing = [place for place, one in pays.items() if one.kind == "share"]
    cut = dict(zip(sharing, shares_together(value, [pays[place].value for place in sharing]), strict=True))
    return {place: (row, cut.get(place, row_cents(pays[place], value))) for place, row in rows.items()}


def shared_reset(play: Play, stake: int) -> bool:
    """Say whether somebody wins all of the meter, so that it is reset and all shares come from its old amount."""
    return any(whole_meter(play, stake, row) for row, _ in (play.shared or {}).values())


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
