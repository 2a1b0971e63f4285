"""Optional wagers: settled at their seat's turn, whatever the dealer has. A progressive win is verified and validated. Envy."""

from houseway.citation import SILENT, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.irregular import refund_wager, still_settled_clauses
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.settling import award_at, settle_effects
from houseway.games.awards import Award
from houseway.games.round import Effects, Movement, Stake, refusal
from houseway.games.validation import check_payer, name_of_floorperson, validation_effects
from houseway.money import Cents
from houseway.procedure import FOUR_CARD, INVENTORY, PROGRESSIVE, ULTIMATE, seat_account

SIDE = Law(
    {
        ULTIMATE: {
            "trips": "11.I(1)",
            "six-card-bonus": "11.I(3)",
            "ultimate-pairs": "7.F(5)",
            "bad-beat": "7.F(6)",
            "play-the-board": "7.F(7)",
            "progressive": "11.J",
        },
        FOUR_CARD: {"aces-up": "as-played.11.I(1)", "progressive": "as-played.11.J"},
    }
)
SIDE_WON = Law(
    {
        ULTIMATE: {
            "trips": "11.I(2)",
            "six-card-bonus": "11.I(4)",
            "progressive": ("11.J(1)", "11.J(2)(d)", "12.D(2)"),
            "": SILENT,
        },
        FOUR_CARD: {
            "aces-up": "as-played.11.I(2)",
            "progressive": ("as-played.11.J(1)", "as-played.11.J(2)(d)", ".12 D(2)"),
        },
    }
)
SIDE_LOST = Law({ULTIMATE: SILENT, FOUR_CARD: {"aces-up": "as-played.11.I(3)", "": SILENT}})
VERIFY = same_rule(("11.J(2)(a)", "11.J(2)(b)"))
LIGHT = same_rule(("11.J(2)(b)", "7.F(3)(b)"))
VALIDATE = same_rule("11.J(2)(c)")
ENVY = Law(
    {
        ULTIMATE: (
            "11.J(2)(e)",
            "11.J(2)(e)(i)",
            "11.J(2)(e)(ii)",
            "11.J(2)(e)(iii)",
            "11.J(2)(e)(iv)",
            "12.D(5)(a)",
            "12.D(5)(b)",
            "1.B(2)",
            "1.B(3)",
        ),
        FOUR_CARD: (
            "as-played.11.J(2)(e)",
            "as-played.11.J(2)(e)(i)",
            "as-played.11.J(2)(e)(ii)",
            "as-played.11.J(2)(e)(iii)",
            "as-played.11.J(2)(e)(iv)",
            ".12 E(1)",
            ".12 E(2)",
            "as-played.1.B(2)",
            "as-played.1.B(3)",
        ),
    }
)


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
    """Before a progressive win is paid, the dealer verifies the hand and the light."""
    position, law = command.position, context.law(VERIFY)
    if not context.is_progressive_accepted(position):
        message = f"the light of position {position} is off: a floorperson must rule before the wager is paid"
        raise refusal("light-out", message, law, given=position, allowed=tuple(sorted(context.lit)))
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


def envy_owed(context: DealerGameContext, holder: int) -> tuple[tuple[int, Award], ...]:
    """Return what everybody else with a progressive wager is owed for a position's cards, counterclockwise; never for one's own
    or the dealer's."""
    if must_envy_holder_bet(context) and not context.is_progressive_accepted(holder):
        return ()
    return tuple((place, award) for place, award in _possible_envy(context, holder) if context.is_progressive_accepted(place))


def _possible_envy(context: DealerGameContext, holder: int) -> tuple[tuple[int, Award], ...]:
    """Return the same for all wagers, including those that a floorperson has still to rule on."""
    if holder not in context.round.exposed or holder in context.round.envy_paid or not context.is_offered(PROGRESSIVE):
        return ()
    if must_envy_holder_bet(context) and context.progressive_stake(holder) is None:
        return ()
    earned = context.dealer_game.envy(context, holder)
    stakes = other_envy_stakes(context, holder) if earned else {}
    return tuple((place, earned[stake.amount]) for place, stake in stakes.items() if stake.amount in earned)


def must_envy_holder_bet(context: DealerGameContext) -> bool:
    """Return whether the holder of an envy hand must have bet the progressive, as filed (UTH-31, FC-17)."""
    return context.takes_reading("UTH-31=required", "FC-17=required")


def other_envy_stakes(context: DealerGameContext, holder: int) -> dict[int, Stake]:
    """Return the progressive wagers of other players that may earn envy for a hand, counterclockwise."""
    others = [place for place in context.settling_positions if context.seats.get(place) != context.seats.get(holder)]
    return {place: stake for place in others if (stake := context.envy_stake(place)) is not None}


def lights_to_rule(context: DealerGameContext, holder: int) -> tuple[int, ...]:
    """Return positions without a light whose progressive wager decides about envy for a hand, so that a floorperson rules first:
    the holder's own, if he must have bet, and then those of the others."""
    possible = _possible_envy(context, holder)
    holders = (holder,) if possible and must_envy_holder_bet(context) else ()
    unruled = [place for place in holders if not context.is_progressive_accepted(place)]
    return tuple(unruled or (place for place, _ in possible if not context.is_progressive_accepted(place)))


def pay_envy(context: DealerGameContext, command: Command) -> Effects:
    """At the holder's turn all others are paid, each by his own stake."""
    holder = command.position
    due, law = envy_owed(context, holder), context.law(ENVY)
    moves = [
        Movement(
            INVENTORY, seat_account(place), made.amount, "envy", (*law, *made.clauses), place, made.wager, f"hand {holder}"
        )
        for place, made in due
    ]
    rows = tuple(dict.fromkeys(clause for _, made in due for clause in made.clauses))
    hands = tuple((place, made.hand, made.amount) for place, made in due)
    total = sum((made.amount for _, made in due), start=Cents(0))
    facts = {"position": holder, "wager": PROGRESSIVE, "hands": hands, "amount": total}
    return (Event("envy-settled", (*law, *rows), facts), *moves)
