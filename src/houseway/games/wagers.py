"""Wagers in every game: whose they are, what they may be, how they are returned and settled."""

from collections.abc import Mapping

from houseway.citation import Citation, Law
from houseway.errors import NotAllowed
from houseway.events import Command, Event
from houseway.games.round import DueMovement, Effects, Stake, return_coupon, round_refusal
from houseway.games.round_context import RoundContext
from houseway.money import NO_MONEY, Cents
from houseway.procedure import FactBounds, layout_account, seat_account
from houseway.submission import Offer

Clauses = tuple[Citation, ...]
LEAST_AMOUNT = Cents(1)


def own_position(context: RoundContext, command: Command, law: Law) -> int:
    """Return the position that a player acts for, at which he sits."""
    position = command.position
    if context.seats.get(position) != command.by.name:
        raise round_refusal(
            "not-seated",
            f"{command.by.name or 'nobody'} does not sit at position {position}",
            context.law(law),
            given=position,
            allowed=context.positions_of(command.by.name),
        )
    return position


def check_open(context: RoundContext, name: str, law: Law) -> None:
    if context.round.closed:
        raise round_refusal(
            "closed",
            "the dealer has called 'no more bets': wagers can no longer be made, raised or taken back",
            context.law(law),
            given=name,
            allowed="wagers before 'no more bets'",
        )


def check_amount(context: RoundContext, offer: Offer, total: Cents, clauses: Clauses) -> None:
    """A stake must be one of those filed, or within the limits."""
    if offer.stakes and total not in offer.stakes:
        raise _refuse_amount(context, offer, total, ", ".join(map(str, offer.stakes)), clauses)
    if not offer.minimum.amount <= total.amount <= offer.maximum.amount:
        raise _refuse_amount(context, offer, total, f"{offer.minimum} to {offer.maximum}", clauses)


def _refuse_amount(context: RoundContext, offer: Offer, total: Cents, allowed: str, clauses: Clauses) -> NotAllowed:
    name = context.rules.regulation.wager_name(offer.wager)
    message = f"the whole wager on {name} may be {allowed}, not {total}"
    return round_refusal("stake", message, clauses, given=str(total), allowed=allowed)


def addable_amounts(offer: Offer, there: Cents, chips: Cents) -> FactBounds | None:
    """Return what may be added to a stake: least and most, or the choices; nothing if no addition is allowed."""
    lying = there.amount  # whole cents are compared: this is asked for every wager of every player
    least = max(offer.minimum.amount - lying, LEAST_AMOUNT.amount)
    most = min(offer.maximum.amount - lying, chips.amount)
    if least > most:
        return None
    if not offer.stakes:
        return {"least": Cents(least), "most": Cents(most)}
    stakes = tuple(stake - there for stake in offer.stakes if least <= stake.amount - lying <= most)
    return {"choices": stakes} if stakes else None


def return_movements(position: int, name: str, stake: Stake, clauses: Clauses) -> Effects:
    event = Event("wager-taken-back", clauses, {"position": position, "wager": name})
    coupon = return_coupon(stake.coupon, clauses, position, name)
    if not stake.amount:
        return (event, *coupon)
    back = DueMovement(
        layout_account(position), seat_account(position), stake.amount, "wager-returned", clauses, seat=position, wager=name
    )
    return (event, back, *coupon)


def check_taken_back(context: RoundContext, wagers: Mapping[str, Stake], position: int, name: str, clauses: Clauses) -> None:
    if name not in wagers:
        message = f"there is no wager on {context.rules.regulation.wager_name(name)} at position {position}"
        raise round_refusal("no-such-wager", message, clauses, given=name, allowed=tuple(wagers))


def settle_event(
    position: int,
    wager: str,
    stake: Stake,
    result: str,
    amount: Cents,
    clauses: Clauses,
    hand: str,
    taken: Cents = NO_MONEY,
) -> Event:
    facts = {
        "position": position,
        "wager": wager,
        "stake": stake.total,
        "result": result,
        "amount": amount,
        "vigorish": taken,
        "hand": hand,
    }
    return Event("wager-settled", clauses, facts)
