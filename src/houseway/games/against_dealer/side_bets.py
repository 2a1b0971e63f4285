"""Optional wagers in a game against the dealer: what each needs, which cards decide it, and whether it outlives a fold or a void.

A side bet that the book's data describes says it itself; for the others the game has code.
"""

from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.dealer_game import NeededWagers
from houseway.games.awards import Award
from houseway.games.side_bets import side_bet_award
from houseway.procedure import DEALER
from houseway.regulation.side_bets import WITH_BOARD, WITH_DEALER, WITH_FLOP, WITH_OWN, OnVoidBase


def needed_wagers(context: DealerGameContext, wager: str) -> NeededWagers:
    """Return what must be placed before a described wager: one of those that it needs, with what that needs in turn."""
    side_bet, needs = context.rules.side_bets[wager], context.dealer_game.needed_wagers
    return tuple((*group, needed) for needed in side_bet.needs for group in needs(context, needed))


def is_on_own_cards(context: DealerGameContext, wager: str) -> bool:
    """Return whether a wager depends on the player's own cards."""
    side_bet = context.rules.side_bets.get(wager)
    return side_bet.cards in WITH_OWN if side_bet is not None else wager not in context.dealer_game.decided_elsewhere


def stands_after_void(context: DealerGameContext, position: int, wager: str) -> bool:
    """Return whether a wager is settled although those against the dealer are void."""
    side_bet = context.rules.side_bets.get(wager)
    if side_bet is not None:
        return side_bet.on_void_base is OnVoidBase.SETTLED
    return context.dealer_game.stands_after_void(context, position, wager)


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
    """Return whether a described wager is decided by community cards that are not face up yet."""
    side_bet, shown = context.rules.side_bets.get(wager), context.round.shown
    if side_bet is None:
        return False
    regulation = context.rules.regulation
    if side_bet.cards in WITH_BOARD:
        return shown < regulation.number_of("community-cards")
    return side_bet.cards in WITH_FLOP and shown < regulation.number_of("community-cards") - regulation.number_of(
        "final-community-cards"
    )
