"""The equipment of a table: decks, shuffler, shoe, shaker, generator, button, progressive device, discard rack.

`decide` returns events or refuses, `evolve` folds an event, and `duties` lists what is due. While a blocking duty is open,
`begin-deal` is refused under the clause of that duty.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from houseway.equipment import acceptors, cut, decks, devices, opening, rack, shuffle, start, stub
from houseway.equipment.acceptors import count_chips_and_lights, is_lit, switch_light
from houseway.equipment.cut import cut_depth_range, entitled_positions
from houseway.equipment.decks import condemn_deck
from houseway.equipment.devices import (
    device_name,
    devices_in_use,
    does_failure_matter,
    faults_of,
    reportable_devices,
    with_amended_rules,
)
from houseway.equipment.disclosure import DISCLOSURES
from houseway.equipment.known_facts import KNOWN_FACTS
from houseway.equipment.opening import clauses_for_asking, lie_face_down_when_idle
from houseway.equipment.optional_facts import optional_facts
from houseway.equipment.rack import rack_event, rebuild_hands, unseen_counts
from houseway.equipment.settings import Dealing, EquipmentSettings, Shuffling, Starting
from houseway.equipment.start import next_button_position, start_at_button, starting_position
from houseway.equipment.state import (
    NOBODY,
    SPREAD_FACE_UP,
    SPREAD_STORED_DECK,
    Acceptors,
    Cut,
    Deck,
    DeviceFault,
    Equipment,
    RackEntry,
    Shaker,
    ShuffleReason,
    Stage,
    TableContext,
    only,
    open_equipment,
)
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import Step, check_facts

__all__ = [
    "ACTS",
    "DISCLOSURES",
    "KINDS",
    "NOBODY",
    "SPREAD_FACE_UP",
    "SPREAD_STORED_DECK",
    "Acceptors",
    "Cut",
    "Dealing",
    "Deck",
    "DeviceFault",
    "Equipment",
    "EquipmentSettings",
    "RackEntry",
    "Shaker",
    "ShuffleReason",
    "Shuffling",
    "Stage",
    "Starting",
    "TableContext",
    "clauses_for_asking",
    "condemn_deck",
    "count_chips_and_lights",
    "cut_depth_range",
    "decide",
    "device_name",
    "devices_in_use",
    "does_failure_matter",
    "duties",
    "entitled_positions",
    "evolve",
    "faults_of",
    "first_duty",
    "is_lit",
    "last_expiry",
    "lie_face_down_when_idle",
    "next_button_position",
    "open_equipment",
    "optional_facts",
    "put_button_back",
    "rack_event",
    "rebuild_hands",
    "reportable_devices",
    "start_at_button",
    "starting_position",
    "switch_light",
    "unseen_counts",
    "with_amended_rules",
]

Decide = Callable[[Equipment, Command, TableContext], tuple[Event, ...]]
Evolve = Callable[[Equipment, Event], Equipment]


def begin_deal(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Begin the deal. Every blocking duty must be done first."""
    deck = equipment.next_deck
    clauses = decks.deal_clauses(equipment, deck) if deck is not None else ()
    only(command, Role.DEALER, clauses=clauses)
    first = next((duty for duty in due_duties(equipment, command.at, context) if duty.blocking), None)
    if first is not None:
        raise NotAllowed(
            f"the cards cannot be dealt yet; first: {first.words}",
            code="deal.duty",
            clauses=first.clauses,
            given=command.act,
            allowed=first.act,
        )
    if deck is None or deck.stage is not Stage.LOADED:
        raise NotAllowed(
            "no deck is ready to be dealt; it must be shuffled, cut and loaded first",
            code="deal.not-ready",
            clauses=clauses or equipment.law(shuffle.SHUFFLE),
            given=deck.stage.value if deck else "no deck",
            allowed=Stage.LOADED.value,
        )
    return (Event("deal-begun", clauses, {"deck": deck.name, "round": context.round}),)


def end_round(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """End the round. The button moves after a round that was played and, by a reading of PG-94 or DIV-94, after a void one."""
    ended = decks.decide_round_end(equipment, command, context)
    if ended[0]["void"]:
        return ended + start.move_button(equipment) if equipment.settings.mark.moves_after_void else ended
    stub.check_stub_counted(equipment)
    return ended + start.move_button(equipment)


def put_button_back(equipment: Equipment, position: int | None) -> tuple[Event, ...]:
    """Put the button back because the round after which it moved was void. If it has shown where the deal begins since, it stays
    (PG-99, DIV-113)."""
    if position is None or equipment.button in (None, position) or equipment.is_start_at_button:
        return ()
    return (Event("button-moved", equipment.law(start.MOVE_BUTTON), {"position": position}),)


_DECIDE: Mapping[str, Decide] = MappingProxyType(
    {
        **opening.DECIDE,
        **decks.DECIDE,
        **shuffle.DECIDE,
        **cut.DECIDE,
        **start.DECIDE,
        **devices.DECIDE,
        **acceptors.DECIDE,
        **rack.DECIDE,
        "begin-deal": begin_deal,
        "end-round": end_round,
    }
)
EVOLVE: Mapping[str, Evolve] = MappingProxyType(
    {
        **opening.EVOLVE,
        **decks.EVOLVE,
        **shuffle.EVOLVE,
        **cut.EVOLVE,
        **start.EVOLVE,
        **devices.EVOLVE,
        **acceptors.EVOLVE,
        **rack.EVOLVE,
        **stub.EVOLVE,
    }
)
ACTS = frozenset(_DECIDE)
"""The acts that `decide` knows."""
KINDS = frozenset(EVOLVE)
"""The kinds of equipment events."""


def decide(equipment: Equipment, command: Command, context: TableContext = NOBODY) -> tuple[Event, ...]:
    """Return the events of a command, or refuse it."""
    found = _DECIDE.get(command.act)
    if found is None:
        raise Malformed(
            f"{command.act!r} is not an act of the equipment",
            code="equipment.act",
            given=command.act,
            allowed=tuple(sorted(ACTS)),
        )
    if command.facts:
        check_facts(command, KNOWN_FACTS.get(command.act, ()))
    if command.act in start.DECIDE:
        start.check_start_is_found(equipment, command)
    return found(equipment, command, context)


def evolve(equipment: Equipment, event: Event) -> Equipment:
    """Return the equipment after an event. Events of other parts leave it unchanged."""
    found = EVOLVE.get(event.kind)
    return equipment if found is None else found(equipment, event)


def _is_at_rest(deck: Deck) -> bool:
    """Return whether a deck is in the shoe or shuffler with nothing to be done before its turn."""
    return (deck.stage is Stage.LOADED or (deck.in_shuffler and not deck.by_hand)) and not deck.is_unattended


def due_duties(equipment: Equipment, at: int, context: TableContext = NOBODY) -> tuple[Step, ...]:
    """Return the due duties in order."""
    return tuple(_duties_in_order(equipment, at, context))


def first_duty(equipment: Equipment, at: int, context: TableContext = NOBODY) -> Step | None:
    """Return the first duty without computing the others."""
    return next(_duties_in_order(equipment, at, context), None)


def last_expiry(equipment: Equipment, at: int) -> int:
    """Return the last time up to now at which a deck or the dice became too old; that of the opening if none did. Time alone has
    changed nothing since."""
    ages = (deck.opened_at + equipment.settings.deck.age(equipment.dealing) for deck in equipment.decks)
    return max((time for time in (*ages, *start.dice_expiry(equipment)) if time <= at), default=equipment.opened_at)


def _duties_in_order(equipment: Equipment, at: int, context: TableContext) -> Iterator[Step]:
    """Yield the due duties in order. At a table without players, cards are only opened and spread."""
    deck = equipment.next_deck
    if deck is not None and deck.stage is Stage.OUT:
        if context.start_wanted and equipment.start is None:
            yield from devices.due_start_method(equipment)
            yield from start.due_dice_or_button_duty(equipment, at)
        yield from start.due_start_duty(equipment, context)
        return
    if equipment.faults or equipment.is_off_filed_methods:
        yield from devices.due_duty(equipment)
    yield from decks.due_deck_duty(equipment, at, context)
    yield from start.due_dice_or_button_duty(equipment, at)
    if not (context.seats or context.betting_closed):
        yield from opening.due_duty(equipment, context)
        return
    if deck is not None and not all(map(_is_at_rest, equipment.decks)):
        yield from opening.due_duty(equipment, context)
        yield from shuffle.due_duty(equipment)
        yield from cut.due_duty(equipment, context)
    if deck is not None and deck.stage is not Stage.LOADED:
        yield from decks.due_load_duty(equipment)
    if context.betting_closed:
        yield from acceptors.due_duty(equipment, context)
    yield from start.due_start_duty(equipment, context)
