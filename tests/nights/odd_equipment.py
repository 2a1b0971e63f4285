"""Equipment in other states than it is in: decks that are unshuffled, too old, incomplete or another one, dice, devices, lights.

What is due then, and what is refused, shows that a table looks at its equipment before it deals.
"""

from dataclasses import replace

from houseway import equipment as equipment_rules
from houseway.equipment import (
    Acceptors,
    Cut,
    Dealing,
    DeviceFault,
    Shaker,
    ShuffleReason,
    Shuffling,
    Stage,
    Starting,
)
from houseway.errors import HousewayError
from houseway.events import Command
from houseway.table.context import equipment_context
from houseway.values import with_changes
from tests.nights.asking import cast, note_outcome
from tests.nights.text import text_of
from tests.support.table_facts import facts_of, plausible
from tests.support.table_invariants import DEALER, FLOOR

STATES, ACTS = 8, 3
"""At each moment: how many states are tried, and how many acts in each."""
LEAVING = "a torn ace"
SECURED = ("", "covered", "signed", "removed")


def look_at_equipment(machine, dice):
    table = machine.table
    states = list(odd_states(table.equipment, machine.at))
    for _ in range(STATES):
        name, state = dice.pick(states)
        odd = with_changes(table, equipment=state)
        step = note_duties(machine, odd, name)
        values = plausible(dice, machine)
        acts = (*sorted(odd.game.cards.deal_acts), *sorted(equipment_rules.ACTS))
        for number in range(ACTS):
            act = step.act if step and not number else dice.pick(acts)
            facts = {fact: values[fact]() for fact in facts_of(act) if not dice.happens(3)}
            facts |= step.facts if step and not number else {}
            actor = dice.pick((DEALER, DEALER, FLOOR, *cast(machine)))
            note_outcome(machine, Command(act, actor, facts, machine.at), odd, "equipment", name)


def note_duties(machine, odd, name):
    """Write what is due, one after the other, and whether cards may be dealt. Return the first step."""
    notes = machine.notes
    try:
        duties = equipment_rules.due_duties(odd.equipment, machine.at, equipment_context(odd))
    except Exception as error:
        notes.write("equipment", text_of(name, "broke", type(error).__name__))
        return None
    for step in duties:
        notes.write("equipment", text_of(name, step.act, step.role, step.facts, step.blocking, step.clauses))
        notes.write("words", step.words)
    note_begin(machine, odd, name)
    return duties[0] if duties else None


def note_begin(machine, odd, name):
    try:
        begun = equipment_rules.decide(odd.equipment, Command("begin-deal", DEALER, {}, machine.at), equipment_context(odd))
        machine.notes.write("equipment", text_of(name, "deals", begun))
    except HousewayError as refusal:
        machine.notes.write("equipment", text_of(name, refusal.code, refusal.clauses, refusal.facts))
    except Exception as error:
        machine.notes.write("equipment", text_of(name, "broke", type(error).__name__))


def odd_states(equipment, at):
    """States that differ in one thing, by a name."""
    for deck in equipment.decks:
        for name, changes in odd_decks(equipment, deck, at):
            yield f"{deck.name}: {name}", equipment.with_deck(deck.name, **changes)
    for name, changes in odd_parts(equipment, at):
        yield name, with_changes(equipment, **changes)


def odd_decks(equipment, deck, at):
    yield from ((f"{stage}", {"stage": stage}) for stage in Stage)
    for age in (equipment.settings.deck.hand_age, equipment.settings.deck.shoe_age):
        yield from ((f"{age + more} s old", {"opened_at": at - age - more}) for more in (-1, 0, 1))
    yield from ((f"because of {why}", {"why": why}) for why in ShuffleReason)
    yield "by hand", {"by_hand": not deck.by_hand}
    yield "in the shuffler", {"in_shuffler": not deck.in_shuffler}
    yield "by hand in a stack", {"by_hand": True, "stage": Stage.SHUFFLED}
    yield "with a joker too many", {"spare_joker": not deck.spare_joker}
    yield "leaving", {"leaving_reason": LEAVING}
    yield "unattended", {"is_unattended": not deck.is_unattended}
    yield "from an idle table", {"was_idle": not deck.was_idle}
    yield "inspected by the dealer", {"inspector": DEALER.name, "stage": Stage.INSPECTED}
    if deck.cards:
        yield "a card short", {"cards": deck.cards[:-1]}
        yield "unknown", {"cards": None}


def odd_parts(equipment, at):
    positions = equipment.settings.positions
    yield "no deck", {"decks": ()}
    yield from ((f"last used {deck.name}", {"last_used": deck.name}) for deck in equipment.decks)
    yield from ((f"shuffled by {way}", {"shuffling": way}) for way in Shuffling)
    yield from ((f"dealt by {way}", {"dealing": way}) for way in Dealing)
    yield from ((f"started by {way}", {"starting": way, "start": None}) for way in Starting)
    for name in ("is_idle", "is_fresh", "marked", "is_off_filed_methods", "is_start_at_button"):
        yield name, {name: not getattr(equipment, name)}
    yield from ((f"start {place}", {"start": place}) for place in (None, 1, positions))
    yield from ((f"button {place}", {"button": place}) for place in (None, 0, 1, positions))
    for device in equipment_rules.reportable_devices(equipment):
        for secured in SECURED:
            yield f"{device} broken {secured}", {"faults": (DeviceFault(device, "jammed", secured),)}
    yield from ((f"stub not counted for {many}", {"rounds_since_stub_count": many}) for many in range(6))
    cuts = (
        Cut(),
        Cut(offered_to=1),
        Cut((1,)),
        Cut((1,), 2),
        Cut(depth=3, cutter=1),
        Cut(depth=30, cutter=1),
        Cut(preferred=2),
    )
    for cut in cuts:
        yield text_of("cut", cut), {"cut": cut}
        for deck in equipment.decks[:1]:
            yield text_of("shuffled, cut", cut), {"cut": cut, "decks": (replace(deck, stage=Stage.SHUFFLED, by_hand=True),)}
    old = equipment.settings.dice.age
    for shaker in (
        Shaker(),
        *(Shaker(at - old - more, 3) for more in (-1, 0, 1)),
        *(Shaker(at, shakes) for shakes in range(5)),
        Shaker(at, 3, True),
        Shaker(at, 3, True, (1, 2, 3)),
        Shaker(at, 3, True, (1, 2, 3), "not flat"),
    ):
        yield text_of("shaker", shaker), {"shaker": shaker}
    for lights in (
        Acceptors(),
        Acceptors((1,)),
        Acceptors((1, 2), True),
        Acceptors((1,), True, 1),
        Acceptors((1,), True, 2),
        Acceptors((1,), True, 0, 1),
        Acceptors((1,), True, 0, 0, True),
    ):
        yield text_of("lights", lights), {"acceptors": lights}
