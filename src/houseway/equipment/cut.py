"""The cut: who is offered it in which order, how deep it must be, how it is completed, and the recut."""

from houseway.citation import Citation, Law
from houseway.equipment.state import Cut, Deck, Equipment, Stage, TableContext, only, replace, speaks_for_position
from houseway.errors import NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DEALER, DIV, MD, ULTIMATE, Step

OFFER = Law({MD: ("5.C(2)", "5.D", "5.D(1)"), DIV: ("(f)(2)(ii)", "(f)(3)#1", "(f)(3)#2")}, policy="cut-by")
FIRST_ARRIVAL = Law({MD: "5.E(1)", DIV: "(f)(4)(i)"}, policy="cut-by")
BANK = Law({MD: "5.E(2)", DIV: "(f)(4)(ii)#1"}, policy="cut-by")
AFTER_BANK = Law({MD: "5.E(3)", DIV: "(f)(4)(ii)#2"}, policy="cut-by")
FAR_RIGHT = Law({MD: "5.E(4)", DIV: {"": "(f)(4)(iii)#1", "rotated": "(f)(4)(iii)#2", "next": "(f)(3)#3"}}, policy="cut-by")
NOBODY_ACCEPTS = Law({MD: "5.D(2)", DIV: "(f)(3)#3", ULTIMATE: "5.D(2)"})
DEPTH = Law({MD: "5.F", DIV: "(f)(5)#1", ULTIMATE: "5.F"})
COMPLETE = Law(
    {
        MD: {"discard-rack": ("5.F(1)", "5.F(2)", "5.F(3)(a)"), "four-from-bottom": ("5.F(1)", "5.F(2)", "5.F(3)(b)")},
        DIV: ("(f)(5)#2", "(f)(5)#3", "(f)(5)#4"),
        ULTIMATE: "5.F(1)",
    }
)
NO_CUT = Law(
    {
        MD: {"": "5.C(1)", "reshuffling-device": "5.J"},
        DIV: "(f)(2)(i)",
        ULTIMATE: {"": "5.D(1)", "reshuffling-device": "5.I"},
    }
)
RECUT = Law(
    {
        MD: {"": ("5.G(1)", "5.G(2)"), "order": "5.G(1)"},
        DIV: {"": ("(f)(6)#1", "(f)(6)#2"), "order": "(f)(6)#1"},
        ULTIMATE: "5.G",
    }
)


def entitled_positions(equipment: Equipment, context: TableContext) -> tuple[int, ...]:
    """Return positions in the order in which they are offered the cut, one for each player; none if only the dealer cuts."""
    if not is_offered_to_players(equipment):
        return ()
    seats = tuple(position for position, _ in context.seats)
    first = _first_position(equipment, context, seats)
    after = first if first is not None and not _does_first_arrival_cut(equipment, context) else 0
    turned = sorted(seats, key=lambda seat: (seat < after, seat))
    names = dict(context.seats)
    by_player: dict[str, int] = {}
    for seat in (equipment.cut.preferred, first, *turned):
        if seat in names:
            by_player.setdefault(names[seat], seat)
    return tuple(by_player.values())


def is_offered_to_players(equipment: Equipment) -> bool:
    return equipment.policy("cut-by") == "players"


def _does_first_arrival_cut(equipment: Equipment, context: TableContext) -> bool:
    start = equipment.is_fresh if context.start_of_game is None else context.start_of_game
    return start and context.first_arrival is not None and context.player(context.first_arrival) is not None


def _first_position(equipment: Equipment, context: TableContext, seats: tuple[int, ...]) -> int | None:
    if _does_first_arrival_cut(equipment, context):
        return context.first_arrival
    if context.bank is not None:
        return context.bank
    last = equipment.first_offer
    moves_on = equipment.policy("cut-first-offer") == "moves-on"
    if moves_on and context.bankless_rounds and last is not None:
        if _is_same_round(equipment, context) and last in seats:
            return last
        return next((seat for seat in seats if seat > last), seats[0] if seats else None)
    return seats[0] if seats else None


def _is_same_round(equipment: Equipment, context: TableContext) -> bool:
    """Return whether the first offer of this round was made already, perhaps before a second shuffle."""
    return equipment.first_offer is not None and equipment.first_offer_round == context.round


def offer_clauses(equipment: Equipment, context: TableContext, position: int, order: tuple[int, ...]) -> tuple[Citation, ...]:
    """Return the rule that gives this player the cut."""
    first = position == order[0]
    if _does_first_arrival_cut(equipment, context):
        rule = equipment.law(FIRST_ARRIVAL) if first else equipment.law(FAR_RIGHT, "next")
    elif context.bank is not None:
        rule = equipment.law(BANK) if first else equipment.law(AFTER_BANK)
    elif first:
        rotated = context.bankless_rounds > 0 and equipment.first_offer is not None and position != context.seats[0][0]
        rule = equipment.law(FAR_RIGHT, "rotated" if rotated else "")
    else:
        rule = equipment.law(FAR_RIGHT, "next")
    return (*equipment.law(OFFER), *rule)


def _next_entitled(equipment: Equipment, context: TableContext) -> tuple[int | None, tuple[int, ...]]:
    order = entitled_positions(equipment, context)
    return next((seat for seat in order if seat not in equipment.cut.passed_positions), None), order


def _deck_to_cut(equipment: Equipment, clauses: tuple[Citation, ...]) -> Deck:
    """Return the deck that waits for the cut."""
    deck = equipment.next_deck
    if deck is None or deck.stage is not Stage.SHUFFLED or not deck.by_hand:
        machine = deck is not None and deck.stage in (Stage.SHUFFLED, Stage.LOADED) and not deck.by_hand
        raise NotAllowed(
            "cards that were shuffled by a device are not cut" if machine else "no deck is waiting to be cut",
            code="cut.none",
            clauses=equipment.law(NO_CUT, equipment.shuffling) if machine else clauses,
            given=deck.stage.value if deck else "no deck",
            allowed="after a shuffle by hand",
        )
    return deck


def _no_offer_error(equipment: Equipment, command: Command, next_position: int | None) -> NotAllowed:
    """Return the refusal of an offer when nobody is left to be offered the cut, or somebody has the offer."""
    return NotAllowed(
        "every player has refused the cut, so the dealer cuts"
        if next_position is None
        else "the cut is already offered or made; it is offered to one player at a time",
        code="cut.offer",
        clauses=equipment.law(NOBODY_ACCEPTS if next_position is None else OFFER),
        given=command.act,
        allowed=("cut", "refuse-cut"),
    )


def decide_offer(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """The dealer offers the deck, on its cover card, to the next player entitled."""
    if not is_offered_to_players(equipment):
        raise NotAllowed(
            "in this game the dealer cuts; the cut is not offered to players",
            code="cut.dealer-cuts",
            clauses=equipment.law(DEPTH),
            given=command.act,
            allowed="cut",
        )
    clauses = equipment.law(OFFER)
    only(command, Role.DEALER, clauses=clauses)
    deck = _deck_to_cut(equipment, clauses)
    position, order = _next_entitled(equipment, context)
    if equipment.cut.offered_to is not None or equipment.cut.depth is not None or position is None:
        raise _no_offer_error(equipment, command, position)
    asked = command.number("position", position)
    clauses = offer_clauses(equipment, context, position, order)
    if asked != position:
        raise NotAllowed(
            f"position {position} is next to be offered the cut, not position {asked}",
            code="cut.order",
            clauses=clauses,
            given=asked,
            allowed=position,
        )
    rotates = context.bank is None and not _does_first_arrival_cut(equipment, context)
    first = position if rotates and not _is_same_round(equipment, context) else None
    facts = {
        "deck": deck.name,
        "position": position,
        "player": context.player(position),
        "first": first,
        "round": context.round,
        "rotates": rotates,
    }
    return (Event("cut-offered", clauses, facts),)


def on_cut_offered(equipment: Equipment, event: Event) -> Equipment:
    position = event.position
    changed = replace(equipment, cut=replace(equipment.cut, offered_to=position))
    if not event["rotates"]:
        return replace(changed, first_offer=None)
    if event["first"] is None:
        return changed
    return replace(changed, first_offer=position, first_offer_round=event.number("round"))


def decide_refusal(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """A player declines to cut."""
    position = _position_offered(equipment, command, context)
    return (Event("cut-refused", equipment.law(OFFER), {"position": position, "player": context.player(position)}),)


def _position_offered(equipment: Equipment, command: Command, context: TableContext) -> int:
    position = equipment.cut.offered_to
    if position is None or not speaks_for_position(command, context, position):
        raise NotAllowed(
            "only the player who is offered the cut may cut or refuse",
            code="cut.not-yours",
            clauses=equipment.law(OFFER if is_offered_to_players(equipment) else DEPTH),
            given=str(command.by),
            allowed=(position,) if position is not None else ("offer-cut",),
        )
    return position


def on_cut_refused(equipment: Equipment, event: Event) -> Equipment:
    position = event.position
    cut = equipment.cut
    return replace(equipment, cut=replace(cut, passed_positions=(*cut.passed_positions, position), offered_to=None))


def decide_cut(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Insert the cutting card: a player does, or the dealer if nobody accepted or nobody is asked."""
    deck = _deck_to_cut(equipment, equipment.law(DEPTH))
    if equipment.cut.depth is not None:
        raise NotAllowed(
            "the cards have already been cut; the cut must be completed",
            code="cut.made",
            clauses=equipment.law(DEPTH),
            allowed="complete-cut",
        )
    position, clauses = _cutting_position(equipment, command, context)
    depth = _cut_depth(equipment, deck, command)
    facts = {"deck": deck.name, "position": position, "player": context.player(position) or "dealer", "depth": depth}
    return (Event("cut-made", (*clauses, *equipment.law(DEPTH)), facts),)


def _cutting_position(equipment: Equipment, command: Command, context: TableContext) -> tuple[int, tuple[Citation, ...]]:
    if equipment.cut.offered_to is None and command.by.role is Role.DEALER and "position" not in command.facts:
        position, _ = _next_entitled(equipment, context)
        if position is None:
            return DEALER, equipment.law(NOBODY_ACCEPTS)
        raise NotAllowed(
            f"the cut must be offered to position {position} before the dealer cuts",
            code="cut.offer-first",
            clauses=(*equipment.law(OFFER), *equipment.law(NOBODY_ACCEPTS)),
            given="dealer",
            allowed=position,
        )
    return _position_offered(equipment, command, context), ()


def _cut_depth(equipment: Equipment, deck: Deck, command: Command) -> int:
    """Return the number of cards above the cutting card. For physical cards it is unknown until they are counted."""
    if deck.cards is None and "depth" not in command.facts:
        return 0
    depth = command.number("depth")
    least, most = cut_depth_range(equipment)
    if not least <= depth <= most:
        end = "either end" if _counts_from_both_ends(equipment) else "the top"
        raise NotAllowed(
            f"a cut must be at least {least} cards from {end} of the stack, not {depth} deep",
            code="cut.depth",
            clauses=equipment.law(DEPTH),
            given=depth,
            allowed=(least, most),
        )
    return depth


def cut_depth_range(equipment: Equipment) -> tuple[int, int]:
    """Return the least and greatest depth of a cut."""
    least = equipment.settings.cut.depth
    return least, len(equipment.settings.deck.cards) - (least if _counts_from_both_ends(equipment) else 1)


def _counts_from_both_ends(equipment: Equipment) -> bool:
    return equipment.policy("cut-depth") == "from-both-ends"


def on_cut_made(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, cut=replace(equipment.cut, depth=event.number("depth"), cutter=event.position, offered_to=None))


def decide_completion(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """The upper part goes to the bottom with the first cover card beneath it; the spare cover card goes where the casino filed."""
    settings = equipment.settings
    clauses = equipment.law(COMPLETE, settings.cut.spare_cover)
    only(command, Role.DEALER, clauses=clauses)
    deck = _deck_to_cut(equipment, clauses)
    if equipment.cut.depth is None:
        raise NotAllowed("nobody has cut yet", code="cut.not-made", clauses=clauses, allowed=("offer-cut", "cut"))
    spare = settings.cut.spare_cover_depth if settings.cut.spare_cover == "four-from-bottom" else 0
    facts = {"deck": deck.name, "depth": equipment.cut.depth, "cover": "bottom", "spare": settings.cut.spare_cover}
    return (Event("cut-completed", clauses, {**facts, "spare_depth": spare}),)


def on_cut_completed(equipment: Equipment, event: Event) -> Equipment:
    depth = event.number("depth")
    deck = next(deck for deck in equipment.decks if deck.name == event["deck"])
    cards = deck.cards and deck.cards[depth:] + deck.cards[:depth]
    changed = equipment.with_deck(deck.name, cards=cards, stage=Stage.CUT)
    return replace(changed, cut=replace(equipment.cut, depth=None))


def decide_recut_order(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """A floorperson orders a recut before any card is dealt: by the last player to cut or by the next entitled, as filed."""
    clauses = equipment.law(RECUT)
    only(command, Role.FLOOR, clauses=clauses)
    deck, cutter = equipment.next_deck, equipment.cut.cutter
    if deck is None or cutter is None or deck.stage not in (Stage.SHUFFLED, Stage.CUT, Stage.LOADED):
        raise NotAllowed(
            "a recut is possible only after the cut and before the deal",
            code="cut.no-recut",
            clauses=equipment.law(RECUT, "order"),
            given=deck.stage.value if deck else "no deck",
            allowed="after the cut, before the deal",
        )
    again = equipment.settings.cut.recut_by == "last-to-cut"
    order = entitled_positions(equipment, context)
    if cutter == DEALER:
        passed = order if again else ()
    else:
        passed = () if again else order[: order.index(cutter) + 1] if cutter in order else equipment.cut.passed_positions
    preferred = cutter if again and cutter != DEALER else None
    facts = {
        "deck": deck.name,
        "by": command.by.name,
        "why": command.text("why", "improper"),
        "passed": passed,
        "preferred": preferred,
    }
    return (Event("recut-ordered", clauses, facts),)


def on_recut_ordered(equipment: Equipment, event: Event) -> Equipment:
    preferred = None if event["preferred"] is None else event.number("preferred")
    changed = equipment.with_deck(event.text("deck"), stage=Stage.SHUFFLED)
    return replace(changed, cut=Cut(passed_positions=event.numbers("passed"), preferred=preferred))


def on_bank_gone(equipment: Equipment, event: Event) -> Equipment:
    """A player who took the bank no longer has it. His cut is made again by another, perhaps after another shuffle (readings
    PG-83 and DIV-83)."""
    deck = equipment.next_deck
    if deck is None or not deck.by_hand or deck.stage not in (Stage.SHUFFLED, Stage.CUT, Stage.LOADED):
        return equipment
    touched = deck.stage is not Stage.SHUFFLED or equipment.cut.depth is not None
    again: dict[str, object] = {"stage": Stage.SHUFFLED}
    if touched and equipment.policy("bank-shuffle") == "after-check":
        again = {"stage": Stage.COLLECTED, "cards": None}
    return replace(equipment.with_deck(deck.name, **again), cut=Cut())


def due_duty(equipment: Equipment, context: TableContext) -> list[Step]:
    """Return the next step of the cut, if one is due."""
    deck = equipment.next_deck
    if deck is None or deck.stage is not Stage.SHUFFLED or not deck.by_hand or deck.leaving_reason:
        return []
    cut, settings = equipment.cut, equipment.settings
    if cut.depth is not None:
        clauses = equipment.law(COMPLETE, settings.cut.spare_cover)
        return [
            Step(
                "complete-cut",
                Role.DEALER,
                "Move the upper part of the stack to the bottom, and put the cover cards in their places",
                clauses,
            )
        ]
    position, order = _next_entitled(equipment, context)
    least, most = cut_depth_range(equipment)
    if cut.offered_to is not None and context.player(cut.offered_to) is None:
        words = f"Position {cut.offered_to} is empty now: continue"
        return [Step("refuse-cut", Role.DEALER, words, equipment.law(OFFER), {"position": cut.offered_to})]
    if cut.offered_to is not None:
        role = Role.BANK if cut.offered_to == context.bank else Role.PLAYER
        words = f"Position {cut.offered_to} cuts, {least} to {most} cards deep, or refuses"
        return [Step("cut", role, words, equipment.law(DEPTH), {"position": cut.offered_to})]
    if position is None:
        who = "No player cuts, so the dealer does" if is_offered_to_players(equipment) else "The dealer cuts"
        words = f"{who}, {least} to {most} cards deep"
        return [Step("cut", Role.DEALER, words, (*equipment.law(NOBODY_ACCEPTS), *equipment.law(DEPTH)))]
    words = f"Offer the cut to position {position}"
    return [Step("offer-cut", Role.DEALER, words, offer_clauses(equipment, context, position, order), {"position": position})]


DECIDE = {
    "offer-cut": decide_offer,
    "refuse-cut": decide_refusal,
    "cut": decide_cut,
    "complete-cut": decide_completion,
    "order-recut": decide_recut_order,
}
EVOLVE = {
    "cut-offered": on_cut_offered,
    "cut-refused": on_cut_refused,
    "cut-made": on_cut_made,
    "cut-completed": on_cut_completed,
    "recut-ordered": on_recut_ordered,
    "bank-refused": on_bank_gone,
}
