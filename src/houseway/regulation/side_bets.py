"""Side bets that a book's data alone describes: the cards that decide each, its hands, and what a fold or a void does to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from houseway.cards import Card
from houseway.hands import HandOrder
from houseway.hands.predicates import WagerCards, WagerHand
from houseway.regulation.games import FOUR_CARD_POKER, PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM


class SideBetCards(StrEnum):
    """The cards that decide a side bet."""

    OWN = "own"
    FLOP = "flop"
    BOARD = "board"
    OWN_AND_FLOP = "own-and-flop"
    OWN_AND_BOARD = "own-and-board"
    DEALER = "dealer"
    DEALER_AND_BOARD = "dealer-and-board"


WITH_OWN = frozenset((SideBetCards.OWN, SideBetCards.OWN_AND_FLOP, SideBetCards.OWN_AND_BOARD))
WITH_DEALER = frozenset((SideBetCards.DEALER, SideBetCards.DEALER_AND_BOARD))
WITH_FLOP = frozenset((SideBetCards.FLOP, SideBetCards.OWN_AND_FLOP))
WITH_BOARD = frozenset((SideBetCards.BOARD, SideBetCards.OWN_AND_BOARD, SideBetCards.DEALER_AND_BOARD))


class OnFold(StrEnum):
    """What a fold does to a side bet."""

    STAYS = "stays"
    LOST = "lost"
    FILED = "filed"
    """The operator files it, as the option `fold.` with the wager's id."""


class OnVoidBase(StrEnum):
    """What happens to a side bet if the wagers against the dealer are void."""

    SETTLED = "settled"
    RETURNED = "returned"


CARDS_BY_GAME: Mapping[str, tuple[SideBetCards, ...]] = {
    ULTIMATE_TEXAS_HOLDEM: tuple(SideBetCards),
    FOUR_CARD_POKER: (SideBetCards.OWN, SideBetCards.DEALER),
    PAI_GOW_POKER: (SideBetCards.OWN, SideBetCards.DEALER),
}
"""The cards that may decide a side bet, by game."""
NEEDED_BY_GAME: Mapping[str, tuple[str, ...]] = {
    ULTIMATE_TEXAS_HOLDEM: ("ante", "trips"),
    FOUR_CARD_POKER: ("ante", "aces-up"),
    PAI_GOW_POKER: ("pai-gow",),
}
"""The wagers that a side bet may need. Each of them gets cards."""


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side bet that needs no code of its own."""

    cards: SideBetCards
    card_count: int
    has_joker: bool
    """Whether the joker may be one of the cards."""
    on_fold: OnFold | None
    """None in a game in which nobody folds."""
    on_void_base: OnVoidBase | None
    """None in a game in which the wagers of a hand are void together."""
    needs: tuple[str, ...]
    """One of these wagers must be placed first, at the same position."""
    hands: tuple[WagerHand, ...]
    """Its own hands, the first that fits is paid; none if it pays the categories of an order."""
    order: HandOrder | None
    """The order whose categories it pays, or of which its own hands ask."""

    @property
    def payable_hands(self) -> frozenset[str]:
        """Return the hands that its paytables may name."""
        if self.hands or self.order is None:
            return frozenset(hand.id for hand in self.hands)
        return frozenset(map(str, self.order.categories))

    def select_cards(
        self, own: Sequence[Card], dealer: Sequence[Card], board: Sequence[Card]
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Return the cards that decide it: the player's own, and the others."""
        mine = tuple(own) if self.cards in WITH_OWN else ()
        others = (*(dealer if self.cards in WITH_DEALER else ()), *board)
        return mine, others[: self.card_count - len(mine)]

    def made_hands(self, cards: Sequence[Card]) -> tuple[str, ...]:
        """Return the ids of the hands that cards make, the highest first. Of an order only the highest counts."""
        if self.hands or self.order is None:
            return tuple(hand.id for hand in self.hands if hand.fits(cards))
        return (self.order.find_best(cards).category,)

    def describe_hand(self, hand: str) -> str:
        """Describe the conditions of one of its own hands."""
        return next(each.describe() for each in self.hands if each.id == hand)

    @property
    def wager_cards(self) -> WagerCards:
        """Return what is known of the cards that decide it, whosever they are."""
        return WagerCards(self.card_count, self.has_joker, self.order)


def is_lost_with_fold(side_bet: SideBet | None, wager: str, options: Mapping[str, object]) -> bool:
    """Return whether a fold loses an optional wager: as the book's data describes it, or as the operator filed."""
    if side_bet is not None and side_bet.on_fold is not OnFold.FILED:
        return side_bet.on_fold is OnFold.LOST
    return options.get(f"fold.{wager}") == "lost"
