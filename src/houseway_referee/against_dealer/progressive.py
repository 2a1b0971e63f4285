"""Meters, the progressive wager and the Envy Bonus (Ultimate 11.J and 12.D; Four Card .12 D to G)."""

from fractions import Fraction

from houseway_referee.against_dealer.rows import Row, keeps_stake, payout, read_pays
from houseway_referee.against_dealer.table import Box, Outcome, Table, lost, won
from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.money import reset_meter, share_of, shown
from houseway_referee.record import Meter

# ---- what goes into the meters, and back


def progressive_meters(table: Table) -> list[Meter]:
    """List the meters that progressive wagers feed."""
    return [meter for meter in table.filing.meters if meter.wager == "progressive"]


def contribute(table: Table, box: Box) -> None:
    """12.D(3)(a): each meter grows by its rate, exactly, for each wager accepted at the lock-out (UTH-101, FC-101)."""
    if "progressive" in box.wagers and (box.lit or box.light_stands):
        added = {meter.key: box.wagers["progressive"] * meter.rate for meter in progressive_meters(table)}
        table.contributions[box.position] = added
        for key, amount in added.items():
            table.meters[key] += amount


def take_out_contribution(table: Table, position: int) -> None:
    """UTH-104, FC-104: a wager that goes back leaves nothing on the meters."""
    for key, amount in table.contributions.pop(position, {}).items():
        table.meters[key] = lowered(table, key, table.meters[key] - amount)


def lowered(table: Table, key: str, wanted: Fraction) -> Fraction:
    """UTH-90, FC-90: nothing that is taken back brings a meter from its reset amount or above to less than that."""
    reset = Fraction(reset_amount(table, key))
    return max(wanted, reset) if table.meters[key] >= reset else wanted


def reset_amount(table: Table, key: str) -> int:
    """Give the amount from which a meter starts anew."""
    return next(meter.reset for meter in table.filing.meters if meter.key == key)


# ---- the wager


def settle_progressive(table: Table, box: Box) -> Outcome:
    """11.J: a progressive wager is paid whatever the dealer has, by the highest hand only (12.D(2), .12 D(2))."""
    stake, row = box.wagers["progressive"], table.game.progressive_row(table, box)
    if row is None:
        return lost(stake, table.clause("11.J"))
    if not box.lit and box.light_stands is None:
        raise NotDecided("a floorperson has not ruled on the light of a winning progressive wager", table.clause("11.J(2)(b)"))
    if box.light_stands is False:
        raise NotDecided("no clause says what becomes of a winning wager that may not stand", table.clause("11.J(2)(b)"))
    cents = award(table, box, row) if "%" in row[1] else payout(row, stake)
    clauses = (table.clause("11.J(1)"), row[2], *((table.game.meter_clause,) if "%" in row[1] else ()))
    return won(stake, cents, *clauses, row=row[0], kept=keeps_stake(row))


def award(table: Table, box: Box, row: Row) -> int:
    """12.D(4), .12 D(4): a winner is paid from what the meter shows at his turn.

    A share is rounded up to the cent, and what is paid leaves the meter; all of it resets the meter (UTH-101, UTH-103, UTH-105).
    """
    pays = read_pays(row[1])
    key = f"progressive/{pays.meter}"
    if key not in table.meters:
        raise RecordError(f"meter {key} is not filed")
    meter = table.meters[key]
    whole = pays.value == 1
    cents = shown(meter) if whole else share_of(meter, pays.value)
    table.meters[key] = reset_meter(meter, reset_amount(table, key)) if whole else meter - cents
    table.awards.append((box.position, key, cents, whole))
    return cents


# ---- the Envy Bonus


def settle_envy(table: Table, holder: Box) -> None:
    """11.J(2)(e): pay each progressive wager of another player for the qualifying hand of this box.

    By UTH-93 and FC-93 the hands of one player count once, for the highest, when the last of his boxes is settled, or each alone.
    """
    receivers = envy_receivers(table, holder.player)
    if not receivers:
        return
    each_hand = table.choice("envy-boxes") == "each-hand"
    own = [box for box in table.in_play() if box.player == holder.player]
    if not each_hand and holder.position != min(box.position for box in own):
        return
    hands = [box for box in ([holder] if each_hand else own) if qualifies(table, box)]
    for receiver in receivers:
        rows = [found for box in hands if (found := table.game.envy_row(table, box, receiver.wagers["progressive"]))]
        if rows:
            _, row = max(rows, key=lambda found: found[0])
            cents = payout(row, receiver.wagers["progressive"])
            table.envy[receiver.position] = table.envy.get(receiver.position, 0) + cents


def qualifies(table: Table, box: Box) -> bool:
    """11.J(2)(e)(ii), UTH-31 and FC-17, UTH-110: whether a hand may earn others envy, if it is high enough.

    It must be turned up and not ruled abandoned; where that is filed, its box must have made the progressive wager, and one that
    went back with a void was none.
    """
    if box.abandoned or not turned_up(table, box):
        return False
    outcome = table.outcomes.get((box.position, "progressive"))
    wagered = "progressive" in box.wagers and not (outcome is not None and outcome.result == "void")
    return wagered or table.choice("envy-holder") == "not-required"


def turned_up(table: Table, box: Box) -> bool:
    """Say whether the cards of a box are turned up: not if they were folded and no live wager was decided by them (UTH-10).

    Then they were racked (11.F(3)(b), (d)); a wager on the board alone needs them no more than the dealer's.

    That holds also if the base wagers are void (UTH-10, UTH-120, FC-120); other hands are then turned up for the envy of others
    even if no wager is left on them (UTH-25).
    """
    if not box.folded:
        return True
    on_hand = set(table.game.sides) - set(table.game.on_board)
    return any(not lost_by_fold(table, wager) for wager in box.wagers if wager in on_hand)


def lost_by_fold(table: Table, wager: str) -> bool:
    """UTH-09, FC-13: a fold loses a side wager only where that is filed (`fold.*`)."""
    return wager not in table.game.always_live and bool(table.option(f"fold.{wager}", "live") == "lost")


def envy_receivers(table: Table, holder: str) -> list[Box]:
    """List the progressive wagers of other players that are live, and so earn envy (11.J(2)(e)(i), (iv), UTH-110).

    Where a player is paid on one wager only and two are equal, it is the one that is settled first, at his higher position: for
    him it is the same money.
    """
    found = [box for box in table.in_play() if box.player != holder and earns_envy(table, box)]
    if table.choice("envy-boxes") != "once-for-each-player":
        return found
    best: dict[str, Box] = {}
    for box in found:
        if box.player not in best or box.wagers["progressive"] >= best[box.player].wagers["progressive"]:
            best[box.player] = box
    return list(best.values())


def earns_envy(table: Table, box: Box) -> bool:
    """Say whether a box has a progressive wager that was not lost by a fold, abandoned, or given back."""
    outcome = table.outcomes.get((box.position, "progressive"))
    given_up = outcome is not None and (outcome.result == "void" or outcome.by_fold)
    return "progressive" in box.wagers and not box.abandoned and not given_up
