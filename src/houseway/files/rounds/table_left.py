"""What earlier rounds have left at a table, as a round file states it: whatever is not as in a table that was opened just now."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from houseway.equipment import Equipment
from houseway.files.rounds.model import MeterLeft, RoundFile, TableLeft
from houseway.files.toml_node import TomlNode
from houseway.files.value_form import field_key, field_types, read_fields, read_value, state_form
from houseway.ledger import Ledger
from houseway.money import Cents
from houseway.procedure import OUTSIDE, player_account
from houseway.progressive import MeterTerms, ProgressiveMeter
from houseway.table import Table
from houseway.table.meters import meters_drawn_on
from houseway.values import with_changes

Meters = Mapping[str, ProgressiveMeter]
TABLE_FIELDS = ("number", "is_new_game", "history", "first_offer", "bankless_rounds", "requests", "found")
"""What a table remembers of earlier rounds."""
_FOLLOWS_FROM_RULES = ("settings",)


# ---- reading


def read_left(node: TomlNode) -> TableLeft:
    """Read `[left]`."""
    parts = node.as_table(*map(field_key, TABLE_FIELDS), "equipment", "accounts", "meters")
    types, empty = field_types(Table), TomlNode({}, node.place)
    equipment = parts.get("equipment", empty)
    if any(field_key(name) in equipment.as_table() for name in _FOLLOWS_FROM_RULES):
        equipment.malformed("the settings follow from the submission", "other fields")
    return TableLeft(
        {name: read_value(types[key], parts[key]) for name in TABLE_FIELDS if (key := field_key(name)) in parts},
        read_fields(Equipment, equipment),
        {account: each.as_money() for account, each in parts.get("accounts", empty).as_table().items()},
        {meter: read_value(MeterLeft, each) for meter, each in parts.get("meters", empty).as_table().items()},
    )


def restore_table(file: RoundFile, opened: Table) -> Table:
    """Return a table that was opened just now as earlier rounds have left it, with the players of the file."""
    left, seats = file.left, {seat.position: seat.name for seat in file.seats}
    chips = dict.fromkeys(map(player_account, file.arrivals), Cents(0))
    for seat in file.seats:
        chips[player_account(seat.name)] += seat.chips
    held = {**opened.ledger.balances, **left.accounts, **chips}
    held[OUTSIDE] = -sum((cents for account, cents in held.items() if account != OUTSIDE), start=Cents(0))
    ledger = Ledger({account: cents.amount for account, cents in held.items() if cents})
    equipment = with_changes(opened.equipment, **left.equipment)
    fields_left = {"arrivals": file.arrivals, "seats": seats, "ledger": ledger, "equipment": equipment, **left.fields}
    return with_changes(opened, **fields_left)


def restore_meters(file: RoundFile, opened: Table, meters: Meters) -> dict[str, ProgressiveMeter]:
    """Return the meters of the table as the file states them."""
    if not file.left.meters:
        return dict(meters)
    filed = {(each.wager, each.name): each for each in opened.rules.meters}
    found = {}
    for meter, left in file.left.meters.items():
        if (left.wager, left.name) not in filed:
            TomlNode(left.name, f"{file.place}: left.meters.{meter}").malformed("the submission has no such meter", [*filed])
        terms = MeterTerms.from_rules(filed[left.wager, left.name], opened.rules)
        seed = terms.filed_meter.seed
        tables = frozenset(left.tables) | {opened.id}
        found[meter] = ProgressiveMeter(meter, terms, seed, left.value, grown=left.grown, tables=tables)
    return found


# ---- writing


def left_form(table: Table, meters: Meters, opened: Table, opened_meters: Meters) -> dict[str, Any]:
    """Return `[left]` of a table as a round begins, compared with the same table as it is opened."""
    changed = {name: getattr(table, name) for name in TABLE_FIELDS if getattr(table, name) != getattr(opened, name)}
    found: dict[str, Any] = {field_key(name): state_form(value) for name, value in changed.items()}
    accounts = dict(_accounts_left(table, opened))
    equipment = dict(_equipment_left(table.equipment, opened.equipment))
    left_meters = _meters_left(table, meters, opened_meters)
    parts = {"accounts": accounts, "equipment": equipment, "meters": left_meters}
    return found | {key: part for key, part in parts.items() if part}


def _accounts_left(table: Table, opened: Table) -> Iterator[tuple[str, str]]:
    seated = {OUTSIDE, *map(player_account, table.arrivals)}
    held, before = table.ledger.balances, opened.ledger.balances
    for account in sorted({*held, *before} - seated):
        cents = held.get(account, Cents(0))
        if cents != before.get(account, Cents(0)):
            yield account, str(cents)


def _equipment_left(equipment: Equipment, opened: Equipment) -> Iterator[tuple[str, Any]]:
    for each in fields(Equipment):
        there = getattr(equipment, each.name)
        if there != getattr(opened, each.name):
            yield field_key(each.name), state_form(there)


def _meters_left(table: Table, meters: Meters, opened: Meters) -> dict[str, Any]:
    drawn = meters_drawn_on(meters, table.rules)
    left = {meter.id: _meter_left(name, meter, table.id) for name, meter in drawn.items()}
    fresh = {meter.id: _meter_left(name, meter, table.id) for name, meter in meters_drawn_on(opened, table.rules).items()}
    return {meter: state_form(each) for meter, each in left.items()} if left != fresh else {}


def _meter_left(name: str, meter: ProgressiveMeter, table: str) -> MeterLeft:
    others = tuple(sorted(meter.tables - {table}))
    return MeterLeft(name, meter.filed_meter.wager, Fraction(meter.value), meter.grown, others)
