"""The stub, where a book has it counted every few rounds only: when its count is due. The game counts, and says so."""

from houseway.citation import Law
from houseway.equipment.books import against_dealer
from houseway.equipment.state import Equipment, replace
from houseway.errors import NotAllowed
from houseway.events import Event

COUNT = Law(against_dealer({"manual-shoe": "8.E", "hand": "9.C", "automated-shoe": "10.C"}))


def check_counted(equipment: Equipment) -> None:
    """No round that was played ends without the count that was due in it."""
    if equipment.stub_due:
        every = equipment.settings.stub_rounds[equipment.dealing]
        raise NotAllowed(
            f"the stub is counted at least every {every} rounds, unless a device counts the cards",
            code="stub.uncounted",
            clauses=equipment.law(COUNT, equipment.dealing),
            given=equipment.uncounted,
            allowed=every - 1,
        )


def counted(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, uncounted=0)


EVOLVE = {"stub-counted": counted}
