"""Shaker and random number generator that cannot be used. No clause speaks of them: what follows is readings PG-92 and DIV-92.

Nothing is void, for no card has gone anywhere by them yet, and nothing has to be covered, signed or removed: the books want that of
devices that shuffle and deal. Another shaker may come in the place of the one that went; for a generator another method comes, or
it is waited for. A starting position that was found before stands.
"""

from houseway.citation import SILENT, Citation, Law
from houseway.equipment.books import DIV, MD, against_dealer
from houseway.equipment.state import Equipment, Fault, Shaker, Starting, flag, replace, text
from houseway.events import Command, Event

FAILS = Law(
    {
        MD: {"shaker": ("5.K", "2.C(1)"), "random-number": ("5.K", "2.C(2)")},
        DIV: {"shaker": ("(k)(1)", "(d)(1)#1"), "random-number": ("(k)(1)", "(d)(2)(i)")},
        **against_dealer(SILENT),
    }
)
FAULTS = {"shaker": ("damaged", "incomplete"), "random-number": ("stopped", "wrong")}
"""What is wrong, by the device: the shaker or a die is damaged, a die is missing; no number is shown, or none that may be."""
FINDERS = tuple(FAULTS)
NAMES = {"random-number": "number generator"}
"""What people call a device, where it is not its own name."""
UNUSED = "unused"
"""How it is put out of use: nobody uses it."""


def in_use(equipment: Equipment) -> tuple[str, ...]:
    """The device, if it is one, by which this table finds the start now."""
    return (equipment.starting.value,) if equipment.starting in FINDERS else ()


def clauses_of(equipment: Equipment, device: str) -> tuple[Citation, ...]:
    return equipment.law(FAILS, device)


def report(equipment: Equipment, command: Command, device: str) -> Event:
    """A shaker or a generator is found unfit. The cards have nothing to do with it."""
    what = text(command, "what", FAULTS[device][0], FAULTS[device])
    facts = {"device": device, "what": what, "usable": flag(command, "usable", False), "decks": (), "live": False}
    return Event("device-failed", clauses_of(equipment, device), facts)


def failed(equipment: Equipment, event: Event) -> Equipment:
    """Dice that lay open are covered and shaken again, or leave with their shaker; the start stands if it was found."""
    device, usable, shaker = event["device"], event["usable"], equipment.shaker
    if device == Starting.SHAKER:
        shaker = replace(shaker, shakes=0, open=False, dice=()) if usable else Shaker()
    others = tuple(fault for fault in equipment.faults if fault.device != device)
    faults = equipment.faults if usable else (*others, Fault(str(device), str(event["what"]), UNUSED))
    return replace(equipment, shaker=shaker, faults=faults)


def replaced(equipment: Equipment) -> Equipment:
    """Another shaker has come."""
    return replace(equipment, faults=tuple(fault for fault in equipment.faults if fault.device != Starting.SHAKER))


def serves(equipment: Equipment, starting: Starting) -> bool:
    """Whether a method can be used: it works, another shaker can come, or it has found the start of this round already."""
    if starting is Starting.SHAKER or starting.value not in {fault.device for fault in equipment.faults}:
        return True
    return starting is equipment.starting and equipment.start is not None
