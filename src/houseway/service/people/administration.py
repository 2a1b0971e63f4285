"""Administrative acts on the record of the house. Each says who does it and why."""

from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.service.people.authority import authorize, is_allowed
from houseway.service.people.person import THE_HOUSE, Person
from houseway.service.people.record import HouseRecord, HouseState, check_reason
from houseway.service.people.stops import STOP_LIFTED, STOP_SET, check_target, stop_event


def set_stop(record: HouseRecord, scope: str, target: str, by: Person, why: str) -> None:
    """Stop the house, a game (by its name or the id of its rule book), a table or a player."""
    _switch(record, STOP_SET, scope, target, by, why)


def lift_stop(record: HouseRecord, scope: str, target: str, by: Person, why: str) -> None:
    """Let something go on that was stopped."""
    _switch(record, STOP_LIFTED, scope, target, by, why)


def _switch(record: HouseRecord, kind: str, scope: str, target: str, by: Person, why: str) -> None:
    key, reason = check_target(scope, target), check_reason(why)

    def decide(state: HouseState) -> tuple[Event, ...]:
        _check_may_stop(with_present_roles(state, by), scope)
        event = stop_event(kind, scope, target, by.id, reason)
        before, after = event.text("before"), event.text("after")
        if (key in state.stops) != (before == "stopped"):
            raise NotAllowed(f"it is already {after}", code="house.stop", given=after, allowed=before)
        return (event,)

    record.add(decide, by)


def _check_may_stop(by: Person, scope: str) -> None:
    """A floorperson may stop a table; everything else is for an administrator."""
    own = scope == "table" and is_allowed(by, "table.stop")
    authorize(by, "table.stop" if own else "house.administer")


def with_present_roles(state: HouseState, person: Person) -> Person:
    """Return a person with the roles that the record gives him now, whatever he had when he was looked up."""
    return person if person is THE_HOUSE else Person(person.id, person.name, state.roles.get(person.id, frozenset()))
