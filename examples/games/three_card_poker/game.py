"""Three Card Poker as a game against the dealer: one decision, and a dealer who needs queen high to play.

The order of procedure, the wagers and the irregularities are those of every game against the dealer. The cards are dealt as at Four
Card Poker, with the numbers that the book sets; no card of the dealer's is face up.
"""

from collections.abc import Mapping
from typing import ClassVar

from houseway.citation import NO_CLAUSES, Citation, Law
from houseway.games.against_dealer import game as against_dealer
from houseway.games.against_dealer.comparing import comparison_clauses
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.dealer_game import DealerGame, DecisionRound, HandOutcome
from houseway.games.awards import Award, award_by_row, award_without_row
from houseway.games.four_card import dealing
from houseway.games.round import Stake
from houseway.money import Cents
from houseway.procedure import ANTE, ANTE_BONUS, DEALER, PLAY
from three_card_poker import hands
from three_card_poker.order import BOOK

ASKED = Law({BOOK: "T.11.F"})
AMOUNTS = Law({BOOK: "T.11.F(1)"})
PLAYED = Law({BOOK: ("T.11.F(1)", "T.11.F(1)(a)", "T.1.B(5)")})
FOLDED = Law({BOOK: ("T.11.F(2)", "T.1.B(4)")})
DEALER_PLAYS = Law({BOOK: "T.11.G(4)"})
HIGHER = Law({BOOK: "T.11.H(3)(b)"})
LOWER = Law({BOOK: "T.11.H(3)(a)"})
EQUAL = Law({BOOK: ("T.11.H(3)(d)", "T.6.E(2)")})
BONUS = Law({BOOK: ("T.11.H(4)", "T.1.B(9)", "T.12.B")})


def hand_outcome(context: DealerGameContext, position: int) -> HandOutcome:
    """Settle Ante and Play against the dealer's hand, then the bonus on the Ante, whoever wins."""
    own, dealer = (hands.hand_strength(context.round.hands[place]) for place in (position, DEALER))
    words, law = hands.describe_hand(context.round.hands[position]), dealer_clauses(context)
    bonus = _bonus_award(context, position, own)
    if not _does_dealer_play(context):
        ends = (_paid(context, position, ANTE, law), _returned(context, position, PLAY, law))
        return HandOutcome("win", words, law, (*ends, *bonus))
    if own == dealer:
        result, law = "tie", (*law, *context.law(EQUAL))
    else:
        result, law = ("win", (*law, *context.law(HIGHER))) if own > dealer else ("lose", (*law, *context.law(LOWER)))
    end = {"win": _paid, "lose": _lost, "tie": _returned}[result]
    compared = comparison_clauses(context, own, dealer, hands.category_of)
    clauses = (*law, *compared, *hands.rank_clauses(context.rules, own))
    return HandOutcome(result, words, clauses, (*(end(context, position, wager, law) for wager in (ANTE, PLAY)), *bonus))


def dealer_clauses(context: DealerGameContext) -> tuple[Citation, ...]:
    """Return the clause that says whether the dealer plays, and those that rank his hand."""
    return (
        *context.law(DEALER_PLAYS),
        *hands.rank_clauses(context.rules, hands.hand_strength(context.round.hands[DEALER])),
    )


def _does_dealer_play(context: DealerGameContext) -> bool:
    return hands.does_dealer_play(context.rules.regulation, context.round.hands[DEALER])


def _stake(context: DealerGameContext, position: int, wager: str) -> Cents:
    return context.round.stakes[position][wager].amount


def _paid(context: DealerGameContext, position: int, wager: str, law: tuple[Citation, ...]) -> Award:
    words = "hand higher" if _does_dealer_play(context) else "the dealer does not play"
    (row,) = context.rules.offers[wager].paytable.rows
    return award_by_row(wager, row, words, _stake(context, position, wager), (row.clause, *law))


def _lost(context: DealerGameContext, position: int, wager: str, law: tuple[Citation, ...]) -> Award:
    return award_without_row(wager, _stake(context, position, wager), "hand lower", law, returned=False)


def _returned(context: DealerGameContext, position: int, wager: str, law: tuple[Citation, ...]) -> Award:
    words = "hand equal" if _does_dealer_play(context) else "the dealer does not play"
    return award_without_row(wager, _stake(context, position, wager), words, law, returned=True)


def _bonus_award(context: DealerGameContext, position: int, own: int) -> tuple[Award, ...]:
    """Return the bonus of a hand. If no row fits, nothing is lost."""
    row = context.rules.offers[ANTE_BONUS].paytable.row(hands.category_of(own))
    if row is None:
        return ()
    clauses = (row.clause, *context.law(BONUS), *hands.rank_clauses(context.rules, own))
    return (award_by_row(ANTE_BONUS, row, row.words, _stake(context, position, ANTE), clauses),)


def _no_coded_wager(context: DealerGameContext, position: int, wager: str) -> Award:
    raise AssertionError(f"the book's data describes {wager}")


def _plays_dealer(wagers: Mapping[str, Stake]) -> bool:
    return ANTE in wagers


class ThreeCardContext(DealerGameContext):
    dealer_game: ClassVar[DealerGame] = DealerGame(
        name="Three Card Poker",
        equal_wagers=(),
        decision_rounds=(DecisionRound("play-multiples", ASKED, AMOUNTS, PLAYED, NO_CLAUSES, FOLDED),),
        plays_dealer=_plays_dealer,
        card_count=dealing.card_count,
        deal=dealing.deal_cards,
        deal_law=dealing.deal_law,
        stub_ready=lambda context: True,
        outcome=hand_outcome,
        award=_no_coded_wager,
        envy=lambda context, position: {},
        describe=lambda context, place: hands.describe_hand(context.round.hands[place]),
        dealer_law=dealer_clauses,
        late_face_up=dealing.late_face_up_effects,
        cards_to_enter=dealing.cards_to_enter,
    )


THREE_CARD_POKER = against_dealer.build_game("Three Card Poker", ThreeCardContext, dealing.DEAL)
