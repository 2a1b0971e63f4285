"""Irregularities: what is void, what is returned and what stands; failed devices, and players who leave."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from houseway.citation import SILENT, Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.betting import contribution_instruction
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.envy import envy_note, must_envy_holder_bet
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.side_bets import stands_after_void
from houseway.games.against_dealer.state import WHEN, DealerGameRound
from houseway.games.round import (
    AUTOMATED_SHOE,
    DueMovement,
    Effect,
    Effects,
    MeterInstruction,
    Place,
    Stake,
    deals_cards,
    round_refusal,
)
from houseway.games.unwinding import UnwoundWagers, unwind_wagers
from houseway.games.validation import name_of_floorperson
from houseway.games.wagers import settle_event
from houseway.money import NO_MONEY, Cents
from houseway.procedure import (
    ANTE,
    ANTE_BONUS,
    DEALER,
    FOUR_CARD,
    INVENTORY,
    PLAY,
    PROGRESSIVE,
    ULTIMATE,
    layout_account,
    seat_account,
)
from houseway.submission import Rules

Clauses = tuple[Citation, ...]

SHUFFLER_FAILED = same_rule("13.H(2)")
RESHUFFLE_AFTER_SHUFFLER = same_rule(("13.H(1)", "13.H(3)"))
SHOE_FAILED = same_rule(("13.I", "13.I(1)"))
RESHUFFLE_AFTER_SHOE = same_rule(("13.I(2)", "13.I(3)"))
STILL_SETTLED = same_rule("13.G")
FACE_UP_LATE = Law({ULTIMATE: "13.C", FOUR_CARD: SILENT})
ABANDONED = same_rule("7.C(2)")
STAYS_SEATED = same_rule("7.C(1)")


def void_after_jam(context: DealerGameContext, why: str = "shoe-jammed") -> Effects:
    """The automated shoe failed: the round is void, and its cards are taken out and shuffled with those already dealt."""
    return void_round(context, why, context.law(SHOE_FAILED), under=context.law(RESHUFFLE_AFTER_SHOE))


def void_round(context: DealerGameContext, why: str, clauses: Clauses, **facts: object) -> Effects:
    """Void all hands: every wager is returned, including those that a fold had lost and, unless read otherwise, those that were
    settled (UTH-90, FC-90). The cards are shuffled again under the same clauses, or under those of the fact `under`."""
    facts = {"under": clauses, **facts}
    if (_settled_wagers(context) or context.round.envy) and not do_settled_wagers_stand(context):
        return _unwind_round(context, why, clauses, facts)
    made: list[Effect] = [Event("round-voided", clauses, {"why": why, **facts})]
    for position, wagers in sorted(context.round.stakes.items()):
        for name, stake in wagers.items():
            if (position, name) not in context.round.paid - context.round.lost_by_fold:
                made.extend(_refund_movement(context, position, name, stake, clauses))
    return tuple(made)


def do_settled_wagers_stand(context: DealerGameContext) -> bool:
    """Return whether a void leaves alone what was settled before it was found."""
    return context.takes_reading("UTH-90=settled-stands", "FC-90=settled-stands")


def _settled_wagers(context: DealerGameContext) -> set[tuple[int, str]]:
    """Return the wagers that were collected, paid or pushed. What a fold has lost is not settled before the round is over."""
    state = context.round
    return {key for key in state.paid - state.lost_by_fold if state.results[key].result != "void"}


def _unwind_round(context: DealerGameContext, why: str, clauses: Clauses, facts: Mapping[str, object]) -> Effects:
    undone = unwind_wagers(context.moved(), context.chips, clauses)
    owed = {"owed": undone.owed} if undone.owed else {}
    voided = Event("round-voided", clauses, {"why": why, **facts, "unwound": True, **owed})
    return (voided, *_undo_at_meters(context, clauses), *undone.movements)


def _undo_at_meters(context: DealerGameContext, clauses: Clauses) -> Iterator[MeterInstruction]:
    """Reverse awards first, and then all that the round has contributed."""
    if context.round.progressive_collected:
        yield MeterInstruction("undo-awards", PROGRESSIVE, clauses)
        yield MeterInstruction("reverse-all", PROGRESSIVE, clauses)


def _refund_movement(context: DealerGameContext, position: int, name: str, stake: Stake, clauses: Clauses) -> list[Effect]:
    collected = name == PROGRESSIVE and context.round.progressive_collected
    source = INVENTORY if collected or (position, name) in context.round.lost_by_fold else layout_account(position)
    back = DueMovement(source, seat_account(position), stake.amount, "refund", clauses, position, name)
    return [back, *(contribution_instruction(context, position, stake.amount, "reverse") if collected else ())]


def refund_wager(context: DealerGameContext, position: int, name: str, clauses: Clauses) -> list[Effect]:
    """Take one wager out of a round that goes on."""
    stake = context.round.stakes[position][name]
    event = Event("wager-refunded", clauses, {"position": position, "wager": name, "amount": stake.amount})
    return [event, *_refund_movement(context, position, name, stake, clauses)]


def void_base_wagers(context: DealerGameContext, why: str, clauses: Clauses, **facts: object) -> Effects:
    """Return the wagers against the dealer, including those of folded hands, and those that can no longer be decided. What was
    settled is undone, at the meters too, unless it stands (UTH-90, FC-90).

    What stands is settled afterwards, under clauses of its own.
    """
    made: list[Effect] = []
    for position, wagers in sorted(context.round.stakes.items()):
        for name in wagers:
            ended = (position, name) in context.round.paid - context.round.lost_by_fold
            if not ended and not _stands_after_void(context, position, name):
                made.extend(refund_wager(context, position, name, clauses))
    settled = () if do_settled_wagers_stand(context) else sorted(_settled_wagers(context))
    keys = [key for key in settled if not _stands_after_void(context, *key)]
    envy = _void_envy(context)
    undone = _unwind_wagers(context, keys, envy, _chips_with(context, made), clauses)
    changed = {name: fact for name, fact in (("owed", undone.owed), ("envy", envy)) if fact}
    voided = Event("base-voided", clauses, {"why": why, "under": clauses, **facts, **changed})
    return (voided, *_undo_awards(keys, clauses), *made, *_undo_wagers(context, keys, clauses), *undone.movements)


VoidEnvy = tuple[tuple[int, int, Cents], ...]
"""Envy bonuses that are taken back: who was paid, for whose hand, and how much."""


def _void_envy(context: DealerGameContext) -> VoidEnvy:
    """Return the bonuses paid on a progressive wager that is void or, if the holder of the hand must have bet, for the hand of a
    player whose progressive wager is. A bonus that was paid stands if settled wagers do (UTH-90, FC-90)."""
    state = context.round
    if not state.envy or do_settled_wagers_stand(context):
        return ()
    void = {place for place in state.stakes if not _stands_after_void(context, place, PROGRESSIVE)}
    holders = void if must_envy_holder_bet(context) else set()
    return tuple((place, holder, paid) for (place, holder), paid in state.envy.items() if place in void or holder in holders)


def _chips_with(context: DealerGameContext, returned: list[Effect]) -> Callable[[str], Cents]:
    """Return what each player can give back from: his chips, and the wagers that are returned to him before."""
    back: Counter[str] = Counter()
    for effect in returned:
        if isinstance(effect, DueMovement) and effect.seat is not None:
            back[context.seats.get(effect.seat, "")] += effect.amount.amount
    return lambda name: context.chips(name) + Cents(back[name])


def _unwind_wagers(
    context: DealerGameContext,
    keys: list[tuple[int, str]],
    envy: VoidEnvy,
    chips: Callable[[str], Cents],
    clauses: Clauses,
) -> UnwoundWagers:
    """Take back what was paid on settled wagers, and as envy."""
    if not keys and not envy:
        return UnwoundWagers((), ())
    notes = {(place, envy_note(holder)) for place, holder, _ in envy}
    moved = [
        move
        for move in context.moved()
        if (move.seat, move.wager) in keys or (move.reason == "envy" and (move.seat, move.note) in notes)
    ]
    return unwind_wagers(moved, chips, clauses)


def _undo_awards(keys: list[tuple[int, str]], clauses: Clauses) -> Iterator[MeterInstruction]:
    """Return the awards of the round to the meters before contributions are taken out of them. No award stands if one of the
    settled progressive wagers is void: then all are."""
    if any(wager == PROGRESSIVE for _, wager in keys):
        yield MeterInstruction("undo-awards", PROGRESSIVE, clauses)


def _undo_wagers(context: DealerGameContext, keys: list[tuple[int, str]], clauses: Clauses) -> Iterator[Effect]:
    """Take settled wagers out of the round, and their contributions out of the meters."""
    for position, name in keys:
        stake = context.round.stake_on(position, name)
        amount = stake.amount if stake else NO_MONEY
        yield Event("wager-refunded", clauses, {"position": position, "wager": name, "amount": amount})
        if name == PROGRESSIVE:
            yield from contribution_instruction(context, position, amount, "reverse")


def still_settled_clauses(context: DealerGameContext, under: Clauses) -> Clauses:
    """Return why optional wagers are settled although those against the dealer are void: 13.C says so itself of cards that were
    face up, and 13.G of exposed cards."""
    face_up = context.law(FACE_UP_LATE)
    return face_up if set(face_up) & set(under) else context.law(STILL_SETTLED)


def _stands_after_void(context: DealerGameContext, position: int, name: str) -> bool:
    """Return whether a wager is settled although those against the dealer are void. What a fold had lost is returned like the
    Ante (UTH-120, FC-120)."""
    against_dealer = name in (ANTE, *context.dealer_game.equal_wagers, PLAY, ANTE_BONUS)
    return not against_dealer and (position, name) not in context.round.lost_by_fold and stands_after_void(context, name)


def device_failed(context: DealerGameContext, device: str, live: bool) -> Effects:
    """A device failed. A shuffler with cards of the round in it returns all wagers. A shuffler with the other deck affects
    nobody, unless a reading counts every jam (UTH-26). A dealing shoe voids the round in play, whether or not all its cards are
    out (UTH-91, FC-91)."""
    state = context.round
    if state.void or not state.stakes:
        return ()
    if _deals_round(context, device):
        only_with_cards = context.takes_reading("UTH-91=while-cards-are-in-it", "FC-91=while-cards-are-in-it")
        harmed = not only_with_cards or (live and needs_machine(context))
        return void_after_jam(context, f"{AUTOMATED_SHOE}-failed") if harmed else ()
    if device == AUTOMATED_SHOE:
        return ()
    always = (live or context.is_over) and context.takes_reading("UTH-26=always", "FC-107=always")
    harmed = always or (live and needs_machine(context))
    under = context.law(RESHUFFLE_AFTER_SHUFFLER)
    return void_round(context, f"{device}-failed", context.law(SHUFFLER_FAILED), under=under) if harmed else ()


def _deals_round(context: DealerGameContext, device: str) -> bool:
    """Return whether the round is dealt from a device: an automated shoe, even one that reshuffles by itself, or a shuffler in
    which the dealer's cards wait. When the round is over they wait nowhere, even if a void left them face down."""
    waits = device == "shuffler" and not context.is_over and do_dealer_cards_wait(context)
    return context.round.closed and (waits or deals_cards(device, context.dealing))


def do_dealer_cards_wait(context: DealerGameContext) -> bool:
    """Return whether the dealer's cards still lie in the machine because all players act first."""
    return are_dealer_cards_in_machine(context.round, context.rules, context.dealing)


def are_dealer_cards_in_machine(state: DealerGameRound, rules: Rules, dealing: str) -> bool:
    return does_dealer_receive_last(rules, dealing) and state.closed and not state.dealer_turned


def does_dealer_receive_last(rules: Rules, dealing: str) -> bool:
    """Return whether the dealer's cards stay in the machine until all players have acted."""
    return dealing == AUTOMATED_SHOE and rules.options.get("table.dealer-cards") == "left-in-shuffler"


def needs_machine(context: DealerGameContext) -> bool:
    """Return whether cards of the round are still in a machine. Of a round that is over, the report says whether they were."""
    return context.is_over or not context.round.dealt or do_dealer_cards_wait(context)


def places_with_cards(context: DealerGameContext) -> tuple[Place, ...]:
    return (DEALER, *context.playing_positions, *context.dealer_game.named_places)


def reported_time(command: Command, clauses: Clauses, possible: tuple[str, ...]) -> str:
    """Return when something happened, by the fact `when`: now, which is the last of the possible times, or earlier."""
    when = command.text("when", possible[-1], WHEN)
    if when not in possible:
        message = f"nothing can have happened {when!r} yet: players have to decide, or cards are still to be dealt"
        raise round_refusal("not-yet", message, clauses, given=when, allowed=possible)
    return when


# Players who leave


def decide_leaving(context: DealerGameContext, positions: tuple[int, ...]) -> Effects:
    return (Event("player-left", context.law(STAYS_SEATED), {"positions": positions}),)


def abandoned_positions(context: DealerGameContext) -> tuple[int, ...]:
    """Return abandoned positions whose hands are not turned up yet."""
    state = context.round
    if not state.dealt or state.must_reshuffle:
        return ()
    gone = {*state.exposed, *state.abandoned}
    return tuple(
        place
        for place in context.playing_positions
        if place in state.left and place not in gone and _unsettled_wagers(context, place)
    )


def _unsettled_wagers(context: DealerGameContext, position: int) -> tuple[str, ...]:
    return tuple(name for name in context.round.wagers_at(position) if (position, name) not in context.round.paid)


def decide_abandonment(context: DealerGameContext, command: Command) -> Effects:
    """A floorperson rules that the wagers of a player who left are lost; the cards go into the rack."""
    position, law = command.position, context.law(ABANDONED)
    name = name_of_floorperson(command, law)
    if position not in abandoned_positions(context):
        message = f"no player has left position {position} with wagers that could be ruled lost"
        raise round_refusal("not-abandoned", message, law, given=position, allowed=abandoned_positions(context))
    racked = position not in context.round.racked
    made: list[Effect] = [Event("hand-abandoned", law, {"position": position, "racked": racked, "by": name})]
    for wager in _unsettled_wagers(context, position):
        stake = context.round.stakes[position][wager]
        made.append(settle_event(position, wager, stake, "lose", NO_MONEY, law, ""))
        if wager != PROGRESSIVE:
            made.append(DueMovement(layout_account(position), INVENTORY, stake.amount, "abandoned", law, position, wager))
    return tuple(made)
