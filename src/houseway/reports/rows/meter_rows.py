"""Rows of reports that follow from the stream of a meter: its balance, and how much each table's rounds have changed it.

Amounts of meters are fractions of a cent. The change by a round is written in whole parts of a cent, with the number of parts that
make a cent, so that a database adds up rounds exactly.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from houseway.events import Event
from houseway.progressive import ProgressiveMeter
from houseway.progressive.meter import (
    AWARD_REVERSED,
    AWARDED,
    CONTRIBUTED,
    CONTRIBUTION_KEPT,
    CONTRIBUTION_REVERSED,
    DEDUCTED,
    MISMATCH_RULED,
    RESET,
)
from houseway.reports.gaming_day import GamingCalendar
from houseway.store import Projection, RecordedCommand
from houseway.store.report_tables import report_meter_days, sums_of

SUMS = sums_of(report_meter_days)
"""The stakes that feed a meter, and what moves it."""
MOVES = tuple(name for name in SUMS if name != "stake")
Row = dict[str, object]


def project_meters(
    changed: Iterable[tuple[ProgressiveMeter, Sequence[RecordedCommand]]], calendar: GamingCalendar
) -> tuple[Projection, ...]:
    """Return the rows of meters as they are after some commands, and what these commands have moved."""
    states: list[Row] = []
    moves: list[Row] = []
    for meter, commands in changed:
        states.append(_meter_row(meter, commands[-1].at, calendar))
        moves += (row for command in commands for row in move_rows(command, calendar))
    found = (
        Projection("report_meters", tuple(states)),
        Projection("report_meter_rounds", tuple(moves), SUMS),
        Projection("report_meter_days", tuple(_without_round(row) for row in moves), SUMS),
    )
    return tuple(each for each in found if each.rows)


def _meter_row(meter: ProgressiveMeter, at: int, calendar: GamingCalendar) -> Row:
    sums = {name: str(getattr(meter, name)) for name in MOVES}
    day = calendar.day_of(at)
    return {"meter": meter.id, "day": day, "at": at, "seed": meter.starting_amount.amount, **sums, "balance": str(meter.value)}


def move_rows(command: RecordedCommand, calendar: GamingCalendar) -> Iterator[Row]:
    """Yield what each event of a command has moved its meter."""
    for event in command.events:
        moved = _MOVED.get(event.kind)
        if moved is not None:
            amounts = moved(event)
            unit = lcm(*(amount.denominator for amount in amounts.values()))
            where = {"meter": event.text("meter"), "table_id": event.text("table", ""), "number": event.facts.get("round", 0)}
            stake = _stake_of(event)
            parts = {name: int(amounts.get(name, 0) * unit) for name in MOVES}
            yield {"day": calendar.day_of(command.at), **where, "unit": unit, "stake": stake, **parts}


def _without_round(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "number"}


def _stake_of(event: Event) -> int:
    """Return the wagers that feed the meter; those of a void round are taken back with their contribution."""
    sign = {CONTRIBUTED: 1, CONTRIBUTION_REVERSED: -1}.get(event.kind)
    return sign * event.cents("stake").amount if sign else 0


_MOVED: Mapping[str, Callable[[Event], Mapping[str, Fraction]]] = {
    CONTRIBUTED: lambda event: {"contributed": event.fraction("amount")},
    CONTRIBUTION_REVERSED: lambda event: {"taken_back": event.fraction("taken")},
    CONTRIBUTION_KEPT: lambda event: {"taken_back": event.fraction("taken")},
    AWARDED: lambda event: {"paid": event.fraction("taken")},
    DEDUCTED: lambda event: {"paid": event.fraction("taken")},
    RESET: lambda event: {"house_added": event.fraction("added")},
    AWARD_REVERSED: lambda event: {"paid": -event.fraction("taken"), "house_added": -event.fraction("added")},
    MISMATCH_RULED: lambda event: {"ruled": event.fraction("change")},
}
"""By kind of event, what it moves."""
