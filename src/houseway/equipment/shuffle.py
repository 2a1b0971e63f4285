"""The shuffle: when it is due, by hand or by a device, and the sealed order of the cards."""

from houseway.cards import Card
from houseway.citation import SILENT, Citation, Law
from houseway.equipment import devices, opening
from houseway.equipment.settings import Shuffling
from houseway.equipment.state import Cut, Deck, Equipment, ShuffleReason, Stage, TableContext, only, replace
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DIV, MD, ULTIMATE, Step

SHUFFLE = Law({MD: "5.A", DIV: "(f)(1)#1", ULTIMATE: "5.A"})
SHUFFLE_TIME = Law(
    {
        MD: {
            "opening": ("5.A(1)", "4.D"),
            "idle": ("5.A(1)", "5.H(4)"),
            "idle-shuffler": ("5.A(1)", "5.H(5)"),
            "order": "5.A(3)",
            "": "5.A(2)",
        },
        DIV: {"opening": "(e)(3)#2", "idle": "(f)(7)#3", "": SILENT},
        ULTIMATE: {"opening": ("5.A(1)", "4.D"), "idle": ("5.A(1)", "5.H(2)", "4.D"), "order": "5.A(3)", "": "5.A(2)"},
    }
)
"""Why cards are shuffled now: by default, because a round is over. The Division says both in one sentence."""
ORDER = Law({MD: "5.A(3)", ULTIMATE: "5.A(3)"}, policy="shuffle-on-order")
STORED = Law({MD: "3.B(2)", DIV: "(b)(2)(iii)", ULTIMATE: "3.B(3)"})
LOADED_BY_DEVICE = Law({MD: "5.B", DIV: "(f)(1)#3", ULTIMATE: {"manual-shoe": ("5.C", "8.B"), "": "5.C"}})
DEVICE_RESHUFFLES = Law({MD: ("5.I", "5.J"), ULTIMATE: "5.I"})
STACKED = Law({MD: SILENT, DIV: "(f)(1)#2", ULTIMATE: "5.B"})
COUNTED = Law({ULTIMATE: {"": "5.E(1)", "wrong": ("5.E", "5.E(1)", "5.E(2)")}}, policy="counting-shuffler")
TO_SHUFFLE = (Stage.STACKED, Stage.COLLECTED)


def decide_shuffle(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Shuffle the cards, by hand or by a device. The order comes with the command, or is unknown (physical cards)."""
    only(command, Role.DEALER, clauses=equipment.law(SHUFFLE))
    if devices.is_broken(equipment, equipment.shuffling):
        _refuse_broken(equipment)
    deck = _deck_to_shuffle(equipment, command)
    clauses = shuffle_clauses(equipment, deck)
    other = equipment.next_deck
    if other is not None and other is not deck and other.in_shuffler:
        raise NotAllowed(
            "the shuffler holds the other deck; load that one first",
            code="shuffler.full",
            clauses=equipment.law(STORED),
            given=deck.name,
            allowed=other.name,
        )
    facts: dict[str, object] = {
        "deck": deck.name,
        "by": equipment.shuffling.value,
        "why": deck.why.value,
        "loaded": equipment.loads_itself and _may_load_itself(equipment, deck),
        "cards": card_order(equipment, command),
    }
    counted = _device_count(equipment, command)
    if counted is None:
        return (Event("cards-shuffled", clauses, facts),)
    facts["counted"] = counted
    if _is_count_wrong(equipment, counted):
        facts |= {"loaded": False, "cards": None}
        clauses = (*clauses, *equipment.law(COUNTED, "wrong"))
    return (Event("cards-shuffled", clauses, facts),)


def device_counts_cards(equipment: Equipment) -> bool:
    """Return whether the device counts the cards as it shuffles, and reports the number."""
    return equipment.counts_cards and _reports_count(equipment)


def _reports_count(equipment: Equipment) -> bool:
    return equipment.policy("counting-shuffler") == "reports-count"


def _device_count(equipment: Equipment, command: Command) -> int | None:
    """Return how many cards the device has counted: all of them unless it says otherwise."""
    if device_counts_cards(equipment):
        return command.number("counted", len(equipment.settings.deck.cards))
    if "counted" in command.facts:
        raise NotAllowed(
            "no device at this table counts the cards while shuffling",
            code="shuffler.does-not-count",
            clauses=equipment.law(COUNTED if _reports_count(equipment) else SHUFFLE),
            given=equipment.shuffling.value,
            allowed="a shuffle without a count",
        )
    return None


def _is_count_wrong(equipment: Equipment, counted: object) -> bool:
    return counted is not None and counted != len(equipment.settings.deck.cards)


def _refuse_broken(equipment: Equipment) -> None:
    raise NotAllowed(
        f"the {equipment.shuffling} is out of order; secure it and use another method",
        code="device.out-of-order",
        clauses=equipment.law(devices.SECURE),
        given=equipment.shuffling.value,
        allowed=("switch-method",),
    )


def _deck_to_shuffle(equipment: Equipment, command: Command) -> Deck:
    waiting = [deck for deck in equipment.decks if deck.stage in TO_SHUFFLE and not deck.leaving_reason]
    name = command.text("deck", waiting[0].name if waiting else "")
    found = next((deck for deck in waiting if deck.name == name), None)
    if found is None:
        raise NotAllowed(
            "no deck is due for a shuffle: cards are shuffled before play, after a round, after an irregularity or on order",
            code="deck.no-shuffle-due",
            clauses=after_round_clauses(equipment),
            given=name,
            allowed=tuple(deck.name for deck in waiting),
        )
    return found


def after_round_clauses(equipment: Equipment) -> tuple[Citation, ...]:
    """Return why cards are shuffled when a round is over."""
    return (*equipment.law(SHUFFLE), *equipment.law(SHUFFLE_TIME))


def shuffle_clauses(equipment: Equipment, deck: Deck) -> tuple[Citation, ...]:
    """Return why this deck is shuffled, and the rules of the method."""
    variant = deck.why.value
    if deck.why is ShuffleReason.IDLE and opening.is_unwashed(equipment, deck):
        variant = "idle-shuffler"
    clauses = deck.clauses or (*equipment.law(SHUFFLE), *equipment.law(SHUFFLE_TIME, variant))
    clauses += equipment.law(STACKED) + (equipment.law(COUNTED) if device_counts_cards(equipment) else ())
    clauses += self_loading_clauses(equipment)
    return clauses + equipment.law(STORED) if equipment.uses_two_decks else clauses


def self_loading_clauses(equipment: Equipment) -> tuple[Citation, ...]:
    """Return the rule under which the device loads the shoe by itself, if it does."""
    if not equipment.loads_itself:
        return ()
    if equipment.shuffling is Shuffling.RESHUFFLING_DEVICE:
        return equipment.law(DEVICE_RESHUFFLES)
    return equipment.law(LOADED_BY_DEVICE, equipment.dealing)


def _may_load_itself(equipment: Equipment, deck: Deck) -> bool:
    """Return whether the shoe is empty and it is this deck's turn."""
    return equipment.next_deck is deck


def card_order(equipment: Equipment, command: Command) -> tuple[Card, ...] | None:
    cards = command.facts.get("cards")
    if cards is None:
        return None
    settings = equipment.settings
    only_cards = isinstance(cards, tuple) and {*map(type, cards)} == {Card}
    if (
        not isinstance(cards, tuple)
        or not only_cards
        or len(cards) != len(settings.deck.cards)
        or settings.deck.full != {*cards}
    ):
        raise Malformed(
            f"a shuffle must contain all {len(settings.deck.cards)} cards of the deck, each once",
            code="deck.not-whole",
            given=len(cards) if isinstance(cards, tuple) else type(cards).__name__,
            allowed=len(settings.deck.cards),
        )
    return cards


def on_deck_shuffled(equipment: Equipment, event: Event) -> Equipment:
    name, loaded = event["deck"], event.flag("loaded")
    opened = event["why"] in (ShuffleReason.OPENING, ShuffleReason.IDLE)
    by_hand = event["by"] == Shuffling.MANUAL
    changes = {
        "stage": Stage.LOADED if loaded else Stage.SHUFFLED,
        "cards": event["cards"],
        "in_shuffler": equipment.uses_two_decks and not loaded,
        "by_hand": by_hand,
        "clauses": (),
        "was_idle": False,
    }
    if _is_count_wrong(equipment, event.facts.get("counted")):
        leaves = {"leaving_reason": "wrong count", "clauses": equipment.law(COUNTED, "wrong")}
        changes |= {"stage": Stage.COLLECTED, "in_shuffler": False, **leaves}
    rack = tuple(entry for entry in equipment.rack if entry.deck != name) if equipment.rack else ()
    cut = Cut() if by_hand else equipment.cut
    fresh = equipment.is_fresh or opened
    for other in equipment.decks:
        if other.in_shuffler and other.name != name:  # its turn has not come: it is taken out, and stored again later
            equipment = equipment.with_deck(other.name, in_shuffler=False)
    return replace(equipment.with_deck(str(name), **changes), rack=rack, cut=cut, is_fresh=fresh)


def decide_shuffle_order(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """A floorperson orders a shuffle, in books that allow it."""
    allowed = equipment.policy("shuffle-on-order") == "allowed"
    clauses = equipment.law(ORDER if allowed else SHUFFLE)
    only(command, Role.FLOOR, clauses=clauses)
    deck = equipment.next_deck
    if not allowed or deck is None or deck.stage not in (Stage.SHUFFLED, Stage.CUT, Stage.LOADED):
        raise NotAllowed(
            "a shuffle can be ordered only between rounds, when the deck is shuffled and no card is dealt"
            if allowed
            else "under this book cards are shuffled before play and after each round, not on order",
            code="deck.no-order",
            clauses=clauses,
            given=deck.stage.value if deck else "no deck",
            allowed=("shuffled", "cut", "loaded"),
        )
    return (Event("shuffle-ordered", clauses, {"deck": deck.name, "by": command.by.name}),)


def on_shuffle_ordered(equipment: Equipment, event: Event) -> Equipment:
    changed = equipment.with_deck(
        event.text("deck"), stage=Stage.COLLECTED, why=ShuffleReason.ORDER, in_shuffler=False, cards=None
    )
    return replace(changed, cut=Cut())


def decide_storing(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Store a preshuffled second deck in the shuffler, where the resting deck is kept."""
    clauses = equipment.law(STORED)
    only(command, Role.DEALER, clauses=clauses)
    deck = deck_to_store(equipment)
    if deck is None:
        raise NotAllowed(
            "no shuffled deck is waiting to be stored", code="deck.not-stored", clauses=clauses, allowed="a resting deck"
        )
    return (Event("deck-stored", clauses, {"deck": deck.name}),)


def deck_to_store(equipment: Equipment) -> Deck | None:
    if not equipment.uses_two_decks:
        return None
    deck = equipment.other_deck
    return deck if deck is not None and deck.stage is Stage.SHUFFLED and not deck.in_shuffler else None


def on_deck_stored(equipment: Equipment, event: Event) -> Equipment:
    return equipment.with_deck(event.text("deck"), in_shuffler=True)


def due_duty(equipment: Equipment) -> list[Step]:
    """Return the duty to shuffle: the next deck, or a resting one as soon as the shuffler is free."""
    duties = []
    deck, other = equipment.next_deck, equipment.other_deck
    if deck is not None and deck.stage in TO_SHUFFLE and not deck.leaving_reason:
        duties.append(_shuffle_duty(equipment, deck))
    elif deck is not None and deck.stage is Stage.LOADED and other is not None and equipment.uses_two_decks:
        if other.stage in TO_SHUFFLE and not other.leaving_reason:
            duties.append(_shuffle_duty(equipment, other))
        elif deck_to_store(equipment) is not None:
            words = f"Put {other.name} into the shuffler"
            duties.append(Step("store-deck", Role.DEALER, words, equipment.law(STORED), {"deck": other.name}))
    return duties


def _shuffle_duty(equipment: Equipment, deck: Deck) -> Step:
    how = "by hand" if equipment.shuffling is Shuffling.MANUAL else f"with the {equipment.shuffling}"
    words = f"Shuffle {deck.name} {how}"
    return Step("shuffle", Role.DEALER, words, shuffle_clauses(equipment, deck), {"deck": deck.name})


DECIDE = {"shuffle": decide_shuffle, "order-shuffle": decide_shuffle_order, "store-deck": decide_storing}
EVOLVE = {"cards-shuffled": on_deck_shuffled, "shuffle-ordered": on_shuffle_ordered, "deck-stored": on_deck_stored}
