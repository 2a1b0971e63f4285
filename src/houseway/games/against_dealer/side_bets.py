"""Optional wagers in a game against the dealer: what each needs, which cards decide it, and whether it outlives a fold or a void.

The records of the wagers in the book's data say it.
"""

from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.dealer_game import NeededWagers
from houseway.games.awards import Award
from houseway.games.side_bets import side_bet_award
from houseway.procedure import DEALER
from houseway.regulation.side_bets import WITH_BOARD, WITH_DEALER, WITH_FLOP, WITH_OWN, OnVoidBase


def needed_wagers(context: DealerGameContext, wager: str) -> NeededWagers:
    """Return what must be placed before a wager: one of those that it needs, with what that needs in turn."""
    needs = context.rules.wagers[wager].needs
    return tuple((*group, needed) for needed in needs for group in needed_wagers(context, needed)) or ((),)


def is_on_own_cards(context: DealerGameContext, wager: str) -> bool:
    """Return whether a wager depends on the player's own cards."""
    return context.rules.wagers[wager].decided_by in WITH_OWN


def stands_after_void(context: DealerGameContext, wager: str) -> bool:
    """Return whether a wager is settled although those against the dealer are void (UTH-25, FC-106)."""
    return context.rules.wagers[wager].on_void_base is OnVoidBase.SETTLED


def award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Return how a described wager ends."""
    state = context.round
    stake, own, dealer = state.stakes[position][wager], state.hands[position], state.hands[DEALER]
    return side_bet_award(context.rules, wager, stake, own, dealer, state.board)


def open_wagers_on_dealer(context: DealerGameContext) -> tuple[str, ...]:
    """Return the described wagers for which the dealer's cards are turned up, although those against him are void."""
    described = context.rules.side_bets
    if not described or context.round.dealer_turned:
        return ()
    placed = (wager for place in context.playing_positions for wager in context.open_optional_wagers(place))
    return tuple(dict.fromkeys(wager for wager in placed if wager in described and described[wager].cards in WITH_DEALER))


def needs_board_cards(context: DealerGameContext, wager: str) -> bool:
    """Return whether a wager is decided by community cards that are not face up yet."""
    cards, shown, regulation = context.rules.wagers[wager].decided_by, context.round.shown, context.rules.regulation
    if cards in WITH_BOARD:
        return shown < regulation.number_of("community-cards")
    return cards in WITH_FLOP and shown < regulation.number_of("community-cards") - regulation.number_of(
        "final-community-cards"
    )
