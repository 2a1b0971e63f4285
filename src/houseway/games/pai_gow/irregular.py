"""Irregularities: the dealer reports a fact, and the book decides what is void, returned, reshuffled or left to the player."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.exposing import exposed_cards
from houseway.games.pai_gow.betting import contribution_instruction
from houseway.games.pai_gow.context import PaiGowContext, own_position
from houseway.games.pai_gow.outcome import LOSE, TIE
from houseway.games.round import Effect, Effects, MeterInstruction, Movement, book_count, refusal, return_coupon, use_coupon
from houseway.games.states import Stake
from houseway.games.validation import name_of_floorperson
from houseway.money import NO_MONEY, Cents
from houseway.procedure import CENTRE, DEALER, DIV, INVENTORY, MD, NUMBER, PAI_GOW, PROGRESSIVE, layout_account, seat_account

EXPOSED_PLAYER = Law({MD: "14.C", DIV: ("(n)(4)#1", "(n)(4)#2")})
EXPOSED_DEALER = Law({MD: "14.D", DIV: "(n)(5)"})
EXPOSED_IN_HAND_DEAL = Law({MD: "14.J", DIV: "(n)(11)"})
WRONG_NUMBER = Law({MD: ("14.H", "14.K"), DIV: "(n)(8)"})
DEVICE_FAILED = Law(
    {MD: {"automated-shoe": "14.M", "": "14.L"}, DIV: {"automated-shoe": ("(n)(14)#1", "(n)(14)#2"), "": "(n)(13)"}}
)
ABANDONED = Law({MD: "7.C(2)", DIV: "(g)(2)#2"})
STAYS_SEATED = Law({MD: "7.C(1)", DIV: "(g)(2)#2"})


def void_round(context: PaiGowContext, why: str, clauses: tuple[Citation, ...], **facts: object) -> Effects:
    """Void all hands. Wagers are returned, unless the Division's silence is read as forfeit (DIV-10). Drawn numbers stand."""
    made: list[Effect] = []
    for position, wagers in sorted(context.round.stakes.items()):
        for name, stake in wagers.items():
            made.extend(_return_wager(context, position, name, stake, clauses))
    taken, owed = _take_back_number_win(context, made, clauses)
    made.extend(taken)
    made.extend(_return_house_stake(context, clauses))
    told = {"why": why, "under": clauses, **facts, **({"owed": owed} if owed else {})}
    return (Event("round-voided", clauses, told), *made)


def _return_house_stake(context: PaiGowContext, clauses: tuple[Citation, ...]) -> list[Movement]:
    """Return the house's own wager, from in front of the tray or, if it has lost, from the centre."""
    state, stake = context.round, context.round.bank.house_stake
    if not stake or state.bank_settled or state.house_result == TIE:
        return []
    source = CENTRE if state.house_result == LOSE else layout_account(DEALER)
    return [Movement(source, INVENTORY, stake, "refund", clauses, DEALER, PAI_GOW)]


def _is_in_centre(context: PaiGowContext, position: int, name: str) -> bool:
    """Return whether a wager that lost to the bank is in the centre. Nothing belongs to the bank before it is settled (PG-90,
    DIV-90)."""
    state = context.round
    lost = state.results.get((position, name))
    open_bank = state.bank.position is not None and not state.bank_settled
    return name == PAI_GOW and open_bank and lost is not None and lost.result == LOSE


def _return_wager(
    context: PaiGowContext, position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]
) -> list[Effect]:
    given_up = name == PAI_GOW and position in context.round.surrendered and not context.round.bank_settled
    in_centre = _is_in_centre(context, position, name)
    settled = (position, name) in context.round.paid and not given_up and not in_centre
    if name.startswith(NUMBER):
        return (
            []
            if settled and not context.takes_reading("DIV-30=refunded")
            else _undo_number_wager(context, position, name, stake, clauses)
        )
    if settled:
        return []
    forfeit = context.takes_reading("DIV-10=forfeit")
    source = _surrendered_account(context) if given_up else CENTRE if in_centre else layout_account(position)
    made: list[Effect] = []
    if name == PROGRESSIVE and context.round.progressive_collected:
        source = INVENTORY
        made.extend(reversal_instruction(context, position, stake))
    if stake.amount and not (forfeit and source == INVENTORY):
        target, reason = (INVENTORY, "wager-lost") if forfeit else (seat_account(position), "refund")
        made.append(Movement(source, target, stake.amount, reason, clauses, position, name))
    if in_centre:
        made.append(_void_wager_effects(position, name, stake, clauses))
    return [*made, *_coupon_movement(stake, clauses, position, name, forfeit, used=given_up)]


def _void_wager_effects(position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]) -> Event:
    facts = {"position": position, "wager": name, "result": "void", "amount": NO_MONEY, "stake": stake.total}
    return Event("wager-settled", clauses, {**facts, "vigorish": NO_MONEY, "hand": ""})


def _coupon_movement(
    stake: Stake, clauses: tuple[Citation, ...], position: int, name: str, forfeit: bool, used: bool
) -> Effects:
    """A coupon shares the fate of its wager. One that was already used is returned or stays used."""
    if not forfeit:
        return return_coupon(stake.coupon, clauses, position, name, used)
    return () if used else use_coupon(stake.coupon, clauses, position, name)


def _surrendered_account(context: PaiGowContext) -> str:
    """Return where a surrendered wager lies (PG-56, DIV-55)."""
    return (
        INVENTORY
        if context.round.bank.position is None or context.takes_reading("PG-56=to-inventory", "DIV-55=to-inventory")
        else CENTRE
    )


def reversal_instruction(context: PaiGowContext, position: int, stake: Stake) -> tuple[MeterInstruction, ...]:
    """Reverse the contributions of a void round (PG-50, DIV-51), if they were made (PG-51, DIV-52)."""
    if context.takes_reading("PG-50=kept", "DIV-51=kept", "PG-51=at-settlement", "DIV-52=at-settlement", "DIV-10=forfeit"):
        return ()
    return contribution_instruction(context, position, stake, "reverse")


def _undo_number_wager(
    context: PaiGowContext, position: int, name: str, stake: Stake, clauses: tuple[Citation, ...]
) -> list[Effect]:
    """Return a wager on a number, even if it lost (DIV-30). One that won is already returned."""
    done = context.round.results.get((position, name))
    coupon = return_coupon(stake.coupon, clauses, position, name, used=done is not None)
    if not stake.amount or (done is not None and done.result == "win"):
        return [*coupon]
    source = layout_account(position) if done is None else INVENTORY
    return [Movement(source, seat_account(position), stake.amount, "refund", clauses, position, name), *coupon]


OwedAmount = tuple[tuple[int, str, Cents], ...]
"""Position, wager, and what could not be given back."""


def _take_back_number_win(
    context: PaiGowContext, back: list[Effect], clauses: tuple[Citation, ...]
) -> tuple[list[Movement], OwedAmount]:
    """Take back what a number won, if the void undoes it (DIV-30). A winner gives back what he has, including returned wagers;
    the rest stays owed."""
    if not context.takes_reading("DIV-30=refunded"):
        return [], ()
    has = {name: context.chips(name) for name in context.seats.values()}
    for move in back:
        if isinstance(move, Movement) and move.seat is not None and move.target == seat_account(move.seat):
            has[context.seats[move.seat]] += move.amount
    taken, owed = [], []
    for (position, name), done in sorted(context.round.results.items()):
        if not name.startswith(NUMBER) or done.result != "win":
            continue
        player = context.seats[position]
        given = min(done.amount, has[player])
        has[player] -= given
        if given:
            taken.append(Movement(seat_account(position), INVENTORY, given, "refund", clauses, position, name))
        if given < done.amount:
            owed.append((position, name, done.amount - given))
    return taken, tuple(owed)


def device_failed(context: PaiGowContext, device: str, live: bool) -> Effects:
    """A device failed with cards of the round in it: the round is void; for a shuffler this is a reading (PG-43)."""
    if (
        not live
        or context.round.void
        or context.round.dealt
        or not context.round.closed
        or (device != "automated-shoe" and context.takes_reading("PG-43=reshuffle-only"))
    ):
        return ()
    return void_round(context, f"{device}-failed", context.law(DEVICE_FAILED, device))


def exposed_while_dealing(
    context: PaiGowContext, command: Command, hands: Mapping[int, tuple[Card, ...]] | None = None
) -> Effects:
    """Report cards that came face up on the way to a hand: positions with a count, card numbers or the cards themselves."""
    exposed, dealt, size = command.facts.get("exposed"), hands or {}, book_count(context.rules, "hand-cards")
    if not isinstance(exposed, Mapping) or not all(place in (DEALER, *context.positions) for place in exposed):
        raise command.unreadable("exposed", "positions, each with its cards")
    delivering = bool(context.round.stacks)  # the Division's stacks are complete by then, and each belongs to somebody
    if context.dealing == "hand" and not delivering and not context.takes_reading("PG-40=dead-letter"):
        return void_round(context, "card-exposed", context.law(EXPOSED_IN_HAND_DEAL))
    return _exposed_effects(
        context, {place: exposed_cards(command, dealt.get(place, ()), cards, size) for place, cards in exposed.items()}
    )


def exposed_while_stacking(context: PaiGowContext, command: Command) -> Effects:
    """A card came face up while the stacks were made, no matter which. Stacks are counted from the dealer's left."""
    exposed, stacks = command.facts.get("exposed"), book_count(context.rules, "stacks")
    if not isinstance(exposed, Mapping) or not all(type(stack) is int and 1 <= stack <= stacks for stack in exposed):
        raise command.unreadable("exposed", f"a table of stacks from 1 to {stacks}, each with its cards")
    return void_round(context, "card-exposed", context.law(EXPOSED_IN_HAND_DEAL))


def report_misdeal(context: PaiGowContext, command: Command) -> Effects:
    """A player or the dealer does not have seven cards, although the stub was right. Facts: hands, as for the stub.

    The whole round is void whenever it is found (PG-90, DIV-90), or only that hand once hands are open.
    """
    found, state = miscounted_hands(context, command, may_misdeal(context)), context.round
    if not found:
        raise refusal(
            "no-misdeal",
            "report only hands that have a wrong number of cards and whose cards are neither exposed nor in the discard rack",
            context.law(WRONG_NUMBER),
            given=str(command.facts.get("hands")),
            allowed=may_misdeal(context),
        )
    law = context.law(WRONG_NUMBER)
    if context.takes_reading("PG-90=that-hand", "DIV-90=that-hand") and (state.exposed or state.bank_exposed):
        lost = context.takes_reading("DIV-10=forfeit")
        return tuple(part for place, cards in found.items() for part in void_hand(context, place, law, lost, cards))
    return void_round(context, "misdeal", law, given=found)


def may_misdeal(context: PaiGowContext) -> tuple[int, ...]:
    """Return hands that may still have a wrong number of cards, because nobody has seen all of them yet."""
    return _is_face_down(context, context.round.rearranged)


def miscounted_hands(context: PaiGowContext, command: Command, places: tuple[int, ...]) -> dict[int, int]:
    """Return the reported hands or stacks that do not have seven cards."""
    hands = command.facts.get("hands", {})
    if not isinstance(hands, Mapping) or not all(
        type(number) is int and number >= 0 for pair in hands.items() for number in pair
    ):
        raise command.unreadable("hands", "positions, each with its number of cards")
    if not set(hands) <= set(places):
        raise command.unreadable("hands", f"some of {', '.join(map(str, places))}, each with its number of cards")
    return {place: cards for place, cards in hands.items() if cards != book_count(context.rules, "hand-cards")}


def report_exposed(context: PaiGowContext, command: Command) -> Effects:
    """The dealer exposed cards of a hand after the deal. Facts: position, cards."""
    position = command.position
    if position not in hidden_positions(context):
        raise refusal(
            "nothing-to-expose",
            f"position {position} has no face-down cards now",
            context.law(EXPOSED_PLAYER),
            given=position,
            allowed=hidden_positions(context),
        )
    cards = command.facts.get("cards", 1)
    return _exposed_effects(
        context,
        {position: exposed_cards(command, context.round.hands[position], cards, book_count(context.rules, "hand-cards"))},
    )


def hidden_positions(context: PaiGowContext) -> tuple[int, ...]:
    """Return positions with face-down hands in play, including the dealer's."""
    return _is_face_down(context, context.round.surrendered)


def _is_face_down(context: PaiGowContext, besides: frozenset[int]) -> tuple[int, ...]:
    state = context.round
    if not state.dealt or state.void:
        return ()
    open_ones = {*state.exposed, *besides, *state.racked, *([DEALER] if state.is_dealer_done else [])}
    if state.bank_exposed:
        open_ones.add(state.opposing_position)
    return tuple(place for place in (DEALER, *state.live_positions) if place not in open_ones)


def _exposed_effects(context: PaiGowContext, exposed: Mapping[int, tuple[Card, ...]]) -> Effects:
    if DEALER in exposed or context.round.bank.position in exposed:
        return void_round(context, "card-exposed", context.law(EXPOSED_DEALER))
    return tuple(
        Event("card-exposed", context.law(EXPOSED_PLAYER), {"position": position, "cards": cards})
        for position, cards in sorted(exposed.items())
        if position in context.round.betting_positions
    )


def play_exposed(context: PaiGowContext, command: Command) -> Effects:
    """The player keeps the hand, without having looked at the other cards."""
    position = _position_to_choose(context, command)
    return (Event("exposed-hand-played", context.law(EXPOSED_PLAYER), {"position": position}),)


def void_exposed(context: PaiGowContext, command: Command) -> Effects:
    """The player voids the hand: its wagers are returned (PG-38, DIV-29), and it neither earns nor pays envy."""
    position = _position_to_choose(context, command)
    return void_hand(context, position, context.law(EXPOSED_PLAYER), context.takes_reading("PG-38=forfeit", "DIV-29=forfeit"))


def void_hand(
    context: PaiGowContext, position: int, clauses: tuple[Citation, ...], forfeit: bool, cards: int | None = None
) -> Effects:
    """Void one hand, for example for its number of cards."""
    counted = {} if cards is None else {"cards": cards}
    made: list[Effect] = [Event("hand-voided", clauses, {"position": position, "forfeit": forfeit, **counted})]
    for name, stake in context.round.wagers_at(position).items():
        if (position, name) in context.round.paid:
            continue
        source = INVENTORY if name == PROGRESSIVE else layout_account(position)
        if name == PROGRESSIVE and not forfeit:
            made.extend(reversal_instruction(context, position, stake))
        if stake.amount and not (forfeit and source == INVENTORY):
            target, reason = (INVENTORY, "wager-lost") if forfeit else (seat_account(position), "refund")
            made.append(Movement(source, target, stake.amount, reason, clauses, position, name))
        made.extend(_coupon_movement(stake, clauses, position, name, forfeit, used=False))
        made.append(_void_wager_effects(position, name, stake, clauses))
    return tuple(made)


def _position_to_choose(context: PaiGowContext, command: Command) -> int:
    position = own_position(context, command)
    if position not in context.round.exposed_to_choose:
        raise refusal(
            "nothing-to-choose",
            f"no card of position {position} was exposed, so there is nothing to choose",
            context.law(EXPOSED_PLAYER),
            given=position,
            allowed=tuple(sorted(context.round.exposed_to_choose)),
        )
    return position


def abandon(context: PaiGowContext, command: Command) -> Effects:
    """A floorperson rules that the wagers of a player who left are lost, if the book allows it (PG-48, DIV-50)."""
    position = command.position
    if not may_abandon(context):
        raise refusal(
            "no-forfeit",
            "this book does not let a floorperson rule the wagers of an absent player lost; the hand is set the house way",
            context.law(ABANDONED),
            given=position,
            allowed="set-absent",
        )
    if position not in abandoned_positions(context):
        raise refusal(
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
    return tuple(position for position in sorted(state.left) if position not in gone and position in state.betting_positions)


def decide_leaving(context: PaiGowContext, positions: tuple[int, ...]) -> Effects:
    """A player leaves with cards on the table."""
    if context.takes_reading("PG-48=always-lost"):
        law, state = context.law(ABANDONED), context.round
        lost = [place for place in positions if place in state.live_positions and place != state.bank.position]
        left = Event("player-left", (*context.law(STAYS_SEATED), *law), {"positions": positions})
        return (
            left,
            *(part for place in lost if place not in state.exposed for part in void_hand(context, place, law, forfeit=True)),
        )
    return (Event("player-left", context.law(STAYS_SEATED), {"positions": positions}),)
