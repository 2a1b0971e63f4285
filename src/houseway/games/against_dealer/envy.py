"""Envy bonuses: paid to other players with a progressive wager when all hands of a holder are turned up."""

from collections.abc import Mapping

from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.law import same_rule
from houseway.games.awards import Award
from houseway.games.round import DueMovement, Effects, Stake
from houseway.money import NO_MONEY, Cents
from houseway.procedure import FOUR_CARD, INVENTORY, PROGRESSIVE, ULTIMATE, seat_account
from houseway.values import LastAnswers

ENVY = same_rule("11.J(2)(e)")
EARNED = same_rule(("11.J(2)(e)(i)", "1.B(2)"))
BY_STAKE = Law({ULTIMATE: "12.D(5)(a)", FOUR_CARD: ".12 E(1)"})
TABLE_FILED = Law({ULTIMATE: "12.D(5)(b)", FOUR_CARD: ".12 E(2)"})
HOLDER_FILED = same_rule("11.J(2)(e)(ii)")
EACH_HAND = same_rule("11.J(2)(e)(iii)")
NOT_FOR_OWN_HAND = same_rule("11.J(2)(e)(iv)")


def envied_position(context: DealerGameContext, position: int) -> int | None:
    """Return the position whose hand earns others a bonus when a position has been settled: its own; or, for a player with
    several positions, the one with the highest hand, when the last of them has been settled (UTH-93, FC-93)."""
    playing, seats = context.playing_positions, context.seats
    boxes = _boxes.get(position, (playing, seats), lambda: _boxes_of_player(position, playing, seats))
    if len(boxes) == 1 or context.takes_reading("UTH-93=each-hand", "FC-93=each-hand"):
        return position
    if position != boxes[-1] or not context.round.envy_paid.isdisjoint(boxes):
        return None
    return max(boxes, key=lambda place: _highest_bonus(context, place))


_boxes = LastAnswers[tuple[int, ...]]()
"""By position, because every step of a settlement asks, and seats are replaced and never altered."""


def _boxes_of_player(position: int, playing: tuple[int, ...], seats: Mapping[int, str]) -> tuple[int, ...]:
    """Return the positions in play of the player at a position, in order of settlement."""
    return tuple(place for place in reversed(playing) if seats.get(place) == seats.get(position))


def _highest_bonus(context: DealerGameContext, holder: int) -> Cents:
    return max((award.amount for _, award in possible_envy(context, holder)), default=NO_MONEY)


def envy_owed(context: DealerGameContext, holder: int) -> tuple[tuple[int, Award], ...]:
    """Return what everybody else with a progressive wager is owed for a position's cards, counterclockwise; never for one's own
    or the dealer's."""
    if must_envy_holder_bet(context) and not context.is_progressive_accepted(holder):
        return ()
    return tuple((place, award) for place, award in possible_envy(context, holder) if context.is_progressive_accepted(place))


def possible_envy(context: DealerGameContext, holder: int) -> tuple[tuple[int, Award], ...]:
    """Return the same for all wagers, including those that a floorperson has still to rule on."""
    if holder not in context.round.exposed or holder in context.round.envy_paid or PROGRESSIVE not in context.rules.offers:
        return ()
    earned = context.dealer_game.envy(context, holder)
    if not earned or (must_envy_holder_bet(context) and context.progressive_stake(holder) is None):
        return ()
    stakes = other_envy_stakes(context, holder)
    return tuple((place, earned[stake.amount]) for place, stake in stakes.items() if stake.amount in earned)


def must_envy_holder_bet(context: DealerGameContext) -> bool:
    """Return whether the holder of an envy hand must have bet the progressive, as filed (UTH-31, FC-17)."""
    return context.takes_reading("UTH-31=required", "FC-17=required")


def other_envy_stakes(context: DealerGameContext, holder: int) -> dict[int, Stake]:
    """Return the progressive wagers of other players that may earn envy for a hand, counterclockwise: each, or the largest of a
    player with several positions (UTH-93, FC-93)."""
    others = [place for place in context.settling_positions if context.seats.get(place) != context.seats.get(holder)]
    stakes = {place: stake for place in others if (stake := context.envy_stake(place)) is not None}
    if not context.takes_reading("UTH-93=once-for-each-player", "FC-93=once-for-each-player"):
        return stakes
    best: dict[str | None, int] = {}
    for place, stake in stakes.items():
        first = best.setdefault(context.seats.get(place), place)
        if stake.amount > stakes[first].amount:
            best[context.seats.get(place)] = place
    return {place: stakes[place] for place in stakes if place in best.values()}


def positions_with_envy(context: DealerGameContext) -> tuple[int, ...]:
    """Return the positions whose progressive wager may earn a bonus for the hand of another player."""
    if not context.is_offered(PROGRESSIVE) or not context.rules.offers[PROGRESSIVE].envy:
        return ()
    accepted = filter(context.is_progressive_accepted, context.positions)
    return tuple(place for place in accepted if context.envy_stake(place) is not None)


def lights_to_rule(context: DealerGameContext, holder: int) -> tuple[int, ...]:
    """Return positions without a light whose progressive wager decides about envy for a hand, so that a floorperson rules first:
    the holder's own, if he must have bet, and then those of the others."""
    possible = possible_envy(context, holder)
    holders = (holder,) if possible and must_envy_holder_bet(context) else ()
    unruled = [place for place in holders if not context.is_progressive_accepted(place)]
    return tuple(unruled or (place for place, _ in possible if not context.is_progressive_accepted(place)))


def envy_clauses(context: DealerGameContext, holder: int) -> tuple[Citation, ...]:
    """Return why others are paid for a hand, and how much; and what is said about such a holder, or about several hands."""
    boxes = _boxes_of_player(holder, context.playing_positions, context.seats)
    applies = {
        HOLDER_FILED: must_envy_holder_bet(context) or context.progressive_stake(holder) is None,
        EACH_HAND: len(boxes) > 1 or bool(context.round.envy_paid),
        NOT_FOR_OWN_HAND: any(context.envy_stake(place) is not None for place in boxes),
    }
    special = (clause for law, is_so in applies.items() if is_so for clause in context.law(law))
    return (*context.law(ENVY), *context.law(EARNED), *context.law(BY_STAKE), *context.law(TABLE_FILED), *special)


def envy_note(holder: int) -> str:
    """Return how the transfer of a bonus names the hand that earned it."""
    return f"hand {holder}"


def pay_envy(context: DealerGameContext, command: Command) -> Effects:
    """At the holder's turn all others are paid, each by his own stake."""
    holder = command.position
    due, law = envy_owed(context, holder), envy_clauses(context, holder)
    moves = [
        DueMovement(
            INVENTORY, seat_account(place), made.amount, "envy", (*law, *made.clauses), place, made.wager, envy_note(holder)
        )
        for place, made in due
    ]
    rows = tuple(dict.fromkeys(clause for _, made in due for clause in made.clauses))
    hands = tuple((place, made.hand, made.amount) for place, made in due)
    total = sum((made.amount for _, made in due), start=Cents(0))
    facts = {"position": holder, "wager": PROGRESSIVE, "hands": hands, "amount": total}
    return (Event("envy-settled", (*law, *rows), facts), *moves)
