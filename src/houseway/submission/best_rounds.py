"""The best rounds of Ultimate Texas Hold'em: what the limited wagers of one hand can win together.

Two cards that are good for Ultimate Pairs may be bad for the other wagers, so the best rounds are listed for each of its rows. On
every other wager a higher hand is taken to win no less than a lower one. A royal flush that wins needs a lower hand on the board,
because a royal flush on the board ties. `tests/submission/test_best_rounds.py` compares these rounds with every deal.
"""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.hands import STANDARD, Category
from houseway.regulation.side_bets import DecidedBy

Readings = Mapping[str, str | None]
WIN, LOSE, TIE = "win", "lose", "tie"
NO_PAIRS_ROW = ""
"""Two cards that fit no row of Ultimate Pairs."""
_ROYAL, _STRAIGHT_FLUSH = Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH


class BestRound(NamedTuple):
    """What each wager of a hand is paid by, in a round that no other surpasses."""

    result: str
    """How the player's hand compares with the dealer's."""
    own: Category
    board: Category
    beaten: Category | None
    """The lower of the two hands; none if they tie."""


_WON = BestRound(WIN, _ROYAL, _STRAIGHT_FLUSH, _STRAIGHT_FLUSH)
_LOST = BestRound(LOSE, _STRAIGHT_FLUSH, _STRAIGHT_FLUSH, _STRAIGHT_FLUSH)
_TIED = BestRound(TIE, _ROYAL, _ROYAL, None)
_WON_BELOW_ROYAL = _LOST._replace(result=WIN)
_WON_ON_FLUSH = _WON._replace(board=Category.FLUSH)

BEST_ROUNDS: Mapping[str, tuple[BestRound, ...]] = {
    "player-and-dealer-aces": (_WON, _LOST),
    "aces-of-hearts-and-diamonds": (_WON, _LOST, _TIED),
    "pair-of-aces": (_WON, _LOST, _TIED),
    "ace-king-suited": (_WON, _LOST, _TIED),
    "ace-king-offsuit": (_WON, _LOST, _TIED),
    "ace-queen-or-jack-suited": (_WON_ON_FLUSH, _WON_BELOW_ROYAL, _LOST, _TIED),
    "ace-queen-or-jack-offsuit": (_WON, _LOST, _TIED),
    "pair-of-jacks-queens-or-kings": (_WON_ON_FLUSH, _WON_BELOW_ROYAL, _LOST, _TIED),
    "pair-of-tens-or-less": (
        _WON_ON_FLUSH._replace(beaten=Category.FLUSH),
        BestRound(WIN, _ROYAL, Category.PAIR, Category.FOUR_OF_A_KIND),
        _WON_BELOW_ROYAL,
        _LOST,
        _TIED,
    ),
    NO_PAIRS_ROW: (_WON, _LOST, _TIED),
}
"""By row of Ultimate Pairs. In each of these rounds that is won, the dealer qualifies."""

ALSO_FIT = {
    "player-and-dealer-aces": ("aces-of-hearts-and-diamonds", "pair-of-aces"),
    "aces-of-hearts-and-diamonds": ("pair-of-aces",),
}
"""Rows of Ultimate Pairs that the same two cards fit as well (reading UTH-18)."""


def deciding_hands(
    cards: DecidedBy | None, pairs_row: str, played: BestRound, readings: Mapping[str, str | None]
) -> tuple[str, ...]:
    """Return the rows that may pay a wager in a round, by the cards that decide it, the highest first; none if it is not won."""
    if cards is DecidedBy.OWN:
        return (pairs_row, *ALSO_FIT.get(pairs_row, ()))
    if cards is DecidedBy.BOARD:
        return _hands_from(played.board)
    if cards is DecidedBy.OWN_AND_BOARD:
        return _hands_from(played.own)
    if cards is DecidedBy.LOSING_HAND:
        counts = played.result == LOSE or readings["UTH-14"] != "player-hand"
        return _hands_from(played.beaten) if played.beaten and counts else ()
    return (WIN, *_hands_from(played.own)) if played.result == WIN else ()


def _hands_from(highest: Category) -> tuple[str, ...]:
    """Return a hand and all lower ones. A pair on the board is at best one of tens or better."""
    hands = STANDARD.categories[STANDARD.categories.index(highest) :]
    return tuple(name for hand in hands for name in (("pair-of-tens-or-better", hand) if hand is Category.PAIR else (hand,)))
