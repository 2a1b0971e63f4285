"""Find out whether a player's view and options are the same as earlier, although others have made wagers or decisions since.

Most turns at a table are one player's own affair, so the others' options need not be computed again.
"""

from collections.abc import Callable, Container
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.service.feed.moment import TableMoment
from houseway.table import Table

_PLAYERS = (Role.PLAYER, Role.BANK)
_COMPARED_APART = frozenset(("version", "ledger", "round", "equipment", "acceptors"))
"""Fields of a table and its equipment that may change without a difference for a seat: the parts that concern the seat are
compared separately."""


def is_seat_unchanged(before: TableMoment, after: TableMoment, actor: Actor, balance: Cents | None) -> bool:
    """Return whether a player sees and may do the same as before, apart from what everybody sees. The answer may be a wrong no,
    but never a wrong yes. The balance is that of the account from which he buys chips."""
    if actor.role is not Role.PLAYER or before.stops is not after.stops or before.protections is not after.protections:
        return False
    if before.settings is not after.settings and before.settings != after.settings:
        return False
    step_before, step = before.due_step, after.due_step
    if (step_before is not None and step_before.role in _PLAYERS) or (step is not None and step.role in _PLAYERS):
        return False
    if before.table.version not in after.changes_since:  # most viewers were sent their options at the same moment
        after.changes_since[before.table.version] = _is_only_about_seats(before.table, after.table)
    if not after.changes_since[before.table.version]:
        return False
    return _seat_share(before, actor.name, balance) == _seat_share(after, actor.name, balance)


def _is_only_about_seats(before: Table, after: Table) -> bool:
    """Return whether only such parts of a table differ in which each seat has its own share."""
    pairs = ((before, after), (before.round, after.round), (before.equipment, after.equipment))
    return before.rules is after.rules and all(_is_same_apart_from(after.game.seat_fields, *pair) for pair in pairs)


def _is_same_apart_from(may_differ: Container[str], before: Any, after: Any) -> bool:
    """Return whether all other fields are the same. States share the objects that have not changed."""
    if before is after:
        return True
    names, read = _field_reader(type(before))  # type: ignore[arg-type]  # mypy: a class would not be hashable
    for name, old, new in zip(names, read(before), read(after), strict=True):
        if old is not new and name not in may_differ and old != new:
            return False
    return True


@cache
def _field_reader(kind: Any) -> tuple[tuple[str, ...], Callable[[object], tuple[object, ...]]]:
    names = tuple(field.name for field in fields(kind) if field.name not in _COMPARED_APART)
    return names, attrgetter(*names)


def _seat_share(moment: TableMoment, name: str, balance: Cents | None) -> tuple[object, ...]:
    """Return a player's share of those parts."""
    asked = name, balance
    if asked not in moment.seat_shares:
        moment.seat_shares[asked] = _find_seat_share(moment, name, balance)
    return moment.seat_shares[asked]


def _find_seat_share(moment: TableMoment, name: str, balance: Cents | None) -> tuple[object, ...]:
    table, acceptors = moment.table, moment.table.equipment.acceptors
    mine, inventory = table.positions_of(name), moment.inventory
    buys_at_most = inventory if balance is None else min(inventory, balance)
    lights = [place in acceptors.lit for place in mine], acceptors.locked
    chips = moment.chips[name] if name in moment.chips else table.chips(name)
    return table.game.seat_state(moment.context, mine), lights, chips, buys_at_most
