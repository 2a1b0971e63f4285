"""Advice for one hand of Ultimate Texas Hold'em: from the solved game before the flop, by counting on the spot later."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from houseway.analysis.solve.solution import Advice, PlayerView, Progress
from houseway.analysis.ultimate.solve.passes import starting_hand_names
from houseway.analysis.ultimate.solve.solver import CHECK, FOLD, solution_provenance, solve
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.cards import Card, check_distinct, format_hand
from houseway.citation import Law
from houseway.errors import Malformed
from houseway.hands.orders import MD_ULTIMATE
from houseway.kernels import combinations as numbering
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.submission import Rules

SEEN_CARDS = Law({MD_ULTIMATE: ("11.B", "11.D", "11.F")})
NO_JOKER = Law({MD_ULTIMATE: "3.A(1)"})


def advise(rules: Rules, situation: PlayerView, progress: Progress | None = None) -> Advice:
    """Advise before the flop from the solved game, and later by counting on the spot."""
    cards, board = situation.cards, situation.board
    _check_situation(rules, situation)
    terms = UltimateTerms.from_rules(rules)
    seen = format_hand(cards) + (f" on {format_hand(board)}" if board else "")
    if not board:
        number = starting_hand_names()[
            int(numbering.rank_combinations(np.array([[int(card) for card in cards]], dtype=np.uint8))[0])
        ]
        worth = solve(rules, progress).hands[number].values
        return Advice(seen, dict(reversed(worth.items())), solution_provenance(rules, _describe_start(number)))
    each, rest, at_last, parts = _sum_boards_to_come(terms, cards, board)
    if len(board) == holdem_deals.FLOP_CARDS:
        raised = Fraction(terms.flop * each + rest, parts)
        by_counting = solution_provenance(rules, "every turn, river and dealer's hand")
        return Advice(seen, {CHECK: Fraction(at_last, parts), f"{terms.flop}x": raised}, by_counting)
    played = Fraction(terms.river * each + rest, parts)
    return Advice(
        seen, {FOLD: Fraction(-2), f"{terms.river}x": played}, solution_provenance(rules, "every hand that the dealer may have")
    )


def _describe_start(name: str) -> str:
    """Say what was counted for a starting hand such as AKs, 54o or TT."""
    high, low = (rank.replace("T", "10") for rank in name[:2])
    suits = {"s": " of one suit", "o": " of different suits"}.get(name[2:], "")
    return f"every deal that begins with {high}-{low}{suits}, decided best to its end"


def _sum_boards_to_come(terms: UltimateTerms, cards: Sequence[Card], board: Sequence[Card]) -> tuple[int, int, int, int]:
    """Return the three sums of `holdem.board.add_holding_values` over all boards to come, and the number of parts in one Ante."""
    left = [card for card in range(52) if card not in (*cards, *board)]
    boards = np.sort([[*board, *more] for more in combinations(left, holdem_deals.BOARD_CARDS - len(board))], axis=1).astype(
        np.uint8
    )
    sums = np.zeros(3, dtype=np.int64)
    holding = np.array([int(card) for card in cards], dtype=np.int64)
    holdem.add_holding_values(boards, holding, terms.ranks, terms.game, holdem.new_scratch(), sums)
    each, rest, at_last = sums.tolist()
    return each, rest, at_last, terms.unit * len(boards) * holdem_deals.DEALER_HOLDINGS


def _check_situation(rules: Rules, situation: PlayerView) -> None:
    cards, board = situation.cards, situation.board
    if (
        len(cards) != holdem_deals.HOLE_CARDS
        or len(board) not in (0, holdem_deals.FLOP_CARDS, holdem_deals.BOARD_CARDS)
        or situation.up_card is not None
    ):
        raise Malformed(
            f"a player has two cards and sees 0, 3 or 5 cards of the board; {len(cards)} and {len(board)} were given",
            code="advise.cards",
            clauses=rules.law(SEEN_CARDS),
            given=f"{len(cards)} and {len(board)}",
            allowed="2 cards and a board of 0, 3 or 5",
        )
    check_distinct((*cards, *board))
    if any(card.is_joker for card in (*cards, *board)):
        raise Malformed("this game is played without a joker", code="advise.joker", clauses=rules.law(NO_JOKER), given="Jk")
