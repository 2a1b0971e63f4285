"""Administrative acts on the record of the house. Each says who does it and why."""

import json
from collections.abc import Callable

from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.money import Cents
from houseway.reports.rows.sign_ons import sign_off_events, sign_on_events
from houseway.service.command_keys import CommandKey, check_same_request
from houseway.service.people.authority import authorize, is_allowed
from houseway.service.people.floor_calls import call_floor, end_call
from houseway.service.people.person import THE_HOUSE, Person
from houseway.service.people.record import KEY_ROTATED, TABLE_THAWED, HouseRecord, HouseState, check_reason
from houseway.service.people.stops import STOP_LIFTED, STOP_SET, check_target, stop_event
from houseway.service.secrecy.keys import HouseKeys
from houseway.table import Table

CheckTarget = Callable[[str, str], None]
"""Refuses a scope and a target that there is not."""


def set_stop(
    record: HouseRecord, scope: str, target: str, by: Person, why: str, check: CheckTarget = lambda scope, target: None
) -> None:
    """Stop the house, a game (by its name or the id of its rule book), a table, a player, or a wager of one of them. `check` is
    called when it is certain that he may stop it."""
    _switch(record, STOP_SET, scope, target, by, why, check)


def lift_stop(record: HouseRecord, scope: str, target: str, by: Person, why: str) -> None:
    """Lift a stop."""
    _switch(record, STOP_LIFTED, scope, target, by, why, lambda scope, target: None)


def _switch(record: HouseRecord, kind: str, scope: str, target: str, by: Person, why: str, check: CheckTarget) -> None:
    key, reason = check_target(scope, target), check_reason(why)

    def decide(state: HouseState) -> tuple[Event, ...]:
        _check_may_stop(with_present_roles(state, by), scope)
        check(scope, target)
        event = stop_event(kind, scope, target, by.id, reason)
        before, after = event.text("before"), event.text("after")
        if (key in state.stops) != (before == "stopped"):
            raise NotAllowed(f"nothing was changed: it is {after} already", code="house.stop", given=after, allowed=before)
        return (event,)

    record.add(decide, by)


def _check_may_stop(by: Person, scope: str) -> None:
    """A floorperson may stop a table; everything else is for an administrator."""
    own = scope == "table" and is_allowed(by, "table.stop")
    authorize(by, "table.stop" if own else "house.administer")


def with_present_roles(state: HouseState, person: Person) -> Person:
    """Return a person with the roles that the record gives him now, whatever he had when he was looked up."""
    return person if person is THE_HOUSE else Person(person.id, person.name, state.roles.get(person.id, frozenset()))


def record_thaw(record: HouseRecord, table: str, by: Person, why: str, frozen: str) -> None:
    """Record that a table that a fault has frozen goes on."""
    reason = check_reason(why)

    def decide(state: HouseState) -> tuple[Event, ...]:
        authorize(with_present_roles(state, by), "table.stop", table)
        if not frozen:
            raise NotAllowed(
                f"{table} is not stopped by a fault, so there is nothing to let go on",
                code="house.not-frozen",
                given=table,
                allowed="a table that is frozen",
            )
        facts = {"table": table, "before": f"frozen: {frozen}", "after": "open", "by": by.id, "why": reason}
        return (Event(TABLE_THAWED, (), facts),)

    record.add(decide, by)


def change_gaming_day(record: HouseRecord, zone: str, hour: int, by: Person, why: str) -> None:
    """Change the time zone and the hour at which the gaming day turns, from its next turn on."""
    reason = check_reason(why)

    def decide(state: HouseState) -> tuple[Event, ...]:
        authorize(with_present_roles(state, by), "house.administer")
        return (state.calendar.change_event(zone, hour, record.now(), by.id, reason),)

    record.add(decide, by)


def record_count(record: HouseRecord, event: Event, by: Person, command_id: str) -> tuple[Cents, Cents]:
    """Record a count of a table's chips, and return what was counted and what the ledger said. A repeated command records nothing
    and gets the figures of the first."""
    check_reason(event.text("why"))

    def decide(state: HouseState) -> tuple[Event, ...]:
        authorize(with_present_roles(state, by), "table.rule", event.text("table"))
        return (event,)

    facts = {name: fact for name, fact in event.facts.items() if name != "held"}  # the table may have moved in between
    key = CommandKey.of(command_id, event.kind, facts)
    figures = {"counted": event.cents("counted").amount, "held": event.cents("held").amount, "asked": key.digest}
    first = json.loads(record.add_once(decide, by, command_id, json.dumps(figures)))
    if isinstance(first, list):  # an earlier program stored only the figures
        return Cents(first[0]), Cents(first[1])
    check_same_request(key, first)
    return Cents(first["counted"]), Cents(first["held"])


def sign_dealer_on(record: HouseRecord, table: str, dealer: Person) -> None:
    """Sign a dealer on to a table."""

    def decide(state: HouseState) -> tuple[Event, ...]:
        authorize(with_present_roles(state, dealer), "table.deal", table)
        return sign_on_events(state.dealers, table, dealer.id, record.now())

    record.add(decide, dealer)


def sign_dealer_off(record: HouseRecord, table: str, by: Person) -> None:
    """Sign off the dealer of a table: the dealer does it, or a floorperson."""

    def decide(state: HouseState) -> tuple[Event, ...]:
        present = with_present_roles(state, by)
        is_floor = is_allowed(present, "table.rule")
        authorize(present, "table.rule" if is_floor else "table.deal", table)
        return sign_off_events(state.dealers, table, record.now(), by.id, may_send_off=is_floor)

    record.add(decide, by)


TAKEN_BACK = "taken back by the player"


def make_call(record: HouseRecord, table: Table, player: Person, about: str, note: str) -> None:
    """Call a floorperson to a table at which somebody sits."""
    record.add(lambda state: (call_floor(state.floor_calls, table, player.id, about, note, record.now()),), player)


def withdraw_call(record: HouseRecord, table: str, player: Person) -> None:
    """Take a call back."""
    record.add(lambda state: (end_call(state.floor_calls, table, player.id, player.id, TAKEN_BACK, record.now()),), player)


def answer_call(record: HouseRecord, table: str, player: str, by: Person, outcome: str) -> None:
    """End a player's call, as a floorperson who says what came of it."""
    said = check_reason(outcome)

    def decide(state: HouseState) -> tuple[Event, ...]:
        authorize(with_present_roles(state, by), "table.rule", table)
        return (end_call(state.floor_calls, table, player, by.id, said, record.now()),)

    record.add(decide, by)


def rotate_keys(record: HouseRecord, keys: HouseKeys, by: Person, why: str) -> None:
    """Sign with a new key from now on. Receipts that the old key has signed stay genuine. The new key is on record before it signs
    anything; if the service ends in between, `finish_rotation` goes on."""
    reason = check_reason(why)
    authorize(with_present_roles(record.refresh(), by), "house.administer")
    facts = {"before": keys.public_keys[-1].key, "after": keys.prepare_next_key(), "by": by.id, "why": reason}
    record.add(lambda state: (Event(KEY_ROTATED, (), facts),), by)
    keys.rotate(record.now())


def finish_rotation(record: HouseRecord, keys: HouseKeys) -> None:
    """Let the key sign that is on record as the last one, if the service ended before it did."""
    wanted = record.refresh().signing_key
    if wanted and wanted not in (key.key for key in keys.public_keys) and keys.prepare_next_key() == wanted:
        keys.rotate(record.now())
