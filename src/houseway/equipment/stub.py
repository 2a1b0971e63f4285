"""When the stub must be counted, in books that require it only every few rounds. The game counts it and records it."""

from houseway.citation import Law
from houseway.equipment.state import Equipment, replace
from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.procedure import ULTIMATE

COUNT = Law({ULTIMATE: {"manual-shoe": "8.E", "hand": "9.C", "automated-shoe": "10.C"}})


def check_stub_counted(equipment: Equipment) -> None:
    """A round that was played cannot end without its due count."""
    if equipment.stub_due:
        every = equipment.settings.stub_rounds[equipment.dealing]
        raise NotAllowed(
            f"the stub must be counted at least every {every} rounds, unless a device counts the cards",
            code="stub.uncounted",
            clauses=equipment.law(COUNT, equipment.dealing),
            given=equipment.rounds_since_stub_count,
            allowed=every - 1,
        )


def on_stub_counted(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, rounds_since_stub_count=0)


EVOLVE = {"stub-counted": on_stub_counted}
