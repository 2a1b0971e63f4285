"""Ultimate Texas Hold'em as a game against the dealer: three decisions, a board, a qualifying dealer, and its optional wagers."""

from collections.abc import Mapping
from typing import ClassVar

from houseway.citation import NO_CLAUSES, Law
from houseway.events import Role
from houseway.games.against_dealer import game as against_dealer
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.dealer_game import DealerGame, DecisionRound
from houseway.games.game import GameAct
from houseway.games.round import Stake
from houseway.games.ultimate import dealing, hands, paying
from houseway.procedure import ANTE, BLIND
from houseway.procedure import ULTIMATE as BOOK

ASKED_FIRST = Law({BOOK: ("11.A", "11.B")})
AMOUNTS_FIRST = Law({BOOK: "11.B(1)"})
PLAYED_FIRST = Law({BOOK: ("11.B(1)", "11.B(2)(a)", "1.B(5)")})
CHECKED_FIRST = Law({BOOK: ("11.B(1)", "11.B(2)(b)", "1.B(1)")})
ASKED_ON_FLOP = Law({BOOK: "11.D"})
AMOUNTS_ON_FLOP = Law({BOOK: "11.D(1)"})
PLAYED_ON_FLOP = Law({BOOK: ("11.D(1)", "11.D(2)(a)", "1.B(5)")})
CHECKED_ON_FLOP = Law({BOOK: ("11.D(1)", "11.D(2)(b)", "1.B(1)")})
ASKED_LAST = Law({BOOK: "11.F"})
"""It says how much may be played, too."""
PLAYED_LAST = Law({BOOK: ("11.F(1)", "1.B(5)")})
FOLDED = Law({BOOK: ("11.F(2)", "1.B(4)")})

DECISION_ROUNDS = (
    DecisionRound(
        "play-multiples-first",
        ASKED_FIRST,
        AMOUNTS_FIRST,
        PLAYED_FIRST,
        CHECKED_FIRST,
        NO_CLAUSES,
        "deal-flop",
        "deal or turn up the flop",
        dealing.FLOP,
    ),
    DecisionRound(
        "play-multiples-flop",
        ASKED_ON_FLOP,
        AMOUNTS_ON_FLOP,
        PLAYED_ON_FLOP,
        CHECKED_ON_FLOP,
        NO_CLAUSES,
        "deal-final",
        "deal or turn up the last two community cards",
        dealing.FINAL,
    ),
    DecisionRound("play-multiples-river", ASKED_LAST, ASKED_LAST, PLAYED_LAST, NO_CLAUSES, FOLDED),
)


def _plays_dealer(wagers: Mapping[str, Stake]) -> bool:
    return ANTE in wagers and BLIND in wagers


ULTIMATE_GAME = DealerGame(
    name="Ultimate Texas Hold'em",
    equal_wagers=(BLIND,),
    decision_rounds=DECISION_ROUNDS,
    plays_dealer=_plays_dealer,
    card_count=dealing.card_count,
    deal=dealing.deal_cards,
    deal_law=dealing.deal_law,
    stub_ready=dealing.is_stub_ready,
    outcome=paying.hand_outcome,
    award=paying.optional_award,
    envy=paying.envy_awards,
    describe=hands.describe_hand,
    dealer_law=paying.dealer_clauses,
    late_face_up=dealing.late_face_up_effects,
    deals_on=dealing.deals_on,
    cards_to_enter=dealing.cards_to_enter,
    named_places=("board", "box", "burned"),
    completion_step=dealing.completion_step,
    needs_dealer_cards=paying.needs_dealer_cards,
    acts={
        "deal-flop": GameAct((Role.DEALER,), dealing.deal_flop, is_only_when_due=True, law=dealing.FLOP),
        "deal-final": GameAct((Role.DEALER,), dealing.deal_final, is_only_when_due=True, law=dealing.FINAL),
        "complete-board": GameAct((Role.DEALER,), dealing.complete_board, is_only_when_due=True, law=dealing.COMPLETE),
    },
)


class UltimateContext(DealerGameContext):
    dealer_game: ClassVar[DealerGame] = ULTIMATE_GAME


ULTIMATE = against_dealer.build_game("Ultimate Texas Hold'em", UltimateContext, dealing.DEAL)
