"""Exposure and settlement of the base wager, against the dealer and against a bank."""

from collections.abc import Sequence
from functools import lru_cache

from houseway.citation import SILENT, Citation, Law
from houseway.events import Command, Event
from houseway.games.awards import base_award, vigorish_law, vigorish_on
from houseway.games.pai_gow.announcing import COLLECT_LOSER, announce_progressive
from houseway.games.pai_gow.base_wager.centre import (
    PAID,
    BankedWager,
    CentreState,
    centre_after,
    is_paid_in_one_pass,
    pay_winners,
    settle_bank_round,
    settle_exposed_house_wager,
    settle_exposed_wager,
)
from houseway.games.pai_gow.base_wager.outcome import MeasuredSetting, compare_settings, describe_measured, measure_setting
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.setting import check_entered, enter_absent_hand, playing_positions
from houseway.games.pai_gow.state import PlacedHands
from houseway.games.round import DueMovement, Effect, Effects, Stake, return_coupon, use_coupon
from houseway.games.wagers import settle_event
from houseway.money import NO_MONEY
from houseway.procedure import CENTRE, DEALER, DIV, INVENTORY, MD, PAI_GOW, VIGORISH, layout_account, seat_account
from houseway.submission import Rules
from houseway.values import ANSWERS_ABOUT_RULES, memoize_by

Clauses = tuple[Citation, ...]

EXPOSE = Law({MD: ("11.E", "11.E(1)"), DIV: "(l)(5)#1"})
ANNOUNCE = Law({MD: "11.E(2)", DIV: "(l)(5)#2"})
EXPOSE_AGAINST_BANK = Law(
    {
        MD: {"": ("12.J", "12.J(1)"), "co-bank": ("12.L", "12.L(1)(a)")},
        DIV: {"": ("(m)(12)#1", "(m)(12)#2"), "co-bank": ("(m)(13)#1", "(m)(13)#2")},
    }
)
RETURN_TIE = Law({MD: "11.F(2)", DIV: ("(l)(7)#1", "(a)(1)(x)")})
PAY_WINNER = Law({MD: "11.F(4)", DIV: "(l)(9)#1"})
PAID_AFTER_ALL = Law({MD: SILENT, DIV: "(l)(8)#2"})
PAY_IN_ONE_PASS = Law({MD: SILENT, DIV: ("(r)(4)(i)#1", "(r)(4)(i)#2")})
STAYS_UP = Law({MD: SILENT, DIV: "(l)(8)#1"}, policy="winners-paid")


def expose_player(context: PaiGowContext, command: Command) -> Effects:
    """Expose a player's two hands, compare them and call the result. Losers are collected and ties returned at once."""
    position = command.position
    made: list[Effect] = []
    placed = context.round.placed_hands[position]
    if position in context.round.absent_positions and not context.round.hands[position]:
        placed, set_now = enter_absent_hand(context, command, position)
        made.append(set_now)
    elif not (placed.high or placed.low):
        placed = PlacedHands(command.cards("high"), command.cards("low"))
        check_entered(context, (*placed.high, *placed.low), position)
        facts = {"position": position, "high": placed.high, "low": placed.low}
        made.append(Event("hand-set", context.law(EXPOSE), facts))
    bank = context.round.bank
    who = "co-bank" if bank.co_banking else ""
    law = context.law(EXPOSE) if bank.position is None else context.law(EXPOSE_AGAINST_BANK, who)
    result, clauses, words = _compare_hands(context, placed, who)
    made.append(Event("hand-exposed", law, {"position": position, "high": placed.high, "low": placed.low}))
    announced = {"position": position, "wager": PAI_GOW, "result": result, "words": words}
    called = context.law(ANNOUNCE) if bank.position is None else ()
    stays = context.law(STAYS_UP) if result == "win" else ()
    made.append(Event("result-announced", (*called, *clauses, *stays), announced))
    stake = context.round.stakes[position][PAI_GOW]
    if result != "win":
        made.extend(_collect_or_return(context, position, stake, result, words, clauses))
    return (*made, *announce_progressive(context, position, (*placed.high, *placed.low)))


def _compare_hands(context: PaiGowContext, placed: PlacedHands, who: str) -> tuple[str, Clauses, str]:
    own, theirs = (
        measure_setting(context.rules, placed.high, placed.low),
        _setting_of(context.round.placed_hands[context.round.opposing_position], context.rules),
    )
    outcome = compare_settings(context.rules, own, theirs, context.round.bank.position is not None, who=who)
    if not outcome.high:  # foul, and not compared
        return outcome.result, outcome.clauses, outcome.words
    return outcome.result, outcome.clauses, f"{describe_measured(own)}: {outcome.words}"


@memoize_by(type)
def _setting_of(placed: PlacedHands, rules: Rules) -> MeasuredSetting:
    """Return the dealer's or the bank's hands, with which all others are compared."""
    return measure_setting(rules, placed.high, placed.low)


def _collect_or_return(
    context: PaiGowContext, position: int, stake: Stake, result: str, words: str, clauses: Clauses
) -> list[Effect]:
    law = (*clauses, *context.law(COLLECT_LOSER if result == "lose" else RETURN_TIE))
    made: list[Effect] = [settle_event(position, PAI_GOW, stake, result, NO_MONEY, law, words)]
    if context.round.bank.position is not None:
        spot = BankedWager(position, stake.amount, result)
        return [*made, *settle_exposed_wager(context.rules, spot, context.round.bank.co_banking)]
    if stake.amount:
        target, reason = (INVENTORY, "wager-lost") if result == "lose" else (seat_account(position), "wager-returned")
        made.append(DueMovement(layout_account(position), target, stake.amount, reason, law, position, PAI_GOW))
    if stake.coupon.amount:
        made.extend((use_coupon if result == "lose" else return_coupon)(stake.coupon, law, position, PAI_GOW))
    return made


def pay_base_wager(context: PaiGowContext, command: Command) -> Effects:
    """Pay a winning base wager, less vigorish."""
    position = command.position
    if context.round.bank.position is not None:
        return _pay_from_centre(context, position)
    stake = context.round.stakes[position][PAI_GOW]
    won = base_award(context.rules, stake.amount, stake.coupon)
    taken = vigorish_on(context.rules, won.amount)
    when = () if is_settled_in_one_pass(context) else context.law(PAID_AFTER_ALL)
    walk = context.law(PAY_IN_ONE_PASS) if _asks_for_one_pass(context) else ()
    law = (*context.law(PAY_WINNER), *when, *walk, *won.clauses)
    seat = seat_account(position)
    less = vigorish_law(context.rules) if taken else ()
    made: list[Effect] = [settle_event(position, PAI_GOW, stake, "win", won.amount, (*law, *less), "", taken)]
    if stake.amount:
        made.append(DueMovement(layout_account(position), seat, stake.amount, "wager-returned", law, position, PAI_GOW))
    made.append(DueMovement(INVENTORY, seat, won.amount, "payout", law, position, PAI_GOW))
    if taken:
        made.append(DueMovement(seat, VIGORISH, taken, "vigorish", less, position, PAI_GOW))
    made.extend(use_coupon(stake.coupon, law, position, PAI_GOW))
    return tuple(made)


def _pay_from_centre(context: PaiGowContext, position: int) -> Effects:
    """Pay a winner against the bank before the next hands are exposed (PG-26). The bank puts in what the centre lacks."""
    bank, stake = context.round.bank, context.round.stakes[position][PAI_GOW].amount
    assert bank.position is not None
    winner = BankedWager(position, stake, "win")
    moves, _ = pay_winners(context.rules, bank.position, (winner,), centre_now(context), bank.co_banking)
    return (_winner_settled(context, position, moves), *moves)


def payment_clauses(context: PaiGowContext) -> Clauses:
    """Return under which clauses a winner is paid and charged, by the dealer or from the centre."""
    bank = context.round.bank
    if bank.position is None:
        return (*context.law(PAY_WINNER), *vigorish_law(context.rules))
    return (*context.law(PAID, "co-bank" if bank.co_banking else ""), *vigorish_law(context.rules, "against-bank"))


def is_settled_in_one_pass(context: PaiGowContext) -> bool:
    """Return whether winners are paid as they are exposed because somebody has a wager that asks for it (DIV-63)."""
    return context.takes_reading("DIV-63=one-pass") and _asks_for_one_pass(context)


def _asks_for_one_pass(context: PaiGowContext) -> bool:
    """Return whether somebody has a wager while which the book lets base wagers be settled in one pass."""
    asking = _one_pass_wagers(context.rules)
    return not all(map(asking.isdisjoint, context.round.stakes.values()))


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _one_pass_wagers(rules: Rules) -> frozenset[str]:
    return frozenset(id_ for id_, wager in rules.wagers.items() if wager.is_one_pass)


def settle_bank(context: PaiGowContext, command: Command) -> Effects:
    """Pay winners from the centre. The bank makes up what is missing and gets what is left, less vigorish. In one pass the players
    are settled already (PG-26)."""
    state, bank = context.round, context.round.bank
    assert bank.position is not None
    spots = [
        BankedWager(position, state.stakes[position][PAI_GOW].amount, state.results[position, PAI_GOW].result)
        for position in (() if is_paid_in_one_pass(context.rules) else playing_positions(context))
    ]
    house = BankedWager(DEALER, bank.house_stake, state.house_result) if bank.house_stake else None
    already = _movements_so_far(context, spots, house)
    pool = centre_now(context)
    other = pool.centre - sum((move.amount for move in already if move.target == CENTRE), start=NO_MONEY)
    moves = settle_bank_round(context.rules, bank.position, spots, house, pool.chips, bank.co_banking, other)
    rest = list(moves)
    for move in already:
        rest.remove(move)
    made = [_winner_settled(context, spot.position, rest) for spot in spots if spot.result == "win"]
    law = tuple(dict.fromkeys(clause for move in rest for clause in move.clauses))
    return (*made, *rest, Event("bank-settled", law, {"position": bank.position}))


def centre_now(context: PaiGowContext) -> CentreState:
    """Return what lies in the centre, what was put in for winners, and the bank's chips."""
    bank = context.round.bank.position
    assert bank is not None
    return centre_after(context.moved(), context.chips(context.seats[bank]))


def _winner_settled(context: PaiGowContext, position: int, moves: Sequence[DueMovement]) -> Event:
    stake = context.round.stakes[position][PAI_GOW]
    clauses = tuple(dict.fromkeys(clause for move in moves if move.seat == position for clause in move.clauses))
    taken = vigorish_on(context.rules, stake.amount, "against-bank")
    return settle_event(position, PAI_GOW, stake, "win", stake.amount, clauses, "", taken)


def _movements_so_far(context: PaiGowContext, spots: list[BankedWager], house: BankedWager | None) -> list[DueMovement]:
    """Return what already moved as hands were exposed."""
    moves = [move for spot in spots for move in settle_exposed_wager(context.rules, spot, context.round.bank.co_banking)]
    return [*moves, *(settle_exposed_house_wager(context.rules, house.stake, house.result) if house else ())]
