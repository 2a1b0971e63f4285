"""Find the steps that are missing before a recorded command: due steps after which it would be what the rules give."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.croupier import CHANCE_ACTS
from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.events import Actor, Command
from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.review.recorded import RecordedDecision, command_of_due_step, read_command
from houseway.table import Decision, Table, decide, due_step
from houseway.table.state import evolve_all

Meters = Mapping[str, ProgressiveMeter]

_MOST_MISSING = 12
"""Steps in a row that are looked for."""


class MissingStep(NamedTuple):
    """A due step that the record does not have, and what follows from it."""

    act: str
    by: Actor
    decided: Decision


class BeyondMissing(NamedTuple):
    """A recorded command as it is decided after the missing steps."""

    missing: tuple[MissingStep, ...]
    table: Table
    """The table after the missing steps."""
    command: Command
    decided: Decision


def find_missing_steps(recorded: RecordedDecision, table: Table | None, meters: Meters) -> BeyondMissing | None:
    """Return the steps that are missing before a command; None if these alone do not explain what is recorded. Chance cannot be
    made up, and no step is looked for beyond the round."""
    missing: list[MissingStep] = []
    state, number = table, table.number if table is not None else 0
    while state is not None and state.open and state.number == number and len(missing) < _MOST_MISSING:
        try:
            step = due_step(state, recorded.at, meters)
            if step is None or step.act in CHANCE_ACTS:
                return None
            command = command_of_due_step(state, step, recorded.at)
            decided = decide(state, command, meters)
        except (HousewayError, *IMPOSSIBLE):
            return None
        missing.append(MissingStep(step.act, command.by, decided))
        state, meters = evolve_all(state, decided[0]), _after(meters, decided)
        found = _decide_beyond(recorded, state, meters)
        if found is not None and state is not None:
            return BeyondMissing(tuple(missing), state, *found)
    return None


def _decide_beyond(recorded: RecordedDecision, table: Table | None, meters: Meters) -> tuple[Command, Decision] | None:
    try:
        command = read_command(recorded, table, meters)
        decided = decide(table, command, meters)
    except (HousewayError, *IMPOSSIBLE):
        return None
    return (command, decided) if recorded.events == tuple(decided[0]) else None


def _after(meters: Meters, decided: Decision) -> Meters:
    after = dict(meters)
    for meter, event in decided[1]:
        after[meter] = evolve_meter(after.get(meter), event)
    return after
