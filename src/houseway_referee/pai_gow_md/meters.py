"""Section 13.E and 13.F: what progressive wagers add to the meters, and what is taken from them."""

from fractions import Fraction

from houseway_referee.money import Pays, reset_meter, share_of, shares_together
from houseway_referee.pai_gow_md.table import MeterState, Table


def contribute(table: Table, position: int) -> None:
    """Add the filed part of a progressive wager to each meter (13.E(6))."""
    stake = table.wagers[position, "progressive"].stake
    for meter in table.meters.values():
        if position not in meter.contributions:
            meter.contributions[position] = stake * meter.rate
            meter.value += stake * meter.rate


def remove_contribution(table: Table, position: int) -> None:
    """Take back what a wager added, but bring no meter from its reset amount or above to less than that (13.E(7), PG-90)."""
    for meter in table.meters.values():
        left = meter.value - meter.contributions.pop(position, Fraction(0))
        meter.value = left if meter.value < meter.reset else max(left, Fraction(meter.reset))


def return_contribution(table: Table, position: int) -> None:
    """A wager that is returned with a void hand contributes nothing, unless the meter keeps it (PG-50)."""
    if table.reading("PG-50") == "reversed":
        remove_contribution(table, position)


def lock_out(table: Table, counted: bool = True) -> None:
    """Lock progressive wagers out; when their chips are counted they stand, and contribute if that is read so (8.C(2), (3), PG-51).

    Where the chips were not counted any more, nothing has gone to a meter (PG-50).
    """
    table.locked, table.uncounted = True, not counted
    for (position, name), wager in sorted(table.wagers.items()):
        if name == "progressive" and wager.lit and counted:
            contribute_when(table, position, "at-lock-out")


def contribute_when(table: Table, position: int, moment: str) -> None:
    """A wager contributes at the lock-out, or when it is settled, however it ends, as it is read (PG-51)."""
    if table.reading("PG-51") == moment:
        contribute(table, position)


def amount_won(table: Table, key: str, pays: Pays, position: int, winners: dict[int, Fraction]) -> int:
    """Give what a share of a meter is worth when it is the player's turn (13.F, 13.E(8)).

    Winners of one meter are paid one after the other from what it then shows, or share what it showed before the first (PG-19).
    """
    meter = table.meters[key]
    if table.reading("PG-19") == "sequential":
        return share_of(meter.value, pays.value)
    if meter.shared is None:
        meter.shared = dict(zip(winners, shares_together(meter.value, list(winners.values()))))
    return meter.shared[position]


def take_award(table: Table, key: str, pays: Pays, position: int, cents: int) -> None:
    """Move the meter after an award: all of it resets it; a part is deducted, resets it, or leaves it (13.E(7), PG-55, PG-67).

    Winners who share what the meter showed before the first award (PG-19) take nothing from a meter that one of them has reset.
    """
    meter, part = table.meters[key], table.reading("PG-55")
    reset = pays.value == 1 or part == "reset"
    emptied = meter.shared is not None and any(award["reset"] for award in meter.awards)
    if reset and not emptied:
        meter.value = reset_meter(meter.value, meter.reset)
    elif part == "deducted" and not emptied:
        meter.value -= cents
    meter.awards.append({"position": position, "cents": cents, "reset": reset})


def restore_meters(table: Table) -> None:
    """After a void round a meter is as before it, with or without the round's contributions (PG-50, PG-90).

    A meter that has reached its reset amount is not brought below it again.
    """
    kept = table.reading("PG-50") == "kept"
    for meter in table.meters.values():
        if not kept:
            meter.contributions = {}
        before = meter.before + meter.correction + sum(meter.contributions.values(), Fraction(0))
        meter.value = before if meter.value < meter.reset else max(before, Fraction(meter.reset))
        meter.awards = []


def correct_meter(meter: MeterState, change: Fraction) -> Fraction:
    """Move a meter after a late finding, but not below its reset amount; give the change that was made."""
    new = meter.value + change
    if change < 0:
        new = max(new, min(meter.value, Fraction(meter.reset)))
    made = new - meter.value
    meter.value = new
    meter.correction += made
    return made
