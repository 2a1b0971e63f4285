"""Four Card Poker as a game against the dealer: one decision, a dealer who always plays, and wagers on one's own cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from houseway.citation import NO_CLAUSES, Law
from houseway.games.against_dealer import game as against_dealer
from houseway.games.against_dealer.context import DealerGameContext, wagers_with_cards
from houseway.games.against_dealer.dealer_game import DealerGame, DecisionRound
from houseway.games.four_card import dealing, hands, paying
from houseway.games.round import Stake
from houseway.procedure import ANTE
from houseway.procedure import FOUR_CARD as BOOK
from houseway.submission import Offer

ASKED = Law({BOOK: "as-played.11.F"})
AMOUNTS = Law({BOOK: "as-played.11.F(1)"})
PLAYED = Law({BOOK: ("as-played.11.F(1)", "as-played.11.F(1)(a)", "as-played.1.B(5)")})
FOLDED = Law({BOOK: ("as-played.11.F(2)", "as-played.1.B(4)")})


def _plays_dealer(wagers: Mapping[str, Stake]) -> bool:
    return ANTE in wagers


def _offer_at(context: DealerGameContext, position: int, wager: str) -> Offer:
    """Return the offer as filed or, by a reading of FC-18, with the amount of the other if the Ante or Aces Up is placed."""
    offer, dealt = context.rules.offers[wager], wagers_with_cards(context.rules)
    if wager not in dealt or not context.takes_reading("FC-18=equal"):
        return offer
    placed = context.round.wagers_at(position)
    other = next((stake for each, stake in placed.items() if each != wager and each in dealt), None)
    return offer if other is None else replace(offer, stakes=(other.amount,))


FOUR_CARD_GAME = DealerGame(
    name="Four Card Poker",
    equal_wagers=(),
    decision_rounds=(DecisionRound("play-multiples", ASKED, AMOUNTS, PLAYED, NO_CLAUSES, FOLDED),),
    plays_dealer=_plays_dealer,
    card_count=dealing.card_count,
    deal=dealing.deal_cards,
    deal_law=dealing.deal_law,
    stub_ready=lambda context: True,
    outcome=paying.hand_outcome,
    award=paying.optional_award,
    envy=paying.envy_awards,
    describe=hands.describe_hand,
    dealer_law=paying.dealer_clauses,
    late_face_up=dealing.late_face_up_effects,
    cards_to_enter=dealing.cards_to_enter,
    face_up=dealing.face_up_cards,
    face_up_count=dealing.face_up_number,
    offer_at=_offer_at,
)


class FourCardContext(DealerGameContext):
    dealer_game: ClassVar[DealerGame] = FOUR_CARD_GAME


FOUR_CARD = against_dealer.build_game("Four Card Poker", FourCardContext, dealing.DEAL)
