"""Decks from their arrival to the end of a round: received, removed, loaded, dealt from, collected."""

from houseway.citation import SILENT, Citation, Law
from houseway.equipment import shuffle
from houseway.equipment.settings import Dealing, Shuffling
from houseway.equipment.state import Acceptors, Cut, Deck, Equipment, ShuffleReason, Stage, TableContext, only, replace
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DIV, MD, ULTIMATE, Step

ONE_DECK = Law(
    {
        MD: ("3.A(1)", "3.A(3)(a)", "3.A(3)(b)"),
        DIV: ("(b)(1)#1", "(b)(1)#2", "(b)(1)#3"),
        ULTIMATE: ("3.A(1)", "3.A(2)", "3.A(3)"),
    }
)
TWO_DECKS = Law({MD: ("3.B", "3.B(1)"), DIV: ("(b)(2)", "(b)(2)(i)", "(b)(2)(ii)"), ULTIMATE: ("3.B", "3.B(1)", "3.B(2)")})
BACKS = Law({MD: "3.B(1)", DIV: "(b)(2)(ii)", ULTIMATE: "3.B(2)"})
JOKERS = Law({MD: ("3.A(3)(b)", "3.A(4)"), DIV: ("(b)(1)#3", "(b)(1)#4"), ULTIMATE: "3.A(1)"})
COVERS = Law({MD: "3.A(3)(a)", DIV: "(b)(1)#2", ULTIMATE: "3.A(3)"})
PRESHUFFLED = Law({MD: ("4.F", "5.A"), ULTIMATE: ("4.F", "5.A")})
AGE = Law(
    {
        MD: {"hand": "3.C(1)", "": "3.C(2)"},
        DIV: {"hand": "(e)(5)#2", "": "(e)(5)#1"},
        ULTIMATE: {"hand": "3.C(1)", "": "3.C(2)"},
    }
)
WRONG_STUB = Law(
    {
        MD: {"manual-shoe": "8.F(2)", "hand": "9.E(2)", "automated-shoe": "10.E(2)"},
        DIV: {"manual-shoe": "(h)(4)(ii)#2", "hand": "(i)(4)(ii)#2", "automated-shoe": "(j)(5)(ii)#2"},
        ULTIMATE: {"manual-shoe": "8.G(2)", "hand": "9.E(2)", "automated-shoe": "10.E(2)"},
    }
)
WRONG_STUB_REASON = "wrong stub"
ALTERNATE = Law({MD: "3.B(3)", DIV: "(b)(2)(iv)", ULTIMATE: "3.B(4)"})
LOAD = Law(
    {
        MD: {"manual-shoe": "8.B", "automated-shoe": "10.A(1)", "hand": ("9.A(2)", "9.A(2)(a)", "9.A(2)(b)")},
        DIV: {
            "manual-shoe": ("(h)(1)#1", "(h)(1)#2"),
            "automated-shoe": ("(j)(2)(i)", "(j)(1)"),
            "hand": ("(i)(2)(i)", "(i)(2)(i)(A)", "(i)(2)(i)(B)"),
        },
        ULTIMATE: {"manual-shoe": "8.B", "automated-shoe": "10.A(1)", "hand": ("9.A(2)", "9.A(2)(a)", "9.A(2)(b)")},
    }
)
OUT_OF_SHUFFLER = Law({MD: ("5.H(5)(a)", "5.H(5)(b)"), DIV: SILENT, ULTIMATE: SILENT}, policy="stored-deck-when-idle")
CUT_FIRST = Law({MD: "5.C(2)", DIV: "(f)(2)(ii)", ULTIMATE: "5.D(2)"})
LOAD_CUT = Law({MD: SILENT, DIV: SILENT, ULTIMATE: "5.F(2)"})
HANDS = ("left", "right")
"""The hand in which the dealer holds the deck, the usual one first."""
DEAL = Law(
    {
        MD: {"": ("5.F(5)",), "machine": "5.C(1)", "reshuffling-device": "5.J"},
        DIV: {"": "(f)(5)#5", "machine": "(f)(2)(i)"},
        ULTIMATE: {"": "5.F(2)", "machine": "5.D(1)", "reshuffling-device": "5.I"},
    }
)


# Decks arrive and leave


def decide_receipt(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Receive a deck at the table."""
    settings, second = equipment.settings, bool(equipment.decks)
    clauses = equipment.law(TWO_DECKS if second else ONE_DECK)
    only(command, Role.DEALER, clauses=clauses)
    name = command.text("deck", f"deck {equipment.received + 1}")
    back = command.text("back", "blue" if any(deck.back == "red" for deck in equipment.decks) else "red")
    _check_room(equipment, name, back)
    jokers = command.number("jokers", jokers_allowed(equipment)[0])
    _check_make(equipment, jokers, command.number("covers", settings.cut.cover_cards))
    facts: dict[str, object] = {
        "deck": name,
        "back": back,
        "jokers": jokers,
        "covers": settings.cut.cover_cards,
        "at": command.at,
    }
    if settings.deck.preshuffled:
        facts["cards"] = shuffle.card_order(equipment, command)
        return (Event("preshuffled-deck-received", (*clauses, *equipment.law(PRESHUFFLED)), facts),)
    return (Event("deck-received", clauses, facts),)


def _check_room(equipment: Equipment, name: str, back: str) -> None:
    needed = decks_needed(equipment)
    if len(equipment.decks) >= needed:
        raise NotAllowed(
            f"the table already has its {needed} deck{'s' * (needed > 1)}; one must be removed before another is received",
            code="deck.number",
            clauses=equipment.law(ONE_DECK)[:1] if needed == 1 else equipment.law(TWO_DECKS)[:1],
            given=len(equipment.decks) + 1,
            allowed=needed,
        )
    for deck in equipment.decks:
        if deck.back == back or deck.name == name:
            raise NotAllowed(
                "two decks at one table need different names and different back colours",
                code="deck.backs",
                clauses=equipment.law(BACKS),
                given=back,
                allowed=f"not {deck.back}",
            )


def _check_make(equipment: Equipment, jokers: int, covers: int) -> None:
    settings = equipment.settings
    allowed = jokers_allowed(equipment)
    if jokers not in allowed:
        raise NotAllowed(
            f"a deck for this table has {' or '.join(map(str, allowed))} jokers, not {jokers}",
            code="deck.jokers",
            clauses=equipment.law(JOKERS),
            given=jokers,
            allowed=allowed,
        )
    if covers != settings.cut.cover_cards:
        raise NotAllowed(
            f"a deck for this table has {settings.cut.cover_cards} cover or cutting cards, not {covers}",
            code="deck.covers",
            clauses=equipment.law(COVERS),
            given=covers,
            allowed=settings.cut.cover_cards,
        )


def jokers_allowed(equipment: Equipment) -> tuple[int, ...]:
    """Return how many jokers a deck may have: as filed; otherwise at least one if the game has a joker, else none."""
    made, most = equipment.settings.deck.jokers_made, equipment.settings.deck.jokers_most
    return (made,) if made else tuple(range(min(1, most), most + 1))


def on_deck_received(equipment: Equipment, event: Event) -> Equipment:
    preshuffled = event.kind == "preshuffled-deck-received"
    deck = Deck(
        event.text("deck"),
        event.text("back"),
        event.number("at"),
        Stage.SHUFFLED if preshuffled else Stage.RECEIVED,
        event.facts.get("cards"),  # type: ignore[arg-type]
        by_hand=preshuffled and _is_preshuffled_deck_cut(equipment),
        spare_joker=event.number("jokers") > 1 and not preshuffled,
    )
    fresh = equipment.is_fresh or preshuffled
    return replace(equipment, decks=(*equipment.decks, deck), received=equipment.received + 1, is_fresh=fresh, is_idle=False)


def _is_preshuffled_deck_cut(equipment: Equipment) -> bool:
    """Return whether a preshuffled deck is cut."""
    if equipment.shuffling is Shuffling.SHUFFLER:
        return equipment.policy("preshuffled-deck-with-shuffler") == "cut"
    return equipment.shuffling is Shuffling.MANUAL


def decide_removal(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Remove a deck: too old, found wrong, or one too many."""
    decks = {deck.name: deck for deck in equipment.decks}
    if not decks:
        raise NotAllowed(
            "there is no deck on the table", code="deck.none", clauses=equipment.law(ONE_DECK), allowed="receive-deck"
        )
    closed = context.betting_closed
    name = command.text("deck", _deck_to_remove(equipment, command.at, closed) or next(iter(decks)), tuple(decks))
    why, clauses = reason_to_leave(equipment, decks[name], command.at, closed)
    only(command, Role.DEALER, Role.FLOOR, clauses=clauses)
    if decks[name].stage is Stage.OUT or (closed and not why):
        raise NotAllowed(
            "a deck cannot be removed while its cards are in play, or at will once betting is closed",
            code="deck.out",
            clauses=clauses or equipment.law(ONE_DECK)[:1],
            allowed="after the round",
        )
    why = why or command.text("why", "ordered")
    return (Event("deck-removed", clauses, {"deck": name, "why": why, "by": command.by.name}),)


def _deck_to_remove(equipment: Equipment, at: int, closed: bool) -> str | None:
    return next((deck.name for deck in equipment.decks if reason_to_leave(equipment, deck, at, closed)[0]), None)


def reason_to_leave(equipment: Equipment, deck: Deck, at: int, closed: bool) -> tuple[str, tuple[Citation, ...]]:
    """Return why a deck must leave now, if it must. A deck that expires after bets are closed finishes the round, because a new
    deck would begin a new game (readings PG-82, DIV-82 and UTH-82)."""
    if deck.leaving_reason:
        return deck.leaving_reason, deck.clauses
    if not closed and at - deck.opened_at >= equipment.settings.deck.age(equipment.dealing):
        return "age", equipment.law(AGE, equipment.dealing)
    if len(equipment.decks) > decks_needed(equipment) and deck is equipment.other_deck:
        return "one deck only", equipment.law(ONE_DECK)[:1]
    return "", ()


def decks_needed(equipment: Equipment) -> int:
    return equipment.settings.deck.number if equipment.uses_two_decks else 1


def condemn_deck(equipment: Equipment, name: str, clauses: tuple[Citation, ...]) -> tuple[Event, ...]:
    """A deck that was found wrong after its round leaves the table, as soon as its cards are not in play."""
    known = any(deck.name == name for deck in equipment.decks)
    return (Event("deck-condemned", clauses, {"deck": name, "clauses": clauses}),) if known else ()


def on_deck_condemned(equipment: Equipment, event: Event) -> Equipment:
    return equipment.with_deck(event.text("deck"), leaving_reason=WRONG_STUB_REASON, clauses=event["clauses"])


def on_deck_removed(equipment: Equipment, event: Event) -> Equipment:
    name = event["deck"]
    left = tuple(deck for deck in equipment.decks if deck.name != name)
    rack = tuple(entry for entry in equipment.rack if entry.deck != name)
    return replace(equipment, decks=left, rack=rack, cut=Cut())


# Loading, the round, and collection


def decide_loading(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Load the deck into the shoe, or take it into the dealer's hand."""
    clauses = equipment.law(LOAD, equipment.dealing)
    only(command, Role.DEALER, clauses=clauses)
    by_hand = equipment.dealing is Dealing.HAND
    if by_hand != (command.act == "take-deck"):
        raise NotAllowed(
            f"this table deals from the {equipment.dealing}",
            code="deck.other-method",
            clauses=clauses,
            given=command.act,
            allowed="take-deck" if by_hand else "load-shoe",
        )
    deck = _deck_to_load(equipment, command, clauses)
    facts: dict[str, object] = {"deck": deck.name, "dealing": equipment.dealing.value}
    if by_hand:
        facts["hand"] = command.text("hand", HANDS[0], HANDS)
    return (Event("deck-taken" if by_hand else "shoe-loaded", load_clauses(equipment, deck), facts),)


def _deck_to_load(equipment: Equipment, command: Command, clauses: tuple[Citation, ...]) -> Deck:
    deck = equipment.next_deck
    name = command.text("deck", deck.name if deck else "")
    if deck is not None and name != deck.name and equipment.uses_two_decks:
        raise NotAllowed(
            "the two decks alternate by round, and it is the other deck's turn",
            code="deck.not-its-turn",
            clauses=equipment.law(ALTERNATE),
            given=name,
            allowed=deck.name,
        )
    if deck is None or name != deck.name or not is_ready_to_load(deck):
        uncut = deck is not None and deck.stage is Stage.SHUFFLED
        raise NotAllowed(
            "the cards must be cut first" if uncut else "no shuffled deck is ready to be dealt from",
            code="deck.not-ready",
            clauses=equipment.law(CUT_FIRST) if uncut else clauses,
            given=deck.stage.value if deck else "no deck",
            allowed="a shuffled deck, cut if it was shuffled by hand",
        )
    return deck


def is_ready_to_load(deck: Deck) -> bool:
    return deck.stage is Stage.CUT or (deck.stage is Stage.SHUFFLED and not deck.by_hand)


def load_clauses(equipment: Equipment, deck: Deck) -> tuple[Citation, ...]:
    clauses = equipment.law(LOAD, equipment.dealing)
    if deck.by_hand:
        clauses += equipment.law(LOAD_CUT)
    clauses += tuple(clause for clause in shuffle.self_loading_clauses(equipment) if clause not in clauses)
    if not equipment.uses_two_decks:
        return clauses
    other = equipment.other_deck
    return clauses + equipment.law(ALTERNATE) + (equipment.law(OUT_OF_SHUFFLER) if other is not None and other.was_idle else ())


def on_deck_loaded(equipment: Equipment, event: Event) -> Equipment:
    return equipment.with_deck(event.text("deck"), stage=Stage.LOADED, in_shuffler=False)


def deal_clauses(equipment: Equipment, deck: Deck) -> tuple[Citation, ...]:
    machine = "reshuffling-device" if equipment.shuffling is Shuffling.RESHUFFLING_DEVICE else "machine"
    found = equipment.law(DEAL, "" if deck.by_hand else machine)
    return found + equipment.law(ALTERNATE) if equipment.uses_two_decks else found


def on_deal_begun(equipment: Equipment, event: Event) -> Equipment:
    name = event.text("deck")
    uncounted = 0 if equipment.counts_cards else equipment.rounds_since_stub_count + 1
    return replace(equipment.with_deck(name, stage=Stage.OUT), last_used=name, rounds_since_stub_count=uncounted)


def decide_round_end(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """End the round: the cards are collected and wait for the shuffle. A wrong stub sends the deck away."""
    clauses = shuffle.after_round_clauses(equipment)
    only(command, Role.DEALER, clauses=clauses)
    void, retire = command.flag("void", False), command.flag("retire_deck", False)
    deck = equipment.next_deck
    if deck is None or (deck.stage is not Stage.OUT and not void):
        raise NotAllowed("no round is being played", code="round.none", clauses=clauses, allowed="during a round")
    behind = command.facts.get("clauses", ())
    if not isinstance(behind, tuple) or not all(isinstance(each, Citation) for each in behind):
        raise Malformed(
            "the clauses of a void round must be given as citations", code="command.fact", given=str(behind), allowed="clauses"
        )
    if retire:
        behind = equipment.law(WRONG_STUB, equipment.dealing)
    facts = {"deck": deck.name, "void": void, "retire_deck": retire, "clauses": behind, "round": context.round}
    return (Event("round-ended", behind if void or retire else clauses, facts),)


def on_round_ended(equipment: Equipment, event: Event) -> Equipment:
    void, retire = event.flag("void"), event.flag("retire_deck")
    name = event.text("deck")
    changes: dict[str, object] = {
        "why": ShuffleReason.IRREGULARITY if void else ShuffleReason.ROUND,
        "clauses": event["clauses"] if void else (),
    }
    if retire:
        changes |= {"leaving_reason": WRONG_STUB_REASON, "clauses": event["clauses"]}
    deck = equipment.next_deck
    if deck is not None and deck.leaving_reason:
        changes["clauses"] = deck.clauses
    if deck is not None and deck.stage in (Stage.OUT, Stage.LOADED):
        equipment = equipment.with_deck(name, stage=Stage.COLLECTED, cards=None, **changes)
    elif retire:
        equipment = equipment.with_deck(name, **changes)
    return replace(
        equipment,
        is_fresh=equipment.is_fresh and void,
        start=None,
        is_start_at_button=False,
        marked=False,
        cut=Cut(),
        acceptors=Acceptors(),
        shaker=replace(equipment.shaker, shakes=0, dice=(), no_roll=""),
    )


def on_round_annulled(equipment: Equipment, event: Event) -> Equipment:
    """A round was found void after its end: cards that are still to be shuffled are shuffled for that reason."""
    name = event.text("deck")
    waits = any(deck.name == name and deck.stage is Stage.COLLECTED and not deck.leaving_reason for deck in equipment.decks)
    if waits:
        equipment = equipment.with_deck(name, why=ShuffleReason.IRREGULARITY, clauses=event["under"])
    return replace(equipment, is_fresh=event.flag("fresh"))


def on_stacks_spoiled(equipment: Equipment, event: Event) -> Equipment:
    """The cards of the round are reshuffled, and the same deck is dealt next."""
    deck, other = equipment.next_deck, equipment.other_deck
    assert deck is not None
    changes = {"stage": Stage.COLLECTED, "cards": None, "why": ShuffleReason.IRREGULARITY, "clauses": event["under"]}
    return replace(equipment.with_deck(deck.name, **changes), cut=Cut(), last_used=other.name if other else "")


# Duties


def due_deck_duty(equipment: Equipment, at: int, context: TableContext) -> list[Step]:
    """Return the duty to remove or bring a deck."""
    duties = []
    for deck in equipment.decks:
        why, clauses = reason_to_leave(equipment, deck, at, context.betting_closed)
        if why:
            words = f"Remove {deck.name} from the table: {why}"
            duties.append(Step("remove-deck", Role.DEALER, words, clauses, {"deck": deck.name}))
    missing = decks_needed(equipment) - len(equipment.decks)
    if missing > 0:
        clauses = equipment.law(TWO_DECKS if equipment.decks else ONE_DECK)
        duties.append(Step("receive-deck", Role.DEALER, "Receive a deck at the table", clauses))
    return duties


def due_load_duty(equipment: Equipment) -> list[Step]:
    deck = equipment.next_deck
    if deck is None or deck.leaving_reason or not is_ready_to_load(deck):
        return []
    by_hand = equipment.dealing is Dealing.HAND
    words = "Take the deck in hand" if by_hand else f"Put the stack into the {equipment.dealing.replace('-', ' ')}"
    act = "take-deck" if by_hand else "load-shoe"
    return [Step(act, Role.DEALER, words, load_clauses(equipment, deck), {"deck": deck.name})]


DECIDE = {
    "receive-deck": decide_receipt,
    "remove-deck": decide_removal,
    "load-shoe": decide_loading,
    "take-deck": decide_loading,
    "end-round": decide_round_end,
}
EVOLVE = {
    "deck-received": on_deck_received,
    "preshuffled-deck-received": on_deck_received,
    "deck-condemned": on_deck_condemned,
    "deck-removed": on_deck_removed,
    "shoe-loaded": on_deck_loaded,
    "deck-taken": on_deck_loaded,
    "deal-begun": on_deal_begun,
    "round-ended": on_round_ended,
    "round-annulled": on_round_annulled,
    "stacks-spoiled": on_stacks_spoiled,
}
