"""Optional wagers: the cards that decide each, what a fold or a void does to it, and the hands of one that data alone describes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from houseway.cards import Card
from houseway.hands import HandOrder
from houseway.hands.predicates import WagerCards, WagerHand


class DecidedBy(StrEnum):
    """The cards that decide an optional wager."""

    OWN = "own"
    FLOP = "flop"
    BOARD = "board"
    OWN_AND_FLOP = "own-and-flop"
    OWN_AND_BOARD = "own-and-board"
    DEALER = "dealer"
    DEALER_AND_BOARD = "dealer-and-board"
    OWN_AND_BOX = "own-and-box"
    """The player's cards and a stack of the deal that lies in the box."""
    LOSING_HAND = "losing-hand"
    """The player's hand or the dealer's, whichever is lower."""


ONLY_CODED = frozenset((DecidedBy.OWN_AND_BOX, DecidedBy.LOSING_HAND))
"""These decide wagers only for which a game has code."""
WITH_OWN = frozenset((DecidedBy.OWN, DecidedBy.OWN_AND_FLOP, DecidedBy.OWN_AND_BOARD, *ONLY_CODED))
WITH_DEALER = frozenset((DecidedBy.DEALER, DecidedBy.DEALER_AND_BOARD))
WITH_FLOP = frozenset((DecidedBy.FLOP, DecidedBy.OWN_AND_FLOP))
WITH_BOARD = frozenset((DecidedBy.BOARD, DecidedBy.OWN_AND_BOARD, DecidedBy.DEALER_AND_BOARD))


BEST_HAND, BEATEN_HAND, BOARD_HAND = "best-hand", "beaten-hand", "board"
SUPER_ROYAL, TWO_CARDS, SEVEN_CARDS = "super-royal", "two-cards", "seven-cards"
"""How a game's code finds what pays (`paid-by`): the best hand, the lower one of two hands, the hand of the board; royal flushes of
six cards, a list of two cards, and a list of the hands of seven cards that are not set yet."""


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


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side bet that needs no code of its own."""

    cards: DecidedBy
    card_count: int
    has_joker: bool
    """Whether the joker may be one of the cards."""
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
