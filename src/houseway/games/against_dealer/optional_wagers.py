"""Optional wagers: settled at their seat's turn, whatever the dealer has. A progressive win is verified and validated."""

from houseway.citation import SILENT, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.irregularities.irregular import refund_wager, still_settled_clauses
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.settling import award_at, settle_effects
from houseway.games.round import Effects
from houseway.games.validation import check_payer, name_of_floorperson, validation_effects
from houseway.procedure import FOUR_CARD, PROGRESSIVE, ULTIMATE

SIDE = Law.of_wagers("decided", ULTIMATE, FOUR_CARD)
SIDE_WON = Law({ULTIMATE: SILENT, FOUR_CARD: {}}, subject="won")
SIDE_LOST = Law({ULTIMATE: SILENT, FOUR_CARD: SILENT}, subject="lost")
VERIFY = same_rule(("11.J(2)(a)", "11.J(2)(b)"))
LIGHT = same_rule(("11.J(2)(b)", "7.F(3)(b)"))
VALIDATE = same_rule("11.J(2)(c)")


def settle_optional_wager(context: DealerGameContext, command: Command) -> Effects:
    """Settle one optional wager of one position."""
    position, wager = command.position, command.text("wager")
    made = award_at(context, position, wager)
    if wager == PROGRESSIVE:
        check_payer(context, command, position, context.law(VALIDATE))
    law = (*context.law(SIDE, wager), *context.law(SIDE_WON if made.is_won else SIDE_LOST, wager))
    stands = still_settled_clauses(context, context.round.void_under) if context.round.base_void else ()
    return tuple(settle_effects(context, position, made, (*law, *stands)))


def verify_progressive(context: DealerGameContext, command: Command) -> Effects:
    """Before a progressive win is paid, the dealer verifies the hand and the light. Without a light, a ruling is due instead."""
    position, law = command.position, context.law(VERIFY)
    words = award_at(context, position, PROGRESSIVE).words
    facts = {"position": position, "wager": PROGRESSIVE, "hand": words, "dealer": command.by.name}
    return (Event("progressive-verified", law, facts),)


def rule_light(context: DealerGameContext, command: Command) -> Effects:
    """A floorperson rules on a progressive wager without a light: it stands, or it never was one and its chip is returned."""
    position, law = command.position, context.law(LIGHT)
    name = name_of_floorperson(command, law)
    if not command.flag("stands", False):
        return tuple(refund_wager(context, position, PROGRESSIVE, law))
    return (Event("light-ruled", law, {"position": position, "wager": PROGRESSIVE, "by": name}),)


def decide_validation(context: DealerGameContext, command: Command) -> Effects:
    """A floorperson, never the dealer who pays, validates the win."""
    return validation_effects(context, command, context.law(VALIDATE))
