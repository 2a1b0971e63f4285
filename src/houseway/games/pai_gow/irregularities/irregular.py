"""Irregularities: the dealer reports a fact, and the book decides what is void, returned, reshuffled or left to the player."""

from collections.abc import Iterator, Mapping

from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.pai_gow.base_wager.centre import LOST as LOST_TO_BANK
from houseway.games.pai_gow.base_wager.centre import centre_after, distribute_surplus, is_paid_in_one_pass
from houseway.games.pai_gow.base_wager.outcome import LOSE, TIE
from houseway.games.pai_gow.betting import contribution_instruction, late_contribution
from houseway.games.pai_gow.context import PaiGowContext, base_wagers
from houseway.games.pai_gow.numbers import is_drawn_number_open, settle_drawn_numbers, with_numbers_settled
from houseway.games.pai_gow.state import PaiGowRound
from houseway.games.round import (
    AUTOMATED_SHOE,
    DueMovement,
    Effect,
    Effects,
    MeterInstruction,
    Stake,
    deals_cards,
    return_coupon,
    round_refusal,
    use_coupon,
)
from houseway.games.unwinding import unwind_wagers
from houseway.games.validation import name_of_floorperson
from houseway.games.wagers import settle_event
from houseway.money import NO_MONEY, Cents
from houseway.procedure import CENTRE, DEALER, DIV, INVENTORY, MD, NUMBER, PAI_GOW, PROGRESSIVE, layout_account, seat_account

WRONG_NUMBER = Law({MD: ("14.H", "14.K"), DIV: "(n)(8)"})
DEVICE_FAILED = Law(
    {MD: {"automated-shoe": "14.M", "": "14.L"}, DIV: {"automated-shoe": ("(n)(14)#1", "(n)(14)#2"), "": "(n)(13)"}}
)
ABANDONED = Law({MD: "7.C(2)", DIV: "(g)(2)#2"})
STAYS_SEATED = Law({MD: "7.C(1)", DIV: "(g)(2)#2"})


def is_hand_counted(context: PaiGowContext, place: int) -> bool:
    """Return whether a wrong number of cards in a hand or stack voids the round by itself. In some books it does only in the
    hand of a player or of the dealer; stacks are not delivered yet, and each may become one."""
    if not context.round.dealt or place == DEALER or context.policy("wrong-number") == "any-position":
        return True
    return place in context.round.betting_positions


def void_round(
    context: PaiGowContext, why: str, clauses: tuple[Citation, ...], *, is_banks_card: bool = False, **facts: object
) -> Effects:
    """Void all hands. Wagers are returned, unless the Division's silence is read as forfeit (DIV-10). Drawn numbers stand. What
    was settled before is undone, unless a reading lets it stand (PG-90, DIV-90, DIV-10). Nothing is forfeit if a card of the bank
    was exposed, which would otherwise win by it."""
    if is_drawn_number_open(context):
        drawn = settle_drawn_numbers(context)
        return (*drawn, *void_round(with_numbers_settled(context, drawn), why, clauses, is_banks_card=is_banks_card, **facts))
    forfeit = context.takes_reading("DIV-10=forfeit") and not is_banks_card
    if _is_anything_settled(context) and not (forfeit or _do_settled_wagers_stand(context)):
        return _unwind_round(context, why, clauses, facts)
    made: list[Effect] = []
    for position, wagers in sorted(context.round.stakes.items()):
        for name, stake in wagers.items():
            end = _forfeit_wager if forfeit and not name.startswith(NUMBER) else _return_wager
            made.extend(end(context, position, name, stake, clauses))
    made.extend(_return_house_stake(context, clauses, forfeit))
    made.extend(_settle_forfeits_with_bank(context) if forfeit else ())
    made.extend(_settle_bank_so_far(context))
    taken, owed = _take_back_number_win(context, made, clauses)
    owing = {"owed": owed} if owed else {}
    return (Event("round-voided", clauses, {"why": why, "under": clauses, **facts, **owing}), *made, *taken)


def _do_settled_wagers_stand(context: PaiGowContext) -> bool:
    """Return whether a void that returns wagers leaves alone what was settled before it was found."""
    return context.takes_reading("PG-90=settled-stands", "DIV-90=settled-stands")


def _stays_collected(context: PaiGowContext) -> bool:
    """Return whether what lies in the centre was settled hand by hand, in one pass, and stands (PG-105)."""
    return is_paid_in_one_pass(context.rules) and _do_settled_wagers_stand(context)


def _is_centre_returned(context: PaiGowContext) -> bool:
    """Return whether wagers in the centre go back to whose they were, because the bank is not settled."""
    return context.round.bank.position is not None and not context.round.bank_settled and not _stays_collected(context)


def _settle_bank_so_far(context: PaiGowContext) -> tuple[DueMovement, ...]:
    """Where the players whose turn has come stay settled, the bank gets what is left of it in the centre (PG-105)."""
    bank = context.round.bank
    if bank.position is None or context.round.bank_settled or not _stays_collected(context):
        return ()
    left = centre_after(context.moved(), NO_MONEY).centre
    return distribute_surplus(context.rules, bank.position, left, bank.co_banking)


def _is_anything_settled(context: PaiGowContext) -> bool:
    """Return whether hands were settled: a wager collected, paid or pushed. Numbers and hands that are void do not count."""
    state = context.round
    results = (state.results[key].result for key in state.paid if not key[1].startswith(NUMBER))
    return state.bank_settled or any(result != "void" for result in results)


def _unwind_round(context: PaiGowContext, why: str, clauses: tuple[Citation, ...], facts: Mapping[str, object]) -> Effects:
    """Return every wager and take back every payment, by new transfers. A number that was drawn stands, unless read otherwise
    (DIV-30)."""
    numbers = context.takes_reading("DIV-30=refunded")
    moved = (move for move in context.moved() if numbers or not move.wager.startswith(NUMBER))
    undone = unwind_wagers(moved, context.chips, clauses)
    owing = {"owed": undone.owed} if undone.owed else {}
    voided = Event("round-voided", clauses, {"why": why, "under": clauses, **facts, "unwound": True, **owing})
    meters, coupons = _undo_at_meters(context, clauses), _return_coupons(context, clauses, numbers)
    return (voided, *meters, *undone.movements, *coupons)


def _undo_at_meters(context: PaiGowContext, clauses: tuple[Citation, ...]) -> Iterator[MeterInstruction]:
    """Reverse awards first, and then all that the round has contributed (PG-50, DIV-51)."""
    if not context.round.progressive_collected:
        return
    yield MeterInstruction("undo-awards", PROGRESSIVE, clauses)
    if not context.takes_reading("PG-50=kept", "DIV-51=kept"):
        yield MeterInstruction("reverse-all", PROGRESSIVE, clauses)


def _return_coupons(context: PaiGowContext, clauses: tuple[Citation, ...], numbers: bool) -> Iterator[DueMovement]:
    """Return coupons with their wagers; those of ties and void hands are back already."""
    for position, wagers in sorted(context.round.stakes.items()):
        for name, stake in wagers.items():
            ended = context.round.results.get((position, name))
            if (numbers or not name.startswith(NUMBER)) and (ended is None or ended.result not in (TIE, "void")):
                used = (position, name) in context.round.paid
                yield from return_coupon(stake.coupon, clauses, position, name, used)


def _return_house_stake(context: PaiGowContext, clauses: tuple[Citation, ...], forfeit: bool) -> list[DueMovement]:
    """Return the house's own wager, from in front of the tray or, if it has lost, from the centre. Where wagers are forfeit, a
    lost one stays there (DIV-10)."""
    state, stake = context.round, context.round.bank.house_stake
    if not stake or state.bank_settled or state.house_result == TIE or (forfeit and state.house_result == LOSE):
        return []
    if state.house_result == LOSE and _stays_collected(context):
        return []
    source = CENTRE if state.house_result == LOSE else layout_account(DEALER)
    return [DueMovement(source, INVENTORY, stake, "refund", clauses, DEALER, PAI_GOW)]


def _forfeit_wager(
    context: PaiGowContext, position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]
) -> list[Effect]:
    """Take a wager of a void round that is forfeit (DIV-10), unless it was settled before. It goes where lost wagers go, but has
    no result: all hands are void. A progressive wager that nobody has counted contributes now."""
    if (position, name) in context.round.paid:
        return []
    return [part for part in _lose_wager(context, position, name, stake, clauses) if not isinstance(part, Event)]


def _settle_forfeits_with_bank(context: PaiGowContext) -> Effects:
    """Give the bank what its round leaves in the centre when wagers are forfeit, less vigorish, and only half of it if the house
    co-banks (DIV-10)."""
    state, bank = context.round, context.round.bank
    if bank.position is None or state.bank_settled:
        return ()
    lost = [stake for position, stake in base_wagers(context).items() if not _is_off_table(context, position)]
    house = bank.house_stake if bank.house_stake and state.house_result == LOSE else NO_MONEY
    moves = distribute_surplus(context.rules, bank.position, sum(lost, start=house), bank.co_banking)
    law = tuple(dict.fromkeys(clause for move in moves for clause in move.clauses))
    return (*moves, Event("bank-settled", law, {"position": bank.position})) if moves else ()


def _is_off_table(context: PaiGowContext, position: int) -> bool:
    """Return whether a base wager was returned before the void, or went to the inventory."""
    ended = context.round.results.get((position, PAI_GOW))
    gone = position in context.round.surrendered and _surrendered_account(context) == INVENTORY
    return gone or (ended is not None and ended.result in (TIE, "void"))


def _is_in_centre(context: PaiGowContext, position: int, name: str) -> bool:
    """Return whether a wager that lost to the bank is in the centre. Nothing belongs to the bank before it is settled (PG-90,
    DIV-90)."""
    state = context.round
    lost = state.results.get((position, name))
    return name == PAI_GOW and _is_centre_returned(context) and lost is not None and lost.result == LOSE


def _return_wager(
    context: PaiGowContext, position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]
) -> list[Effect]:
    state = context.round
    in_centre_too = _is_centre_returned(context) and _surrendered_account(context) == CENTRE
    given_up = name == PAI_GOW and position in state.surrendered and in_centre_too
    in_centre = _is_in_centre(context, position, name)
    settled = (position, name) in state.paid and not given_up and not in_centre
    if name.startswith(NUMBER):
        return (
            []
            if settled and not context.takes_reading("DIV-30=refunded")
            else _undo_number_wager(context, position, name, stake, clauses)
        )
    if settled:
        return []
    source = _surrendered_account(context) if given_up else CENTRE if in_centre else layout_account(position)
    made: list[Effect] = []
    if name == PROGRESSIVE:
        source = INVENTORY if context.round.progressive_collected else source
        made.extend(reversal_instruction(context, position, stake))
    if stake.amount:
        made.append(DueMovement(source, seat_account(position), stake.amount, "refund", clauses, position, name))
    if in_centre:
        made.append(_void_wager_event(position, name, stake, clauses))
    return [*made, *return_coupon(stake.coupon, clauses, position, name, used=given_up)]


def _void_wager_event(position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]) -> Event:
    facts = {"position": position, "wager": name, "result": "void", "amount": NO_MONEY, "stake": stake.total}
    return Event("wager-settled", clauses, {**facts, "vigorish": NO_MONEY, "hand": ""})


def _surrendered_account(context: PaiGowContext) -> str:
    """Return where a surrendered wager lies (PG-56, DIV-55)."""
    return (
        INVENTORY
        if context.round.bank.position is None or context.takes_reading("PG-56=to-inventory", "DIV-55=to-inventory")
        else CENTRE
    )


def reversal_instruction(context: PaiGowContext, position: int, stake: Stake) -> tuple[MeterInstruction, ...]:
    """Reverse the contribution of a wager that is void before it is settled (PG-50, DIV-51), if it was made (PG-51, DIV-52)."""
    stays = context.takes_reading("PG-50=kept", "DIV-51=kept", "PG-51=at-settlement", "DIV-52=at-settlement")
    made = context.round.progressive_collected
    return contribution_instruction(context, position, stake, "reverse") if made and not stays else ()


def _undo_number_wager(
    context: PaiGowContext, position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]
) -> list[Effect]:
    """Return a wager on a number, even if it lost (DIV-30). One that won is already returned."""
    done = context.round.results.get((position, name))
    coupon = return_coupon(stake.coupon, clauses, position, name, used=done is not None)
    if not stake.amount or (done is not None and done.result == "win"):
        return [*coupon]
    source = layout_account(position) if done is None else INVENTORY
    return [DueMovement(source, seat_account(position), stake.amount, "refund", clauses, position, name), *coupon]


OwedAmount = tuple[tuple[int, str, Cents], ...]
"""Position, wager, and what could not be given back."""


def _take_back_number_win(
    context: PaiGowContext, back: list[Effect], clauses: tuple[Citation, ...]
) -> tuple[list[DueMovement], OwedAmount]:
    """Take back what a number won, if the void undoes it (DIV-30). A winner gives back what he has, including returned wagers;
    the rest stays owed."""
    if not context.takes_reading("DIV-30=refunded"):
        return [], ()
    has = {name: context.chips(name) for name in context.seats.values()}
    for move in back:
        if isinstance(move, DueMovement) and move.seat is not None and move.target == seat_account(move.seat):
            has[context.seats[move.seat]] += move.amount
    taken, owed = [], []
    for (position, name), done in sorted(context.round.results.items()):
        if not name.startswith(NUMBER) or done.result != "win":
            continue
        player = context.seats[position]
        given = min(done.amount, has[player])
        has[player] -= given
        if given:
            taken.append(DueMovement(seat_account(position), INVENTORY, given, "refund", clauses, position, name))
        if given < done.amount:
            owed.append((position, name, done.amount - given))
    return taken, tuple(owed)


def device_failed(context: PaiGowContext, device: str, live: bool) -> Effects:
    """A device failed. An automated shoe voids the round in play, whether or not its cards are out (PG-98, DIV-111); a shuffler
    with cards of the round in it may, too (PG-43; not in the Division, DIV-48). Of a round that is over, the report says whether
    its cards were in the device."""
    state = context.round
    if state.void or not state.closed:
        return ()
    if deals_cards(device, context.dealing):
        only_with_cards = context.takes_reading("PG-98=while-cards-are-in-it", "DIV-111=while-cards-are-in-it")
        all_out = not live if context.is_over else state.dealt and state.stub_counted
        device, harmed = AUTOMATED_SHOE, not (only_with_cards and all_out)
    else:
        harmed = live and (context.is_over or not state.dealt) and context.takes_reading("PG-43=refund-when-live", "DIV-48")
    return void_round(context, f"{device}-failed", context.law(DEVICE_FAILED, device)) if harmed else ()


def check_not_void(context: PaiGowContext, command: Command) -> None:
    """Refuse a report about a round that is void already: nothing more can follow from it."""
    if context.round.void:
        why = context.round.void.replace("-", " ")
        raise round_refusal(
            "already-void",
            f"the round is void already ({why}), so nothing more follows from a report",
            context.round.void_under,
            given=command.act,
            allowed="end-round",
        )


def void_hand(context: PaiGowContext, position: int, clauses: tuple[Citation, ...], forfeit: bool) -> Effects:
    """Void one hand. Forfeited wagers are losing wagers."""
    made: list[Effect] = [Event("hand-voided", clauses, {"position": position, "forfeit": forfeit})]
    for name, stake in context.round.wagers_at(position).items():
        if (position, name) in context.round.paid:
            continue
        if forfeit:
            made.extend(_lose_wager(context, position, name, stake, clauses))
            continue
        source = INVENTORY if name == PROGRESSIVE else layout_account(position)
        if name == PROGRESSIVE:
            made.extend(reversal_instruction(context, position, stake))
        if stake.amount:
            made.append(DueMovement(source, seat_account(position), stake.amount, "refund", clauses, position, name))
        made.extend(return_coupon(stake.coupon, clauses, position, name))
        made.append(_void_wager_event(position, name, stake, clauses))
    return tuple(made)


def _lose_wager(context: PaiGowContext, position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]) -> list[Effect]:
    """Collect a forfeited wager: a base wager against a bank goes to the centre with the losing ones, any other to the house."""
    bank, made = context.round.bank, list[Effect]()
    target, law = INVENTORY, clauses
    if name == PAI_GOW and bank.position is not None:
        target, law = CENTRE, (*clauses, *context.law(LOST_TO_BANK, "co-bank" if bank.co_banking else ""))
    if stake.amount and not (name == PROGRESSIVE and context.round.progressive_collected):  # then it is in the inventory
        made.append(DueMovement(layout_account(position), target, stake.amount, "wager-lost", law, position, name))
    made.extend(use_coupon(stake.coupon, law, position, name))
    late = late_contribution(context, position, stake) if name == PROGRESSIVE else ()
    return [*made, settle_event(position, name, stake, LOSE, NO_MONEY, law, ""), *late]


def abandon_hand(context: PaiGowContext, command: Command) -> Effects:
    """A floorperson rules that the wagers of a player who left are lost, if the book allows it (PG-48, DIV-50)."""
    position = command.position
    if not may_abandon(context):
        raise round_refusal(
            "no-forfeit",
            "this book does not let a floorperson rule the wagers of an absent player lost; the hand is set the house way",
            context.law(ABANDONED),
            given=position,
            allowed="set-absent",
        )
    if position not in abandoned_positions(context):
        raise round_refusal(
            "not-abandoned",
            f"no player has left position {position} with wagers that could be ruled lost",
            context.law(ABANDONED),
            given=position,
            allowed=abandoned_positions(context),
        )
    name_of_floorperson(command, context.law(ABANDONED))
    return void_hand(context, position, context.law(ABANDONED), forfeit=True)


def may_abandon(context: PaiGowContext) -> bool:
    return context.policy("wagers-left-behind") == "may-be-ruled-lost"


def abandoned_positions(context: PaiGowContext) -> tuple[int, ...]:
    """Return abandoned positions whose hands are not yet exposed. A bank's hand cannot be abandoned: all play against it."""
    state = context.round
    if state.void or not may_abandon(context):
        return ()
    gone = {state.bank.position, *state.exposed, *state.void_hands}
    return tuple(position for position in sorted(state.left) if position not in gone and _has_open_wager(state, position))


def _has_open_wager(state: PaiGowRound, position: int) -> bool:
    """Return whether a wager lies here that can be lost. A hand that was surrendered without other wagers stays for envy."""
    settled = {PAI_GOW} if position in state.surrendered else set()
    return position in state.betting_positions and bool(state.wagers_at(position).keys() - settled)


def decide_leaving(context: PaiGowContext, positions: tuple[int, ...]) -> Effects:
    """A player leaves with cards on the table."""
    if context.takes_reading("PG-48=always-lost", "DIV-50"):
        law, state = context.law(ABANDONED), context.round
        gone = {state.bank.position, *state.exposed, *state.void_hands}
        lost = [place for place in positions if place not in gone and _has_open_wager(state, place)]
        left = Event("player-left", (*context.law(STAYS_SEATED), *law), {"positions": positions})
        return (left, *(part for place in lost for part in void_hand(context, place, law, forfeit=True)))
    return (Event("player-left", context.law(STAYS_SEATED), {"positions": positions}),)
