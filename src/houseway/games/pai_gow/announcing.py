"""The result of a progressive wager, announced as the hand is exposed."""

from houseway.cards import Card
from houseway.citation import Law
from houseway.events import Event
from houseway.games.awards import optional_award
from houseway.games.pai_gow.betting import late_contribution
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.round import Effects, use_coupon
from houseway.games.wagers import settle_event
from houseway.money import NO_MONEY
from houseway.procedure import DIV, MD, PROGRESSIVE

COLLECT_LOSER = Law({MD: "11.F(1)", DIV: "(l)(6)#1"})
EXAMINE_PROGRESSIVE = Law({DIV: "(l)(5)#3"}, policy="progressive-called")
IN_BANK_ROUND = Law({DIV: "(m)(16)"}, policy="progressive-called")


def announce_progressive(context: PaiGowContext, position: int, cards: tuple[Card, ...]) -> Effects:
    """Announce the result of a progressive wager as its hand is exposed, if the book says so. A lost one is settled at once."""
    if PROGRESSIVE not in context.round.wagers_at(position) or context.policy("progressive-called") != "with-base-result":
        return ()
    stake = context.round.stakes[position][PROGRESSIVE]
    made = optional_award(context.rules, PROGRESSIVE, cards, stake.amount, stake.coupon, context.meters)
    banked = context.law(IN_BANK_ROUND) if context.round.bank.position is not None else ()
    law = (*context.law(EXAMINE_PROGRESSIVE), *made.clauses, *banked)
    called = Event(
        "result-announced",
        law,
        {"position": position, "wager": PROGRESSIVE, "result": "win" if made.is_won else "lose", "words": made.words},
    )
    if made.is_won:
        return (called,)
    lost = (*law, *context.law(COLLECT_LOSER))
    return (
        called,
        settle_event(position, PROGRESSIVE, stake, "lose", NO_MONEY, lost, made.words),
        *use_coupon(stake.coupon, lost, position, PROGRESSIVE),
        *late_contribution(context, position, stake),
    )
