"""The chart that most players of Ultimate Texas Hold'em carry: the basic strategy of Michael Shackleford
(wizardofodds.com/games/ultimate-texas-hold-em), as players commonly tell it, put into exact words.

Four times the Ante on a list of holdings; twice on the flop with two pair or better, a hidden pair but for pocket deuces, or four
to a flush with a ten or better of it in the hand; once at last unless 21 or more cards would beat the hand if the dealer held one
of them.

Here it is asked about one spot, without numba, for players at a table. `ultimate.strategy` asks the same about all spots at once,
by these tables; a test compares the two.
"""

from collections import Counter
from functools import lru_cache

from houseway.cards import DECK, Card, Rank
from houseway.hands import STANDARD, Category
from houseway.kernels.single import strength_function

Cards = tuple[Card, ...]

SUITED = {Rank.ACE: Rank.TWO, Rank.KING: Rank.TWO, Rank.QUEEN: Rank.SIX, Rank.JACK: Rank.EIGHT}
OFFSUIT = {Rank.ACE: Rank.TWO, Rank.KING: Rank.FIVE, Rank.QUEEN: Rank.EIGHT, Rank.JACK: Rank.TEN}
"""By the higher card: the lowest card to go with it."""
LOWEST_PAIR = Rank.THREE
RAISED_CATEGORY = Category.TWO_PAIR
"""Hands of this category are raised on the flop, even if the board alone makes them."""
LOWEST_FLUSH_CARD = Rank.TEN
FOLD_FROM_OUTS = 21
LARGE, MEDIUM, SMALL = 4, 2, 1
"""Multiples of the Ante."""
_FLOP = 3


def play_multiple(own: Cards, board: Cards) -> int:
    """Return the multiple of the Ante to play now; 0 is a check, or on the river a fold."""
    if not board:
        return LARGE if raises_before_flop(own) else 0
    if len(board) == _FLOP:
        return MEDIUM if raises_on_flop(own, board) else 0
    return SMALL if plays_on_river(own, board) else 0


def raises_before_flop(own: Cards) -> bool:
    low, high = sorted(card.rank for card in own)
    if low is high:
        return low >= LOWEST_PAIR
    least = (SUITED if own[0].suit is own[1].suit else OFFSUIT).get(high)
    return least is not None and low >= least


def raises_on_flop(own: Cards, board: Cards) -> bool:
    cards = (*own, *board)
    if STANDARD.position(STANDARD.find_best(cards).category) >= STANDARD.position(RAISED_CATEGORY) or _has_hidden_pair(
        own, board
    ):
        return True
    suit, many = Counter(card.suit for card in cards).most_common(1)[0]
    return many > _FLOP and any(card.suit is suit and card.rank >= LOWEST_FLUSH_CARD for card in own)


def _has_hidden_pair(own: Cards, board: Cards) -> bool:
    """Return whether there is a pair that uses a card of the player, or a pocket pair that would be raised before the flop."""
    ranks = {card.rank for card in board}
    return any(card.rank in ranks for card in own) or (own[0].rank is own[1].rank and own[0].rank >= LOWEST_PAIR)


def plays_on_river(own: Cards, board: Cards) -> bool:
    made, common = STANDARD.find_best((*own, *board)).category, STANDARD.find_best(board).category
    return STANDARD.position(made) > STANDARD.position(common) or count_dealer_outs(own, board) < FOLD_FROM_OUTS


@lru_cache
def count_dealer_outs(own: Cards, board: Cards) -> int:
    """Count the cards that beat the hand if the dealer holds one of them."""
    seven, six = strength_function(STANDARD, len(own) + len(board)), strength_function(STANDARD, 1 + len(board))
    mine = seven((*own, *board))
    return sum(six((*board, card)) > mine for card in DECK if card not in own and card not in board)
