"""What a void does: to the whole round, or to the wagers against the dealer only."""

from houseway_referee.against_dealer.ledger import net, owe, purses
from houseway_referee.against_dealer.progressive import take_out_contribution
from houseway_referee.against_dealer.table import Outcome, Table
from houseway_referee.money import Ledger, difference, give_back_at_most


def void_round(table: Table, reason: str, *clauses: str) -> None:
    """All hands are void, and all wagers go back.

    UTH-90, FC-90: also those that were settled, with everything that was paid, or only those that are open or were lost by a fold.
    """
    if table.round_void:
        return
    cited = tuple(table.clause(clause) for clause in clauses)
    table.void = {"what": "round", "reason": reason, "clauses": list(cited)}
    table.waits_for_ruling = False
    before, have = net(table), at_hand(table)
    if unwound(table):
        undo_progressive(table)
        undo_bonus(table)
    for box in table.boxes.values():
        for wager, stake in box.wagers.items():
            if goes_back(table, box.position, wager):
                give_back(table, box.position, wager, stake, cited)
    keep_what_is_gone(table, before, have)


def void_base(table: Table, reason: str, *clauses: str) -> None:
    """13.C, 13.F: the wagers against the dealer go back, and the others are settled or go back (13.G, UTH-25, FC-106).

    What a fold had lost goes back with the Ante, whatever wager it was (UTH-120, FC-120).
    """
    if table.void is not None:
        return
    cited = tuple(table.clause(clause) for clause in clauses)
    table.void = {"what": "base", "reason": reason, "clauses": list(cited)}
    table.waits_for_ruling = False
    before, have = net(table), at_hand(table)
    if unwound(table) and not table.game.after_base_void(table, "progressive"):
        undo_progressive(table)
    if unwound(table):
        undo_bonus(table)
        table.envy, table.envy_settled = {}, set()  # paid again for those wagers and hands that are left
    for box in table.boxes.values():
        for wager, stake in box.wagers.items():
            settled = wager in table.game.sides and table.game.after_base_void(table, wager)
            if settled and not is_lost_by_fold(table, box.position, wager):
                settle_again(table, box.position, wager)
            elif goes_back(table, box.position, wager):
                give_back(table, box.position, wager, stake, cited)
    keep_what_is_gone(table, before, have)


def at_hand(table: Table) -> Ledger:
    """List what players have when a round becomes void, with the wagers that are open."""
    have = purses(table, [f"player {name}" for name in table.record.seats.values()])
    for box in table.boxes.values():
        open_stakes = sum(stake for wager, stake in box.wagers.items() if (box.position, wager) not in table.outcomes)
        if f"player {box.player}" in have:
            have[f"player {box.player}"] += open_stakes
    return have


def keep_what_is_gone(table: Table, before: Ledger, have: Ledger) -> None:
    """Who has got up with what a void would take back owes it (UTH-90, FC-90). What is found after the round is cut when it is
    known what players have then."""
    if not table.over:
        wanted = difference(net(table), before)
        owe(table, wanted, give_back_at_most(wanted, have))


def unwound(table: Table) -> bool:
    """UTH-90, FC-90: whether what was settled is taken back."""
    return table.choice("found-late") == "unwound"


def is_lost_by_fold(table: Table, position: int, wager: str) -> bool:
    """Say whether a fold has lost this wager."""
    outcome = table.outcomes.get((position, wager))
    return outcome is not None and outcome.by_fold


def goes_back(table: Table, position: int, wager: str) -> bool:
    """Say whether a void returns this wager, which may have been settled before."""
    outcome = table.outcomes.get((position, wager))
    return outcome is None or is_lost_by_fold(table, position, wager) or unwound(table)


def give_back(table: Table, position: int, wager: str, stake: int, clauses: tuple[str, ...]) -> None:
    """Return a wager; a progressive wager takes its contributions with it (UTH-104, FC-104)."""
    table.outcomes.pop((position, wager), None)
    table.outcomes[position, wager] = Outcome("void", stake, stake, 0, clauses)
    if wager == "progressive":
        take_out_contribution(table, position)


def settle_again(table: Table, position: int, wager: str) -> None:
    """Have a side wager settled by the cards as they are now.

    What was paid while the base wagers were not void may have been cut by the payout limit, which they no longer use up; an award
    of a meter stays, and so does a wager ruled abandoned.
    """
    outcome = table.outcomes.get((position, wager))
    if outcome is None or table.boxes[position].abandoned:
        return
    if unwound(table) and wager != "progressive":
        del table.outcomes[position, wager]


def undo_progressive(table: Table) -> None:
    """UTH-90, UTH-104: awards go back to their meters and envy to the house; the meters are as before the round."""
    table.meters = dict(table.meters_before)
    table.contributions, table.awards, table.envy = {}, [], {}


def undo_bonus(table: Table) -> None:
    """Take back Ante bonuses of Four Card Poker, which are paid on the Ante and have no stake of their own."""
    for key in [key for key in table.outcomes if key[1] == "ante-bonus"]:
        del table.outcomes[key]
