"""A shaker or random number generator that cannot be used. No clause mentions it; readings PG-92 and DIV-92 decide.

Nothing is void, because no card has moved by it, and nothing must be covered, signed or removed: the books require that only of
devices that shuffle and deal. A shaker is replaced by another; a generator by another method, or the table waits for it. A
starting position that was found stands.
"""

from houseway.citation import SILENT, Citation, Law
from houseway.equipment.settings import Starting
from houseway.equipment.state import DeviceFault, Equipment, Shaker, replace
from houseway.events import Command, Event
from houseway.procedure import DIV, MD, ULTIMATE

FAILS = Law(
    {
        MD: {"shaker": ("5.K", "2.C(1)"), "random-number": ("5.K", "2.C(2)")},
        DIV: {"shaker": ("(k)(1)", "(d)(1)#1"), "random-number": ("(k)(1)", "(d)(2)(i)")},
        ULTIMATE: SILENT,
    }
)
FAULTS = {"shaker": ("damaged", "incomplete"), "random-number": ("stopped", "wrong")}
"""Possible faults by device."""
FINDERS = tuple(FAULTS)
NAMES = {"random-number": "number generator"}
"""Names for people, if they differ from the stored ones."""
UNUSED = "unused"
"""How the device is put out of use: it is simply not used."""


def finder_in_use(equipment: Equipment) -> tuple[str, ...]:
    """Return the device by which this table finds the start now, if it is one."""
    return (equipment.starting.value,) if equipment.starting in FINDERS else ()


def failure_clauses(equipment: Equipment, device: str) -> tuple[Citation, ...]:
    return equipment.law(FAILS, device)


def decide_report(equipment: Equipment, command: Command, device: str) -> Event:
    """Report a shaker or a generator that is unfit. The cards are not affected."""
    what = command.text("what", FAULTS[device][0], FAULTS[device])
    facts = {"device": device, "what": what, "usable": command.flag("usable", False), "decks": (), "live": False}
    return Event("device-failed", failure_clauses(equipment, device), facts)


def on_finder_failed(equipment: Equipment, event: Event) -> Equipment:
    """Uncovered dice are covered and shaken again, or leave with their shaker. A start that was found stands."""
    device, usable, shaker = event["device"], event["usable"], equipment.shaker
    if device == Starting.SHAKER:
        shaker = replace(shaker, shakes=0, open=False, dice=()) if usable else Shaker()
    others = tuple(fault for fault in equipment.faults if fault.device != device)
    faults = equipment.faults if usable else (*others, DeviceFault(str(device), event.text("what"), UNUSED))
    return replace(equipment, shaker=shaker, faults=faults)


def on_shaker_replaced(equipment: Equipment) -> Equipment:
    """Another shaker has come."""
    return replace(equipment, faults=tuple(fault for fault in equipment.faults if fault.device != Starting.SHAKER))


def can_serve(equipment: Equipment, starting: Starting) -> bool:
    """Return whether a method can be used: it works, a new shaker can come, or it has already found the start of this round."""
    if starting is Starting.SHAKER or starting.value not in {fault.device for fault in equipment.faults}:
        return True
    return starting is equipment.starting and equipment.start is not None
