"""What a side bet that a book's data describes wins with the cards that decide it."""

from collections.abc import Sequence
from functools import lru_cache

from houseway.cards import Card
from houseway.citation import Citation
from houseway.games.awards import Award, award_by_row, award_without_row
from houseway.games.paytables import first_row
from houseway.games.round import Stake
from houseway.regulation import Row
from houseway.submission import Rules
from houseway.values import ANSWERS_ABOUT_RULES


def side_bet_award(
    rules: Rules, wager: str, stake: Stake, own: Sequence[Card], dealer: Sequence[Card], board: Sequence[Card] = ()
) -> Award:
    """Return what a described side bet wins with those of these cards that decide it."""
    side_bet = rules.side_bets[wager]
    mine, others = side_bet.select_cards(own, dealer, board)
    row, clauses = _paying_row(rules, wager, side_bet.made_hands((*mine, *others)))
    if row is None:
        return award_without_row(wager, stake.amount, "no paying hand", clauses, coupon=stake.coupon)
    return award_by_row(wager, row, row.words, stake.amount, clauses, coupon=stake.coupon)


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _paying_row(rules: Rules, wager: str, hands: tuple[str, ...]) -> tuple[Row | None, tuple[Citation, ...]]:
    """Return the row that pays, and its clauses with those of the hand's rank in an order."""
    side_bet, row = rules.side_bets[wager], first_row(hands, rules.offers[wager].paytable.row)
    law = rules.regulation.wager(wager).law["decided"]
    if row is None:
        return None, law
    ranked = side_bet.order.cited_categories if side_bet.order is not None and not side_bet.hands else ()
    clauses = next((clauses for hand, clauses in ranked if hand == row.hand), ())
    return row, (row.clause, *law, *rules.numbering.own_clauses(clauses))
