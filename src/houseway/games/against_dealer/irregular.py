"""Irregularities: what is void, what is returned, what stands, and what a floorperson must rule."""

from collections.abc import Iterator, Mapping

from houseway.cards import DECK, Card
from houseway.citation import SILENT, Citation, Law
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.betting import contribution_instruction
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.state import DealerGameRound
from houseway.games.round import Effect, Effects, MeterInstruction, Movement, Place, Stake, exposed_cards, refusal
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

SHUFFLER_FAILED = same_rule(("13.H(1)", "13.H(2)", "13.H(3)"))
SHOE_FAILED = same_rule(("13.I", "13.I(1)", "13.I(2)", "13.I(3)"))
WRONG_NUMBER = same_rule("13.E")
EXPOSED_DEALER = same_rule("13.F")
STILL_SETTLED = same_rule("13.G")
FACE_UP_LATE = Law({ULTIMATE: "13.C", FOUR_CARD: SILENT})
ABANDONED = same_rule("7.C(2)")
STAYS_SEATED = same_rule("7.C(1)")
PLAY_ON, VOID_BASE = "play-on", "void-base"
MACHINE = "automated-shoe"


def void_round(context: DealerGameContext, why: str, clauses: Clauses, **facts: object) -> Effects:
    """Void all hands: every wager is returned, including those that a fold had lost and, unless read otherwise, those that were
    settled (UTH-90, FC-90)."""
    if _settled_wagers(context) and not does_settled_stand(context):
        return _unwind_round(context, why, clauses, facts)
    made: list[Effect] = [Event("round-voided", clauses, {"why": why, "under": clauses, **facts})]
    for position, wagers in sorted(context.round.stakes.items()):
        for name, stake in wagers.items():
            if (position, name) not in context.round.paid - context.round.lost_by_fold:
                made.extend(_refund_movement(context, position, name, stake, clauses))
    return tuple(made)


def does_settled_stand(context: DealerGameContext) -> bool:
    """Return whether a void leaves alone what was settled before it was found."""
    return context.takes_reading("UTH-90=settled-stands", "FC-90=settled-stands")


def _settled_wagers(context: DealerGameContext) -> set[tuple[int, str]]:
    """Return the wagers that were collected, paid or pushed. What a fold has lost is not settled before the round is over."""
    state = context.round
    return {key for key in state.paid - state.lost_by_fold if state.results[key].result != "void"}


def _unwind_round(context: DealerGameContext, why: str, clauses: Clauses, facts: Mapping[str, object]) -> Effects:
    undone = unwind_wagers(context.moved(), context.chips, clauses)
    owed = {"owed": undone.owed} if undone.owed else {}
    voided = Event("round-voided", clauses, {"why": why, "under": clauses, **facts, "unwound": True, **owed})
    return (voided, *_undo_at_meters(context, clauses), *undone.movements)


def _undo_at_meters(context: DealerGameContext, clauses: Clauses) -> Iterator[MeterInstruction]:
    """Reverse awards first, and then what the wagers of the round contributed."""
    if not context.round.progressive_collected:
        return
    yield MeterInstruction("undo-awards", PROGRESSIVE, clauses)
    for position, wagers in sorted(context.round.stakes.items()):
        ended = context.round.results.get((position, PROGRESSIVE))
        if PROGRESSIVE in wagers and (ended is None or ended.result != "void"):
            yield from contribution_instruction(context, position, wagers[PROGRESSIVE].amount, "reverse")


def _refund_movement(context: DealerGameContext, position: int, name: str, stake: Stake, clauses: Clauses) -> list[Effect]:
    collected = name == PROGRESSIVE and context.round.progressive_collected
    source = INVENTORY if collected or (position, name) in context.round.lost_by_fold else layout_account(position)
    back = Movement(source, seat_account(position), stake.amount, "refund", clauses, position, name)
    return [back, *(contribution_instruction(context, position, stake.amount, "reverse") if collected else ())]


def refund_wager(context: DealerGameContext, position: int, name: str, clauses: Clauses) -> list[Effect]:
    """Take one wager out of a round that goes on."""
    stake = context.round.stakes[position][name]
    event = Event("wager-refunded", clauses, {"position": position, "wager": name, "amount": stake.amount})
    return [event, *_refund_movement(context, position, name, stake, clauses)]


def void_base_wagers(context: DealerGameContext, why: str, clauses: Clauses, **facts: object) -> Effects:
    """Return the wagers against the dealer, including those of folded hands, and those that can no longer be decided.

    What stands is settled when the board is complete.
    """
    law = (*clauses, *still_settled_clauses(context, clauses))
    made: list[Effect] = []
    for position, wagers in sorted(context.round.stakes.items()):
        for name in wagers:
            ended = (position, name) in context.round.paid - context.round.lost_by_fold
            if not ended and not _stands_after_void(context, position, name):
                made.extend(refund_wager(context, position, name, law))
    back, undone = _unwind_base_wagers(context, law)
    owed = {"owed": undone.owed} if undone.owed else {}
    voided = Event("base-voided", law, {"why": why, "under": clauses, **facts, **owed})
    return (voided, *made, *back, *undone.movements)


def _unwind_base_wagers(context: DealerGameContext, law: Clauses) -> tuple[list[Event], UnwoundWagers]:
    """Undo settled wagers against the dealer, unless they stand (UTH-90, FC-90)."""
    settled = () if does_settled_stand(context) else sorted(_settled_wagers(context))
    keys = [key for key in settled if not _stands_after_void(context, *key)]
    back = [
        Event("wager-refunded", law, {"position": position, "wager": name, "amount": _staked(context, position, name)})
        for position, name in keys
    ]
    moved = [move for move in context.moved() if (move.seat, move.wager) in keys] if keys else ()
    return back, unwind_wagers(moved, context.chips, law)


def _staked(context: DealerGameContext, position: int, name: str) -> Cents:
    stake = context.round.stake_on(position, name)
    return stake.amount if stake else NO_MONEY


def still_settled_clauses(context: DealerGameContext, under: Clauses) -> Clauses:
    """Return why optional wagers are settled although those against the dealer are void: 13.C says so itself of cards that were
    face up, and 13.G of exposed cards."""
    face_up = context.law(FACE_UP_LATE)
    return face_up if set(face_up) & set(under) else context.law(STILL_SETTLED)


def _stands_after_void(context: DealerGameContext, position: int, name: str) -> bool:
    """Return whether a wager is settled although those against the dealer are void. What a fold had lost is returned like the
    Ante."""
    against_dealer = name in (ANTE, *context.dealer_game.equal_wagers, PLAY, ANTE_BONUS)
    return (
        not against_dealer
        and (position, name) not in context.round.lost_by_fold
        and context.dealer_game.stands_after_void(context, position, name)
    )


def device_failed(context: DealerGameContext, device: str, live: bool) -> Effects:
    """A device failed. A shuffler with cards of the round in it returns all wagers; with the other deck it affects nobody, unless
    any jam is read to (UTH-26). A dealing shoe voids the round in play, whether or not all its cards are out (UTH-91, FC-91)."""
    state = context.round
    if state.void or not state.stakes:
        return ()
    if device == MACHINE or (device == "shuffler" and do_dealer_cards_wait(context)):
        during = state.closed and not context.takes_reading("UTH-91=while-cards-are-in-it", "FC-91=while-cards-are-in-it")
        harmed = during or (state.closed and live and needs_machine(context))
        return void_round(context, f"{MACHINE}-failed", context.law(SHOE_FAILED)) if harmed else ()
    harmed = live and (needs_machine(context) or context.takes_reading("UTH-26=always"))
    return void_round(context, f"{device}-failed", context.law(SHUFFLER_FAILED)) if harmed else ()


def do_dealer_cards_wait(context: DealerGameContext) -> bool:
    """Return whether the dealer's cards still lie in the machine because all players act first."""
    return are_dealer_cards_in_machine(context.round, context.rules, context.dealing)


def are_dealer_cards_in_machine(state: DealerGameRound, rules: Rules, dealing: str) -> bool:
    waits = dealing == MACHINE and rules.options.get("table.dealer-cards") == "left-in-shuffler"
    return waits and state.closed and not state.dealer_turned


def needs_machine(context: DealerGameContext) -> bool:
    """Return whether cards of the round are still in a machine."""
    return not context.round.dealt or do_dealer_cards_wait(context)


# Exposed cards

DEALING, DECIDING, LATER = WHEN = ("dealing", "deciding", "later")
"""When something happened: before all had their cards, before each player had folded or made a Play wager, or after that."""


def places_with_cards(context: DealerGameContext) -> tuple[Place, ...]:
    return (DEALER, *context.playing_positions, *context.dealer_game.named_places)


def hidden_places(context: DealerGameContext) -> tuple[Place, ...]:
    """Return where face-down cards of the round lie that may not be seen yet."""
    state = context.round
    if not state.dealt or state.must_reshuffle or state.dealer_turned:
        return ()
    return tuple(place for place in places_with_cards(context) if place not in state.racked and _is_hidden(context, place))


def _is_hidden(context: DealerGameContext, place: Place) -> bool:
    """The dealer's cards matter while somebody has to decide, in a machine, too."""
    if place == DEALER:
        return bool(context.undecided_positions)
    return isinstance(place, int) or hidden_card_count(context, place) > 0


def _hidden_cards(context: DealerGameContext, place: Place) -> tuple[Card, ...]:
    state = context.round
    if isinstance(place, int):
        up = context.dealer_game.face_up(context, place)
        return tuple(card for card in state.hands.get(place, ()) if card not in up)
    return {"board": state.board[state.shown :], "box": state.box, "burned": state.burned}[place]


def hidden_card_count(context: DealerGameContext, place: Place) -> int:
    """Return how many cards of a place lie face down, or lay so until they were turned up in their turn."""
    size, state = context.dealer_game.card_count(context, place), context.round
    if isinstance(place, int):
        return size - len(context.dealer_game.face_up(context, place))
    return size - {"board": state.shown, "box": size if state.box_turned else 0}.get(place, 0)


def report_exposed(context: DealerGameContext, command: Command) -> Effects:
    """Cards were exposed too early. Facts: place (a position, 0 for the dealer, or a named place), cards, and when it happened
    if it is reported later. What matters no longer is recorded."""
    place = command.facts.get("place")
    if not isinstance(place, int | str) or place not in reportable_places(context):
        raise refusal(
            "nothing-to-expose",
            f"{place!r} has no face-down cards in this round",
            context.law(EXPOSED_DEALER),
            given=str(place),
            allowed=tuple(map(str, reportable_places(context))),
        )
    cards = _shown_cards(context, command, place, command.facts.get("cards", 1))
    when = command.text("when", DECIDING if context.undecided_positions else LATER, WHEN)
    early = when != LATER and not context.round.must_reshuffle if place == DEALER else place in hidden_places(context)
    return exposed_effects(context, place, cards) if early else (Event("card-exposed", (), {"place": place, "cards": cards}),)


def reportable_places(context: DealerGameContext) -> tuple[Place, ...]:
    """Return the places whose cards are dealt face down, of which a dealer may have exposed some."""
    if not context.round.dealt or context.round.void:
        return ()
    return tuple(place for place in places_with_cards(context) if hidden_card_count(context, place))


def exposed_while_dealing(context: DealerGameContext, command: Command) -> Effects:
    """Report cards that came face up on the way to their place, once the deal is finished. Facts: exposed (places with cards)."""
    given = command.facts.get("exposed", {})
    known = places_with_cards(context)
    if not isinstance(given, Mapping) or not all(place in known for place in given):
        raise command.unreadable("exposed", "places, each with its cards")
    found = {
        place: _shown_cards(context, command, place, cards) for place, cards in given.items() if place in hidden_places(context)
    }
    made: list[Effect] = []
    for place in sorted(found, key=known.index):
        made.extend(exposed_effects(context, place, found[place]))
        if any(isinstance(each, Event) and each.kind == "base-voided" for each in made):
            break
    return tuple(made)


def exposed_effects(context: DealerGameContext, place: Place, cards: tuple[Card, ...]) -> Effects:
    """A dealer's card voids the wagers against him. For others a floorperson rules, unless a reading decides (UTH-27)."""
    law = context.dealer_game.exposed_law(context, place)
    seen = Event("card-exposed", law, {"place": place, "cards": cards})
    if place == DEALER:
        return (seen, *void_base_wagers(context, "dealer-card-exposed", law))
    if context.takes_reading("UTH-27=void-base"):
        return (seen, *void_base_wagers(context, "card-exposed", law))
    return (seen, Event("ruling-awaited", law, {"place": place}))


def _shown_cards(context: DealerGameContext, command: Command, place: Place, given: object) -> tuple[Card, ...]:
    return exposed_cards(command, _hidden_cards(context, place), given, hidden_card_count(context, place))


def rule_exposed(context: DealerGameContext, command: Command) -> Effects:
    """A floorperson rules whether the round goes on. Facts: choice."""
    choice, first = command.text("choice", suggested_ruling(context)), context.round.places_to_rule[0]
    law = context.dealer_game.exposed_law(context, first)
    name = name_of_floorperson(command, law)
    if choice not in (PLAY_ON, VOID_BASE):
        raise Malformed(
            f"a ruling must be {PLAY_ON} or {VOID_BASE}, not {choice!r}",
            code="command.fact",
            given=choice,
            allowed=(PLAY_ON, VOID_BASE),
        )
    ruled = Event("exposure-ruled", law, {"choice": choice, "by": name})
    return (ruled, *(void_base_wagers(context, "card-exposed", law) if choice == VOID_BASE else ()))


def suggested_ruling(context: DealerGameContext) -> str:
    """A player's own card tells nobody about the dealer's, so the suggestion is to play on; otherwise to void."""
    return PLAY_ON if all(isinstance(place, int) for place in context.round.places_to_rule) else VOID_BASE


# Wrong numbers of cards


def miscounted_places(context: DealerGameContext, command: Command, *named: str) -> dict[Place, int]:
    """Return places with a wrong number of cards. Facts: hands (positions, 0 for the dealer), and places by name."""
    given = command.facts.get("hands", {})
    if not isinstance(given, Mapping):
        raise command.unreadable("hands", "positions, each with its number of cards")
    names = named or context.dealer_game.named_places
    found = {**given, **{name: command.facts[name] for name in names if name in command.facts}}
    known = places_with_cards(context)
    if not all(place in known and type(cards) is int and cards >= 0 for place, cards in found.items()):
        raise command.unreadable("hands", "positions, each with its number of cards")
    return {place: cards for place, cards in found.items() if cards != context.dealer_game.card_count(context, place)}


def wrong_number_bounds(context: DealerGameContext, place: int) -> Mapping[str, object]:
    """Return the bounds of a reported number: any but the right one."""
    return {"each": (place,), "least": 0, "most": len(DECK), "right": context.dealer_game.card_count(context, place)}


def report_misdeal(context: DealerGameContext, command: Command) -> Effects:
    """Report a wrong number of cards. Facts: hands, or a place by name."""
    wrong = miscounted_places(context, command)
    if not wrong or not may_misdeal(context):
        raise refusal(
            "no-misdeal",
            "every hand has the right number of cards"
            if not wrong
            else "a wrong number of cards can no longer be reported in this round",
            context.law(WRONG_NUMBER),
            given={str(place): cards for place, cards in wrong.items()},
            allowed={str(place): context.dealer_game.card_count(context, place) for place in places_with_cards(context)},
        )
    return void_round(context, "misdeal", context.law(WRONG_NUMBER), given=wrong)


def may_misdeal(context: DealerGameContext) -> bool:
    """Return whether a misdeal may be reported: whenever it is found, until the round is over (13.E)."""
    return context.round.dealt and not context.round.void


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
        place for place in context.playing_positions if place in state.left and place not in gone and _is_open(context, place)
    )


def _is_open(context: DealerGameContext, position: int) -> tuple[str, ...]:
    return tuple(name for name in context.round.wagers_at(position) if (position, name) not in context.round.paid)


def decide_abandonment(context: DealerGameContext, command: Command) -> Effects:
    """A floorperson rules that the wagers of a player who left are lost; the cards go into the rack."""
    position, law = command.position, context.law(ABANDONED)
    name = name_of_floorperson(command, law)
    if position not in abandoned_positions(context):
        message = f"no player has left position {position} with wagers that could be ruled lost"
        raise refusal("not-abandoned", message, law, given=position, allowed=abandoned_positions(context))
    racked = position not in context.round.racked
    made: list[Effect] = [Event("hand-abandoned", law, {"position": position, "racked": racked, "by": name})]
    for wager in _is_open(context, position):
        stake = context.round.stakes[position][wager]
        made.append(settle_event(position, wager, stake, "lose", NO_MONEY, law, ""))
        if wager != PROGRESSIVE:
            made.append(Movement(layout_account(position), INVENTORY, stake.amount, "abandoned", law, position, wager))
    return tuple(made)
