"""One recorded command with everything that was recorded of it, and the command that it was."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from houseway.croupier import CHANCE_ACTS, CHANCE_FACTS, command_for_step, facts_without_chance
from houseway.errors import Malformed
from houseway.events import Actor, Command, Event
from houseway.events.command_record import RecordedAct, find_fact, recorded_facts
from houseway.procedure import Step
from houseway.progressive import ProgressiveMeter
from houseway.regulation import Regulation, find_named_edition
from houseway.table import Table, due_step
from houseway.table.editions import RULES_EVENTS, named_edition

Meters = Mapping[str, ProgressiveMeter]

STATED = ("report-", "rule-", "record-", "correct-")
"""Acts by which somebody states something that nobody can work out. What follows from them is decided again; they are not."""


class RecordedDecision(NamedTuple):
    """What was recorded of one command at a table."""

    version: int
    """The number of events of the table before it."""
    at: int
    """The time in seconds."""
    by: Actor
    events: tuple[Event, ...]
    meter_events: tuple[tuple[str, Event], ...] = ()
    asked: RecordedAct | None = None
    """What was asked; None if the record does not say."""
    raw: Iterable[Mapping[str, object]] = ()
    """The events of the table as they are stored: an earlier schema has fewer facts."""
    is_sealed: bool = False
    """Whether facts of it are still sealed."""

    @property
    def all_events(self) -> tuple[Event, ...]:
        return (*self.events, *[event for _, event in self.meter_events]) if self.meter_events else self.events


def recorded_edition(recorded: RecordedDecision) -> Regulation | None:
    """Return the edition under which a submission was judged, for commands that put rules into force.

    If the program's own has the same effect, it judges in its place, and under the name that is on record if its text is at hand.
    """
    first = recorded.events[0] if recorded.events else None
    if first is None or first.kind not in RULES_EVENTS:
        return None
    return find_named_edition(*named_edition(first))


class _NoChance:
    """Takes the place of a source of chance where none is needed."""

    def shuffle(self, x: list[object]) -> None:
        raise AssertionError("this step draws nothing")

    def randint(self, a: int, b: int) -> int:
        raise AssertionError("this step draws nothing")


_NO_CHANCE = _NoChance()
_command = partial(tuple.__new__, Command)
"""Makes one from a tuple of its fields, without a call of Python."""


def read_command(recorded: RecordedDecision, table: Table | None, meters: Meters) -> Command:
    """Return the command that was recorded. A due step is worked out from the table."""
    asked = recorded.asked
    assert asked is not None, "the record says what was asked"
    if asked.act:
        return _command((asked.act, recorded.by, recorded_facts(asked, recorded.all_events), recorded.at))
    step = due_step(table, recorded.at, meters) if table is not None and table.open else None
    if table is None or step is None:
        kinds = ", ".join(event.kind for event in recorded.events)
        raise Malformed(
            "the record says that the due step was taken, and none was due", code="review.step", given=kinds, allowed="none"
        )
    return command_of_step(table, step, recorded)


def command_of_due_step(table: Table, step: Step, at: int) -> Command:
    """Return the command by which the croupier takes a step without chance."""
    return command_for_step(table, step, at, _NO_CHANCE)  # type: ignore[arg-type]


def command_of_step(table: Table, step: Step, recorded: RecordedDecision) -> Command:
    """Return the command that takes a step, with the chance that is recorded in its events."""
    if step.act not in CHANCE_ACTS:
        return _command((step.act, recorded.by, facts_without_chance(table, step), recorded.at))
    name = CHANCE_FACTS[step.act]
    drawn = find_fact(recorded.events, name)
    facts = step.facts if drawn is None else {**step.facts, name: drawn}
    return Command(step.act, recorded.by, facts, recorded.at)
