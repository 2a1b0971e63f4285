"""The Division's wager on the starting number: settled when the number is drawn, before any card is dealt to a player."""

from dataclasses import replace

from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.awards import exact_number_award, number_award
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.state import evolve
from houseway.games.round import DueMovement, Effects, Stake, use_coupon
from houseway.money import NO_MONEY, Cents
from houseway.procedure import DEALER, DIV, INVENTORY, NUMBER, layout_account, seat_account

NUMBERS = Law(
    {
        DIV: {
            "manual-shoe": ("(h)(2)#2", "(p)(2)(iv)", "(p)(2)(v)"),
            "hand": ("(i)(5)#2", "(p)(2)(iv)", "(p)(2)(v)"),
            "automated-shoe": ("(j)(3)#2", "(p)(2)(iv)", "(p)(2)(v)"),
        }
    }
)
NUMBER_WINS = Law({DIV: "(p)(2)(iii)#1"})
NUMBER_LOSES = Law({DIV: "(p)(2)(iii)#2"})
NUMBER_PAID = Law({DIV: "(p)(2)(vi)#1"})
NUMBER_CUT_TO_DOLLARS = Law({DIV: "(p)(2)(vi)#2"})
NUMBER_ALONE = Law({DIV: "(p)(3)"})


def settle_numbers(context: PaiGowContext, command: Command) -> Effects:
    """Settle the wagers on the number shown."""
    return settle_drawn_numbers(context)


def is_drawn_number_open(context: PaiGowContext) -> bool:
    """Return whether a number was drawn and the wagers on it are not settled. Their result stands, also if the round is void then,
    unless it is undone with the round (DIV-30)."""
    state = context.round
    if state.number_shown is None or state.numbers_settled or context.takes_reading("DIV-30=refunded"):
        return False
    return bool(_stakes_on_numbers(context))


def with_numbers_settled(context: PaiGowContext, made: Effects) -> PaiGowContext:
    """Return the context after the settlement of the wagers on a number."""
    state = context.round
    for each in made:
        if isinstance(each, Event):
            state = evolve(state, each)
    return replace(context, round=state)


def settle_drawn_numbers(context: PaiGowContext) -> Effects:
    """Collect the losers, then pay the winners, each under its clauses."""
    made: list[Event | DueMovement] = []
    results = []
    for position, key, stake in _stakes_on_numbers(context):
        won = stake.number == context.round.number_shown and not (
            context.takes_reading("DIV-35=player-positions-only") and context.round.start == DEALER
        )
        amount = number_award(context.rules, stake.total) if won else NO_MONEY
        results.append((position, key, "win" if won else "lose", amount, _number_clauses(context, stake, won)))
    for position, key, result, amount, clauses in sorted(results, key=lambda each: each[2]):
        stake = context.round.stakes[position][key]
        facts = {"position": position, "wager": key, "result": result, "amount": amount, "stake": stake.total}
        made.append(
            Event("wager-settled", clauses, {**facts, "vigorish": NO_MONEY, "hand": f"number {context.round.number_shown}"})
        )
        made.extend(_settle_number(position, key, stake, result, amount, clauses))
    done = tuple((position, key, result, amount) for position, key, result, amount, _ in results)
    return (
        *made,
        Event(
            "numbers-settled", context.law(NUMBERS, context.dealing), {"number": context.round.number_shown, "results": done}
        ),
    )


def _number_clauses(context: PaiGowContext, stake: Stake, won: bool) -> tuple[Citation, ...]:
    """Return why a wager on a number ends as it does, whatever becomes of the player's other wagers."""
    if not won:
        return (*context.law(NUMBER_LOSES), *context.law(NUMBER_ALONE))
    is_cut = number_award(context.rules, stake.total).amount != exact_number_award(context.rules, stake.total)
    cut = context.law(NUMBER_CUT_TO_DOLLARS) if is_cut else ()
    return (*context.law(NUMBER_WINS), *context.law(NUMBER_PAID), *cut, *context.law(NUMBER_ALONE))


def _stakes_on_numbers(context: PaiGowContext) -> list[tuple[int, str, Stake]]:
    return [
        (position, key, stake)
        for position, wagers in sorted(context.round.stakes.items())
        for key, stake in wagers.items()
        if key.startswith(f"{NUMBER}:")
    ]


def _settle_number(
    position: int, key: str, stake: Stake, result: str, amount: Cents, clauses: tuple[Citation, ...]
) -> list[DueMovement]:
    seat, layout = seat_account(position), layout_account(position)
    moves = []
    if stake.amount:
        target, reason = (seat, "wager-returned") if result == "win" else (INVENTORY, "wager-lost")
        moves.append(DueMovement(layout, target, stake.amount, reason, clauses, position, key))
    if amount:
        moves.append(DueMovement(INVENTORY, seat, amount, "payout", clauses, position, key))
    moves.extend(use_coupon(stake.coupon, clauses, position, key))
    return moves
