"""Ultimate Texas Hold'em as a game against the dealer: three decisions, a board, a qualifying dealer, and its optional wagers."""

from collections.abc import Mapping
from typing import ClassVar

from houseway.citation import NO_LAW, Citation, Law
from houseway.events import Role
from houseway.games.against_dealer import game as against_dealer
from houseway.games.against_dealer.contest import Contest, Needs, Street
from houseway.games.against_dealer.irregular import EXPOSED_DEALER
from houseway.games.against_dealer.scene import Scene
from houseway.games.game import Act
from houseway.games.states import Place, Stake
from houseway.games.ultimate import dealing, hands, paying
from houseway.procedure import ANTE, BLIND, DEALER, PROGRESSIVE
from houseway.procedure import ULTIMATE as BOOK

SIDES = ("trips", "six-card-bonus", "ultimate-pairs", "bad-beat", "play-the-board", PROGRESSIVE)
PLAYED_FIRST = Law({BOOK: ("11.A", "11.B", "11.B(1)", "11.B(2)(a)", "1.B(5)")})
CHECKED_FIRST = Law({BOOK: ("11.A", "11.B", "11.B(1)", "11.B(2)(b)", "1.B(1)")})
PLAYED_ON_FLOP = Law({BOOK: ("11.D", "11.D(1)", "11.D(2)(a)", "1.B(5)")})
CHECKED_ON_FLOP = Law({BOOK: ("11.D", "11.D(1)", "11.D(2)(b)", "1.B(1)")})
PLAYED_LAST = Law({BOOK: ("11.F", "11.F(1)", "1.B(5)")})
FOLDED = Law({BOOK: ("11.F", "11.F(2)", "1.B(4)")})
EXPOSED = Law({BOOK: ("13.A", "13.G")})
"""The text is silent about an exposed player's, board or box card; both outcomes have a model here (UTH-27)."""

STREETS = (
    Street("play-multiples-first", PLAYED_FIRST, CHECKED_FIRST, NO_LAW, "deal-flop", "deal or turn up the flop", dealing.FLOP),
    Street(
        "play-multiples-flop",
        PLAYED_ON_FLOP,
        CHECKED_ON_FLOP,
        NO_LAW,
        "deal-final",
        "deal or turn up the last two community cards",
        dealing.FINAL,
    ),
    Street("play-multiples-river", PLAYED_LAST, NO_LAW, FOLDED),
)


def _takes_part(wagers: Mapping[str, Stake]) -> bool:
    return ANTE in wagers and BLIND in wagers


def _needs(scene: Scene, wager: str) -> Needs:
    """All depend on Ante and Blind; the Six Card Bonus also on Trips, unless read otherwise (UTH-11)."""
    if wager == ANTE:
        return ((),)
    six = wager == "six-card-bonus" and not scene.reads("UTH-11=independent")
    return ((ANTE, "trips"),) if six else ((ANTE,),)


def _exposed_law(scene: Scene, place: Place) -> tuple[Citation, ...]:
    return scene.law(EXPOSED_DEALER if place == DEALER else EXPOSED)


CONTEST = Contest(
    name="Ultimate Texas Hold'em",
    twins=(BLIND,),
    sides=SIDES,
    streets=STREETS,
    takes_part=_takes_part,
    competes=_takes_part,
    needs=_needs,
    size=dealing.size,
    on_cards=lambda wager: wager != "play-the-board",
    stands=paying.stands,
    deal=dealing.deal,
    deal_law=dealing.deal_law,
    stub_ready=dealing.stub_ready,
    outcome=paying.outcome,
    award=paying.award,
    envy=paying.envy,
    describe=hands.describe,
    dealer_law=paying.dealer_law,
    exposed_law=_exposed_law,
    enters=dealing.enters,
    named_places=("board", "box", "burned"),
    completing=dealing.completing,
    acts={
        "deal-flop": Act((Role.DEALER,), dealing.deal_flop, due=True, law=dealing.FLOP),
        "deal-final": Act((Role.DEALER,), dealing.deal_final, due=True, law=dealing.FINAL),
        "complete-board": Act((Role.DEALER,), dealing.complete_board, due=True, law=dealing.COMPLETE),
    },
)


class UltimateScene(Scene):
    contest: ClassVar[Contest] = CONTEST


ULTIMATE = against_dealer.game("Ultimate Texas Hold'em", UltimateScene, dealing.DEAL)
