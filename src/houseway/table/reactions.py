"""What happens by itself when events say what was done at a table, whichever act it was: a light goes on or off, cards go into the
discard rack, the deck is collected and the next round starts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import chain

from houseway import equipment as equipment_rules
from houseway.events import Actor, Command, Event, Role
from houseway.games.round import Effect
from houseway.games.round_context import RoundContext
from houseway.ledger import Transfer
from houseway.procedure import PROGRESSIVE
from houseway.table import acts
from houseway.table.context import equipment_context
from houseway.table.state import Table

Made = tuple[Effect | Transfer, ...]
Reaction = Callable[[Table, Command, Sequence[Event]], Iterable[Event | Transfer]]
"""Returns what follows from the events of one kind that a command has brought about."""


def begin_deal(table: Table, command: Command) -> tuple[Event, ...]:
    """The deal begins before its first cards."""
    return equipment_rules.decide(
        table.equipment, Command("begin-deal", _as_dealer(command), {}, command.at), equipment_context(table)
    )


def follow_events(table: Table, command: Command, made: Made, context: RoundContext, begun: tuple[Event, ...] = ()) -> Made:
    """Return what follows from the events of an act. The cards of a deal that has just begun go into the rack, too."""
    racks, racked = table.game.cards.racks, list[tuple[str, object, str]]()
    told: dict[str, list[Event]] = {}
    for each in made:
        if type(each) is Event:
            if each.kind in racks:
                racked.extend(racks[each.kind](context, each))
            if each.kind in REACTIONS:
                told.setdefault(each.kind, []).append(each)
    followed: list[Event | Transfer] = []
    if racked:
        equipment = reduce(equipment_rules.evolve, begun, table.equipment) if begun else table.equipment
        followed.extend(equipment_rules.rack_event(equipment, tuple(racked)) if equipment.cards_out else ())
    for kind, events in told.items():
        followed.extend(REACTIONS[kind](table, command, events))
    return tuple(followed)


def _switch_lights_on(table: Table, command: Command, placed: Sequence[Event]) -> Iterable[Event]:
    """A progressive wager switches its light on, unless the light fails or is on already."""
    works, switched = command.flag("lit", True), dict[int, tuple[Event, ...]]()
    for event in placed:
        if works and event.facts["wager"] == PROGRESSIVE and event.position not in table.equipment.acceptors.lit:
            switched[event.position] = equipment_rules.switch_light(table.equipment, event.position, on=True)
    return chain.from_iterable(switched.values())


def _switch_lights_off(table: Table, command: Command, back: Sequence[Event]) -> Iterable[Event]:
    """Taking back a progressive wager switches its light off."""
    places = [event.position for event in back if event.facts["wager"] == PROGRESSIVE]
    off = (position for position in table.equipment.acceptors.lit if position in places)
    return chain.from_iterable(equipment_rules.switch_light(table.equipment, position, on=False) for position in off)


def _end_round(table: Table, command: Command, completed: Sequence[Event]) -> Iterable[Event | Transfer]:
    """End the round: collect the deck, move the button, let absent players go, and start the next round."""
    state, dealer = table.round, _as_dealer(command)
    facts = {"void": state.must_reshuffle, "retire_deck": state.void == "wrong-deck", "clauses": state.void_under}
    ended = equipment_rules.decide(table.equipment, Command("end-round", dealer, facts, command.at), equipment_context(table))
    offer = completed[0].facts.get("next_offer", 1) if not state.void else table.first_offer
    gone = _absent_players_leave(table, command.at)
    return (*ended, *gone, Event("round-started", (), {"number": table.number + 1, "first_offer": offer}))


def _absent_players_leave(table: Table, at: int) -> Iterable[Event | Transfer]:
    """Players who left in mid-round give up their seats and can fetch their chips."""
    for name in sorted({table.seats[position] for position in table.round.left}):
        yield from acts.get_up(table, name, at)


def _as_dealer(command: Command) -> Actor:
    """Return whoever gives a command as a dealer, because the dealer handles the equipment."""
    return Actor(Role.DEALER, command.by.name)


REACTIONS: Mapping[str, Reaction] = {
    "wager-placed": _switch_lights_on,
    "wager-taken-back": _switch_lights_off,
    "round-completed": _end_round,
}
"""By kind of event. Which events put cards into the discard rack is the game's (`GameCards.racks`)."""
