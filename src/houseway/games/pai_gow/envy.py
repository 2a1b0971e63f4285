"""Envy bonuses: which hands earn them, for whom, and the markers that show who may have one."""

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.games.awards import Award, envy_award, premium_envy
from houseway.games.pai_gow.context import PaiGowContext
from houseway.procedure import DEALER, DIV, MD
from houseway.submission import Rules
from houseway.values import LastAnswers

ENVY = Law.of_wagers("envy-paid", MD, DIV)
EACH_HAND = Law.of_wagers("envy-each", MD, DIV)
NOT_FOR_OWN_HAND = Law.of_wagers("envy-not-own", MD, DIV)

EnviedHands = tuple[tuple[int, Award], ...]
"""Positions, with what their hands earn somebody else."""


def seven_cards(context: PaiGowContext, position: int) -> tuple[Card, ...]:
    """Return the seven cards of a position: as dealt, or as entered."""
    dealt = context.round.hands.get(position, ())
    if dealt:
        return dealt
    placed = context.round.placed_hands.get(position)
    return (*placed.high, *placed.low) if placed else ()


def envy_hand_at(context: PaiGowContext, position: int) -> Award | None:
    """Return the hand that earns others envy, or None."""
    held = seven_cards(context, position)
    if not held:
        return None
    return _premium_envy.get(position, (context.rules, held), lambda: premium_envy(context.rules, held))


_premium_envy = LastAnswers[Award | None]()
"""By position, because every step of a settlement asks about all hands."""


def offers_with_envy(rules: Rules) -> tuple[str, ...]:
    return tuple(wager for wager, offer in rules.offers.items() if offer.envy)


def payable_envy(context: PaiGowContext) -> frozenset[tuple[int, str]]:
    """Return each position with a lammer and the wager in whose settlement it may be paid: that of the lammer or, if every lammer
    is paid, each of those with envy (PG-11)."""
    lammers = context.round.lammers
    if not lammers or not _is_every_lammer_paid(context):
        return lammers
    return frozenset((position, wager) for position, _ in lammers for wager in offers_with_envy(context.rules))


def envy_owed(context: PaiGowContext, position: int, wager: str) -> EnviedHands:
    """Return which hands earn the lammers of a position what in the settlement of a wager: never one's own, never the dealer's
    (PG-12, DIV-38).

    A player is paid once for each other player: at the first of his positions with a lammer, and for the higher hand of a player
    who holds two (PG-93, DIV-93).
    """
    if context.takes_reading("PG-93=each-lammer", "DIV-93"):
        return _envied_hands(context, position, wager) * len(_lammers_paid(context, position, wager))
    return tuple((other, made) for place, other, made in _paid_once(context, position, wager) if place == position)


def _lammers_paid(context: PaiGowContext, position: int, wager: str) -> tuple[str, ...]:
    """Return the lammers of a position that are paid in the settlement of a wager, by their own wagers."""
    names = offers_with_envy(context.rules) if _is_every_lammer_paid(context) else (wager,)
    return tuple(name for name in names if (position, name) in context.round.lammers)


def _paid_once(context: PaiGowContext, position: int, wager: str) -> tuple[tuple[int, int, Award], ...]:
    """Return what the player of a position is paid in the settlement of a wager, each with its position and the hand: one for each
    other player, the one that earns most."""
    best: dict[str | None, tuple[int, int, Award]] = {}
    for place in context.positions_of(context.seats.get(position, "")):
        for other, made in _envied_hands(context, place, wager) if _lammers_paid(context, place, wager) else ():
            first, _, most = best.setdefault(context.seats.get(other), (place, other, made))
            if made.amount > most.amount:
                best[context.seats.get(other)] = first, other, made
    return tuple(best.values())


def _envied_hands(context: PaiGowContext, position: int, wager: str) -> EnviedHands:
    owner = context.seats.get(position)
    found: list[tuple[int, Award]] = []
    for other in context.round.live_positions:
        own = other == position or (
            context.seats.get(other) == owner and not context.takes_reading("PG-12=other-spots", "DIV-38")
        )
        if own or _is_given_up(context, other) or envy_hand_at(context, other) is None:
            continue
        if made := envy_award(context.rules, wager, seven_cards(context, other)):
            found.append((other, made))
    return tuple(found)


def _is_given_up(context: PaiGowContext, position: int) -> bool:
    """Return whether a surrendered hand earns nobody envy: it was racked unseen, or only hands in play count (PG-12). One that
    stayed was rearranged, and may be racked with its own bonus before others are paid for it."""
    state = context.round
    unseen = position in state.racked and position not in state.rearranged
    return position in state.surrendered and (unseen or context.takes_reading("PG-12=hands-in-play", "DIV-38"))


def _is_every_lammer_paid(context: PaiGowContext) -> bool:
    """Return whether each settlement pays every lammer, so that one is paid from both tables (PG-11)."""
    return context.takes_reading("PG-11=every-lammer")


def envy_clauses(context: PaiGowContext, position: int, wager: str) -> tuple[Citation, ...]:
    """Return why a lammer is paid: for each hand that others hold; and, if the dealer or somebody with a lammer holds such a hand,
    that it earns the holder nothing."""
    with_lammer = {context.seats.get(place) for place, name in payable_envy(context) if name == wager}
    not_envied = (DEALER, *(place for place in context.round.live_positions if context.seats.get(place) in with_lammer))
    excluded = context.law(NOT_FOR_OWN_HAND, wager) if any(envy_hand_at(context, place) for place in not_envied) else ()
    return (*context.law(ENVY, wager), *context.law(EACH_HAND, wager), *excluded)


def picks_up_marker(context: PaiGowContext) -> bool:
    """Return whether the dealer picks up an envy marker again."""
    return context.policy("envy-marker") == "taken-up"


def leftover_markers(context: PaiGowContext) -> tuple[int, ...]:
    """Return positions whose marker stayed to the end because no envy was due, and is picked up all the same."""
    if not context.round.lammers or not picks_up_marker(context):
        return ()
    return tuple(sorted(position for position, _ in context.round.lammers - context.round.envy_paid))
