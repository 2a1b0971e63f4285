"""Opening a deck, from the box to a stack that can be shuffled: inspection, verification, spread and wash; and the idle table."""

from dataclasses import dataclass

from houseway.citation import Citation, Law
from houseway.equipment.settings import Shuffling
from houseway.equipment.state import (
    NOBODY,
    SPREAD_FACE_UP,
    SPREAD_STORED_DECK,
    Cut,
    Deck,
    Equipment,
    ShuffleReason,
    Stage,
    TableContext,
    only,
    replace,
)
from houseway.errors import NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DIV, MD, ULTIMATE, Step

INSPECT = Law({MD: ("4.A", "3.A(2)"), DIV: "(e)(1)#1", ULTIMATE: ("4.A", "3.A(2)")})
TEAR_JOKER = Law({MD: ("3.A(4)", "4.B"), DIV: ("(b)(1)#4", "(e)(1)#3"), ULTIMATE: "3.A(1)"})
"""A deck without a joker has none to tear."""
VERIFY = Law({MD: "4.A", DIV: "(e)(1)#2", ULTIMATE: "4.A"})
SPREAD = Law({MD: ("4.B(1)", "4.B(2)"), DIV: ("(e)(2)#1", "(e)(2)#2", "(a)(1)(xv)"), ULTIMATE: "4.B"})
AFFORD = Law(
    {
        MD: {"": "4.B(1)", "idle": "5.H(3)"},
        DIV: {"": "(e)(2)#1", "idle": "(f)(7)#3"},
        ULTIMATE: {"": ("4.B", "4.C(1)"), "idle": "5.H(2)"},
    }
)
TURN_DOWN = Law({MD: "4.C(1)", DIV: "(e)(3)#1", ULTIMATE: {"": "4.C(1)", "idle": ("5.H(2)", "4.C(1)")}})
WASH = Law(
    {
        MD: {"": "4.C(2)", "idle": ("5.H(4)", "4.C(2)")},
        DIV: "(e)(3)#1",
        ULTIMATE: {"": "4.C(2)", "idle": ("5.H(2)", "4.C(2)")},
    }
)
STACK = Law(
    {
        MD: {"": "4.C(3)", "idle": ("5.H(4)", "4.C(3)"), "idle-shuffler": "5.H(5)"},
        DIV: "(e)(3)#1",
        ULTIMATE: {"": "4.C(3)", "idle": ("5.H(2)", "4.C(3)")},
    }
)
EACH_DECK = Law({MD: "4.E", DIV: "(e)(4)", ULTIMATE: "4.E"})
IDLE = Law({MD: ("5.H(1)", "5.H(2)"), DIV: "(f)(7)#1", ULTIMATE: "5.H(1)"})
FACES = ("up", "down")
"""How cards of an idle table may lie."""
FACE_DOWN = Law({MD: "5.H(2)", ULTIMATE: "5.H(1)"}, policy="idle-cards")
TURN_UP = Law({MD: "5.H(2)", DIV: "(f)(7)#2", ULTIMATE: "5.H(1)"})
STORED_DECK = Law({MD: "5.H(5)(b)"}, policy="stored-deck-when-idle")


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """One step of opening a deck: the act, and the stages before and after it."""

    act: str
    kind: str
    role: Role
    before: Stage
    after: Stage
    words: str
    law: Law


OPENING_STEPS = (
    OpeningStep(
        "inspect-deck", "deck-inspected", Role.DEALER, Stage.RECEIVED, Stage.INSPECTED, "Inspect the deck for defects", INSPECT
    ),
    OpeningStep(
        "tear-joker", "joker-torn", Role.DEALER, Stage.INSPECTED, Stage.INSPECTED, "Tear the spare joker in half", TEAR_JOKER
    ),
    OpeningStep(
        "verify-inspection",
        "inspection-verified",
        Role.FLOOR,
        Stage.INSPECTED,
        Stage.VERIFIED,
        "Verify the dealer's inspection",
        VERIFY,
    ),
    OpeningStep(
        "spread-deck",
        "deck-spread",
        Role.DEALER,
        Stage.VERIFIED,
        Stage.SPREAD,
        "Spread the whole deck face up, by suit and in sequence",
        SPREAD,
    ),
    OpeningStep(
        "afford-inspection",
        "inspection-afforded",
        Role.DEALER,
        Stage.SPREAD,
        Stage.VIEWED,
        "Let the first player inspect the cards",
        AFFORD,
    ),
    OpeningStep(
        "turn-down", "deck-turned-down", Role.DEALER, Stage.VIEWED, Stage.TURNED, "Turn the cards face down", TURN_DOWN
    ),
    OpeningStep("wash-deck", "deck-washed", Role.DEALER, Stage.TURNED, Stage.WASHED, "Wash the cards", WASH),
    OpeningStep("stack-deck", "deck-stacked", Role.DEALER, Stage.WASHED, Stage.STACKED, "Stack the cards", STACK),
)
_STEP_BY_ACT = {move.act: move for move in OPENING_STEPS}
_STEP_BY_KIND = {move.kind: move for move in OPENING_STEPS}


def next_opening_step(equipment: Equipment, deck: Deck) -> OpeningStep | None:
    """Return the next opening step of this deck."""
    if deck.stage is Stage.INSPECTED:
        return _STEP_BY_ACT["tear-joker" if deck.spare_joker else "verify-inspection"]
    if deck.stage is Stage.TURNED:
        return _STEP_BY_ACT["stack-deck" if is_unwashed(equipment, deck) else "wash-deck"]
    if deck.stage is Stage.IDLE_UP or (deck.stage is Stage.IDLE_DOWN and lie_face_down_when_idle(equipment)):
        return _STEP_BY_ACT["afford-inspection"]
    return next((move for move in OPENING_STEPS if move.before is deck.stage), None)


def lie_face_down_when_idle(equipment: Equipment) -> bool:
    """Return whether idle cards lie face down unless a player asks."""
    return equipment.policy("idle-cards") == "face-down-unless-asked"


def clauses_for_asking(equipment: Equipment, what: str) -> tuple[Citation, ...]:
    """Return the clauses under which a player may ask for idle cards to be spread; none if he may not."""
    if what == SPREAD_FACE_UP and lie_face_down_when_idle(equipment):
        return equipment.law(FACE_DOWN)
    if what == SPREAD_STORED_DECK and _stays_in_shuffler(equipment):
        return equipment.law(STORED_DECK)
    return ()


def _stays_in_shuffler(equipment: Equipment) -> bool:
    """Return whether the resting deck of an idle table stays in the shuffler unless a player asks."""
    return equipment.policy("stored-deck-when-idle") == "stays-unless-asked"


def is_unwashed(equipment: Equipment, deck: Deck) -> bool:
    """Return whether idle cards go into a shuffler without a wash."""
    to_shuffler = deck.was_idle and equipment.shuffling is not Shuffling.MANUAL
    return to_shuffler and equipment.policy("idle-cards-into-shuffler") == "unwashed"


def clauses_for(equipment: Equipment, deck: Deck, move: OpeningStep) -> tuple[Citation, ...]:
    variant = "idle" if deck.was_idle else ""
    if move.law is STACK and is_unwashed(equipment, deck):
        variant = "idle-shuffler"
    each = equipment.law(EACH_DECK) if equipment.settings.deck.number > 1 else ()
    torn = deck.clauses if move.law is VERIFY else ()
    return (*equipment.law(move.law, variant), *torn, *each)


def due_duty(equipment: Equipment, context: TableContext) -> list[Step]:
    """Return the next step of a deck that is being opened. Cards that lay ready at an empty table are spread first."""
    idle = _idle_duty(equipment, context)
    return [*idle, *(duty for deck in equipment.decks for duty in _due_for_deck(equipment, deck, context))]


def _idle_duty(equipment: Equipment, context: TableContext) -> list[Step]:
    """Return the duty to spread cards at an empty table, or cards that a new player found unspread (PG-81, DIV-81, UTH-81)."""
    if context.betting_closed:
        return []
    spread = [deck for deck in equipment.decks if _is_spread_when_idle(equipment, deck, context)]
    if not any(deck.is_unattended or not (context.seats or _is_still_preshuffled(equipment, deck)) for deck in spread):
        return []
    return [Step("idle-table", Role.DEALER, "Nobody was at the table: spread the cards", equipment.law(IDLE))]


def _is_still_preshuffled(equipment: Equipment, deck: Deck) -> bool:
    """Return whether a deck is preshuffled and was not dealt from yet."""
    return equipment.settings.deck.preshuffled and deck.why is ShuffleReason.OPENING


def _due_for_deck(equipment: Equipment, deck: Deck, context: TableContext) -> list[Step]:
    facts = {"deck": deck.name}
    if deck.leaving_reason:
        return []
    if _is_turned_up(equipment, deck, context):
        return [Step("turn-up", Role.DEALER, "Turn the cards face up for the player", equipment.law(TURN_UP), facts)]
    if deck.name == _stored_on_request(equipment, context):
        words = f"Spread {deck.name} from the shuffler, as the player asks"
        return [Step("spread-stored-deck", Role.DEALER, words, equipment.law(STORED_DECK), facts)]
    move = next_opening_step(equipment, deck)
    if move is None or (move.act == "afford-inspection" and not context.seats):
        return []
    return [Step(move.act, move.role, f"{move.words} ({deck.name})", clauses_for(equipment, deck, move), facts)]


def decide_opening_step(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Carry out one step of an opening."""
    move = _STEP_BY_ACT[command.act]
    deck = _deck_for_step(equipment, command, move)
    clauses = clauses_for(equipment, deck, move)
    only(command, move.role, clauses=clauses)
    facts: dict[str, object] = {"deck": deck.name, "by": command.by.name}
    if move.act == "inspect-deck":
        facts["defects"] = command.text("defects", "")
    elif move.act == "tear-joker":
        facts["to"] = "container" if equipment.policy("spare-joker") == "back-into-box" else "discarded"
    elif move.act == "verify-inspection":
        _check_other_person(command, deck, clauses)
    elif move.act == "afford-inspection":
        facts["player"] = _check_arrival(context, clauses)
    return (Event(move.kind, clauses, facts),)


def _deck_for_step(equipment: Equipment, command: Command, move: OpeningStep) -> Deck:
    waiting = [deck for deck in equipment.decks if next_opening_step(equipment, deck) is move and not deck.leaving_reason]
    name = command.text("deck", waiting[0].name if waiting else "")
    found = next((deck for deck in waiting if deck.name == name), None)
    if found is None:
        due_now = {deck.name: other.act for deck in equipment.decks if (other := next_opening_step(equipment, deck))}
        raise NotAllowed(
            f"no deck has reached the step {move.act}",
            code="deck.order",
            clauses=equipment.law(move.law),
            given=command.act,
            allowed=tuple(f"{act} {deck}" for deck, act in due_now.items()),
        )
    return found


def _check_other_person(command: Command, deck: Deck, clauses: tuple[Citation, ...]) -> None:
    if not command.by.name or command.by.name == deck.inspector:
        raise NotAllowed(
            "the inspection must be verified by someone other than the inspector",
            code="deck.same-person",
            clauses=clauses,
            given=command.by.name or "nobody",
            allowed="another floorperson",
        )


def _check_arrival(context: TableContext, clauses: tuple[Citation, ...]) -> str:
    if not context.seats:
        raise NotAllowed(
            "no player has arrived to inspect the cards",
            code="deck.nobody",
            clauses=clauses,
            allowed="after a player has arrived",
        )
    first = context.first_arrival
    return (context.player(first) if first is not None else None) or context.seats[0][1]


def on_opening_step(equipment: Equipment, event: Event) -> Equipment:
    move = _STEP_BY_KIND[event.kind]
    name = event.text("deck")
    match move.act:
        case "inspect-deck":
            leaves = "defect" if event["defects"] else ""
            clauses = event.clauses if leaves else ()
            changes = {"stage": move.after, "inspector": event["by"], "leaving_reason": leaves, "clauses": clauses}
            return equipment.with_deck(name, **changes)
        case "tear-joker":
            return equipment.with_deck(name, spare_joker=False, clauses=event.clauses)
        case "afford-inspection":
            face_down = any(deck.name == name and deck.stage is Stage.IDLE_DOWN for deck in equipment.decks)
            viewed = equipment.with_deck(name, stage=Stage.TURNED if face_down else Stage.VIEWED)
            return replace(viewed, is_idle=False)
        case "stack-deck":
            return equipment.with_deck(name, stage=Stage.STACKED, clauses=())
        case _:
            return equipment.with_deck(name, stage=move.after)


def decide_idle(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Idle the table: the cards leave shoe and rack and are spread."""
    clauses = equipment.law(IDLE)
    only(command, Role.DEALER, clauses=clauses)
    spread = tuple(deck.name for deck in equipment.decks if _is_spread_when_idle(equipment, deck, context))
    unattended = any(deck.is_unattended for deck in equipment.decks)
    active = context.betting_closed or (context.wagers and not unattended)
    if equipment.cards_out or active or not spread:
        raise NotAllowed(
            "a table can be declared idle only between rounds, without wagers, and if its opened cards are not spread yet",
            code="table.not-idle",
            clauses=clauses,
            allowed="between rounds",
        )
    face = command.text("face", "up" if SPREAD_FACE_UP in context.requests else "down", FACES)
    if lie_face_down_when_idle(equipment) and face == "up" and SPREAD_FACE_UP not in context.requests:
        raise NotAllowed(
            "cards on an idle table lie face down unless a player asks for them face up",
            code="table.idle-face",
            clauses=equipment.law(FACE_DOWN),
            given=face,
            allowed="down",
        )
    stored = equipment.law(STORED_DECK) if _stays_in_shuffler(equipment) and len(spread) < len(equipment.decks) else ()
    return (Event("table-idled", (*clauses, *stored), {"face": face, "decks": spread}),)


def _is_spread_when_idle(equipment: Equipment, deck: Deck, context: TableContext = NOBODY) -> bool:
    """A deck that is being opened continues its opening. Some books leave a stored deck in the shuffler."""
    if deck.leaving_reason or deck.stage not in (Stage.SHUFFLED, Stage.CUT, Stage.LOADED, Stage.COLLECTED, Stage.STACKED):
        return False
    stored = deck.in_shuffler and deck.stage is Stage.SHUFFLED and len(equipment.decks) > 1
    return not (stored and _stays_in_shuffler(equipment) and SPREAD_STORED_DECK not in context.requests)


def on_table_idle(equipment: Equipment, event: Event) -> Equipment:
    stage = Stage.IDLE_UP if event["face"] == "up" else Stage.IDLE_DOWN
    for name in event.texts("decks"):
        equipment = _spread_deck(equipment, name, stage)
    return replace(equipment, is_idle=True, rack=(), cut=Cut(), first_offer=None, button=None)


def on_player_came(equipment: Equipment, event: Event) -> Equipment:
    """A player who comes to an empty table finds its cards spread, or has them spread."""
    if not equipment.players_present:
        for deck in equipment.decks:
            if _is_spread_when_idle(equipment, deck) and not _is_still_preshuffled(equipment, deck):
                equipment = equipment.with_deck(deck.name, is_unattended=True)
    return replace(equipment, players_present=equipment.players_present | {event.text("player")})


def on_player_left(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, players_present=equipment.players_present - {event.text("player")})


def decide_turn_up(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Turn idle cards face up when a player arrives, or only when he asks."""
    clauses = equipment.law(TURN_UP)
    only(command, Role.DEALER, clauses=clauses)
    down = [deck.name for deck in equipment.decks if _is_turned_up(equipment, deck, context)]
    if not down:
        raise NotAllowed(
            "idle cards that lie face down are turned up for a player"
            + " who asks for it" * lie_face_down_when_idle(equipment),
            code="table.turn-up",
            clauses=clauses,
            given=command.act,
            allowed="afford-inspection",
        )
    return (Event("deck-turned-up", clauses, {"deck": command.text("deck", down[0], tuple(down))}),)


def _is_turned_up(equipment: Equipment, deck: Deck, context: TableContext) -> bool:
    asked = not lie_face_down_when_idle(equipment) or SPREAD_FACE_UP in context.requests
    return deck.stage is Stage.IDLE_DOWN and bool(context.seats) and asked


def decide_spread_stored(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Spread the deck kept in the shuffler of an idle table, which some books allow only if a player asks."""
    clauses = equipment.law(STORED_DECK if _stays_in_shuffler(equipment) else IDLE)
    only(command, Role.DEALER, clauses=clauses)
    name = _stored_on_request(equipment, context)
    if name is None:
        raise NotAllowed(
            "a deck stored in the shuffler of an idle table is spread only when a player asks for it",
            code="table.stored-deck",
            clauses=clauses,
            given=command.act,
            allowed="on a player's request",
        )
    return (Event("stored-deck-spread", clauses, {"deck": name}),)


def _stored_on_request(equipment: Equipment, context: TableContext) -> str | None:
    asked = SPREAD_STORED_DECK in context.requests and _stays_in_shuffler(equipment)
    if not asked or not any(deck.was_idle for deck in equipment.decks):
        return None
    return next((deck.name for deck in equipment.decks if deck.in_shuffler and deck.why is not ShuffleReason.IDLE), None)


def on_stored_deck_spread(equipment: Equipment, event: Event) -> Equipment:
    return _spread_deck(equipment, event.text("deck"), Stage.IDLE_UP)


def _spread_deck(equipment: Equipment, name: str, stage: Stage) -> Equipment:
    fresh = {
        "cards": None,
        "in_shuffler": False,
        "was_idle": True,
        "why": ShuffleReason.IDLE,
        "clauses": (),
        "is_unattended": False,
    }
    return equipment.with_deck(name, stage=stage, **fresh)


def on_cards_turned_up(equipment: Equipment, event: Event) -> Equipment:
    return equipment.with_deck(event.text("deck"), stage=Stage.IDLE_UP)


DECIDE = {
    **{move.act: decide_opening_step for move in OPENING_STEPS},
    "idle-table": decide_idle,
    "turn-up": decide_turn_up,
    "spread-stored-deck": decide_spread_stored,
}
EVOLVE = {
    **{move.kind: on_opening_step for move in OPENING_STEPS},
    "table-idled": on_table_idle,
    "deck-turned-up": on_cards_turned_up,
    "stored-deck-spread": on_stored_deck_spread,
    "player-seated": on_player_came,
    "player-got-up": on_player_left,
}
