"""Who is at a table, and what would follow from what somebody asks for."""

from houseway import equipment as equipment_rules
from houseway.croupier import command_for_step
from houseway.errors import HousewayError
from houseway.events import Actor, Role
from houseway.table.decide import decide, due_step
from houseway.table.state import evolve_all
from tests.nights.text import facts_of, text_of
from tests.support.table_invariants import DEALER, FLOOR, STRANGER

AHEAD = 3
"""Steps that are followed after something that would be done with the equipment; after others it is only said what is due."""


def cast(machine):
    """Who is at the table: who banks, the first two other players, dealer, floorperson, and somebody who sits nowhere."""
    table = machine.table
    bank = table.game.bank.position(table.round)
    names = [
        name for name in dict.fromkeys(table.seats[place] for place in sorted(table.seats)) if name != table.seats.get(bank)
    ]
    banks = [Actor(Role.BANK, table.seats[bank])] if bank in table.seats else []
    return (*banks, *(Actor(Role.PLAYER, name) for name in names[:2]), DEALER, FLOOR, STRANGER)


def note_outcome(machine, command, table=None, aspect="refused", name=""):
    """Write what would follow from a command: the events and the step that is due then, or the refusal."""
    table, notes, meters = table or machine.table, machine.notes, machine.run.meters
    asked = (name, command.act, command.by, facts_of(command))
    try:
        events, meter_events = decide(table, command, meters)
        after = evolve_all(table, events)
        followed = [(event.kind, event.clauses, facts_of(event)) for event in (*events, *(each for _, each in meter_events))]
        notes.write(aspect, text_of(*asked, "taken", followed, next_steps(machine, after, command)))
    except HousewayError as refusal:
        notes.write(aspect, text_of(*asked, refusal.code, refusal.clauses, refusal.facts))
        notes.write("words", refusal.message)
    except Exception as error:
        notes.write(aspect, text_of(*asked, "broke", type(error).__name__))


def next_steps(machine, table, command):
    """The steps that are due one after the other from there, as far as they are taken; cards lie in order then."""
    found, meters, at, chance = [], machine.run.meters, command.at, Unshuffled()
    ahead = AHEAD if command.act in equipment_rules.ACTS else 1
    while ahead:
        step, ahead = due_step(table, at, meters) if table.open else None, ahead - 1
        if step is None:
            break
        found.append((step.act, step.role, step.facts))
        if not ahead:
            break
        try:
            events, _ = decide(table, command_for_step(table, step, at, chance, DEALER, FLOOR), meters)
        except HousewayError as refusal:
            found.append(refusal.code)
            break
        table = evolve_all(table, events)
    return found


class Unshuffled:
    """Chance that leaves cards in order, and always gives the least number."""

    def shuffle(self, x):
        return None

    def randint(self, a, b):
        return a
